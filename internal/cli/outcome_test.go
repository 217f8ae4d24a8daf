package cli_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// outcomeAgent ends each task as the message's text says.
func outcomeAgent(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			_, _ = fmt.Fprintf(w, `{"name":"outcomes","version":"1","capabilities":{"streaming":false},"defaultInputModes":["text/plain"],
				"schemas":{"out":{"type":"object","required":["n"],"properties":{"n":{"type":"integer"},"m":{"type":"integer"}}},"rows":{"type":"array","items":{"type":"object","properties":{"n":{"type":"integer"}}}}},
				"skills":[],"supportedInterfaces":[{"url":"http://%s/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`, r.Host)
			return
		}
		body, _ := io.ReadAll(r.Body)
		completed := func(data string) {
			tag := "out"
			if strings.Contains(string(body), "undeclared") {
				tag = "outV2"
			}
			if strings.HasPrefix(data, "[") {
				tag = "rows"
			}
			_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"},
				"artifacts":[{"artifactId":"a","parts":[{"data":%s,"metadata":{"mimeType":"application/json;schema=%s"}}]}]}}}`, data, tag)
		}
		large := `{"n":1234567890,"about":"` + strings.Repeat("x", 400) + `"},` // few rows of many bytes are validated in no time
		const paused = `{"id":"t","contextId":"c","status":{"state":"TASK_STATE_AUTH_REQUIRED"}}`
		switch text := string(body); {
		case strings.Contains(text, "GetTask"):
			_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":`+paused+`}`)
		case strings.Contains(text, "authorize"):
			_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"task":`+paused+`}}`)
		case !strings.Contains(text, "SendMessage"):
			_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no such method"}}`)
		case strings.Contains(text, "refuse"):
			_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}}`)
		case strings.Contains(text, "status"):
			http.Error(w, "no", http.StatusInternalServerError)
		case strings.Contains(text, "lose"):
			panic(http.ErrAbortHandler)
		case strings.Contains(text, "early wrong"):
			completed("[" + strings.Repeat(`{"n":1234567890},`, 20_000) + `{"n":"x"}]`)
		case strings.Contains(text, "early"):
			completed("[" + strings.Repeat(`{"n":1234567890},`, 20_000) + `{"n":1}]`)
		case strings.Contains(text, "large wrong"):
			completed("[" + strings.Repeat(large, 3_000) + `{"n":"x"}]`)
		case strings.Contains(text, "large"):
			completed("[" + strings.Repeat(large, 3_000) + `{"n":1}]`)
		case strings.Contains(text, "invalid"):
			completed(`{"n":"x","m":"y"}`)
		default:
			completed(`{"n":1}`)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// Each end has its own word: on standard error, in --fail-on, and in the list of
// runs. Without --fail-on the exit codes are those of the errors.
func TestEndsWithoutTaskHaveOutcomes(t *testing.T) {
	t.Parallel()
	url := outcomeAgent(t)
	for _, c := range []struct {
		text, output, failOn string
		exit                 int
		stderr, listed       string
	}{
		{"refuse", "text", "", 1, "outcome: refused (-32602)\n", "refused (-32602)"},
		{"refuse", "text", "completed,lost", 1, "outcome: refused (-32602)\n", "refused (-32602)"},
		{"refuse", "json", "refused", 10, "the outcome is refused (--fail-on)", "refused (-32602)"},
		{"status", "text", "crashed", 10, "outcome: crashed (HTTP 500)\n", "crashed (HTTP 500)"},
		{"lose", "text", "", 1, "outcome: lost\n", "lost"},
		{"lose", "text", "lost", 10, "the outcome is lost (--fail-on)", "lost"},
		{"valid", "text", "invalid-output", 0, "outcome: completed\n", "  completed  "},
		{"invalid", "json", "", 0, "note: the output does not match its schema in 2 places\n", "✓ completed ✗ 2"},
		{"undeclared but valid", "json", "", 0, "note: the output names the schema \"outV2\", which the card does not declare\n", "✓ completed ✗ 1"},
		{"undeclared but valid", "text", "invalid-output", 10, "the output was not checked: the output names the schema \"outV2\", which the card does not declare (--fail-on)", "✓ completed ✗ 1"},
		{"invalid", "csv", "refused,invalid-output", 10, "the output does not match its schema (--fail-on)", "✓ completed ✗ 2"},
	} {
		t.Run(c.text+" "+c.output+" "+c.failOn, func(t *testing.T) {
			t.Parallel()
			send := call(t, "send", url, "--text", c.text, "-o", c.output, "--fail-on", c.failOn, "--record")
			var stderr bytes.Buffer
			send.Stderr = &stderr
			stdout, err := send.Output()
			code := 0
			var exit *exec.ExitError
			if errors.As(err, &exit) {
				code = exit.ExitCode()
			}
			if code != c.exit || !strings.Contains(stderr.String(), c.stderr) {
				t.Errorf("exit code %d, want %d, and %q in\n%s", code, c.exit, c.stderr, stderr.String())
			}
			if n := strings.Count(stderr.String(), "does not match its schema in"); (n == 1) != (c.text == "invalid") {
				t.Errorf("%d lines on invalid output:\n%s", n, stderr.String())
			}
			hasResult := len(stdout) > 0 && !bytes.HasPrefix(stdout, []byte(`{"error":{"code":"InvalidParamsError"`))
			if hasResult != strings.Contains(c.text, "valid") {
				t.Errorf("standard output: %s", stdout)
			}
			list := call(t, "runs", "list")
			list.Env = send.Env
			out, err := list.Output()
			if err != nil || !strings.Contains(string(out), c.listed) {
				t.Errorf("%v: no %q in %s", err, c.listed, out)
			}
			show := call(t, "runs", "show", "last")
			show.Env = send.Env
			if out, err = show.Output(); err != nil || !strings.Contains(string(out), strings.TrimSpace(c.listed)) {
				t.Errorf("%v: no %q in %s", err, c.listed, out)
			}
		})
	}
}

// An answer is never sent to a task that waits for credentials, and answers that the agent
// did not ask for are reported.
func TestUnusedAnswersAreReported(t *testing.T) {
	t.Parallel()
	url := outcomeAgent(t)
	for _, c := range []struct{ text, want string }{
		{"authorize", "  the agent needs credentials for task t; pass them with --bearer"},
		{"valid", "note: the agent did not ask for 2 --answers, so it was not sent\n"},
	} {
		send := call(t, "send", url, "--text", c.text, "--answer", "my password", "--answer", "again", "--debug")
		var stderr bytes.Buffer
		send.Stderr = &stderr
		if err := send.Run(); err != nil {
			t.Errorf("%s: %v", c.text, err)
		}
		if got := stderr.String(); !strings.Contains(got, c.want) || strings.Contains(got, "my password") {
			t.Errorf("%s: no %q, or an answer, in\n%s", c.text, c.want, got)
		}
	}
}

// Each row of a table counts that is too large to be validated before it is shown, or that a screen would show before: for send,
// and for a test case.
func TestLastRowOfLargeTableCounts(t *testing.T) {
	t.Parallel()
	url := outcomeAgent(t)
	for text, exit := range map[string]int{"large": 0, "large wrong": 10, "early": 0, "early wrong": 10} {
		cases := filepath.Join(t.TempDir(), "large.toml")
		if err := os.WriteFile(cases, fmt.Appendf(nil, "version = 1\n[input]\ntext = %q\n[expect]\noutput = \"valid\"\n", text), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{
			{"send", url, "--text", text, "--fail-on", "invalid-output", "-o", "json"},
			{"test", "-a", url, cases},
		} {
			cmd := call(t, args...)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			out, _ := cmd.Output()
			if code := cmd.ProcessState.ExitCode(); code != exit {
				t.Errorf("%s %q: exit code %d\n%.200s\n%s", args[0], text, code, out, stderr.String())
			}
		}
	}
}

// What is printed of a result of 300 KB says what is wrong with it, also where its run is shown again.
func TestLargeOutputIsPrintedWithItsProblems(t *testing.T) {
	t.Parallel()
	send := call(t, "send", outcomeAgent(t), "--text", "early wrong", "--record")
	show := call(t, "runs", "show", "last")
	show.Env = send.Env
	for _, cmd := range []*exec.Cmd{send, show} {
		out, err := cmd.Output()
		if err != nil || !strings.Contains(string(out), "✗ 1 problem") || strings.Contains(string(out), "being checked") {
			t.Errorf("%v: %v\n%.400s", cmd.Args[1:], err, out)
		}
	}
}
