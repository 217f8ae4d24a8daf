package runner

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
	"a2aform/render/export"
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

// takeTurns takes the turns of a case one after the other, and returns how the run ended.
func (f *follower) takeTurns() run.Snapshot {
	if f.Quick && !f.c.Input.Invalid && len(f.c.Turns) == 0 {
		f.cancelOnceAccepted()
	}
	for i, turn := range f.c.Turns {
		now, err := f.turn(turn.Fill(f.earlier))
		if err != nil {
			f.subject.Problem = fmt.Sprintf("turn %d: %s", i+1, err)
			return now
		}
	}
	now := f.settle()
	for f.Ask != nil && now.Outcome() == string(a2a.StateInputRequired) && !f.c.Expect.HasQuestion() {
		if err := f.Ask(f.ctx, f.c, f.current); err != nil && !errors.Is(err, run.ErrBusy) {
			return now
		}
		f.messages++
		now = f.settle()
	}
	return now
}

// cancelOnceAccepted cancels the task once the agent works on it or asks. An agent that does not cancel goes on.
func (f *follower) cancelOnceAccepted() {
	for {
		now := f.current.Snapshot()
		switch {
		case now.Phase.IsOver():
			return
		case now.State == a2a.StateWorking, now.State == a2a.StateInputRequired, now.State == a2a.StateAuthRequired:
			_ = f.current.CancelTask(f.ctx) // what comes of it is seen in the state
			return
		}
		select {
		case <-f.current.Wake():
		case <-f.ctx.Done():
			return
		}
	}
}

// turn waits for the state of a turn, and does what it says. Where the agent goes on in between, it waits again.
func (f *follower) turn(turn casefile.Turn) (now run.Snapshot, err error) {
	for {
		now, reached := f.reach(turn.When)
		if !reached {
			return now, fmt.Errorf("it waits for %s, and the task was %s", turn.When, now.OutcomeText())
		}
		if err := f.take(turn, now); !errors.Is(err, run.ErrBusy) {
			f.seen = f.current.Snapshot().Timeline.Len()
			return now, err
		}
	}
}

// settle returns how the run ended, or that the agent asks.
func (f *follower) settle() run.Snapshot {
	whole := context.WithoutCancel(f.ctx) // the run itself ends with ctx
	now := f.current.Wait(whole)
	if now.State == a2a.StateAuthRequired { // the agent may go on by itself
		now = f.current.Wait(whole)
	}
	if now.State == a2a.StateInputRequired && now.Phase == run.Paused && (f.asked.run != f.current || f.asked.answers != now.Answers) {
		f.subject.Asked++
		f.asked.run, f.asked.answers = f.current, now.Answers
	}
	return now
}

// reach waits until the task is in a state, or can no longer reach it.
func (f *follower) reach(state string) (run.Snapshot, bool) {
	if state == string(a2a.StateInputRequired) {
		now := f.settle()
		return now, now.Phase == run.Paused && now.State == a2a.StateInputRequired
	}
	for {
		now := f.current.Snapshot()
		switch {
		case string(now.State) == state, now.Phase.IsOver() && now.Outcome() == state, f.passed(now, state):
			return now, true
		case now.Phase.IsOver(), now.Phase == run.Paused && now.State == a2a.StateInputRequired:
			return now, false
		}
		select {
		case <-f.current.Wake():
		case <-f.ctx.Done():
			return f.settle(), false
		}
	}
}

// passed reports a state that the task was in since the last turn.
func (f *follower) passed(now run.Snapshot, state string) bool {
	for i := f.seen; i < now.Timeline.Len(); i++ {
		if e := now.Timeline.Entry(i); e.Kind == run.StateEntry && string(e.State) == state {
			return true
		}
	}
	return false
}

// earlier is the value of ${turn.N.JQ}: what jq gives for the verdict document of an earlier turn.
func (f *follower) earlier(name string) (casefile.Cell, bool) {
	number, expression, _ := strings.Cut(strings.TrimPrefix(name, "turn."), ".")
	n, err := strconv.Atoi(number)
	if err != nil || !strings.HasPrefix(name, "turn.") || n < 1 || n > len(f.subject.Moments) {
		return casefile.Cell{}, false
	}
	query, err := export.ParseQuery("." + strings.TrimPrefix(expression, "."))
	if err != nil {
		return casefile.Cell{}, false
	}
	document := check.Document(check.Subject{Now: f.subject.Moments[n-1].Now})
	values, err := query.Values(f.ctx, document.Compact())
	if err != nil || len(values) != 1 {
		return casefile.Cell{}, false
	}
	v, err := ojson.Parse(values[0], ojson.DataLimits)
	if err != nil {
		return casefile.Cell{}, false
	}
	text := string(values[0])
	if v.Is(ojson.String) {
		text = v.Text()
	}
	return casefile.Cell{Text: text, JSON: v}, true
}

// take carries out the action of a turn, and records the moment.
func (f *follower) take(turn casefile.Turn, now run.Snapshot) error {
	moment := check.Moment{Turn: turn, Now: now}
	var err error
	if turn.Do.Sends() {
		if err = f.Pace.Wait(f.ctx, f.host); err != nil {
			return err
		}
	}
	switch turn.Do {
	case casefile.Answer:
		err = f.current.Answer(turn.Text, turn.Data)
		f.messages++
	case casefile.Message:
		err = f.message(turn, now)
	case casefile.Cancel:
		err = f.current.CancelTask(f.ctx)
	}
	if err == nil {
		f.subject.Moments = append(f.subject.Moments, moment)
	}
	return err
}

// message sends another message in the same context. The attempt continues with its run.
func (f *follower) message(turn casefile.Turn, now run.Snapshot) error {
	next, err := f.build(turn)
	if err != nil {
		return err
	}
	next.ContextID = now.ContextID
	f.current.Close()
	f.messages++
	f.current, f.seen = run.Start(f.ctx, next, f.options(f.records())), 0
	return nil
}

func (f *follower) build(turn casefile.Turn) (*run.Plan, error) {
	c := *f.c
	c.Input = casefile.Input{Text: turn.Text, Data: turn.Data, Set: turn.Set}
	return f.builder.build(&c, f.plan.Agent)
}

// need is a case that others may need.
type need struct {
	result   *Result // nil once it has ended
	verdict  check.Verdict
	captured []casefile.Cell // in the last attempt that passed
}

// end keeps what others need of a case that has ended.
func (n *need) end() {
	n.verdict = n.result.Verdict
	for _, a := range n.result.Attempts {
		if a.Verdict == check.Pass {
			n.captured = a.Captured
		}
	}
	n.result = nil
}

// expect notes a case that others may need: one of a file without a table. The caller holds the lock.
func (r *runner) expect(result *Result) {
	if result.Case.Row > 0 {
		return
	}
	if r.needed == nil {
		r.needed = map[string]*need{}
	}
	r.needed[result.Case.Name] = &need{result: result}
}

// await waits until all cases that a case needs have ended, which begin before it, and returns it with the values that they
// captured. It fails unless all of them pass.
func (r *runner) await(c *casefile.Case) (*casefile.Case, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	captured := map[string]casefile.Cell{}
	for _, name := range c.Needs {
		n := r.needed[name]
		if n == nil {
			return c, fmt.Errorf("it needs the case %s, which does not run", name)
		}
		for n.result != nil {
			r.settled.Wait()
		}
		if n.verdict != check.Pass && n.verdict != check.Flaky {
			return c, fmt.Errorf("it needs the case %s, which did not pass", name)
		}
		for _, cell := range n.captured {
			captured[cell.Name] = cell
		}
	}
	return c.Fill(func(name string) (casefile.Cell, bool) {
		cell, ok := captured[strings.TrimPrefix(name, "capture.")]
		return cell, ok && strings.HasPrefix(name, "capture.")
	}), nil
}
