package huhform

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/formgen"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// drawn is a row as it was last drawn, and what it looked like then.
type drawn struct {
	state rowState
	lines []string
}

// rowState is all that a row without the focus depends on, but for the width
// and the rows around it.
type rowState struct {
	version  uint64
	problems string
	inside   int // problems at and below an object or list
	star     bool
}

// View draws the rows that fit, with the focused one among them.
func (p *Page) View() string { return strings.Join(p.Lines(), "\n") }

// Lines are those of [Page.View].
func (p *Page) Lines() []string {
	p.scroll()
	w := &p.window
	lines := make([]string, 0, w.height)
	for i := w.rowAt(w.top); i < len(p.rows) && w.start(i) < w.top+w.height; i++ {
		lines = append(lines, w.visible(p.draw(i, p.rows[i]), w.start(i))...)
	}
	return lines
}

// scroll moves the window so that the focused row is in it, whole if it fits.
func (p *Page) scroll() {
	p.measure()
	if p.window.isWheeled {
		p.window.move(p.window.top)
		return
	}
	start, end := p.window.start(p.focus), p.window.start(p.focus+1)
	if p.focus == p.rows.first() {
		start = 0 // with the first field comes what is above it
	}
	p.window.show(start, end)
}

// measure brings the window up to date.
func (p *Page) measure() {
	w, showing := &p.window, p.form.Showing()
	// A map that is held is not made again at the same place.
	same := w.edit == p.form.Edit() && reflect.ValueOf(w.showing).Pointer() == reflect.ValueOf(showing).Pointer()
	if !same || len(w.starts) != len(p.rows)+1 {
		w.edit, w.showing = p.form.Edit(), showing
		p.sum()
	}
	p.notes, w.focus, w.focused = nil, p.focus, 0
	if p.isBlurred {
		return
	}
	faults := p.faults(p.focus)
	shown := faults
	if e := p.fieldEditor; e != nil && e.access.IsUnfinishedDate() { // "tom" is no date yet, and doubts come last
		shown = faults[:max(len(faults)-len(p.row().Field.Warnings()), 0)]
	}
	p.notes = slices.Concat(p.whole(shown), p.help())
	w.focused = len(p.notes) - len(faults)
	if p.fieldEditor != nil {
		w.focused += p.fieldEditor.below()
	}
}

// sum counts the lines of the rows, without what only the focused row has.
func (p *Page) sum() {
	starts, at := p.window.starts[:0], 0
	for i, r := range p.rows {
		starts = append(starts, at)
		at++
		if p.rows.isSpaced(i) {
			at++
		}
		at += len(p.needs(i))
		if p.rows.showsProblems(i) {
			at += min(len(p.window.showing[r.Field]), maxNotes) + len(r.Field.Warnings())
		}
	}
	p.window.starts = append(starts, at)
}

// draw draws a row. Rows without the focus are kept until they change.
func (p *Page) draw(i int, r formgen.Row) []string {
	if i == p.focus || r.Kind == formgen.Add || r.Kind == formgen.AddKey {
		return p.drawAll(i, r)
	}
	now := p.state(i)
	if kept, ok := p.cache[r]; ok && kept.state == now {
		return kept.lines
	}
	lines := p.drawAll(i, r)
	p.cache[r] = drawn{now, lines}
	return lines
}

func (p *Page) state(i int) rowState {
	r := p.rows[i]
	s := rowState{version: r.Field.Version(), inside: p.form.ShowingIn(r.Field), star: hasStar(r)}
	for _, text := range p.problems(r.Field) {
		s.problems += text + "\n"
	}
	return s
}

// maxNotes is how many problems a row shows; a text of JSON may have thousands,
// and they must not push it off the screen.
const maxNotes = 4

// Above are lines on the field whose page this is, where no row has them: how
// much it contains, and what is wrong with it as a whole.
func (p *Page) Above() []string {
	at := p.At()
	for i, r := range p.rows {
		if r.Field == at && p.rows.showsProblems(i) {
			return nil
		}
	}
	var lines []string
	if size := p.size(at); size != "" && at.Presence() == formgen.Set {
		lines = append(lines, p.columns.fit(size))
	}
	for _, text := range p.problems(at) {
		lines = append(lines, p.columns.fit(p.styles.Problem.Render("✗ "+text)))
	}
	return lines
}

// problems are the messages below the row of a field.
func (p *Page) problems(x *formgen.Field) []string {
	showing := p.form.Showing()[x]
	var texts []string
	for i, problem := range showing {
		if i == maxNotes-1 && len(showing) > maxNotes {
			return append(texts, fmt.Sprintf("and %d more problems", len(showing)-i))
		}
		texts = append(texts, formgen.Sentence(x, problem))
	}
	return texts
}

// drawAll is a row with what is below it: problems, doubts and, where the
// focus is, help.
func (p *Page) drawAll(i int, r formgen.Row) []string {
	lines := p.drawRow(i, r)
	for _, need := range p.needs(i) {
		lines = append(lines, p.below(i, need))
	}
	notes := p.faults(i)
	if p.hasFocus(i) {
		notes = p.notes
	}
	for _, n := range notes {
		lines = append(lines, p.below(i, n))
	}
	return lines
}

// faults are the problems and doubts below a row, a line each.
func (p *Page) faults(i int) (notes []note) {
	if !p.rows.showsProblems(i) {
		return nil
	}
	x := p.rows[i].Field
	for _, text := range p.problems(x) {
		notes = append(notes, note{p.styles.Problem, "✗ " + text})
	}
	for _, doubt := range x.Warnings() {
		notes = append(notes, note{p.styles.Warning, "! " + formgen.Sentence(x, doubt)})
	}
	return notes
}

// whole are the faults of the focused row in full, as far as a few lines hold
// them.
func (p *Page) whole(faults []note) (notes []note) {
	const maximum = 3
	width := p.columns.noteWidth(p.row())
	for _, n := range faults {
		lines := wrapWords(n.text, width-2)
		if len(lines) > maximum {
			lines = append(lines[:maximum-1], ansi.Truncate(lines[maximum-1], max(width-3, 1), "")+"…")
		}
		for i, l := range lines {
			if i > 0 {
				l = "  " + l // below the text, not the mark
			}
			notes = append(notes, note{n.style, l})
		}
	}
	return notes
}

// drawRow is the row's own lines: label and value.
func (p *Page) drawRow(i int, r formgen.Row) []string {
	var lines []string
	if p.rows.isSpaced(i) {
		lines = append(lines, "")
	}
	head := p.gutter(i) + strings.Repeat("  ", r.Depth)
	switch r.Kind {
	case formgen.Section:
		return append(lines, p.columns.fit(head+p.marker(r.Field)+p.heading(i, r)))
	case formgen.Add:
		return append(lines, p.columns.fit(head+"  "+p.addLabel(i, r)))
	case formgen.AddKey:
		return append(append(lines, p.columns.fit(head+"  "+p.addKeyLabel(i, r))), p.listBelow(i)...)
	}
	if r.IsInner() {
		head += "  "
	} else {
		head += p.marker(r.Field)
	}
	if p.hasFocus(i) && p.renaming != nil {
		return append(append(lines, p.columns.fit(head+p.styles.FocusedLabel.Render("new name")+"  "+p.fieldEditor.view())), p.listBelow(i)...)
	}
	head += p.label(i, r) + "  "
	choices, areShown := p.drawRadio(i)
	switch {
	case areShown:
		return append(lines, p.columns.fit(head+choices))
	case !p.hasFocus(i) || p.fieldEditor == nil:
		return append(lines, p.columns.fit(head+p.value(i)))
	case p.fieldEditor.list != nil:
		return append(append(lines, p.columns.fit(head+p.value(i)+p.fieldEditor.list.filterText(p.styles.FocusedLabel))), p.listBelow(i)...)
	case !p.fieldEditor.area:
		return append(lines, p.columns.fit(head+p.fieldEditor.line(p.styles.Dim)))
	}
	return append(append(lines, p.columns.fit(head)), p.area(i)...)
}

// listBelow are the choices below the focused row.
func (p *Page) listBelow(i int) (lines []string) {
	if e := p.fieldEditor; p.hasFocus(i) && e != nil && e.list != nil {
		indent := p.columns.noteIndent(p.rows[i])
		for _, text := range e.list.List(max(p.columns.width-indent-gutterWidth, 6), e.list.lines()) {
			lines = append(lines, p.columns.fit(p.gutter(i)+strings.Repeat(" ", indent)+text))
		}
	}
	return lines
}

// area is the text area of the focused row, below its label.
func (p *Page) area(i int) []string {
	text := strings.Split(p.fieldEditor.view(), "\n")
	lines := make([]string, p.fieldEditor.lines)
	for n := range lines {
		lines[n] = p.gutter(i)
		if n < len(text) {
			lines[n] = p.columns.fit(lines[n] + strings.Repeat(" ", areaIndent) + text[n])
		}
	}
	return lines
}

// gutter marks the focused row.
func (p *Page) gutter(i int) string {
	if p.hasFocus(i) {
		return p.styles.Bar.Render("▌") + " "
	}
	return "  "
}

// marker shows the presence, in the color of what is wrong with the value or in it.
func (p *Page) marker(x *formgen.Field) string {
	style := p.styles.Marker
	switch {
	case p.form.ShowingIn(x) > 0:
		style = p.styles.Problem
	case holdsWarning(x):
		style = p.styles.Warning
	}
	switch x.Presence() {
	case formgen.Set:
		return style.Render("●") + " "
	case formgen.Null:
		return style.Render("∅") + " "
	}
	return p.styles.Dim.Render("○") + " "
}

// label is the label, padded to the column, with a star where a value is due.
func (p *Page) label(i int, r formgen.Row) string {
	width := p.columns.labelWidth() - 2*r.Depth
	star := ""
	if hasStar(r) {
		star = p.styles.Required.Render(" *")
	}
	text := ansi.Truncate(labelOf(r, p.At()), max(width-lipgloss.Width(star), 1), "…")
	style := p.styles.Label
	switch {
	case p.hasFocus(i):
		style = p.styles.FocusedLabel
	case r.Field.IsDeprecated():
		style = p.styles.Dim
	}
	padding := strings.Repeat(" ", max(width-lipgloss.Width(text)-lipgloss.Width(star), 0))
	return style.Render(text) + star + padding
}

func (p *Page) heading(i int, r formgen.Row) string {
	style := p.styles.Section
	if p.hasFocus(i) {
		style = p.styles.FocusedLabel
	}
	text := style.Render(r.Field.Label())
	if hasStar(r) {
		text += p.styles.Required.Render(" *")
	}
	if size := p.size(r.Field); size != "" {
		text += "  " + size
	}
	return text
}

// size says how much a list or a map contains, and may contain.
func (p *Page) size(x *formgen.Field) string {
	b := x.Location().Bounds()
	n, size := len(x.Children()), b.Items
	if x.Kind() != schema.Array {
		if !x.Location().IsMap() {
			return ""
		}
		n, size = entries(x), b.Members
	}
	dim := p.styles.Dim
	if x.Presence() == formgen.Null {
		return dim.Render("null")
	}
	if x.Presence() != formgen.Set {
		switch hint := b.Hint(); {
		case hint == "":
			return dim.Render("None yet")
		case size.Least() > 0 && !x.IsRequired():
			return dim.Render("None, or " + hint)
		default:
			return dim.Render("None yet, " + hint)
		}
	}
	text := []string{formgen.CountItems(n, x.Kind())}
	if counted := p.count(n, size); counted.text != "" {
		text = []string{counted.style.Render(counted.text) + dim.Render(" "+formgen.ItemsNoun(x.Kind()))}
		if size.Max != nil && n < size.Least() {
			text = append(text, dim.Render(fmt.Sprintf("at least %d", *size.Min)))
		}
	}
	if b.UniqueItems {
		text = append(text, dim.Render("no two alike"))
	}
	return strings.Join(text, dim.Render(", "))
}

func (p *Page) addLabel(i int, r formgen.Row) string {
	text := formgen.AddText(r.Field)
	switch {
	case r.Field.IsLocked():
		return p.styles.Dim.Render("set by the agent")
	case !r.Field.CanAppend():
		return p.styles.Dim.Render("the list is full")
	case p.hasFocus(i):
		return p.styles.Add.Bold(true).Render(text) + p.styles.Dim.Render("  enter")
	}
	return p.styles.Add.Render(text)
}

// addKeyLabel is the row that adds a member; with the focus it is a line to type
// the name in.
func (p *Page) addKeyLabel(i int, r formgen.Row) string {
	x, text := r.Field, formgen.AddText(r.Field)
	choices := x.KeyChoices()
	switch {
	case x.IsLocked():
		return p.styles.Dim.Render("set by the agent")
	case !x.CanAddKey():
		return p.styles.Dim.Render("there is no room for more")
	case choices != nil && len(choices) == 0:
		return p.styles.Dim.Render("all names are taken")
	case !p.hasFocus(i) && p.names[x] != nil && p.names[x].text != "":
		return p.styles.Add.Render(text+": ") + p.styles.Value.Render(safe.Text(p.names[x].text).Line(0).String())
	case !p.hasFocus(i):
		return p.styles.Add.Render(text)
	case p.fieldEditor == nil:
		return p.styles.Add.Bold(true).Render(text)
	case p.fieldEditor.list != nil:
		return p.styles.Add.Bold(true).Render(text) + p.fieldEditor.list.filterText(p.styles.FocusedLabel)
	}
	return p.styles.Add.Bold(true).Render(text+": ") + p.fieldEditor.view()
}

// entries counts the members that the user has added.
func entries(x *formgen.Field) (n int) {
	for _, c := range x.Children() {
		if c.IsExtra() {
			n++
		}
	}
	return n
}
