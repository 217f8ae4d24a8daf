package a2aclient

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// ErrUnsupported says that the agent's dialect does not have an operation.
var ErrUnsupported = errors.New("the agent's protocol version has no such operation")

// Query asks for some of an agent's tasks. Zero fields ask for all.
type Query struct {
	ContextID safe.Raw
	PageSize  int       // 1 to 100; the agent chooses where it is 0
	PageToken safe.Raw  // of the page before
	State     a2a.State // "" for any
	Since     time.Time // of the last change of state; zero for any

	history int // messages of each task; the agent chooses where it is 0
}

// TaskPage is one page of an agent's tasks, newest first.
type TaskPage struct {
	Tasks []a2a.Task
	Next  safe.Raw        // token of the next page, empty for the last one
	Raw   json.RawMessage // as received
}

// List asks for the tasks of the agent (A2A 1.0 §3.1.4). Of the others the
// workshop dialect alone has it; in any other the error is [ErrUnsupported].
func (a *Agent) List(ctx context.Context, q Query) (*TaskPage, error) {
	a = a.spoken()
	if a.protocol.methods[opList] == "" {
		return nil, ErrUnsupported
	}
	raw, err := a.conn().askRaw(ctx, a.listCall(q))
	if err != nil {
		return nil, err
	}
	page, ok := a.page(raw)
	if !ok {
		return nil, transportError(tooManyFault(), a.listCall(q), true, nil)
	}
	return page, nil
}

func (a *Agent) listCall(q Query) *call {
	c := a.newCall(opList, "")
	params := q.params(a.protocol)
	if a.protocol.rest != nil {
		values := url.Values{}
		for _, p := range params {
			values.Set(p.name, p.value)
		}
		if len(values) > 0 {
			c.url = withQuery(c.url, values.Encode())
		}
		return c
	}
	e := a.openBody(c, NewID(), 0)
	for _, p := range params {
		if p.isNumber {
			e.rawMember(p.name, []byte(p.value))
			continue
		}
		e.member(p.name, p.value)
	}
	c.body = a.protocol.closeBody(e)
	return c
}

// listParam is a parameter of ListTasks.
type listParam struct {
	name, value string
	isNumber    bool
}

// params are the set ones.
func (q Query) params(p *protocol) (list []listParam) {
	for name, n := range map[string]int{"pageSize": q.PageSize, "historyLength": q.history} {
		if n > 0 {
			list = append(list, listParam{name, strconv.Itoa(n), true})
		}
	}
	texts := map[string]string{"contextId": q.ContextID.Exact(), "pageToken": q.PageToken.Exact()}
	switch {
	case p.workshop && q.State == a2a.StateCanceled:
		texts["status"] = "cancelled" // seed 001
	case p.workshop:
		texts["status"] = string(q.State)
	case q.State != "":
		texts["status"] = "TASK_STATE_" + strings.ToUpper(strings.ReplaceAll(string(q.State), "-", "_"))
	}
	if !q.Since.IsZero() {
		texts["statusTimestampAfter"] = q.Since.UTC().Format(time.RFC3339Nano)
	}
	for name, text := range texts {
		if text != "" {
			list = append(list, listParam{name, text, false})
		}
	}
	slices.SortFunc(list, func(a, b listParam) int { return strings.Compare(a.name, b.name) })
	return list
}

// page reads a page of tasks; what is no task is left out. It reports whether
// the page is one that can be read.
func (a *Agent) page(raw []byte) (p *TaskPage, ok bool) {
	p = &TaskPage{Raw: raw}
	d := a.conn().decoder()
	d.Reader, d.Items = ojson.NewReader(raw), 0
	if !d.Enter('{') {
		return p, true
	}
	for d.Member() {
		switch string(d.Key) {
		case "tasks":
			p.Tasks = d.Tasks()
		case "nextPageToken":
			p.Next = safe.Text(ojson.TextOf(d.Value()))
		default:
			d.Value()
		}
	}
	return p, !d.HasTooMany()
}

// Get asks for the current state of a task.
func (a *Agent) Get(ctx context.Context, taskID safe.Raw) (*a2a.Task, error) {
	if a.protocol.sessions {
		return a.getSession(ctx, taskID.Exact())
	}
	return a.taskOf(ctx, opGet, taskID)
}

// GetWithHistory is [Agent.Get] with the last messages of the task, at most n where n is not
// 0. An agent may keep fewer, or none (A2A 1.0 §3.2.4).
func (a *Agent) GetWithHistory(ctx context.Context, taskID safe.Raw, n int) (*a2a.Task, error) {
	a = a.spoken()
	if n == 0 || a.protocol.sessions {
		return a.Get(ctx, taskID)
	}
	c := a.newCall(opGet, taskID.Exact())
	if a.protocol.rest != nil {
		c.url = withQuery(c.url, "historyLength="+strconv.Itoa(n))
	} else {
		e := a.openBody(c, NewID(), 0)
		e.member("id", taskID.Exact())
		e.rawMember("historyLength", strconv.AppendInt(nil, int64(n), 10))
		c.body = a.protocol.closeBody(e)
	}
	return a.askTask(ctx, c)
}

// Cancel asks the agent to cancel a task. The task that it answers may still
// be working (seen at peers): only a stream or [Agent.Get] knows the outcome.
func (a *Agent) Cancel(ctx context.Context, taskID safe.Raw) (*a2a.Task, error) {
	if a.protocol.sessions {
		return a.endSession(ctx, taskID.Exact())
	}
	return a.taskOf(ctx, opCancel, taskID)
}

func (a *Agent) taskOf(ctx context.Context, op operation, taskID safe.Raw) (*a2a.Task, error) {
	a = a.spoken()
	return a.askTask(ctx, a.taskCall(op, taskID))
}

func (a *Agent) askTask(ctx context.Context, c *call) (*a2a.Task, error) {
	e, err := a.conn().ask(ctx, c)
	if err != nil {
		return nil, err
	}
	if e.Task == nil {
		return nil, transportError(fault{LayerReply, "the answer is not a task: " + snippet(a.opts.credentials.MaskText(e.Raw)), ""}, c, true, nil)
	}
	return e.Task, nil
}

// SetPush tells the agent where to post the events of a task (A2A 1.0 §3.1.7, 0.3 §7.5).
// The result is the configuration as the agent keeps it. The binding HTTP+JSON of 0.3,
// the workshop and sessions have no such operation: the error is [ErrUnsupported].
func (a *Agent) SetPush(ctx context.Context, taskID safe.Raw, config a2a.PushConfig) (a2a.PushConfig, error) {
	raw, err := a.askPush(ctx, opSetPush, taskID, config.Params(taskID.Exact(), a.protocol.kinds), "")
	if err != nil {
		return a2a.PushConfig{}, err
	}
	set, ok := a2a.ParsePushConfig(raw)
	if !ok { // some agents answer with nothing
		config.Raw = raw
		return config, nil
	}
	return set, nil
}

// PushConfig asks for one configuration of a task.
func (a *Agent) PushConfig(ctx context.Context, taskID, id safe.Raw) (a2a.PushConfig, error) {
	raw, err := a.askPush(ctx, opGetPush, taskID, a.pushParams(taskID, id), id.Exact())
	if err != nil {
		return a2a.PushConfig{}, err
	}
	config, ok := a2a.ParsePushConfig(raw)
	if !ok {
		return config, &TransportError{Layer: LayerReply, Method: "push-config get", What: "the answer is no push configuration: " + snippet(raw)}
	}
	return config, nil
}

// PushConfigs asks for all configurations of a task.
func (a *Agent) PushConfigs(ctx context.Context, taskID safe.Raw) ([]a2a.PushConfig, json.RawMessage, error) {
	raw, err := a.askPush(ctx, opListPush, taskID, a.pushParams(taskID, safe.Raw{}), "")
	return a2a.ParsePushConfigs(raw), raw, err
}

// DeletePush tells the agent to post no more to a configuration.
func (a *Agent) DeletePush(ctx context.Context, taskID, id safe.Raw) error {
	_, err := a.askPush(ctx, opDeletePush, taskID, a.pushParams(taskID, id), id.Exact())
	return err
}

// ReadNotification reads what the agent posted to a push address: an event of the
// protocol, in 0.3 the task. It is not ok where that is none.
func (a *Agent) ReadNotification(body []byte) (a2a.Event, bool) {
	r, ok := a.conn().decoder().Reply(body)
	return r.Event, ok && r.IsEvent
}

// pushParams name a task, and one of its configurations unless id is empty.
func (a *Agent) pushParams(taskID, id safe.Raw) map[string]any {
	task, config := "taskId", "id"
	if a.protocol.kinds {
		task, config = "id", "pushNotificationConfigId"
	}
	params := map[string]any{task: taskID.Exact()}
	if !id.IsEmpty() {
		params[config] = id.Exact()
	}
	return params
}

func (a *Agent) askPush(ctx context.Context, op operation, taskID safe.Raw, params map[string]any, id string) ([]byte, error) {
	a = a.spoken()
	if a.protocol.methods[op] == "" {
		return nil, ErrUnsupported
	}
	c := a.newCall(op, taskID.Exact())
	if a.protocol.rest != nil && id != "" {
		c.url = withPath(c.url, id)
		c.method += "/" + url.PathEscape(id)
	}
	if c.verb == http.MethodPost {
		body, err := json.Marshal(params)
		if err != nil {
			return nil, err
		}
		e := a.openBody(c, NewID(), len(body))
		e.raw(body[1 : len(body)-1])
		c.body = a.protocol.closeBody(e)
	}
	resp, err := a.conn().post(ctx, c)
	if err != nil {
		return nil, err
	}
	defer closeBody(resp.Response)
	if c.verb == http.MethodDelete && resp.ContentLength == 0 {
		return nil, nil
	}
	r, err := a.conn().readWhole(ctx, resp.Response, c)
	return r.Result, err
}
