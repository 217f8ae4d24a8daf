package a2aclient

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
)

// mounted answers at one path alone and redirects from the others. It notes each request as "POST /rpc length".
func mounted(t *testing.T, status int, to string, handler http.HandlerFunc) (url string, requests *[]string) {
	t.Helper()
	list := []string{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		size := "empty"
		if r.ContentLength > 0 {
			size = "with a body"
		}
		list = append(list, fmt.Sprintf("%s %s %s", r.Method, r.URL.RequestURI(), size))
		if target, _, _ := strings.Cut(to, "?"); r.URL.Path != target {
			w.Header().Set("Location", to)
			w.WriteHeader(status)
			return
		}
		handler(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL, &list
}

// The agent of a framework that mounts it under a path redirects to the path with a slash. The message goes there as it is, and
// the next one at once.
func TestMessageFollowsARedirectOfItsOrigin(t *testing.T) {
	for _, tt := range []struct {
		name, binding, version, at, to, second string
		status                                 int
		streaming                              bool
		handler                                http.HandlerFunc
	}{
		{"307, streamed", "JSONRPC", "1.0", "/rpc", "/rpc/", "POST /rpc/", 307, true, sseText(taskV10("TASK_STATE_COMPLETED"))},
		{"308", "JSONRPC", "1.0", "/rpc", "/rpc/", "POST /rpc/", 308, false, result(taskV10("TASK_STATE_COMPLETED"))},
		{"301, of A2A 0.3", "JSONRPC", "0.3", "/a/b", "/a/b/", "POST /a/b/", 301, false, result(`{"kind":"task",` + bareTask("completed")[1:])},
		{"302 without the slash", "JSONRPC", "1.0", "/rpc/", "/rpc", "POST /rpc", 302, false, result(taskV10("TASK_STATE_COMPLETED"))},
		{"307 to another path", "JSONRPC", "1.0", "/rpc", "/v2/rpc", "POST /v2/rpc", 307, false, result(taskV10("TASK_STATE_COMPLETED"))},
		{"307 with a query", "JSONRPC", "1.0", "/rpc?v=1", "/rpc/?v=1", "POST /rpc/?v=1", 307, false, result(taskV10("TASK_STATE_COMPLETED"))},
		{"HTTP+JSON", "HTTP+JSON", "1.0", "/a", "/a/message:send/", "POST /a/message:send/", 307, false, jsonBody(taskV10("TASK_STATE_COMPLETED"))},
		{"HTTP+JSON, streamed", "HTTP+JSON", "1.0", "/a", "/a/message:stream/", "POST /a/message:stream/", 308, true, sseRaw("data: " + taskV10("TASK_STATE_COMPLETED") + "\n\n")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			url, requests := mounted(t, tt.status, tt.to, tt.handler)
			a := dialCard(t, fmt.Sprintf(`{"name":"Fake","skills":[],"supportedInterfaces":[{"url":%q,"protocolBinding":%q,"protocolVersion":%q}],"capabilities":{"streaming":%t}}`,
				url+tt.at, tt.binding, tt.version, tt.streaming))
			words, events, err := runAll(a, t, &Request{Text: "x"})
			if err != nil || words != "(redirected) task:completed" {
				t.Fatalf("%s, %v, requests %q", words, err, *requests)
			}
			want := "The agent redirects to " + url + tt.to + fmt.Sprintf(" (status %d), on the same host and port. Messages go there.", tt.status)
			if events[0].Notice.Text != want {
				t.Errorf("notice %q, want %q", events[0].Notice.Text, want)
			}
			again, err := a.Redial(a.Card(), WithPollInterval(1))
			if err != nil {
				t.Fatal(err)
			}
			if words, _, err := runAll(again, t, &Request{Text: "x"}); err != nil || words != "task:completed" {
				t.Errorf("the second message: %s, %v", words, err)
			}
			if got := *requests; len(got) != 3 || got[1] != tt.second+" with a body" || got[2] != got[1] {
				t.Errorf("requests %q", got)
			}
		})
	}
}

// What is asked about a task is redirected as a message is.
func TestTaskCallsFollowARedirectOfTheOrigin(t *testing.T) {
	url, requests := mounted(t, 307, "/rpc/", result(bareTask("TASK_STATE_COMPLETED")))
	a := agentOf(t, url+"/rpc", "1.0", false, "")
	for range 2 {
		if task, err := a.Get(t.Context(), safe.Text("t1")); err != nil || task.Status.State != a2a.StateCompleted {
			t.Fatal(task, err)
		}
	}
	if _, err := a.Cancel(t.Context(), safe.Text("t1")); err != nil {
		t.Error(err)
	}
	if len(*requests) != 4 {
		t.Errorf("requests %q", *requests)
	}
}

// Whatever a redirect names, a request and its credentials reach the origin of the agent and no other: not another port, not the same
// port under another name. One of that origin is followed where the status asks for it.
func TestRedirectsStayAtTheirOrigin(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var location string
	var status int
	var wrong []string
	reached := 0
	note := func(r *http.Request, origin string) {
		mu.Lock()
		defer mu.Unlock()
		if reached++; "http://"+r.Host != origin || r.Header.Get("Authorization") != "Bearer HUSH" {
			wrong = append(wrong, r.Method+" http://"+r.Host+r.URL.RequestURI())
		}
	}
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { note(r, "") }))
	t.Cleanup(other.Close)
	var f *httptest.Server
	f = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		note(r, f.URL)
		if mu.Lock(); r.URL.Path == "/rpc" {
			w.Header().Set("Location", location)
			w.WriteHeader(status)
			mu.Unlock()
			return
		}
		mu.Unlock()
		result(taskV10("TASK_STATE_COMPLETED"))(w, r)
	}))
	t.Cleanup(f.Close)
	c, err := Parse(fmt.Appendf(nil, `{"name":"Fake","skills":[],"supportedInterfaces":[{"url":"%s/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],"capabilities":{},
		"securitySchemes":{"tok":{"type":"http","scheme":"bearer"}},"security":[{"tok":[]}]}`, f.URL), "card.json")
	if err != nil {
		t.Fatal(err)
	}
	own, away := strings.TrimPrefix(f.URL, "http://"), strings.TrimPrefix(other.URL, "http://")
	_, port, _ := strings.Cut(own, ":")
	prefixes := []string{
		"", "/", "//", "http://", "https://", "HTTP://", "http:", "http:/", `http:\\`, `\\`, `/\`, "ftp://", "javascript:", " http://", "http://user@", "http://" + own + "@", "//" + own + "@", "http://" + own + ".", "./", "../",
	}
	hosts := []string{"", own, away, "localhost:" + port, "LOCALHOST:" + port, "127.0.0.1", "127.1:" + port, "[::1]:" + port, "0x7f000001:" + port, "2130706433:" + port, own + "#@" + away, own + "?@" + away}
	paths := []string{"", "/", "/rpc/", "/x", "rpc/", "@" + away, "%2f" + away, ":80/x"}
	try := func(to string, with int, isOwn bool) {
		mu.Lock()
		location, status, wrong, reached = to, with, nil, 0
		mu.Unlock()
		a, err := c.Dial(WithCredentials(credentialsFor(t, c, f.URL, map[string]string{"tok": "HUSH"})), WithPollInterval(1))
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		_, _, err = runAll(a, t, &Request{Text: "x"})
		mu.Lock()
		defer mu.Unlock()
		if len(wrong) > 0 {
			t.Errorf("a redirect (%d) to %q is followed: %q", with, to, wrong)
		}
		if isOwn && with == 307 && (err != nil || reached < 2) {
			t.Errorf("a redirect to %q is not followed: %v", to, err)
		}
	}
	for _, prefix := range prefixes {
		for _, host := range hosts {
			for _, path := range paths {
				isOwn := (prefix == "" && host == "" || prefix == "http://" && host == own) && (path == "/rpc/" || path == "/x")
				for _, with := range []int{302, 307} {
					try(prefix+host+path, with, isOwn)
				}
			}
		}
	}
}
