package ui_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
)

// The tasks that the agent has are listed page by page, and one of them is
// followed without anything being sent.
func TestAgentTasksAreListed(t *testing.T) {
	url := agent(t, oneForm(wordSchema), func(w http.ResponseWriter, r *http.Request) {
		var call struct {
			Method string
			Params struct{ ID, PageToken string }
		}
		_ = json.NewDecoder(r.Body).Decode(&call)
		answer := `"error":{"code":-32004,"message":"no"}`
		switch {
		case call.Method == "ListTasks" && call.Params.PageToken == "":
			answer = `"result":{"tasks":[{"id":"t1","status":{"state":"TASK_STATE_WORKING"}}],"nextPageToken":"p2"}`
		case call.Method == "ListTasks":
			answer = `"result":{"tasks":[{"id":"t2","status":{"state":"TASK_STATE_COMPLETED"}}],"nextPageToken":""}`
		case call.Method == "GetTask":
			answer = fmt.Sprintf(`"result":{"id":%q,"status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[{"text":"the old result"}]}]}`, call.Params.ID)
		case call.Method == "SendMessage":
			t.Error("a message was sent")
		}
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":1,%s}`, answer)
	})
	d := start(t, url, 90, 28).WaitFor("The skill").Press("l").WaitFor("Tasks on this agent", "t1", "working", "more …").WaitGone("asking for the agent's tasks")
	d.Press("down", "enter").WaitFor("t2", "completed").WaitGone("more …").Press("down", "enter").WaitFor("✓ completed", "the old result")
	d.Press("esc").WaitFor("Skills")
}

func TestAgentWithoutTaskListIsReported(t *testing.T) {
	for answer, want := range map[string]string{
		`"result":{"tasks":[]}`:                        "The agent has no tasks",
		`"error":{"code":-31401,"message":"who asks"}`: "who asks",
	} {
		start(t, agent(t, oneForm(wordSchema), says(answer)), 90, 28).WaitFor("The skill").Press("l").WaitFor(want)
	}
}
