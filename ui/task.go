package ui

import (
	"slices"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/widget/shortcut"
	"a2aform/internal/widget/textline"
	"a2aform/render"
)

// taskScreen watches a run: its states, what the agent says, what comes in. The
// run goes on while the screen is not shown.
type taskScreen struct {
	base
	run      *run.Run
	snapshot run.Snapshot
	document *render.Document // of the snapshot
	frame    int              // of the spinner

	timeline   timeline
	measuring  bool // a measureMsg is on its way
	took       time.Duration
	chunks     int      // pieces of artifacts that are in results
	results    []string // drawn artifacts
	body       scroll
	scrolled   bool // the user chose what to look at
	follow     bool // the end of everything
	seen       int  // lines that there were when somebody last saw the end
	asJSON     bool
	result     resultView
	question   question
	answer     textline.Model
	answering  bool
	answerForm screen         // the form that the agent asks with, once it was opened
	asked      a2aclient.Form // what it was made of: another question opens another form
	dataMode   bool           // the answer is sent as data
	canceling  bool
	from       sender // of the message, until the agent has it; nil for none
	cameBack   bool   // what was written
	offered    bool   // credentials were asked for
	given      bool   // and given, for a task that waits for them
	answers    pastAnswers
	next       *taskScreen   // of the run that took this one up again; nil for none
	gone       chan struct{} // closed once the run is not watched any more
	file       string        // that a finished run was released to; "" where the run is here
	replay     *replay       // what is watched is a recording; nil for a live run
}

func newTask(h *host, r *run.Run) *taskScreen {
	t := &taskScreen{base: base{host: h}, run: r, snapshot: r.Snapshot(), answer: newInput(""), gone: make(chan struct{})}
	t.result, t.timeline.screen, t.body.above = h.nav.newResult(t.Document), t, &t.timeline
	return t
}

// wakeMsg is the run as it stood when a frame was due.
type wakeMsg struct {
	snapshot run.Snapshot
	document *render.Document
	took     time.Duration // to make it
}

type tickMsg struct{}

// measureMsg says that more of the timeline may be measured.
type measureMsg struct{}

type cancelMsg struct{ err error }

// Where the next comes at once, they are gathered longer: for burstInterval, or for as
// long as it took to make what is shown of them, up to maxInterval.
const (
	burstInterval = 40 * time.Millisecond
	maxInterval   = time.Second
)

// spinnerInterval is the time of one picture of the spinner.
const spinnerInterval = 120 * time.Millisecond

func (s *taskScreen) init() tea.Cmd {
	switch {
	case !s.isWatched():
		return s.lookAgain()
	case s.frame > 0:
		return nil // reopened: it is being watched already
	}
	if s.replay != nil {
		return s.startReplay()
	}
	s.frame = 1
	return tea.Batch(s.watch(), after(s, spinnerInterval, tickMsg{}))
}

// watch waits for the run to change, then a frame longer, so that a burst of
// events costs one message. A run that has paused or ended is shown at once.
func (s *taskScreen) watch() tea.Cmd {
	r, done, gone, asked, took := s.run, s.host.ctx.Done(), s.gone, time.Now(), s.took
	return later(s, func() tea.Msg {
		select {
		case <-r.Wake():
			gather := frameTime
			if time.Since(asked) < frameTime {
				gather = max(burstInterval, min(took, maxInterval))
			}
			select {
			case <-time.After(gather):
			case <-r.Stopped():
			}
			woke := time.Now()
			snapshot, document := r.Snapshot(), r.Document()
			return wakeMsg{snapshot, document, time.Since(woke)}
		case <-done:
			return nil
		case <-gone:
			return nil
		}
	})
}

func (s *taskScreen) update(msg tea.Msg) (action, tea.Cmd) {
	switch msg := msg.(type) {
	case wakeMsg:
		s.took = msg.took
		renewed := s.refresh(msg.snapshot, msg.document)
		if s.replay != nil {
			return action{}, tea.Batch(renewed, s.playOn())
		}
		return s.offerCredentials(), tea.Batch(renewed, s.watch())
	case tickMsg:
		return action{}, s.tick()
	case measureMsg:
		s.measuring = false
		return action{}, s.drawNew()
	case playbackTickMsg:
		return action{}, s.playDue(msg)
	case cancelMsg:
		s.canceling = false
		if msg.err != nil {
			return errorf("%s", msg.err), nil
		}
		if s.snapshot.Phase.IsOver() {
			return action{}, nil // the screen says so already
		}
		return infof("the agent was asked to cancel the task"), nil
	case tea.KeyPressMsg:
		if s.replay != nil {
			return s.pressReplay(msg)
		}
		return s.press(msg)
	}
	var cmd tea.Cmd
	s.answer, cmd = s.answer.Update(msg)
	return action{}, cmd
}

// tick turns the spinner while the task goes on, and the clock while it waits.
func (s *taskScreen) tick() tea.Cmd {
	s.frame++
	switch {
	case s.replay.isPaused():
		return nil
	case s.snapshot.Phase.IsOver():
		return nil
	case s.snapshot.Phase == run.Paused:
		return after(s, time.Second, tickMsg{})
	}
	return after(s, spinnerInterval, tickMsg{})
}

func (s *taskScreen) press(msg tea.KeyPressMsg) (action, tea.Cmd) {
	switch {
	case key.Matches(msg, keys.Back):
		return s.back(), nil
	case key.Matches(msg, keys.Cancel) && (!s.answering || msg.String() == "ctrl+x"):
		return s.Cancel()
	case key.Matches(msg, keys.Credentials) && s.WantsCredentials() && (!s.answering || msg.String() != "a"):
		return s.GiveCredentials(), nil
	case s.answering:
		return s.pressAnswer(msg)
	}
	return s.look(msg), nil
}

// look handles the keys of somebody who only watches.
func (s *taskScreen) look(msg tea.KeyPressMsg) action {
	switch {
	case key.Matches(msg, keys.Resend) && s.run.CanRetry():
		s.askToResend()
	case key.Matches(msg, keys.EndWait) && s.run.EndWait():
	case key.Matches(msg, keys.Wire):
		return s.host.nav.openTraffic(s.run.Wire())
	case key.Matches(msg, keys.Follow):
		s.setFollow(!s.follow)
	case key.Matches(msg, keys.Toggle):
		s.asJSON = !s.asJSON
		s.redraw()
	case key.Matches(msg, keys.Result) && len(s.results) > 0:
		return action{push: s.result}
	default:
		s.scroll(msg)
	}
	return action{}
}

// again takes up what was broken off; the new run takes this one's place.
func (s *taskScreen) again() tea.Cmd {
	t := newTask(s.host, s.run.Retry(s.host.ctx))
	t.from, s.next = s.from, t
	s.host.nav.addTask(t)
	return s.host.perform(action{pop: 1, push: t})
}

// askToResend asks whether a message is sent again of which nobody knows what came
// of it.
func (s *taskScreen) askToResend() {
	s.host.overlay = newChooser(s.host, "The agent may have taken the message. Send it again?",
		[]string{"no ", "yes"}, []string{"look at the agent first", "the same message, under the same id; the agent may then do it twice"},
		func(i int) tea.Cmd {
			if i == 0 {
				return nil
			}
			return s.again()
		})
}

func (s *taskScreen) pressAnswer(msg tea.KeyPressMsg) (action, tea.Cmd) {
	switch {
	case key.Matches(msg, keys.AnswerJSON):
		s.dataMode = !s.dataMode
		return action{}, nil
	case key.Matches(msg, keys.LastAnswer):
		return s.recallAnswer(), nil
	case key.Matches(msg, keys.Answer):
		return s.sendAnswer(), nil
	case msg.String() == "up", msg.String() == "down", msg.String() == "pgup", msg.String() == "pgdown":
		s.scroll(msg)
		return action{}, nil
	}
	var cmd tea.Cmd
	s.answer, cmd = s.answer.Update(msg)
	return action{}, cmd
}

// sendAnswer answers the paused task, by text or by data without a tag.
func (s *taskScreen) sendAnswer() action {
	text := s.answer.Value()
	if strings.TrimSpace(text) == "" {
		return s.OpenForm()
	}
	var data []byte
	if s.dataMode {
		v, err := ojson.Parse([]byte(text), ojson.DataLimits)
		if err != nil {
			return errorf("the answer is not JSON: %s", err)
		}
		text, data = "", v.Compact()
	}
	if err := s.run.Answer(text, data); err != nil {
		return errorf("%s", err)
	}
	s.answers.add(pastAnswer{s.answer.Value(), s.dataMode})
	s.ClearAnswer()
	return action{}
}

// cancel asks the agent, in a command, to cancel the task.
func (s *taskScreen) Cancel() (action, tea.Cmd) {
	if s.snapshot.Phase.IsOver() {
		return infof("the task has ended already"), nil
	}
	if s.canceling {
		return action{}, nil
	}
	s.canceling = true
	r, ctx := s.run, s.host.ctx
	return infof("canceling …"), later(s, func() tea.Msg {
		return cancelMsg{r.CancelTask(ctx)}
	})
}

// refresh takes the run as it stands and draws what is new.
func (s *taskScreen) refresh(snapshot run.Snapshot, document *render.Document) tea.Cmd {
	before := s.snapshot.Phase
	s.snapshot, s.document = snapshot, document
	paused := s.snapshot.Phase == run.Paused && s.replay == nil
	if paused && !s.answering {
		s.answer.Focus()
	}
	if paused && s.given {
		s.given = false
		if s.WantsCredentials() && s.answer.Value() == "" {
			s.answer.SetValue(credentialsGiven)
		}
	}
	s.answering = paused || s.answering && s.isWithdrawn()
	return tea.Batch(s.arrived(), s.ring(before), s.drawNew())
}

// arrived tells the form that was sent once the agent is known to have it, or once
// it is not known whether it has.
func (s *taskScreen) arrived() (cmd tea.Cmd) {
	switch {
	case s.from == nil:
	case s.snapshot.IsAccepted():
		cmd = s.from.accepted()
		s.from = nil
	case s.snapshot.Phase == run.Broken && !s.cameBack:
		s.cameBack = true
		cmd = s.from.returned(s.snapshot)
	}
	return cmd
}

func (s *taskScreen) layout(w, h int) {
	changed := w != s.width
	s.base.layout(w, h)
	s.answer.SetWidth(max(w-4, 8))
	if changed {
		s.timeline.forget()
		s.redraw()
		return
	}
	s.place()
}

func (s *taskScreen) restyle() {
	s.question, s.timeline.drawn = question{}, nil
	s.redraw()
}

func (s *taskScreen) view() string {
	top := s.top()
	lines := append(top, s.body.view())
	bottom := s.bottom()
	if len(bottom) == 0 {
		return strings.Join(lines, "\n")
	}
	filled := len(top) + min(s.body.height, max(s.body.count(), 1))
	for range max(s.height-filled-len(bottom), 0) {
		lines = append(lines, "")
	}
	lines = append(lines, bottom...)
	if over := len(lines) - s.height; over > 0 { // where there is no room for all, the end counts: the answer stands there
		lines = append(lines[:1], lines[1+over:]...)
	}
	return strings.Join(lines, "\n")
}

func (s *taskScreen) hiddenLines() int { return s.body.hiddenLines() }

func (s *taskScreen) title() string { return "task" + s.replay.title() }

// name tells the task from others of the session.
func (s *taskScreen) name() string {
	if skill := s.snapshot.Plan.Skill; skill != nil {
		return line(skill.Name)
	}
	return line(s.snapshot.Plan.Agent.Card().Name)
}

func (s *taskScreen) isTyping() bool { return s.answering }

func (s *taskScreen) keys() []shortcut.Key {
	if s.replay != nil {
		return s.replayKeys()
	}
	const notAsked = "the agent asks for no credentials"
	if s.answering {
		credentials := shortcut.When(bind("credentials", "alt+a"), s.WantsCredentials(), notAsked)
		return slices.Concat(shortcut.On(keys.Answer), []shortcut.Key{credentials},
			[]shortcut.Key{shortcut.When(keys.LastAnswer, len(s.answers.list) > 0, "nothing was answered yet")},
			shortcut.On(keys.AnswerJSON, bind("cancel task", "ctrl+x"), keys.Back), scrollKeys[:4])
	}
	hasResult, noResult := len(s.results) > 0, "no result has come yet"
	return append([]shortcut.Key{
		shortcut.When(keys.Credentials, s.WantsCredentials(), notAsked),
		shortcut.When(keys.Resend, s.snapshot.CanRetry, "only a message of which nobody knows what came is sent again"),
		shortcut.When(keys.EndWait, s.snapshot.MoreMayCome, "only an answer in a session that is still active is waited behind"),
		shortcut.When(keys.Result, hasResult, noResult),
		shortcut.When(keys.Toggle, hasResult, noResult),
		shortcut.When(keys.Cancel, !s.snapshot.Phase.IsOver(), "the task is over"),
		{Binding: keys.Back},
		shortcut.When(keys.Follow, !s.snapshot.Phase.IsOver(), "the task is over"),
		{Binding: keys.Wire},
	}, scrollKeys...)
}
