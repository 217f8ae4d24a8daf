package a2aclient

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"a2aform/internal/safe"
)

func TestTraceHoldsTheCard(t *testing.T) {
	server := httptest.NewServer(jsonBody(`{"name":"x","url":"/","skills":[]}`))
	t.Cleanup(server.Close)
	var heads []string
	ctx := WithTrace(t.Context(), func(f Frame) { heads = append(heads, f.Head.Exact()) })
	if _, err := Fetch(ctx, server.URL); err != nil || strings.Join(heads, "|") != "GET "+server.URL+"/.well-known/agent-card.json|200 OK|body" {
		t.Errorf("%v, %v", heads, err)
	}
}

func TestTraceHoldsEverythingButSecrets(t *testing.T) {
	f := newFake(t, map[string]http.HandlerFunc{
		"SendStreamingMessage": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Set-Cookie", "sid=CRUMB")
			sseText(taskV10("TASK_STATE_WORKING"), statusV10("TASK_STATE_COMPLETED"))(w, r)
		},
		"GetTask": result(bareTask("TASK_STATE_COMPLETED")),
	})
	c := mustCard(t, fmt.Sprintf(`{"name":"x","skills":[],"capabilities":{"streaming":true},"supportedInterfaces":[{"url":%q,"protocolBinding":"JSONRPC","protocolVersion":"1.0"}],%s,"security":[{"old":[]}]}`, f.URL, allSchemes), "f")
	a, err := c.Dial(WithCredentials(credentialsFor(t, c, f.URL, map[string]string{"old": "HUSH"})))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	var mu sync.Mutex
	var frames []string
	ctx := WithTrace(t.Context(), func(f Frame) {
		mu.Lock()
		defer mu.Unlock()
		frames = append(frames, fmt.Sprintf("%v %s %v %s", f.Sent, f.Head, f.Header, f.Body))
	})
	for _, err := range a.Run(ctx, &Request{Text: "hello there"}) {
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := a.Get(ctx, safe.Text("t1")); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	all := strings.Join(frames, "\n")
	for _, want := range []string{"true POST " + f.URL, "hello there", "false 200 OK", "false event", "TASK_STATE_WORKING", "false body"} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q in\n%s", want, all)
		}
	}
	if strings.Contains(all, "HUSH") || strings.Contains(all, "CRUMB") {
		t.Errorf("a secret is in\n%s", all)
	}
}
