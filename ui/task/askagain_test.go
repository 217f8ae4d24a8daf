package task_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"a2aform/ui/apptest"
)

// asker asks with the same parts until it has had three answers.
func asker(answers chan<- string, parts string) http.HandlerFunc {
	left := 3
	return func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var call struct{ ID json.RawMessage }
		_ = json.Unmarshal(body, &call)
		state := "INPUT_REQUIRED"
		if strings.Contains(string(body), `"taskId":"t1"`) {
			answers <- string(body)
			if left--; left == 0 {
				state = "COMPLETED"
			}
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_%s","message":{"messageId":"q","role":"ROLE_AGENT","parts":[%s]}}}}}`, call.ID, state, parts)
	}
}

// An agent that asks again and again is counted, and what was answered before can be
// answered again.
func TestRepeatedQuestionIsCountedAndOffersTheLastAnswers(t *testing.T) {
	t.Parallel()
	answers := make(chan string, 3)
	url := apptest.Agent(t, apptest.OneForm(apptest.WordSchema), asker(answers, `{"text":"How many?"}`))
	d := apptest.Start(t, url, 90, 28).WaitFor("The skill").Press("enter").WaitFor("Word *").Type("x").Press("ctrl+s").WaitFor("Send  enter").Press("enter")
	d.WaitFor("The agent needs an answer", "How many?").Press("ctrl+p").WaitFor("Nothing was answered yet").Type("seven").Press("enter")
	d.WaitFor("The agent asks for the 2nd time", "ctrl+p Last answer").Press("f2").Type("8").Press("enter")
	d.WaitFor("The agent asks for the 3rd time").Press("ctrl+p").WaitFor("> 8", "as JSON").Press("ctrl+p").WaitFor("> seven", "Your answer").Press("enter")
	d.WaitFor("✓ completed")
	for _, want := range []string{`{"text":"seven"}`, `{"data":8}`, `{"text":"seven"}`} {
		if got := <-answers; !strings.Contains(got, want) {
			t.Errorf("answered with %s, want %s", got, want)
		}
	}
}

// A form that the agent asks with again has what was filled in before.
func TestRepeatedQuestionWithAFormKeepsWhatWasFilledIn(t *testing.T) {
	t.Parallel()
	answers := make(chan string, 3)
	form := `{"data":{"type":"form","form":{"type":"object","required":["amount"],"properties":{"amount":{"type":"number","title":"Amount"}}}}}`
	url := apptest.Agent(t, apptest.OneForm(apptest.WordSchema), asker(answers, `{"text":"How much?"},`+form))
	d := apptest.Start(t, url, 90, 28).WaitFor("The skill").Press("enter").WaitFor("Word *").Type("x").Press("ctrl+s").WaitFor("Send  enter").Press("enter")
	d.WaitFor("asks with a form").Press("enter").WaitFor("Amount *").Type("12.5").Press("ctrl+s")
	d.WaitFor("The agent asks for the 2nd time").Press("enter").WaitFor("Amount *", "12.5").Press("ctrl+s")
	d.WaitFor("The agent asks for the 3rd time").Press("enter").WaitFor("Amount *", "12.5").Press("end").Type("0").Press("ctrl+s")
	d.WaitFor("✓ completed")
	for _, want := range []string{`{"amount":12.5}`, `{"amount":12.5}`, `{"amount":12.50}`} {
		if got := <-answers; !strings.Contains(got, want) {
			t.Errorf("answered with %s, want %s", got, want)
		}
	}
}

// Another form that the agent asks with has what was answered before in fields of the same names.
func TestNextFormHasTheLastAnswers(t *testing.T) {
	t.Parallel()
	forms := []string{
		`{"type":"object","required":["amount"],"properties":{"amount":{"type":"number","title":"Amount"},"place":{"type":"string","title":"Place"}}}`,
		`{"type":"object","required":["amount","day"],"properties":{"day":{"type":"string","title":"Day"},"amount":{"type":"number","title":"Amount"},"where":{"type":"string","title":"Where"}}}`,
	}
	answers := make(chan string, 2)
	asked := 0
	url := apptest.Agent(t, apptest.OneForm(apptest.WordSchema), func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var call struct{ ID json.RawMessage }
		_ = json.Unmarshal(body, &call)
		if strings.Contains(string(body), `"taskId":"t1"`) {
			answers <- string(body)
		}
		if strings.Contains(string(body), `"messageId"`) {
			asked++
		}
		state, parts := "COMPLETED", `{"text":"thanks"}`
		if asked <= len(forms) {
			state, parts = "INPUT_REQUIRED", `{"data":{"type":"form","form":`+forms[asked-1]+`}}`
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_%s","message":{"messageId":"q","role":"ROLE_AGENT","parts":[%s]}}}}}`, call.ID, state, parts)
	})
	d := apptest.Start(t, url, 90, 28).WaitFor("The skill").Press("enter").WaitFor("Word *").Type("x").Press("ctrl+s").WaitFor("Send  enter").Press("enter")
	d.WaitFor("asks with a form").Press("enter").WaitFor("Amount *").Type("12.5").Press("tab").Type("Oslo").Press("ctrl+s")
	d.WaitFor("The agent asks for the 2nd time").Press("enter").WaitFor("Day *", "12.5", "Fields that you answered before are filled in").Type("Monday").Press("ctrl+s")
	d.WaitFor("✓ completed")
	for _, want := range []string{`{"amount":12.5,"place":"Oslo"}`, `"day":"Monday"`} {
		if got := <-answers; !strings.Contains(got, want) {
			t.Errorf("answered with %s, want %s", got, want)
		}
	}
}
