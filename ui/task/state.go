package task

import (
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/render"
	"a2aform/ui/kit"
)

// Run is the run of the task; nil once it was released.
func (s *Screen) Run() *run.Run { return s.run }

// IsOfSameSkill reports that both runs used the same skill of the same agent.
func (s *Screen) IsOfSameSkill(o *Screen) bool {
	a, b := s.snapshot.Plan, o.snapshot.Plan
	return a.Agent.Interface().URL == b.Agent.Interface().URL && skillOf(a) == skillOf(b)
}

func skillOf(plan *run.Plan) safe.Raw {
	if plan.Skill == nil {
		return safe.Raw{}
	}
	return plan.Skill.ID
}

// Snapshot is the run as it is shown.
func (s *Screen) Snapshot() *run.Snapshot { return &s.snapshot }

// Document is what came in, nil for nothing.
func (s *Screen) Document() *render.Document { return s.result.document }

// Successor is the task that took this one up again, nil for none.
func (s *Screen) Successor() kit.Task {
	if s.next == nil {
		return nil
	}
	return s.next
}

// CountChunks counts the chunks of the artifacts, to notice new ones.
func (s *Screen) CountChunks() int { return countChunks(&s.snapshot) }

// PhaseText implements [kit.Task].
func (s *Screen) PhaseText() string { return s.progress.text(s.Styles()) }
