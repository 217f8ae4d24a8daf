package doctor

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/qa/check"
	"a2aform/internal/run"
	"a2aform/internal/safe"
)

// LiveAgent is an agent to check.
type LiveAgent struct {
	Card   *a2aclient.Card
	Dialed *a2aclient.Agent // nil where the card has no interface that is spoken
}

// LiveFinding is a finding of a rule at a pointer of the card. Level and Fix are empty for those of the rule.
type LiveFinding struct {
	Rule, Pointer, What string
	Level               Level
	Result, Fix         string
	Evidence            json.RawMessage
}

const (
	callTime    = 15 * time.Second // for one call
	maxAnswer   = 1 << 20          // bytes of an answer to a call that is refused
	unknownTask = "a2aform-doctor-no-such-task"
	unknownCall = "a2aform/doctor-no-such-method"
	codeParse   = -32700
)

// liveClient follows no redirect and sends no credentials.
var liveClient = http.Client{ //nolint:forbidigo // see there
	Timeout:       callTime,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// liveChecker checks one agent.
type liveChecker struct {
	LiveAgent
	found   []LiveFinding
	checked []string
	codes   int // how many of the calls that must be refused with a code were answered
}

// LiveResult is what rules about the agent itself find, and which of them could be checked.
type LiveResult struct {
	Findings []LiveFinding
	Checked  []string
}

// AddTo adds the result to the report of a card, as far as it is about the rules that were chosen.
func (r LiveResult) AddTo(report *Report, card []byte, chosen []*Rule) {
	for _, one := range chosen {
		isFound := false
		for _, f := range r.Findings {
			if f.Rule != one.ID {
				continue
			}
			isFound = true
			at := LocatePointers(card, []string{f.Pointer})[f.Pointer]
			report.Findings = append(report.Findings, Finding{
				Rule: one.ID, Level: cmp.Or(f.Level, one.Level), Result: f.Result, Pointer: f.Pointer, Line: at.Line, Column: at.Column,
				What: f.What, Why: one.Why, Fix: cmp.Or(f.Fix, one.Fix), Evidence: f.Evidence,
			})
		}
		if !isFound && slices.Contains(r.Checked, one.ID) {
			report.Held = append(report.Held, one.ID)
		}
	}
	report.sort()
}

// CheckLive applies the L rules to an agent.
func CheckLive(ctx context.Context, a LiveAgent) LiveResult {
	c := &liveChecker{LiveAgent: a}
	asked := 1
	if c.checkAnswers(ctx) {
		asked += c.checkCodes(ctx)
	}
	switch isFound := slices.ContainsFunc(c.found, func(f LiveFinding) bool { return f.Rule == "L03" }); {
	case c.codes == asked || isFound:
		c.check("L03")
	default:
		c.undecided("L03", fmt.Sprintf("the agent answered %d of %d calls that it must refuse", c.codes, asked), "an agent that answers, and credentials where it wants some")
	}
	return LiveResult{c.found, c.checked}
}

// NotAsked adds rules about the agent itself of which no question was asked to the report of a card. They are undecided, and an error
// where nothing else is one: what was not checked is no pass.
func (r *Report) NotAsked(card []byte, rules []*Rule, what, decide string) {
	var found LiveResult
	level := Note
	if r.Count(Error) == 0 {
		level = Error
	}
	for _, one := range rules {
		found.Findings = append(found.Findings, LiveFinding{Rule: one.ID, What: what, Level: level, Result: Undecided, Fix: "to decide it: " + decide})
	}
	found.AddTo(r, card, rules)
}

// undecided adds a rule whose question was not asked or not answered.
func (c *liveChecker) undecided(id, what, decide string) {
	c.found = append(c.found, LiveFinding{Rule: id, What: what, Level: Note, Result: Undecided, Fix: "to decide it: " + decide})
}

func (c *liveChecker) add(id, pointer, format string, args ...any) {
	c.found = append(c.found, LiveFinding{Rule: id, Pointer: pointer, What: fmt.Sprintf(format, args...)})
}

// show adds a call and its answer to the last finding.
func (c *liveChecker) show(calls ...exchange) {
	c.found[len(c.found)-1].Evidence, _ = json.Marshal(calls) // plain structs
}

func (c *liveChecker) check(id string) { c.checked = append(c.checked, id) }

// checkAnswers asks for a task that is not there, and reports whether the agent answers.
func (c *liveChecker) checkAnswers(ctx context.Context) bool {
	c.check("L01")
	if c.Dialed == nil {
		c.add("L01", "", "the card has no interface that can be asked")
		return false
	}
	call, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	w := &watcher{reply: &reply{}}
	_, err := c.Dialed.Get(a2aclient.WithTrace(call, w.see), safe.Text(unknownTask))
	var said *a2aclient.Error
	var wire *a2aclient.TransportError
	switch {
	case err == nil:
		c.codes++
		c.add("L03", "", "the agent answers with a task, although none has the id %s", unknownTask)
		c.show(w.exchange("a task"))
	case errors.As(err, &said) && said.WantsCredentials():
		// nothing was learned of its codes
	case errors.As(err, &said):
		c.codes++
		if said.Code != -32001 && said.Name() != "TaskNotFoundError" && (said.HTTPStatus != http.StatusNotFound || c.Dialed.Interface().Binding != a2aclient.BindingHTTPJSON) {
			c.add("L03", "", "an unknown task is refused with %s", codeOf(said.Code, said.HTTPStatus))
			c.show(w.exchange(said.Error()))
		}
	case ctx.Err() != nil:
		c.undecided("L01", "the checks were stopped before", "more time")
		return false
	case errors.As(err, &wire) && wire.Status == 0:
		return c.anyOther(call, wire)
	}
	return true
}

// anyOther looks for another interface that answers.
func (c *liveChecker) anyOther(ctx context.Context, cause *a2aclient.TransportError) bool {
	for _, i := range c.Card.Interfaces {
		if i.URL == c.Dialed.Interface().URL {
			continue
		}
		if resp, err := getLive(ctx, i.URL.Exact()); err == nil {
			_ = resp.Body.Close()
			c.add("L01", "", "the first interface does not answer: %s; another one does", cause.What)
			return false
		}
	}
	c.add("L01", "", "no interface answers: %s", cause.What)
	return false
}

func codeOf(code, status int) string {
	if code == 0 {
		return "HTTP " + strconv.Itoa(status)
	}
	return "the code " + strconv.Itoa(code)
}

// checkCodes sends what JSON-RPC itself must refuse, and reports how many calls these are.
func (c *liveChecker) checkCodes(ctx context.Context) (asked int) {
	if c.Dialed.Interface().Binding != a2aclient.BindingJSONRPC {
		return 0
	}
	calls := []struct {
		what, body string
		code       int
	}{
		{"an unknown method", `{"jsonrpc":"2.0","id":"1","method":"` + unknownCall + `","params":{}}`, -32601},
		{"broken JSON", `{"jsonrpc":"2.0","id":"1",`, codeParse},
	}
	for _, call := range calls {
		status, code, text := c.post(ctx, call.body)
		switch {
		case status == 0, status == http.StatusUnauthorized, status == http.StatusForbidden, status == http.StatusTooManyRequests:
		case code != call.code && (call.code != codeParse || status != http.StatusBadRequest): // servers refuse broken JSON before JSON-RPC reads it
			c.codes++
			c.add("L03", "", "%s is refused with %s, not %d", call.what, codeOf(code, status), call.code)
			c.show(exchange{Frames: []string{"> " + call.body}, Answer: text})
		default:
			c.codes++
		}
	}
	return len(calls)
}

// post sends a body as it is. It returns the status of HTTP, 0 for no answer, the code of the error of JSON-RPC, 0 for none, and the
// beginning of the answer.
func (c *liveChecker) post(ctx context.Context, body string) (status, code int, text string) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	resp, err := c.Dialed.SendRaw(ctx, "", []byte(body))
	if err != nil {
		return 0, 0, ""
	}
	defer func() { _ = resp.Body.Close() }()
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return 0, 0, ""
	}
	var answer struct {
		Error struct {
			Code int `json:"code"`
		} `json:"error"`
	}
	_ = json.Unmarshal(data, &answer) // anything else has no code
	return resp.StatusCode, answer.Error.Code, string(c.Dialed.Credentials().MaskText(data[:min(len(data), maxFrame)]))
}

// getLive requests an address without credentials. The caller closes the body.
func getLive(ctx context.Context, address string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	return liveClient.Do(req)
}

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
