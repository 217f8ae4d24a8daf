package doctor_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"a2aform/internal/qa/doctor"
)

// HTTP+JSON of A2A 0.3 does not carry the name of a schema: that an agent takes any data over it is no fault of the agent.
func TestDataWithoutNameOfSchemaIsNoFault(t *testing.T) {
	t.Parallel()
	const card = `{"name":"Takes all","description":"d","version":"1","url":"http://HOST","protocolVersion":"0.3.0","preferredTransport":"BINDING",
	"capabilities":{},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],
	"schemas":{"in":{"type":"object","properties":{"a":{"type":"string","maxLength":3}},"required":["a"],"additionalProperties":false}},
	"skills":[{"id":"s","name":"S","description":"d","tags":["t"],"inputModes":["application/json;schema=in"]}]}`
	const task = `{"id":"t","contextId":"c","kind":"task","status":{"state":"STATE"}}`
	for binding, isUndecided := range map[string]bool{"JSONRPC": false, "HTTP+JSON": true} {
		found := checkAgent(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			body := `{"task":` + strings.Replace(task, "STATE", "TASK_STATE_COMPLETED", 1) + `}`
			switch {
			case r.Method == http.MethodGet && strings.Contains(r.URL.Path, "well-known"):
				body = strings.NewReplacer("HOST", r.Host, "BINDING", binding).Replace(card)
			case binding == "JSONRPC":
				body = `{"jsonrpc":"2.0","id":"1","result":` + strings.Replace(task, "STATE", "completed", 1) + `}`
			}
			_, _ = w.Write([]byte(body))
		}), 10*time.Second)
		seen := 0
		for _, f := range found.Findings {
			if f.Rule == "OS3.2" || f.Rule == "OS3.3" || f.Rule == "OS3.5" {
				if seen++; (f.Result == doctor.Undecided) != isUndecided {
					t.Errorf("%s: %s: %s %s", binding, f.Rule, f.Result, f.What)
				}
			}
		}
		if seen != 3 {
			t.Errorf("%s: %d findings about invalid data, want 3: %v", binding, seen, found.Findings)
		}
	}
}
