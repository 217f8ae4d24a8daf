package runner

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
)

// attempt runs a case once, unless the command has ended.
func (r *runner) attempt(ctx context.Context, j job) Attempt {
	a := Attempt{Iteration: j.index + 1, Started: time.Now()}
	c := fillAttempt(j.result.Case, a.Iteration)
	if ctx.Err() == nil {
		if f, err := r.start(ctx, j, c); err != nil {
			a.Result = failedToRun(err)
		} else {
			r.evaluate(ctx, &a, c, f)
		}
	}
	if ctx.Err() != nil && (a.Result == nil || a.Verdict != check.Pass) { // the agent did not cause this
		a.Result = failedToRun(errStopped)
	}
	return a
}

// evaluate takes the turns of an attempt, and checks the result. It returns what it checked.
func (r *runner) evaluate(ctx context.Context, a *Attempt, c *casefile.Case, f *follower) check.Subject {
	subject := f.finish()
	subject.Iteration, a.Messages = a.Iteration, f.messages
	a.Took = time.Since(a.Started)
	a.Result = check.Attempt(c, subject)
	r.runProgram(ctx, a, c, f.plan.Private)
	r.update(a, c)
	path := f.keepFiles(r.Record == RecordAll || a.Verdict != check.Pass)
	if path == "" {
		return subject
	}
	a.Run = subject.Now.ID.Exact()
	if !subject.Now.Plan.Private {
		keepVerdict(path, a, c)
	}
	return subject
}

// keepVerdict writes the verdict to the file of the run. A failure is ignored, because the reports have the verdict too.
func keepVerdict(path string, a *Attempt, c *casefile.Case) {
	record := check.Record{Case: c.Name, File: c.Path, Row: c.Row, Why: c.Why, Iteration: a.Iteration, Verdict: a.Verdict, Lines: a.Lines}
	if line, err := record.Line(time.Now()); err == nil {
		_ = runfile.Insert(path, line)
	}
}

func failedToRun(err error) *check.Result {
	return &check.Result{Verdict: check.Error, Lines: []check.Line{{Check: "run", Expected: "an end", Seen: err.Error(), Outcome: check.NotReached}}}
}

// fillAttempt returns the case of an attempt, with the values of placeholders that differ for each attempt.
func fillAttempt(c *casefile.Case, iteration int) *casefile.Case {
	if !c.HasPlaceholders() && len(c.Turns) == 0 {
		return c
	}
	return c.Fill(func(name string) (casefile.Cell, bool) {
		switch name {
		case "iteration":
			return casefile.Cell{Text: strconv.Itoa(iteration)}, true
		case "uuid":
			return casefile.Cell{Text: a2aclient.NewID()}, true
		case "now":
			return casefile.Cell{Text: time.Now().UTC().Format(time.RFC3339)}, true
		}
		return casefile.Cell{}, false
	})
}

// update writes the golden file of an attempt if all other expectations hold. The first attempt that fits the file, or writes it,
// settles its content: later attempts are compared with it, also those of another case with the same file.
func (r *runner) update(a *Attempt, c *casefile.Case) {
	if r.Update == UpdateNone || c.Expect.Same == nil || a.Golden == nil {
		return
	}
	for _, l := range a.Lines {
		if l.Check != "same" && l.Outcome != check.OK {
			return
		}
	}
	path := c.Expect.Same.File
	r.goldens.mu.Lock()
	defer r.goldens.mu.Unlock()
	if r.goldens.settled[path] {
		return
	}
	if c.Expect.Same.Check() != nil { // a line says why
		return
	}
	_, err := check.ReadGolden(path)
	isMissing := errors.Is(err, check.ErrNoGolden)
	if a.Verdict != check.Pass && r.Update == UpdateNew && !isMissing {
		return
	}
	if r.goldens.settled == nil {
		r.goldens.settled = map[string]bool{}
	}
	r.goldens.settled[path] = true
	if a.Verdict == check.Pass {
		return
	}
	if err := check.WriteGolden(path, a.Golden); err != nil {
		a.Lines = append(a.Lines, check.Line{Check: "same", Expected: "write " + path, Seen: err.Error(), Outcome: check.NotReached})
		return
	}
	a.Written, a.Verdict = path, check.Pass
	for i, l := range a.Lines {
		if l.Check == "same" {
			a.Lines[i].Outcome, a.Lines[i].Seen = check.OK, "written: "+l.Seen
		}
	}
}

// start sends the message of an attempt.
func (r *runner) start(ctx context.Context, j job, c *casefile.Case) (*follower, error) {
	plan := j.result.plan
	if j.result.Case.HasPlaceholders() {
		var err error
		if plan, err = r.builder.build(c, j.result.agent); err != nil {
			return nil, err
		}
	}
	f := &follower{runner: r, c: c, messages: 1, plan: plan.Repeat(), host: PaceHost(plan.Agent)}
	f.plan.Request().AnyData = c.Input.Invalid
	if stream := c.Entry.Stream; stream != nil {
		f.plan.Request().Mode = modes[*stream]
	}
	if err := r.Pace.Wait(ctx, f.host); err != nil {
		return nil, errStopped
	}
	f.ctx, f.cancel = context.WithTimeout(ctx, c.Timeout)
	f.current = run.Start(f.ctx, f.plan, f.options(r.records()))
	return f, nil
}

// modes are how the answer is followed, with a stream and without.
var modes = map[bool]a2aclient.Mode{true: a2aclient.ModeStream, false: a2aclient.ModePoll}

func (r *runner) records() bool { return r.Record == RecordAll || r.Record == RecordFailed }

// follower follows one attempt through its runs and turns.
type follower struct {
	*runner
	c        *casefile.Case
	ctx      context.Context
	cancel   context.CancelFunc
	plan     *run.Plan // of the first message
	host     string    // where its messages go
	current  *run.Run
	subject  check.Subject
	messages int      // that were sent
	files    []string // the paths of its run files
	seen     int      // entries of the timeline at the last turn
	asked    struct {
		run     *run.Run
		answers int // that were given before it asked last
	}

	mu sync.Mutex // of files
}

func (f *follower) options(record bool) run.Options {
	if f.Unrecorded {
		return run.Options{See: f.see}
	}
	return run.Options{Store: f.Store, Record: record, CreateFile: f.createFile, See: f.see}
}

// createFile starts the file of a run.
func (f *follower) createFile(head runfile.Line) (*runfile.File, error) {
	head.Case = safe.Text(f.c.Name)
	file, err := f.Store.CreateRun(head)
	if err == nil {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.files = append(f.files, file.Path())
	}
	return file, err
}

// keepFiles keeps the files of all runs of the attempt, or none of them. It returns the path of that of the last run, "" for none.
func (f *follower) keepFiles(keep bool) (path string) {
	for _, file := range f.files {
		if keep || f.Store.DeleteRun(file) != nil {
			path = file
		}
	}
	return path
}

// see passes on the traffic of the attempt.
func (f *follower) see(frame a2aclient.Frame) {
	f.Pace.See(f.host, frame)
	if f.See != nil {
		f.See(frame)
	}
}

// finish takes the turns, ends the connections, and returns what to check.
func (f *follower) finish() check.Subject {
	defer f.cancel()
	now := f.takeTurns()
	f.current.Close()
	s := f.subject
	s.Now = now
	s.Timeout = errors.Is(f.ctx.Err(), context.DeadlineExceeded) && now.Err != nil
	return s
}
