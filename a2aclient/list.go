package a2aclient

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strconv"

	"a2aform/a2aclient/a2a"
	"a2aform/a2aclient/jsonread"
	"a2aform/internal/safe"
)

// ErrUnsupported says that the agent's dialect does not have an operation.
var ErrUnsupported = errors.New("the agent's protocol version has no such operation")

// Query asks for some of an agent's tasks. Zero fields ask for all.
type Query struct {
	ContextID safe.Raw
	PageSize  int      // 1 to 100; the agent chooses where it is 0
	PageToken safe.Raw // of the page before

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
	if a.protocol.methods[opList] == "" {
		return nil, ErrUnsupported
	}
	raw, err := a.askRaw(ctx, a.listCall(q))
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
	size, history := "", ""
	if q.PageSize > 0 {
		size = strconv.Itoa(q.PageSize)
	}
	if q.history > 0 {
		history = strconv.Itoa(q.history)
	}
	if a.protocol.rest != nil {
		values := url.Values{}
		for name, value := range map[string]string{"contextId": q.ContextID.Exact(), "pageSize": size, "historyLength": history, "pageToken": q.PageToken.Exact()} {
			if value != "" {
				values.Set(name, value)
			}
		}
		if len(values) > 0 {
			c.url += "?" + values.Encode()
		}
		return c
	}
	b := a.openBody(c, NewID(), 0)
	next := func() {
		if b[len(b)-1] != '{' && b[len(b)-1] != ',' {
			b = append(b, ',')
		}
	}
	if size != "" {
		b = append(append(b, `"pageSize":`...), size...)
	}
	if history != "" {
		next()
		b = append(append(b, `"historyLength":`...), history...)
	}
	if !q.ContextID.IsEmpty() {
		next()
		b = member(b, "contextId", q.ContextID.Exact())
	}
	if !q.PageToken.IsEmpty() {
		next()
		b = member(b, "pageToken", q.PageToken.Exact())
	}
	if b[len(b)-1] == ',' {
		b = b[:len(b)-1]
	}
	c.body = a.closeBody(b)
	return c
}

// page reads a page of tasks; what is no task is left out. It reports whether
// the page is one that can be read.
func (a *Agent) page(raw []byte) (p *TaskPage, ok bool) {
	p = &TaskPage{Raw: raw}
	d := a.decoder()
	d.Reader = jsonread.Reader{Data: raw}
	if !d.Enter('{') {
		return p, true
	}
	for d.Member() {
		switch string(d.Key) {
		case "tasks":
			p.Tasks = d.Tasks()
		case "nextPageToken":
			p.Next = safe.Text(jsonread.Text(d.Value()))
		default:
			d.Value()
		}
	}
	return p, !d.HasTooMany()
}
