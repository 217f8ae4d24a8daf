package task_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"a2aform/ui/apptest"
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
	d := apptest.Start(t, url, 80, 24).WaitFor("The skill").Press("enter").WaitFor("Word *").Type("x").Press("ctrl+s").WaitFor("enter Send").Press("enter")
	more <- `{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`
	more <- apptest.Chunk(false, 1, 2, 3)
	d.WaitFor("3 rows").Press("enter").WaitFor(" 3 rows").Press("down").WaitFor("n  2")
	more <- apptest.Chunk(true, 4, 5)
	d.WaitFor(" 5 rows", "n  2")
	d.Press("s", "s").WaitFor("▼", "n  2").Press("down").WaitFor("n  1")
	more <- apptest.Chunk(true, 9)
	d.WaitFor(" 6 rows", "▼", "n  1")
	more <- apptest.Chunk(false, 7)
	d.WaitFor(" 1 row ", "n  7")
	more <- `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}`
	more <- ""
	d.Press("esc").WaitFor("✓ Done").Press("tab").WaitFor("✓ completed")
}
