package qa

import (
	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/runner"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

// editorMsg says that the user's editor has ended.
type editorMsg struct{ err error }

func (m editorMsg) action() kit.Action {
	if m.err != nil {
		return kit.Errorf("%s", safe.Text(m.err.Error()).Line(0))
	}
	return kit.Action{}
}

// edit opens a file in the user's editor.
func edit(h *kit.Host, s kit.Screen, path string) (kit.Action, tea.Cmd) {
	cmd, err := kit.EditFile(h.Context, s, path, func(err error) tea.Msg { return editorMsg{err} })
	if err != nil {
		return kit.Errorf("%s", err), nil
	}
	return kit.Action{}, cmd
}

// filledMsg is what a case sends, to be opened in its form.
type filledMsg struct {
	plan *run.Plan
	c    *casefile.Case
	err  error
}

// fillIn makes what a case sends, in a command.
func fillIn(h *kit.Host, s kit.Screen, agent *a2aclient.Agent, c *casefile.Case) tea.Cmd {
	keep := h.Options.Store
	return kit.Later(s, func() tea.Msg {
		if c.Problem != nil {
			return filledMsg{err: c.Problem}
		}
		p, err := runner.Build(c, agent, keep)
		return filledMsg{p, c, err}
	})
}

// action opens the form. An input that breaks its schema opens, too: the form shows where.
func (m filledMsg) action(h *kit.Host) kit.Action {
	if m.err != nil {
		return kit.Errorf("%s", safe.Text(m.err.Error()).Line(0))
	}
	about := "filled in as in the case " + safe.Text(m.c.Name).Line(60).String() + "; " + shortcut.InProse(kit.Keys.Review) + " reviews it"
	if m.c.Input.Invalid {
		about = "invalid on purpose: " + shortcut.InProse(kit.Keys.Review) + " twice offers to send it as it is"
	}
	return h.Nav.FillIn(m.plan, "case:"+m.c.Name, about)
}
