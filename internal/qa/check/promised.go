package check

import (
	"slices"
	"strings"

	"a2aform/a2aclient"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/run"
)

// LacksPromised reports whether a run ended well, and without data of a schema, though it was asked for, or the card promises nothing else.
func LacksPromised(now run.Snapshot) bool { return newResult(Subject{Now: now}).lacksPromised() }

func (r *result) lacksPromised() bool {
	if r.outcome != "completed" && r.outcome != "answered" {
		return false
	}
	promised := r.subject.Now.Plan.Promised()
	return len(promised) > 0 && !slices.ContainsFunc(r.parts(), func(p *part) bool { return p.fits(promised) })
}

// fits reports whether a part has one of the schemas of outputs: by its tag, or because a schema without a name counts for it.
func (p *part) fits(outputs []a2aclient.Output) bool {
	return p.hasSchema && slices.ContainsFunc(outputs, func(out a2aclient.Output) bool { return out.Attached != nil || exact(out.Name) == p.name })
}

// promised checks that promised data came, where the case does not say what output it expects.
func (e *evaluation) promised() {
	isBroken := slices.ContainsFunc(e.lines, func(l Line) bool { return l.Check == "output" && l.Outcome == Failed })
	if e.expect.Output != casefile.DefaultOutput || isBroken || !e.lacksPromised() {
		return
	}
	if e.subject.Now.Plan.AnswerAs != nil {
		e.add(Line{Check: "output", Expected: "valid", Seen: "no JSON, which answer-as asks for"}, false)
		return
	}
	var names []string
	for _, out := range e.subject.Now.Plan.Promised() {
		if !out.Name.IsEmpty() {
			names = append(names, exact(out.Name))
		}
	}
	e.add(Line{Check: "output", Expected: strings.TrimSpace("valid " + anyOf(names)), Seen: "no data of the schema, which the card promises"}, false)
}
