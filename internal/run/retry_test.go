package run_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/run"
	"a2aform/internal/safe"
)

// forgetful is an agent that takes a message, and then no longer knows who asks
// for the task, until it is asked a second time.
type forgetful struct {
	mu          sync.Mutex
	sends, gets int
	refuseSend  bool
}

func (f *forgetful) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet {
		_, _ = fmt.Fprintf(w, `{"name":"forgetful","version":"1","skills":[],"supportedInterfaces":[{"url":"http://%s/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`, r.Host)
		return
	}
	body, _ := io.ReadAll(r.Body)
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case strings.Contains(string(body), "SendMessage"):
		if f.sends++; f.refuseSend && f.sends == 1 {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}}`)
		return
	case strings.Contains(string(body), "SubscribeToTask"):
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"error":{"code":-32004,"message":"no streams"}}`)
		return
	}
	if f.gets++; f.gets == 1 && !f.refuseSend {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}`)
}

// What the agent took is never sent again, whoever is not known later.
func TestRetrySendsOnlyWhatWasRefused(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]int{"the send is refused": 2, "the task is refused": 1} {
		t.Run(name, func(t *testing.T) {
			f := &forgetful{refuseSend: want == 2}
			a := agent(t, f)
			first := run.Start(t.Context(), &run.Plan{Agent: a, Text: "hi"}, run.Options{Store: home(t)})
			t.Cleanup(first.Close)
			if s := wait(t, first); s.Phase != run.Errored || !s.WantsCredentials {
				t.Fatalf("%s, %v", s.Phase, s.Err)
			}
			second := first.Retry(t.Context())
			t.Cleanup(second.Close)
			if third := first.Retry(t.Context()); third != first || first.Snapshot().WantsCredentials {
				t.Error("it was taken up twice")
			}
			if third := second.Retry(t.Context()); third != second {
				t.Error("a run that is not broken was taken up")
			}
			s := wait(t, second)
			f.mu.Lock()
			defer f.mu.Unlock()
			if s.Outcome() != "completed" || f.sends != want {
				t.Errorf("%s (%v) after %d sends, want %d", s.Outcome(), s.Err, f.sends, want)
			}
		})
	}
}

// sessions is an agent of seed 003 that answers when it is asked to, and knows
// nothing of a session that was ended.
func sessions(t *testing.T) (a *a2aclient.Agent, say func()) {
	t.Helper()
	var mu sync.Mutex
	said, ended := false, false
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		switch {
		case r.Method == http.MethodDelete:
			ended = true
			w.WriteHeader(http.StatusNoContent)
		case ended, strings.HasSuffix(r.URL.Path, "/stream"):
			w.WriteHeader(http.StatusNotFound)
		case r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "/messages") && said:
			_, _ = io.WriteString(w, `{"messages":[{"id":"m2","role":"agent","content":"there"}]}`)
		case r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "/messages"):
			_, _ = io.WriteString(w, `{"messages":[{"id":"m1","role":"user","content":"hi"}]}`)
		case strings.HasSuffix(r.URL.Path, "/messages"):
			_, _ = io.WriteString(w, `{"message":{"id":"m1","role":"user","content":"hi"}}`)
		default:
			_, _ = io.WriteString(w, `{"session":{"id":"s","status":"active"}}`)
		}
	}))
	t.Cleanup(server.Close)
	card, err := a2aclient.Parse(fmt.Appendf(nil, `{"name":"S","description":"d","version":"1","api":{"type":"a2a","url":%q,"version":"1.0.0"},"capabilities":[]}`, server.URL), "card.json")
	if err != nil {
		t.Fatal(err)
	}
	if a, err = card.Dial(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	return a, func() {
		mu.Lock()
		defer mu.Unlock()
		said = true
	}
}

func TestSessionIsFollowedToItsAnswer(t *testing.T) {
	t.Parallel()
	a, say := sessions(t)
	say()
	r := run.Follow(t.Context(), a, safe.Text("s"), run.Options{})
	t.Cleanup(r.Close)
	s := wait(t, r)
	raw, err := r.Protocol(t.Context())
	if s.Outcome() != "answered" || err != nil || !strings.Contains(string(raw), "there") {
		t.Errorf("%s (%v): %s, %v", s.Outcome(), s.Err, raw, err)
	}
}

func TestCanceledSessionIsCanceled(t *testing.T) {
	t.Parallel()
	a, _ := sessions(t)
	r := run.Follow(t.Context(), a, safe.Text("s"), run.Options{})
	t.Cleanup(r.Close)
	if err := r.CancelTask(t.Context()); err != nil {
		t.Fatal(err)
	}
	if s := wait(t, r); s.Outcome() != "canceled" || s.Err != nil {
		t.Errorf("%s, %v", s.Outcome(), s.Err)
	}
}

// An answer that comes too early leaves the run's file alone.
func TestPrivateAnswerThatComesTooEarly(t *testing.T) {
	t.Parallel()
	a, say := sessions(t)
	keep := home(t)
	r := run.Follow(t.Context(), a, safe.Text("s"), run.Options{Store: keep, Record: true})
	t.Cleanup(r.Close)
	if err := r.AnswerForm(a2a.Form{}, []byte(`"hi"`), true); err == nil {
		t.Error("it is taken")
	}
	say()
	wait(t, r)
	files, err := filepath.Glob(filepath.Join(keep.RunsDir(), "*"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	if data, err := os.ReadFile(files[0]); err != nil || !strings.Contains(string(data), `"outcome":"answered"`) {
		t.Errorf("%s, %v", data, err)
	}
}
