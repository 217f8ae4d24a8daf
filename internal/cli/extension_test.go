package cli

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"a2aform/internal/cli/command"
)

// demanding is an agent that requires an extension, and says what it activated.
func demanding(t *testing.T) (url string, got func() string) {
	t.Helper()
	var last string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			_, _ = fmt.Fprintf(w, `{"name":"Demanding","skills":[],"capabilities":{"extensions":[{"uri":"urn:x?a=1","required":true}]},
				"supportedInterfaces":[{"url":"http://%s/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`, r.Host)
			return
		}
		body, _ := io.ReadAll(r.Body)
		last = string(body)
		if !strings.HasPrefix(r.Header.Get("A2A-Extensions"), "urn:x?a=1") {
			_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"error":{"code":-32008,"message":"urn:x?a=1"}}`)
			return
		}
		w.Header().Set("A2A-Extensions", "urn:x?a=1")
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"welcome"}]}}}`)
	}))
	t.Cleanup(server.Close)
	return server.URL, func() string { return last }
}

func TestExtensionFlags(t *testing.T) {
	url, got := demanding(t)
	if _, errOut, code := sendWith(t, nil, url, "--text", "hi"); code != command.ExitFailure || !strings.Contains(errOut, "send with --extension urn:x?a=1") || !strings.Contains(errOut, "the agent requires an extension") {
		t.Errorf("without: %d\n%s", code, errOut)
	}
	_, errOut, code := sendWith(t, nil, url, "--text", "hi", "--extension", "urn:x?a=1", "--extension-metadata", `urn:x?a=1/code={"n":1.10, "q":"a=b"}`)
	if code != command.ExitOK || !strings.Contains(errOut, "note: the agent activated: urn:x?a=1\n") || !strings.Contains(got(), `"metadata":{"urn:x?a=1/code":{"n":1.10,"q":"a=b"}}`) {
		t.Errorf("%d\n%s\n%s", code, errOut, got())
	}
	if _, errOut, code = sendWith(t, nil, url, "--text", "hi", "--extension", "urn:x?a=1", "--extension", "urn:y"); code != command.ExitOK || !strings.Contains(errOut, "the agent activated the extension urn:x?a=1; the agent does not say that it activated the extension urn:y") {
		t.Errorf("%d\n%s", code, errOut)
	}
	for _, bad := range []string{"urn:x?a=1/code=word", "urn:z/code=1", "urn:x?a", "=1"} {
		if _, errOut, code = sendWith(t, nil, url, "--text", "hi", "--extension", "urn:x?a=1", "--extension-metadata", bad); code != command.ExitUsage {
			t.Errorf("%s: %d\n%s", bad, code, errOut)
		}
	}
}
