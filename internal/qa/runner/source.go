package runner

import (
	"errors"

	"a2aform/internal/qa/casefile"
	"a2aform/internal/run"
	"a2aform/internal/store/runfile"
)

// DraftSource is the message, or the run, that a case is made from.
type DraftSource struct {
	Plan *run.Plan
	Now  *run.Snapshot // how the run ended; nil for a message that was not sent
}

// errOtherTag is the error of data that was sent with another tag than its form has.
var errOtherTag = errors.New("the data was sent with another tag than its schema has, which a case cannot contain")

// OpenSource reads the source from the file of a run. It refuses a run that sent more than its file contains.
func OpenSource(path string) (*DraftSource, error) {
	var input runfile.Line
	_ = runfile.Read(path, func(l runfile.Line) bool { // opening the run reports damage
		if l.Kind == runfile.Input {
			input = l
		}
		return l.Kind != runfile.Input && l.Kind != runfile.Event
	})
	switch {
	case len(input.Files) > 0:
		return nil, errors.New("the run sent files, whose content is not kept with it")
	case input.Dropped > 0:
		return nil, errors.New("the run sent parts that are too large to be kept with it")
	}
	rec, err := run.OpenRecording(path)
	if err != nil {
		return nil, err
	}
	if rec.Damaged != nil {
		return nil, rec.Damaged
	}
	if plan := rec.Plan(); plan.Data != nil && !input.Tag.IsEmpty() && input.Tag != plan.Request().Tag {
		return nil, errOtherTag
	}
	now := rec.Run().Snapshot()
	return &DraftSource{Plan: rec.Plan(), Now: &now}, nil
}

// Case is the case of a source, with all that it can expect but values.
func (s *DraftSource) Case() (*casefile.Case, error) {
	if s.Now == nil {
		return FromPlan(s.Plan)
	}
	return FromRun(s.Plan, *s.Now)
}
