package qa

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"sync"
	"time"

	"charm.land/lipgloss/v2"

	"a2aform/a2aclient"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/runner"
	"a2aform/internal/safe"
	"a2aform/internal/safego"
	"a2aform/internal/store"
)

// maxHeld is the maximum number of cases whose full results a run keeps. Of the others it keeps only the rows.
const maxHeld = 2000

// row is a case of a run, as the table shows it.
type row struct {
	c       *casefile.Case // nil beyond maxHeld once it has ended
	name    string
	began   time.Time // zero where it waits
	verdict check.Verdict
	passed  string // of how many repeats; "" for a case that has one
	state   string
	output  string
	took    time.Duration
	what    string
	about   string         // what did not hold, with what was expected
	result  *runner.Result // nil until it has ended, and beyond maxHeld
	widths  runColumns     // of its texts
}

// batch runs cases in the background, even while no screen shows them.
type batch struct {
	list   *runner.CaseList
	agent  *a2aclient.Agent
	about  runner.ListedAgent
	keep   *store.Store
	record runner.Record

	mu      sync.Mutex
	rows    []row
	index   map[*casefile.Case]int
	held    int
	total   int // cases, also the ones that were not made yet
	began   time.Time
	ended   time.Time // zero while it goes on
	err     error     // of saving its outcomes, or what all cases have in common
	cancel  context.CancelFunc
	stopped bool
	dialed  map[string]*a2aclient.Agent // by transport and version
}

// start runs the cases of files.
func (b *batch) start(ctx context.Context, files []*casefile.File) {
	for _, f := range files {
		b.total += f.Count
	}
	b.run(ctx, casefile.All(files))
}

func (b *batch) run(ctx context.Context, cases iter.Seq[*casefile.Case]) {
	b.send(ctx, func(ctx context.Context, o runner.Options) error {
		runner.Run(ctx, b.each(ctx, cases), o)
		return nil
	})
}

// send has cases sent in the background. An error says why not all of them were.
func (b *batch) send(ctx context.Context, cases func(context.Context, runner.Options) error) {
	ctx, cancel := context.WithCancel(ctx)
	now := time.Now()
	b.update(func() { b.began, b.ended, b.cancel, b.stopped, b.err = now, time.Time{}, cancel, false, nil })
	safego.Go(func() {
		defer cancel()
		keep, record := b.keep, b.record
		var unrecorded error
		if keep != nil {
			if unrecorded = keep.CheckWritable(); unrecorded != nil {
				keep, record = nil, runner.RecordNone
				unrecorded = fmt.Errorf("nothing is recorded: %w", unrecorded)
			}
		}
		recorder := runner.BeginHistory(keep, b.list.Root, now)
		failed := cases(ctx, runner.Options{
			Agent: b.open, Store: b.keep, Unrecorded: unrecorded != nil, Jobs: 1, Record: record, Pace: b.list.Pace(b.about, b.agent), Started: b.started,
			Done: func(r *runner.Result) {
				if r.Case.Path != "" && (ctx.Err() == nil || r.Verdict == check.Pass) {
					recorder.Add(b.list.Agent, r)
				}
				b.done(r)
			},
		})
		err := errors.Join(failed, unrecorded, recorder.Finish())
		if keep != nil && record != runner.RecordNone {
			_, limited := keep.LimitRuns()
			err = errors.Join(err, limited)
		}
		b.update(func() {
			b.ended, b.err = time.Now(), err
			for i := range b.rows {
				if r := &b.rows[i]; r.began.IsZero() && r.verdict == "" {
					r.state = "not run"
				}
			}
		})
	})
}

// each yields the cases until the run is stopped, and makes a row for each that has none.
func (b *batch) each(ctx context.Context, cases iter.Seq[*casefile.Case]) iter.Seq[*casefile.Case] {
	return func(yield func(*casefile.Case) bool) {
		for c := range cases {
			if ctx.Err() != nil {
				return
			}
			b.update(func() {
				if _, known := b.index[c]; !known {
					b.index[c] = len(b.rows)
					b.rows = append(b.rows, newRow(c))
				}
			})
			if !yield(c) {
				return
			}
		}
	}
}

// open returns the agent, with the transport and version of a matrix entry.
func (b *batch) open(_ context.Context, c *casefile.Case) (*a2aclient.Agent, error) {
	if err := b.list.Allows(c, b.about); err != nil {
		return nil, err
	}
	e := c.Entry
	if e.Transport == "" && e.Version == "" {
		return b.agent, nil
	}
	key := e.Transport + " " + e.Version
	if agent := b.dialed[key]; agent != nil {
		return agent, nil
	}
	var options []a2aclient.Option
	if e.Transport != "" {
		options = append(options, a2aclient.WithBinding(a2aclient.Binding(e.Transport)))
	}
	if e.Version != "" {
		options = append(options, a2aclient.WithVersion(e.Version))
	}
	agent, err := b.agent.Redial(b.agent.Card(), options...)
	if err == nil {
		b.dialed[key] = agent
	}
	return agent, err
}

func (b *batch) started(c *casefile.Case) {
	b.update(func() { b.rows[b.index[c]].began = time.Now() })
}

func (b *batch) done(result *runner.Result) {
	b.update(func() {
		i := b.index[result.Case]
		r := &b.rows[i]
		r.take(result)
		if b.held < maxHeld {
			r.result = result
			b.held++
			return
		}
		delete(b.index, result.Case)
		r.c = nil
	})
}

// update changes the batch.
func (b *batch) update(change func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	change()
}

// stop ends what is running. Cases that have not begun are left out.
func (b *batch) stop() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.cancel != nil {
		b.cancel()
	}
	b.stopped = true
}

// isRunning reports that cases are running or waiting.
func (b *batch) isRunning() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.ended.IsZero()
}

func newRow(c *casefile.Case) row {
	r := row{c: c, name: line(c.Name)}
	r.widths.name = lipgloss.Width(r.name)
	return r
}

// take sets the row from the result of a case.
func (r *row) take(result *runner.Result) {
	defer func() {
		r.widths.passed, r.widths.state, r.widths.what = len(r.passed), lipgloss.Width(r.state), lipgloss.Width(r.what)
	}()
	r.verdict, r.passed, r.state, r.output, r.what = result.Verdict, passedOf(result), "", "–", ""
	switch {
	case result.Verdict == check.Skip:
		r.state, r.what = "skipped", line(result.Skip)
		return
	case result.Err != nil:
		r.state, r.what = "not sent", line(result.Err.Error())
		r.about = r.what
		return
	}
	a := shownAttempt(result)
	if n := len(result.Attempts); n > 0 {
		r.took = result.Took / time.Duration(n)
	}
	broken, failed := 0, 0
	for _, l := range a.Lines {
		if l.Outcome != check.OK {
			failed++
		}
		switch {
		case l.Check == "state":
			r.state, _, _ = strings.Cut(line(l.Seen), ":")
		case l.Check == "output" && l.Outcome == check.OK:
			r.output = "✓"
		case l.Check == "output" && l.Outcome == check.Failed:
			broken++
		case l.Check == "run":
			r.state = "not finished"
		}
		if r.what == "" && l.Outcome != check.OK {
			r.what, r.about = whatOf(l), lineName(&l)+": expected "+line(l.Expected)+", seen "+line(l.Seen)
		}
	}
	if failed > 1 {
		r.about = fmt.Sprintf("%s (and %d more)", r.about, failed-1)
	}
	if broken > 0 {
		r.output = fmt.Sprintf("✗ %d", broken)
	}
}

// passedOf is how many repeats of a case passed, "" where there is one.
func passedOf(result *runner.Result) string {
	if result.Repeats < 2 || len(result.Attempts) == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", result.Passed, result.Repeats)
}

// shownAttempt returns the first attempt that did not pass, or else the last.
func shownAttempt(result *runner.Result) *runner.Attempt {
	for i := range result.Attempts {
		if result.Attempts[i].Verdict != check.Pass {
			return &result.Attempts[i]
		}
	}
	return &result.Attempts[len(result.Attempts)-1]
}

// whatOf describes an expectation that does not hold, in a few words.
func whatOf(l check.Line) string {
	what := checkName(l.Check)
	if l.At != "" {
		what = line(l.At)
	}
	if l.Why != "" {
		return what + ": " + line(l.Why)
	}
	return what + ": " + line(l.Seen)
}

// maxLine is how many bytes of a text of a case or an agent are shown on a line.
const maxLine = 300

// line is text of a file or an agent on one line.
func line(text string) string { return safe.Text(text).Line(maxLine).String() }
