package history

import (
	"errors"
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
	"a2aform/ui/kit"
)

// reopenedMsg is a run that was read from its file.
type reopenedMsg struct {
	attempt  int
	recorded kit.RecordedRun
	err      error
}

// open shows a run: a live one as it goes on, any other from its file.
func (s *Screen) open(p PastRun) (kit.Action, tea.Cmd) {
	if p.task != nil {
		return kit.Action{}, s.Host.Nav.Reopen(p.task)
	}
	return kit.Action{}, s.read(p, func(rec *run.Recording) kit.RecordedRun {
		r := rec.Run()
		return kit.RecordedRun{Recording: rec, Run: r, Document: r.Document()}
	})
}

// playPast plays a run from its beginning.
func (s *Screen) playPast(p PastRun) (kit.Action, tea.Cmd) {
	if why := p.IsOpen(); why != "" {
		return kit.Errorf("%s", why), nil
	}
	return kit.Action{}, s.read(p, func(rec *run.Recording) kit.RecordedRun { return kit.RecordedRun{Recording: rec} })
}

func (s *Screen) read(p PastRun, then func(*run.Recording) kit.RecordedRun) tea.Cmd {
	_, attempt := s.begin("reading the run")
	path := p.info.Path
	return kit.Later(s, func() tea.Msg {
		rec, err := run.OpenRecording(path)
		if err != nil {
			return reopenedMsg{attempt: attempt, err: err}
		}
		return reopenedMsg{attempt: attempt, recorded: then(rec)}
	})
}

func (s *Screen) opened(m reopenedMsg) kit.Action {
	switch {
	case !s.done(m.attempt):
		return kit.Action{}
	case m.err != nil:
		return kit.Errorf("%s", safe.Text(m.err.Error()).Line(0))
	case m.recorded.Run == nil:
		return s.Host.Nav.Play(&kit.Playback{Recording: m.recorded.Recording, Speed: 1})
	}
	return kit.Action{Push: s.Host.Nav.Recorded(m.recorded)}
}

// goal is what the agent of a past run is opened for.
type goal uint8

const (
	toEdit   goal = iota // fill in its form with what was sent
	toRerun              // send the same once more
	toFollow             // follow its task
	toChat               // go on with its chat
)

// errNoTask says why a run without a task cannot be followed.
var errNoTask = errors.New("the run ended before the agent named a task: r sends the message again, after a review")

// sentMsg is what was sent in a run, and the agent to send it to once more.
type sentMsg struct {
	attempt int
	past    PastRun
	goal    goal
	taskID  safe.Raw // to follow
	chat    []kit.RecordedRun
	input   runfile.Line
	kept    bool // there is an input
	card    *a2aclient.Card
	dialed  kit.Dialed
	err     error
}

// resend reads the card again from where it was read, to fill in its form with
// what was sent, or to send that once more.
func (s *Screen) resend(p PastRun, to goal) (kit.Action, tea.Cmd) {
	if why := p.canResend(); why != "" {
		return kit.Errorf("%s", why), nil
	}
	source := p.info.Source.Exact() //nolint:forbidigo // opened, not drawn
	if p.task != nil {
		source = p.task.Snapshot().Plan.Agent.Card().Source
	}
	return kit.Action{}, s.resendTo(p, to, source, func() (string, error) { return source, nil })
}

// follow follows the task of a run that was cut off.
func (s *Screen) follow(p PastRun) (kit.Action, tea.Cmd) {
	if why := p.canFollow(); why != "" {
		return kit.Errorf("%s", why), nil
	}
	return s.resend(p, toFollow)
}

// goOn opens the chat that a run belongs to.
func (s *Screen) goOn(p PastRun) (kit.Action, tea.Cmd) { return s.resend(p, toChat) }

// canGoOn is why a run is part of no chat that can be gone on with, "" if it is.
func (p *PastRun) canGoOn() string {
	return kit.Unless(p.task == nil && p.info.IsChat(), "the run is no message in words, or the agent named no context")
}

// readChat reads the runs of the chat that a run belongs to.
func readChat(keep *store.Store, of runfile.Info) ([]kit.RecordedRun, error) {
	chats, err := keep.Chats(of.Source, of.Agent)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(chats, func(runs []runfile.Info) bool { return runs[0].ContextID == of.ContextID })
	if i < 0 {
		return nil, store.ErrNoRun
	}
	return kit.ReadRuns(chats[i])
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
func (s *Screen) resendTo(p PastRun, to goal, source string, find func() (string, error)) tea.Cmd {
	ctx, attempt := s.begin("opening " + safe.Text(source).Line(0).String())
	path, keep, way := p.info.Path, s.Host.Options.Store, s.wayTo(source)
	fetch := s.Host.FetchOptions(way)
	return kit.Later(s, func() tea.Msg {
		m := sentMsg{attempt: attempt, past: p, goal: to}
		if to == toFollow {
			if m.taskID, m.kept = taskOf(path), true; m.taskID.IsEmpty() {
				return m
			}
		} else if to == toChat {
			m.kept = true
			if m.chat, m.err = readChat(keep, p.info); m.err != nil {
				return m
			}
		} else if m.input, m.kept = runfile.ReadInput(path); !m.kept {
			return m
		}
		if source, m.err = find(); m.err != nil {
			return m
		}
		if m.card, m.err = a2aclient.Fetch(ctx, source, fetch...); m.err == nil {
			m.dialed = s.Host.Dial(ctx, m.card, keep, way)
			m.err = m.dialed.Err
		}
		return m
	})
}

func (s *Screen) sent(m sentMsg) (kit.Action, tea.Cmd) {
	switch {
	case !s.done(m.attempt):
		return kit.Action{}, nil
	case !m.kept:
		return kit.Errorf("the file does not say what was filled in"), nil
	case m.goal == toFollow && m.taskID.IsEmpty():
		return kit.Errorf("%s", errNoTask), nil
	case m.err != nil:
		s.askToRetry(m)
		return kit.Action{}, nil
	}
	if was := s.Host.Origins.Changed(m.dialed.Agent); was != "" {
		return kit.Errorf("the agent has moved from %s to %s since you opened it: open it again to look at that", safe.Text(was).Line(0), safe.Text(kit.OriginOf(m.dialed.Agent.Interface().URL)).Line(0)), nil
	}
	return s.FillAgain(m, m.dialed.Agent), nil
}

// askToRetry says why the agent cannot be reached, and what there is to do.
func (s *Screen) askToRetry(m sentMsg) {
	labels, notes := []string{"try again", "leave it"}, []string{kit.Line(m.past.info.Source), "the run stays as it is"}
	does := []func() tea.Cmd{
		func() tea.Cmd { act, cmd := s.resend(m.past, m.goal); return tea.Batch(s.Host.Perform(act), cmd) },
		func() tea.Cmd { return nil },
	}
	if c, ok := s.openCard(m.past); ok {
		labels = slices.Insert(labels, 1, "use the one that is open")
		notes = slices.Insert(notes, 1, kit.Line(c.Card.Name)+" at "+kit.Line(c.Agent.Interface().URL))
		does = slices.Insert(does, 1, func() tea.Cmd { return s.Host.Perform(s.FillAgain(m, c.Agent)) })
	}
	if start := s.Host.Options.Demo; start != nil && m.past.info.Agent == safe.Text(demoName) {
		labels = slices.Insert(labels, 1, "use the demo agent")
		notes = slices.Insert(notes, 1, "it uses a new port each time it starts")
		does = slices.Insert(does, 1, func() tea.Cmd { return s.resendTo(m.past, m.goal, demoName, start) })
	}
	for i, l := range labels {
		labels[i] = kit.Pad(l, len("use the one that is open"))
	}
	s.Host.Overlay = kit.NewChooser(s.Host, "The agent cannot be opened: "+whyNoCard(m.err), labels, notes, func(i int) tea.Cmd { return does[i]() })
}

// demoName is what the demo agent calls itself.
const demoName = "Demo Agent"

// whyNoCard is an error in few words, to show next to the address.
func whyNoCard(err error) string {
	var card *a2aclient.CardError
	if errors.As(err, &card) {
		return safe.Text(string(card.Layer) + ": " + card.What).Line(0).String()
	}
	return safe.Text(err.Error()).Line(0).String()
}

// wayTo is how an agent is dialed whose card was read there: as it was where it
// is open, else without what was given on the command line, which is not for any
// other.
func (s *Screen) wayTo(source string) kit.DialOptions {
	for _, open := range s.Host.Nav.OpenCards() {
		if open.Card.Source == source {
			return open.Way
		}
	}
	return kit.DialOptions{Anonymous: true}
}

// openCard is the card of an agent of the same name that is open.
func (s *Screen) openCard(p PastRun) (card kit.OpenCard, ok bool) {
	for _, open := range s.Host.Nav.OpenCards() {
		if open.Agent != nil && open.Card.Name == p.info.Agent {
			return open, true
		}
	}
	return kit.OpenCard{}, false
}

// FillAgain opens what was sent in a run for an agent, or follows the run's task there.
func (s *Screen) FillAgain(m sentMsg, agent *a2aclient.Agent) kit.Action {
	if m.goal == toChat {
		return s.Host.Nav.OpenEarlierChat(agent, m.past.info.Skill, m.chat)
	}
	if m.goal == toFollow {
		options := s.Host.RunOptions()
		options.AfterAnswer = true
		return kit.Action{Push: s.Host.Nav.StartTask(run.Follow(s.Host.Context, agent, m.taskID, options), nil)}
	}
	return s.Host.Nav.FillAgain(kit.Resend{Agent: agent, Run: m.past.info, Input: m.input, Rerun: m.goal == toRerun})
}

// deletedMsg says what became of a deletion.
type deletedMsg struct {
	id  safe.Raw
	err error
}

// askToDelete asks before a file is gone for good.
func (s *Screen) askToDelete(p PastRun) kit.Action {
	if why := p.IsOpen(); why != "" {
		return kit.Errorf("%s", why)
	}
	title := fmt.Sprintf("Delete the run of %s, %s?", p.when, p.skill)
	s.Host.Overlay = kit.NewChooser(s.Host, title, []string{"no ", "yes"}, []string{"it stays", "this cannot be undone"}, func(i int) tea.Cmd {
		if i == 0 {
			return nil
		}
		keep := s.Host.Options.Store
		return s.Host.Writes.TrackWrites(kit.Later(s, func() tea.Msg { return deletedMsg{p.info.ID, keep.DeleteRun(p.info.Path)} }))
	})
	return kit.Action{}
}

func (s *Screen) deleted(m deletedMsg) (kit.Action, tea.Cmd) {
	if m.err != nil {
		return kit.Errorf("%s", safe.Text(m.err.Error()).Line(0)), s.Load()
	}
	s.all = slices.DeleteFunc(s.all, func(p PastRun) bool { return p.info.ID == m.id })
	s.SetRows(len(s.all), func(row int) string { return s.all[row].text })
	s.group()
	return kit.Infof("the run is deleted"), s.Load()
}
