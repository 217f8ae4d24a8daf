package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/formgen/huhform"
	"a2aform/internal/run"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/form"
	"a2aform/ui/kit"
	"a2aform/ui/task"
)

// coachLine names the next key to somebody who uses the program for the first time; "" for
// everybody else.
func (f *frame) coachLine() string {
	if !f.host.Options.Hints || f.host.Overlay != nil {
		return ""
	}
	text := coachText(f.screens.Top())
	if text == "" {
		return ""
	}
	const begin = "First time? "
	if lipgloss.Width(begin+text) > f.host.Width-2 { // the key counts
		return " " + f.host.Styles.Strong.Render(shortened(text, f.host.Width-2))
	}
	return " " + f.host.Styles.Accent.Render(begin) + f.host.Styles.Strong.Render(text)
}

// shortened is a sentence as far as whole parts of it fit.
func shortened(text string, width int) string {
	for lipgloss.Width(text) > width {
		end := strings.LastIndexAny(text, ",;:")
		if end < 0 {
			return ansi.Truncate(text, width, "…")
		}
		text = text[:end] + "."
	}
	return text
}

// coachText is what a screen says to such a user.
func coachText(s kit.Screen) string {
	switch s := s.(type) {
	case kit.Coach:
		return s.Coach()
	case *form.Review:
		return "Press Enter: it sends this to the agent."
	case *form.Screen:
		if s.Form == nil {
			return ""
		}
		if len(s.Form.Showing()) > 0 {
			return "Correct what is marked ✗; " + shortcut.InProse(huhform.Keys.NextProblem) + " goes to the next problem."
		}
		if s.IsComplete() && !s.IsMessage() && !s.IsAnswer() {
			return "Press " + shortcut.InProse(kit.Keys.Review) + " when it is complete."
		}
		if s.IsComplete() && s.IsAnswer() {
			return "Press " + shortcut.InProse(kit.Keys.Review) + ": it answers the agent."
		}
		if s.IsComplete() {
			return "Press " + shortcut.InProse(kit.Keys.Review) + ": you review it before it is sent."
		}
		if !s.HasExamples() {
			return "Fill in the fields marked *."
		}
		return "Fill in the fields marked *, or press " + shortcut.InProse(kit.Keys.Presets) + ": it offers examples."
	}
	return ""
}

// coach is about the hints for somebody who uses the program for the first time.
type coach struct{ host *kit.Host }

// end ends the hints once the user goes on from the first result.
func (c coach) end(top kit.Screen, act kit.Action) tea.Cmd {
	t, ok := top.(*task.Screen)
	if !c.host.Options.Hints || !ok || act.Pop == 0 && act.Push == nil {
		return nil
	}
	if phase := t.Snapshot().Phase; phase != run.Settled && phase != run.Answered || t.Document() == nil {
		return nil
	}
	c.host.Options.Hints = false
	keep := c.host.Options.Store
	if keep == nil {
		return nil
	}
	return c.host.Writes.TrackWrites(func() tea.Msg {
		_ = keep.KeepHadResult() // else the hints come once more
		return nil
	})
}

// hintsKeptMsg is what came of keeping the choice.
type hintsKeptMsg struct{ err error }

// toggle turns the hints on or off, for good.
func (c coach) toggle() tea.Cmd {
	c.host.Options.Hints = !c.host.Options.Hints
	c.host.Status = kit.Status{Text: "First-time hints are off."}
	if c.host.Options.Hints {
		c.host.Status.Text = "First-time hints are on."
	}
	keep, on := c.host.Options.Store, c.host.Options.Hints
	if keep == nil {
		return nil
	}
	return c.host.Writes.TrackWrites(func() tea.Msg { return hintsKeptMsg{keep.KeepHints(on)} })
}

// kept says when that failed.
func (c coach) kept(m hintsKeptMsg) {
	if m.err != nil {
		c.host.Status = kit.Status{Text: c.host.Status.Text + " Not saved: " + m.err.Error(), Bad: true}
	}
}
