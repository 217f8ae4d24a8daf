package task

import (
	"strings"

	"charm.land/lipgloss/v2"

	"a2aform/internal/run"
	"a2aform/ui/kit"
)

// facts are those that do not change with what is below the panes.
func (s *Screen) facts() facts {
	v := s.shown()
	return facts{
		width: s.Width, height: s.Height, messages: s.messages.Count(),
		asked:   func(width int) int { return s.asked.count(width, s.Styles()) },
		left:    s.Host.Borders.Left,
		isTable: v.isTable, hasRow: v.hasRow(), onResult: v.isOnResult() || v.isTable && v.focus != onMessages,
		isAnswering: v.isAnswering, isOver: v.isOver, isZoomed: v.isZoomed(), folded: len(s.foldedLines()), thread: len(s.threadLine()),
	}
}

// borderKeys move the border between the messages and the result, where they are side by side and no row is beside the result.
func (s *Screen) borderKeys() []kit.Key {
	if v := s.shown(); !v.hasPanes() || !v.isWide() || v.isZoomed() || v.hasRow() {
		return nil
	}
	f := s.facts()
	return s.Host.BorderKeys(s, f.border(), s.redraw)
}

// switchPane goes to the other pane.
func (s *Screen) switchPane() {
	v := s.shown()
	if !v.hasPanes() || !v.isThere {
		return
	}
	if v.isOnResult() || v.isZoomed() {
		s.focus, s.result.table.zoom = onMessages, zoomedOut
	} else {
		s.focus = onArtifact
	}
	s.place()
}

// arrange lays the parts out, with so many lines below them, and gives them their sizes.
func (s *Screen) arrange(below int) {
	f := s.facts()
	f.below = below
	s.parts = layoutOf(f)
	l := &s.parts
	place := func(w *window, r rect, frame, top int) { w.place(max(r.height-frame, 1), top) }
	switch {
	case l.window.isShown():
		place(s.window(), l.window, 0, s.messages.Count())
	case l.tail.isShown():
		place(&s.messages, l.tail, 0, s.messages.Count())
	default:
		place(&s.messages, l.messages, kit.FrameHeight, s.messages.Count())
	}
	place(&s.artifact, l.result, kit.FrameHeight, 0)
	s.placeTable()
}

// paneLines are the parts as they are laid out.
func (s *Screen) paneLines() []string {
	l := &s.parts
	if l.window.isShown() {
		return strings.Split(s.window().View(), "\n")
	}
	var left, lines []string
	if l.asked.isShown() {
		left = s.asked.pane(l.asked.width, l.asked.height-kit.FrameHeight, s.Styles())
	}
	if l.messages.isShown() {
		left = append(left, s.messagesLines(l.messages.width, l.messages.height)...)
	}
	if l.tail.isShown() {
		lines = strings.Split(s.messages.View(), "\n")
	}
	switch {
	case !l.result.isShown():
		lines = left
	case len(left) > 0:
		lines = kit.Beside(left, s.resultLines())
	default:
		lines = append(lines, s.resultLines()...)
	}
	if l.status.isShown() {
		lines = append(lines, s.result.table.StatusLine())
	}
	return lines
}

// resultLines are the pane of the result.
func (s *Screen) resultLines() []string {
	if s.result.isTable() {
		return s.Styles().Pane.Draw(s.result.table.Docked())
	}
	return s.artifactLines(s.parts.result.width, s.parts.result.height)
}

func (s *Screen) messagesLines(width, height int) []string {
	lines := strings.Split(s.messages.View(), "\n")
	if s.messages.Count() == 0 && s.snapshot.Phase.IsOver() && !s.isMessage() {
		lines = []string{s.Styles().Dim.Render("The agent said nothing.")}
	}
	return s.Styles().Pane.Draw(kit.Pane{
		Title: s.paneTitle(), Note: s.paneNote(&s.messages, width, s.timesNote(width)),
		Lines: lines, Width: width, Height: height, HasFocus: !s.shown().isOnResult() && !s.reply.isOpen && !s.isAside,
	})
}

// isMessage reports an agent that answered with a message, which is the result.
func (s *Screen) isMessage() bool { return s.snapshot.ResultMessage() != nil }

func (s *Screen) artifactLines(width, height int) []string {
	p := kit.Pane{Title: "Result", Width: width, Height: height, HasFocus: s.shown().isOnResult() && !s.reply.isOpen && !s.isAside}
	if !s.result.isThere() {
		p.Lines = s.noResultLines(width - kit.FrameWidth)
		return s.Styles().Pane.Draw(p)
	}
	if s.result.framed.Title != "" {
		p.Title = s.result.framed.Title
	}
	p.Note, p.Lines = s.paneNote(&s.artifact, width, s.result.verdictNote(width-lipgloss.Width(p.Title))), strings.Split(s.artifact.View(), "\n")
	return s.Styles().Pane.Draw(p)
}

// noResultLines say why the pane of the artifact is empty: with the agent's reason, where the task failed or was rejected.
func (s *Screen) noResultLines(width int) []string {
	if lines := kit.ReasonLines(s.Styles(), &s.snapshot, width); lines != nil {
		return lines
	}
	return kit.Wrap(s.noResult(), width, 0, s.Styles().Dim)
}

// noResult says why the pane of the artifact is empty.
func (s *Screen) noResult() string {
	switch {
	case s.snapshot.Phase == run.Paused:
		return "Nothing yet. The agent waits for an answer."
	case s.snapshot.Phase.IsOver() || s.replay.atEnd():
		return "The agent sent no result."
	}
	return "Nothing yet. What the agent sends appears here."
}

// paneNote is the note of a pane, which says that it follows what comes.
func (s *Screen) paneNote(w *window, width int, note string) string {
	if w.follow && width > kit.MinPaneWidth/2 {
		return "⇣ follow"
	}
	return note
}

// timesNote says how fast the agent is, as far as it fits next to its name.
func (s *Screen) timesNote(width int) string {
	room := width - kit.FrameWidth - lipgloss.Width(s.paneTitle())
	times := s.progress.times()
	for len(times) > 0 {
		if note := strings.Join(times, " · "); lipgloss.Width(note)+3 < room {
			return note
		}
		times = times[1:]
	}
	return ""
}
