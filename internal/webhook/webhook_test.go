package webhook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// poster is an agent with one task, which posts to the address that it is given.
type poster struct {
	*httptest.Server
	posts   func(p *poster, to, token string) // runs once the address is set, and the task was asked for
	start   func()
	ended   atomic.Bool
	deleted atomic.Bool
	done    chan struct{} // posts has returned
}

func newPoster(t *testing.T, posts func(p *poster, to, token string)) (*poster, *a2aclient.Agent) {
	t.Helper()
	p := &poster{posts: posts, done: make(chan struct{})}
	p.Server = httptest.NewServer(p)
	t.Cleanup(func() { <-p.done; p.Close() })
	card, err := a2aclient.Parse(fmt.Appendf(nil, `{"name":"P","skills":[],"supportedInterfaces":[{"url":%q,"protocolBinding":"JSONRPC","protocolVersion":"1.0"}],"capabilities":{"pushNotifications":true}}`, p.URL), "card.json")
	if err != nil {
		t.Fatal(err)
	}
	agent, err := card.Dial()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(agent.Close)
	return p, agent
}

func (p *poster) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var call struct {
		Method string
		Params struct{ URL, Token, ID string }
	}
	_ = json.NewDecoder(r.Body).Decode(&call)
	result := `{}`
	switch call.Method {
	case "CreateTaskPushNotificationConfig":
		result = fmt.Sprintf(`{"id":"c1","taskId":"t","url":%q}`, call.Params.URL)
		p.start = sync.OnceFunc(func() {
			go func() {
				defer close(p.done)
				p.posts(p, call.Params.URL, call.Params.Token)
			}()
		})
	case "GetTask":
		state := "TASK_STATE_WORKING"
		if p.ended.Load() {
			state = "TASK_STATE_COMPLETED"
		}
		result = fmt.Sprintf(`{"id":"t","status":{"state":%q}}`, state)
		defer p.start()
	case "DeleteTaskPushNotificationConfig":
		p.deleted.Store(call.Params.ID == "c1")
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":1,"result":%s}`, result)
}

// post posts a notification and returns the status of the answer.
func post(to, token, body string) int {
	req, err := http.NewRequestWithContext(context.Background(), http.MethodPost, to, strings.NewReader(body))
	if err != nil {
		return 0
	}
	if token != "" {
		req.Header.Set(Header, token)
	}
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		return 0
	}
	defer func() { _ = resp.Body.Close() }()
	_, _ = io.Copy(io.Discard, resp.Body)
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	return resp.StatusCode
}

func status(task, state string) string {
	return fmt.Sprintf(`{"statusUpdate":{"taskId":%q,"status":{"state":"TASK_STATE_%s"}}}`, task, state)
}

// Notifications are shown as they come, those without the token are refused, and the task
// is read from the agent in the end.
// It proves A2ACLI_PUSH_002.
func TestNotificationsEndTheWait(t *testing.T) {
	var statuses []int
	p, agent := newPoster(t, func(p *poster, to, token string) {
		for _, n := range []struct{ token, body string }{
			{"", status("t", "COMPLETED")}, {"wrong", status("t", "COMPLETED")}, {token, `<html>`}, {token, status("other", "COMPLETED")}, {token, status("t", "WORKING")},
		} {
			statuses = append(statuses, post(to, n.token, n.body))
		}
		p.ended.Store(true)
		statuses = append(statuses, post(to, token, status("t", "COMPLETED")))
	})
	var said []string
	task, err := Wait(t.Context(), agent, safe.Text("t"), Options{Address: "127.0.0.1:0", Check: time.Hour, Say: func(text string) { said = append(said, text) }})
	if err != nil || task.Status.State != a2a.StateCompleted {
		t.Fatalf("%+v, %v", task, err)
	}
	<-p.done
	if !slices.Equal(statuses, []int{401, 401, 204, 204, 204, 204}) {
		t.Error("statuses", statuses)
	}
	if !p.deleted.Load() {
		t.Error("the configuration is still there")
	}
	all := strings.Join(said, "\n")
	for _, want := range []string{"the agent posts to http://127.0.0.1:", "has no header X-A2A-Notification-Token", "its token is not the one", "is no event of a task: <html>", "about another task: other", "  working\n", "  completed\n3 notifications came"} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q in\n%s", want, all)
		}
	}
}

// An agent that posts nothing is asked for the task.
func TestTaskIsAskedForWithoutNotifications(t *testing.T) {
	p, agent := newPoster(t, func(p *poster, _, _ string) { p.ended.Store(true) })
	var said []string
	task, err := Wait(t.Context(), agent, safe.Text("t"), Options{Address: "127.0.0.1:0", Check: time.Millisecond, Say: func(text string) { said = append(said, text) }})
	if err != nil || task.Status.State != a2a.StateCompleted {
		t.Fatalf("%+v, %v", task, err)
	}
	if last := said[len(said)-1]; !strings.Contains(last, "no notification came") || !p.deleted.Load() {
		t.Errorf("%q, deleted: %v", last, p.deleted.Load())
	}
}

// An interrupt ends the wait, and the configuration is deleted all the same.
func TestInterruptEndsTheWait(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p, agent := newPoster(t, func(*poster, string, string) { cancel() })
	_, err := Wait(ctx, agent, safe.Text("t"), Options{Address: "127.0.0.1:0", Check: time.Hour, Say: func(string) {}})
	if !errors.Is(err, context.Canceled) || !p.deleted.Load() {
		t.Errorf("%v, deleted: %v", err, p.deleted.Load())
	}
}

// A body that is too large is refused, and so is a GET.
func TestRequestsThatAreNoNotifications(t *testing.T) {
	r, err := Listen(t.Context(), "127.0.0.1:0", "k")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for want, req := range map[string]*http.Request{
		"it is a GET, not a POST": httptest.NewRequest(http.MethodGet, "/", nil),
		"larger than 32 MiB":      httptest.NewRequest(http.MethodPost, "/", io.LimitReader(zeros{}, 33<<20)),
	} {
		req.Header.Set(Header, "k")
		w := httptest.NewRecorder()
		r.ServeHTTP(w, req)
		if n := <-r.Notifications(); !strings.Contains(n.Refused, want) || w.Code/100 != 4 {
			t.Errorf("%d %q, want %q", w.Code, n.Refused, want)
		}
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

// What the agent says in a notification is shown, whatever it posts.
func TestNotificationsAreShownWithTheirWords(t *testing.T) {
	const message = `{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"I should look.","metadata":{"thought":true}},{"text":"Two of\nthree\u001b[31m"}]}`
	const working = `{"state":"TASK_STATE_WORKING","message":` + message + `}`
	p, agent := newPoster(t, func(p *poster, to, token string) {
		post(to, token, `{"statusUpdate":{"taskId":"t","status":`+working+`}}`)
		post(to, token, `{"task":{"id":"t","status":`+working+`}}`)
		post(to, token, `{"message":`+message+`}`)
		p.ended.Store(true)
		post(to, token, status("t", "COMPLETED"))
	})
	var said []string
	if _, err := Wait(t.Context(), agent, safe.Text("t"), Options{Address: "127.0.0.1:0", Check: time.Hour, Say: func(text string) { said = append(said, text) }}); err != nil {
		t.Fatal(err)
	}
	<-p.done
	all := strings.Join(said, "\n")
	words := safe.Text("Two of\nthree\u001b[31m").Line(0).String()
	if strings.Count(all, "  working  "+words+"\n") != 2 || !strings.Contains(all, "  message  "+words+"\n") || strings.Contains(all, "I should look") {
		t.Error(all)
	}
}

// The headers of a notification are limited, as its body is.
func TestLargeHeadersAreRefused(t *testing.T) {
	r, err := Listen(t.Context(), "127.0.0.1:0", "k")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for size, want := range map[int]int{60 << 10: http.StatusUnauthorized, 80 << 10: http.StatusRequestHeaderFieldsTooLarge} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, r.URL(), strings.NewReader(`{}`))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("X-Filler", strings.Repeat("x", size))
		resp, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		if _ = resp.Body.Close(); resp.StatusCode != want {
			t.Errorf("%d bytes: %s", size, resp.Status)
		}
	}
}
