package task

import (
	"strings"

	"charm.land/lipgloss/v2"

	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

// facts are those that do not change with what is below the panes.
func (s *Screen) facts() facts {
	v := s.shown()
	return facts{
		width: s.Width, height: s.Height, messages: s.windows.messages.Count(),
		asked:   func(width int) int { return s.asked.count(width, s.Styles()) },
		left:    s.Host.Borders.Left,
		isTable: v.isTable, hasRow: v.hasRow(), onResult: v.isOnResult() || v.isTable && v.focus != onMessages,
		isAnswering: v.isAnswering, isOver: v.isOver, isZoomed: v.isZoomed(), folded: len(s.header().folded()), thread: len(s.header().thread),
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
		s.windows.focus, s.result.table.zoom = onMessages, zoomedOut
	} else {
		s.windows.focus = onArtifact
	}
	s.place()
}

// arrange lays the parts out, with so many lines below them, and gives them their sizes.
func (s *Screen) arrange(below int) {
	f, v := s.facts(), s.shown()
	f.below = below
	s.windows.arrange(f, v)
	if s.result.isTable() {
		s.result.table.place(s.windows.layout.result, s.Width, v, !s.isAside)
	}
}

// panes draws the parts of the moment.
func (s *Screen) panes() paneDrawer {
	return paneDrawer{
		st: s.Styles(), now: &s.snapshot, shown: s.shown(), windows: &s.windows, progress: &s.progress, asked: &s.asked, result: &s.result,
		hasKeys: !s.reply.isOpen && !s.isAside, isAtEnd: s.snapshot.Phase.IsOver() || s.replay.atEnd(),
	}
}

// paneDrawer draws the parts of a run as they are laid out. It is made for each draw.
type paneDrawer struct {
	st       *kit.Styles
	now      *run.Snapshot
	shown    shown
	windows  *windows
	progress *progress
	asked    *asked
	result   *result
	hasKeys  bool // one of the panes has them
	isAtEnd  bool // nothing more comes
}

// lines are those of all panes.
func (d paneDrawer) lines() []string {
	l := &d.windows.layout
	if l.window.IsShown() {
		return strings.Split(d.windows.current(d.shown).View(), "\n")
	}
	var left, lines []string
	if l.asked.IsShown() {
		left = d.asked.pane(l.asked.Width, l.asked.Height-kit.FrameHeight, d.st)
	}
	if l.messages.IsShown() {
		left = append(left, d.messagesLines(l.messages.Width, l.messages.Height)...)
	}
	if l.tail.IsShown() {
		lines = strings.Split(d.windows.messages.View(), "\n")
	}
	switch {
	case !l.result.IsShown():
		lines = left
	case len(left) > 0:
		lines = kit.Beside(left, d.resultLines())
	default:
		lines = append(lines, d.resultLines()...)
	}
	if l.status.IsShown() {
		lines = append(lines, d.result.table.StatusLine())
	}
	return lines
}

// resultLines are the pane of the result.
func (d paneDrawer) resultLines() []string {
	if d.result.isTable() {
		return d.st.Pane.Draw(d.result.table.Docked())
	}
	return d.artifactLines(d.windows.layout.result.Width, d.windows.layout.result.Height)
}

func (d paneDrawer) messagesLines(width, height int) []string {
	lines := strings.Split(d.windows.messages.View(), "\n")
	if d.windows.messages.Count() == 0 && d.now.Phase.IsOver() && d.now.ResultMessage() == nil {
		lines = []string{d.st.Dim.Render("The agent said nothing.")}
	}
	return d.st.Pane.Draw(kit.Pane{
		Title: d.title(), Note: d.note(&d.windows.messages, width, d.timesNote(width)),
		Lines: lines, Width: width, Height: height, HasFocus: !d.shown.isOnResult() && d.hasKeys,
	})
}

func (d paneDrawer) artifactLines(width, height int) []string {
	p := kit.Pane{Title: "Result", Width: width, Height: height, HasFocus: d.shown.isOnResult() && d.hasKeys}
	if !d.result.isThere() {
		p.Lines = d.noResultLines(width - kit.FrameWidth)
		return d.st.Pane.Draw(p)
	}
	if d.result.framed.Title != "" {
		p.Title = d.result.framed.Title
	}
	p.Note, p.Lines = d.note(&d.windows.artifact, width, d.result.verdictNote(width-lipgloss.Width(p.Title))), strings.Split(d.windows.artifact.View(), "\n")
	return d.st.Pane.Draw(p)
}

// noResultLines say why the pane of the artifact is empty: with the agent's reason, where the task failed or was rejected.
func (d paneDrawer) noResultLines(width int) []string {
	if lines := kit.ReasonLines(d.st, d.now, width); lines != nil {
		return lines
	}
	return kit.Wrap(d.noResult(), width, 0, d.st.Dim)
}

// noResult says why the pane of the artifact is empty.
func (d paneDrawer) noResult() string {
	switch {
	case d.now.Phase == run.Paused:
		return "Nothing yet. The agent waits for an answer."
	case d.isAtEnd:
		return "The agent sent no result."
	}
	return "Nothing yet. What the agent sends appears here."
}

// note is the note of a pane, which says that it follows what comes.
func (d paneDrawer) note(w *window, width int, note string) string {
	if w.follow && width > kit.MinPaneWidth/2 {
		return "⇣ follow"
	}
	return note
}

// timesNote says how fast the agent is, as far as it fits next to its name.
func (d paneDrawer) timesNote(width int) string {
	room := width - kit.FrameWidth - lipgloss.Width(d.title())
	times := d.progress.times()
	for len(times) > 0 {
		if note := strings.Join(times, " · "); lipgloss.Width(note)+3 < room {
			return note
		}
		times = times[1:]
	}
	return ""
}

// title is the name of the agent, and what it calls the task.
func (d paneDrawer) title() string {
	name := kit.Line(d.now.Plan.Agent.Card().Name)
	if title := d.now.Details.Title(); !title.IsEmpty() {
		return name + " · " + title.Line(safe.CellLimit()).String()
	}
	return name
}
