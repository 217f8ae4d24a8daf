package huhform

import (
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/widget/shortcut"
)

// row is a row as its page shows it.
type row struct {
	formgen.Row
	page     *Page
	index    int
	hasFocus bool
}

func (p *Page) rowAt(i int) row {
	return row{p.rows[i], p, i, i == p.focus && !p.isBlurred}
}

// row is the focused row.
func (p *Page) row() row { return p.rowAt(p.focus) }

// canFocus reports whether a row takes the focus: a constant that must be sent does only while it is not, and a heading
// only where nothing below it does.
func canFocus(r formgen.Row) bool {
	x := r.Field
	switch r.Kind {
	case formgen.Section:
		return x.Kind() == schema.Object && len(x.Presences()) > 1 && !x.OffersKeys() && !slices.ContainsFunc(x.Children(), hasStop)
	case formgen.Edit:
		return hasStop(x)
	}
	return true
}

// hasStop reports a field whose row takes the focus, or one below it.
func hasStop(x *formgen.Field) bool {
	return x.Kind() != schema.Const || !x.IsRequired() || x.Presence() != formgen.Set
}

// isSame reports rows of the same kind for the same field.
func isSame(a, b formgen.Row) bool {
	return a.Kind == b.Kind && a.Field == b.Field && a.Union == b.Union
}

// labelOf is the label of a row in the column of labels, on the page of a field.
func labelOf(r formgen.Row, page *formgen.Field) string {
	if r.Kind == formgen.Variant && r.Union == 0 && r.Field == page {
		return "Kind"
	}
	return r.Label()
}

// branch is the label of what is chosen in a choice between shapes, "" if
// nothing is.
func branch(r formgen.Row) string {
	u := r.Field.Unions()[r.Union]
	if r.Field.Presence() != formgen.Set || u.Chosen < 0 {
		return ""
	}
	return u.Branches[u.Chosen]
}

// hasLabel reports a row with a label in the column of labels.
func hasLabel(r formgen.Row) bool {
	return r.Kind == formgen.Edit || r.Kind == formgen.Subpage || r.Kind == formgen.Variant
}

// hasStar reports a row that says that its value is due.
func hasStar(r formgen.Row) bool {
	return r.Field.IsRequired() && !r.Field.IsItem() && !r.IsInner() && r.Union == 0 && !words.IsFree(r)
}

// isSpaced reports a row with a blank line above: a section begins or has
// ended.
func (r row) isSpaced() bool {
	return r.index > 0 && r.Depth == 0 && (r.Kind == formgen.Section || r.page.rows[r.index-1].Depth > 0)
}

// showsProblems reports whether a row shows the problems of its field, which may
// have several rows: the heading of a list does, not the row that adds; a choice
// does, unless the value has a row of its own.
func (r row) showsProblems() bool {
	switch r.Kind {
	case formgen.Add, formgen.AddKey:
		return false
	case formgen.Subpage:
		return !r.IsInner()
	case formgen.Variant:
		rest := r.page.rows[r.index+1:]
		if len(rest) == 0 || rest[0].Field != r.Field {
			return true
		}
		return rest[0].Kind != formgen.Variant && rest[0].Kind != formgen.Edit
	}
	return true
}

// height is how many lines the row takes without what only the focused row has.
func (r row) height() int {
	n := 1 + len(r.needs())
	if r.isSpaced() {
		n++
	}
	if r.showsProblems() {
		n += min(len(r.page.form.Showing()[r.Field]), maxNotes) + len(r.Field.Warnings())
	}
	return n
}

// draw returns the lines of the row. Those of a row without the focus are kept until it changes.
func (r row) draw() []string {
	p := r.page
	if r.index == p.focus || r.Kind == formgen.Add || r.Kind == formgen.AddKey {
		return r.lines()
	}
	now := r.state()
	if kept, ok := p.cache[r.Row]; ok && kept.state == now {
		return kept.lines
	}
	lines := r.lines()
	p.cache[r.Row] = drawn{now, lines}
	return lines
}

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

func (r row) state() rowState {
	s := rowState{version: r.Field.Version(), inside: r.page.form.ShowingIn(r.Field), star: hasStar(r.Row)}
	for _, text := range problems(r.page.form, r.Field) {
		s.problems += text + "\n"
	}
	return s
}

// lines are a row with what is below it: problems, doubts and, where the
// focus is, help.
func (r row) lines() []string {
	lines := r.ownLines()
	notes := r.faults()
	if r.hasFocus {
		notes = r.page.notes
	}
	for _, n := range slices.Concat(r.needs(), notes) {
		lines = append(lines, r.below(n.style.Render(n.text)))
	}
	return lines
}

// ownLines are label and value.
func (r row) ownLines() []string {
	p, fit := r.page, r.page.columns.fit
	var lines []string
	if r.isSpaced() {
		lines = append(lines, "")
	}
	head := r.gutter() + strings.Repeat("  ", r.Depth)
	switch r.Kind {
	case formgen.Section:
		return append(lines, fit(head+r.marker()+r.heading()))
	case formgen.Add:
		return append(lines, fit(head+"  "+r.addLabel()))
	case formgen.AddKey:
		return append(append(lines, fit(head+"  "+r.addKeyLabel())), r.list()...)
	}
	switch {
	case r.isOffer():
		return append(lines, fit(head+"  "+r.offer()))
	case r.IsInner():
		head += "  "
	default:
		head += r.marker()
	}
	if r.hasFocus && p.names.changed != nil {
		return append(append(lines, fit(head+p.styles.FocusedLabel.Render("new name")+"  "+p.fieldEditor.view())), r.list()...)
	}
	head += r.label() + "  "
	choices, areShown := r.radioText()
	switch {
	case areShown:
		return append(lines, fit(head+choices))
	case !r.hasFocus || p.fieldEditor == nil:
		return append(lines, fit(head+r.value()))
	case p.fieldEditor.list != nil:
		return append(append(lines, fit(head+r.value()+p.fieldEditor.list.filterText(p.styles.FocusedLabel))), r.list()...)
	case !p.fieldEditor.area:
		return append(lines, fit(head+p.fieldEditor.line(p.styles.Dim, p.columns.valueWidth())))
	}
	return append(append(lines, fit(head)), r.area()...)
}

// list is the choices below the focused row.
func (r row) list() (lines []string) {
	if e := r.page.fieldEditor; r.hasFocus && e != nil && e.list != nil {
		for _, text := range e.list.List(max(r.page.columns.width-r.page.columns.noteIndent(r.Row)-gutterWidth, 6), e.list.lines()) {
			lines = append(lines, r.below(text))
		}
	}
	return lines
}

// below is a line in the column of values, below the value.
func (r row) below(text string) string {
	return r.page.columns.fit(r.gutter() + strings.Repeat(" ", r.page.columns.noteIndent(r.Row)) + text)
}

// area is the text area of the focused row, below its label.
func (r row) area() []string {
	text := strings.Split(r.page.fieldEditor.view(), "\n")
	lines := make([]string, r.page.fieldEditor.lines)
	for n := range lines {
		lines[n] = r.gutter()
		if n < len(text) {
			lines[n] = r.page.columns.fit(lines[n] + strings.Repeat(" ", areaIndent) + text[n])
		}
	}
	return lines
}

// gutter marks the focused row.
func (r row) gutter() string {
	if r.hasFocus {
		return r.page.styles.Bar.Render("▌") + " "
	}
	return "  "
}

// marker shows the presence, in the color of what is wrong with the value or in it. A group or a list is filled in once all in it is right.
func (r row) marker() string {
	style, isBare := r.page.styles.Marker, words.IsUnfilled(r.Field) || r.Kind == formgen.Variant && branch(r.Row) == ""
	if kind := r.Field.Kind(); r.Kind != formgen.Variant && (kind == schema.Object || kind == schema.Array) {
		isBare = isBare || r.Field.HasBlankItem() || r.page.form.IsWrong(r.Field)
	}
	isWrong := r.page.form.ShowingIn(r.Field) > 0
	switch {
	case isWrong:
		style, isBare = r.page.styles.Problem, words.IsUnfilled(r.Field)
	case holdsWarning(r.Field):
		style, isBare = r.page.styles.Warning, false
	}
	switch r.Field.Presence() {
	case formgen.Set:
		if isBare {
			break
		}
		return style.Render("●") + " "
	case formgen.Null:
		return style.Render("∅") + " "
	}
	if isWrong || r.isAsked() {
		return style.Render("○") + " "
	}
	return r.page.styles.Dim.Render("○") + " "
}

// isAsked reports a field without a value below which a problem says what it needs.
func (r row) isAsked() bool {
	return r.Field.Presence() == formgen.Omitted && r.showsProblems() && len(r.page.form.Showing()[r.Field]) > 0
}

// requiredMark is behind the label of a field whose value is due.
const requiredMark = " *"

// labelSpace is how wide a label may be. The hints of a row say the whole of a longer one.
func (r row) labelSpace() int {
	width := r.page.columns.labelWidth() - 2*r.Depth
	if hasStar(r.Row) {
		width -= len(requiredMark)
	}
	return max(width, 1)
}

// label is the label, padded to the column, with a star where a value is due.
func (r row) label() string {
	width := r.page.columns.labelWidth() - 2*r.Depth
	star := ""
	if hasStar(r.Row) {
		star = r.page.styles.Required.Render(requiredMark)
	}
	text := ansi.Truncate(labelOf(r.Row, r.page.At()), r.labelSpace(), "…")
	style := r.page.styles.Label
	switch {
	case r.hasFocus:
		style = r.page.styles.FocusedLabel
	case r.Field.Location().IsDeprecated():
		style = r.page.styles.Dim
	}
	padding := strings.Repeat(" ", max(width-lipgloss.Width(text)-lipgloss.Width(star), 0))
	return style.Render(text) + star + padding
}

func (r row) heading() string {
	style := r.page.styles.Section
	if r.hasFocus {
		style = r.page.styles.FocusedLabel
	}
	text := style.Render(r.Field.Label())
	if hasStar(r.Row) {
		text += r.page.styles.Required.Render(" *")
	}
	if size := r.page.styles.size(r.Field); size != "" {
		text += "  " + size
	}
	return text
}

// isOffer reports an object that may be left out and is: its row adds it.
func (r row) isOffer() bool {
	x := r.Field
	return r.Kind == formgen.Subpage && x.Presence() == formgen.Omitted && !x.IsRequired() && !x.IsLocked() && !x.IsItem() && !x.IsExtra()
}

func (r row) offer() string {
	text, styles := words.AddGroupText(r.Field), r.page.styles
	if r.hasFocus {
		return styles.Add.Bold(true).Render(text) + styles.Dim.Render("  enter")
	}
	return styles.Add.Render(text)
}

func (r row) addLabel() string {
	text, styles := words.AddText(r.Field), r.page.styles
	switch {
	case r.Field.IsLocked():
		return styles.Dim.Render(words.LockedText(r.Field))
	case !r.Field.CanAppend():
		return styles.Dim.Render("the list is full")
	case r.Field.HasBlankItem():
		return styles.Dim.Render(text)
	case r.hasFocus:
		return styles.Add.Bold(true).Render(text) + styles.Dim.Render("  enter")
	}
	return styles.Add.Render(text)
}

// addKeyLabel is the row that adds a member; with the focus it is a line to type
// the name in.
func (r row) addKeyLabel() string {
	x, text, styles := r.Field, words.AddText(r.Field), r.page.styles
	choices, typed, editor := x.KeyChoices(), r.page.names.added[x], r.page.fieldEditor
	switch {
	case x.IsLocked():
		return styles.Dim.Render(words.LockedText(r.Field))
	case !x.CanAddKey():
		return styles.Dim.Render("there is no room for more")
	case choices != nil && len(choices) == 0:
		return styles.Dim.Render("all names are taken")
	case !r.hasFocus && typed != nil && typed.text != "":
		return styles.Add.Render(text+": ") + styles.Value.Render(safe.Text(typed.text).Line(0).String())
	case !r.hasFocus:
		return styles.Add.Render(text)
	case editor == nil:
		return styles.Add.Bold(true).Render(text)
	case editor.list != nil:
		return styles.Add.Bold(true).Render(text) + editor.list.filterText(styles.FocusedLabel)
	}
	return styles.Add.Bold(true).Render(text+": ") + editor.view()
}

// adds reports a row that adds to a list or a map.
func (r row) adds() bool {
	isNewMap := r.Kind == formgen.Subpage && r.Field.Presence() != formgen.Set && r.Field.Location().IsMap()
	return !r.Field.IsLocked() && (r.Kind == formgen.Add || isNewMap)
}

// sayNoText says what a row that takes no text is for.
func (r row) sayNoText() Event {
	switch x := r.Field; {
	case x.IsLocked():
		return say("%s is %s", name(x), words.LockedText(x))
	case r.Kind == formgen.Add && x.HasBlankItem():
		return say("fill in the last %s first", words.ItemNoun(x))
	case r.Kind == formgen.Add && x.CanAppend() || r.Kind == formgen.Subpage:
		return say("press %s, then type", shortcut.InProse(Keys.Open))
	}
	return say("%s takes no text", name(r.Field))
}

// rowList is the rows of a page, in their order.
type rowList []formgen.Row

// next is the next row in a direction that takes the focus, the nearest in
// the other one at the end.
func (l rowList) next(from, step int) int {
	for i := from + step; i >= 0 && i < len(l); i += step {
		if canFocus(l[i]) {
			return i
		}
	}
	for i := from; i >= 0 && i < len(l); i -= step {
		if canFocus(l[i]) {
			return i
		}
	}
	return min(max(from, 0), len(l)-1)
}

// first is the first row that takes the focus.
func (l rowList) first() int { return l.next(-1, 1) }

// firstDue is the row to begin with: the first that is wrong or needs a value, else the first.
func (l rowList) firstDue() int {
	for i, r := range l {
		isDue := r.Field.Presence() == formgen.Omitted || r.Kind == formgen.Subpage && words.IsUnfilled(r.Field)
		isWrong := r.Field.Form().ShowingIn(r.Field) > 0
		if (isWrong || hasStar(r) && isDue) && canFocus(r) && !r.Field.IsLocked() {
			return i
		}
	}
	return l.first()
}

// find is the row of the same kind and field, else of the same pointer, else
// the nearest to another that can have the focus.
func (l rowList) find(was formgen.Row, near int) int {
	pointer := was.Field.Pointer()
	same := -1
	for i, r := range l {
		if isSame(r, was) {
			return i
		}
		if same < 0 && canFocus(r) && r.Field.Pointer() == pointer {
			same = i
		}
	}
	if same >= 0 {
		return same
	}
	return l.next(min(near, len(l)), -1)
}

// of is the row of a field that takes the focus, that with its value where
// there are several; -1 for none.
func (l rowList) of(x *formgen.Field) int {
	found := -1
	for i, r := range l {
		if r.Field != x || !canFocus(r) {
			continue
		}
		if r.Kind == formgen.Edit {
			return i
		}
		if found < 0 {
			found = i
		}
	}
	return found
}

// firstIn is the first row that takes the focus of those in a field, -1 for none.
func (l rowList) firstIn(x *formgen.Field) int {
	return slices.IndexFunc(l, func(r formgen.Row) bool { return canFocus(r) && isIn(r.Field, x) })
}

// isIn reports a field that is below another.
func isIn(x, above *formgen.Field) bool {
	for x = x.Parent(); x != nil; x = x.Parent() {
		if x == above {
			return true
		}
	}
	return false
}

// addKeyRow is the row that adds a member to an object, -1 for none.
func (l rowList) addKeyRow(object *formgen.Field) int {
	return slices.IndexFunc(l, func(r formgen.Row) bool { return r.Kind == formgen.AddKey && r.Field == object })
}

// widestLabel is the width of the widest label on the page of a field, its indent and star included.
func (l rowList) widestLabel(at *formgen.Field) int {
	widest := minLabelWidth
	for _, r := range l {
		if hasLabel(r) {
			widest = max(widest, lipgloss.Width(labelOf(r, at))+2*r.Depth+len(" *"))
		}
	}
	return widest
}

// columns divide the width of a page: a gutter, the labels with their markers, and the values.
type columns struct {
	width  int // of the page
	widest int // label, with its indent and star
}

// minLabelWidth is the least width of the label column.
const minLabelWidth = 8

// The widths of what is next to a label: gutter, marker, and the gap before
// the value.
const (
	gutterWidth        = 2
	columnsBesideLabel = gutterWidth + 2 + 2
)

// areaIndent is the indent of a text area, after the gutter.
const areaIndent = 2

// narrow is up to how many columns notes use the label's column too.
const narrow = 60

// roomyValue is the space for a value that is enough for nearly all of them.
const roomyValue = 40

// labelWidth is the width of the label column: as wide as the labels need, at
// most two fifths of the page, or what leaves the values a roomy space.
func (c columns) labelWidth() int {
	return min(c.widest, max(c.width*2/5, c.width-columnsBesideLabel-roomyValue, minLabelWidth))
}

// valueWidth is the space for a value.
func (c columns) valueWidth() int { return max(c.width-c.labelWidth()-columnsBesideLabel, 6) }

// areaWidth is the space for a text of several lines.
func (c columns) areaWidth() int { return max(c.width-areaIndent-gutterWidth, 6) }

// newNameWidth is the space for the name of a member, in the row that adds it.
func (c columns) newNameWidth(r formgen.Row) int {
	return max(c.width-gutterWidth-2*r.Depth-2-lipgloss.Width(words.AddText(r.Field))-2, 6)
}

// noteIndent is the indent of the lines below a row, after the gutter: in
// the column of values, where there is space for it.
func (c columns) noteIndent(r formgen.Row) int {
	if !hasLabel(r) || c.width < narrow {
		return 2*r.Depth + 2
	}
	return c.labelWidth() + columnsBesideLabel - gutterWidth
}

// noteWidth is the space for the lines below a row.
func (c columns) noteWidth(r formgen.Row) int {
	return max(c.width-c.noteIndent(r)-gutterWidth, 10)
}

// fit cuts a line to the page.
func (c columns) fit(line string) string { return ansi.Truncate(line, c.width, "…") }
