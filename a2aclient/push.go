package a2aclient

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
)

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
