package doctor

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/qa/check"
	"a2aform/internal/run"
	"a2aform/internal/safe"
)

// lookedAt are the rules that each answer to a message is checked against, and what an answer has to be for that.
var lookedAt = []struct{ rule, needs string }{
	{"OS4.1", needsData},
	{"OS4.2", needsData},
	{"OS4.3", needsData},
	{"OS4.4", needsPromise},
	{"T01", needsTask},
	{"T02", needsTask},
	{"T03", needsTask},
	{"T04", needsTask},
	{"T05", needsEnd},
	{"T08", needsAnswer},
}

const (
	needsAnswer  = "an agent that answers"
	needsTask    = "an agent that answers with a task"
	needsEnd     = "a task that completes"
	needsPromise = "a task that completes, of a skill that promises data"
	needsData    = "an answer whose data names a schema"
)

// answers are what was seen in the answers to all messages.
type answers struct {
	count map[string]int      // of those that a rule could be checked on, by what it needs
	wrong map[string][]answer // by rule
}

// answer is an answer that breaks a rule.
type answer struct {
	form  *form
	what  string
	reply *reply
}

// look checks an answer, whatever its message was sent for.
func (e *engine) look(f *form, r *reply) {
	if r.how == check.Nothing || r.timedOut {
		return
	}
	now := &r.now
	isEnd := now.State == a2a.StateCompleted
	promises := isEnd && f != nil && len(now.Plan.Promised()) > 0
	hasData := slices.ContainsFunc(now.ResultParts(), func(p a2a.Part) bool {
		return p.Kind == a2a.PartData && strings.Contains(exact(p.MediaType), ";schema=")
	})
	var wrong []check.Violation
	for _, v := range check.Violations(*now) {
		if slices.ContainsFunc(lookedAt, func(l struct{ rule, needs string }) bool { return l.rule == v.ID }) {
			wrong = append(wrong, v)
		}
	}
	if promises && check.LacksPromised(*now) {
		wrong = append(wrong, check.Violation{ID: "OS4.4", What: "the task completed without data of a schema that the card promises"})
	}
	if isEnd && now.Phase == run.Settled && len(now.ResultParts()) == 0 {
		wrong = append(wrong, check.Violation{ID: "T05", What: "the task completed without an artifact and without a word"})
	}
	for _, repair := range now.Repairs {
		wrong = append(wrong, check.Violation{ID: "T08", What: repair})
	}
	e.collect.Lock()
	defer e.collect.Unlock()
	for needs, is := range map[string]bool{needsAnswer: true, needsTask: !now.TaskID.IsEmpty(), needsEnd: isEnd, needsPromise: promises, needsData: hasData} {
		if is {
			e.answers.count[needs]++
		}
	}
	for _, v := range wrong {
		e.answers.wrong[v.ID] = append(e.answers.wrong[v.ID], answer{f, v.What, r})
	}
}

// checkAnswers adds what was seen in all answers: a result for each form and each thing that is wrong.
func (e *engine) checkAnswers() {
	for _, l := range lookedAt {
		if strings.HasPrefix(l.rule, "OS") && len(e.list) == 0 {
			continue // about schemas, which the card does not have
		}
		wrong := e.answers.wrong[l.rule]
		if len(wrong) == 0 {
			if e.answers.count[l.needs] == 0 {
				e.undecided(l.rule, nil, "no answer was one that shows it", l.needs)
			} else {
				e.pass(l.rule, nil)
			}
			continue
		}
		for len(wrong) > 0 {
			first := wrong[0]
			isSame := func(a answer) bool { return a.form == first.form && a.what == first.what }
			var replies []*reply
			for _, a := range wrong {
				if isSame(a) {
					replies = append(replies, a.reply)
				}
			}
			what := first.what
			if len(replies) > 1 {
				what += fmt.Sprintf(", in %d answers", len(replies))
			}
			e.broken(l.rule, first.form, what, replies[:min(len(replies), maxNamed)]...)
			wrong = slices.DeleteFunc(wrong, isSame)
		}
	}
}

// checkStored asks for a task that has ended, and compares it with what its stream brought (T06).
func (e *engine) checkStored(f *form) {
	r := f.baseline()
	if !r.isTaken() || r.now.TaskID.IsEmpty() || !r.now.State.Settled() {
		e.undecided("T06", f, "valid data made no task that ended: "+r.String(), "a task that ends without a question", r)
		return
	}
	task, err := e.agent.GetWithHistory(e.ctx, r.now.TaskID, 0)
	if err != nil {
		e.undecided("T06", f, "the task cannot be asked for: "+safe.Text(err.Error()).Line(200).String(), "an agent that keeps its tasks for a while", r)
		return
	}
	var lacking []string
	for _, a := range r.now.Artifacts {
		if len(a.Parts) > 0 && !slices.ContainsFunc(task.Artifacts, func(b a2a.Artifact) bool { return b.ID == a.ID && len(b.Parts) > 0 }) {
			lacking = append(lacking, "“"+cmp.Or(a.Name, a.ID).Line(40).String()+"”")
		}
	}
	switch {
	case len(lacking) > 0:
		e.broken("T06", f, "the task lacks the artifact "+some(lacking), r)
	case task.Status.State != r.now.State:
		e.broken("T06", f, "the task is "+safe.Text(string(task.Status.State)).Line(40).String()+", and its stream said "+string(r.now.State), r)
	default:
		e.pass("T06", f)
	}
}

// checkAlike compares the answers to one message without and with a stream (T07). Values may differ, states and kinds of parts may not.
func (e *engine) checkAlike(f *form, plain, streamed *reply) {
	switch {
	case !isAtRest(plain) || !isAtRest(streamed):
		e.undecided("T07", f, "the tasks did not both come to rest: "+plain.String()+"; streamed: "+streamed.String(), "an agent that takes valid data", plain, streamed)
	case shapeOf(plain) != shapeOf(streamed):
		e.broken("T07", f, "without a stream: "+shapeOf(plain)+"; streamed: "+shapeOf(streamed), plain, streamed)
	default:
		e.pass("T07", f)
	}
}

// isAtRest reports a task that has ended or waits.
func isAtRest(r *reply) bool { return r.now.State.Settled() || r.now.State.Paused() }

// shapeOf says of what kind an answer is: its state, and the kinds of its result.
func shapeOf(r *reply) string {
	var kinds []string
	for _, p := range r.now.ResultParts() {
		kind := string(p.Kind)
		if p.Kind == a2a.PartData {
			kind = strings.TrimSpace(kind + " " + p.MediaType.Line(60).String())
		}
		if !slices.Contains(kinds, kind) { // pieces of a text may be one or many
			kinds = append(kinds, kind)
		}
	}
	slices.Sort(kinds)
	if len(kinds) == 0 {
		kinds = []string{"nothing"}
	}
	return string(r.now.State) + " with " + strings.Join(kinds, ", ")
}
