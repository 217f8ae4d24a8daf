package task

import (
	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

// usage says below the messages what the task used or cost.
func (s *Screen) usage() []string {
	usage := s.snapshot.Details.Usage()
	if usage.IsEmpty() {
		return nil
	}
	f := s.facts()
	return kit.Wrap(usage.Line(safe.CellLimit()).String(), max(f.timelineWidth(), 1), 0, s.Styles().Dim)
}
