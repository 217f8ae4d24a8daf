package task

import (
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/widget/ansistyle"
	"a2aform/ui/kit"
)

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
		hasResult: len(s.result.lines) > 0, isFolded: v.isFolded(),
	}
	if s.replay.isOpening() {
		h.opening = s.replay.opening
	}
	if v.hasPanes() && !s.thread.IsOne() {
		h.thread = []string{s.thread.current().Line(s.Width, s.Styles())}
	}
	if v.isZoomed() && !v.isFolded() { // the messages are out of sight
		h.closing = kit.Line(s.snapshot.Closing())
	}
	body := &s.windows.body
	h.follows = !v.isOver && !s.replay.atEnd() && !v.isAnswering && (body.follow || !body.scrolled && !h.hasResult)
	return h
}

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
		last.Text, last.Cuts = last.Text+": "+ansi.Truncate(h.closing, h.width*2/5, "…"), true
	}
	return look.Draw(kit.Rail{Steps: steps, Spinner: kit.Spinner(h.progress.frame), Note: kit.Seconds(h.progress.elapsed()), Width: h.width})
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
