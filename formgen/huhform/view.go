package huhform

import (
	"fmt"
	"strings"
	"unicode"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/formgen"
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
	row      formgen.Row
	stamp    uint64
	problems string
	inside   int // problems at and below an object or list
}

// View draws the rows that fit, with the focused one among them.
func (p *Page) View() string {
	if p.picker != nil {
		return p.picker.View(p.width, p.height)
	}
	p.scroll()
	lines := make([]string, 0, p.height)
	for i := p.rowAt(p.top); i < len(p.rows) && p.start(i) < p.top+p.height; i++ {
		lines = append(lines, p.visible(p.draw(i, p.rows[i]), p.start(i))...)
	}
	return strings.Join(lines, "\n")
}

// visible cuts the lines of a row that starts at line at to the screen.
func (p *Page) visible(lines []string, at int) []string {
	from := min(max(p.top-at, 0), len(lines))
	to := min(max(p.top+p.height-at, from), len(lines))
	return lines[from:to]
}

// scroll moves the window so that the focused row is in it, whole if it fits.
func (p *Page) scroll() {
	p.measure()
	start, end := p.start(p.focus), p.start(p.focus+1)
	if p.focus == p.nextFocus(-1, 1) {
		start = 0 // with the first field comes what stands above it
	}
	p.top = max(p.top, end-p.height)
	p.top = min(p.top, start) // of a row that does not fit, the beginning
	p.top = max(min(p.top, p.total()-p.height), 0)
}

// isSpaced reports a row with a blank line above: a section begins or has
// ended.
func (p *Page) isSpaced(i int) bool {
	r := p.rows[i]
	return i > 0 && r.Depth == 0 && (r.Kind == formgen.Section || p.rows[i-1].Depth > 0)
}

// showsProblems reports whether a row shows the problems of its field: of a
// list the heading does, not the row that adds.
func showsProblems(r formgen.Row) bool {
	switch r.Kind {
	case formgen.Add, formgen.AddKey:
		return false
	case formgen.Variant:
		return r.Union == 0 && showsAtChoice(r.Field)
	}
	return !r.IsInner() || !showsAtChoice(r.Field)
}

// draw draws a row. Rows without the focus are kept until they change.
func (p *Page) draw(i int, r formgen.Row) []string {
	if i == p.focus || r.Kind == formgen.Add || r.Kind == formgen.AddKey {
		return p.drawAll(i, r)
	}
	now := p.state(r)
	if kept, ok := p.cache[r]; ok && kept.state == now {
		return kept.lines
	}
	lines := p.drawAll(i, r)
	p.cache[r] = drawn{now, lines}
	return lines
}

func (p *Page) state(r formgen.Row) rowState {
	s := rowState{row: r, stamp: r.Field.Stamp(), inside: p.form.ShowingIn(r.Field)}
	for _, text := range p.problems(r) {
		s.problems += text + "\n"
	}
	return s
}

// mostNotes is how many problems a row shows; a text of JSON may have thousands,
// and they must not push it off the screen.
const mostNotes = 4

// problems are the messages below a row.
func (p *Page) problems(r formgen.Row) []string {
	showing := p.form.Showing()[r.Field]
	var texts []string
	for i, problem := range showing {
		if i == mostNotes-1 && len(showing) > mostNotes {
			return append(texts, fmt.Sprintf("and %d more problems", len(showing)-i))
		}
		texts = append(texts, problem.Message)
	}
	return texts
}

// drawAll is a row with what stands below it: problems, doubts and, where the
// focus is, help.
func (p *Page) drawAll(i int, r formgen.Row) []string {
	lines := p.drawRow(i, r)
	if showsProblems(r) {
		for _, text := range p.problems(r) {
			lines = append(lines, p.note(i, r, p.styles.Problem, "✗ "+text))
		}
		for _, doubt := range r.Field.Warnings() {
			lines = append(lines, p.note(i, r, p.styles.Warning, "! "+doubt.Message))
		}
	}
	if i == p.focus {
		for _, text := range p.heights.help {
			style := p.styles.Dim
			if strings.HasPrefix(text, "✗") {
				style = p.styles.Problem
			}
			lines = append(lines, p.note(i, r, style, text))
		}
	}
	return lines
}

// drawRow is the row's own lines: label and value.
func (p *Page) drawRow(i int, r formgen.Row) []string {
	var lines []string
	if p.isSpaced(i) {
		lines = append(lines, "")
	}
	head := p.gutter(i) + strings.Repeat("  ", r.Depth)
	switch r.Kind {
	case formgen.Section:
		return append(lines, p.fit(head+p.marker(r.Field)+p.heading(i, r)))
	case formgen.Add:
		return append(lines, p.fit(head+"  "+p.addLabel(i, r)))
	case formgen.AddKey:
		return append(lines, p.fit(head+"  "+p.addKeyLabel(i, r)))
	}
	if i == p.focus && p.naming != nil {
		return append(lines, p.fit(head+p.marker(r.Field)+p.styles.Dim.Render("new name  ")+p.live.view()))
	}
	head += p.marker(r.Field) + p.label(i, r) + "  "
	switch {
	case i != p.focus || p.live == nil:
		return append(lines, p.fit(head+p.value(r)))
	case !p.live.area:
		return append(lines, p.fit(head+p.live.view()))
	}
	return append(append(lines, p.fit(head)), p.area(i)...)
}

// area is the text area of the focused row, below its label.
func (p *Page) area(i int) []string {
	text := strings.Split(p.live.view(), "\n")
	lines := make([]string, p.live.lines)
	for n := range lines {
		lines[n] = p.gutter(i)
		if n < len(text) {
			lines[n] = p.fit(lines[n] + strings.Repeat(" ", areaIndent) + text[n])
		}
	}
	return lines
}

// areaIndent is how far a text area stands in, behind the gutter.
const areaIndent = 2

func (p *Page) fit(line string) string { return ansi.Truncate(line, p.width, "…") }

// gutter marks the focused row.
func (p *Page) gutter(i int) string {
	if i == p.focus {
		return p.styles.Bar.Render("┃") + " "
	}
	return "  "
}

// marker shows the presence.
func (p *Page) marker(x *formgen.Field) string {
	switch x.Presence() {
	case formgen.Set:
		return p.styles.Marker.Render("●") + " "
	case formgen.Null:
		return p.styles.Marker.Render("∅") + " "
	}
	return p.styles.Dim.Render("○") + " "
}

// label is the label, padded to the column, with a star where a value is due.
func (p *Page) label(i int, r formgen.Row) string {
	width := p.labelWidth() - 2*r.Depth
	star := ""
	if r.Field.IsRequired() && !r.Field.IsItem() && !r.IsInner() && r.Union == 0 {
		star = p.styles.Required.Render(" *")
	}
	text := ansi.Truncate(r.Label(), max(width-lipgloss.Width(star), 1), "…")
	style := p.styles.Label
	if r.Field.IsDeprecated() || r.IsInner() {
		style = p.styles.Dim
	}
	if i == p.focus {
		style = p.styles.FocusedLabel
	}
	padding := strings.Repeat(" ", max(width-lipgloss.Width(text)-lipgloss.Width(star), 0))
	return style.Render(text) + star + padding
}

func (p *Page) heading(i int, r formgen.Row) string {
	style := p.styles.Section
	if i == p.focus {
		style = p.styles.FocusedLabel
	}
	text := style.Render(r.Field.Label())
	if r.Field.IsRequired() {
		text += p.styles.Required.Render(" *")
	}
	if r.Field.Kind() != schema.Array {
		return text + p.needs(r.Field)
	}
	note := "none sent"
	if r.Field.Presence() == formgen.Set {
		note = count(len(r.Field.Children()), "item", "items")
	}
	if hint := r.Field.Place().Bounds().Hint(); hint != "" {
		note += ", " + hint
	}
	return text + p.styles.Dim.Render("  "+note)
}

// needs are the demands of an object on its members together, each marked as
// met or not.
func (p *Page) needs(x *formgen.Field) string {
	text := ""
	for _, need := range x.Needs() {
		style, mark := p.styles.Dim, "○ "
		if need.Met {
			style, mark = p.styles.Marker, "✓ "
		}
		text += "  " + style.Render(mark+need.Text)
	}
	return text
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func (p *Page) addKeyLabel(i int, r formgen.Row) string {
	text := "+ add " + singular(lowerFirst(r.Field.Label()))
	if r.Field.Parent() == nil || !r.Field.Place().IsMap() {
		text = "+ add field"
	}
	switch {
	case !r.Field.CanAddKey():
		return p.styles.Dim.Render("no more fields fit in")
	case i != p.focus:
		return p.styles.Add.Render(text)
	case p.naming != nil && p.live != nil:
		return p.styles.Add.Bold(true).Render(text+" ") + p.live.view()
	}
	return p.styles.Add.Bold(true).Render(text) + p.styles.Dim.Render("  enter")
}

func (p *Page) addLabel(i int, r formgen.Row) string {
	text := "+ add item"
	if !r.Field.IsItem() {
		text = "+ add " + singular(lowerFirst(r.Field.Label()))
	}
	if !r.Field.CanAppend() {
		return p.styles.Dim.Render("the list is full")
	}
	if i == p.focus {
		return p.styles.Add.Bold(true).Render(text) + p.styles.Dim.Render("  enter")
	}
	return p.styles.Add.Render(text)
}

// lowerFirst lowers the first letter of a label, but not of an abbreviation.
func lowerFirst(label string) string {
	runes := []rune(label)
	if len(runes) < 2 || unicode.IsUpper(runes[1]) {
		return label
	}
	return string(unicode.ToLower(runes[0])) + string(runes[1:])
}

// singular drops the plural of an English list label: "Stops" adds a "stop".
func singular(label string) string {
	endings := []struct{ plural, singular string }{
		{"ies", "y"}, {"ches", "ch"}, {"shes", "sh"}, {"sses", "ss"}, {"xes", "x"}, {"ss", "ss"}, {"s", ""},
	}
	for _, e := range endings {
		if stem, ok := strings.CutSuffix(label, e.plural); ok && len(stem) > 1 {
			return stem + e.singular
		}
	}
	return label
}
