package present

import (
	"fmt"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/present"
	"a2aform/ui/kit"
	"a2aform/ui/kit/theme"
)

// notes are what the presenter reads.
func (l *look) notes(c *present.Cue, height int) []string {
	width := max(l.width-4, 1)
	lines := []string{"", kit.Between(ink(&l.st.Title, line(c.Script)), ink(&l.st.Strong, clock(time.Since(c.Began))), width)}
	where := fmt.Sprintf("step %d of %d · %s", c.Step, c.Of, c.Shows)
	if c.Blank {
		where += " · the screen is blank"
	}
	lines = append(lines, ink(&l.st.Dim, where))
	switch c.Source {
	case "live":
		lines = append(lines, ink(&l.st.Good, "● live · "+line(c.State)))
	case "recorded":
		lines = append(lines, bullet("! ", "recorded · "+line(c.Why)+" · "+line(c.State), width, &l.st.Warn)...)
	case "failed":
		lines = append(lines, bullet("! ", "failed, and there is no recorded run: go on with → · "+line(c.Why), width, &l.st.Warn)...)
	}
	for _, r := range c.Remarks {
		lines = append(lines, bullet("! ", line(r), width, &l.st.Warn)...)
	}
	lines = append(lines, "")
	if c.Caption != "" {
		lines = append(append(lines, wrap("“"+line(c.Caption)+"”", width, 0, &l.st.Accent)...), "")
	}
	for paragraph := range strings.SplitSeq(c.Notes, "\n") {
		lines = append(append(lines, wrap(line(paragraph), width, 0, &l.st.Text)...), "")
	}
	next := []string{ink(&l.st.Dim, "the last step")}
	if c.Step < c.Of {
		next = wrap("Next: "+line(c.Next), width, 2, &l.st.Dim)
	}
	lines = append(lines[:min(len(lines), max(height-len(next)-1, 1))], next...)
	for i, text := range lines {
		lines[i] = "  " + ansi.Truncate(text, width, "…")
	}
	for len(lines) < height {
		lines = append(lines, "")
	}
	return lines[:height]
}

// Notes follow a presentation in a second terminal.
type Notes struct {
	look
	cues <-chan present.Cue
	cue  present.Cue
}

// NewNotes shows what comes of a presentation; the channel is closed when that ends, and a zero cue says that none goes on.
func NewNotes(cues <-chan present.Cue, name kit.Theme, own *theme.Own, isASCII bool) *Notes {
	return &Notes{look: newLook(name, own, isASCII), cues: cues}
}

// Init waits for the first cue.
func (n *Notes) Init() tea.Cmd { return tea.Batch(tea.RequestBackgroundColor, n.wait(), second()) }

func (n *Notes) wait() tea.Cmd {
	return func() tea.Msg { return <-n.cues }
}

func second() tea.Cmd { return tea.Tick(time.Second, func(time.Time) tea.Msg { return tickMsg{} }) }

// Update follows.
func (n *Notes) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if msg = kit.Latin(msg); key.Matches(msg, keys.Leave, kit.Keys.Back) {
			return n, tea.Quit
		}
	case tickMsg:
		return n, second()
	case present.Cue:
		n.cue = msg
		return n, n.wait()
	default:
		return n, n.handle(msg)
	}
	return n, nil
}

// View draws the notes.
func (n *Notes) View() tea.View {
	switch {
	case n.width == 0:
		return n.view(" ")
	case n.cue.Of == 0:
		return n.view("\n  " + ink(&n.st.Dim, ansi.Truncate("Waiting for a2aform present in another terminal. q leaves.", max(n.width-2, 1), "…")))
	}
	return n.view(strings.Join(append(n.notes(&n.cue, n.height-1), "  "+ink(&n.st.Dim, "The keys are in the other terminal. q leaves.")), "\n"))
}

// Close has nothing to close.
func (n *Notes) Close() {}
