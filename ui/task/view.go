package task

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/dustin/go-humanize/english"

	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/widget/ansistyle"
	"a2aform/internal/widget/shortcut"
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
	return append(lines, st.Text.Render(english.Plural(s.snapshot.Events, "event", "events")+" received"))
}

// header is what is above the other parts of a run: how far it is, and its thread. It is made for each draw.
type header struct {
	st        *kit.Styles
	now       *run.Snapshot
	progress  *progress
	opening   *opening // of a replay that has not come to the run; nil for none
	thread    []string // the thread on one line, none for a run that is alone
	closing   string   // what the agent said at the end, "" where it is in sight
	width     int
	hasResult bool // below the messages: their last one is out of sight
	isFolded  bool // the messages are, to one line
	follows   bool // the window moves with what comes
}

// header is that of the moment.
func (s *Screen) header() header {
	v := s.shown()
	h := header{
		st: s.Styles(), now: &s.snapshot, progress: &s.progress, width: s.Width,
		hasResult: len(s.result.lines) > 0,
	}
	if s.replay.isOpening() {
		h.opening = s.replay.opening
	}
	if v.hasPanes() && !s.thread.IsOne() {
		h.thread = []string{s.thread.current().Line(s.Width, s.Styles())}
	}
	closing := kit.Line(s.snapshot.Closing())
	h.isFolded = v.isFolded() && (!v.isOver || lipgloss.Width(closing) > h.closingRoom())
	if v.isZoomed() && !h.isFolded { // the messages are out of sight
		h.closing = closing
	}
	body := &s.windows.body
	h.follows = !v.isOver && !s.replay.atEnd() && !v.isAnswering && (body.follow || !body.scrolled && !h.hasResult)
	return h
}

// closingRoom is how many columns of the rail are for what the agent said at the end.
func (h header) closingRoom() int { return h.width * 3 / 4 }

// rail is how far the run is, in one line.
func (h header) rail() string {
	st := h.st
	look := kit.RailStyle{
		Text: ansistyle.New(st.Text), Ahead: ansistyle.New(st.Dim), Line: ansistyle.New(st.Rule), Note: ansistyle.New(st.Dim),
		Active: ansistyle.New(st.Accent), Done: ansistyle.New(st.Good), Waiting: ansistyle.New(st.Warn), Bad: ansistyle.New(st.Bad), Stopped: ansistyle.New(st.Warn),
	}
	steps := h.progress.steps()
	if h.opening != nil {
		steps = h.opening.steps()
	}
	if h.closing != "" {
		last := &steps[len(steps)-1]
		last.Text, last.Cuts = last.Text+": "+ansi.Truncate(h.closing, h.closingRoom(), "…"), true
	}
	return look.Draw(kit.Rail{Steps: steps, Spinner: kit.Spinner(h.progress.frame), Note: kit.Seconds(h.progress.elapsed()), Width: h.width - 1})
}

// lines are those above the timeline where there is no space for panes: the phase of the run, and its states.
func (h header) lines() []string {
	timing := h.progress.timing(h.width)
	if h.follows {
		timing = "⇣ follow · " + timing
	}
	lines := []string{kit.Between(h.progress.text(h.st), h.st.Dim.Render(timing), h.width)}
	if bar := h.progress.stateBar(h.st, h.width); bar != "" {
		lines = append(lines, bar)
	}
	if word := h.lastWord(); word != "" {
		lines = append(lines, word)
	}
	return append(lines, "")
}

// lastWord is what would be out of sight above the results: the last word on
// the connection as long as the agent has not been heard since, else what the
// agent said last.
func (h header) lastWord() string {
	if h.now.Reconnects == 0 && h.progress.trouble() != "" { // the phase says that it reconnects
		return h.st.Warn.Render(ansi.Truncate("! "+h.progress.trouble(), h.width, "…"))
	}
	if !h.hasResult || h.progress.said() == "" {
		return ""
	}
	return h.st.Text.Render(ansi.Truncate(h.progress.said(), h.width, "…"))
}

// maxFolded is how many of the last entries are looked at for words.
const maxFolded = 100

// folded are the last words of the agent on one line, where the messages are folded; none where it said nothing.
func (h header) folded() []string {
	if !h.isFolded {
		return nil
	}
	timeline := h.now.Timeline
	for i := timeline.Len() - 1; i >= max(timeline.Len()-maxFolded, 0); i-- {
		if e := timeline.Entry(i); e.Kind == run.MessageEntry && !e.Text.IsEmpty() {
			return []string{" " + ansi.Truncate(h.st.Dim.Render(e.Text.Line(safe.TextLimit()).String()), h.width-2, "…")}
		}
	}
	return nil
}

// bottom is what is below the other parts of a run: what went wrong, or the answer that is typed. It is made for each draw.
type bottom struct {
	now           *run.Snapshot
	reply         *reply
	replay        *replay // nil for a live run
	st            *kit.Styles
	width, height int // of the screen
	hasPanes      bool
	isAside       bool // a screen beside this one has the keys
}

func (s *Screen) bottom() bottom {
	return bottom{now: &s.snapshot, reply: &s.reply, replay: s.replay, st: s.Styles(), width: s.Width, height: s.Height, hasPanes: s.shown().hasPanes(), isAside: s.isAside}
}

// lines are under the timeline: what went wrong, or the answer.
func (b bottom) lines() []string {
	st := b.st
	switch {
	case b.replay != nil:
		return b.replay.lines(b.width)
	case b.now.Phase == run.Paused:
		return b.answerLines()
	case b.reply.isOpen:
		return b.framed(kit.Pane{Title: "Your answer", Lines: append(kit.Wrap(wentOn, b.contentWidth(), 0, st.Warn), b.reply.line.View()), HasFocus: !b.isAside})
	case b.now.Phase == run.Errored:
		lines := kit.ErrorLines(st, b.now.Err, b.contentWidth())
		if b.now.CanRetry {
			lines = append(lines, kit.Bullet("→ ", shortcut.InProse(kit.Keys.Resend)+" sends the same message again, under the same id. The agent may then do it twice.", b.contentWidth(), st.Text)...)
		}
		lines = append(lines, st.Dim.Render("  Esc goes back. What you filled in is still there."))
		if !b.hasPanes {
			return append([]string{""}, lines...)
		}
		return b.framed(kit.Pane{Title: sentence(b.now.OutcomeText()), Lines: lines})
	case b.now.Violation != "":
		return kit.Bullet("! ", b.now.Violation, b.width, st.Warn)
	case b.now.RecordErr != nil:
		return kit.Bullet("! ", "The run file is not complete: "+b.now.RecordErr.Error(), b.width, st.Warn)
	}
	return nil
}

// maxQuestion is how many lines of a question are shown above the answer: of more the last
// ones. All of it is among the messages.
func (b bottom) maxQuestion() int {
	const rail, answer = 1, 1
	return max(b.height-rail-minPane-answer-kit.FrameHeight, 1)
}

// contentWidth is how many columns the answer and errors have.
func (b bottom) contentWidth() int {
	if b.hasPanes {
		return b.width - kit.FrameWidth
	}
	return b.width
}

// framed puts lines into a pane, where the screen has panes.
func (b bottom) framed(p kit.Pane) []string {
	if !b.hasPanes {
		return p.Lines
	}
	p.Width, p.Height = b.width, len(p.Lines)+kit.FrameHeight
	return b.st.Pane.Draw(p)
}

// wentOn says why what is typed is not sent.
const wentOn = "The agent went on without an answer. What you typed is kept here until it asks again."

func (b bottom) answerLines() []string {
	st, width := b.st, b.contentWidth()
	lines := b.reply.questionLines(width, b.height, st)
	if b.hasPanes {
		lines = lines[max(len(lines)-b.maxQuestion(), 0):]
		return b.framed(kit.Pane{Title: "Your answer", Note: b.reply.mode(), Lines: append(lines, b.reply.line.View()), HasFocus: !b.isAside})
	}
	lines = append([]string{st.Rule.Render(strings.Repeat("─", width))}, lines...)
	return append(lines, st.Dim.Render(strings.TrimSpace("Your answer "+b.reply.mode())), b.reply.line.View())
}
