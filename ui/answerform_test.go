package ui_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// An agent that asks with a form is answered by a form, prefilled, on the same
// task, without a tag.
func TestQuestionWithFormOpensForm(t *testing.T) {
	answered := make(chan string, 2)
	url := agent(t, oneForm(wordSchema), func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var call struct{ ID json.RawMessage }
		_ = json.Unmarshal(body, &call)
		w.Header().Set("Content-Type", "application/json")
		result := `{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_INPUT_REQUIRED","message":{"messageId":"q","role":"ROLE_AGENT","parts":[{"text":"How much?"},
			{"data":{"type":"form","form":{"type":"object","required":["amount"],"properties":{"amount":{"type":"number","title":"Amount"},"why":{"type":"string","title":"Why"}}},"form_data":{"why":"lunch"},"instructions":"In euros."}}]}}}`
		if strings.Contains(string(body), `"taskId":"t1"`) {
			answered <- string(body)
			result = `{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_COMPLETED"}}`
		}
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"task":%s}}`, call.ID, result)
	})
	d := start(t, url, 90, 28).WaitFor("The skill").Press("enter").WaitFor("Word *").Type("x").Press("ctrl+s").WaitFor("enter Send").Press("enter")
	d.WaitFor("How much?", "asks with a form", "In euros.").Press("enter")
	d.WaitFor("Amount *", "lunch", "Answer  ctrl+s").Press("ctrl+s").WaitFor("The required field Amount is empty.")
	d.Type("12.50").Press("ctrl+s").WaitFor("✓ completed")
	if answer := <-answered; !strings.Contains(answer, `"parts":[{"data":{"amount":12.50,"why":"lunch"}}]`) {
		t.Errorf("the agent was answered %s", answer)
	}
}
