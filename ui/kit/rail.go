package kit

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/widget/ansistyle"
)

// StepState is how far a step is.
type StepState uint8

// The states of a step.
const (
	Ahead       StepState = iota // it has not begun
	StepActive                   // it goes on: its mark is the spinner
	StepDone                     // it is over
	StepWaiting                  // it waits for the user
	StepTrouble                  // the connection is bad
	StepFailed                   // it ended badly
	StepStopped                  // it was canceled
)

// RailStep is one step of a [Rail].
type RailStep struct {
	Text  string // safe to show, on one line
	State StepState
	Cuts  bool // the text is cut where not all steps fit
}

// Rail is what [RailStyle.Draw] draws.
type Rail struct {
	Steps   []RailStep
	Spinner string // one column
	Note    string // at the right end
	Width   int
}

// RailStyle are the looks of a rail.
type RailStyle struct {
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
func (st *RailStyle) Draw(r Rail) string {
	note := ""
	if r.Note != "" {
		note = "  " + r.Note
	}
	room := max(r.Width-lipgloss.Width(note), 1)
	steps := r.Steps
	texts, fits := fitRail(steps, room)
	for !fits && len(steps) > 1 {
		steps = steps[1:]
		texts, fits = fitRail(steps, room)
	}
	var sb strings.Builder
	lines := railShare(len(steps)-1, room-railWidth(texts))
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

// railWidth is the width of steps with the shortest lines between them.
func railWidth(texts []string) int {
	n := (len(texts) - 1) * (minLine + 2)
	for _, t := range texts {
		n += markWidth + lipgloss.Width(t)
	}
	return n
}

// fitRail returns the texts of steps, cut where not all of them fit and they may
// be, and reports whether they fit. Of what is said of a bad connection the last sentence stays: it says what goes on.
func fitRail(steps []RailStep, room int) (texts []string, fits bool) {
	texts = make([]string, len(steps))
	for i, s := range steps {
		texts[i] = s.Text
	}
	for i, s := range steps {
		if s.State == StepTrouble && railWidth(texts) > room {
			sentences := strings.Split(s.Text, ". ")
			texts[i] = strings.TrimSuffix(sentences[len(sentences)-1], ".")
		}
	}
	for i, s := range steps {
		if over := railWidth(texts) - room; s.Cuts && over > 0 {
			texts[i] = ansi.Truncate(texts[i], max(lipgloss.Width(texts[i])-over, minText), "…")
		}
	}
	return texts, railWidth(texts) <= room
}

// railShare divides the spare columns among n lines: the first gets few of them.
func railShare(n, spare int) []int {
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
func (st *RailStyle) line(to RailStep, width int) string {
	if to.State == Ahead {
		return st.Line.Paint(strings.Repeat("┄", width))
	}
	return st.Done.Paint(strings.Repeat("━", width))
}

func (st *RailStyle) look(s StepState, spinner string) (mark string, style ansistyle.Style) {
	switch s {
	case StepActive:
		return spinner, st.Active
	case StepDone:
		return "✓", st.Done
	case StepWaiting:
		return "?", st.Waiting
	case StepTrouble:
		return "!", st.Waiting
	case StepFailed:
		return "✗", st.Bad
	case StepStopped:
		return "■", st.Stopped
	}
	return "○", st.Ahead
}

func (st *RailStyle) text(s StepState) ansistyle.Style {
	switch s {
	case Ahead:
		return st.Ahead
	case StepWaiting, StepTrouble:
		return st.Waiting
	case StepFailed:
		return st.Bad
	}
	return st.Text
}

// Spinner is a picture of what goes on.
func Spinner(frame int) string { return string([]rune("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")[frame%10]) }
