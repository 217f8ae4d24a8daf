package rail

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/widget/ansistyle"
)

// State is how far a step is.
type State uint8

// The states of a step.
const (
	Ahead   State = iota // it has not begun
	Active               // it goes on: its mark is the spinner
	Done                 // it is over
	Waiting              // it waits for the user
	Trouble              // the connection is bad
	Failed               // it ended badly
	Stopped              // it was canceled
)

// Step is one step of a [Rail].
type Step struct {
	Text  string // safe to show, on one line
	State State
	Cuts  bool // the text is cut where not all steps fit
}

// Rail is what [Style.Draw] draws.
type Rail struct {
	Steps   []Step
	Spinner string // one column
	Note    string // at the right end
	Width   int
}

// Style are the looks of a rail.
type Style struct {
	Text, Ahead, Line, Note             ansistyle.Style
	Active, Done, Waiting, Bad, Stopped ansistyle.Style
}

const (
	markWidth = 2  // a mark and a space
	minLine   = 2  // between two steps, without the spaces around it
	maxFirst  = 4  // after the first step, which takes no time
	minText   = 12 // what a text that is cut keeps
)

// Draw returns the rail in one line, as wide as it says. The first steps are left out where
// not all fit.
func (st *Style) Draw(r Rail) string {
	note := ""
	if r.Note != "" {
		note = "  " + r.Note
	}
	room := max(r.Width-lipgloss.Width(note), 1)
	steps := r.Steps
	texts, fits := fit(steps, room)
	for !fits && len(steps) > 1 {
		steps = steps[1:]
		texts, fits = fit(steps, room)
	}
	var sb strings.Builder
	lines := share(len(steps)-1, room-total(texts))
	for i, s := range steps {
		if i > 0 {
			sb.WriteString(" " + st.line(s, minLine+lines[i-1]) + " ")
		}
		mark, style := st.look(s.State, r.Spinner)
		sb.WriteString(style.Paint(mark) + " " + st.text(s.State).Paint(texts[i]))
	}
	text := ansi.Truncate(sb.String(), room, "…")
	return text + strings.Repeat(" ", max(room-lipgloss.Width(text), 0)) + st.Note.Paint(note)
}

// total is the width of steps with the shortest lines between them.
func total(texts []string) int {
	n := (len(texts) - 1) * (minLine + 2)
	for _, t := range texts {
		n += markWidth + lipgloss.Width(t)
	}
	return n
}

// fit returns the texts of steps, cut where not all of them fit and they may
// be, and reports whether they fit.
func fit(steps []Step, room int) (texts []string, fits bool) {
	texts = make([]string, len(steps))
	for i, s := range steps {
		texts[i] = s.Text
	}
	for i, s := range steps {
		if over := total(texts) - room; s.Cuts && over > 0 {
			texts[i] = ansi.Truncate(texts[i], max(lipgloss.Width(texts[i])-over, minText), "…")
		}
	}
	return texts, total(texts) <= room
}

// share divides the spare columns among n lines: the first gets few of them.
func share(n, spare int) []int {
	lines := make([]int, max(n, 0))
	spare = max(spare, 0)
	if n > 1 {
		lines[0] = min(spare, maxFirst-minLine)
		spare -= lines[0]
	}
	for i := range lines {
		if i > 0 || n == 1 {
			part := spare / (n - i)
			lines[i] += part
			spare -= part
		}
	}
	return lines
}

// line leads to a step.
func (st *Style) line(to Step, width int) string {
	if to.State == Ahead {
		return st.Line.Paint(strings.Repeat("┄", width))
	}
	return st.Done.Paint(strings.Repeat("━", width))
}

func (st *Style) look(s State, spinner string) (mark string, style ansistyle.Style) {
	switch s {
	case Active:
		return spinner, st.Active
	case Done:
		return "✓", st.Done
	case Waiting:
		return "?", st.Waiting
	case Trouble:
		return "!", st.Waiting
	case Failed:
		return "✗", st.Bad
	case Stopped:
		return "■", st.Stopped
	}
	return "○", st.Ahead
}

func (st *Style) text(s State) ansistyle.Style {
	switch s {
	case Ahead:
		return st.Ahead
	case Waiting, Trouble:
		return st.Waiting
	case Failed:
		return st.Bad
	}
	return st.Text
}

// Spinner is a picture of what goes on.
func Spinner(frame int) string { return string([]rune("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")[frame%10]) }
