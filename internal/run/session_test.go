package run_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"a2aform/a2aclient"
	"a2aform/internal/run"
)

// activeSession is an agent of seed 003 that has answered in a session which stays
// active.
type activeSession struct{}

func (activeSession) RoundTrip(r *http.Request) (*http.Response, error) {
	status, body := http.StatusOK, `{"session":{"id":"s","status":"active"}}`
	switch {
	case strings.HasSuffix(r.URL.Path, "/stream"):
		status, body = http.StatusNotFound, ""
	case r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/messages"):
		body = `{"message":{"id":"m1","role":"user","content":"x"}}`
	case strings.HasSuffix(r.URL.Path, "/messages"):
		body = `{"messages":[{"id":"m2","role":"agent","content":"I am on it."},{"id":"m3","role":"agent","content":"Here it is.","artifacts":[{"id":"a","type":"text/plain","data":"the result"}]}]}`
	}
	return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(body))}, nil
}

// What the agent says comes in the order in which it was said, and the wait for more
// can be ended.
func TestWaitForMoreOfASessionIsEndedByTheUser(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		card, err := a2aclient.Parse([]byte(`{"name":"Sessions","description":"d","version":"1","api":{"type":"a2a","url":"https://agent.example","version":"1.0.0"},"auth":{"type":"none"},"capabilities":[]}`), "card.json")
		if err != nil {
			t.Fatal(err)
		}
		a, err := card.Dial(a2aclient.WithTransport(activeSession{}))
		if err != nil {
			t.Fatal(err)
		}
		r := run.Start(t.Context(), &run.Plan{Agent: a, Text: "go"}, run.Options{})
		defer r.Close()
		synctest.Wait()
		if now := r.Snapshot(); !now.MoreMayCome || now.Phase != run.Working {
			t.Fatalf("phase %s, more may come: %t", now.Phase, now.MoreMayCome)
		}
		if !r.EndWait() || r.EndWait() {
			t.Error("the wait does not end once")
		}
		now := r.Wait(t.Context())
		if now.Phase != run.Answered || now.MoreMayCome || now.Err != nil {
			t.Errorf("phase %s, %v", now.Phase, now.Err)
		}
		if got := strings.Join(texts(r), "|"); got != "Here it is.|the result" {
			t.Errorf("shown are %q", got)
		}
		if said := now.Timeline.Entry(0); said.Kind != run.MessageEntry || said.Text.Exact() != "I am on it." {
			t.Errorf("the timeline begins with %+v", said)
		}
	})
}
