package a2aclient

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/limit"
	"a2aform/internal/safe"
)

// seen is what a reader of events knows of a task: a snapshot replaces all, a
// chunk adds to or replaces its artifact.
type seen struct {
	state     a2a.State
	artifacts map[string]string
}

func (s *seen) take(e a2a.Event) {
	switch {
	case e.Task != nil:
		s.state, s.artifacts = e.Task.Status.State, map[string]string{}
		for _, a := range e.Task.Artifacts {
			s.artifacts[a.ID.Exact()] = texts(a.Parts)
		}
	case e.Status != nil:
		s.state = e.Status.State
	case e.Artifact != nil && e.Append:
		s.artifacts[e.Artifact.ID.Exact()] += texts(e.Artifact.Parts)
	case e.Artifact != nil:
		s.artifacts[e.Artifact.ID.Exact()] = texts(e.Artifact.Parts)
	}
}

func (s *seen) String() string { return fmt.Sprint(s.state, " ", s.artifacts) }

func texts(parts []a2a.Part) string {
	var all strings.Builder
	for _, p := range parts {
		all.WriteString(p.Text.Exact() + ".")
	}
	return all.String()
}

func TestAcceptance15SnapshotReplaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		chunk := func(text string) string {
			return `{"artifactUpdate":{"taskId":"t1","append":true,"artifact":{"artifactId":"a","parts":[{"text":"` + text + `"}]}}}`
		}
		snapshot := `{"task":{"id":"t1","status":{"state":"TASK_STATE_WORKING"},"artifacts":[{"artifactId":"a","parts":[{"text":"1"},{"text":"2"},{"text":"3"}]}]}}`
		whole := `{"id":"t1","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[{"text":"1"},{"text":"2"},{"text":"3"},{"text":"4"}]}]}`
		inside := func(ctx context.Context) (*http.Response, error) { // cut in the middle of the event with chunk 3
			resp, _ := streamStep(io.ErrUnexpectedEOF, taskV10("TASK_STATE_WORKING"), chunk("1"), chunk("2"))(ctx)
			resp.Body = io.NopCloser(io.MultiReader(&untilEnd{resp.Body}, strings.NewReader(`data: {"result":`+chunk("3")[:40]), broken{}))
			return resp, nil
		}
		s := &script{t: t, steps: []step{inside, streamStep(nil, snapshot, chunk("4"), statusV10("TASK_STATE_COMPLETED")), reply1(whole)}}
		_, events, err := runAll(scripted(t, s), t, &Request{Text: "x"})
		if err != nil {
			t.Fatal(err)
		}
		now := &seen{}
		for _, e := range events {
			now.take(e)
		}
		if got := now.String(); got != "completed map[a:1.2.3.4.]" {
			t.Errorf("%s", got)
		}
		if got := strings.Count(strings.Join(s.calls, " "), "SubscribeToTask"); got != 1 {
			t.Errorf("%d times opened again", got)
		}
	})
}

// untilEnd reads on past a failure as if it were the end.
type untilEnd struct{ io.Reader }

func (u *untilEnd) Read(p []byte) (int, error) {
	n, err := u.Reader.Read(p)
	if err != nil {
		err = io.EOF
	}
	return n, err
}

// broken is a connection that was cut.
type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func TestAcceptance15ServerIsGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{t: t, steps: []step{streamStep(io.ErrUnexpectedEOF, taskV10("TASK_STATE_WORKING"))}}
		for range limit.Reconnects.Int() + limit.Polls.Int() {
			s.steps = append(s.steps, down)
		}
		start := time.Now()
		_, _, err := runAll(scripted(t, s), t, &Request{Text: "x"})
		var lost *UnsettledError
		if !errors.As(err, &lost) || lost.TaskID != safe.Text("t1") || lost.Last != a2a.StateWorking || !strings.Contains(err.Error(), "the task t1 was last seen working") {
			t.Errorf("%v", err)
		}
		if took, left := time.Since(start), len(s.steps); took < 10*time.Second || took > 20*time.Second || left > limit.Polls.Int() {
			t.Errorf("it gave up after %v, with %d tries not made", took, left)
		}
	})
}

// slow is an agent that says something once a minute, for four minutes, and
// answers every call the while.
type slow struct {
	since time.Time
	once  sync.Once
}

func (s *slow) RoundTrip(req *http.Request) (*http.Response, error) {
	body, _ := io.ReadAll(req.Body)
	s.once.Do(func() { s.since = time.Now() })
	passed := int(time.Since(s.since) / time.Minute)
	state := "TASK_STATE_WORKING"
	if passed >= 4 {
		state = "TASK_STATE_COMPLETED"
	}
	if strings.Contains(string(body), "GetTask") {
		return reply1(bareTask(state))(req.Context())
	}
	news := []any{taskV10(state)}
	for n := passed + 1; n < 4; n++ {
		news = append(news, time.Until(s.since.Add(time.Duration(n)*time.Minute)), statusV10("TASK_STATE_WORKING"))
	}
	if passed < 4 {
		news = append(news, time.Minute, statusV10("TASK_STATE_COMPLETED"))
	}
	return streamStep(nil, news...)(req.Context())
}

// Four minutes with a word a minute are no failure: the user is told of each
// silence, and the task ends as it ends.
func TestAcceptance16SlowStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		words, _, err := runAll(scripted(t, &slow{}), t, &Request{Text: "x"})
		if took := time.Since(start).Round(time.Second); err != nil || took != 4*time.Minute {
			t.Errorf("%s, %v after %v", words, err, took)
		}
		if !strings.HasSuffix(words, "completed") || strings.Count(words, "(stalled)") < 4 || strings.Contains(words, "(reconnecting)") {
			t.Errorf("%s", words)
		}
	})
}

// A redirect to another host, port or scheme is never followed with a message: nothing
// that was typed and no credential gets there.
func TestAcceptance17RedirectTakesNothingAlong(t *testing.T) {
	reached := make(chan string, 100)
	record := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { reached <- fmt.Sprint(r.Method, r.Header) })
	other, secure := httptest.NewServer(record), httptest.NewTLSServer(record)
	defer other.Close()
	defer secure.Close()
	for _, status := range []int{301, 302, 303, 307, 308} {
		for name, to := range map[string]string{
			"another port":   other.URL,
			"another host":   strings.Replace(other.URL, "127.0.0.1", "localhost", 1),
			"another scheme": secure.URL,
		} {
			f := newFake(t, scripts{"SendMessage": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, status) }})
			card := securedAgent(t, f, `{"old":[],"head":[]}`).Card()
			w := credentialsFor(t, card, f.URL, map[string]string{"old": "HUSH", "head": "KEY", "cookie": "CRUMB"})
			_, _, err := runAll(securedAgent(t, f, `{"old":[],"head":[]}`, WithCredentials(w)), t, &Request{Text: "secret"})
			var wire *TransportError
			if !errors.As(err, &wire) || wire.Status != status || len(f.received()) != 1 {
				t.Errorf("%d to %s: %v, %d requests", status, name, err, len(f.received()))
			}
		}
	}
	if len(reached) > 0 {
		t.Errorf("%d requests arrived elsewhere, as %s", len(reached), <-reached)
	}
}

// A GET is followed within its origin, credentials and all, and a POST where the status
// keeps the method. Elsewhere, nothing is.
func TestAcceptance17RedirectsWithinTheOrigin(t *testing.T) {
	reached := false
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer other.Close()
	for _, status := range []int{301, 302, 303, 307, 308} {
		to := func(where string) http.HandlerFunc {
			return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, where, status) }
		}
		shown := ""
		f := newRestFake(t, scripts{
			"GET /tasks/t1": to("/moved/t1?x=1"), "GET /tasks/t2": to(other.URL), "GET /tasks/t3": to("/tasks/t3"), "POST /tasks/t1:cancel": to("/moved/t1"), "POST /moved/t1": jsonBody(bareTask("TASK_STATE_CANCELED")),
			"GET /moved/t1": func(w http.ResponseWriter, r *http.Request) {
				shown = r.Header.Get("X-Key")
				jsonBody(bareTask("TASK_STATE_COMPLETED"))(w, r)
			},
		})
		c := mustCard(t, `{"name":"x","skills":[],"supportedInterfaces":[{"url":"`+f.URL+`","protocolBinding":"HTTP+JSON","protocolVersion":"1.0"}],
			"securitySchemes":{"k":{"apiKeySecurityScheme":{"location":"header","name":"X-Key"}}}}`, "f")
		a, err := c.Dial(WithCredentials(credentialsFor(t, c, f.URL, map[string]string{"k": "LOCK"})))
		if err != nil {
			t.Fatal(err)
		}
		if task, err := a.Get(t.Context(), safe.Text("t1")); err != nil || task.ID != safe.Text("t1") || shown != "LOCK" {
			t.Errorf("%d within the origin: %v, shown %q", status, err, shown)
		}
		for what, err := range map[string]error{"another origin": failure(a.Get(t.Context(), safe.Text("t2"))), "a circle": failure(a.Get(t.Context(), safe.Text("t3")))} {
			if err == nil || !strings.Contains(err.Error(), "redirects") {
				t.Errorf("%d, %s: %v", status, what, err)
			}
		}
		if _, err := a.Cancel(t.Context(), safe.Text("t1")); (err == nil) != (status >= 307) {
			t.Errorf("%d, a POST: %v", status, err)
		}
		a.Close()
	}
	if reached {
		t.Error("another origin was reached")
	}
}

func failure(_ *a2a.Task, err error) error { return err }

// Nor from https to http with a GET.
func TestAcceptance17NoRedirectFromHTTPSToHTTP(t *testing.T) {
	reached := false
	plain := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer plain.Close()
	secure := httptest.NewTLSServer(http.RedirectHandler(plain.URL+"/card", http.StatusTemporaryRedirect))
	defer secure.Close()
	_, err := Fetch(t.Context(), secure.URL+"/card", WithTransport(secure.Client().Transport))
	var refused *CardError
	if !errors.As(err, &refused) || !strings.Contains(err.Error(), "another origin") || reached {
		t.Errorf("%v, reached %v", err, reached)
	}
}

func TestAcceptance18RefusalsDiffer(t *testing.T) {
	refuse := func(status int, headers ...string) scripts {
		return scripts{"SendStreamingMessage": func(w http.ResponseWriter, _ *http.Request) {
			for i := 0; i < len(headers); i += 2 {
				w.Header().Set(headers[i], headers[i+1])
			}
			w.WriteHeader(status)
		}}
	}
	runCases(t, []runCase{
		{
			"no credentials", "1.0", true, refuse(401, "WWW-Authenticate", `Bearer realm="zoo"`),
			"", "SendStreamingMessage", `the agent requires credentials (SendStreamingMessage, HTTP 401); it accepts: Bearer realm="zoo"`,
		},
		{
			"not allowed", "1.0", true, refuse(403),
			"", "SendStreamingMessage", "the agent does not allow this (SendStreamingMessage, HTTP 403); the card lists the credentials it accepts",
		},
		{
			"the Go SDK's code for credentials", "1.0", true,
			scripts{"SendStreamingMessage": jsonBody(`{"error":{"code":-31401,"message":"unauthenticated"}}`)},
			"", "SendStreamingMessage", "the agent requires credentials: “unauthenticated” (SendStreamingMessage, code -31401)",
		},
		{
			"too many requests", "1.0", true, refuse(429, "Retry-After", "7"),
			"", "SendStreamingMessage", "limits the rate of requests (SendStreamingMessage, HTTP 429); wait 7 seconds, then send again",
		},
	})
}
