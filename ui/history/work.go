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
	agent   kit.PastAgent
	taskID  safe.Raw // to follow
	chat    []kit.RecordedRun
	input   runfile.Line
	kept    bool // there is an input
	opened  kit.Reopened
	err     error
}

// resend opens the agent of a run, to fill in its form with what was sent, or to send that once more.
func (s *Screen) resend(p PastRun, to goal) (kit.Action, tea.Cmd) {
	if why := p.canResend(); why != "" {
		return kit.Errorf("%s", why), nil
	}
	agent := kit.PastAgent{Source: p.info.Source.Exact(), Name: p.info.Agent} //nolint:forbidigo // opened, not drawn
	if p.task != nil {
		agent.Source = p.task.Snapshot().Plan.Agent.Card().Source
	}
	return kit.Action{}, s.resendTo(p, to, agent)
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

// resendTo is resend to an agent, which may be another one than that of the run.
func (s *Screen) resendTo(p PastRun, to goal, agent kit.PastAgent) tea.Cmd {
	ctx, attempt := s.begin("opening " + safe.Text(agent.Source).Line(0).String())
	path, keep, open := p.info.Path, s.Host.Options.Store, agent.Opening(s.Host)
	return kit.Later(s, func() tea.Msg {
		m := sentMsg{attempt: attempt, past: p, goal: to, agent: agent}
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
		m.opened, m.err = open(ctx)
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
		again := func(agent kit.PastAgent) tea.Cmd { return s.resendTo(m.past, m.goal, agent) }
		m.agent.AskToRetry(s.Host, m.err, again, func(o kit.Reopened) kit.Action { return s.sendAgain(m, o) })
		return kit.Action{}, nil
	}
	return s.sendAgain(m, m.opened), nil
}

// sendAgain opens what was sent in a run above the card of an agent, or follows the run's task there.
func (s *Screen) sendAgain(m sentMsg, o kit.Reopened) kit.Action {
	return o.Use(s.Host, m.past.info.Skill, func(agent *a2aclient.Agent) kit.Action {
		switch m.goal {
		case toChat:
			return s.Host.Nav.OpenEarlierChat(agent, m.past.info.Skill, m.chat)
		case toFollow:
			options := s.Host.RunOptions()
			options.AfterAnswer = true
			return kit.Action{Push: s.Host.Nav.StartTask(run.Follow(s.Host.Context, agent, m.taskID, options), nil)}
		}
		return s.Host.Nav.FillAgain(kit.Resend{Agent: agent, Run: m.past.info, Input: m.input, Rerun: m.goal == toRerun})
	})
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
