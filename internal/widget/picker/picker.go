// Package picker chooses one of many labels: type to filter, move, enter.
//
// It costs the same with ten labels and with fifty thousand: filtering scans
// the labels once a key, drawing touches the rows on screen.
package picker

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/widget/ansistyle"
	"a2aform/internal/widget/textline"
)

// Styles are the colors of a picker.
type Styles struct {
	Title, Cursor, Selected, Label, Dim lipgloss.Style
	Row                                 ansistyle.Tint // under the row at the cursor
}

// pens draw in the colors of [Styles].
type pens struct {
	title, cursor, selected, label, dim ansistyle.Style
	row                                 ansistyle.Tint
}

// Model is one picker. Use [New].
type Model struct {
	title  string
	labels []string
	notes  []string // next to the labels, dim; may be nil
	shown  []int    // indices of labels that match the filter
	cursor int      // in shown
	top    int      // first drawn, in shown
	drawn  int      // how many labels fit into the last view
	filter textline.Model
	pens   pens

	isMarked func(int) bool // of a picker that takes several, and of a list
	marks    marks
	isFuzzy  bool
	isFaint  func(int) bool // of one with labels that cannot be used now; may be nil
	isTucked func(int) bool // of one with labels that are listed only where something is typed; may be nil
	terms    []string       // other words for the labels; may be nil
}

// filterWidth is the space for the filter, in columns.
const filterWidth = 24

// New is a picker over labels with the cursor at selected (-1 for the first).
// The labels are drawn as they are, so they must be safe.
func New(title string, labels, notes []string, selected int, styles Styles) *Model {
	filter := textline.New()
	filter.Prompt = "/ "
	filter.Placeholder = "type to filter"
	filter.SetWidth(filterWidth)
	filter.KeyMap.DeleteWordForward.SetEnabled(false) // it fails at the last character (bubbles v2.2.1)
	filter.Focus()
	m := &Model{title: title, labels: labels, notes: notes, filter: filter}
	m.Restyle(styles)
	m.match()
	m.cursor = max(selected, 0)
	return m
}

// NewList is a picker without a title and a line for the filter, which its user draws: see [Model.List] and
// [Model.Filter]. isMarked says which labels are taken. Where one is taken, the cursor is
// there, or nowhere until it moves; where several can be, it is at the first label.
func NewList(labels, notes []string, isMarked func(int) bool, several bool, styles Styles) *Model {
	m := New("", labels, notes, -1, styles)
	m.cursor = slices.IndexFunc(m.shown, isMarked)
	m.isMarked, m.marks = isMarked, oneMark
	if several {
		m.cursor, m.marks = 0, severalMarks
	}
	return m
}

// Filter is what was typed.
func (m *Model) Filter() string { return m.filter.Value() }

// Unfilter takes the filter away; the cursor stays at its label.
func (m *Model) Unfilter() {
	at := m.Hovered()
	m.filter.SetValue("")
	m.match()
	m.cursor = at
}

// Move handles a key that moves the cursor or changes the filter.
func (m *Model) Move(key tea.KeyPressMsg) { _, _ = m.pressed(key) }

// ToFirst puts the cursor at the first label that is shown.
func (m *Model) ToFirst() { m.cursor = 0 }

// ToTop puts the cursor at a label and draws as many of those behind it as fit.
func (m *Model) ToTop(label int) {
	m.cursor = max(slices.Index(m.shown, label), 0)
	m.top = m.cursor
}

// CanMove reports that the cursor has a label above or below it.
func (m *Model) CanMove(down bool) bool {
	if down {
		return m.cursor < len(m.shown)-1
	}
	return m.cursor > 0
}

// Matches is how many labels the filter lets through.
func (m *Model) Matches() int { return len(m.shown) }

// List draws the labels around the cursor in at most rows lines of width columns.
func (m *Model) List(width, rows int) (lines []string) {
	m.drawn = rows
	m.scroll(rows)
	for i := m.top; i < min(m.top+rows, len(m.shown)); i++ {
		lines = append(lines, m.row(i, width))
	}
	if len(m.shown) == 0 {
		lines = append(lines, m.pens.dim.Paint(ansi.Truncate("  nothing matches", width, "…")))
	}
	return lines
}

// At is the label that is on a line of the last [Model.List], -1 for none, and puts the cursor there.
func (m *Model) At(line int) int {
	i := m.top + line
	if line < 0 || line >= m.drawn || i >= len(m.shown) {
		return -1
	}
	m.cursor = i
	return m.shown[i]
}

// Restyle draws the picker in other colors.
func (m *Model) Restyle(styles Styles) {
	looks := m.filter.Styles()
	looks.Focused.Prompt, looks.Focused.Text, looks.Focused.Placeholder = styles.Label, styles.Label, styles.Dim
	looks.Cursor.Color = lipgloss.NoColor{}
	m.filter.SetStyles(looks)
	m.pens = pens{ansistyle.New(styles.Title), ansistyle.New(styles.Cursor), ansistyle.New(styles.Selected), ansistyle.New(styles.Label), ansistyle.New(styles.Dim), styles.Row}
}

// Faint says which labels cannot be used just now. They are dim, and can be chosen all the same, so that the reason
// can be said.
func (m *Model) Faint(isFaint func(int) bool) { m.isFaint = isFaint }

// Tuck says which labels are listed only where something is typed.
func (m *Model) Tuck(isTucked func(int) bool) {
	m.isTucked = isTucked
	m.match()
}

// Terms are other words by which the labels are found, after those that contain what is typed; each is in lower case.
func (m *Model) Terms(terms []string) { m.terms = terms }

// Fuzzy lets labels match of which the filter has beginnings of words, as stc of "Save as test case", after those that contain it.
func (m *Model) Fuzzy() { m.isFuzzy = true }

// Title is what the picker asks.
func (m *Model) Title() string { return m.title }

// Hovered is the index of the label under the cursor, -1 where none is shown.
func (m *Model) Hovered() int {
	if m.cursor < 0 || m.cursor >= len(m.shown) {
		return -1
	}
	return m.shown[m.cursor]
}

// Len is how many labels are listed where nothing is typed.
func (m *Model) Len() int {
	n := len(m.labels)
	for i := range m.labels {
		if m.isTucked != nil && m.isTucked(i) {
			n--
		}
	}
	return n
}

// Keys are those of a picker. What is typed filters.
var Keys = struct{ Choose, Close, Complete, Up, Down, PageUp, PageDown, First, Last key.Binding }{
	Choose:   bind("Choose", "enter"),
	Close:    bind("Close", "esc"),
	Complete: bind("Choose the only one", "tab"), // of several the next
	Up:       bind("Up", "up", "ctrl+p", "shift+tab"),
	Down:     bind("Down", "down", "ctrl+n"),
	PageUp:   bind("Page up", "pgup"),
	PageDown: bind("Page down", "pgdown"),
	First:    bind("First", "home"), // and last: they move in a filter
	Last:     bind("Last", "end"),
}

func bind(help string, on ...string) key.Binding {
	return key.NewBinding(key.WithKeys(on...), key.WithHelp(on[0], help))
}

// Result says what a key did.
type Result struct {
	Done   bool // the picker is to be closed
	Chosen int  // index of the chosen label, -1 if none was chosen
}

// Update handles a message. Enter chooses, and so does tab where one label is left; esc closes without a choice.
func (m *Model) Update(msg tea.Msg) (Result, tea.Cmd) {
	open := Result{Chosen: -1}
	press, ok := msg.(tea.KeyPressMsg)
	switch {
	case !ok:
		return open, m.typed(msg)
	case key.Matches(press, Keys.Complete) && len(m.shown) == 1:
		return Result{Done: true, Chosen: m.shown[0]}, nil
	case press.String() == "/" && m.filter.Value() == "": // which begins a filter on other screens
		return open, nil
	}
	return m.pressed(press)
}

// pressed handles a key where one label is chosen.
func (m *Model) pressed(press tea.KeyPressMsg) (Result, tea.Cmd) {
	const page = 10
	open, last := Result{Chosen: -1}, max(len(m.shown)-1, 0)
	switch {
	case key.Matches(press, Keys.Close):
		return Result{Done: true, Chosen: -1}, nil
	case key.Matches(press, Keys.Choose):
		if len(m.shown) == 0 {
			return open, nil
		}
		return Result{Done: true, Chosen: m.shown[m.cursor]}, nil
	case key.Matches(press, Keys.Up):
		m.cursor = max(m.cursor-1, 0)
	case key.Matches(press, Keys.Down, Keys.Complete):
		m.cursor = min(m.cursor+1, last)
	case key.Matches(press, Keys.PageUp):
		m.cursor = max(m.cursor-page, 0)
	case key.Matches(press, Keys.PageDown):
		m.cursor = min(m.cursor+page, last)
	case m.filter.Value() == "" && key.Matches(press, Keys.First):
		m.cursor = 0
	case m.filter.Value() == "" && key.Matches(press, Keys.Last):
		m.cursor = last
	default:
		return open, m.typed(press)
	}
	return open, nil
}

func (m *Model) typed(msg tea.Msg) tea.Cmd {
	before := m.filter.Value()
	var cmd tea.Cmd
	m.filter, cmd = m.filter.Update(msg)
	if m.filter.Value() != before {
		m.match()
	}
	return cmd
}

// match finds the labels that contain the filter, ignoring case; labels that begin with it come first, then come those
// with another word that begins with it, and those of which it has beginnings of words last.
func (m *Model) match() {
	want := strings.ToLower(m.filter.Value())
	var within, other, scattered []int
	m.shown, m.cursor, m.top = nil, 0, 0
	for i, label := range m.labels {
		switch label = strings.ToLower(label); {
		case want == "" && m.isTucked != nil && m.isTucked(i):
		case strings.HasPrefix(label, want):
			m.shown = append(m.shown, i)
		case strings.Contains(label, want):
			within = append(within, i)
		case m.terms != nil && strings.Contains(" "+m.terms[i], " "+want):
			other = append(other, i)
		case m.isFuzzy && hasBeginnings(strings.Fields(label), strings.ReplaceAll(want, " ", "")):
			scattered = append(scattered, i)
		}
	}
	m.shown = slices.Concat(m.shown, within, other, scattered)
}

// hasBeginnings reports that a text is made of the beginnings of words, in their order.
func hasBeginnings(words []string, text string) bool {
	if text == "" || len(words) == 0 {
		return text == ""
	}
	for n := 1; n <= len(text) && strings.HasPrefix(words[0], text[:n]); n++ {
		if hasBeginnings(words[1:], text[n:]) {
			return true
		}
	}
	return hasBeginnings(words[1:], text)
}

// View draws the picker in at most height lines of width columns.
func (m *Model) View(width, height int) string {
	lines := []string{m.pens.title.Paint(ansi.Truncate(m.title, width, "…"))}
	if m.showsFilter() {
		lines = append(lines, ansi.Truncate(m.filter.View()+m.pens.dim.Paint(m.count()), width, "…"), "")
	}
	return strings.Join(append(lines, m.List(width, max(height-m.headLines(), 1))...), "\n")
}

// filterFrom is from how many listed labels on the line of the filter is there before something is typed.
const filterFrom = 8

// showsFilter reports that a view has the line of the filter: of a long list, of one that is searched rather than read, and once something
// is typed.
func (m *Model) showsFilter() bool {
	return m.Len() >= filterFrom || m.isFuzzy && len(m.labels) >= filterFrom || m.filter.Value() != ""
}

// Below is how many labels are out of sight below the last view.
func (m *Model) Below() int { return max(len(m.shown)-m.top-m.drawn, 0) }

// count is how many labels match.
func (m *Model) count() string {
	return fmt.Sprintf("  %d of %d", len(m.shown), max(m.Len(), len(m.shown)))
}

func (m *Model) scroll(rows int) {
	m.top = min(m.top, max(m.cursor, 0), max(len(m.shown)-rows, 0))
	m.top = max(m.top, m.cursor-rows+1)
}

// marks show whether a label is taken.
type marks struct{ taken, other string }

var oneMark, severalMarks = marks{"●", " "}, marks{"✓", "•"}

func (m *Model) row(i, width int) string {
	label := m.labels[m.shown[i]]
	if m.notes != nil && m.notes[m.shown[i]] == "" {
		label = strings.TrimRight(label, " ") // nothing follows it, so nothing is cut off
	}
	marker, style := "  ", m.pens.label
	if m.isFaint != nil && m.isFaint(m.shown[i]) {
		style = m.pens.dim
	}
	if i == m.cursor {
		marker, style = m.pens.cursor.Paint("▌ "), m.pens.selected
	}
	if m.isMarked != nil {
		mark := m.marks.other
		if m.isMarked(m.shown[i]) {
			mark = m.marks.taken
		}
		marker += m.pens.cursor.Paint(mark) + " "
	}
	line := marker + style.Paint(label)
	if m.notes != nil && m.notes[m.shown[i]] != "" {
		line += m.pens.dim.Paint("  " + m.notes[m.shown[i]])
	}
	line = ansi.Truncate(line, width, "…")
	if i == m.cursor {
		return m.pens.row.Line(line, width)
	}
	return line
}

// headLines counts the lines above the labels: the title, and the filter with a blank one.
func (m *Model) headLines() int {
	if m.showsFilter() {
		return 3
	}
	return 1
}

// Height is how many lines a view takes that shows every label, whatever the filter lets through.
func (m *Model) Height() int { return m.headLines() + max(m.Len(), 1) }

// measured is how many labels are looked at for the width.
const measured = 200

// Width is how many columns a view needs to show the labels and their notes whole, as far
// as the first of them say so.
func (m *Model) Width() (n int) {
	for i := range min(len(m.labels), measured) {
		line := lipgloss.Width(m.labels[i]) + len("  ")
		if m.notes != nil && m.notes[i] != "" {
			line += lipgloss.Width(m.notes[i]) + 2
		}
		n = max(n, line)
	}
	return n
}

// Click chooses the label that is on a line of the view, counted from 0. Elsewhere it does nothing.
func (m *Model) Click(line int) Result {
	head := m.headLines()
	i := m.top + line - head
	if line < head || i >= len(m.shown) {
		return Result{Chosen: -1}
	}
	m.cursor = i
	return Result{Done: true, Chosen: m.shown[i]}
}
