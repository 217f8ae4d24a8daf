package cli_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// The proxy that the environment names is used, for the card and for messages.
func TestTheProxyOfTheEnvironment(t *testing.T) {
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
	cmd := command(t, "send", "http://agent.invalid", "--insecure-http", "--text", "hi")
	cmd.Env = append(cmd.Env, "HTTP_PROXY="+proxy.URL, "NO_PROXY=")
	out, err := cmd.CombinedOutput()
	want := "[GET http://agent.invalid/.well-known/agent-card.json POST http://agent.invalid/rpc]"
	if err != nil || !strings.Contains(string(out), "welcome") || fmt.Sprint(asked) != want {
		t.Errorf("%v, asked for %v\n%s", err, asked, out)
	}
}
