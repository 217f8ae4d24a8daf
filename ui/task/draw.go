package task

import (
	tea "charm.land/bubbletea/v2"

	"a2aform/ui/kit"
)

// drawNew draws entries and artifacts that are not drawn yet, here and in the open
// tables. The task of a chat has no size until the user opens it.
func (s *Screen) drawNew() tea.Cmd {
	hasRoom, grew := s.Width > 0, s.result.grew(&s.snapshot)
	if s.snapshot.Timeline.Len() < len(s.timeline.ends) {
		s.timeline.forget() // the results were dropped, see DropResults of package run
	}
	renewed := s.result.follow(s.shown().hasPanes())
	f := s.facts()
	if hasRoom {
		s.timeline.fit(f.timelineWidth(), s.shown().hasPanes(), s.Styles())
		s.timeline.take(s.snapshot.Timeline, measureTime)
	}
	if s.result.lines == nil && hasRoom {
		s.result.draw(f.resultWidth(), s.shown().hasPanes())
	}
	if grew {
		renewed = tea.Batch(renewed, s.result.renewOpened())
	}
	s.place()
	return renewed
}

// More asks for another message if there was no time to draw all of the timeline.
func (s *Screen) More() tea.Cmd {
	if s.measuring || !s.timeline.lags() {
		return nil
	}
	s.measuring = true
	return kit.After(s, kit.FrameTime, MeasureMsg{})
}

func (s *Screen) redraw() {
	s.result.lines = nil
	s.drawNew()
}

func (s *Screen) Help() []string {
	if s.shown().hasTableFocus() {
		return s.result.table.Help()
	}
	st := s.Styles()
	lines := []string{st.Title.Render(s.Name()), st.Text.Render("run " + kit.Line(s.snapshot.ID))}
	if !s.snapshot.TaskID.IsEmpty() {
		lines = append(lines, st.Text.Render("task "+kit.Line(s.snapshot.TaskID)), st.Text.Render("context "+kit.Line(s.snapshot.ContextID)))
	}
	for _, uri := range s.snapshot.Activated {
		lines = append(lines, st.Text.Render("the agent activated "+kit.Line(uri)))
	}
	for _, t := range s.progress.times() {
		lines = append(lines, st.Text.Render(sentence(t)))
	}
	return append(lines, st.Text.Render(kit.Plural(s.snapshot.Events, "event", "events")+" received"))
}
