package task_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"a2aform/ui/apptest"

	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// An agent that asks with a form is answered by a form, prefilled, on the same
// task, without a tag.
func TestQuestionWithFormOpensForm(t *testing.T) {
	answered := make(chan string, 2)
	url := apptest.Agent(t, apptest.OneForm(apptest.WordSchema), func(w http.ResponseWriter, r *http.Request) {
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
	d := apptest.Start(t, url, 90, 28).WaitFor("The skill").Press("enter").WaitFor("Word *").Type("x").Press("ctrl+s").WaitFor("› Review").Press("enter")
	d.WaitFor("How much?", "asks with a form", "In euros.").Press("enter")
	d.WaitFor("Amount *", "lunch", "Answer  ctrl+s").Press("ctrl+s").WaitFor("▌ ○ Amount *", "✗ Required")
	d.Type("12.50").Press("ctrl+s").WaitFor("✓ completed")
	if answer := <-answered; !strings.Contains(answer, `"parts":[{"data":{"amount":12.50,"why":"lunch"}}]`) {
		t.Errorf("the agent was answered %s", answer)
	}
}

// asking is an agent with a form that asks in return, with such parts of a message.
func asking(t *testing.T, parts string) (url string) {
	return apptest.Agent(t, apptest.OneForm(apptest.WordSchema), func(w http.ResponseWriter, r *http.Request) {
		var call struct{ ID json.RawMessage }
		_ = json.NewDecoder(r.Body).Decode(&call)
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"task":{"id":"t1","contextId":"c1",
			"status":{"state":"TASK_STATE_INPUT_REQUIRED","message":{"messageId":"q","role":"ROLE_AGENT","parts":[%s]}}}}}`, call.ID, parts)
	})
}

// What is said below the screen takes no line from the answer, whatever the size and the question.
func TestErrorLeavesAnswerInSight(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {40, 15}, {100, 30}} {
		for _, question := range []string{"How much?", strings.Repeat("How much? ", 300)} {
			opts := kit.Options{Ref: asking(t, fmt.Sprintf(`{"text":%q}`, question)), Store: apptest.Home(t), Hints: true}
			d := uitest.Start(t, ui.New(t.Context(), opts), size[0], size[1]).WaitFor("The skill").Press("enter").WaitFor("Word *").Type("x").Press("ctrl+s").WaitFor("› Review").Press("enter")
			d.WaitFor("Your answer", "Type an answer, then press Enter.").Press("enter").WaitFor("Write an answer first")
			d.Type("not much").WaitFor("> not much").Press("f2", "enter").WaitFor("answer is not JSON", "> not much")
		}
	}
}

// The form of a question says what the agent asks above its fields.
func TestQuestionIsOnItsForm(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("All that was spent on the trip counts. ", 40)
	for _, size := range [][2]int{{80, 24}, {40, 15}, {100, 30}} {
		url := asking(t, fmt.Sprintf(`{"text":"How much did you spend? %s"},{"data":{"type":"form","form":{"type":"object","required":["amount"],"properties":{"amount":{"type":"number","title":"Amount"}}},"instructions":"In euros."}}`, long))
		d := apptest.Start(t, url, size[0], size[1]).WaitFor("The skill").Press("enter").WaitFor("Word *").Type("x").Press("ctrl+s").WaitFor("› Review").Press("enter")
		d.WaitFor("opens it.").Press("enter").WaitFor("How much did you spend?", "Amount *").Press("f1").WaitFor("pgdn Scroll")
		for range 100 { // a line at a time, as the screen may be one key behind
			if !strings.Contains(d.Screen(), "In euros.") {
				d.Press("down").Drawn()
			}
		}
		d.WaitFor("In euros.")
	}
}
