package ui

import (
	"errors"
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
)

// reopenedMsg is a run that was read from its file.
type reopenedMsg struct {
	attempt  int
	recorded recordedRun
	err      error
}

// open shows a run: a live one as it goes on, any other from its file.
func (s *historyScreen) open(p pastRun) (action, tea.Cmd) {
	if p.task != nil {
		return action{}, s.host.nav.reopen(p.task)
	}
	return action{}, s.read(p, func(rec *run.Recording) recordedRun {
		r := rec.Run()
		return recordedRun{Recording: rec, Run: r, Document: r.Document()}
	})
}

// playPast plays a run from its beginning.
func (s *historyScreen) playPast(p pastRun) (action, tea.Cmd) {
	if why := p.isOpen(); why != "" {
		return errorf("%s", why), nil
	}
	return action{}, s.read(p, func(rec *run.Recording) recordedRun { return recordedRun{Recording: rec} })
}

func (s *historyScreen) read(p pastRun, then func(*run.Recording) recordedRun) tea.Cmd {
	_, attempt := s.begin("reading the run")
	path := p.info.Path
	return later(s, func() tea.Msg {
		rec, err := run.OpenRecording(path)
		if err != nil {
			return reopenedMsg{attempt: attempt, err: err}
		}
		return reopenedMsg{attempt: attempt, recorded: then(rec)}
	})
}

func (s *historyScreen) opened(m reopenedMsg) action {
	switch {
	case !s.done(m.attempt):
		return action{}
	case m.err != nil:
		return errorf("%s", safe.Text(m.err.Error()).Line(0))
	case m.recorded.Run == nil:
		return s.host.nav.play(&Playback{Recording: m.recorded.Recording, Speed: 1})
	}
	return s.host.nav.recorded(m.recorded)
}

// goal is what the agent of a past run is opened for.
type goal uint8

const (
	toEdit   goal = iota // fill in its form with what was sent
	toRerun              // send the same once more
	toFollow             // follow its task
)

// errNoTask says why a run without a task cannot be followed.
var errNoTask = errors.New("the run ended before the agent named a task: r sends the message again, after a review")

// sentMsg is what was sent in a run, and the agent to send it to once more.
type sentMsg struct {
	attempt int
	past    pastRun
	goal    goal
	taskID  safe.Raw // to follow
	input   store.RunLine
	kept    bool // there is an input
	card    *a2aclient.Card
	dialed  dialed
	err     error
}

// resend reads the card again from where it was read, to fill in its form with
// what was sent, or to send that once more.
func (s *historyScreen) resend(p pastRun, to goal) (action, tea.Cmd) {
	if why := p.canResend(); why != "" {
		return errorf("%s", why), nil
	}
	source := p.info.Source.Exact() //nolint:forbidigo // opened, not drawn
	if p.task != nil {
		source = p.task.Snapshot().Plan.Agent.Card().Source
	}
	return action{}, s.resendTo(p, to, source, func() (string, error) { return source, nil })
}

// follow follows the task of a run that was cut off.
func (s *historyScreen) follow(p pastRun) (action, tea.Cmd) {
	if why := p.canFollow(); why != "" {
		return errorf("%s", why), nil
	}
	return s.resend(p, toFollow)
}

// taskOf is the task of a run, as its file names it; empty for none.
func taskOf(path string) safe.Raw {
	rec, err := run.OpenRecording(path)
	if err != nil {
		return safe.Raw{}
	}
	return rec.Run().Snapshot().TaskID
}

// resendTo is resend to an agent whose address find gives, which may start it.
func (s *historyScreen) resendTo(p pastRun, to goal, source string, find func() (string, error)) tea.Cmd {
	ctx, attempt := s.begin("opening " + safe.Text(source).Line(0).String())
	path, keep, way := p.info.Path, s.host.opts.Store, s.wayTo(source)
	fetch := s.host.fetchOptions(way)
	return later(s, func() tea.Msg {
		m := sentMsg{attempt: attempt, past: p, goal: to}
		if to == toFollow {
			if m.taskID, m.kept = taskOf(path), true; m.taskID.IsEmpty() {
				return m
			}
		} else if m.input, m.kept = store.ReadInput(path); !m.kept {
			return m
		}
		if source, m.err = find(); m.err != nil {
			return m
		}
		if m.card, m.err = a2aclient.Fetch(ctx, source, fetch...); m.err == nil {
			m.dialed = s.host.dial(ctx, m.card, keep, way)
			m.err = m.dialed.err
		}
		return m
	})
}

func (s *historyScreen) sent(m sentMsg) (action, tea.Cmd) {
	switch {
	case !s.done(m.attempt):
		return action{}, nil
	case !m.kept:
		return errorf("the file does not say what was filled in"), nil
	case m.goal == toFollow && m.taskID.IsEmpty():
		return errorf("%s", errNoTask), nil
	case m.err != nil:
		s.askToRetry(m)
		return action{}, nil
	}
	if was := s.host.knownOrigins.changed(m.dialed.agent); was != "" {
		return errorf("the agent has moved from %s to %s since you opened it: open it again to look at that", safe.Text(was).Line(0), safe.Text(originOf(m.dialed.agent.Interface().URL)).Line(0)), nil
	}
	return s.fillAgain(m, m.dialed.agent), nil
}

// askToRetry says why the agent cannot be reached, and what there is to do.
func (s *historyScreen) askToRetry(m sentMsg) {
	labels, notes := []string{"try again", "leave it"}, []string{line(m.past.info.Source), "the run stays as it is"}
	does := []func() tea.Cmd{
		func() tea.Cmd { act, cmd := s.resend(m.past, m.goal); return tea.Batch(s.host.perform(act), cmd) },
		func() tea.Cmd { return nil },
	}
	if c, ok := s.openCard(m.past); ok {
		labels = slices.Insert(labels, 1, "use the one that is open")
		notes = slices.Insert(notes, 1, line(c.Card.Name)+" at "+line(c.Agent.Interface().URL))
		does = slices.Insert(does, 1, func() tea.Cmd { return s.host.perform(s.fillAgain(m, c.Agent)) })
	}
	if start := s.host.opts.Demo; start != nil && m.past.info.Agent == safe.Text(demoName) {
		labels = slices.Insert(labels, 1, "use the demo agent")
		notes = slices.Insert(notes, 1, "it is at another address each time")
		does = slices.Insert(does, 1, func() tea.Cmd { return s.resendTo(m.past, m.goal, demoName, start) })
	}
	for i, l := range labels {
		labels[i] = pad(l, len("use the one that is open"))
	}
	s.host.overlay = newChooser(s.host, "The agent cannot be opened: "+whyNoCard(m.err), labels, notes, func(i int) tea.Cmd { return does[i]() })
}

// demoName is what the demo agent calls itself.
const demoName = "Demo Agent"

// whyNoCard is an error in few words: the address stands beside it.
func whyNoCard(err error) string {
	var card *a2aclient.CardError
	if errors.As(err, &card) {
		return safe.Text(string(card.Layer) + ": " + card.What).Line(0).String()
	}
	return safe.Text(err.Error()).Line(0).String()
}

// wayTo is how an agent is dialled whose card was read there: as it was where it
// is open, else without what was given on the command line, which is not for any
// other.
func (s *historyScreen) wayTo(source string) DialOptions {
	for _, open := range s.host.nav.openCards() {
		if open.Card.Source == source {
			return open.Way
		}
	}
	return DialOptions{Anonymous: true}
}

// openCard is the card of an agent of the same name that is open.
func (s *historyScreen) openCard(p pastRun) (card openCard, ok bool) {
	for _, open := range s.host.nav.openCards() {
		if open.Agent != nil && open.Card.Name == p.info.Agent {
			return open, true
		}
	}
	return openCard{}, false
}

// fillAgain opens what was sent in a run for an agent, or follows the run's task there.
func (s *historyScreen) fillAgain(m sentMsg, agent *a2aclient.Agent) action {
	if m.goal == toFollow {
		return action{push: s.host.nav.startTask(run.Follow(s.host.ctx, agent, m.taskID, s.host.runOptions()), nil)}
	}
	return s.host.nav.fillAgain(resend{Agent: agent, Run: m.past.info, Input: m.input, Rerun: m.goal == toRerun})
}

// deletedMsg says what became of a deletion.
type deletedMsg struct {
	id  safe.Raw
	err error
}

// askToDelete asks before a file is gone for good.
func (s *historyScreen) askToDelete(p pastRun) action {
	if why := p.isOpen(); why != "" {
		return errorf("%s", why)
	}
	title := fmt.Sprintf("Delete the run of %s, %s?", p.when, p.skill)
	s.host.overlay = newChooser(s.host, title, []string{"no ", "yes"}, []string{"it stays", "its file is gone for good"}, func(i int) tea.Cmd {
		if i == 0 {
			return nil
		}
		keep := s.host.opts.Store
		return s.host.files.trackWrites(later(s, func() tea.Msg { return deletedMsg{p.info.ID, keep.DeleteRun(p.info.Path)} }))
	})
	return action{}
}

func (s *historyScreen) deleted(m deletedMsg) (action, tea.Cmd) {
	if m.err != nil {
		return errorf("%s", safe.Text(m.err.Error()).Line(0)), s.load()
	}
	s.all = slices.DeleteFunc(s.all, func(p pastRun) bool { return p.info.ID == m.id })
	s.sift()
	return infof("the run is deleted"), s.load()
}
