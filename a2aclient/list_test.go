package a2aclient

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
)

const twoTasks = `{"tasks":[{"id":"t2","contextId":"c","status":{"state":"TASK_STATE_WORKING"}},7,{"id":"t1","status":{"state":"TASK_STATE_COMPLETED"}}],"nextPageToken":"2","totalSize":9}`

func TestListPages(t *testing.T) {
	rpc := newFake(t, map[string]http.HandlerFunc{"ListTasks": result(twoTasks)})
	rest := newRestFake(t, map[string]http.HandlerFunc{"GET /tasks": jsonBody(twoTasks)})
	for name, a := range map[string]*Agent{"JSON-RPC": agentOf(t, rpc.URL, "1.0", true, ""), "HTTP+JSON": rest.agent(t, "1.0", "", "")} {
		page, err := a.List(t.Context(), Query{ContextID: safe.Text("c"), PageSize: 2, PageToken: safe.Text("0"), State: a2a.StateInputRequired, Since: time.Date(2026, 5, 14, 9, 30, 0, 0, time.UTC)})
		if err != nil || len(page.Tasks) != 2 || page.Next != safe.Text("2") || page.Tasks[1].ID != safe.Text("t1") || page.Tasks[0].Status.State != a2a.StateWorking {
			t.Errorf("%s: %+v, %v", name, page, err)
		}
		if string(page.Raw) != twoTasks {
			t.Errorf("%s: raw %s", name, page.Raw)
		}
	}
	if body := string(rpc.received()[0].body); !strings.Contains(body, `"params":{"contextId":"c","pageSize":2,"pageToken":"0","status":"TASK_STATE_INPUT_REQUIRED","statusTimestampAfter":"2026-05-14T09:30:00Z"}}`) {
		t.Errorf("body %s", body)
	}
	if _, err := agentOf(t, rpc.URL, "1.0", true, "").List(t.Context(), Query{}); err != nil || !strings.Contains(string(rpc.received()[1].body), `"params":{}}`) {
		t.Errorf("an empty query: %v, %s", err, rpc.received()[1].body)
	}
}

// The workshop dialect has its own words for states (seed 001).
func TestListOfWorkshop(t *testing.T) {
	fake := newFake(t, map[string]http.HandlerFunc{"tasks/list": result(`{"tasks":[]}`)})
	c := mustCard(t, `{"name":"x","url":"`+fake.URL+`","capabilities":{"stateManagement":true},"skills":[{"id":"s","inputSchema":{}}]}`, "f")
	a, err := c.Dial()
	if err != nil {
		t.Fatal(err)
	}
	for _, state := range []a2a.State{a2a.StateInputRequired, "", a2a.StateCanceled} {
		if _, err := a.List(t.Context(), Query{State: state, PageSize: 1}); err != nil {
			t.Fatal(err)
		}
	}
	first, second, third := string(fake.received()[0].body), string(fake.received()[1].body), string(fake.received()[2].body)
	if !strings.Contains(first, `"status":"input-required"`) || strings.Contains(second, "status") || !strings.Contains(third, `"status":"cancelled"`) {
		t.Errorf("%s\n%s\n%s", first, second, third)
	}
}

func TestListNeedsA2A10(t *testing.T) {
	if _, err := agentOf(t, "http://127.0.0.1:1", "0.3", true, "").List(t.Context(), Query{}); !errors.Is(err, ErrUnsupported) {
		t.Error(err)
	}
}
