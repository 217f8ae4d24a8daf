package chat_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"a2aform/ui/apptest"

	"a2aform/internal/hostile/wire"
	"a2aform/ui/uitest"
)

// recorded opens the chat with an agent of testdata/wire.
func recorded(t *testing.T, name string, width, height int) *uitest.Driver {
	t.Helper()
	return patched(t, name, "{}", width, height)
}

// patched is recorded with changes of the agent, a JSON merge patch.
func patched(t *testing.T, name, changes string, width, height int) *uitest.Driver {
	t.Helper()
	a, err := wire.Start(t.Context(), filepath.Join("..", "..", "testdata", "wire"), name, json.RawMessage(changes))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	return apptest.Start(t, a.URL, width, height).WaitFor("chat").Press("c").WaitFor("A text message")
}

// What an agent says of its answer is below it, in the chat and on the run; what its framework keeps there shows once it is opened.
func TestMetadataAreBelowWhatTheyBelongTo(t *testing.T) {
	t.Parallel()
	d := recorded(t, "answer-metadata", 100, 30)
	d.Type("hi").Press("enter").WaitFor("✓ completed", "Three trains go to Bergen.", "· Metadata  confidence: 0.93", "10:05     59",
		"· Metadata  source: timetable 2026-11", "· Metadata  checked by: the night desk · valid until: noon · 3 more")
	d.Press("tab", "enter").WaitFor("Three trains", "· Metadata  confidence: 0.93", "· Metadata  source", "▌  08:05")

	d = recorded(t, "message-metadata", 100, 30)
	d.Type("hi").Press("enter").WaitFor("Oslo is at 4.5", "· Metadata  station: Blindern · 1 more", "✓ answered")
	d.Press("tab", "enter").WaitFor("✓ Answered").Press("tab", "tab").WaitFor("2 of 2").Press("enter").WaitFor("usage › total_tokens: 12")

	d = recorded(t, "adk-go-answer", 100, 30)
	d.Type("hi").Press("enter").WaitFor("✓ completed").Press("tab", "enter").WaitFor("· Metadata, 4 values")
}

// Whether a tool may run is chosen in the chat, below its difference.
func TestApprovalIsChosenInTheChat(t *testing.T) {
	t.Parallel()
	d := recorded(t, "gemini-cli-asks", 100, 30)
	d.Type("write a file").Press("enter").WaitFor("Confirm Write: x.txt", "+++ x.txt", "the agent asks: enter chooses the answer")
	d.Press("enter").WaitFor("+++ x.txt    Proposed", "Allow once", "Always", "Cancel").Press("down", "enter").WaitFor("you: Always", "x.txt is written.")
}

// An answer of seventy lines in 1,566 pieces fills the window, and so does a chat of ten turns.
func TestGoldenLongChats(t *testing.T) {
	apptest.EachSize(t, func(t *testing.T, w, h int, golden func(*uitest.Driver, string)) {
		d := patched(t, "long-answer", `{"pause":0}`, w, h).Type("the harbors of the North Sea").Press("enter")
		d.WaitFor("That is all.").WaitGone("working")
		golden(d, "chat-long-answer")
		d.Press("pgup", "pgup")
		golden(d, "chat-long-answer-up")

		url, _ := apptest.Chat(t, apptest.ChatCard(), func(n int, _ string) string {
			answers := []string{"A short answer.", "# Harbors\n\n- one\n- two\n\n| at | price |\n|---|---:|\n| 08:05 | 39 |\n", "```go\nx := 1\n```\n\n> quoted"}
			return apptest.Reply(fmt.Sprintf("%s\n\nEnd of answer %d.", answers[n%3], n), "c1")
		})
		d = apptest.Start(t, url, w, h).WaitFor("Chat  ").Press("c").WaitFor("A text message")
		for i := range 10 {
			d.Type(fmt.Sprintf("question %d", i+1)).Press("enter").WaitFor(fmt.Sprintf("End of answer %d.", i+1)).WaitGone("esc Stop")
		}
		golden(d, "chat-ten-turns")
		d.Press("tab", "up", "up", "up", "up")
		golden(d, "chat-ten-turns-cursor")
	})
}

// What an agent says on the way to its answer is one line, which the next one and at last the answer replace; a notice is told below the
// first answer alone.
func TestStatusLinesAndNoticesStayShort(t *testing.T) {
	t.Parallel()
	status := func(text string) string {
		return `{"statusUpdate":{"taskId":"t1","contextId":"c1","status":{"state":"TASK_STATE_WORKING","message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"` + text + `"}]}}}}`
	}
	events := []string{
		`{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_SUBMITTED"}}}`, status("Step 1 of 2."), status("Step 2 of 2."),
		`{"artifactUpdate":{"taskId":"t1","contextId":"c1","artifact":{"artifactId":"a","parts":[{"text":"[{\"at\":\"08:05\"},{\"at\":\"10:05\"}]"}]}}}`,
		`{"statusUpdate":{"taskId":"t1","contextId":"c1","status":{"state":"TASK_STATE_COMPLETED"}}}`,
	}
	c := apptest.ChatCard()
	c.Streaming = true
	over := make(chan struct{})
	end := sync.OnceFunc(func() { close(over) })
	url := apptest.Agent(t, c, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for i, e := range events {
			if i == len(events)-1 {
				_ = http.NewResponseController(w).Flush()
				<-over
			}
			_, _ = fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":%s}\n\n", e)
		}
	})
	t.Cleanup(end) // before the server is closed, which waits for the call
	d := apptest.Start(t, url, 100, 30).WaitFor("Chat  ").Press("c").WaitFor("A text message").Type("one").Press("enter").WaitFor("10:05", "Step 2 of 2.").WaitGone("Step 1 of 2.")
	end()
	d.WaitFor("10:05").WaitGone("Step 2 of 2.").WaitFor("the agent sent this as a text").Type("two").Press("enter").WaitUntil("one notice below two answers", func(screen string) bool {
		return strings.Count(screen, "10:05") == 2 && strings.Count(screen, "the agent sent this as a text") == 1
	})
}
