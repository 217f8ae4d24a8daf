package task_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"a2aform/ui/apptest"
	"a2aform/ui/uitest"
)

// largeArtifact is an artifact with data of about 100 KB and its schema.
func largeArtifact(id, data, schema string) string {
	return `{"artifactId":"` + id + `","name":"` + id + `","parts":[{"data":` + data + `,"metadata":{"schema":` + schema + `}}]}`
}

// sendWord sends the message of a form of one word.
func sendWord(d *uitest.Driver) *uitest.Driver {
	d.WaitFor("The skill").Press("enter").WaitFor("▌ ○ Word").Type("x")
	return d.Press("ctrl+s").WaitFor("Send  enter").Press("enter")
}

// A large result is shown before it is validated. What is wrong with it follows: at the rows, in the count, and at the step of the task.
func TestProblemsOfALargeResultFollow(t *testing.T) {
	t.Parallel()
	members := `{"type":"object","properties":{"kept":{"type":"integer"},"things":` + apptest.ThingSchema + `,"others":` + apptest.ThingSchema + `}}`
	tables := `{"kept":"no","things":` + apptest.Things(500) + `,"others":` + apptest.Things(500) + `}`
	for _, test := range []struct{ state, data, schema, count string }{
		{"COMPLETED", apptest.Things(1000), apptest.ThingSchema, "✗ 100 wrong"},
		{"FAILED", apptest.Things(1000), apptest.ThingSchema, "✗ 100 wrong"},
		{"INPUT_REQUIRED", apptest.Things(1000), apptest.ThingSchema, "✗ 100 wrong"},
		{"COMPLETED", tables, members, "✗ 101 problems"},
		{"FAILED", tables, members, "✗ 101 problems"},
		{"INPUT_REQUIRED", tables, members, "✗ 101 problems"},
	} {
		url := apptest.Agent(t, apptest.OneForm(apptest.WordSchema), apptest.Says(`"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_`+test.state+`"},
			"artifacts":[`+largeArtifact("a", test.data, test.schema)+`]}}`))
		sendWord(apptest.Start(t, url, 120, 40)).WaitFor(test.count, "✗ -1").WaitGone("being checked")
	}
}

// gatedStream answers with events, each after the first one when more is sent to.
func gatedStream(t *testing.T, events ...string) (url string, more chan int) {
	t.Helper()
	more = make(chan int)
	url = apptest.Agent(t, apptest.StreamingForm(), func(w http.ResponseWriter, r *http.Request) {
		var call struct{ ID json.RawMessage }
		_ = json.NewDecoder(r.Body).Decode(&call)
		w.Header().Set("Content-Type", "text/event-stream")
		for i, e := range events {
			if i > 0 {
				w.(http.Flusher).Flush()
				select {
				case <-more:
				case <-r.Context().Done():
					return
				}
			}
			fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\n\n", call.ID, strings.ReplaceAll(e, "\n", " "))
		}
	})
	return url, more
}

// The problems of a result that is still growing are there while nothing more comes, those of the next artifact after them.
func TestProblemsOfAGrowingLargeResultFollow(t *testing.T) {
	t.Parallel()
	large := `[{"name":"one","price":-1,"note":"` + strings.Repeat("a note ", 10_000) + `"}]`
	chunk := func(id string) string {
		return `{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":` + largeArtifact(id, large, apptest.ThingSchema) + `}}`
	}
	url, more := gatedStream(t, `{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`, chunk("first"), chunk("second"),
		`{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}`)
	d := sendWord(apptest.Start(t, url, 120, 40)).WaitFor("Working")
	verdicts := func(n int) func(string) bool {
		return func(screen string) bool {
			return strings.Count(screen, "✗ 1 problem") == n && strings.Count(screen, "✗ -1") == n && !strings.Contains(screen, "being checked")
		}
	}
	more <- 1
	d.WaitFor("✗ 1 ").WaitGone("being checked")
	more <- 1
	d.WaitFor("second").WaitUntil("two verdicts", verdicts(2))
	more <- 1
	d.WaitFor("✓ completed").WaitUntil("two verdicts at the end", verdicts(2))
}

// A run whose screen is left before the verdict has it when the user comes back.
func TestProblemsOfALargeResultAreThereAfterItsScreenWasLeft(t *testing.T) {
	t.Parallel()
	url, more := gatedStream(t, `{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`,
		`{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":`+largeArtifact("a", apptest.Things(1000), apptest.ThingSchema)+`}}`,
		`{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_INPUT_REQUIRED"}}}`)
	d := sendWord(apptest.Start(t, url, 120, 40)).WaitFor("Working").Press("esc").WaitGone("Nothing yet")
	more <- 1
	more <- 1
	d.WaitGone("1 running").Press("f5").WaitFor("› History", "▌ ? The skill").Press("enter").WaitFor("✗ 100 wrong", "✗ -1").WaitGone("being checked")
}

// The order, the filter and the cursor of a growing table are there when more rows come, and in the validated table at the end.
func TestViewOfAGrowingLargeResultIsKept(t *testing.T) {
	t.Parallel()
	chunk := func(data string, isMore bool) string {
		return fmt.Sprintf(`{"artifactUpdate":{"taskId":"t","contextId":"c","append":%t,"artifact":%s}}`, isMore, largeArtifact("a", data, apptest.ThingSchema))
	}
	url, more := gatedStream(t, `{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`, chunk(apptest.Things(1000), false),
		chunk(`[{"id":1001,"name":"Lamp last","price":99.5,"made":"2026-01-01","stock":true,"parts":[]}]`, true),
		`{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}`)
	d := sendWord(apptest.Start(t, url, 120, 40)).WaitFor("Working")
	more <- 1
	d.WaitFor("✗ 100 wrong", "1,000 rows").Press("tab").WaitFor("╭▌a").Press("f").WaitFor("filter:").Type("name:lamp price>98").Press("enter").WaitFor("10 of 1,000 rows")
	d.Press("home", "right", "right", "s", "enter").WaitFor("▼Price").Press("down", "down").WaitFor("▌  228")
	more <- 1
	d.WaitFor("11 of 1,001 rows", "▼Price", "Lamp last", "▌  228")
	more <- 1
	d.WaitFor("✓ completed", "11 of 1,001 rows", "▼Price", "▌  228", "name:lamp price>98").WaitGone("being checked")
}
