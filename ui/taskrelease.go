package ui

import (
	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/run"
)

// canRelease reports a finished run that is on no screen, and that cannot be taken up
// again.
func (s *taskScreen) canRelease() bool {
	now := &s.snapshot
	return s.run != nil && s.replay == nil && now.Phase.IsOver() && !now.CanRetry && !now.WantsCredentials &&
		s.from == nil && !s.host.nav.shows(s)
}

// release leaves of a run what the list of tasks shows.
func (s *taskScreen) release(file string) {
	s.unwatch()
	plan := &run.Plan{Agent: s.snapshot.Plan.Agent, Skill: s.snapshot.Plan.Skill, Private: s.snapshot.Plan.Private}
	s.snapshot = run.Snapshot{
		ID: s.snapshot.ID, Plan: plan, Phase: s.snapshot.Phase, State: s.snapshot.State,
		Started: s.snapshot.Started, Ended: s.snapshot.Ended,
	}
	s.file = file
	s.run, s.answerForm, s.asked = nil, nil, a2aclient.Form{}
	s.forgetDrawn()
}

// shrink drops what was made of a run for the screen.
func (s *taskScreen) shrink() tea.Cmd {
	r := s.run
	s.unwatch()
	s.forgetDrawn()
	return func() tea.Msg {
		r.Compact()
		return nil
	}
}

// dropResults drops what the agent sent in a run.
func (s *taskScreen) dropResults() tea.Cmd {
	r := s.run
	s.snapshot.Artifacts, s.snapshot.Timeline, s.snapshot.Reply = nil, run.Timeline{}, nil
	return func() tea.Msg {
		r.DropResults()
		return nil
	}
}

// unwatch ends the goroutine that waits for the run to change.
func (s *taskScreen) unwatch() {
	if s.isWatched() {
		close(s.gone)
	}
}

func (s *taskScreen) isWatched() bool {
	select {
	case <-s.gone:
		return false
	default:
		return true
	}
}

// lookAgain brings the run as it stands to a screen that does not watch it any more.
func (s *taskScreen) lookAgain() tea.Cmd {
	r := s.run
	return later(s, func() tea.Msg { return wakeMsg{snapshot: r.Snapshot(), document: r.Document()} })
}

// forgetDrawn drops everything that is drawn anew when the screen is opened again.
func (s *taskScreen) forgetDrawn() {
	s.document, s.results, s.question = nil, nil, question{}
	s.timeline.forget()
	s.body = scroll{above: &s.timeline}
	s.result = s.host.nav.newResult(s.Document)
}
