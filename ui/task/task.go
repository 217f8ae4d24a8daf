// Package task has the screen of a task, as it goes on, waits for an answer or is replayed
// from a file, and that of the traffic with the agent.
package task

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/run"
	"a2aform/render"
	"a2aform/ui/kit"
)

// Screen watches a run: its states, what the agent says, what comes in. The
// run goes on while the screen is not shown.
type Screen struct {
	kit.Base
	run      *run.Run
	snapshot run.Snapshot

	progress  progress
	timeline  timeline
	measuring bool // the snapshot is being measured in a command
	windows   windows
	result    result
	reply     reply
	about     string // what was asked for, in short; "" where that is secret
	asked     asked
	thread    thread
	canceling bool
	delivery  delivery
	SentFrom  kit.Screen // the form that it was sent from; nil for none
	isAside   bool       // a screen beside it has the keys
	signIn    signIn
	next      *Screen // of the run that took this one up again; nil for none
	watch     watch
	File      string  // that a finished run was released to; "" where the run is here
	replay    *replay // what is watched is a recording; nil for a live run
}

// New is the screen of a run.
func New(h *kit.Host, r *run.Run) *Screen {
	t := &Screen{Base: kit.Base{Host: h}, run: r, snapshot: r.Snapshot()}
	t.about = kit.Line(t.snapshot.Plan.Asked())
	t.watch = newWatch(h, t, r)
	t.result = newResult(h, t, &t.snapshot)
	t.reply = reply{host: h, now: &t.snapshot, run: r, sent: t.windows.goOn, line: kit.NewInput("")}
	t.signIn = signIn{host: h, now: &t.snapshot}
	t.thread = thread{host: h, to: t, now: &t.snapshot}
	t.progress = progress{now: &t.snapshot, timeline: &t.timeline, clock: func() time.Time { return t.run.Now() }}
	t.windows.clear(&t.timeline)
	return t
}

// NewSent is the screen of a run whose sender hears what became of the message; nil for none.
func NewSent(h *kit.Host, r *run.Run, from kit.Sender) *Screen {
	t := New(h, r)
	t.delivery.from = from
	return t
}

type tickMsg struct{}

// MeasureMsg says that more of the timeline may be measured.
type MeasureMsg struct{}

type cancelMsg struct{ err error }

// spinnerInterval is the time of one picture of the spinner.
const spinnerInterval = 120 * time.Millisecond

func (s *Screen) Init() tea.Cmd {
	var thread tea.Cmd
	if !s.replay.isPlayed() {
		thread = s.thread.read(s.replay == nil && s.progress.frame == 0)
	}
	return tea.Batch(s.asked.read(s, s.snapshot.Plan), thread, s.begin())
}

// begin watches the run.
func (s *Screen) begin() tea.Cmd {
	switch {
	case !s.watch.isOn():
		return s.watch.look()
	case s.replay != nil:
		s.redraw()
		return tea.Batch(s.replay.start(), s.result.start(s.shown().hasPanes()))
	case s.progress.frame > 0:
		return s.result.start(s.shown().hasPanes()) // reopened: it is being watched already
	}
	s.progress.frame = 1
	return tea.Batch(s.result.start(s.shown().hasPanes()), s.watch.next(), kit.After(s, spinnerInterval, tickMsg{}))
}

func (s *Screen) Update(msg tea.Msg) (kit.Action, tea.Cmd) {
	switch msg := msg.(type) {
	case WakeMsg:
		s.watch.took, s.watch.isEarly = msg.took, msg.document.IsEarly()
		renewed := s.refresh(msg.snapshot, msg.document)
		if s.replay != nil {
			return kit.Action{}, tea.Batch(renewed, s.replay.playOn())
		}
		return s.signIn.offer(s, s.GiveCredentials), tea.Batch(renewed, s.watch.next())
	case tickMsg:
		return kit.Action{}, s.progress.tick(s, s.replay.isPaused())
	case askedMsg:
		s.asked = asked{rows: msg}
		s.place()
	case threadMsg:
		s.thread.file, s.thread.before, s.thread.isAgain = msg.file, msg.before, msg.isAgain
		s.useThread(msg.Thread)
	case walkedMsg:
		return s.thread.walked(msg, s.replay != nil), nil
	case MeasureMsg:
		s.measuring = false
		return kit.Action{}, s.drawNew()
	case openingMsg:
		s.progress.frame++
		return s.replay.Update(msg)
	case playbackTickMsg, takenMsg:
		return s.replay.Update(msg)
	case cancelMsg:
		s.canceling = false
		if msg.err != nil {
			return kit.Errorf("%s", msg.err), nil
		}
		switch isOver := s.snapshot.Phase.IsOver(); {
		case isOver && s.result.isThere():
			return kit.Infof("The task has ended. The result is what had come by then."), nil
		case isOver:
			return kit.Infof("The task has ended."), nil
		}
		return kit.Infof("the agent was asked to cancel the task"), nil
	case kit.SavedMsg:
		return s.Host.Saved(msg), nil
	case tea.KeyPressMsg:
		return s.press(msg)
	}
	return s.pass(msg)
}

// pass gives a message to the table, and to the answer, unless it is pasted into the other.
func (s *Screen) pass(msg tea.Msg) (act kit.Action, cmd tea.Cmd) {
	var toTable, toAnswer tea.Cmd
	_, isPaste := msg.(tea.PasteMsg)
	if s.result.isTable() && (!isPaste || s.shown().hasTableFocus()) {
		act, toTable = s.result.table.Update(msg)
	}
	if !isPaste || !s.shown().hasTableFocus() {
		toAnswer = s.reply.Update(msg)
	}
	return act, tea.Batch(toTable, toAnswer)
}

// openResult gives the table the screen, where that is all there is to the result, or opens
// a part of the result.
func (s *Screen) openResult() kit.Action {
	if s.result.isTable() {
		s.setZoom(true)
		return kit.Action{}
	}
	return s.look(s.result.open)
}

// again retries an interrupted run; the new run replaces this one.
func (s *Screen) again() tea.Cmd {
	t := NewSent(s.Host, s.run.Retry(s.Host.Context), s.delivery.from)
	t.SentFrom, s.next = s.SentFrom, t
	s.Host.Nav.AddTask(t)
	return s.Host.Perform(kit.Action{Pop: 1, Push: t})
}

// Cancel asks the agent, in a command, to cancel the task.
func (s *Screen) Cancel() (kit.Action, tea.Cmd) {
	if s.snapshot.Phase.IsOver() {
		return kit.Infof("the task has ended already"), nil
	}
	if s.canceling {
		return kit.Action{}, nil
	}
	s.canceling = true
	r, ctx := s.run, s.Host.Context
	return kit.Infof("canceling …"), kit.Later(s, func() tea.Msg {
		return cancelMsg{r.CancelTask(ctx)}
	})
}

// refresh takes a snapshot of the run and draws what is new.
func (s *Screen) refresh(snapshot run.Snapshot, document *render.Document) tea.Cmd {
	before := s.snapshot.Phase
	s.snapshot, s.result.document = snapshot, document
	paused := s.snapshot.Phase == run.Paused && s.replay == nil
	s.reply.follow(paused)
	if paused && s.signIn.stillWaits() && s.reply.line.Value() == "" {
		s.reply.line.SetValue(credentialsGiven)
	}
	drawn := s.drawNew()
	if s.shown().isComplete {
		s.result.compare()
	}
	var ring, ended tea.Cmd
	if s.replay == nil {
		ring, ended = s.watch.ring(before, s.snapshot.Phase), s.thread.readEnded(s.run)
	}
	return tea.Batch(s.delivery.report(&s.snapshot), ring, ended, drawn)
}

func (s *Screen) Layout(w, h int) {
	had := s.shown().hasPanes()
	changed := w != s.Width
	s.Base.Layout(w, h)
	changed = changed || had != s.shown().hasPanes()
	s.reply.line.SetWidth(max(s.bottom().contentWidth()-4, 8))
	if changed {
		s.redraw()
		return
	}
	s.place()
}

func (s *Screen) Restyle() {
	s.reply.drawn, s.asked.lines = question{}, nil
	if s.result.isTable() {
		s.result.table.Restyle()
	}
	s.redraw()
}

func (s *Screen) View() string {
	switch {
	case s.replay.isOpening():
		hasPanes := s.shown().hasPanes()
		return strings.Join(append([]string{s.header().rail()}, s.replay.openingLines(s.Width, s.Height-1, hasPanes, !s.isAside)...), "\n")
	case s.shown().isZoomed():
		return strings.Join(s.Lines(), "\n")
	case s.shown().hasPanes():
		bottom := s.bottom().lines()
		s.arrange(len(bottom))
		h := s.header()
		return fitLines(slices.Concat([]string{h.rail()}, h.thread, s.panes().lines(), bottom), s.Height)
	}
	top := s.header().lines()
	lines := append(top, s.windows.body.View())
	bottom := s.bottom().lines()
	if len(bottom) == 0 {
		return strings.Join(lines, "\n")
	}
	filled := len(top) + min(s.windows.body.Height, max(s.windows.body.Count(), 1))
	for range max(s.Height-filled-len(bottom), 0) {
		lines = append(lines, "")
	}
	return fitLines(append(lines, bottom...), s.Height)
}

// fitLines leaves out lines below the first one, of more than a screen has: the answer is in the last
// ones.
func fitLines(lines []string, height int) string {
	if over := len(lines) - height; over > 0 {
		lines = append(lines[:1], lines[1+over:]...)
	}
	return strings.Join(lines, "\n")
}

// Title says of the run on top what was asked for.
func (s *Screen) Title() string { return s.title(s.about) }

// TitleBelow is the title below another screen.
func (s *Screen) TitleBelow() string { return s.title("") }

func (s *Screen) title(about string) string {
	title := "Run" + s.replay.Title()
	if about != "" {
		title += ": " + shortened(about, s.Width/aboutShare)
	}
	if name := s.Name(); !s.Host.Nav.IsNamedBelow(s, name) {
		title = name + " › " + title
	}
	if s.shown().isZoomed() {
		title += " › " + s.result.table.Title()
	}
	return title
}

// shortened is a list of values in so many cells: the last of those that fit is whole, but for the first.
func shortened(values string, width int) string {
	short := ansi.Truncate(values, width, "…")
	if last := strings.LastIndex(short, ", "); short != values && last > 0 {
		return short[:last] + ", …"
	}
	return short
}

// aboutShare is which part of the width what was asked for has in the title at most.
const aboutShare = 4

// Name identifies the task among those of the session.
func (s *Screen) Name() string {
	if skill := s.snapshot.Plan.Skill; skill != nil {
		return kit.Line(skill.Name)
	}
	return kit.Line(s.snapshot.Plan.Agent.Card().Name)
}

func (s *Screen) IsTyping() bool {
	return s.reply.isOpen || s.shown().hasTableFocus() && s.result.table.IsTyping()
}

// sendAgain sends the message of a run once more, changed or as it was, or goes on in its context. It is made for each table of keys.
type sendAgain struct {
	host       *kit.Host
	of         kit.Task
	now        *run.Snapshot
	replay     *replay // nil for a live run
	isComplete bool    // it went well
}

func (s *Screen) sendAgain() sendAgain {
	return sendAgain{host: s.Host, of: s, now: &s.snapshot, replay: s.replay, isComplete: s.shown().isComplete}
}

// canRerun reports a task of this session that is over and can be started again.
func (a sendAgain) canRerun() bool {
	return a.replay == nil && a.now.Phase.IsOver() && a.now.Plan.CanRepeat() && !a.now.CanRetry
}

// canEdit reports one whose form is below, or beside it, or can be filled in again.
func (a sendAgain) canEdit() bool {
	return a.canRerun() && (a.host.Nav.IsAboveForm(a.of) || kit.CanEdit(a.now.Plan))
}

// resendKey sends a message whose outcome is unknown again, once the user agrees.
func (a sendAgain) resendKey(again func() tea.Cmd) kit.Key {
	return kit.When(kit.Keys.Resend, kit.Unless(a.now.CanRetry, "only a message with an unknown outcome is sent again"), func() {
		a.host.Overlay = kit.NewChooser(a.host, "The agent may already have this message. Resend it anyway?",
			[]string{"no ", "yes"}, []string{"look at the agent first", "the same message, under the same id: it could run twice"},
			func(i int) tea.Cmd {
				if i == 0 {
					return nil
				}
				return again()
			})
	})
}

// editKey goes back to the form.
func (a sendAgain) editKey() kit.Key {
	return kit.When(keys.Edit, kit.Unless(a.canEdit(), "the task goes on, or its form is not open"), func() kit.Action {
		if a.host.Nav.IsAboveForm(a.of) {
			return a.host.Nav.ToForm()
		}
		return a.host.Nav.EditPlan(a.now.Plan, a.now.ID)
	})
}

// rerunKey opens the review of the same message.
func (a sendAgain) rerunKey() kit.Key {
	if a.replay.atEnd() {
		return a.replay.rerunKey()
	}
	return kit.When(keys.Rerun, kit.Unless(a.canRerun(), "the task goes on, or it was not started here"), func() kit.Action { return a.host.Nav.Repeat(a.now.Plan, a.now.ID) })
}

// writeBackKey goes on in the context of the run, in a chat: an agent that answers with a message leaves no task to answer (A2A 1.0
// §3.4.3).
func (a sendAgain) writeBackKey() kit.Key {
	return kit.When(keys.WriteBack, a.cannotWriteBack(), func() kit.Action { return a.host.Nav.WriteBack(a.of) })
}

// cannotWriteBack says why no chat goes on from the run; "" if one can.
func (a sendAgain) cannotWriteBack() string {
	switch {
	case a.replay != nil:
		return "a recorded run takes no reply"
	case !a.now.Phase.IsOver():
		return "the run goes on"
	case a.now.Phase == run.Errored:
		return "the run failed"
	}
	return kit.Unless(!a.now.ContextID.IsEmpty(), "the agent named no context to go on in")
}
