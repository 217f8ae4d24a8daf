package report_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"a2aform/internal/qa/check"
	"a2aform/internal/qa/report"
	"a2aform/internal/qa/runner"
)

// Where the run file has a mask in place of a secret, the commands have a variable.
func TestCommandsHaveVariablesForSecrets(t *testing.T) {
	t.Parallel()
	const mask = "•••••• (the keyring)"
	card := `{"name":"A","version":"1","url":"https://agent.example/a2a","protocolVersion":"0.3.0","preferredTransport":"JSONRPC","capabilities":{},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"skills":[]}`
	body := `{"jsonrpc":"2.0","id":"1","method":"message/send","params":{"message":{"messageId":"m","role":"user","parts":[{"kind":"text","text":"it's"}]}}}`
	for _, tt := range []struct {
		header string
		want   []string
	}{
		{`{"Authorization":["Bearer ` + mask + `"],"Accept":["a/b"]}`, []string{` --bearer env:A2AFORM_AUTHORIZATION`, `-H 'Authorization: Bearer '"$A2AFORM_AUTHORIZATION"`, "-H 'Accept: a/b'"}},
		{`{"Authorization":["Basic ` + mask + `"]}`, []string{` --basic env:A2AFORM_AUTHORIZATION`}},
		{`{"X-Api-Key":["` + mask + `"]}`, []string{` --header 'X-Api-Key=env:A2AFORM_X_API_KEY'`, `-H 'X-Api-Key: '"$A2AFORM_X_API_KEY"`}},
	} {
		path := filepath.Join(t.TempDir(), "run.jsonl")
		lines := []string{
			`{"kind":"run","time":"2026-11-22T22:43:36Z","version":1,"id":"r","agent":"A","source":"https://agent.example"}`,
			`{"kind":"card","time":"2026-11-22T22:43:36Z","binding":"JSONRPC","protocol":"0.3.0","raw":` + card + `}`,
			`{"kind":"input","time":"2026-11-22T22:43:36Z","text":"it's","messageId":"m"}`,
			`{"kind":"request","time":"2026-11-22T22:43:36Z","method":"POST","url":"https://agent.example/a2a","header":` + tt.header + `,"raw":` + body + `}`,
		}
		if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		ticket := runTicket(t, path)
		commands := strings.Join(commandsOf(ticket), "\n")
		for _, want := range append(tt.want, `--text 'it'\''s'`, `--data-binary '`+strings.ReplaceAll(body, "'", `'\''`)+`'`) {
			if !strings.Contains(commands, want) {
				t.Errorf("%s: there is no %s in\n%s", tt.header, want, commands)
			}
		}
		if !strings.Contains(ticket, `Set the variables that begin with A2AFORM\_`) {
			t.Errorf("nothing is said of the variables in\n%s", ticket)
		}
		if strings.Contains(commands, "••") || !json.Valid([]byte(body)) {
			t.Errorf("a mask is in the commands:\n%s", commands)
		}
	}
}

// A page about tests contains no case that it has written.
func TestTestPageHoldsNoCases(t *testing.T) {
	a, _ := agent(t)
	_, fails := recorded(t, a, fight)
	w := report.NewTestPage(io.Discard)
	if err := w.Begin(time.Now(), 1); err != nil {
		t.Fatal(err)
	}
	heap := func() int64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	var err error
	write := func(cases int) {
		for i := range cases {
			r := *fails
			r.Verdict = []check.Verdict{check.Fail, check.Pass, check.Flaky}[i%3]
			r.Attempts = append([]runner.Attempt(nil), fails.Attempts...)
			err = errors.Join(err, w.Case(&r))
		}
	}
	write(300)
	before := heap()
	write(2000)
	if grown := heap() - before; grown > 512<<10 {
		t.Errorf("2,000 more cases take %d bytes", grown)
	}
	if err := errors.Join(err, w.End(&report.Summary{Cases: 2300, Failed: 766}, time.Second)); err != nil {
		t.Fatal(err)
	}
}
