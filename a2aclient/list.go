package a2aclient

import (
	"context"
	"encoding/json"
	"errors"
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
