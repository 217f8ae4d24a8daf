package run_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"a2aform/a2aclient"
	"a2aform/internal/run"
)

// streamingAgent answers a message with the events, and GetTask with task.
type streamingAgent struct {
	events []string
	task   string // "" refuses
	broken string // the error that ends the stream; "" for none
	gets   atomic.Int32
}

func (a *streamingAgent) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet {
		_, _ = fmt.Fprintf(w, `{"name":"s","version":"1","capabilities":{"streaming":true},"skills":[],"supportedInterfaces":[{"url":"http://%s/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`, r.Host)
		return
	}
	body, _ := io.ReadAll(r.Body)
	switch {
	case strings.Contains(string(body), "GetTask") && a.task == "":
		a.gets.Add(1)
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no such method"}}`)
	case strings.Contains(string(body), "GetTask"):
		a.gets.Add(1)
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":`+a.task+`}`)
	default:
		w.Header().Set("Content-Type", "text/event-stream")
		for _, e := range a.events {
			_, _ = io.WriteString(w, `data: {"jsonrpc":"2.0","id":1,"result":`+e+"}\n\n")
		}
		if a.broken != "" {
			_, _ = io.WriteString(w, "event: error\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"error\":"+a.broken+"}\n\n")
		}
	}
}

const (
	eventSubmitted = `{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_SUBMITTED"},"metadata":{"n":1.50}}}`
	eventChunk     = `{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"a","name":"A","parts":[{"text":"one"}]}}}`
	eventAppend    = `{"artifactUpdate":{"taskId":"t","contextId":"c","append":true,"lastChunk":true,"artifact":{"artifactId":"a","parts":[{"data":{"n":2.00}}]}}}`
	eventCompleted = `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED","timestamp":"2026-01-01T00:00:00Z"}}}`
	wholeTask      = `{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[{"text":"one"}]}],"own":1e2}`
	assembledTask  = `{"id":"t","contextId":"c","metadata":{"n":1.50},"status":{"state":"TASK_STATE_COMPLETED","timestamp":"2026-01-01T00:00:00Z"},` +
		`"artifacts":[{"artifactId":"a","name":"A","parts":[{"text":"one"},{"data":{"n":2.00}}]}]}`
)

// What was received is printed. The agent is asked for the task only where the
// stream left out parts, and what it says never replaces a known outcome.
func TestProtocolPrintsWhatWasReceived(t *testing.T) {
	parts := []string{eventSubmitted, eventChunk, eventAppend, eventCompleted}
	for _, c := range []struct {
		name, task, want, notice string
		events                   []string
		gets                     int32
	}{
		{name: "whole task, no GetTask", events: []string{`{"task":` + wholeTask + `}`}, want: wholeTask},
		{name: "parts, GetTask agrees", events: parts, task: wholeTask, want: wholeTask, gets: 1},
		{name: "parts, no GetTask", events: parts, want: assembledTask, notice: "did not give the whole task", gets: 1},
		{
			name: "parts, GetTask contradicts", events: parts, want: assembledTask, gets: 1,
			task: `{"id":"t","contextId":"c","status":{"state":"TASK_STATE_FAILED"}}`, notice: "The task's state is failed, but its stream ended with completed",
		},
		{
			name: "parts, GetTask without artifacts", events: parts, want: assembledTask, gets: 1,
			task: `{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}`, notice: "The task has 0 artifacts, but its stream brought 1",
		},
		{
			name: "no task at first, no GetTask", events: []string{eventCompleted}, notice: "did not give the whole task", gets: 1,
			want: `{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED","timestamp":"2026-01-01T00:00:00Z"}}`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			server := &streamingAgent{events: c.events, task: c.task}
			s := home(t)
			var seen atomic.Int32
			r := run.Start(t.Context(), &run.Plan{Agent: agent(t, server), Text: "hi"}, run.Options{
				Store: s, Record: true, Protocol: true,
				See: func(f a2aclient.Frame) {
					if f.Sent && strings.Contains(string(f.Body), "GetTask") {
						seen.Add(1)
					}
				},
			})
			t.Cleanup(r.Close)
			if got := wait(t, r); got.Outcome() != "completed" || got.Err != nil {
				t.Fatalf("%s, %v", got.Outcome(), got.Err)
			}
			raw, err := r.Protocol(t.Context())
			if err != nil || string(raw) != c.want || !json.Valid(raw) {
				t.Errorf("%v\n%s\nwant\n%s", err, raw, c.want)
			}
			if server.gets.Load() != c.gets || seen.Load() != c.gets {
				t.Errorf("GetTask was called %d times and traced %d times, want %d", server.gets.Load(), seen.Load(), c.gets)
			}
			notices := ""
			timeline := r.Snapshot().Timeline
			for i := range timeline.Len() {
				notices += timeline.Entry(i).Note
			}
			if (c.notice == "") != (notices == "") || !strings.Contains(notices, c.notice) {
				t.Errorf("notices: %q", notices)
			}
			r.Close()
			files, err := filepath.Glob(filepath.Join(s.RunsDir(), "*"))
			if err != nil || len(files) != 1 {
				t.Fatal(files, err)
			}
			file, err := os.ReadFile(files[0])
			if err != nil || strings.Contains(string(file), `"method":"GetTask"`) != (c.gets > 0 && c.task != "") {
				t.Errorf("run file: %v\n%s", err, file)
			}
			if opened := reopen(t, s).Run().Snapshot(); opened.Outcome() != "completed" {
				t.Errorf("opened again, it is %s", opened.Outcome())
			}
		})
	}
}
