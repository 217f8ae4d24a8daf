package cli_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// The proxy that the environment names is used, for the card and for messages.
func TestProxyFromEnvironmentIsUsed(t *testing.T) {
	var asked []string
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.Method+" "+r.URL.String())
		if r.Method == http.MethodGet {
			fmt.Fprint(w, `{"name":"Far","skills":[],"supportedInterfaces":[{"url":"http://agent.invalid/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`)
			return
		}
		fmt.Fprint(w, `{"jsonrpc":"2.0","id":1,"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"welcome"}]}}}`)
	}))
	t.Cleanup(proxy.Close)
	cmd := call(t, "send", "http://agent.invalid", "--insecure-http", "--text", "hi")
	cmd.Env = append(cmd.Env, "HTTP_PROXY="+proxy.URL, "NO_PROXY=")
	out, err := cmd.CombinedOutput()
	want := "[GET http://agent.invalid/.well-known/agent-card.json POST http://agent.invalid/rpc]"
	if err != nil || !strings.Contains(string(out), "welcome") || fmt.Sprint(asked) != want {
		t.Errorf("%v, asked for %v\n%s", err, asked, out)
	}
}

// A failure of the proxy is not reported as one of the agent, and neither the proxy's text
// nor its password is printed.
func TestProxyFailureIsNotAgentFailure(t *testing.T) {
	t.Parallel()
	agents := make(chan string, 9)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		agents <- r.Method + " " + r.UserAgent()
		conn, _, _ := w.(http.Hijacker).Hijack()
		_, _ = fmt.Fprint(conn, "HTTP/1.1 407 \x1b[31mWords\r\nContent-Length: 0\r\n\r\n")
		_ = conn.Close()
	}))
	t.Cleanup(proxy.Close)
	nobody := httptest.NewServer(nil)
	nobody.Close()
	for address, want := range map[string]string{
		strings.Replace(proxy.URL, "//", "//me:HUSH@", 1): " that the environment names requires a user name and a password (407)",
		nobody.URL:            " that the environment names cannot be reached",
		"http://none.invalid": "the proxy none.invalid that the environment names cannot be reached",
	} {
		cmd := call(t, "card", "https://agent.example.com")
		cmd.Env = append(cmd.Env, "HTTPS_PROXY="+address, "NO_PROXY=")
		out, _ := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != 3 || !strings.Contains(string(out), want) || !strings.Contains(string(out), "HTTPS_PROXY") ||
			strings.Contains(string(out), "Words") || strings.Contains(string(out), "HUSH") {
			t.Errorf("%s: %d\n%s", address, code, out)
		}
	}
	if got := <-agents; !strings.HasPrefix(got, "CONNECT a2aform") { // and maybe a version
		t.Error(got)
	}
}
