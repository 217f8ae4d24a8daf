package ui

import tea "charm.land/bubbletea/v2"

// drawNew draws entries and artifacts that are not drawn yet, here and in the
// tables that were opened. The task of a conversation has no room until somebody
// opens it.
func (s *taskScreen) drawNew() (renewed tea.Cmd) {
	hasRoom := s.width > 0
	if s.snapshot.Timeline.Len() < len(s.timeline.ends) {
		s.timeline.forget() // the results were dropped, see [run.Run.DropResults]
	}
	if hasRoom {
		s.timeline.take(s.snapshot.Timeline, measureTime)
	}
	if n := s.CountChunks(); n != s.chunks || s.results == nil && hasRoom {
		s.chunks, s.results = n, nil
		if hasRoom {
			s.results = s.drawResults()
		}
		renewed = s.result.Changed()
	}
	s.place()
	return renewed
}

// more asks to be told to go on where there was no time for all of the timeline.
func (s *taskScreen) more() tea.Cmd {
	if s.measuring || !s.timeline.lags() {
		return nil
	}
	s.measuring = true
	return after(s, frameTime, measureMsg{})
}

func (s *taskScreen) redraw() {
	s.results = nil
	s.drawNew()
}

func (s *taskScreen) CountChunks() int {
	n := 0
	for _, a := range s.snapshot.Artifacts {
		n += a.Chunks
		if a.Complete {
			n += 1 << 20
		}
	}
	if s.snapshot.Reply != nil {
		n++
	}
	return n
}

func (s *taskScreen) drawResults() []string {
	doc := s.document
	if doc == nil || len(doc.Sections) == 0 {
		return nil
	}
	lines := []string{""}
	if s.asJSON {
		return append(lines, doc.JSON(s.width, s.styles().render)...)
	}
	return append(lines, doc.Lines(s.width, s.styles().render)...)
}

func (s *taskScreen) help() []string {
	st := s.styles()
	lines := []string{st.Title.Render(s.name()), st.Text.Render("run " + line(s.snapshot.ID))}
	if !s.snapshot.TaskID.IsEmpty() {
		lines = append(lines, st.Text.Render("task "+line(s.snapshot.TaskID)), st.Text.Render("context "+line(s.snapshot.ContextID)))
	}
	for _, uri := range s.snapshot.Activated {
		lines = append(lines, st.Text.Render("the agent activated "+line(uri)))
	}
	return append(lines, st.Text.Render(plural(s.snapshot.Events, "event", "events")+" received"))
}
