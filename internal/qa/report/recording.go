package report

import (
	"errors"
	"slices"
	"time"

	"github.com/dustin/go-humanize/english"

	"a2aform/a2aclient"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/check"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/store/runfile"
	"a2aform/render"
	"a2aform/render/export"
)

// recording is a run file as a page shows it.
type recording struct {
	path   string
	rec    *run.Recording
	run    *run.Run
	now    run.Snapshot
	info   runfile.Info
	tool   runfile.Line
	lines  []runfile.Line // what happened, without the head
	checks []check.Record
	notes  []runfile.Line
	order  export.Order // of the rows of its tables; nil for as they came
}

func openRecording(path string) (*recording, error) {
	rec, err := run.OpenRecording(path)
	if err != nil {
		return nil, err
	}
	r := &recording{path: path, rec: rec, run: rec.Run()}
	r.now = r.run.Snapshot()
	if r.info, err = runfile.Peek(path); err != nil {
		return nil, err
	}
	err = runfile.Read(path, func(l runfile.Line) bool {
		switch l.Kind {
		case runfile.Tool:
			r.tool = l
		case runfile.Note:
			r.notes = append(r.notes, l)
		case runfile.Check:
			if c, ok := check.ParseRecord(l); ok {
				r.checks = append(r.checks, c)
			}
		case runfile.Request, runfile.Response, runfile.Event, runfile.Notice, runfile.Answer, runfile.Canceled, runfile.Pause, runfile.End:
			r.lines = append(r.lines, l)
		}
		return true
	})
	var damaged *runfile.DamagedRun
	if errors.As(err, &damaged) {
		err = nil // which the page says
	}
	return r, err
}

func openAll(paths []string, order export.Order) (list []*recording, err error) {
	for _, path := range paths {
		r, err := openRecording(path)
		if err != nil {
			return nil, err
		}
		r.order = order
		list = append(list, r)
	}
	return list, nil
}

func openThread(thread []runfile.Info) ([]*recording, error) {
	paths := make([]string, len(thread))
	for i, info := range thread {
		paths[i] = info.Path
	}
	return openAll(paths, nil)
}

// verdict is the verdict of the test cases, "" where there are none.
func (r *recording) verdict() check.Verdict {
	worst := check.Verdict("")
	for _, c := range r.checks {
		if order := []check.Verdict{check.Pass, check.Error, check.Fail}; slices.Index(order, c.Verdict) > slices.Index(order, worst) {
			worst = c.Verdict
		}
	}
	return worst
}

// ending is how the run ended: in a word, in a sentence, and how that is colored.
func (r *recording) ending() (word, text string, class safe.HTML) {
	word = r.info.Outcome.Line(maxLine).String()
	endings := map[string]struct {
		text  string
		class safe.HTML
	}{
		"completed": {"completed the task", "good"}, "answered": {"answered with a message", "good"}, "failed": {"says that the task failed", "bad"},
		"rejected": {"rejected the request", "bad"}, "canceled": {"canceled the task", "warn"}, "refused": {"refused the message", "bad"}, "crashed": {"crashed", "bad"},
		"input-required": {"waits for an answer", "warn"}, "auth-required": {"waits for credentials", "warn"},
	}
	ending, ok := endings[word]
	switch {
	case ok:
		text, class = "The agent "+ending.text, ending.class
	case word == "lost":
		text, class = "It is unknown what happened to the message", "bad"
	case word == "interrupted":
		text, class = "The run was interrupted", "warn"
	default:
		text, class = "The run has no end", "warn"
	}
	if d := r.info.Duration(); d > 0 {
		text += map[bool]string{true: " in ", false: " after "}[class == "good"] + span(d)
	}
	text += "."
	if n := r.info.Problems; n > 0 {
		text += " Its output breaks its schema in " + english.Plural(n, "place", "places") + "."
		class = "bad"
	}
	return word + run.CodeText(r.info.Code), text, class
}

// inputSchema is the schema of the form that was filled in. Its name is among the versions.
func (r *recording) inputSchema() render.Schema {
	input := r.rec.Plan().Input
	if input == nil {
		return render.Schema{}
	}
	s := render.Schema{Name: input.Name, IsOurs: true}
	doc, err := schema.Load(input.Schema)
	if err != nil {
		s.Reason = err.Error()
	}
	s.Document = doc
	return s
}

// isInvalid reports data that broke its schema when it was sent.
func (r *recording) isInvalid() bool {
	plan := r.rec.Plan()
	doc := r.inputSchema().Document
	if plan.Data == nil || plan.Input == nil || plan.Input.IsGuess || doc == nil {
		return false
	}
	v, err := ojson.Parse(plan.Data, ojson.DataLimits)
	return err == nil && len(doc.Validate(v)) > 0
}

// said is what stands for a result where there is none: why the task failed, or what the agent said last of a run that goes on; empty for
// nothing.
func (r *recording) said() (text safe.Raw) {
	switch {
	case r.now.HasFailed():
		if text = r.now.Reason(); text.IsEmpty() {
			return safe.Text(run.NoReason)
		}
		return text
	case r.now.Phase == run.Settled:
		return safe.Raw{}
	}
	for i := range r.now.Timeline.Len() {
		if e := r.now.Timeline.Entry(i); e.Kind == run.MessageEntry {
			text = e.Text
		}
	}
	return text
}

// request is the first request as it was sent, nil where the file has none whose body was kept.
func (r *recording) request() *a2aclient.Preview {
	for _, l := range r.lines {
		if l.Kind == runfile.Request && l.Raw != nil {
			return &a2aclient.Preview{Method: exact(l.Method), URL: exact(l.URL), Header: l.Header, Body: l.Raw}
		}
	}
	return nil
}

// exact is text of the file for a command, which quotes it.
func exact(text safe.Raw) string { return text.Exact() }

// offset is when something happened, from the beginning of the run.
func (r *recording) offset(at time.Time) time.Duration { return max(at.Sub(r.info.Time), 0) }
