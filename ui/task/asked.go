package task

import (
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/run"
	"a2aform/ui/kit"
)

// asked is what was filled in, in the words of the form, and the pane of it as it was drawn
// for a width and so many lines.
type asked struct {
	rows        []kit.FilledRow
	width, room int
	lines       []string
}

// askedMsg is what was filled in, in the words of the form.
type askedMsg []kit.FilledRow

// read reads that of a plan, the first time.
func (a *asked) read(to kit.Screen, plan *run.Plan) tea.Cmd {
	if a.rows != nil || plan == nil || plan.Private || plan.Data == nil && plan.Text == "" {
		return nil
	}
	return kit.Later(to, func() tea.Msg { return askedMsg(kit.FilledRows(plan)) })
}

// count is how many lines what was asked takes in so many columns.
func (a *asked) count(width int, st *kit.Styles) int {
	if len(a.rows) == 0 {
		return 0
	}
	lines, _ := kit.DrawFilled(a.rows, kit.CountFilled(a.rows), width, st)
	return len(lines)
}

// pane is what was asked in a pane of at most so many lines, none where they are too few.
func (a *asked) pane(width, room int, st *kit.Styles) []string {
	switch {
	case len(a.rows) == 0 || room < 1:
		return nil
	case a.lines != nil && a.width == width && a.room == room:
		return a.lines
	}
	lines, _ := kit.DrawFilled(a.rows, kit.CountFilled(a.rows), width-kit.FrameWidth, st)
	if more := len(lines) - room; more > 0 {
		lines = append(lines[:room-1:room-1], st.Dim.Render("… "+kit.Plural(more+1, "more line", "more lines")))
	}
	a.width, a.room = width, room
	a.lines = st.Pane.Draw(kit.Pane{Title: "Asked", Lines: lines, Width: width, Height: len(lines) + kit.FrameHeight})
	return a.lines
}
