package a2aclient

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
)

// sessionsFake is an agent of seed 003: it answers a message when it is asked
// for the second time.
type sessionsFake struct {
	*httptest.Server
	mu       sync.Mutex
	log      []string
	sent     []string
	reply    string // the agent's message
	status   string
	deleted  bool
	asked    int
	atOnce   bool
	noStream bool
	endsLate bool // it answers and ends when its status is read
}

func newSessions(t *testing.T, reply, status string) *sessionsFake {
	t.Helper()
	f := &sessionsFake{reply: reply, status: status}
	f.Server = httptest.NewServer(f)
	t.Cleanup(f.Close)
	return f
}

func (f *sessionsFake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	f.mu.Lock()
	defer f.mu.Unlock()
	at := r.Method + " " + r.URL.RequestURI()
	f.log = append(f.log, at)
	w.Header().Set("Content-Type", "application/json")
	say := func(format string, args ...any) { _, _ = fmt.Fprintf(w, format, args...) }
	switch at {
	case "POST /sessions":
		w.WriteHeader(http.StatusCreated)
		say(`{"session":{"id":"s/1","created_at":"2026-01-01T00:00:00Z","status":"active"}}`)
	case "POST /sessions/s%2F1/messages":
		f.sent = append(f.sent, string(body))
		if f.atOnce {
			say(`{"message":%s}`, f.reply)
			return
		}
		say(`{"message":{"id":"m1","role":"user","content":"x","created_at":"2026-01-01T00:00:00Z"}}`)
	case "GET /sessions/s%2F1/messages":
		say(`{"messages":[{"id":"m1","role":"user","content":"x"}],"pagination":{"next_cursor":"c2"}}`)
	case "GET /sessions/s%2F1/messages?cursor=c2":
		if f.asked++; f.asked < 2 || f.endsLate && f.status == "active" {
			say(`{"messages":[]}`)
			return
		}
		say(`{"messages":[%s]}`, f.reply)
	case "GET /sessions/s%2F1":
		if f.endsLate {
			f.status, f.asked = "completed", 1
		}
		say(`{"id":"s/1","status":%q}`, f.status)
	case "GET /sessions/s%2F1/stream":
		if f.noStream {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		say("event: anything\ndata: 1\n\n")
	case "DELETE /sessions/s%2F1":
		f.deleted = true
		w.WriteHeader(http.StatusNoContent)
	default:
		w.WriteHeader(http.StatusNotFound)
		say(`{"error":{"code":"session_not_found","message":"no such session","details":{"id":"x"}}}`)
	}
}

// quietFor changes how long an active session must be quiet behind an answer.
func quietFor(d time.Duration) Option { return func(o *options) { o.sessionGrace = d } }

func (f *sessionsFake) agent(t *testing.T) *Agent {
	t.Helper()
	card := fmt.Sprintf(`{"name":"Sessions","description":"d","version":"1","api":{"type":"a2a","url":%q,"version":"1.0.0"},"auth":{"type":"none"},
		"capabilities":[{"type":"pay","description":"d","parameters":{"type":"object","properties":{"sum":{"type":"number"}}}}]}`, f.URL)
	c, err := Parse([]byte(card), "card.json")
	if err != nil {
		t.Fatal(err)
	}
	a, err := c.Dial(quietFor(time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	return a
}

const sessionReply = `{"id":"m2","role":"agent","content":"Paid.","artifacts":[
	{"id":"a1","type":"application/json","data":{"b":1.10,"a":[1]},"name":"receipt"},
	{"id":"a2","type":"image/jpeg","data":"base64:iVBORw==","name":"i.jpg"},
	{"id":"a3","type":"url/reference","data":"https://example.com/r.pdf"},
	{"id":"a4","type":"text/plain","data":"hello"}]}`

func TestAcceptance23SessionAnswers(t *testing.T) {
	for name, atOnce := range map[string]bool{"when asked": false, "at once": true} {
		t.Run(name, func(t *testing.T) {
			f := newSessions(t, sessionReply, "active")
			f.atOnce, f.noStream = atOnce, atOnce
			words, events, err := runAll(f.agent(t), t, &Request{Data: json.RawMessage(`{"sum":1.50}`), Tag: safe.Text("application/json"), SkillID: "pay"})
			if err != nil || words != "message artifact artifact artifact artifact (more)" {
				t.Fatalf("%s, %v\n%s", words, err, strings.Join(f.log, "\n"))
			}
			if p := events[1].Artifact.Parts[0]; string(p.Data) != `{"b":1.10,"a":[1]}` || p.MediaType != safe.Text("application/json") {
				t.Errorf("data %+v", p)
			}
			if p := events[2].Artifact.Parts[0]; p.File == nil || p.File.Base64.Exact() != "iVBORw==" || p.File.Name.Exact() != "i.jpg" {
				t.Errorf("file %+v", p)
			}
			if p := events[3].Artifact.Parts[0]; p.File == nil || p.File.URL.Exact() != "https://example.com/r.pdf" {
				t.Errorf("reference %+v", p)
			}
			if p := events[4].Artifact.Parts[0]; p.Text.Exact() != "hello" {
				t.Errorf("text %+v", p)
			}
			if m := events[0].Message; m.Role != a2a.RoleAgent || m.Parts[0].Text.Exact() != "Paid." || m.ContextID != safe.Text("s/1") {
				t.Errorf("message %+v", m)
			}
			if want := `"content":"Input for pay, see the attached data.","metadata":{"skillId":"pay"},"artifacts":[{"id":"`; !strings.Contains(f.sent[0], want) || !strings.Contains(f.sent[0], `"data":{"sum":1.50}}]}`) {
				t.Errorf("sent %s", f.sent[0])
			}
		})
	}
}

func TestSessionThatEnds(t *testing.T) {
	for status, want := range map[string]string{"completed": "message completed", "error": "message failed"} {
		f := newSessions(t, `{"id":"m2","role":"agent","content":"Done."}`, status)
		f.asked = 1
		if words, _, err := runAll(f.agent(t), t, &Request{Text: "hi"}); err != nil || words != want {
			t.Errorf("%s: %s, %v", status, words, err)
		}
	}
}

// A session may end between the request for its messages and that for its status.
func TestSessionThatEndsBetweenTwoRequests(t *testing.T) {
	f := newSessions(t, sessionReply, "active")
	f.endsLate = true
	if words, _, err := runAll(f.agent(t), t, &Request{Text: "hi"}); err != nil || words != "message artifact artifact artifact artifact completed" {
		t.Errorf("%s, %v", words, err)
	}
}

func TestSessionIsContinued(t *testing.T) {
	f := newSessions(t, `{"id":"m2","role":"agent","content":"Old."}`, "active")
	f.asked = 1 // the old answer is there before the second message
	a := f.agent(t)
	done := make(chan string, 1)
	go func() {
		words, _, _ := runAll(a, t, &Request{Text: "and now?", ContextID: safe.Text("s/1")})
		done <- words
	}()
	for len(f.messagesSent()) == 0 {
		runtime.Gosched()
	}
	f.mu.Lock()
	f.reply += `,{"id":"m3","role":"agent","content":"New."}`
	f.mu.Unlock()
	if words := <-done; words != "message (more)" {
		t.Errorf("%s", words)
	}
	for _, line := range f.log {
		if line == "POST /sessions" {
			t.Error("a new session was made")
		}
	}
}

func (f *sessionsFake) messagesSent() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.sent
}

func TestAcceptance23SessionErrorsKeepText(t *testing.T) {
	f := newSessions(t, `{}`, "active")
	_, err := f.agent(t).Get(t.Context(), safe.Text("x"))
	var refused *Error
	if !errors.As(err, &refused) || !strings.Contains(err.Error(), "session_not_found") || refused.Reason.Exact() != "session_not_found" || refused.Message.Exact() != "no such session" || refused.HTTPStatus != 404 {
		t.Errorf("%v", err)
	}
}

func TestAcceptance23SessionIsEndedAndShown(t *testing.T) {
	f := newSessions(t, sessionReply, "completed")
	f.asked = 1
	a := f.agent(t)
	task, err := a.Get(t.Context(), safe.Text("s/1"))
	if err != nil || task.Status.State != a2a.StateCompleted || len(task.Artifacts) != 4 || len(task.History) != 2 {
		t.Errorf("%+v, %v", task, err)
	}
	if task, err = a.Cancel(t.Context(), a.TaskOf(safe.Text("s/1"))); err != nil || task.Status.State != a2a.StateCanceled || !f.deleted {
		t.Errorf("%+v, %v", task, err)
	}
	if _, err := a.List(t.Context(), Query{}); !errors.Is(err, ErrUnsupported) {
		t.Error(err)
	}
}

// Only an answer without a body, or a session, says that one has ended.
func TestSessionEndIsIgnored(t *testing.T) {
	for body, want := range map[string]a2a.State{"": a2a.StateCanceled, `{}`: a2a.StateCanceled, `{"session":{"id":"s","status":"active"}}`: a2a.StateWorking, "<html>log in": ""} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) }))
		f := &sessionsFake{Server: server}
		task, err := f.agent(t).Cancel(t.Context(), safe.Text("s"))
		server.Close()
		if (err == nil) != (want != "") || err == nil && task.Status.State != want {
			t.Errorf("%q: %+v, %v", body, task, err)
		}
	}
}

// A message whose answer is lost is looked for in its session.
func TestLostSessionMessage(t *testing.T) {
	for name, taken := range map[string]bool{"taken": true, "not taken": false} {
		posts := 0
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch {
			case r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/messages"):
				posts++
				panic(http.ErrAbortHandler)
			case strings.HasSuffix(r.URL.Path, "/messages") && taken:
				_, _ = io.WriteString(w, `{"messages":[{"id":"m1","role":"user","content":"hi"},{"id":"m2","role":"agent","content":"Hello."}]}`)
			case strings.HasSuffix(r.URL.Path, "/messages"):
				_, _ = io.WriteString(w, `{"messages":[]}`)
			case strings.HasSuffix(r.URL.Path, "/stream"):
				http.NotFound(w, r)
			default:
				_, _ = io.WriteString(w, `{"session":{"id":"s","status":"active"}}`)
			}
		}))
		words, _, err := runAll((&sessionsFake{Server: server}).agent(t), t, &Request{Text: "hi"})
		server.Close()
		var lost *UnsettledError
		if taken && (err != nil || words != "(unchecked) message (more)") || !taken && (!errors.As(err, &lost) || lost.ContextID != safe.Text("s")) || posts != 1 {
			t.Errorf("%s: %s, %v after %d posts", name, words, err, posts)
		}
	}
}

func TestSessionPreview(t *testing.T) {
	a := newSessions(t, `{}`, "active").agent(t)
	p, err := a.Preview(&Request{Data: json.RawMessage(`[1]`), Tag: safe.Text("application/json"), SkillID: "pay"})
	if err != nil || !p.Tag.IsEmpty() || !strings.HasSuffix(p.URL, "/sessions/{new session}/messages") || !strings.Contains(string(p.Body), `"data":[1]`) {
		t.Errorf("%+v, %v", p, err)
	}
}

// A session may show other messages at every look, for as long as it is waited
// for: what is gone is not kept.
func TestSessionWithChangingMessages(t *testing.T) {
	n := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "/messages") {
			_, _ = io.WriteString(w, `{"session":{"id":"s","status":"active"}}`)
			return
		}
		n++
		_, _ = fmt.Fprintf(w, `{"messages":[{"role":"user","content":"%d"},{"id":"m%d","role":"user","content":"x"}]}`, n, n)
	}))
	defer server.Close()
	s := &session{follower: &follower{ctx: t.Context()}, agent: (&sessionsFake{Server: server}).agent(t), id: "s", seen: map[messageKey]bool{}}
	for range 20 {
		if state, err := s.poll(); state != a2a.StateWorking || err != nil {
			t.Fatal(state, err)
		}
	}
	if len(s.seen) != 2 {
		t.Errorf("%d messages are kept of two", len(s.seen))
	}
}

// sessionNetwork is an agent of seed 003 without a network: it says at once that it
// is on it, and gives the result later.
type sessionNetwork struct {
	began    time.Time
	resultAt time.Duration
	ends     string // status once the result is there
}

func (n *sessionNetwork) RoundTrip(r *http.Request) (*http.Response, error) {
	body, done := `{"session":{"id":"s","status":"active"}}`, time.Since(n.began) >= n.resultAt
	switch {
	case strings.HasSuffix(r.URL.Path, "/stream"):
		return &http.Response{StatusCode: http.StatusNotFound, Header: http.Header{}, Body: http.NoBody}, nil
	case r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/messages"):
		body = `{"message":{"id":"m1","role":"user","content":"x"}}`
	case strings.HasSuffix(r.URL.Path, "/messages") && done:
		body = `{"messages":[{"id":"m2","role":"agent","content":"I am on it."},{"id":"m3","role":"agent","content":"Here.","artifacts":[{"id":"a","type":"text/plain","data":"the result"}]}]}`
	case strings.HasSuffix(r.URL.Path, "/messages"):
		body = `{"messages":[{"id":"m2","role":"agent","content":"I am on it."}]}`
	case r.Method == http.MethodGet && done:
		body = fmt.Sprintf(`{"id":"s","status":%q}`, n.ends)
	}
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(body))}, nil
}

func TestSessionResultAfterTextIsAwaited(t *testing.T) {
	card := `{"name":"Sessions","description":"d","version":"1","api":{"type":"a2a","url":"https://agent.example","version":"1.0.0"},"auth":{"type":"none"},"capabilities":[]}`
	for ends, want := range map[string]string{
		"completed": "message (more) message artifact completed",
		"active":    "message (more) message artifact", // and then it is quiet
	} {
		synctest.Test(t, func(t *testing.T) {
			c, err := Parse([]byte(card), "card.json")
			if err != nil {
				t.Fatal(err)
			}
			n := &sessionNetwork{began: time.Now(), resultAt: 1500 * time.Millisecond, ends: ends}
			a, err := c.Dial(WithTransport(n))
			if err != nil {
				t.Fatal(err)
			}
			words, _, err := runAll(a, t, &Request{Text: "go"})
			if err != nil || words != want {
				t.Errorf("%s: %s, %v, want %s", ends, words, err, want)
			}
			if took := time.Since(n.began); took > n.resultAt+sessionGrace+pollWait(9) {
				t.Errorf("%s: it took %s", ends, took)
			}
		})
	}
}
