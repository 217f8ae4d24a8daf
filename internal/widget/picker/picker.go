package picker

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// Styles are the colours of a picker.
type Styles struct {
	Title, Cursor, Selected, Label, Dim lipgloss.Style
}

// Model is one picker. Use [New].
type Model struct {
	title  string
	labels []string
	lower  []string // labels in lower case, once something was typed
	notes  []string // beside the labels, dim; may be nil
	shown  []int    // indices of labels that match the filter
	wanted string   // the filter that they match, in lower case
	cursor int      // in shown
	top    int      // first drawn, in shown
	filter textinput.Model
	styles Styles

	isTaken func(i int) bool // of a picker of several
	toggle  func(i int)
}

// Multiple lets several labels be taken, each by space, until enter: toggle
// takes one or puts it back, isTaken tells.
func (m *Model) Multiple(isTaken func(i int) bool, toggle func(i int)) {
	m.isTaken, m.toggle = isTaken, toggle
}

// filterWidth is the room for the filter, in columns.
const filterWidth = 24

// New is a picker over labels with the cursor at selected (-1 for the first).
// The labels are drawn as they are, so they must be safe.
func New(title string, labels, notes []string, selected int, styles Styles) *Model {
	filter := textinput.New()
	filter.Prompt = "/ "
	filter.Placeholder = "type to filter"
	filter.SetWidth(filterWidth)
	filter.Focus()
	m := &Model{title: title, labels: labels, notes: notes, filter: filter, styles: styles}
	m.match()
	m.cursor = max(selected, 0)
	return m
}

// Len is the number of labels.
func (m *Model) Len() int { return len(m.labels) }

// Result says what a key did.
type Result struct {
	Done   bool // the picker is to be closed
	Chosen int  // index of the chosen label, -1 if none was chosen
}

// Update handles a message. Enter chooses, esc closes without a choice.
func (m *Model) Update(msg tea.Msg) (Result, tea.Cmd) {
	open := Result{Chosen: -1}
	key, ok := msg.(tea.KeyPressMsg)
	if !ok {
		var cmd tea.Cmd
		m.filter, cmd = m.filter.Update(msg)
		return open, cmd
	}
	if m.toggle != nil && key.String() == "space" {
		if len(m.shown) > 0 {
			m.toggle(m.shown[m.cursor])
		}
		return open, nil
	}
	switch key.String() {
	case "esc":
		return Result{Done: true, Chosen: -1}, nil
	case "enter":
		if len(m.shown) == 0 {
			return open, nil
		}
		return Result{Done: true, Chosen: m.shown[m.cursor]}, nil
	case "up", "ctrl+p", "shift+tab":
		m.cursor = max(m.cursor-1, 0)
	case "down", "ctrl+n", "tab":
		m.cursor = max(min(m.cursor+1, len(m.shown)-1), 0)
	case "pgup":
		m.cursor = max(m.cursor-10, 0)
	case "pgdown":
		m.cursor = max(min(m.cursor+10, len(m.shown)-1), 0)
	default:
		return open, m.typed(key)
	}
	return open, nil
}

func (m *Model) typed(key tea.KeyPressMsg) tea.Cmd {
	before := m.filter.Value()
	var cmd tea.Cmd
	m.filter, cmd = m.filter.Update(key)
	if m.filter.Value() != before {
		m.match()
	}
	return cmd
}

// match finds the labels that hold the filter, ignoring case. A filter that
// goes on from the last one looks only at what that found.
func (m *Model) match() {
	want := strings.ToLower(m.filter.Value())
	among := m.shown
	if m.wanted == "" || !strings.HasPrefix(want, m.wanted) {
		among = m.all()
	}
	shown := m.shown[:0]
	for _, i := range among {
		if want == "" || strings.Contains(m.lowered(i), want) {
			shown = append(shown, i)
		}
	}
	m.shown, m.wanted, m.cursor, m.top = shown, want, 0, 0
}

// all are the indices of all labels.
func (m *Model) all() []int {
	m.shown = slices.Grow(m.shown[:0], len(m.labels))
	for i := range m.labels {
		m.shown = append(m.shown, i)
	}
	return m.shown
}

func (m *Model) lowered(i int) string {
	if m.lower == nil {
		m.lower = make([]string, len(m.labels))
		for i, label := range m.labels {
			m.lower[i] = strings.ToLower(label)
		}
	}
	return m.lower[i]
}

// View draws the picker in at most height lines of width columns.
func (m *Model) View(width, height int) string {
	rows := max(height-3, 1)
	m.scroll(rows)
	lines := []string{
		m.styles.Title.Render(ansi.Truncate(m.title, width, "…")),
		ansi.Truncate(m.filter.View()+m.styles.Dim.Render(fmt.Sprintf("  %d of %d", len(m.shown), len(m.labels))), width, "…"),
		"",
	}
	for i := m.top; i < min(m.top+rows, len(m.shown)); i++ {
		lines = append(lines, m.row(i, width))
	}
	return strings.Join(lines, "\n")
}

func (m *Model) scroll(rows int) {
	m.top = min(m.top, m.cursor)
	m.top = max(m.top, m.cursor-rows+1)
}

// box shows whether a label is taken.
func box(taken bool) string {
	if taken {
		return "[✓] "
	}
	return "[ ] "
}

func (m *Model) row(i, width int) string {
	label := m.labels[m.shown[i]]
	marker, style := "  ", m.styles.Label
	if i == m.cursor {
		marker, style = m.styles.Cursor.Render("> "), m.styles.Selected
	}
	if m.isTaken != nil {
		label = box(m.isTaken(m.shown[i])) + label
	}
	line := marker + style.Render(label)
	if m.notes != nil && m.notes[m.shown[i]] != "" {
		line += m.styles.Dim.Render("  " + m.notes[m.shown[i]])
	}
	return ansi.Truncate(line, width, "…")
}
