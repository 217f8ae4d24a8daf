package doctor

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/check"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/safego"
)

const (
	// Jobs is how many messages are under way at the same time where the user says nothing else.
	Jobs = 8
	// seed makes the same inputs every time.
	seed = 1
	// maxWhat bounds what a finding says, in characters.
	maxWhat = 2000
)

// engine runs the checks.
type engine struct {
	agent   *a2aclient.Agent
	ctx     context.Context
	timeout time.Duration // of one message
	see     func(id string)
	slots   chan struct{}
	list    []*form
	collect sync.Mutex // of results and answers
	results []result
	answers answers
}

// outcome is how a check ended.
type outcome int

const (
	passed outcome = iota
	failed
	undecided
)

// result is how a check ended, for one form where it is about forms.
type result struct {
	id      string
	form    *form // nil for the agent as a whole
	outcome outcome
	what    string // what was seen, or why nothing was
	decide  string // what would decide an undecided check
	replies []*reply
}

// MessageOptions say how an agent is checked by messages.
type MessageOptions struct {
	Timeout time.Duration   // for one message
	Jobs    int             // how many messages are under way at the same time
	Begin   func(n int)     // is called before the first message with about how many there are; nil for none
	See     func(id string) // is called with the id of each result as it comes, one at a time
}

// CheckMessages checks whether an agent keeps to section 3 of the object-schemas extension and to the guide to extensions,
// sentence by sentence: the rules OS3 and EX. It sends messages for that: each check its own, and none that takes a task of
// another check. Each answer is checked against the rules of outputs and tasks, OS4 and T. A check whose question could not be
// answered is undecided, and says what would decide it. It is never a pass. So are those that were not reached when ctx ended.
//
// An agent without a named schema is sent a text for each of its first skills.
func CheckMessages(ctx context.Context, agent *a2aclient.Agent, o MessageOptions) LiveResult {
	e := newEngine(ctx, agent, o)
	e.list = e.forms()
	if o.Begin != nil {
		o.Begin(e.messages())
	}
	e.checkCredentials()
	if len(e.list) > 0 {
		e.checkForms()
	} else {
		e.askSkills()
	}
	e.checkAnswers()
	if ctx.Err() != nil {
		e.undecideRest()
	}
	return e.result()
}

// messages is about how many messages are sent.
func (e *engine) messages() (n int) {
	card := e.agent.Card()
	if len(e.list) == 0 {
		return min(len(card.Skills), maxAskedSkills)
	}
	ways := max(len(card.Interfaces), 1)
	if card.Streaming {
		ways *= 2
	}
	for _, f := range e.usable() {
		n += 1 + len(f.faults(false)) + len(f.faults(true)) + len(f.valid) + ways // one names no schema
	}
	return n + 5 // texts, untagged data and extensions
}

func newEngine(ctx context.Context, agent *a2aclient.Agent, o MessageOptions) *engine {
	return &engine{
		agent: agent, ctx: ctx, timeout: o.Timeout, see: o.See, slots: make(chan struct{}, max(o.Jobs, 1)),
		answers: answers{count: map[string]int{}, wrong: map[string][]answer{}},
	}
}

// undecideRest adds the checks that were not reached.
func (e *engine) undecideRest() {
	for _, r := range AllRules() {
		if r.SendsMessages() && !slices.ContainsFunc(e.results, func(one result) bool { return one.id == r.ID }) {
			e.undecided(r.ID, nil, "the checks were stopped before", "more time")
		}
	}
}

func (e *engine) checkForms() {
	var all sync.WaitGroup
	for _, f := range e.list {
		if f.problem != "" {
			e.undecided("OS3.4", f, f.problem, "an example in the card that its schema allows")
			continue
		}
		for _, check := range []func(*form){e.checkUndeclared, e.checkInvalid, e.checkValid, e.checkTask, e.checkBasis, e.checkStored} {
			safego.GoGroup(&all, func() { check(f) })
		}
	}
	safego.GoGroup(&all, e.checkText)
	safego.GoGroup(&all, e.checkActivation)
	all.Wait()
}

// maxAskedSkills is how many skills of an agent without schemas are asked something.
const maxAskedSkills = 3

// askSkills sends skills their example of a text, else a question.
func (e *engine) askSkills() {
	skills := e.agent.Card().Skills
	sendAll(min(len(skills), maxAskedSkills), func(i int) *reply {
		text := "Hello, what can you do?"
		for _, example := range skills[i].Examples {
			if words := exact(example); !strings.HasPrefix(strings.TrimSpace(words), "{") {
				text = words
				break
			}
		}
		return e.send(probe{text: text})
	})
}

// sendAll collects the replies of calls that send side by side.
func sendAll(n int, send func(i int) *reply) []*reply {
	replies := make([]*reply, n)
	var all sync.WaitGroup
	for i := range n {
		safego.GoGroup(&all, func() { replies[i] = send(i) })
	}
	all.Wait()
	return replies
}

// result is what was found. Where no check could be decided, all of them fail.
func (e *engine) result() (r LiveResult) {
	card, _ := ojson.Parse(e.agent.Card().Raw, ojson.CardLimits) // a card that was read
	isVacuous := !slices.ContainsFunc(e.results, func(r result) bool { return r.outcome != undecided })
	for _, one := range e.results {
		if one.outcome == passed {
			r.Checked = append(r.Checked, one.id)
			continue
		}
		f := one.finding(card)
		if one.outcome == undecided && isVacuous {
			f.Level = Error
		}
		r.Findings = append(r.Findings, f)
	}
	return r
}

func (r *result) finding(card *ojson.Value) LiveFinding {
	f := LiveFinding{Rule: r.id, What: safe.Text(r.what).Line(maxWhat).String()}
	switch {
	case r.outcome == undecided:
		f.Level, f.Result, f.Fix = Note, Undecided, "to decide it: "+r.decide
	case slices.ContainsFunc(r.replies, isCrash):
		f.Level, f.Fix = Error, "answer with an error that says what is wrong; the log of the agent may say why it crashed"
	}
	var evidence []exchange
	for _, one := range r.replies {
		evidence = append(evidence, one.exchange())
	}
	if evidence != nil {
		f.Evidence, _ = json.Marshal(evidence) // plain structs
	}
	if r.form == nil {
		return f
	}
	f.What = safe.Text(r.form.name).Line(60).String() + ": " + f.What
	if s := r.form.skill; s != nil {
		if i := slices.IndexFunc(card.Get("skills").Items(), func(v *ojson.Value) bool { return s.ID == safe.Text(v.Get("id").Text()) }); i >= 0 {
			f.Pointer = "/skills/" + strconv.Itoa(i)
		}
	}
	return f
}

func (e *engine) report(r result) {
	r.replies = slices.DeleteFunc(r.replies, func(one *reply) bool { return one == nil })
	e.collect.Lock()
	defer e.collect.Unlock()
	e.results = append(e.results, r)
	e.see(r.id)
}

func (e *engine) pass(id string, f *form) { e.report(result{id: id, form: f}) }

// broken adds a result of a sentence that the agent does not keep to.
func (e *engine) broken(id string, f *form, what string, replies ...*reply) {
	e.report(result{id: id, form: f, outcome: failed, what: what, replies: replies})
}

// undecided adds a result of a check whose question could not be answered.
func (e *engine) undecided(id string, f *form, what, decide string, replies ...*reply) {
	for _, one := range replies {
		var refused *a2aclient.Error
		if one != nil && decide == tryAgain && errors.As(one.now.Err, &refused) && refused.WantsCredentials() {
			decide = "credentials, such as --bearer env:NAME or those of a2aform auth login"
		}
	}
	e.report(result{id: id, form: f, outcome: undecided, what: what, decide: decide, replies: replies})
}

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
