package cli

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/zalando/go-keyring"

	"a2aform/internal/cli/command"
	"a2aform/internal/safe"
	"a2aform/internal/store"
)

// shell runs a command line with a home of its own.
func shell(t *testing.T, home, stdin string, args ...string) (out, errOut string, code int) {
	t.Helper()
	env := map[string]string{"A2AFORM_HOME": home, "KEY": "LOCK"}
	var stdout, stderr bytes.Buffer
	err := Run(t.Context(), &command.Streams{In: strings.NewReader(stdin), Out: &stdout, Err: &stderr, Args: args, Getenv: func(name string) string { return env[name] }})
	if err != nil {
		fmt.Fprintln(&stderr, err)
	}
	return stdout.String(), stderr.String(), command.ExitCode(err)
}

// TestLoginKeepsAndLogoutForgets proves A2ACLI_AUTH_007.
func TestLoginKeepsAndLogoutForgets(t *testing.T) {
	keyring.MockInitWithError(errors.New("no keyring"))
	url, got := guarded(t, "")
	home := t.TempDir()
	if _, report, code := shell(t, home, "HUSH\n", "auth", "login", url, "--scheme", "tok"); code != command.ExitOK || !strings.Contains(report, "tok is stored in credentials.json, and goes to http://127.0.0.1:") || strings.Count(report, "alone") != 1 {
		t.Fatalf("login: %d\n%s", code, report)
	}
	if _, report, code := shell(t, home, "", "auth", "login", url, "--scheme", "key", "--from", "env:KEY"); code != command.ExitOK {
		t.Fatalf("login from a variable: %d\n%s", code, report)
	}
	out, report, code := shell(t, home, "", "auth", "list")
	if code != command.ExitOK || !strings.Contains(out, "tok  bearer token  file") || strings.Contains(out+report, "HUSH") {
		t.Errorf("list: %d\n%s\n%s", code, out, report)
	}
	out, report, code = shell(t, home, "", "send", url, "--text", "hi")
	if code != command.ExitOK || !strings.Contains(out, "welcome") || got() != "Bearer HUSH|LOCK|" || strings.Contains(report, "asks for") {
		t.Errorf("send: %d, received %s\n%s\n%s", code, got(), out, report)
	}
	if _, report, code = shell(t, home, "", "auth", "logout", url); code != command.ExitOK || !strings.Contains(report, "forgot 2") {
		t.Errorf("logout: %d\n%s", code, report)
	}
	if _, report, code = shell(t, home, "", "send", url, "--text", "hi"); code != command.ExitAuth || !strings.Contains(report, "a2aform auth login") {
		t.Errorf("send after that: %d\n%s", code, report)
	}
}

func TestLoginNamesMissingFlag(t *testing.T) {
	url, _ := guarded(t, "")
	for _, tt := range []struct{ args, want string }{
		{"", "several schemes, choose one"},
		{"--scheme none", "the card has no scheme none"},
		{"--scheme tok", "no secret"},
		{"--scheme tok --client-id me", "--client-id is for OAuth 2.0"},
		{"--scheme tok --from HUSH", "write env:NAME"},
	} {
		_, report, code := shell(t, t.TempDir(), "", append([]string{"auth", "login", url}, strings.Fields(tt.args)...)...)
		if code != command.ExitUsage || !strings.Contains(report, tt.want) || strings.Contains(report, "HUSH") {
			t.Errorf("%s: %d\n%s", tt.args, code, report)
		}
	}
}

// A header of the user is sent together with the kept credentials.
func TestHeadersAddToKeptCredentials(t *testing.T) {
	keyring.MockInitWithError(errors.New("no keyring"))
	url, got := guarded(t, "")
	home := t.TempDir()
	if _, report, code := shell(t, home, "HUSH\n", "auth", "login", url, "--scheme", "tok"); code != command.ExitOK {
		t.Fatalf("login: %d\n%s", code, report)
	}
	if _, report, code := shell(t, home, "", "send", url, "--text", "hi", "--header", "X-Team=blue"); code != command.ExitOK || got() != "Bearer HUSH||blue" {
		t.Errorf("%d, received %s\n%s", code, got(), report)
	}
}

// An agent that is gone can be logged out of.
func TestLogoutWorksWithoutAgent(t *testing.T) {
	keyring.MockInitWithError(errors.New("no keyring"))
	home := t.TempDir()
	keep, err := store.Open(func(string) string { return home })
	if err != nil {
		t.Fatal(err)
	}
	for _, ref := range []string{"127.0.0.1:1", "http://127.0.0.1:1/agent"} {
		if _, err := keep.KeepCredential(store.Credential{Origin: "http://127.0.0.1:1", Scheme: safe.Text("tok"), Secret: store.Secret{Value: "HUSH"}}); err != nil {
			t.Fatal(err)
		}
		if _, errOut, code := shell(t, home, "", "auth", "logout", ref); code != command.ExitOK || !strings.Contains(errOut, "forgot 1") {
			t.Errorf("%s: %d\n%s", ref, code, errOut)
		}
	}
	if _, errOut, code := shell(t, home, "", "auth", "logout", "127.0.0.1:1"); code != command.ExitOK || errOut != "no stored credentials\n" {
		t.Errorf("nothing kept: %d\n%s", code, errOut)
	}
}
