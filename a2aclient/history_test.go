package a2aclient

import (
	"net/http"
	"strings"
	"testing"

	"a2aform/internal/safe"
)

func TestHistoryIsAskedFor(t *testing.T) {
	history := strings.Replace(bareTask("completed"), "{", `{"history":[{"role":"user","messageId":"m","parts":[{"kind":"text","text":"hi"}]}],`, 1)
	rpc := newFake(t, scripts{"tasks/get": result(history)})
	rest := newRestFake(t, map[string]http.HandlerFunc{"GET /tasks/t1": func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RawQuery != "historyLength=3" {
			t.Errorf("query %q", r.URL.RawQuery)
		}
		jsonBody(history)(w, r)
	}})
	for name, a := range map[string]*Agent{"JSON-RPC": agentOf(t, rpc.URL, "0.3", true, ""), "HTTP+JSON": rest.agent(t, "1.0", "", "")} {
		task, err := a.GetWithHistory(t.Context(), safe.Text("t1"), 3)
		if err != nil || len(task.History) != 1 || task.History[0].Parts[0].Text != safe.Text("hi") {
			t.Errorf("%s: %+v, %v", name, task, err)
		}
	}
	if sent := string(rpc.received()[0].body); !strings.Contains(sent, `"params":{"id":"t1","historyLength":3}`) {
		t.Errorf("sent %s", sent)
	}
}
