package transcript_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/run"
	"a2aform/internal/run/transcript"
	"a2aform/internal/safe"
	"a2aform/render"
)

func timeline(entries ...run.Entry) run.Timeline {
	var t run.Timeline
	for _, e := range entries {
		t.Add(e)
	}
	return t
}

func said(kind run.EntryKind, text string) run.Entry {
	return run.Entry{Kind: kind, Text: safe.Text(text)}
}

func message(text string) *a2a.Message {
	return &a2a.Message{Parts: []a2a.Part{{Kind: a2a.PartText, Text: safe.Text(text)}}}
}

func document(text string) *render.Document {
	return render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.TextPart, Text: safe.Text(text)}}}}, nil)
}

func TestWrite(t *testing.T) {
	at := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	for _, tt := range []struct {
		name string
		turn transcript.Turn
		want string
	}{
		{
			"a reply",
			transcript.Turn{Text: "hello", Now: &run.Snapshot{Reply: message("good day")}, Document: document("good day")},
			"hello\n\n## Agent\n\ngood day\n",
		},
		{
			"files",
			transcript.Turn{Text: "look", Files: []string{"a.png, PNG, 3 KB", "b.txt"}, Now: &run.Snapshot{}},
			"look\n\n+ a.png, PNG, 3 KB\n\n+ b.txt\n\n## Agent\n",
		},
		{
			"what was said on the way, but no states and notices",
			transcript.Turn{Text: "order", Now: &run.Snapshot{Timeline: timeline(
				said(run.StateEntry, "working"), said(run.MessageEntry, "which one?"), said(run.UserEntry, "the red one"), said(run.NoticeEntry, "reconnected"),
			)}, Document: document("done")},
			"order\n\n## Agent\n\nwhich one?\n\nYou:\n\nthe red one\n\ndone\n",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.turn.At = at
			var b strings.Builder
			if err := transcript.Write(&b, "Chat with desk", []transcript.Turn{tt.turn}); err != nil {
				t.Fatal(err)
			}
			if want := "# Chat with desk\n\n## You, 2026-03-04 05:06:07\n\n" + tt.want; b.String() != want {
				t.Errorf("%s\nwant:\n%s", b.String(), want)
			}
		})
	}
}

// A message that is the result of its task is written once.
func TestResultMessageIsWrittenOnce(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if req.Method == http.MethodGet {
			fmt.Fprintf(w, `{"name":"desk","version":"1","capabilities":{},"skills":[{"id":"s","name":"s"}],
				"supportedInterfaces":[{"url":"http://%s/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`, req.Host)
			return
		}
		fmt.Fprint(w, `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED",
			"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"all done"}]}}}}}`)
	}))
	t.Cleanup(server.Close)
	card, err := a2aclient.Fetch(t.Context(), server.URL)
	if err != nil {
		t.Fatal(err)
	}
	agent, err := card.Dial()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(agent.Close)
	r := run.Start(t.Context(), &run.Plan{Agent: agent, Text: "go"}, run.Options{})
	t.Cleanup(r.Close)
	now := r.Wait(t.Context())
	if now.ResultMessage() == nil || now.Timeline.Len() == 0 {
		t.Fatalf("the run has no such message: %+v", now)
	}
	var b strings.Builder
	if err := transcript.Write(&b, "t", []transcript.Turn{{Text: "go", Now: &now, Document: r.Document()}}); err != nil {
		t.Fatal(err)
	}
	if strings.Count(b.String(), "all done") != 1 {
		t.Error(b.String())
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }

func TestWriteFails(t *testing.T) {
	if err := transcript.Write(full{}, "t", nil); err == nil || err.Error() != "the disk is full" {
		t.Error(err)
	}
}
