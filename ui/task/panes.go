package task

import (
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/dustin/go-humanize/english"

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
		lines = append(lines[:room-1:room-1], st.Dim.Render("… "+english.Plural(more+1, "more line", "more lines")))
	}
	a.width, a.room = width, room
	a.lines = st.Pane.Draw(kit.Pane{Title: "Asked", Lines: lines, Width: width, Height: len(lines) + kit.FrameHeight})
	return a.lines
}

// window is a part of the screen that scrolls by itself.
type window struct {
	kit.Scroll
	scrolled bool // the user chose what to look at
	follow   bool // the end, whatever comes
	seen     int  // lines that there were when the user last saw the end
}

// place sets the window after its lines have changed. Until the user scrolls, it shows line
// top and what is below it; who follows sees the end.
func (w *window) place(height, top int) {
	w.Height = height
	switch {
	case w.follow:
		w.Top = w.Count()
	case !w.scrolled:
		w.Top = top
	}
	w.Clamp()
	if !w.scrolled || w.follow {
		w.seen = w.Count()
	}
}

// setFollow goes to the end and stays there, or stays here.
func (w *window) setFollow(on bool) {
	w.follow = on
	if on {
		w.scrolled = true
		w.place(w.Height, 0)
	}
}

// news says how many lines were added below the window since the user was there.
func (w *window) news() string {
	n := min(w.Count()-w.seen, w.HiddenLines())
	if !w.scrolled || w.follow || n <= 0 {
		return ""
	}
	return fmt.Sprintf("↓ %d new, end follows", n)
}

// windows are the parts of a run that scroll by themselves, as they are laid out.
type windows struct {
	body     window // without panes: the timeline and the result
	messages window // the timeline
	artifact window // the result
	focus    focus
	layout   layout
}

// clear leaves nothing of what was shown; above are the lines of the timeline.
func (w *windows) clear(above *timeline) {
	w.body, w.messages, w.artifact = window{}, window{}, window{}
	w.body.Above, w.messages.Above = above, above
}

// current is the one that the keys move.
func (w *windows) current(v shown) *window {
	switch {
	case !v.hasPanes():
		return &w.body
	case v.isOnResult() && !v.isTable:
		return &w.artifact
	}
	return &w.messages
}

// ofResult is the one with the result, which has so many lines, and how many lines are above it there.
func (w *windows) ofResult(v shown, lines int) (in *kit.Scroll, above int) {
	if v.hasPanes() {
		return &w.artifact.Scroll, 0
	}
	return &w.body.Scroll, w.body.Count() - lines
}

// stay keeps the window of the result where it is.
func (w *windows) stay() { w.artifact.scrolled, w.body.scrolled = true, true }

// goOn shows what comes now.
func (w *windows) goOn() {
	for _, each := range []*window{&w.body, &w.messages, &w.artifact} {
		each.scrolled, each.follow = false, false
	}
}

// arrange lays the parts out and gives them their sizes.
func (w *windows) arrange(f facts, v shown) {
	w.layout = layoutOf(f)
	l := &w.layout
	place := func(w *window, r kit.Rect, frame, top int) { w.place(max(r.Height-frame, 1), top) }
	switch {
	case l.window.IsShown():
		place(w.current(v), l.window, 0, w.messages.Count())
	case l.tail.IsShown():
		place(&w.messages, l.tail, 0, w.messages.Count())
	default:
		place(&w.messages, l.messages, kit.FrameHeight, w.messages.Count())
	}
	place(&w.artifact, l.result, kit.FrameHeight, 0)
}

// scroll moves the window with the keys. At its end it follows what comes, unless nothing does.
func (w *windows) scroll(msg tea.KeyPressMsg, v shown) {
	in := w.current(v)
	if !in.scrolled && !in.follow {
		in.seen = in.Count()
	}
	if in.Press(msg) {
		in.scrolled = true
		down := key.Matches(msg, kit.Keys.Down, kit.Keys.PageDown, kit.Keys.Bottom)
		in.setFollow(down && in.HiddenLines() == 0 && !v.isOver)
	}
}

// place puts the drawn lines on screen. At first the beginning of the results is in view,
// where the columns have their titles; of the messages it is the end.
func (s *Screen) place() {
	f := s.facts()
	usage := s.progress.usage(f.timelineWidth(), s.Styles())
	if s.shown().hasPanes() {
		s.windows.artifact.Set(s.result.lines)
		s.windows.messages.Set(usage)
		s.arrange(len(s.bottom().lines()))
		return
	}
	s.windows.body.Set(append(usage, s.result.lines...))
	top := s.windows.body.Count()
	if len(s.result.lines) > 0 {
		top = s.timeline.Count() + len(usage) + 1 // past the empty line before the results
	}
	s.windows.body.place(max(s.Height-len(s.header().lines())-len(s.bottom().lines()), 1), top)
}

// Wheel moves the window by so many lines.
func (s *Screen) Wheel(lines int) {
	name := "down"
	if lines < 0 {
		name, lines = "up", -lines
	}
	for range lines {
		if s.shown().hasTableFocus() {
			s.result.table.Update(kit.KeyPress(name))
			continue
		}
		s.windows.scroll(kit.KeyPress(name), s.shown())
	}
}

// News says how many lines were added below the window since the user was there.
func (s *Screen) News() string {
	if s.shown().isZoomed() {
		return ""
	}
	return s.windows.current(s.shown()).news()
}

// HiddenLines counts the lines below the window.
func (s *Screen) HiddenLines() int {
	if s.shown().isZoomed() || s.shown().hasTableFocus() {
		return s.result.table.HiddenLines() // of the row that is open
	}
	return s.windows.current(s.shown()).HiddenLines()
}
