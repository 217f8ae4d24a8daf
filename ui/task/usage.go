package task

import (
	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

// paneTitle is the name of the agent, and what it calls the task.
func (s *Screen) paneTitle() string {
	name := kit.Line(s.snapshot.Plan.Agent.Card().Name)
	if title := s.snapshot.Details.Title(); !title.IsEmpty() {
		return name + " · " + title.Line(safe.CellLimit()).String()
	}
	return name
}

// usageLines say below the messages what the task used or cost.
func (s *Screen) usageLines() []string {
	usage := s.snapshot.Details.Usage()
	if usage.IsEmpty() {
		return nil
	}
	f := s.facts()
	return kit.Wrap(usage.Line(safe.CellLimit()).String(), max(f.timelineWidth(), 1), 0, s.Styles().Dim)
}
