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

// knowing is an agent with a skill more for who shows the token.
func knowing(t *testing.T, promise bool) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		card := func(skills string) string {
			return fmt.Sprintf(`{"name":"Guarded","skills":[%s],"supportedInterfaces":[{"url":"http://%s/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
				"capabilities":{"extendedAgentCard":%t},"securitySchemes":{"tok":{"httpAuthSecurityScheme":{"scheme":"bearer"}}},"securityRequirements":[{"schemes":{"tok":{}}}]}`, skills, r.Host, promise)
		}
		switch {
		case r.Method == http.MethodGet:
			_, _ = io.WriteString(w, card(`{"id":"open"}`))
		case r.Header.Get("Authorization") != "Bearer HUSH":
			w.WriteHeader(http.StatusUnauthorized)
		default:
			if body, _ := io.ReadAll(r.Body); strings.Contains(string(body), `"SendMessage"`) {
				_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"welcome in"}]}}}`)
				return
			}
			_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":1,"result":%s}`, card(`{"id":"open"},{"id":"secret"}`))
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func TestExtendedCard(t *testing.T) {
	url := knowing(t, true)
	env := map[string]string{"TOKEN": "HUSH"}
	if out, errOut, code := commandWith(t, env, "card", url); code != command.ExitOK || !strings.Contains(out, "add --extended") || strings.Contains(out, "secret") {
		t.Errorf("the public card: %d\n%s\n%s", code, out, errOut)
	}
	if out, errOut, code := commandWith(t, env, "card", url, "--extended", "--bearer", "env:TOKEN"); code != command.ExitOK || !strings.Contains(out, "secret") || strings.Contains(out+errOut, "HUSH") {
		t.Errorf("the extended card: %d\n%s\n%s", code, out, errOut)
	}
	if out, errOut, code := commandWith(t, env, "skills", url, "--extended", "--bearer", "env:TOKEN", "-o", "json"); code != command.ExitOK || !strings.Contains(out, `"secret"`) {
		t.Errorf("its skills: %d\n%s\n%s", code, out, errOut)
	}
	if _, errOut, code := commandWith(t, env, "card", url, "--extended"); code != command.ExitAuth || !strings.Contains(errOut, "requires credentials") {
		t.Errorf("a stranger: %d\n%s", code, errOut)
	}
	if _, errOut, code := commandWith(t, env, "card", knowing(t, false), "--extended"); code != command.ExitFailure || !strings.Contains(errOut, "leave out --extended") {
		t.Errorf("no such card: %d\n%s", code, errOut)
	}
}

// A send takes the extended card by itself where it has credentials; without, it
// says that there is one.
func TestSendUsesExtendedCard(t *testing.T) {
	url := knowing(t, true)
	out, errOut, code := sendWith(t, map[string]string{"TOKEN": "HUSH"}, url, "--skill", "secret", "--text", "hi", "--bearer", "env:TOKEN")
	if code != command.ExitOK || !strings.Contains(out, "welcome in") || !strings.Contains(errOut, "this is the extended card") {
		t.Errorf("%d\n%s\n%s", code, out, errOut)
	}
	if _, errOut, code = sendWith(t, nil, url, "--skill", "secret", "--text", "hi"); code != command.ExitUsage || !strings.Contains(errOut, "the agent has no skill secret") || !strings.Contains(errOut, "the extended card needs credentials") {
		t.Errorf("a stranger: %d\n%s", code, errOut)
	}
	if _, errOut, code = sendWith(t, map[string]string{"TOKEN": "WRONG"}, url, "--skill", "open", "--text", "hi", "--bearer", "env:TOKEN"); code != command.ExitAuth || !strings.Contains(errOut, "this is the public card") {
		t.Errorf("a wrong token: %d\n%s", code, errOut)
	}
}

// --debug shows the requests, beginning with the one for the card.
func TestDebugShowsCardRequest(t *testing.T) {
	url := knowing(t, false)
	for _, args := range [][]string{{"card", url}, {"skills", url}, {"send", url, "--text", "hi"}, {"task", "get", url, "t"}} {
		if _, errOut, _ := commandWith(t, nil, append(args, "--debug")...); !strings.HasPrefix(errOut, "> GET "+url+"/.well-known/agent-card.json\n") || !strings.Contains(errOut, "< 200 OK\n") || !strings.Contains(errOut, `"name":"Guarded"`) {
			t.Errorf("%v: %s", args, errOut)
		}
	}
}

// Acceptance case 24: gRPC alone is spoken. The numbers that it rounds are named, and that nothing is there.
func TestAcceptance24GRPCAlone(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"name":"Far","skills":[],"supportedInterfaces":[{"url":"https://127.0.0.1:1","protocolBinding":"GRPC","protocolVersion":"1.0"}]}`)
	}))
	t.Cleanup(server.Close)
	if _, errOut, code := commandWith(t, nil, "send", server.URL, "--part", `{"data":{"id":9007199254740993}}`); code == command.ExitOK || !strings.Contains(errOut, "nothing is listening at 127.0.0.1:1") || !strings.Contains(errOut, "note: the agent speaks gRPC, which keeps 15 to 17 digits of a number: /data/id 9007199254740993 arrives as 9007199254740992") {
		t.Errorf("%d\n%s", code, errOut)
	}
}
