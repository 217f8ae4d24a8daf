package command_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"a2aform/internal/cli/command"
	"a2aform/internal/safe"
	"a2aform/render"
)

// streams are those of a command without a terminal, with an environment and an input.
func streams(env map[string]string, input string) (s *command.Streams, out, err *bytes.Buffer) {
	out, err = &bytes.Buffer{}, &bytes.Buffer{}
	return &command.Streams{In: strings.NewReader(input), Out: out, Err: err, Getenv: func(name string) string { return env[name] }}, out, err
}

// The data of a flag is JSON itself, a file or standard input, up to a limit.
func TestDataOfFlags(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "data.txt")
	if err := os.WriteFile(path, []byte("\ufeff{\"a\":1}"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ arg, want, fault string }{
		{`{"a":1}`, `{"a":1}`, ""},
		{`7`, `7`, ""},
		{`true`, `true`, ""},
		{`text`, `text`, ""},
		{``, ``, ""},
		{`-`, `"in"`, ""},
		{path, `{"a":1}`, ""},
		{"@" + path, `{"a":1}`, ""},
		{"@" + path + "x", "", "--data "},
		{filepath.Join(dir, "none.json"), "", "--data "},
	} {
		s, _, _ := streams(nil, `"in"`)
		got, err := command.ReadData(s, "--data", c.arg)
		if string(got) != c.want || (err == nil) != (c.fault == "") || err != nil && (!strings.HasPrefix(err.Error(), c.fault) || command.ExitCode(err) != command.ExitUsage) {
			t.Errorf("%q: %q, %v", c.arg, got, err)
		}
	}
	s, _, _ := streams(nil, "")
	s.In = broken{}
	if _, err := command.ReadData(s, "--data", "-"); err == nil || !strings.Contains(err.Error(), "--data: standard input cannot be read: torn") {
		t.Error(err)
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("torn") }

// Each report has a file of its own, whose directory is there.
func TestFilesOfReports(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	for _, c := range []struct {
		values []string
		output string
		fault  string
	}{
		{nil, "text", ""},
		{[]string{"junit=" + in("a.xml"), "csv=" + in("b.csv")}, "text", ""},
		{[]string{"junit=-"}, "text", ""},
		{[]string{"junit=-"}, "json", "standard output has the JSON of -o json"},
		{[]string{"junit=-", "csv=-"}, "text", "two reports cannot go to one file"},
		{[]string{"junit=" + in("a"), "csv=" + in("a")}, "text", "two reports cannot go to one file"},
		{[]string{"junit=" + in("a"), "csv=" + in("none/b")}, "text", "there is no directory " + in("none")},
		{[]string{"junit"}, "text", "write FORMAT=FILE, with junit, csv as FORMAT"},
		{[]string{"junit="}, "text", "write FORMAT=FILE"},
		{[]string{"xml=" + in("a")}, "text", "write FORMAT=FILE"},
		{[]string{"junit=" + dir}, "text", "--report junit="},
	} {
		s, _, _ := streams(nil, "")
		list, err := command.ParseReportFiles(s, c.values, []string{"junit", "csv"}, c.output)
		if (err == nil) != (c.fault == "") || err != nil && (!strings.Contains(err.Error(), c.fault) || command.ExitCode(err) != command.ExitUsage) || err == nil && len(list) != len(c.values) {
			t.Errorf("%q, %s: %v, %v", c.values, c.output, list, err)
		}
	}
}

// In a job of GitHub a finding is an annotation of its line, in the spelling of the log.
func TestAnnotationsOfGitHub(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for _, c := range []struct {
		env        string
		file       string
		line       int
		text, want string
	}{
		{"", "a.toml", 1, "x", ""},
		{"false", "a.toml", 1, "x", ""},
		{"true", "", 0, "x", "::error title=a%3A b%2C c::x\n"},
		{"true", filepath.Join(root, "cases", "a,b.toml"), 7, "one\ntwo 100%", "::error title=a%3A b%2C c,file=cases/a%2Cb.toml,line=7::one%0Atwo 100%25\n"},
		{"true", "/elsewhere/a.toml", 0, "x", "::error title=a%3A b%2C c,file=/elsewhere/a.toml::x\n"},
	} {
		s, out, said := streams(map[string]string{"GITHUB_ACTIONS": c.env, "GITHUB_WORKSPACE": root}, "")
		s.Annotate("error", c.file, c.line, "a: b, c", c.text)
		if said.String() != c.want || out.Len() > 0 {
			t.Errorf("%s: %q, want %q", c.file, said.String(), c.want)
		}
	}
}

// What a command may do depends on its streams and the environment.
func TestStreamsOfACommand(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]bool{"y\n": true, "YES\n": true, " yes \n": true, "n\n": false, "\n": false, "yesno\n": false, "y": false, "": false} {
		s, out, asked := streams(nil, said)
		if got := s.Confirm("Send it?"); got != want || asked.String() != "Send it? [y/N] " || out.Len() > 0 {
			t.Errorf("%q: %t, asked %q", said, got, asked.String())
		}
	}
	for _, c := range []struct {
		in, out bool
		name    string
		want    string
		isDumb  bool
	}{
		{false, false, "xterm", "standard input is not a terminal", false}, {true, false, "xterm", "standard output is not a terminal", false}, {true, true, "dumb", "the terminal is dumb (TERM=dumb)", true}, {true, true, "xterm", "", false},
	} {
		s, _, _ := streams(map[string]string{"TERM": c.name}, "")
		s.InTTY, s.OutTTY = c.in, c.out
		if got := s.NoTerminal(); got != c.want || s.IsDumb() != c.isDumb || s.Width() < 60 {
			t.Errorf("%+v: %q, dumb %t, %d columns", c, got, s.IsDumb(), s.Width())
		}
	}
	s, _, said := streams(nil, "")
	if s.Network() != nil {
		t.Error("plain HTTP is allowed")
	}
	if s.InsecureHTTP = true; len(s.Network()) != 1 {
		t.Error("plain HTTP is not allowed")
	}
	if s.Warn("red \x1b[31m"); strings.Contains(said.String(), "\x1b") || !strings.HasPrefix(said.String(), "red ") {
		t.Errorf("%q", said.String())
	}
	if err := command.PrintRaw(s, []byte(`{"a":1}`)); err != nil || s.Out.(*bytes.Buffer).String() != "{\"a\":1}\n" {
		t.Errorf("%q, %v", s.Out, err)
	}
	if got := command.ExitCode(&command.SignalError{Signal: syscall.SIGTERM}); got != 128+int(syscall.SIGTERM) || !errors.Is(&command.SignalError{Signal: syscall.SIGTERM}, context.Canceled) {
		t.Errorf("a signal: %d", got)
	}
}

// Files of a result are saved under names of their own; what cannot be saved is said, and the others are saved.
func TestFilesOfAResultAreSaved(t *testing.T) {
	t.Parallel()
	file := func(name, url, content string) render.Part {
		return render.Part{Kind: render.FilePart, File: render.NewFile(safe.Text(name), safe.Text("text/plain"), safe.Text(url), safe.Text(content))}
	}
	document := render.NewBuilder(nil).Document([]render.Artifact{{Parts: []render.Part{file("a.txt", "", "b25l"), file("a.txt", "", "dHdv"), file("far.txt", "https://a.example/far.txt", ""), file("bad.txt", "", "%%")}}})
	for _, dir := range []string{"", filepath.Join(t.TempDir(), "new", "dir")} {
		s, _, said := streams(nil, "")
		save := command.SaveFlag{Dir: dir}
		if err := save.Check(); err != nil {
			t.Fatal(err)
		}
		err := save.Files(s, document)
		if dir == "" {
			if err != nil || said.Len() > 0 {
				t.Errorf("without a directory: %q, %v", said.String(), err)
			}
			continue
		}
		if err == nil || err.Error() != "1 of 4 files could not be saved" {
			t.Errorf("%v", err)
		}
		for _, want := range []string{"saved: " + filepath.Join(dir, "a.txt") + " (3 bytes)\n", " (3 bytes)\nnot saved: the agent sent only the file's address, and a2aform does not download it: https://a.example/far.txt\n", "not saved: bad.txt: "} {
			if !strings.Contains(said.String(), want) {
				t.Errorf("it does not say %q:\n%s", want, said.String())
			}
		}
		entries, _ := os.ReadDir(dir)
		if one, err := os.ReadFile(filepath.Join(dir, "a.txt")); err != nil || string(one) != "one" || len(entries) != 2 {
			t.Errorf("%q, %v; %d files", one, err, len(entries))
		}
	}
	s, _, said := streams(nil, "")
	if err := (&command.SaveFlag{Dir: t.TempDir()}).Files(s, render.NewBuilder(nil).Document(nil)); err != nil || said.String() != "no file came with the result\n" {
		t.Errorf("%q, %v", said.String(), err)
	}
	if err := (&command.SaveFlag{Dir: filepath.Join(os.DevNull, "x")}).Check(); err == nil || !strings.HasPrefix(err.Error(), "--save ") || command.ExitCode(err) != command.ExitUsage {
		t.Errorf("%v", err)
	}
}
