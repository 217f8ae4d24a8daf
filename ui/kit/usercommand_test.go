package kit_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/store"
	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// A command of the user reads the rows that are shown as JSON, and what it prints opens as a screen, cleaned.
func TestUserCommandReadsTheTable(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("the commands are for a POSIX shell")
	}
	commands := store.UserCommands{
		"rows": {Run: "tr ',' '\\n' | grep -c id"}, "fail": {Run: "echo no luck >&2; exit 3"}, "quiet": {Run: "cat > /dev/null"}, "red": {Run: `printf '\033[31mred\n'`},
	}
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Show: apptest.OpenedFile(t, "things.json", apptest.Things(3), apptest.ThingSchema), Store: apptest.Home(t), Commands: commands}), 80, 24)
	d.WaitFor("3 rows").Command("run rows").WaitFor("› rows", "│ 3 ").Press("esc").WaitFor("3 rows")
	d.Press("space").WaitFor("1 marked").Command("run rows").WaitFor("› rows", "│ 1 ").Press("esc").WaitFor("1 marked")
	d.Command("run fail").WaitFor("It failed with exit code 3.", "no luck").Press("esc").WaitFor("1 marked")
	d.Command("run quiet").WaitFor("It printed nothing.").Press("esc").WaitFor("1 marked")
	d.Command("run red").WaitFor("31mred")
}

// A command with the terminal reads the rows, writes and reads there, and the screen comes back. So does the pager of the user.
func TestUserCommandHasTheTerminal(t *testing.T) {
	const child = "A2AFORM_TEST_TERMINAL_COMMAND"
	if line := os.Getenv(child); line != "" {
		commands := store.UserCommands{"page": {Run: line, Terminal: true}, "fail": {Run: "exit 3", Terminal: true}, "show": {Run: "cat"}}
		model := ui.New(t.Context(), kit.Options{Show: apptest.OpenedFile(t, "things.json", apptest.Things(3), apptest.ThingSchema), Store: apptest.Home(t), Commands: commands})
		if _, err := tea.NewProgram(model).Run(); err != nil {
			t.Error(err)
		}
		return
	}
	t.Parallel()
	pager := filepath.Join(t.TempDir(), "pager")
	if err := os.WriteFile(pager, []byte("#!/bin/sh\nprintf 'paged %s lines: ' $(grep -c .)\nread answer < /dev/tty\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestUserCommandHasTheTerminal$")
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "PAGER="+pager, child+"=printf 'rows: %s, and you say: ' $(tr ',' '\\n' | grep -c id); read answer < /dev/tty")
	d := uitest.Run(t, cmd, 80, 24).WaitFor("3 rows")
	d.Command("run page").WaitFor("rows: 3, and you say:").Type("x").Press("enter").WaitFor("3 rows", "Commands")
	d.Command("run fail").WaitFor("Fail failed with exit code 3")
	d.Command("run show").WaitFor("› show", `"id"`).Press("|").WaitFor("paged 3 lines:").Press("enter").WaitFor("› show")
}

// A command of the user reads a text for the form: what it prints is offered as a paste is, and one step takes it back.
func TestUserCommandFillsInTheForm(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("the commands are for a POSIX shell")
	}
	const schema = `{"type":"object","required":["city"],"properties":{"city":{"type":"string"},"nights":{"type":"integer"},"note":{"type":"string"}}}`
	commands := store.UserCommands{
		"prose": {Run: `if grep -q '"properties":.*"text":"three nights\\nin Rome"'; then echo '{"city":"Rome","nights":3,"other":1}'; else echo '{"note":"not found"}'; fi`, Form: true},
		"words": {Run: "echo three nights", Form: true}, "broken": {Run: "echo no luck >&2; exit 3", Form: true},
	}
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: apptest.Agent(t, apptest.OneForm(schema), apptest.Says(`"result":{}`)), Store: apptest.Home(t), Commands: commands}), 80, 24)
	d.WaitFor("The skill").Press("enter").WaitFor("▌ ○ City")
	read := func(name string) *uitest.Driver {
		return d.Command("fill in by "+name).WaitFor("Fill in by "+name, "paste or type the text").Paste("three nights\nin Rome").Press("enter")
	}
	read("prose").WaitFor("Fill in 2 fields from what prose read? enter · esc").Press("esc").WaitUntil("the question is gone", func(screen string) bool {
		return !strings.Contains(screen, "prose read?") && !strings.Contains(screen, "Rome")
	})
	read("prose").WaitFor("Fill in 2 fields").Press("enter").WaitFor("● City *    Rome", "● Nights    3").Press("ctrl+z").WaitFor("○ City", "○ Nights")
	read("words").WaitFor("Words printed no JSON object with values that the form takes")
	read("broken").WaitFor("Broken: It failed with exit code 3. no luck")
}
