package cli

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/internal/cli/command"
)

// guarded is an agent that answers only who shows the token.
func guarded(t *testing.T, otherHost string) (url string, got func() string) {
	t.Helper()
	var last string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.Method == http.MethodGet {
			at := otherHost
			if at == "" {
				at = "http://" + r.Host
			}
			_, _ = fmt.Fprintf(w, `{"name":"Guarded","skills":[],"supportedInterfaces":[{"url":"%s/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
				"securitySchemes":{"tok":{"httpAuthSecurityScheme":{"scheme":"bearer"}},"key":{"apiKeySecurityScheme":{"location":"header","name":"X-Key"}}},
				"securityRequirements":[{"schemes":{"tok":{},"key":{}}}]}`, at)
			return
		}
		_, _ = io.Copy(io.Discard, r.Body)
		last = r.Header.Get("Authorization") + "|" + r.Header.Get("X-Key") + "|" + r.Header.Get("X-Team")
		if r.Header.Get("Authorization") != "Bearer HUSH" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"welcome"}]}}}`)
	}))
	t.Cleanup(server.Close)
	return server.URL, func() string { return last }
}

func sendWith(t *testing.T, env map[string]string, args ...string) (out, errOut string, code int) {
	t.Helper()
	return commandWith(t, env, append([]string{"send"}, args...)...)
}

// commandWith runs one command line with variables of its own.
func commandWith(t *testing.T, env map[string]string, args ...string) (out, errOut string, code int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	s := &command.Streams{In: strings.NewReader(""), Out: &stdout, Err: &stderr, Args: args, Getenv: func(name string) string { return env[name] }}
	err := Run(t.Context(), s)
	if err != nil {
		fmt.Fprintln(&stderr, err)
	}
	return stdout.String(), stderr.String(), command.ExitCode(err)
}

func TestCredentialsComeFromEnvironment(t *testing.T) {
	url, got := guarded(t, "")
	env := map[string]string{"TOKEN": "HUSH", "KEY": "LOCK", "BAD": "NO"}
	out, errOut, code := sendWith(t, env, url, "--text", "hi", "--bearer", "env:TOKEN", "--credential", "key=env:KEY", "--header", "X-Team=blue")
	if code != command.ExitOK || !strings.Contains(out, "welcome") || got() != "Bearer HUSH|LOCK|blue" {
		t.Errorf("%d, received %s\n%s\n%s", code, got(), out, errOut)
	}
	if strings.Contains(out+errOut, "HUSH") || strings.Contains(out+errOut, "LOCK") {
		t.Errorf("a secret is shown:\n%s\n%s", out, errOut)
	}
	_, errOut, code = sendWith(t, env, url, "--text", "hi")
	if code != command.ExitAuth || !strings.Contains(errOut, "the agent asks for tok (bearer token) and key (API key)") {
		t.Errorf("without: %d\n%s", code, errOut)
	}
	if _, errOut, code = sendWith(t, env, url, "--text", "hi", "--bearer", "env:BAD"); code != command.ExitAuth {
		t.Errorf("a wrong token: %d\n%s", code, errOut)
	}
}

func TestUnusableCredentialsAreRejected(t *testing.T) {
	url, got := guarded(t, "")
	for _, args := range [][]string{
		{"--bearer", "HUSH"},
		{"--bearer", "env:MISSING"},
		{"--credential", "none=env:TOKEN"},
		{"--basic", "env:TOKEN"},
		{"--header", "X"},
		{"--header", "X Y=env:TOKEN"},
		{"--header", "Authorization=Bearer HUSH"},
		{"--header", "x-key=HUSH"},
		{"--header", "Host=x"},
	} {
		_, errOut, code := sendWith(t, map[string]string{"TOKEN": "HUSH"}, append([]string{url, "--text", "hi"}, args...)...)
		if code != command.ExitUsage || strings.Contains(errOut, "HUSH") {
			t.Errorf("%v: %d\n%s", args, code, errOut)
		}
	}
	if got() != "" {
		t.Errorf("something was sent: %s", got())
	}
}

// A card may not send the credentials for its own host to another.
func TestCredentialsStayAtCardHost(t *testing.T) {
	other, got := guarded(t, "")
	url, _ := guarded(t, other)
	_, errOut, code := sendWith(t, map[string]string{"TOKEN": "HUSH"}, url, "--text", "hi", "--bearer", "env:TOKEN")
	if code != command.ExitUsage || !strings.Contains(errOut, "are not sent to the other") || got() != "" {
		t.Errorf("%d, received %s\n%s", code, got(), errOut)
	}
}

// Flags that would have no effect are refused.
func TestFlagsThatNeedExtendedCard(t *testing.T) {
	url, _ := guarded(t, "")
	for _, args := range [][]string{{"--bearer", "env:TOKEN"}, {"--extension", "urn:e"}} {
		if _, errOut, code := commandWith(t, map[string]string{"TOKEN": "HUSH"}, append([]string{"card", url}, args...)...); code != command.ExitUsage || !strings.Contains(errOut, "need --extended") {
			t.Errorf("%v: %d\n%s", args, code, errOut)
		}
	}
	if _, errOut, code := sendWith(t, nil, url, "--text", "hi", "--credential", "none=env:TOKEN"); code != command.ExitUsage || !strings.Contains(errOut, "it has tok, key") {
		t.Errorf("%d\n%s", code, errOut)
	}
}

func TestSecretChoicesAreNotRepeated(t *testing.T) {
	card := filepath.Join(t.TempDir(), "card.json")
	if err := os.WriteFile(card, []byte(`{"name":"x","url":"http://127.0.0.1:1/","protocolVersion":"0.3.0","skills":[{"id":"s","name":"s",
		"inputSchema":{"type":"object","properties":{"pin":{"type":"string","format":"password","enum":["123"]}}}}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, errOut, code := sendWith(t, nil, card, "--skill", "s", "--set", "pin=HUSH"); code != command.ExitUsage || strings.Contains(errOut, "HUSH") {
		t.Errorf("%d\n%s", code, errOut)
	}
}
