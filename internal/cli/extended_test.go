package cli

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
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
			_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":1,"result":%s}`, card(`{"id":"open"},{"id":"secret"}`))
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func TestExtendedCard(t *testing.T) {
	url := knowing(t, true)
	env := map[string]string{"TOKEN": "HUSH"}
	if out, told, code := commandWith(t, env, "card", url); code != exitOK || !strings.Contains(out, "with --extended") || strings.Contains(out, "secret") {
		t.Errorf("the public card: %d\n%s\n%s", code, out, told)
	}
	if out, told, code := commandWith(t, env, "card", url, "--extended", "--bearer", "env:TOKEN"); code != exitOK || !strings.Contains(out, "secret") || strings.Contains(out+told, "HUSH") {
		t.Errorf("the extended card: %d\n%s\n%s", code, out, told)
	}
	if out, told, code := commandWith(t, env, "skills", url, "--extended", "--bearer", "env:TOKEN", "-o", "json"); code != exitOK || !strings.Contains(out, `"secret"`) {
		t.Errorf("its skills: %d\n%s\n%s", code, out, told)
	}
	if _, told, code := commandWith(t, env, "card", url, "--extended"); code != exitAuth || !strings.Contains(told, "wants credentials") {
		t.Errorf("a stranger: %d\n%s", code, told)
	}
	if _, told, code := commandWith(t, env, "card", knowing(t, false), "--extended"); code != exitFailure || !strings.Contains(told, "leave --extended out") {
		t.Errorf("no such card: %d\n%s", code, told)
	}
}

// Acceptance case 24: gRPC alone is refused by its name, and the exit code says so.
func TestAcceptance24GRPCAlone(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"name":"Far","skills":[],"supportedInterfaces":[{"url":"https://127.0.0.1:1","protocolBinding":"GRPC","protocolVersion":"1.0"}]}`)
	}))
	t.Cleanup(server.Close)
	if _, told, code := commandWith(t, nil, "send", server.URL, "--text", "hi"); code == exitOK || !strings.Contains(told, "GRPC 1.0") {
		t.Errorf("%d\n%s", code, told)
	}
}
