package task_test

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"

	"a2aform/ui/apptest"
)

// An agent that keeps its stream open while it waits is answered at once; where it
// goes on by itself, what was typed stays and is not sent.
func TestAnswerIsOfferedAtOnceAndWithdrawn(t *testing.T) {
	t.Parallel()
	streams := []chan string{make(chan string), make(chan string)} // of the message and of the answer
	var asked atomic.Int32
	url := apptest.Agent(t, withStreaming(apptest.OneForm(apptest.WordSchema)), func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		n := int(asked.Add(1))
		if n > len(streams) {
			http.NotFound(w, r) // the task without a result is asked for
			return
		}
		states := streams[n-1]
		for {
			select {
			case state := <-states:
				fmt.Fprintf(w, "data: {\"result\":{\"statusUpdate\":{\"taskId\":\"t\",\"contextId\":\"c\",\"status\":{\"state\":\"TASK_STATE_%s\"}}}}\n\n", state)
				w.(http.Flusher).Flush()
				if state == "COMPLETED" {
					return
				}
			case <-r.Context().Done():
				return
			}
		}
	})
	d := apptest.Start(t, url, 80, 24).WaitFor("The skill").Press("enter").WaitFor("▌ ○ Word").Type("x").Press("ctrl+s").WaitFor("› Review").Press("enter")
	states, answered := streams[0], streams[1]
	states <- "INPUT_REQUIRED"
	d.WaitFor("? The agent needs an answer", "Your answer").Type("xylophone")
	states <- "WORKING"
	d.WaitFor("The agent went on without an answer.", "xylophone")
	d.Type("s").Press("enter").WaitFor("The agent is not waiting for an answer", "xylophones")
	states <- "INPUT_REQUIRED"
	d.WaitFor("? The agent needs an answer", "xylophones").Press("enter").WaitFor("you: xylophones")
	answered <- "COMPLETED"
	d.WaitFor("✓ completed")
}

func withStreaming(c apptest.Card) apptest.Card {
	c.Streaming = true
	return c
}
