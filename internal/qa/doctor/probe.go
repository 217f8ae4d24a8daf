package doctor

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/qa/check"
	"a2aform/internal/run"
	"a2aform/internal/safe"
)

const (
	// maxFrames and maxFrame bound the evidence of one exchange: frames, and bytes of one.
	maxFrames = 20
	maxFrame  = 2 << 10
	// cancelTime is how long the agent has to cancel a task that a check leaves behind.
	cancelTime = 5 * time.Second
)

// probe is one message of a check.
type probe struct {
	form  *form
	parts []json.RawMessage
	text  string
	id    string // of the message; "" for one of its own

	agent      *a2aclient.Agent // nil for the agent of the checks
	task       safe.Raw         // that the message is for
	context    safe.Raw
	mode       a2aclient.Mode
	extensions []string // to activate; nil for the ones that a2aform knows
	async      bool
}

// reply is what came of a probe.
type reply struct {
	now     run.Snapshot
	how     check.Answer
	request []byte // the body that was sent
	frames  []string
	run     *run.Run
	said    string // how the agent answered a call; "" for a message, see [reply.String]
	// timedOut says that the task still worked when the time of the check was up, so the error of the run is ours.
	timedOut bool
}

// watcher collects the traffic of a probe.
type watcher struct {
	mu    sync.Mutex
	reply *reply
}

func (w *watcher) see(f a2aclient.Frame) {
	w.mu.Lock()
	defer w.mu.Unlock()
	r := w.reply
	if f.Sent && r.request == nil && len(f.Body) > 0 {
		r.request = slices.Clone(f.Body)
		return
	}
	if len(r.frames) >= maxFrames {
		return
	}
	text := string(f.Body[:min(len(f.Body), maxFrame)])
	if f.Sent {
		text = "> " + text
	}
	if head := f.Head.Line(200).String(); head != "event" {
		text = strings.TrimSpace(head + " " + text)
	}
	r.frames = append(r.frames, text)
}

// start sends a message.
func (e *engine) start(ctx context.Context, p probe) (*run.Run, *watcher, error) {
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	plan := &run.Plan{Agent: p.agent, Text: p.text, Parts: p.parts, TaskID: p.task, ContextID: p.context, Async: p.async}
	if plan.Agent == nil {
		plan.Agent = e.agent
	}
	if p.form != nil {
		plan.Skill = p.form.skill
	}
	request := plan.Request()
	if p.mode != a2aclient.ModeAuto {
		request.Mode = p.mode
	}
	request.Extensions = p.extensions
	request.MessageID = cmp.Or(p.id, request.MessageID)
	w := &watcher{reply: &reply{}}
	return run.Start(ctx, plan, run.Options{See: w.see}), w, nil
}

// send sends a message and waits until its task rests. A task that does not is canceled, as is one that waits for input.
func (e *engine) send(p probe) *reply {
	select {
	case e.slots <- struct{}{}:
		defer func() { <-e.slots }()
	case <-e.ctx.Done():
	}
	ctx, cancel := context.WithTimeout(e.ctx, e.timeout)
	defer cancel()
	r, w, err := e.start(ctx, p)
	if err != nil {
		return &reply{how: check.Nothing, now: run.Snapshot{Phase: run.Errored, Err: err}}
	}
	now := r.Wait(ctx)
	timedOut := ctx.Err() != nil && now.Err != nil || !now.Phase.IsOver() && now.Phase != run.Paused
	r.Close()
	got := e.finish(w, r, timedOut)
	e.look(p.form, got)
	return got
}

// finish reads what came of a message, and tidies up.
func (e *engine) finish(w *watcher, r *run.Run, timedOut bool) *reply {
	w.mu.Lock()
	defer w.mu.Unlock()
	got := w.reply
	got.now, got.run = r.Snapshot(), r
	got.how = check.Classify(&got.now, timedOut)
	got.timedOut = timedOut && got.how == check.Accepted
	if e.ctx.Err() != nil {
		got.how = check.Nothing
	}
	if !got.now.State.Settled() && !got.now.TaskID.IsEmpty() && got.now.Plan.TaskID.IsEmpty() {
		e.cancel(got.now.TaskID)
	}
	return got
}

// cancel ends a task that a check leaves behind. That it fails is no finding.
func (e *engine) cancel(task safe.Raw) {
	ctx, cancel := context.WithTimeout(e.ctx, cancelTime)
	defer cancel()
	_, _ = e.agent.Cancel(ctx, task)
}

// exchange is a message and what came back: the evidence of a finding.
type exchange struct {
	Request json.RawMessage `json:"request,omitempty"`
	Frames  []string        `json:"frames,omitempty"`
	Answer  string          `json:"answer"`
}

// exchange is what was seen of a call, which was answered so.
func (w *watcher) exchange(answer string) exchange {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.reply.said = answer
	return w.reply.exchange()
}

func (r *reply) exchange() exchange {
	x := exchange{Frames: r.frames, Answer: r.String()}
	if json.Valid(r.request) {
		x.Request = r.request
	}
	return x
}

// String says how the agent answered.
func (r *reply) String() string {
	state := safe.Text(r.now.Outcome()).Line(60).String()
	if r.said != "" {
		return r.said
	}
	switch r.how {
	case check.Rejected:
		if state == run.Refused {
			return "refused: " + safe.Text(r.now.OutcomeText()).Line(200).String()
		}
		return "rejected"
	case check.RejectedWeakly:
		return "the task failed"
	case check.Answered:
		return "answered with a message"
	case check.Crashed:
		return "crashed: " + r.problem()
	case check.Nothing:
		return "no answer: " + r.problem()
	case check.Refused:
		return "refused for another reason: " + r.problem()
	}
	if r.timedOut {
		return safe.Text(string(r.now.State)).Line(60).String() + " when the time was up"
	}
	return state
}

func (r *reply) problem() string {
	if r.now.Err == nil {
		return "the time was up"
	}
	return safe.Text(r.now.Err.Error()).Line(200).String()
}

// isTaken reports whether the agent works on the input, or has.
func (r *reply) isTaken() bool { return r.how == check.Accepted }

// isRejected reports whether the agent has rejected the input. A message is a rejection where valid data of the form makes a task.
func (r *reply) isRejected(f *form) bool {
	switch r.how {
	case check.Rejected, check.RejectedWeakly, check.Refused:
		return true
	case check.Answered:
		return f != nil && f.baseline().isTaken()
	}
	return false
}

// words is all that the agent said in text.
func (r *reply) words() string {
	var said []string
	if r.now.Err != nil && !r.timedOut {
		said = append(said, r.now.Err.Error())
	}
	for i := range r.now.Timeline.Len() {
		if t := r.now.Timeline.Entry(i); t.Kind == run.MessageEntry {
			said = append(said, exact(t.Text))
		}
	}
	if r.now.Reply != nil {
		for _, p := range r.now.Reply.Parts {
			said = append(said, exact(p.Text))
		}
	}
	return strings.TrimSpace(strings.Join(said, "\n"))
}

// exact is text of an agent that is compared. Reports clean what they show.
func exact(text safe.Raw) string { return text.Exact() }

// output is the data of the results, and the tags.
func (r *reply) output() (data, tags string) {
	for _, a := range r.now.Artifacts {
		for _, p := range a.Parts {
			data += string(p.Data) + exact(p.Text) + "\n"
			tags += exact(p.MediaType) + "\n"
		}
	}
	return data, tags
}
