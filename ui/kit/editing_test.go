package kit

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The user's editor is that of VISUAL, else that of EDITOR.
func TestEditorOfTheUser(t *testing.T) {
	for _, c := range []struct{ visual, editor, want string }{
		{"code --wait", "nano", "[code --wait]"}, {"", "nano", "[nano]"}, {" ", "nano", "[nano]"}, {"", "", "[]"},
	} {
		t.Setenv("VISUAL", c.visual)
		t.Setenv("EDITOR", c.editor)
		words, err := editorCommand()
		if fmt.Sprint(words) != c.want || (err == nil) != (c.want != "[]") {
			t.Errorf("%q and %q: %q, %v", c.visual, c.editor, words, err)
		}
		edit, err := OpenEditor(t.Context(), nil, EditedMsg{}, ".txt")
		if (edit == nil) != (c.want == "[]") || (err == nil) != (c.want != "[]") {
			t.Errorf("%q and %q: %v", c.visual, c.editor, err)
		}
		edit, err = EditFile(t.Context(), nil, "x", nil)
		if (edit == nil) != (c.want == "[]") || (err == nil) != (c.want != "[]") {
			t.Errorf("%q and %q: a file: %v", c.visual, c.editor, err)
		}
	}
}

// What the editor leaves is taken and its file removed. What cannot be taken stays in the file, which is named.
func TestWhatTheEditorLeaves(t *testing.T) {
	failed := &exec.Error{Name: "e", Err: errors.New("not found")}
	for _, c := range []struct {
		name, before, file string
		failed             error
		want, problem      string
		isKept             bool
	}{
		{name: "edited", before: "a", file: "b\n", want: "b"},
		{name: "failed without an edit", before: "a", file: "a", failed: failed, problem: "my editor failed, so nothing is changed: not found"},
		{name: "failed without a file", before: "a", failed: failed, problem: "my editor failed, so nothing is changed: not found"},
		{name: "failed with an edit", before: "a", file: "b", failed: failed, problem: "kept in $: my editor failed, so nothing is changed: not found", isKept: true},
		{name: "no file", before: "a", problem: "kept in $: the edited text cannot be read", isKept: true},
		{name: "not UTF-8", before: "a", file: "\xff", problem: "kept in $: the text is not UTF-8, so nothing is changed", isKept: true},
	} {
		path, err := writeDraft(c.before, ".txt")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.RemoveAll(filepath.Dir(path)) })
		if text, err := os.ReadFile(path); err != nil || string(text) != c.before || filepath.Base(path) != "draft.txt" {
			t.Errorf("%s: it has %q to edit in %s, %v", c.name, text, path, err)
		}
		if c.file == "" {
			err = os.Remove(path)
		} else {
			err = os.WriteFile(path, []byte(c.file), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		got := takeDraft(EditedMsg{Before: c.before}, path, "/opt/my editor", c.failed)
		problem := ""
		if got.Err != nil {
			problem = strings.ReplaceAll(got.Err.Error(), path, "$")
		}
		if got.Text != c.want || !strings.HasPrefix(problem, c.problem) || (c.problem == "") != (problem == "") {
			t.Errorf("%s: %q, %q", c.name, got.Text, problem)
		}
		if _, err := os.Stat(filepath.Dir(path)); (err == nil) != c.isKept {
			t.Errorf("%s: its directory: %v", c.name, err)
		}
	}
}

// A program that had the terminal says how it failed.
func TestProgramsThatHadTheTerminal(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{nil, ""}, {&exec.Error{Name: "e", Err: errors.New("not found")}, "page: not found"}, {&os.PathError{Op: "open", Path: "/dev/tty", Err: errors.New("no such device")}, "page: no such device"}, {errors.New("broken"), "page: broken"},
	} {
		if got := endOf("page", c.err).Fault; got != c.want {
			t.Errorf("%v: %q", c.err, got)
		}
	}
	e := external{exec.CommandContext(t.Context(), "true")}
	in, other := strings.NewReader("1"), strings.NewReader("2")
	e.SetStdin(in)
	e.SetStdin(other)
	if e.Stdin != in {
		t.Error("what a program reads was replaced")
	}
}
