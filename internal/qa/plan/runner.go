package plan

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/run"
	"a2aform/internal/safego"
	"a2aform/internal/store"
)

// Options are how cases are run.
type Options struct {
	// Agent opens the agent of a case. It is called for each case, one at a time, before anything is sent.
	Agent  func(ctx context.Context, c *casefile.Case) (*a2aclient.Agent, error)
	Store  *store.Store // the journal; nil keeps none
	Jobs   int          // attempts at once, at least 1
	Repeat int          // in place of that of the case; 0 for that
	Record Record
	Bail   int // start no more cases once so many have failed; 0 never stops
	See    func(a2aclient.Frame)
	// Done is called with each case that has ended, one at a time, in the order in which they end.
	Done func(*Result)
}

// Record says which attempts keep their run files.
type Record string

// The attempts that keep their run files.
const (
	RecordFailed Record = "failed" // those that do not pass
	RecordAll    Record = "all"
	RecordNone   Record = "none"
)

// Result is what came of a case.
type Result struct {
	Case     *casefile.Case
	Verdict  check.Verdict
	Skip     string        // why it was left out
	Err      error         // of [check.Error], where no attempt says why
	Attempts []Attempt     // of all iterations, in their order
	Repeats  int           // how many iterations there are
	Passed   int           // of the iterations
	Need     int           // how many of them must pass
	Took     time.Duration // of all attempts

	plan  *run.Plan
	tries [][]Attempt // of each iteration
	left  int         // iterations that have not ended
}

// Attempt is one run of a case.
type Attempt struct {
	*check.Result
	Iteration int // from 1
	Number    int // of the iteration's attempts, from 1
	Messages  int // that were sent, answers among them; 0 where the command ended before
	Started   time.Time
	Took      time.Duration
	Run       string // the id of the run whose file was kept; "" for none
}

// errStopped says that the command ended first.
var errStopped = errors.New("not finished: the command ended first")

// Run runs cases. Results are in the order of the cases.
func Run(ctx context.Context, cases []*casefile.Case, o Options) []*Result {
	results := make([]*Result, len(cases))
	for i, c := range cases {
		results[i] = prepare(ctx, c, &o)
	}
	jobs := make(chan job)
	r := &runner{Options: o}
	var workers sync.WaitGroup
	for range max(o.Jobs, 1) {
		safego.GoGroup(&workers, func() {
			for j := range jobs {
				r.iterate(ctx, j)
			}
		})
	}
	for _, result := range results {
		if r.isOver(result) {
			continue
		}
		for i := range result.Repeats {
			jobs <- job{result, i}
		}
	}
	close(jobs)
	workers.Wait()
	return results
}

// isOver reports a case that is not run, because it has its verdict already or enough cases have failed.
func (r *runner) isOver(result *Result) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if result.left > 0 && r.Bail > 0 && r.failed >= r.Bail {
		result.Verdict, result.left = check.Skip, 0
		result.Skip = fmt.Sprintf("not run: %d failed before (--bail)", r.failed)
	}
	if result.left > 0 {
		return false
	}
	r.done(result)
	return true
}

type job struct {
	result *Result
	index  int
}

type runner struct {
	Options
	mu     sync.Mutex // of what the results hold, and while Done runs
	failed int        // cases that failed, or were errors
}

// done passes on a case that has ended. The caller holds the lock.
func (r *runner) done(result *Result) {
	if result.Verdict == check.Fail || result.Verdict == check.Error {
		r.failed++
	}
	if r.Done != nil {
		r.Done(result)
	}
}

// prepare validates the input of a case.
func prepare(ctx context.Context, c *casefile.Case, o *Options) *Result {
	result := &Result{Case: c}
	if c.Skip != "" {
		result.Verdict, result.Skip = check.Skip, c.Skip
		return result
	}
	agent, err := o.Agent(ctx, c)
	if err == nil {
		result.plan, err = Build(c, agent, o.Store)
	}
	if err != nil {
		result.Verdict, result.Err = check.Error, err
		return result
	}
	repeat := c.Repeat
	if o.Repeat > 0 {
		repeat = o.Repeat
	}
	result.tries = make([][]Attempt, repeat)
	result.left, result.Repeats, result.Need = repeat, repeat, c.Need(repeat)
	return result
}

// iterate runs a case once, and again where it does not pass and may be retried.
func (r *runner) iterate(ctx context.Context, j job) {
	var tries []Attempt
	for len(tries) == 0 || tries[len(tries)-1].Verdict != check.Pass && len(tries) <= j.result.Case.Retries && ctx.Err() == nil {
		tries = append(tries, r.attempt(ctx, j, len(tries)+1))
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	result := j.result
	result.tries[j.index] = tries
	if result.left--; result.left == 0 {
		result.sum()
		r.done(result)
	}
}

// attempt runs a case once, unless the command has ended.
func (r *runner) attempt(ctx context.Context, j job, number int) Attempt {
	a := Attempt{Iteration: j.index + 1, Number: number, Started: time.Now()}
	if ctx.Err() == nil {
		subject, path := r.follow(ctx, j, j.result.plan.Repeat())
		subject.Iteration, subject.Attempt, a.Messages = a.Iteration, number, 1+subject.Answers
		a.Took = time.Since(a.Started)
		a.Result = check.Attempt(j.result.Case, subject)
		if path != "" && (r.Record == RecordAll || a.Verdict != check.Pass || r.Store.DeleteRun(path) != nil) {
			a.Run = subject.Now.ID.Exact()
		}
	}
	if ctx.Err() != nil && (a.Result == nil || a.Verdict != check.Pass) { // no word of the agent
		a.Result = &check.Result{Verdict: check.Error, Lines: []check.Line{{Check: "run", Expected: "an end", Seen: errStopped.Error(), Outcome: check.NotReached}}}
	}
	return a
}

// sum is the verdict of a case by those of its iterations. One that passes when it is tried again makes the case flaky.
func (r *Result) sum() {
	for _, tries := range r.tries {
		r.Attempts = append(r.Attempts, tries...)
		if tries[len(tries)-1].Verdict == check.Pass {
			r.Passed++
		}
	}
	clean := true
	for _, a := range r.Attempts {
		r.Took += a.Took
		clean = clean && a.Verdict == check.Pass
	}
	has := func(v check.Verdict) bool {
		return slices.ContainsFunc(r.Attempts, func(a Attempt) bool { return a.Verdict == v })
	}
	switch {
	case clean:
		r.Verdict = check.Pass
	case r.Passed >= r.Need:
		r.Verdict = check.Flaky
	case has(check.Fail):
		r.Verdict = check.Fail
	default:
		r.Verdict = check.Error
	}
}

// follow sends the message of an attempt and takes the turns of its case. It returns the path of the run file, too.
func (r *runner) follow(ctx context.Context, j job, plan *run.Plan) (s check.Subject, path string) {
	c := j.result.Case
	limited, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	var mu sync.Mutex
	see := func(f a2aclient.Frame) {
		if r.See != nil {
			r.See(f)
		}
		mu.Lock()
		defer mu.Unlock()
		if !f.Sent && f.Header != nil && s.Status == 0 {
			word, _, _ := strings.Cut(f.Head.Line(0).String(), " ")
			s.Status, _ = strconv.Atoi(word)
			s.Header, s.Responded = f.Header, f.At
		}
	}
	started := run.Start(limited, plan, run.Options{Store: r.Store, Record: r.Record == RecordAll || r.Record == RecordFailed, See: see})
	now := answer(limited, started, c.Turns, &s)
	started.Close()
	mu.Lock()
	defer mu.Unlock()
	s.Now = now
	s.Timeout = errors.Is(limited.Err(), context.DeadlineExceeded) && now.Err != nil
	return s, r.runFile(started)
}

// runFile is the path of the file of a run that is closed; "" for none.
func (r *runner) runFile(closed *run.Run) string {
	if r.Store == nil || r.Record != RecordAll && r.Record != RecordFailed {
		return ""
	}
	if path := closed.CompleteFile(); path != "" {
		return path
	}
	info, err := r.Store.FindRun(closed.ID().Exact()) // it has no end, as where the agent waits for an answer
	if err != nil {
		return ""
	}
	return info.Path
}

// answer gives the answers of a case for as long as the agent asks, and returns how the run ended.
func answer(ctx context.Context, r *run.Run, turns []casefile.Turn, s *check.Subject) run.Snapshot {
	whole := context.WithoutCancel(ctx) // the run itself ends with ctx
	for {
		now := r.WaitAnswerable(whole)
		if now.State == a2a.StateAuthRequired { // the agent may go on by itself
			now = r.Wait(whole)
		}
		if now.Phase != run.Paused || now.State == a2a.StateAuthRequired {
			return now
		}
		if s.Answers == len(turns) {
			s.Asked = s.Answers + 1
			return now
		}
		turn := turns[s.Answers]
		err := r.Answer(turn.Text, turn.Data)
		if errors.Is(err, run.ErrBusy) { // it has just gone on
			continue
		}
		if err != nil {
			return r.Snapshot()
		}
		s.Answers++
		s.Asked = s.Answers
	}
}
