package task

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/run"
	"a2aform/internal/store/runfile"
	"a2aform/ui/kit"
)

// CanRelease reports a finished run that is on no screen, whose thread is on none either, and that cannot be taken up
// again.
func (s *Screen) CanRelease() bool {
	now := &s.snapshot
	return s.run != nil && s.replay == nil && now.Phase.IsOver() && !now.CanRetry && !now.WantsCredentials &&
		s.delivery.isOver() && !s.Host.Nav.Shows(s) && !s.isInShownThread()
}

// isInShownThread reports that a key leads to the run from a screen: opened from its file, it could not go on with the agent.
func (s *Screen) isInShownThread() bool {
	return slices.ContainsFunc(s.Host.Nav.SessionTasks(), func(t kit.Task) bool {
		other, ok := t.(*Screen)
		return ok && other != s && s.Host.Nav.Shows(other) &&
			slices.ContainsFunc(other.thread.Runs, func(r runfile.Info) bool { return r.ID == s.snapshot.ID })
	})
}

// Release leaves of a run what the list of tasks shows.
func (s *Screen) Release(file string) {
	s.watch.end()
	plan := &run.Plan{Agent: s.snapshot.Plan.Agent, Skill: s.snapshot.Plan.Skill, Private: s.snapshot.Plan.Private, FedBy: s.snapshot.Plan.FedBy}
	s.snapshot = run.Snapshot{
		ID: s.snapshot.ID, Plan: plan, Phase: s.snapshot.Phase, State: s.snapshot.State,
		Started: s.snapshot.Started, Ended: s.snapshot.Ended,
	}
	s.File = file
	s.run, s.watch.run = nil, nil
	s.reply.forgetForm()
	s.forgetDrawn()
}

// Shrink drops what was made of a run for the screen.
func (s *Screen) Shrink() tea.Cmd {
	r := s.run
	s.watch.end()
	s.forgetDrawn()
	return func() tea.Msg {
		r.Compact()
		return nil
	}
}

// DropResults drops what the agent sent in a run.
func (s *Screen) DropResults() tea.Cmd {
	r := s.run
	s.snapshot.DropResults()
	return func() tea.Msg {
		r.DropResults()
		return nil
	}
}

// IsWatched reports a run whose changes come to the screen.
func (s *Screen) IsWatched() bool { return s.watch.isOn() }

// forgetDrawn drops everything that is drawn anew when the screen is opened again.
func (s *Screen) forgetDrawn() {
	s.result.forget()
	s.reply.drawn = question{}
	s.timeline.forget()
	s.windows.clear(&s.timeline)
}
