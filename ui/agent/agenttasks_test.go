package agent_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"a2aform/ui/apptest"

	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// The tasks that the agent has are listed page by page, and one of them is
// followed without anything being sent.
func TestAgentTasksAreListed(t *testing.T) {
	url := apptest.Agent(t, apptest.OneForm(apptest.WordSchema), func(w http.ResponseWriter, r *http.Request) {
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
	d := apptest.Start(t, url, 90, 28).WaitFor("The skill").Command("the agent's tasks").WaitFor("Tasks on this agent", "t1", "working", "more …").WaitGone("asking for the agent's tasks")
	d.Press("down", "enter").WaitFor("t2", "completed").WaitGone("more …").Press("down", "enter").WaitFor("✓ completed", "the old result")
	d.Press("esc").WaitFor("Skills")
}

// To look at a task of this session opens its screen; to look at any other one is no run.
func TestLookingAtATaskAddsNoRun(t *testing.T) {
	t.Parallel()
	server, keep := apptest.DemoAgent(t, apptest.Quick), apptest.Home(t)
	open := func() *uitest.Driver {
		return uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: server.URL, Store: keep}), 100, 28).WaitFor("Expense Report")
	}
	d := open().Press("down", "down", "1").WaitFor("Example 1 loaded").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("The agent needs an answer")
	d.Press("esc").WaitFor("Review & send").Press("esc").WaitFor("Last run", "1 waits for you").Command("the agent's tasks").WaitFor("Tasks on this agent").Press("enter")
	d.WaitFor("› Run", "The agent needs an answer").Press("esc").WaitFor("Last run").Press("alt+h").WaitFor("1 run")

	d = open().Command("the agent's tasks").WaitFor("Tasks on this agent").Press("enter").WaitFor("› Run", "Approve a total").Press("esc").WaitFor("Skills").Press("alt+h").WaitFor("1 run")
	d.Press("esc").WaitFor("Skills").Command("the agent's tasks").WaitFor("Tasks on this agent").Press("enter").WaitFor("› Run", "Approve a total").Type("yes").Press("enter").WaitFor("✓ Done")
	d.Press("esc").WaitFor("Skills").Press("alt+h").WaitFor("2 runs")
}

func TestAgentWithoutTaskListIsReported(t *testing.T) {
	for answer, want := range map[string]string{
		`"result":{"tasks":[]}`:                        "The agent has no tasks",
		`"error":{"code":-31401,"message":"who asks"}`: "who asks",
	} {
		apptest.Start(t, apptest.Agent(t, apptest.OneForm(apptest.WordSchema), apptest.Says(answer)), 90, 28).WaitFor("The skill").Command("the agent's tasks").WaitFor(want)
	}
}
