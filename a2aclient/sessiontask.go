package a2aclient

import (
	"context"
	"net/http"

	"a2aform/internal/safe"
)

// getSession is a session as a task: its state, and the artifacts of what the
// agent said.
func (a *Agent) getSession(ctx context.Context, id string) (*Task, error) {
	raw, err := a.askRaw(ctx, a.sessionCall(http.MethodGet, nil, "sessions", id))
	if err != nil {
		return nil, err
	}
	now := readSession(memberOf(raw, "session"))
	t := &Task{ID: safe.Text(id), ContextID: safe.Text(id), Status: Status{State: now.state(), Said: now.status, Time: now.time}, Raw: raw}
	s := &session{run: &run{ctx: ctx}, agent: a, id: id}
	said, err := s.messages()
	if err != nil {
		return nil, err
	}
	for _, m := range said {
		t.History = append(t.History, m.Message)
		if m.Role != RoleUser {
			t.Artifacts = append(t.Artifacts, m.artifacts...)
		}
	}
	return t, nil
}

// endSession ends a session, which is what canceling is there.
func (a *Agent) endSession(ctx context.Context, id string) (*Task, error) {
	c := a.sessionCall(http.MethodDelete, nil, "sessions", id)
	resp, err := a.post(ctx, c)
	if err != nil {
		return nil, err
	}
	defer closeBody(resp.Response)
	raw := []byte("null")
	if resp.StatusCode != http.StatusNoContent && resp.ContentLength != 0 {
		r, err := a.readWhole(ctx, resp.Response, c)
		if err != nil {
			return nil, err
		}
		raw = r.result
	}
	t := &Task{ID: safe.Text(id), ContextID: safe.Text(id), Status: Status{State: StateCanceled}, Raw: raw}
	if now := readSession(raw); !now.status.IsEmpty() { // the agent's word counts for more
		t.Status = Status{State: now.state(), Said: now.status, Time: now.time}
	}
	return t, nil
}
