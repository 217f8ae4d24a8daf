package conform

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/qa/pace"
	"a2aform/internal/safego"
)

// Options say what is checked.
type Options struct {
	Agent   *a2aclient.Agent
	Checks  []string // ids; nil for all
	Skill   string   // the id of the only skill whose forms are checked; "" for all
	Data    json.RawMessage
	Slow    json.RawMessage // an input whose task lasts; nil for none
	Seed    uint64
	Jobs    int           // messages that are under way at the same time
	Timeout time.Duration // of one message
	Pace    *pace.Pace
	Method  string // of an extension, for EX10; "" for none
	Online  bool   // the URIs of extensions are requested, for EX11
	// See is called with each result as it comes, one at a time.
	See func(*Result)
}

// Report is what came of the checks.
type Report struct {
	Results  []*Result
	Messages int // that were sent
}

// engine runs the checks.
type engine struct {
	o       Options
	ctx     context.Context
	host    string
	slots   chan struct{}
	list    []*form
	sent    atomic.Int64
	collect sync.Mutex // of results and events
	results []*Result
	events  []a2a.Event
}

// maxEvents is how many events EX7 and EX8 look at.
const maxEvents = 5000

// Run checks an agent. The error says that the context ended first; the report has what was checked by then.
func Run(ctx context.Context, o Options) (*Report, error) {
	e := &engine{o: o, ctx: ctx, host: pace.Host(o.Agent), slots: make(chan struct{}, max(1, o.Jobs))}
	e.list = e.forms()
	for _, s := range e.steps() {
		e.do(s)
	}
	if e.wants("EX7") || e.wants("EX8") {
		e.checkCore()
	}
	slices.SortStableFunc(e.results, func(a, b *Result) int {
		return cmp.Or(cmp.Compare(index(a.ID), index(b.ID)), cmp.Compare(a.Form, b.Form))
	})
	return &Report{Results: e.results, Messages: int(e.sent.Load())}, ctx.Err()
}

// step is the work of some checks: once, or for each form.
type step struct {
	ids    []string
	once   func(*engine)
	byForm func(*engine, *form)
}

func (e *engine) steps() []step {
	return []step{
		{ids: []string{"OS1.1", "OS1.2", "OS1.3", "OS1.4", "EX1"}, once: (*engine).checkCard},
		{ids: []string{"OS2.1"}, byForm: (*engine).checkUntagged},
		{ids: []string{"OS3.1"}, byForm: (*engine).checkFlag},
		{ids: []string{"OS3.2"}, byForm: (*engine).checkUndeclared},
		{ids: []string{"OS3.3", "OS3.5", "OS3.9"}, byForm: (*engine).checkInvalid},
		{ids: []string{"OS3.4"}, byForm: (*engine).checkValid},
		{ids: []string{"OS3.6a"}, byForm: (*engine).checkFirst},
		{ids: []string{"OS3.6b", "OS3.6c", "OS3.6d", "OS3.6e"}, byForm: (*engine).checkSeveral},
		{ids: []string{"OS3.7", "OS3.10"}, once: (*engine).checkText},
		{ids: []string{"OS3.8a"}, byForm: (*engine).checkTask},
		{ids: []string{"OS3.8b"}, byForm: (*engine).checkBasis},
		{ids: []string{"OS3.11a"}, once: (*engine).checkRunning},
		{ids: []string{"OS3.11b", "OS3.11c", "OS3.12"}, once: (*engine).checkWaiting},
		{ids: []string{"OS4.1", "OS4.2", "OS4.3"}, byForm: (*engine).checkOutput},
		{ids: []string{"EX2", "EX3", "EX4", "EX5", "EX9"}, once: (*engine).checkActivation},
		{ids: []string{"EX10", "EX11"}, once: (*engine).checkMethods},
	}
}

func (e *engine) wants(id string) bool { return e.o.Checks == nil || slices.Contains(e.o.Checks, id) }

// do runs a step, for all forms at the same time as far as there are slots.
func (e *engine) do(s step) {
	if !slices.ContainsFunc(s.ids, e.wants) {
		return
	}
	if s.once != nil {
		s.once(e)
		return
	}
	if len(e.list) == 0 {
		e.undecidedAll(s.ids, "", "the card has no form with a named schema", "a card that declares schemas")
		return
	}
	var all sync.WaitGroup
	for _, f := range e.list {
		if f.problem != "" {
			e.undecidedAll(s.ids, f.name, f.problem, "a valid input: --data JSON")
			continue
		}
		e.slots <- struct{}{}
		safego.GoGroup(&all, func() {
			defer func() { <-e.slots }()
			s.byForm(e, f)
		})
	}
	all.Wait()
}

// errStopped says that the command ended before the message was sent.
var errStopped = errors.New("the check was stopped")

func (e *engine) wait(ctx context.Context) error {
	if ctx.Err() != nil || e.o.Pace.Wait(ctx, e.host) != nil {
		return errStopped
	}
	return nil
}

func (e *engine) count(n int64) { e.sent.Add(n) }

// keep keeps events for the checks of core objects.
func (e *engine) keep(events []a2a.Event) {
	e.collect.Lock()
	defer e.collect.Unlock()
	e.events = append(e.events, events[:min(len(events), maxEvents-min(len(e.events), maxEvents))]...)
}

// add adds a result, if its check was asked for.
func (e *engine) add(id string, f *form, outcome Outcome, what string, evidence ...*reply) {
	if !e.wants(id) {
		return
	}
	r := &Result{Check: Find(id), Outcome: outcome, What: what}
	if f != nil {
		r.Form = f.name
	}
	for _, one := range evidence {
		if one != nil {
			r.Evidence = append(r.Evidence, one.exchange())
			r.Crashed = r.Crashed || outcome == Fail && isCrash(one)
		}
	}
	e.report(r)
}

func (e *engine) report(r *Result) {
	e.collect.Lock()
	defer e.collect.Unlock()
	e.results = append(e.results, r)
	if e.o.See != nil {
		e.o.See(r)
	}
}

// outcomeOf is the outcome of a sentence that the agent does not keep to, by its level.
var outcomeOf = map[Level]Outcome{Must: Fail, Should: Warn, May: Info}

// broken adds a result of a sentence that the agent does not keep to, by the level of the sentence.
func (e *engine) broken(id string, f *form, what string, evidence ...*reply) {
	outcome := outcomeOf[Find(id).Level]
	if slices.ContainsFunc(evidence, func(r *reply) bool { return r != nil && isCrash(r) }) {
		outcome = Fail
	}
	e.add(id, f, outcome, what, evidence...)
}

// undecided adds a result of a check whose question could not be answered.
func (e *engine) undecided(id string, f *form, what, decide string, evidence ...*reply) {
	if !e.wants(id) {
		return
	}
	r := &Result{Check: Find(id), Outcome: Undecided, What: what, Decide: decide}
	if f != nil {
		r.Form = f.name
	}
	for _, one := range evidence {
		if one != nil {
			r.Evidence = append(r.Evidence, one.exchange())
			var refused *a2aclient.Error
			if decide == tryAgain && errors.As(one.now.Err, &refused) && refused.WantsCredentials() {
				r.Decide = "credentials, such as --bearer env:NAME or those of a2aform auth login"
			}
		}
	}
	e.report(r)
}

func (e *engine) undecidedAll(ids []string, form, what, decide string) {
	for _, id := range ids {
		if e.wants(id) {
			e.report(&Result{Check: Find(id), Form: form, Outcome: Undecided, What: what, Decide: decide})
		}
	}
}
