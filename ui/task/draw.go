package task

import (
	tea "charm.land/bubbletea/v2"

	"a2aform/ui/kit"
)

// drawNew draws entries and artifacts that are not drawn yet, here and in the open
// tables. The task of a chat has no size until the user opens it.
func (s *Screen) drawNew() tea.Cmd {
	hasRoom, grew := s.Width > 0, false
	if s.snapshot.Timeline.Len() < len(s.timeline.ends) {
		s.timeline.forget() // the results were dropped, see DropResults of package run
	}
	if n := s.CountChunks(); n != s.chunks {
		s.chunks, s.results = n, nil
		grew = true
	}
	renewed := s.followTable()
	if hasRoom {
		s.timeline.fit(s.timelineWidth(), s.hasPanes(), s.Styles())
		s.timeline.take(s.snapshot.Timeline, measureTime)
	}
	if s.results == nil && hasRoom {
		s.results = s.drawParts()
	}
	if grew {
		renewed = tea.Batch(renewed, s.renewOpened())
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
	s.results = nil
	s.drawNew()
}

// CountChunks counts the chunks of the artifacts, to notice new ones.
func (s *Screen) CountChunks() int {
	n := 0
	for _, a := range s.snapshot.Artifacts {
		n += a.Chunks
		if a.Complete {
			n += 1 << 20
		}
	}
	if s.snapshot.ResultMessage() != nil {
		n++
	}
	return n
}

func (s *Screen) Help() []string {
	if s.hasTableFocus() {
		return s.table.Help()
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
