package task_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// TestRowsArriveInOpenTable opens a table after its first chunk: later rows
// appear in it, also the ones that replace it, and the cursor stays.
func TestRowsArriveInOpenTable(t *testing.T) {
	t.Parallel()
	more := make(chan string)
	url := apptest.Agent(t, apptest.StreamingForm(), func(w http.ResponseWriter, r *http.Request) {
		var call struct{ ID json.RawMessage }
		_ = json.NewDecoder(r.Body).Decode(&call)
		w.Header().Set("Content-Type", "text/event-stream")
		for {
			var event string
			select {
			case event = <-more:
			case <-r.Context().Done():
				return
			}
			if event == "" {
				return
			}
			fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\n\n", call.ID, event)
			w.(http.Flusher).Flush()
		}
	})
	d := apptest.Start(t, url, 80, 24).WaitFor("The skill").Press("enter").WaitFor("Word *").Type("x").Press("ctrl+s").WaitFor("Send  enter").Press("enter")
	more <- `{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`
	more <- apptest.Chunk(false, 1, 2, 3)
	d.WaitFor("3 rows").Press("enter").WaitFor(" 3 rows").Press("down").WaitFor("n  2")
	more <- apptest.Chunk(true, 4, 5)
	d.WaitFor(" 5 rows", "n  2")
	d.Press("s", "enter", "s", "enter").WaitFor("▼", "n  5").Press("down").WaitFor("n  4")
	more <- apptest.Chunk(true, 9)
	d.WaitFor(" 6 rows", "▼", "n  4")
	d.Press("/").Type("9").WaitFor("1 of 6 rows") // a filter that is typed holds for the rows that come before enter
	more <- apptest.Chunk(true, 19)
	d.WaitFor("2 of 7 rows").Press("enter", "esc").WaitFor(" 7 rows")
	more <- apptest.Chunk(false, 7)
	d.WaitFor(" 1 row ", "n  7")
	more <- `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}`
	more <- ""
	d.WaitFor("✓ Done").Press("z").WaitFor("✓ completed")
}

// A task whose program was killed is announced at the next start, and followed from
// the history.
func TestTaskIsFollowedAfterKill(t *testing.T) {
	t.Parallel()
	url, before, after := apptest.DemoAgent(t, apptest.Stuck).URL, apptest.Home(t), apptest.Home(t)
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: url, Store: before, Demo: apptest.NoDemo}), 100, 30).WaitFor("Fight Comparison")
	d.Press("enter").WaitFor("0 of 2 required").Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("Weighing Lion")
	// The file as it is now is what kill -9 would leave.
	var cut string
	d.WaitOutside("the task is in the run file", func() bool {
		files, _ := filepath.Glob(filepath.Join(before.RunsDir(), "*.jsonl"))
		if len(files) != 1 {
			return false
		}
		data, _ := os.ReadFile(files[0])
		cut = string(data)
		return strings.Contains(cut, "Weighing Lion") && strings.HasSuffix(cut, "\n")
	})
	if err := os.MkdirAll(after.RunsDir(), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(after.RunsDir(), "20260314T093000.000Z-cut.jsonl"), []byte(cut), 0o600); err != nil {
		t.Fatal(err)
	}
	d = uitest.Start(t, ui.New(t.Context(), kit.Options{Store: after, Demo: apptest.NoDemo}), 100, 30)
	d.WaitFor("1 run was cut off when a2aform ended").Press("alt+h").WaitFor("History", "unfinished")
	d.Press("l").WaitFor("› Run", "Weighing Lion", "● 1 running").Press("x").WaitFor("■ canceled")
}
