package ui

import (
	"a2aform/internal/run"
	"a2aform/render"
)

// Run is the run of the task; nil once it was released.
func (s *taskScreen) Run() *run.Run { return s.run }

// Snapshot is the run as it is shown.
func (s *taskScreen) Snapshot() *run.Snapshot { return &s.snapshot }

// Document is what came in, nil for nothing.
func (s *taskScreen) Document() *render.Document { return s.document }

// Successor is the task that took this one up again, nil for none.
func (s *taskScreen) Successor() sessionTask {
	if s.next == nil {
		return nil
	}
	return s.next
}

// OpenResult opens what came in, or the task where nothing has.
func (s *taskScreen) OpenResult() action {
	if doc := s.document; doc == nil || len(doc.Sections) == 0 {
		return action{push: s}
	}
	return action{push: s.result}
}
