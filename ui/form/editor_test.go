package form_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/ui/apptest"

	tea "charm.land/bubbletea/v2"

	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// onTerminal marks the process that has a terminal of its own, as a program
// needs that lends it to an editor. It contains the agent's address.
const onTerminal = "A2AFORM_TEST_TERMINAL"

const editable = `{"type":"object","required":["word"],"properties":{
	"word":{"type":"string","title":"Word"}, "note":{"type":"string","format":"markdown","title":"Note"}, "any":{"title":"Any"},
	"who":{"type":"object","title":"Who","required":["name"],"properties":{"name":{"type":"string","title":"Name"}}},
	"tags":{"type":"array","title":"Tags","items":{"type":"string"}},
	"mode":{"title":"Mode","enum":["a","b"]}, "pin":{"type":"string","format":"password","title":"Pin"}}}`

// withEditor opens the form above, with a shell script as the user's editor. In
// it $file is the file, and "$log" one to write to.
func withEditor(t *testing.T, script string) (d *uitest.Driver, log func() string) {
	t.Helper()
	dir := t.TempDir()
	path, noted := filepath.Join(dir, "editor"), filepath.Join(dir, "log")
	text := "#!/bin/sh\nfor file; do :; done\nlog=" + noted + "\n" + script + "\n"
	if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestExternalEditor$")
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "TMPDIR="+dir, "VISUAL=", "EDITOR=", onTerminal+"="+apptest.Agent(t, apptest.OneForm(editable), apptest.Says(`"result":{}`)))
	if script != "" {
		cmd.Env = append(cmd.Env, "EDITOR="+path+" --wait")
	}
	d = uitest.Run(t, cmd, 80, 24).WaitFor("The skill").Press("enter").WaitFor("▌ ○ Word", "tab Next field")
	t.Cleanup(func() {
		if left, _ := filepath.Glob(filepath.Join(dir, "a2aform-*")); len(left) > 0 && !strings.Contains(script, "keep") {
			t.Errorf("left behind: %v", left)
		}
	})
	return d, func() string {
		data, _ := os.ReadFile(noted)
		return string(data)
	}
}

func TestExternalEditor(t *testing.T) {
	if ref := os.Getenv(onTerminal); ref != "" {
		if _, err := tea.NewProgram(ui.New(t.Context(), kit.Options{Ref: ref})).Run(); err != nil {
			t.Error(err)
		}
		return
	}
	tabs := func(d *uitest.Driver, n int) *uitest.Driver {
		for range n {
			d.Press("tab")
		}
		return d
	}
	t.Run("text", func(t *testing.T) {
		t.Parallel()
		d, log := withEditor(t, `stat -c '%a %n' "$file" "$(dirname "$file")" > $log; echo "$*" >> $log; cat "$file" >> $log; printf 'one\ntwo\n' > "$file"`)
		d.Type("Wolf").Press("f4").WaitFor("Word was edited", "one", "two", "1 of 1 required")
		got := log()
		if !strings.HasPrefix(got, "600 ") || !strings.Contains(got, "\n700 ") || !strings.Contains(got, "\n--wait /") || !strings.HasSuffix(got, ".txt\nWolf") {
			t.Errorf("the editor saw %q", got)
		}
		d.Press("ctrl+z").WaitFor("● Word *    Wolf")
		tabs(d, 1).Press("f4").WaitFor("Note was edited")
		tabs(d, 1).Press("f4").WaitFor("Any was edited", "✗ Not JSON: line 1, column 1")
		if got := log(); !strings.Contains(got, ".json\n") {
			t.Errorf("the editor saw %q", got)
		}
	})
	t.Run("composite", func(t *testing.T) {
		t.Parallel()
		d, _ := withEditor(t, `case "$(cat "$file")" in "") printf '{"name":"Ada",}' > "$file";; *Ada*) printf '{"name":"Grace"}' > "$file";; *) : > "$file";; esac`)
		tabs(d, 3).WaitFor("▌   + Add Who")
		d.Press("f4").WaitFor("Who is kept as text, because it is not JSON yet: line 1, column 15", `{"name":"Ada",}`, "✗ Not JSON")
		d.Press("f4").WaitFor(`{"name":"Grace"}`, "Who was edited").Press("f2").WaitFor("● Name *  Grace")
		tabs(d, 0).Press("f4").WaitFor("▌   ○ Name *")
	})
	t.Run("plain text", func(t *testing.T) {
		t.Parallel()
		d, _ := withEditor(t, `cat "$file" "$file" > "$log" && cat "$log" > "$file"`)
		d.Press("esc").WaitFor("enter Fill in").Press("c").WaitFor("Write to the agent").Type("Moo").Press("f4").WaitFor("The text was edited", "MooMoo")
	})
	t.Run("list", func(t *testing.T) {
		t.Parallel()
		d, _ := withEditor(t, `printf '["a","b"]' > "$file"`)
		tabs(d, 4).Press("f4").WaitFor("Tags was edited; Ctrl+Z brings back", "2 items").Press("ctrl+z").WaitFor("None yet")
	})
	t.Run("what is not edited", func(t *testing.T) {
		t.Parallel()
		d, _ := withEditor(t, `exit 0`)
		d.Type("Wolf").Press("f4").WaitFor("The editor changed nothing", "Wolf")
		tabs(d, 5).Press("f4").WaitFor("Only texts, objects and lists open in an editor")
		tabs(d, 1).Type("1234").Press("f4").WaitFor("A secret is not written to a file")
	})
	t.Run("failing", func(t *testing.T) {
		t.Parallel()
		d, _ := withEditor(t, `exit 3`)
		d.Type("Wolf").Press("f4").WaitFor("Editor failed, so nothing is changed: exit status 3", "● Word *    Wolf")
	})
	t.Run("not there", func(t *testing.T) {
		t.Parallel()
		d, _ := withEditor(t, `rm "$0"`)
		d.Type("Wolf").Press("f4").WaitFor("The editor changed nothing").Press("f4").
			WaitFor("Editor failed, so nothing is changed: no such file or directory").WaitGone("fork")
	})
	t.Run("failing behind a save", func(t *testing.T) {
		t.Parallel()
		d, _ := withEditor(t, `echo keep > "$file"; kill -9 $$`)
		d.Type("Wolf").Press("f4").WaitFor("Kept in /", "editor failed", "● Word *    Wolf")
	})
	t.Run("none set", func(t *testing.T) {
		t.Parallel()
		d, _ := withEditor(t, "")
		d.Press("f4").WaitFor("No editor is set: start a2aform with $VISUAL or $EDITOR")
	})
	t.Run("no text", func(t *testing.T) {
		t.Parallel()
		d, _ := withEditor(t, `printf 'keep \377' > "$file"`)
		d.Type("Wolf").Press("f4").WaitFor("Kept in /", "● Word *    Wolf")
	})
}
