package run_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"a2aform/internal/limit"
	"a2aform/internal/run"
)

// flood is an agent that streams events, and then completes.
func flood(events func(send func(string))) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, req *http.Request) {
		fmt.Fprintf(w, `{"name":"flood","version":"1","capabilities":{"streaming":true},"defaultInputModes":["text/plain"],"skills":[],
			"supportedInterfaces":[{"url":"http://%s/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`, req.Host)
	})
	mux.HandleFunc("POST /", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		events(func(event string) { say(w, event) })
		say(w, status("COMPLETED", "done"))
	})
	return mux
}

// recorded runs a flood to its end and gives it as it was, as it opens again, and its
// file.
func recordedFlood(t *testing.T, events func(send func(string))) (live, again run.Snapshot, file []byte) {
	t.Helper()
	keep := home(t)
	r := run.Start(t.Context(), &run.Plan{Agent: agent(t, flood(events)), Text: "go"}, run.Options{Store: keep, Record: true})
	live = wait(t, r)
	r.Close()
	file, err := os.ReadFile(theFile(t, keep))
	if err != nil {
		t.Fatal(err)
	}
	return live, reopen(t, keep).Run().Snapshot(), file
}

func TestRepeatedStatusIsCountedAndNotWritten(t *testing.T) {
	live, again, file := recordedFlood(t, func(send func(string)) {
		for range 1000 {
			send(status("WORKING", "still here"))
		}
		send(status("WORKING", "almost"))
		for range 1000 {
			send(status("WORKING", "still here"))
		}
	})
	if n := bytes.Count(file, []byte(`"kind":"event"`)); n != 4 {
		t.Errorf("%d events are written, want 4", n)
	}
	if live.Outcome() != "completed" || live.Events != 2002 || again.Events != live.Events || again.Timeline.Len() != live.Timeline.Len() {
		t.Errorf("%s with %d events and %d entries; opened again %d and %d", live.Outcome(), live.Events, live.Timeline.Len(), again.Events, again.Timeline.Len())
	}
}

func TestEventsWithoutResultsAreLimitedInRunFile(t *testing.T) {
	usual := limit.RunStatus
	limit.RunStatus = 10 << 10
	t.Cleanup(func() { limit.RunStatus = usual })
	live, again, file := recordedFlood(t, func(send func(string)) {
		for i := range 500 {
			send(status("WORKING", fmt.Sprintf("step %d", i)))
		}
		send(status("SUBMITTED", "queued again"))
		send(chunk(text("the result"), false))
		send(status("WORKING", "on it"))
	})
	if len(file) > 40<<10 || live.RecordErr == nil || !strings.Contains(live.RecordErr.Error(), "events without results") {
		t.Errorf("the file has %d bytes, %v", len(file), live.RecordErr)
	}
	if again.Outcome() != "completed" || len(again.Artifacts) != 1 {
		t.Errorf("opened again: %s, %d artifacts", again.Outcome(), len(again.Artifacts))
	}
	for _, want := range []string{"queued again", "on it", "the result", "done"} {
		if !bytes.Contains(file, []byte(want)) {
			t.Errorf("the file has no %q", want)
		}
	}
}
