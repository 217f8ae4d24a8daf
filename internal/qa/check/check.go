package check

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
)

// Verdict is how a case or an attempt of it ended.
type Verdict string

// The verdicts.
const (
	Pass  Verdict = "pass"
	Fail  Verdict = "fail"  // an expectation does not hold
	Error Verdict = "error" // no verdict was possible
	Flaky Verdict = "flaky" // it passes, though some repeats did not
	Skip  Verdict = "skip"
)

// Outcome is what an expectation came to.
type Outcome string

// The outcomes of an expectation.
const (
	OK         Outcome = "ok"
	Failed     Outcome = "failed"
	NotReached Outcome = "not reached"
)

// Line is one expectation and what came of it.
type Line struct {
	Check    string  `json:"check"` // the key of the case file, such as "state"
	At       string  `json:"at,omitempty"`
	Expected string  `json:"expected"`
	Seen     string  `json:"seen"` // may hold text of the agent
	Why      string  `json:"why,omitempty"`
	Outcome  Outcome `json:"outcome"`
}

// Result is the verdict of one attempt.
type Result struct {
	Verdict  Verdict
	Lines    []Line
	Document *ojson.Value // the verdict document; without input and output where these hold a secret
}

// Attempt checks a run against all expectations of its case.
func Attempt(c *casefile.Case, s Subject) *Result {
	r := newResult(s)
	e := &evaluation{result: r, expect: &c.Expect, turns: len(c.Turns)}
	if c.Input.Invalid && c.Expect.States == nil {
		e.rejection()
	} else {
		e.state()
	}
	e.output()
	e.schemas()
	e.counts()
	e.times()
	e.sequence()
	for _, v := range c.Expect.Values {
		e.value(v)
	}
	for _, that := range c.Expect.That {
		e.that(that)
	}
	result := &Result{Verdict: verdictOf(e.lines, e.learned), Lines: e.lines, Document: r.document}
	if s.Now.Plan.Private {
		result.hide(r.outcome)
	}
	return result
}

// verdictOf sums up the lines of an attempt.
func verdictOf(lines []Line, learned bool) Verdict {
	has := func(o Outcome) bool {
		return slices.ContainsFunc(lines, func(l Line) bool { return l.Outcome == o })
	}
	switch {
	case !learned:
		return Error
	case has(Failed):
		return Fail
	case has(NotReached) || len(lines) == 0:
		return Error
	}
	return Pass
}

// hide removes what holds a secret, or may repeat it. The outcome is how the run ended, in one word.
func (r *Result) hide(outcome string) {
	var kept []ojson.Member
	for _, m := range r.Document.Members() {
		switch m.Name {
		case "input", "data", "text", "ask", "artifacts", "refused":
			m.Value = ojson.NewNull()
		}
		kept = append(kept, m)
	}
	r.Document = ojson.NewObject(kept...)
	for i, l := range r.Lines {
		switch l.Check {
		case "state":
			r.Lines[i].Seen = outcome
			continue
		case "output":
			r.Lines[i].Expected = "valid"
		}
		r.Lines[i].Seen = "(hidden: the form holds a secret)"
	}
}

// evaluation collects the lines of one attempt.
type evaluation struct {
	*result
	expect  *casefile.Expect
	turns   int
	lines   []Line
	ended   bool // as the case expects it
	learned bool // the run says something of the agent
}

func (e *evaluation) add(l Line, ok bool) {
	l.Outcome = Failed
	if ok {
		l.Outcome = OK
	}
	e.lines = append(e.lines, l)
}

func (e *evaluation) notReached(l Line) {
	l.Outcome = NotReached
	e.lines = append(e.lines, l)
}

// hasOutput reports whether there is anything that expectations of the output can be checked against.
func (e *evaluation) hasOutput() bool { return e.ended || len(e.artifacts) > 0 }

// state checks how the run ended.
func (e *evaluation) state() {
	wanted := e.expect.States
	if wanted == nil {
		wanted = []string{"completed", "answered"}
	}
	how := e.classify()
	e.ended = slices.Contains(wanted, e.outcome) && how != crashed
	e.learned = how != nothing || e.ended
	l := Line{Check: "state", Expected: strings.Join(wanted, " or "), Seen: e.seenState(how)}
	if !e.learned {
		e.notReached(l)
		return
	}
	e.add(l, e.ended)
	if e.turns > 0 || e.asksTooOften() {
		l := Line{Check: "turns", Expected: fmt.Sprintf("answers: %d", e.turns), Seen: fmt.Sprintf("%d (the agent asked for %d)", e.subject.Answers, e.subject.Asked)}
		e.add(l, e.subject.Answers == e.turns && !e.asksTooOften())
	}
}

// asksTooOften reports a question that the case neither answers nor expects.
func (e *evaluation) asksTooOften() bool {
	return e.outcome == "input-required" && !slices.Contains(e.expect.States, "input-required")
}

// seenState is how the run ended, and why where that is no state.
func (e *evaluation) seenState(how answer) string {
	now := e.subject.Now
	text := now.OutcomeText()
	if e.subject.Timeout {
		text = e.outcome + ": the timeout of the case expired"
	}
	switch {
	case how == crashed:
		text += " (the agent crashed)"
	case e.outcome == "input-required" && e.ask != "":
		text += ": " + e.ask
	}
	if now.Err != nil && !e.subject.Timeout {
		text += ": " + now.Err.Error()
	} else if (e.outcome == "failed" || e.outcome == "rejected") && e.text != "" {
		text += ": " + e.text
	}
	return text
}

// rejection checks that invalid input was rejected.
func (e *evaluation) rejection() {
	how := e.classify()
	l := Line{Check: "state", Expected: "the input is rejected", Seen: e.seenState(how)}
	e.learned = how != nothing
	switch how {
	case rejected, rejectedWeakly:
		e.ended = true
		if how == rejectedWeakly {
			l.Seen += " (a weak way to reject: the state should be rejected)"
		}
		e.add(l, true)
	case nothing:
		e.notReached(l)
	case answeredOnly:
		l.Seen += "; a message alone does not say whether the input was rejected"
		e.notReached(l)
	case crashed, accepted:
		e.add(l, false)
	}
}

// output checks the tagged parts against their schemas.
func (e *evaluation) output() {
	wanted := e.expect.Output
	if wanted == casefile.AnyOutput {
		return
	}
	checked := slices.DeleteFunc(e.parts(), func(p *part) bool { return !p.hasSchema })
	if len(checked) == 0 {
		l := Line{Check: "output", Expected: string(wanted), Seen: "no part names a schema"}
		switch {
		case wanted == casefile.DefaultOutput:
		case !e.hasOutput():
			e.notReached(l)
		default:
			e.add(l, false)
		}
		return
	}
	if wanted == casefile.InvalidOutput {
		broken := slices.ContainsFunc(checked, func(p *part) bool { return !p.isValid() })
		l := Line{Check: "output", Expected: "invalid", Seen: "valid"}
		if broken {
			l.Seen = "invalid"
		}
		e.add(l, broken)
		return
	}
	sound := true
	for _, p := range checked {
		sound = e.partProblems(p) && sound
	}
	if sound {
		e.add(Line{Check: "output", Expected: "valid", Seen: "valid"}, true)
	}
}

// maxProblems bounds the lines for one part.
const maxProblems = 20

// partProblems adds a line for each problem of a part. It reports whether there is none.
func (e *evaluation) partProblems(p *part) bool {
	if p.fault != "" {
		e.add(Line{Check: "output", Expected: "valid " + p.name, Seen: p.fault}, false)
	}
	for i, problem := range p.problems {
		if i == maxProblems {
			e.add(Line{Check: "output", Expected: "valid", Seen: fmt.Sprintf("and %d more problems", len(p.problems)-i)}, false)
			break
		}
		e.add(Line{Check: "output", At: "/data" + problem.Pointer, Expected: problem.Message, Seen: short(p.data.At(problem.Pointer))}, false)
	}
	return p.isValid()
}

// schemas checks which tags came.
func (e *evaluation) schemas() {
	var came []string
	for _, p := range e.parts() {
		if p.name != "" && !slices.Contains(came, p.name) {
			came = append(came, p.name)
		}
	}
	seen := strings.Join(came, ", ")
	if seen == "" {
		seen = "none"
	}
	for _, name := range e.expect.Schemas {
		l := Line{Check: "schemas", Expected: name, Seen: seen}
		if !e.hasOutput() {
			e.notReached(l)
			continue
		}
		e.add(l, slices.Contains(came, name))
	}
}

func (e *evaluation) counts() {
	n := len(e.artifacts)
	if e.subject.Now.Reply != nil {
		n-- // the message
	}
	for _, c := range []struct {
		name  string
		count *casefile.Count
		seen  int
	}{{"artifacts", e.expect.Artifacts, n}, {"parts", e.expect.Parts, len(e.parts())}} {
		if c.count == nil {
			continue
		}
		l := Line{Check: c.name, Expected: countText(*c.count), Seen: fmt.Sprint(c.seen)}
		if !e.hasOutput() {
			e.notReached(l)
			continue
		}
		e.add(l, c.count.Holds(c.seen))
	}
}

func countText(c casefile.Count) string {
	switch {
	case c.Max < 0:
		return fmt.Sprintf("at least %d", c.Min)
	case c.Min == c.Max:
		return fmt.Sprint(c.Min)
	}
	return fmt.Sprintf("%d to %d", c.Min, c.Max)
}

// times checks how long the agent took.
func (e *evaluation) times() {
	now := e.subject.Now
	settled := now.Ended
	if !now.Phase.IsOver() || now.Err != nil {
		settled = time.Time{}
	}
	for _, c := range []struct {
		name  string
		limit time.Duration
		at    time.Time
	}{
		{"first-event", e.expect.FirstEvent, now.FirstEvent}, {"first-artifact", e.expect.FirstArtifact, now.FirstArtifact}, {"settled", e.expect.Settled, settled},
	} {
		if c.limit == 0 {
			continue
		}
		l := Line{Check: c.name, Expected: "within " + c.limit.String(), Seen: "not seen"}
		if c.at.IsZero() {
			e.notReached(l)
			continue
		}
		took := c.at.Sub(now.Started)
		l.Seen = took.Round(time.Millisecond).String()
		e.add(l, took <= c.limit)
	}
}

// sequence checks the order of the states.
func (e *evaluation) sequence() {
	if e.expect.Sequence == nil {
		return
	}
	l := Line{Check: "states", Expected: strings.Join(e.expect.Sequence, ", "), Seen: strings.Join(e.states, ", ")}
	e.add(l, matchStates(e.expect.Sequence, e.states))
}

// matchStates reports whether states are as a list wants them, in which a gap stands for any number of states.
func matchStates(wanted, states []string) bool {
	if len(wanted) == 0 {
		return len(states) == 0
	}
	if wanted[0] == casefile.Gap {
		for i := range len(states) + 1 {
			if matchStates(wanted[1:], states[i:]) {
				return true
			}
		}
		return false
	}
	return len(states) > 0 && states[0] == wanted[0] && matchStates(wanted[1:], states[1:])
}

var errNotTrue = errors.New("the result is not true")
