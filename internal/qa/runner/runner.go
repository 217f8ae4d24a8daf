// Package runner runs test cases: it fills in the form of a skill as `send` does, repeats each case as
// often as the case says, runs the attempts over a number of workers, and sums their verdicts up.
// It also lists cases with what came of them last, and makes new ones.
//
// Before anything is sent, the input of every case is validated. One that is not what its case says is an error, and is
// not sent. Each attempt is a run of its own, with a message of its own.
package runner

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/internal/limit"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/run"
	"a2aform/internal/safego"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
)

// Options are how cases are run.
type Options struct {
	// Agent opens the agent of a case. It is called for each case, one at a time.
	Agent func(ctx context.Context, c *casefile.Case) (*a2aclient.Agent, error)
	Store *store.Store // the journal; nil keeps none
	// Unrecorded leaves out the journal and the run files, because they cannot be written.
	Unrecorded bool
	Jobs       int // attempts at once, at least 1
	Repeat     int // in place of the case's own; 0 for that
	Record     Record
	Bail       int // start no more cases once so many have failed; 0 never stops
	Update     Update
	// MayRun reports whether the user agreed to a program of a case with this content; nil for none.
	MayRun func(path string, content []byte) bool
	// Ask answers an agent that asks where a case has no turn left and expects no question; nil leaves the question open.
	Ask   func(ctx context.Context, c *casefile.Case, r *run.Run) error
	Quick bool  // cancel the task of a valid input once the agent works on it
	Pace  *Pace // nil sets no limit
	See   func(a2aclient.Frame)
	// Started is called with each case that begins, and Done with each that has ended, in the order in which they end. Report is
	// called with each in the order of the cases; nothing of it is held afterwards. All are called one at a time, and may be nil.
	Started func(*casefile.Case)
	Done    func(*Result)
	Report  func(*Result)
}

// Update says which golden files are written.
type Update string

// The golden files that are written, where all other expectations hold.
const (
	UpdateNone Update = ""
	UpdateNew  Update = "new" // write golden files that do not exist
	UpdateAll  Update = "all" // also replace golden files that differ
)

// Record says which attempts keep their run files.
type Record string

// The attempts that keep their run files.
const (
	RecordFailed Record = "failed" // attempts that do not pass
	RecordAll    Record = "all"
	RecordNone   Record = "none"
)

// Result is the result of a case.
type Result struct {
	Case     *casefile.Case
	Verdict  check.Verdict
	Skip     string        // why it was left out
	Agent    string        // where its card was read; "" where no agent was opened
	Err      error         // of [check.Error], where no attempt says why
	Attempts []Attempt     // of each iteration
	Repeats  int           // how many iterations there are
	Passed   int           // of the iterations
	Need     int           // how many of them must pass
	Took     time.Duration // of all attempts

	agent   *a2aclient.Agent
	plan    *run.Plan
	tries   []Attempt // of each iteration
	left    int       // iterations that have not ended
	started bool      // an iteration has begun
	ended   bool
}

// Attempt is one run of a case.
type Attempt struct {
	*check.Result
	Iteration int    // from 1
	Written   string // the golden file that was written; "" for none
	Messages  int    // that were sent, answers among them; 0 where the command ended before
	Started   time.Time
	Took      time.Duration
	Run       string // the id of the run whose file was kept; "" for none
}

// errStopped is the error of an attempt that did not end before the command.
var errStopped = errors.New("not finished: the command ended first")

// maxPending is the maximum number of cases that wait for an earlier case to end.
const maxPending = 1000

// Run runs cases. It keeps a case that has ended only until all earlier ones have, so there may be more cases than fit into memory.
// Once ctx is done no more cases begin. Those that did not begin are not passed to Done and Report.
func Run(ctx context.Context, cases iter.Seq[*casefile.Case], o Options) {
	r := &runner{Options: o, jobs: make(chan job), builder: newBuilder(o.Store)}
	r.room.L, r.settled.L = &r.mu, &r.mu
	var workers sync.WaitGroup
	for range max(o.Jobs, 1) {
		safego.GoGroup(&workers, func() {
			for j := range r.jobs {
				r.iterate(ctx, j)
			}
		})
	}
	for c := range cases {
		if ctx.Err() != nil {
			break
		}
		if result := r.prepare(ctx, c); ctx.Err() == nil { // else its agent may not have been opened
			r.add(result)
		}
	}
	close(r.jobs)
	workers.Wait()
}

// add hands the iterations of a case to the workers.
func (r *runner) add(result *Result) {
	r.mu.Lock()
	for len(r.pending) >= maxPending {
		r.room.Wait()
	}
	r.pending = append(r.pending, result)
	r.expect(result)
	r.mu.Unlock()
	if r.isOver(result) {
		return
	}
	for i := range result.Repeats {
		r.jobs <- job{result, i}
	}
}

// isOver reports whether a case does not run, because it has a verdict already or enough cases have failed.
func (r *runner) isOver(result *Result) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if result.left == 0 {
		r.done(result)
	} else {
		r.skipAfterBail(result)
	}
	return result.ended
}

// skipAfterBail skips a case that has not begun if enough cases have failed. The caller holds the lock.
func (r *runner) skipAfterBail(result *Result) {
	if result.started || result.ended || r.Bail == 0 || r.failed < r.Bail {
		return
	}
	result.Verdict, result.left = check.Skip, 0
	result.Skip = fmt.Sprintf("not run: %d failed before (--bail)", r.failed)
	r.done(result)
}

type job struct {
	result *Result
	index  int
}

type runner struct {
	Options
	jobs    chan job
	builder *builder
	mu      sync.Mutex // of what follows and of what the results contain, and while the functions of the options run
	room    sync.Cond  // signaled when pending is not full
	pending []*Result  // the cases from the first that has not ended
	failed  int        // cases that failed, or were errors
	needed  map[string]*need
	settled sync.Cond // signaled when a case has ended
	goldens struct {
		mu      sync.Mutex // also while a file is written
		settled map[string]bool
	}
}

// done reports a case that has ended. The caller holds the lock.
func (r *runner) done(result *Result) {
	if result.Verdict == check.Fail || result.Verdict == check.Error {
		r.failed++
	}
	if r.Done != nil {
		r.Done(result)
	}
	r.end(result)
}

// end reports the cases that have ended from the first on. The caller holds the lock.
func (r *runner) end(result *Result) {
	result.ended = true
	if n := r.needed[result.Case.Name]; n != nil && n.result == result {
		n.end()
		r.settled.Broadcast()
	}
	for len(r.pending) > 0 && r.pending[0].ended {
		if first := r.pending[0]; r.Report != nil && first.Verdict != "" {
			r.Report(first)
		}
		r.pending[0] = nil
		r.pending = r.pending[1:]
		r.room.Signal()
	}
}

// begin reports whether an iteration begins. It does not if enough cases have failed, or if the command ends, which leaves the case
// without a verdict.
func (r *runner) begin(ctx context.Context, result *Result) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.skipAfterBail(result); !result.ended && !result.started && ctx.Err() != nil {
		r.end(result)
	}
	if result.ended {
		return false
	}
	if !result.started && r.Started != nil {
		r.Started(result.Case)
	}
	result.started = true
	return true
}

// prepare validates the input of a case.
func (r *runner) prepare(ctx context.Context, c *casefile.Case) *Result {
	result := &Result{Case: c}
	if c.Skip != "" {
		result.Verdict, result.Skip = check.Skip, c.Skip
		return result
	}
	err := c.Problem
	if err == nil && len(c.Needs) > 0 {
		if c, err = r.await(c); err == nil {
			result.Case = c
		}
	}
	if err == nil {
		result.agent, err = r.Agent(ctx, c)
	}
	if err == nil {
		result.Agent = result.agent.Card().Source
		result.plan, err = r.builder.build(fillAttempt(c, 1), result.agent)
	}
	if err != nil {
		result.Verdict, result.Err = check.Error, err
		return result
	}
	repeat := c.Repeat
	if r.Repeat > 0 {
		repeat = r.Repeat
	}
	result.tries = make([]Attempt, repeat)
	result.left, result.Repeats, result.Need = repeat, repeat, c.Need(repeat)
	return result
}

// iterate runs a case once.
func (r *runner) iterate(ctx context.Context, j job) {
	if !r.begin(ctx, j.result) {
		return
	}
	a := r.attempt(ctx, j)
	r.mu.Lock()
	defer r.mu.Unlock()
	result := j.result
	result.tries[j.index] = a
	if result.left--; result.left == 0 {
		result.sum()
		r.done(result)
	}
}

// sum sets the verdict of a case from its iterations.
func (r *Result) sum() {
	r.Attempts = r.tries
	for _, a := range r.Attempts {
		r.Took += a.Took
		if a.Verdict == check.Pass {
			r.Passed++
		}
	}
	has := func(v check.Verdict) bool {
		return slices.ContainsFunc(r.Attempts, func(a Attempt) bool { return a.Verdict == v })
	}
	switch {
	case r.Passed == len(r.Attempts):
		r.Verdict = check.Pass
	case r.Passed >= r.Need:
		r.Verdict = check.Flaky
	case has(check.Fail):
		r.Verdict = check.Fail
	default:
		r.Verdict = check.Error
	}
}

// maxProgramOut is how many bytes of what a program says are shown.
const maxProgramOut = 2 << 10

// runProgram lets the program of a case check an attempt: it reads the verdict document, and 0 as its exit code is a pass.
func (r *runner) runProgram(ctx context.Context, a *Attempt, c *casefile.Case, isPrivate bool) {
	path := c.Expect.Run
	if path == "" {
		return
	}
	l := check.Line{Check: "run", Expected: "exit code 0 of " + filepath.Base(path), Outcome: check.NotReached}
	switch {
	case isPrivate:
		l.Seen = "the form holds a secret, which no program reads"
	case a.Golden == nil && a.Verdict != check.Pass:
		l.Seen = "no output"
	case r.MayRun == nil:
		l.Seen = "a program of a case runs with a2aform test alone"
	default:
		l.Seen = r.mayNotRun(path)
	}
	if l.Seen == "" {
		runOn(ctx, path, c.Timeout, a.Document.Compact(), &l)
	}
	a.Add(l)
}

// mayNotRun says why a program does not run; "" where it may. It looks before each start, because a program or an agent may have
// changed the file since the first.
func (r *runner) mayNotRun(path string) string {
	content, err := os.ReadFile(path)
	switch {
	case err != nil:
		return "it cannot be read: " + runfile.Fault(err).Error()
	case !r.MayRun(path, content):
		return "it changed since you agreed to it; read it, then allow it again with a2aform agents trust"
	}
	return ""
}

// runOn runs a program of the user's repository, which the user agreed to. Python loads no module from the directory of its script, so
// that a file with the name of one does not run. It may take as long as the case.
func runOn(ctx context.Context, path string, timeout time.Duration, document []byte, l *check.Line) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	out := &limit.Buffer{Left: maxProgramOut}
	cmd := exec.CommandContext(ctx, path)
	cmd.Env = append(os.Environ(), "PYTHONSAFEPATH=1")
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = filepath.Dir(path), bytes.NewReader(document), out, out, time.Second
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		l.Seen = fmt.Sprintf("it took more than %s, the timeout of the case", timeout)
	case err == nil:
		l.Outcome, l.Seen = check.OK, "exit code 0"
	case errors.As(err, &exit) && exit.ExitCode() >= 0:
		l.Outcome, l.Seen = check.Failed, fmt.Sprintf("exit code %d", exit.ExitCode())
	default:
		l.Seen = err.Error()
	}
	if said := strings.TrimSpace(out.String()); said != "" && l.Outcome != check.OK {
		l.Seen += ": " + said
	}
}

// Pace limits the rate of messages to each host. Several goroutines may use it. A nil Pace sets no limit.
type Pace struct {
	mu    sync.Mutex
	hosts map[string]*pacedHost
}

type pacedHost struct {
	limiter *rate.Limiter
	pause   time.Time // the agent asks for no message until then
}

// NewPace returns a Pace that only waits when agents ask for it with Retry-After, until a call of [Pace.Limit].
func NewPace() *Pace { return &Pace{hosts: map[string]*pacedHost{}} }

// PaceHost returns the host that receives the messages to an agent.
func PaceHost(a *a2aclient.Agent) string {
	set, err := auth.NewCredentialSet(a.Interface().URL)
	if err != nil { // such as an address of gRPC
		return a.Interface().URL.Line(0).String()
	}
	return set.Origin()
}

func (p *Pace) host(name string) *pacedHost {
	h := p.hosts[name]
	if h == nil {
		h = &pacedHost{limiter: rate.NewLimiter(rate.Inf, 1)}
		p.hosts[name] = h
	}
	return h
}

// Limit sets the time between two messages to a host, where it is longer than the one that was set before.
func (p *Pace) Limit(name string, interval time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if h := p.host(name); interval > 0 && rate.Every(interval) < h.limiter.Limit() {
		h.limiter.SetLimit(rate.Every(interval))
	}
}

// Wait waits until a message may go to a host. It fails where the context ends first.
func (p *Pace) Wait(ctx context.Context, name string) error {
	if p == nil {
		return nil
	}
	p.mu.Lock()
	h := p.host(name)
	p.mu.Unlock()
	turn := h.limiter.Reserve() // Wait would fail at once where the context ends before its turn
	for {
		p.mu.Lock()
		left := max(turn.Delay(), time.Until(h.pause))
		p.mu.Unlock()
		if left <= 0 {
			return ctx.Err()
		}
		select {
		case <-ctx.Done():
			turn.Cancel()
			return ctx.Err()
		case <-time.After(left):
		}
	}
}

// See reads Retry-After from the answer of a host. It waits no longer than the limit for Retry-After.
func (p *Pace) See(name string, f a2aclient.Frame) {
	if p == nil || f.Sent || f.Header == nil {
		return
	}
	status := f.Head.Line(0).String()
	if !strings.HasPrefix(status, "429") && !strings.HasPrefix(status, "503") {
		return
	}
	wait, ok := a2aclient.ParseRetryAfter(f.Header.Get("Retry-After"))
	if !ok {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if h, until := p.host(name), time.Now().Add(min(wait, limit.RetryAfter.Duration())); until.After(h.pause) {
		h.pause = until
	}
}
