// Package check decides whether a run is what its test case expects: it makes the verdict document, which
// has all that is known of the run, and checks each expectation against it.
//
// Every expectation gets a line: ok, failed, or not reached. What was not reached never passes.
//
// The package knows no agent and no connection: a run that has ended is all it needs.
package check

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"a2aform/a2aclient/auth"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
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

// Outcome says whether an expectation holds.
type Outcome string

// The outcomes of an expectation.
const (
	OK         Outcome = "ok"
	Failed     Outcome = "failed"
	NotReached Outcome = "not reached"
)

// Line is one expectation and its outcome.
type Line struct {
	Check    string  `json:"check"` // the key of the case file, such as "state"
	At       string  `json:"at,omitempty"`
	About    string  `json:"-"` // what it is about in the words of a table, for people in place of At; "" for none
	Expected string  `json:"expected"`
	Seen     string  `json:"seen"` // may contain text of the agent
	Why      string  `json:"why,omitempty"`
	Outcome  Outcome `json:"outcome"`

	NoGolden bool `json:"-"` // there is no golden file yet to compare with
}

// Result is the verdict of one attempt.
type Result struct {
	Verdict Verdict
	Answer  Answer // how the agent took the input
	Lines   []Line
	// Violations are the rules of the conformance checks that the run does not keep to.
	Violations []Violation
	// Repairs are what the client put right of what the agent sent, in our words.
	Repairs  []string
	Document *ojson.Value    // the verdict document; without input and output where these contain a secret
	Captured []casefile.Cell // the values for cases that need this one
	Golden   *ojson.Value    // the output as a golden file has it; nil where there is none, or it may repeat a secret
	Want     *ojson.Value    // what the golden file has, where the output differs; nil where it does not, and where Golden is
}

// Attempt checks a run against all expectations of its case.
func Attempt(c *casefile.Case, s Subject) *Result {
	r := newResult(s)
	r.addToDocument(c)
	e := &evaluation{result: r, expect: &c.Expect, turns: len(c.Turns), rejection: c.Rejection, isWhole: !c.Input.Invalid}
	if c.Input.Invalid && c.Expect.States == nil {
		e.rejected()
	} else {
		e.state()
	}
	e.moments()
	e.times()
	e.content()
	result := &Result{Violations: r.violated, Repairs: r.repairs, Document: r.document, Answer: e.answer()}
	if len(r.artifacts) > 0 {
		result.Golden = r.golden()
	}
	if c.Expect.Same != nil {
		result.Want = e.same(c, result.Golden)
	}
	for _, capture := range c.Captures {
		e.capture(result, capture)
	}
	result.Verdict, result.Lines = verdictOf(e.lines, e.learned), e.lines
	if s.Now.Plan.Private {
		result.hide(r.outcome)
	}
	if s.Now.Plan.Agent != nil {
		result.mask(s.Now.Plan.Agent.Credentials())
	}
	return result
}

// content checks what the agent returned.
func (e *evaluation) content() {
	e.output()
	if e.isWhole {
		e.promised()
	}
	e.schemas()
	e.counts()
	for _, v := range e.expect.Values {
		e.value(v)
	}
	for _, that := range e.expect.That {
		e.that(that)
	}
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

// Add adds an expectation that was checked elsewhere.
func (r *Result) Add(l Line) {
	r.Lines = append(r.Lines, l)
	switch {
	case r.Verdict != Pass || l.Outcome == OK:
	case l.Outcome == Failed:
		r.Verdict = Fail
	case l.Outcome == NotReached:
		r.Verdict = Error
	}
}

// mask masks the secrets of an agent in what was expected, as where a variable of its environment is one.
func (r *Result) mask(secrets *auth.CredentialSet) {
	for i, l := range r.Lines {
		if text := []byte(l.Expected); secrets.IsIn(text) {
			r.Lines[i].Expected = string(secrets.MaskText(text))
		}
	}
	if r.Want != nil && secrets.IsIn(r.Want.Compact()) {
		r.Want = nil
	}
}

// hide removes all values that contain a secret or may repeat it. The outcome is the end of the run, in one word.
func (r *Result) hide(outcome string) {
	var kept []ojson.Member
	for _, m := range r.Document.Members() {
		switch m.Name {
		case "input", "data", "text", "ask", "artifacts", "refused", "row", "turns":
			m.Value = ojson.NewNull()
		}
		kept = append(kept, m)
	}
	r.Document, r.Golden, r.Want = ojson.NewObject(kept...), nil, nil
	for i, l := range r.Lines {
		switch {
		case l.Check == "state":
			r.Lines[i].Seen = outcome
			continue
		case l.Check == "output", strings.HasSuffix(l.Check, ": output"): // also that of a turn
			r.Lines[i].Expected = "valid"
		}
		r.Lines[i].Seen = "(hidden: the form holds a secret)"
	}
}

// evaluation collects the lines of one attempt.
type evaluation struct {
	*result
	expect *casefile.Expect
	// rejection is how the agents of the suite show that input was rejected; nil for what the protocol has for it.
	rejection *casefile.Rejection
	turns     int
	lines     []Line
	isWhole   bool // of the attempt, not of one turn
	ended     bool // as the case expects it
	learned   bool // the run says something about the agent
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
	e.ended = e.isWanted(wanted, how)
	e.learned = how != Nothing || e.ended
	l := Line{Check: "state", Expected: anyOf(wanted), Seen: e.seenState(how)}
	if !e.learned {
		e.notReached(l)
		return
	}
	e.add(l, e.ended)
	if e.turns > 0 || e.asksTooOften() {
		l := Line{Check: "turns", Expected: strconv.Itoa(e.turns), Seen: fmt.Sprintf("%d (the agent asked %s)", len(e.subject.Moments), times(e.subject.Asked))}
		switch {
		case e.subject.Problem != "":
			l.Seen = fmt.Sprintf("%d: %s", len(e.subject.Moments), e.subject.Problem)
		case e.asksTooOften():
			l.Seen = "one more question than the case has turns for (the agent asked " + times(e.subject.Asked) + ")"
		}
		e.add(l, len(e.subject.Moments) == e.turns && e.subject.Problem == "" && !e.asksTooOften())
	}
}

// isWanted reports whether the end of the run is an expected one.
func (e *evaluation) isWanted(wanted []string, how Answer) bool {
	switch {
	case how == Crashed:
		return false
	case slices.Contains(wanted, casefile.AnyState) && how != Nothing:
		return true
	case slices.Contains(wanted, casefile.AcceptedState) && !slices.Contains([]string{"refused", "crashed", "lost", "interrupted"}, e.outcome):
		taken := e.answer() // also by what the suite says of rejections
		return taken == Accepted || taken == Answered
	}
	return slices.Contains(wanted, e.outcome)
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return strconv.Itoa(n) + " times"
}

// asksTooOften reports whether the agent asks a question that the case neither answers nor expects.
func (e *evaluation) asksTooOften() bool {
	return e.outcome == "input-required" && !e.expect.HasQuestion()
}

func anyOf(list []string) string { return strings.Join(list, " or ") }

// seenState describes the end of the run, with the reason if it is not a state.
func (e *evaluation) seenState(how Answer) string {
	now := e.subject.Now
	text := now.OutcomeText()
	if e.subject.Timeout {
		text = e.outcome + ": the timeout of the case expired"
	}
	switch {
	case how == Crashed:
		text += " (the agent crashed)"
	case e.outcome == "input-required" && e.ask != "":
		text += ": " + e.ask
	}
	if now.Err != nil && !e.subject.Timeout {
		text += ": " + now.Err.Error()
	}
	return text
}

// rejected checks that invalid input was rejected.
func (e *evaluation) rejected() {
	how := e.answer()
	l := Line{Check: "state", Expected: "the input is rejected", Seen: e.seenState(how)}
	e.learned = how != Nothing
	switch how {
	case Rejected, RejectedWeakly:
		e.ended = true
		if how == RejectedWeakly {
			l.Seen += " (a weak way to reject: the state should be rejected)"
		}
		e.add(l, true)
	case Refused:
		if e.ended = isUnread(e.subject.Now.Err); e.ended {
			l.Seen += " (a weak way to reject: the code should be -32602)"
			e.add(l, true)
			return
		}
		l.Seen += "; the error does not say whether the input was rejected"
		e.notReached(l)
	case Nothing:
		e.notReached(l)
	case Answered:
		l.Seen += "; a message alone does not say whether the input was rejected"
		e.notReached(l)
	case Crashed, Accepted:
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
		e.add(Line{Check: "output", At: "/data" + problem.Pointer, Expected: problem.Message(), Seen: short(p.data.At(problem.Pointer))}, false)
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
	count := e.expect.Artifacts
	if count == nil {
		return
	}
	l := Line{Check: "artifacts", Expected: countText(*count), Seen: strconv.Itoa(len(e.artifacts))}
	if !e.hasOutput() {
		e.notReached(l)
		return
	}
	e.add(l, count.Holds(len(e.artifacts)))
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

var errNotTrue = errors.New("the result is not true")

// Describe lists what a case expects, one line each, such as "state  completed".
func Describe(e *casefile.Expect) (lines []string) {
	add := func(name, text string) {
		if text != "" {
			lines = append(lines, name+"  "+text)
		}
	}
	add("state", anyOf(e.States))
	add("output", string(e.Output))
	add("schemas", strings.Join(e.Schemas, ", "))
	if e.Artifacts != nil {
		add("artifacts", countText(*e.Artifacts))
	}
	for _, within := range []struct {
		name  string
		limit time.Duration
	}{{"first-artifact", e.FirstArtifact}, {"settled", e.Settled}} {
		if within.limit > 0 {
			add(within.name, "within "+within.limit.String())
		}
	}
	for _, v := range e.Values {
		add("value", fmt.Sprintf("%s  %s", v.At, relationText(v)))
	}
	for _, that := range e.That {
		add("that", that.JQ)
	}
	add("run", e.Run)
	if e.Same != nil {
		add("same", "as in "+e.Same.File)
	}
	return lines
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
		{"first-artifact", e.expect.FirstArtifact, now.FirstArtifact}, {"settled", e.expect.Settled, settled},
	} {
		if c.limit == 0 {
			continue
		}
		l := Line{Check: c.name, Expected: "within " + c.limit.String(), Seen: "not seen"}
		if c.at.IsZero() {
			e.notReached(l)
			continue
		}
		took := c.at.Sub(e.began())
		l.Seen = took.Round(time.Millisecond).String()
		e.add(l, took <= c.limit)
	}
}

// Record is what the file of a run keeps of the verdict on it.
type Record struct {
	Case      string  `json:"case"`
	File      string  `json:"file,omitempty"`
	Row       int     `json:"row,omitempty"`
	Why       string  `json:"why,omitempty"`
	Iteration int     `json:"iteration"`
	Verdict   Verdict `json:"verdict"`
	Lines     []Line  `json:"lines"`
}

// Line is the record as a line of a run file.
func (r *Record) Line(at time.Time) (runfile.Line, error) {
	raw, err := json.Marshal(r)
	return runfile.Line{Kind: runfile.Check, Time: at, Outcome: safe.Text(string(r.Verdict)), Raw: raw}, err
}

// ParseRecord reads a line of a run file; not ok for one that is not a verdict.
func ParseRecord(l runfile.Line) (r Record, ok bool) {
	return r, l.Kind == runfile.Check && json.Unmarshal(l.Raw, &r) == nil
}
