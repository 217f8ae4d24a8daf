package task

import (
	"strings"

	"charm.land/lipgloss/v2"

	"a2aform/internal/run"
	"a2aform/ui/kit"
)

// focus is the pane that the keys move.
type focus uint8

const (
	byItself   focus = iota // the messages while the task goes on, then the artifact
	onMessages              // the user chose it
	onArtifact
)

const (
	wide         = 98 // from how many columns on both panes are next to one another: on a terminal of 100
	minHeight    = 12 // rows that panes need
	minPane      = 5  // rows that a pane needs for its border
	lastMessages = 3  // above the artifact, where there is one pane
	maxMessages  = 46 // columns of the pane of messages
	minMessages  = 30 // next to a table
)

func (s *Screen) hasPanes() bool { return s.Width >= kit.MinPaneWidth && s.Height >= minHeight }

func (s *Screen) isWide() bool { return s.Width >= wide }

// isOnArtifact reports that the keys move the artifact.
func (s *Screen) isOnArtifact() bool {
	switch {
	case !s.result.isThere() || s.focus == onMessages:
		return false
	case s.focus == onArtifact:
		return true
	case s.result.isTable():
		return s.isComplete()
	}
	return !s.isWide() || s.snapshot.Phase.IsOver()
}

// switchPane goes to the other pane.
func (s *Screen) switchPane() {
	if !s.hasPanes() || !s.result.isThere() {
		return
	}
	if s.isOnArtifact() || s.isZoomed() {
		s.focus, s.result.table.zoom = onMessages, zoomedOut
	} else {
		s.focus = onArtifact
	}
	s.place()
}

// timelineWidth is how many columns an entry of the timeline has.
func (s *Screen) timelineWidth() int {
	switch {
	case !s.hasPanes():
		return s.Width
	case s.isWide():
		return s.messagesPane() - kit.FrameWidth
	}
	return s.Width - kit.FrameWidth
}

// messagesPane is the width of the pane of messages next to the artifact.
func (s *Screen) messagesPane() int {
	switch {
	case s.Width >= threePanes:
		return s.Width / 4
	case s.result.isTable():
		return max(s.Width/5, minMessages)
	}
	return min(s.Width*2/5, maxMessages)
}

// artifactWidth is how many columns the artifact has.
func (s *Screen) artifactWidth() int {
	switch {
	case !s.hasPanes():
		return s.Width
	case s.isWide():
		return s.Width - s.messagesPane() - kit.FrameWidth
	}
	return s.Width - kit.FrameWidth
}

// placePanes gives the panes the rows between the rail and so many lines below.
func (s *Screen) placePanes(below int) {
	s.status = s.statusRows(below)
	s.rows = max(s.Height-1-below-s.status, 1)
	messages, artifact := s.paneRows()
	s.messages.place(messages, s.messages.Count())
	s.artifact.place(artifact, 0)
	s.placeTable(below)
}

// statusRows is how many lines on the table are below the panes, above so many others.
func (s *Screen) statusRows(below int) int {
	if !s.hasDocked() || s.reply.isOpen || s.Height-1-below < minHeight {
		return 0
	}
	return 1
}

func (s *Screen) statusLines() []string {
	if s.status == 0 {
		return nil
	}
	return []string{s.result.table.StatusLine()}
}

// showsArtifact reports that the artifact is in sight where there is one pane.
func (s *Screen) showsArtifact() bool {
	return s.isOnArtifact() || s.hasDocked() && s.focus != onMessages
}

// hasTail reports that the last messages are above the artifact.
func (s *Screen) hasTail() bool {
	return !s.isWide() && s.showsArtifact() && s.rows >= lastMessages+minPane
}

// paneRows are the rows of the two windows.
func (s *Screen) paneRows() (messages, artifact int) {
	height := s.rows
	messages, artifact = height, height
	if height >= minPane {
		messages, artifact = height-kit.FrameHeight, height-kit.FrameHeight
	}
	if s.isWide() {
		messages -= len(s.askedPane(s.messagesPane(), height))
	}
	if s.hasTail() {
		messages = min(lastMessages, s.messages.Count())
		artifact -= messages
	}
	return max(messages, 1), max(artifact, 1)
}

// panes are the messages of the agent and the artifact: next to one another, or the
// artifact below the last messages.
func (s *Screen) panes() []string {
	height := s.rows
	switch {
	case height < minPane:
		return strings.Split(s.window().View(), "\n")
	case s.isWide():
		width := s.messagesPane()
		return kit.Beside(s.left(width, height), s.artifactLines(s.Width-width, height))
	case !s.showsArtifact():
		return s.messagesLines(s.Width, height)
	}
	var lines []string
	if s.hasTail() && s.messages.Count() > 0 {
		lines = strings.Split(s.messages.View(), "\n")
	}
	return append(lines, s.artifactLines(s.Width, height-len(lines))...)
}

// left are what was asked, where there is space for it, and the messages below it.
func (s *Screen) left(width, height int) []string {
	asked := s.askedPane(width, height)
	return append(asked, s.messagesLines(width, height-len(asked))...)
}

// askedPane is what was filled in, in a third of the height, or in what the messages leave when no more come; nothing on a
// narrow screen.
func (s *Screen) askedPane(width, height int) []string {
	if s.Width < threePanes {
		return nil
	}
	room := height/3 - kit.FrameHeight
	if s.snapshot.Phase.IsOver() {
		room = max(room, height-s.messages.Count()-2*kit.FrameHeight)
	}
	return s.asked.pane(width, room, s.Styles())
}

func (s *Screen) messagesLines(width, height int) []string {
	lines := strings.Split(s.messages.View(), "\n")
	if s.messages.Count() == 0 && s.snapshot.Phase.IsOver() && !s.isMessage() {
		lines = []string{s.Styles().Dim.Render("The agent said nothing.")}
	}
	return s.Styles().Pane.Draw(kit.Pane{
		Title: s.paneTitle(), Note: s.paneNote(&s.messages, width, s.timesNote(width)),
		Lines: lines, Width: width, Height: height, HasFocus: !s.isOnArtifact() && !s.reply.isOpen,
	})
}

// isMessage reports an agent that answered with a message, which is the result.
func (s *Screen) isMessage() bool { return s.snapshot.ResultMessage() != nil }

func (s *Screen) artifactLines(width, height int) []string {
	p := kit.Pane{Title: "Result", Width: width, Height: height, HasFocus: s.isOnArtifact() && !s.reply.isOpen}
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
