package ui

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/dustin/go-humanize/english"

	"a2aform/ui/kit"
	"a2aform/ui/task"
	"a2aform/ui/uitest"
)

// burst is how many events come at once.
const burst = 10_000

// wakesPerSecond is how often the screen may be woken by a running task.
const wakesPerSecond = 125

// counting is the program, with a count of what wakes a task's screen.
type counting struct {
	*App
	wakes       atomic.Int64
	first, last atomic.Int64 // of them, in nanoseconds
}

func (c *counting) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if m, ok := msg.(kit.ScreenMsg); ok {
		if _, ok := m.Msg.(task.WakeMsg); ok {
			now := time.Now().UnixNano()
			c.first.CompareAndSwap(0, now)
			c.last.Store(now)
			c.wakes.Add(1)
		}
	}
	_, cmd := c.App.Update(msg)
	return c, cmd
}

// A burst of events costs few messages, and none of the events is lost.
func TestBurstOfEventsCostsFewMessages(t *testing.T) {
	t.Parallel()
	for name, event := range map[string]func(int) string{
		"messages": func(i int) string {
			return fmt.Sprintf(`{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING",
				"message":{"messageId":"m%d","role":"ROLE_AGENT","parts":[{"text":"step %d"}]}}}}`, i, i)
		},
		"chunks": func(i int) string {
			return fmt.Sprintf(`{"artifactUpdate":{"taskId":"t","contextId":"c","append":%t,"artifact":{"artifactId":"a","name":"Rows",
				"parts":[{"data":[{"n":%d}],"metadata":{"mimeType":"application/json;schema=rows"}}]}}}`, i > 1, i)
		},
	} {
		t.Run(name, func(t *testing.T) {
			app := &counting{App: New(t.Context(), kit.Options{Ref: bursting(t, event)})}
			d := uitest.Start(t, app, 80, 24).WaitFor("The skill")
			d.Press("enter").WaitFor("A text message").Type("go").Press("ctrl+s").WaitFor("Chat with")
			d.Press("tab", "enter").WaitFor("✓ Done")
			if name == "chunks" {
				d.Press("z", "tab").WaitFor("✓ completed")
			}
			d.Press("f1").WaitFor("Everywhere").Press("pgdown").WaitFor(english.Plural(burst+1, "event", "") + " received").Press("esc").WaitGone("events received")
			if name == "messages" {
				d.Press("end").WaitFor(fmt.Sprintf("step %d", burst)).Press("home").WaitFor("step 1")
			} else {
				d.Press("tab").WaitFor("10,000 rows")
			}
			took := time.Duration(app.last.Load() - app.first.Load())
			most := int64(took.Seconds()*wakesPerSecond) + 2
			t.Logf("%d wakes in %s", app.wakes.Load(), took)
			if n := app.wakes.Load(); n > most || n == 0 {
				t.Errorf("%d wakes in %s, want 1 … %d", n, took, most)
			}
		})
	}
}

// bursting is an agent that streams the events within half a second and
// completes.
func bursting(t *testing.T, event func(int) string) string {
	t.Helper()
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"name":"Burst","description":"d","version":"1","capabilities":{"streaming":true},
			"supportedInterfaces":[{"url":"%s/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
			"schemas":{"rows":{"type":"array","items":{"type":"object","properties":{"n":{"type":"integer"}}}}},
			"skills":[{"id":"s","name":"The skill","description":"d","tags":[],"inputModes":["text/plain"],"outputModes":["application/json;schema=rows"]}]}`, server.URL)
	})
	mux.HandleFunc("POST /rpc", func(w http.ResponseWriter, r *http.Request) {
		id := requestID(r)
		w.Header().Set("Content-Type", "text/event-stream")
		send := func(result string) {
			fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\n\n", id, strings.ReplaceAll(result, "\n", ""))
		}
		beat := time.NewTicker(2 * time.Millisecond)
		defer beat.Stop()
		for i := 1; i <= burst; i++ {
			send(event(i))
			if i%50 == 0 { // spread, or the connection itself would batch them
				_ = http.NewResponseController(w).Flush()
				<-beat.C
			}
		}
		send(`{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}`)
	})
	return server.URL
}
