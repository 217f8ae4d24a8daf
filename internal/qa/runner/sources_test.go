package runner_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"a2aform/a2aclient"
	"a2aform/internal/qa/runner"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
)

// A program of a case reads the verdict document, and its exit code is the verdict. It runs only where the user agreed to its content.
func TestProgramsOfCases(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("the programs are for a POSIX shell")
	}
	a := agent(t, bare)
	dir := t.TempDir()
	for _, c := range []struct{ name, program, input, agreed, want string }{
		{"passes", "grep -q '\"winner\":\"Tiger\"'", fight, "yes", "pass ok exit code 0"},
		{"fails", "echo no luck; exit 3", fight, "yes", "fail failed exit code 3: no luck"},
		{"fails without a word", "exit 4", fight, "yes", "fail failed exit code 4"},
		{"says something and passes", "echo all is well", fight, "yes", "pass ok exit code 0"},
		{"no shell", "", fight, "yes", "error not reached "},
		{"changed", "exit 0", fight, "no", "error not reached it changed since you agreed to it"},
		{"not allowed", "exit 0", fight, "", "error not reached a program of a case runs with a2aform test alone"},
		{"gone", "-", fight, "yes", "error not reached it cannot be read: "},
		{"too slow", "sleep 20", "timeout = '1s'\n" + fight, "yes", "error not reached it took more than 1s, the timeout of the case"},
	} {
		path := filepath.Join(dir, strings.ReplaceAll(c.name, " ", "-"))
		text := "#!/bin/sh\n" + c.program + "\n"
		if c.program == "" {
			text = "#!/no/such/shell\n"
		}
		if c.program != "-" {
			if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		list := cases(t, c.input)
		list[0].Expect.Run = path
		o := options(a)
		if c.agreed != "" {
			o.MayRun = func(at string, content []byte) bool {
				return at == path && string(content) == text && c.agreed == "yes"
			}
		}
		var got string
		o.Report = func(r *runner.Result) {
			for _, l := range r.Attempts[0].Lines {
				if l.Check == "run" {
					got = fmt.Sprintf("%s %s %s", r.Verdict, l.Outcome, l.Seen)
				}
			}
		}
		runner.Run(t.Context(), slices.Values(list), o)
		if !strings.HasPrefix(got, c.want) || strings.HasPrefix(c.want, "pass") && got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// What a case cannot hold of a message is said.
func TestMessagesThatMakeNoCase(t *testing.T) {
	t.Parallel()
	a := agent(t, bare)
	skill := &a.Card().Skills[0]
	input := &skill.Inputs[0]
	data := json.RawMessage(`{"a":"Lion","b":"Tiger"}`)
	ended := run.Snapshot{Phase: run.Settled, State: "completed"}
	for _, c := range []struct {
		plan run.Plan
		now  run.Snapshot
		want string
	}{
		{run.Plan{Text: "x"}, ended, ""},
		{run.Plan{Data: data, Skill: skill, Input: input}, ended, ""},
		{run.Plan{Text: "x", Private: true}, ended, "the form holds a secret"},
		{run.Plan{Text: "x", Parts: []json.RawMessage{data}}, ended, "there are more parts"},
		{run.Plan{Text: "x", Files: []a2aclient.FilePart{{Name: "f"}}}, ended, "there are files"},
		{run.Plan{}, ended, "there is no data and no text"},
		{run.Plan{Text: "x", Data: data, Skill: skill, Input: input}, ended, "there are data and text"},
		{run.Plan{Data: data}, ended, "the data has no schema"},
		{run.Plan{Data: data, Skill: skill, Input: input, Tag: safe.Text("a/b")}, ended, "with another tag"},
		{run.Plan{Text: "x"}, run.Snapshot{Phase: run.Working}, "the run is running"},
		{run.Plan{Text: "x"}, run.Snapshot{Phase: run.Errored}, "the run is interrupted"},
		{run.Plan{Text: "x"}, run.Snapshot{Phase: run.Paused, State: "input-required"}, ""},
	} {
		c.plan.Agent, c.now.Plan = a, &c.plan
		made, err := runner.FromRun(&c.plan, c.now)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) || err == nil && made.Repeat != 1 {
			t.Errorf("%+v: %v, want %q", c.plan, err, c.want)
		}
	}
}

// Runs of which each fed the next become cases of which each needs the one before.
func TestThreadBecomesCases(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	card := `{"name":"A","version":"1","url":"https://a.example/a2a","protocolVersion":"0.3.0","preferredTransport":"JSONRPC","capabilities":{},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"skills":[{"id":"s","name":"Sell","description":"d","tags":[]}]}`
	file := func(name string, lines ...string) runfile.Info {
		path := filepath.Join(dir, name)
		const at = `"time":"2026-11-22T22:43:36Z"`
		all := append([]string{`{"kind":"run",` + at + `,"version":1,"id":"` + name + `","agent":"A","source":"https://a.example","skill":"s"}`, `{"kind":"card",` + at + `,"binding":"JSONRPC","protocol":"0.3.0","raw":` + card + `}`}, lines...)
		if err := os.WriteFile(path, []byte(strings.Join(all, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		return runfile.Info{ID: safe.Text(name), Path: path, Source: safe.Text("https://a.example")}
	}
	const input, end = `{"kind":"input","time":"2026-11-22T22:43:36Z","text":"hello","messageId":"m"}`, `{"kind":"end","time":"2026-11-22T22:43:38Z","outcome":"answered"}`
	message := `{"kind":"event","time":"2026-11-22T22:43:37Z","raw":{"kind":"message","messageId":"n","role":"agent","parts":[{"kind":"text","text":"hi"}]}}`
	thread := []runfile.Info{file("r1", input, message, end), file("r2", input, message, end)}
	list, err := runner.Flow(thread, "order")
	if err != nil || len(list) != 2 || list[0].Name != "order 1" || list[1].Name != "order 2" || len(list[0].Needs) > 0 || fmt.Sprint(list[1].Needs) != "[order 1]" || list[0].Agent != "https://a.example" {
		t.Errorf("%+v, %v", list, err)
	}
	written, err := runner.WriteFlow(thread, dir, filepath.Join(dir, "flow", "order.toml"))
	if err != nil || fmt.Sprint(written) != fmt.Sprint([]string{filepath.Join(dir, "flow", "order-1.toml"), filepath.Join(dir, "flow", "order-2.toml")}) {
		t.Errorf("%q, %v", written, err)
	}
	for i, path := range written {
		if text, err := os.ReadFile(path); err != nil || !strings.Contains(string(text), fmt.Sprintf("order %d", i+1)) || strings.Contains(string(text), "needs") != (i == 1) {
			t.Errorf("%s: %v\n%s", path, err, text)
		}
	}
	for _, c := range []struct {
		run  runfile.Info
		want string
	}{
		{file("files", strings.Replace(input, `"text"`, `"files":["a.txt"],"text"`, 1), message, end), "run files: the run sent files"},
		{file("large", strings.Replace(input, `"text"`, `"dropped":1,"text"`, 1), message, end), "run large: the run sent parts that are too large"},
		{file("none", message, end), "run none: there is no data and no text"},
		{file("cut", input, message), "run cut: "},
		{runfile.Info{ID: safe.Text("gone"), Path: filepath.Join(dir, "gone")}, "run gone: "},
	} {
		if _, err := runner.Flow([]runfile.Info{c.run}, "x"); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v", c.run.ID.Line(0), err)
		}
	}
}
