package ui_test

import (
	"runtime"
	"testing"

	"a2aform/internal/store"
	"a2aform/ui"
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
		"rows": "tr ',' '\\n' | grep -c id", "fail": "echo no luck >&2; exit 3", "quiet": "cat > /dev/null", "red": `printf '\033[31mred\n'`,
	}
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Show: openedFile(t, "things.json", things(3), thingSchema), Store: home(t), Commands: commands}), 80, 24)
	d.WaitFor("3 rows").Command("run rows").WaitFor("› rows", "│ 3 ").Press("esc").WaitFor("3 rows")
	d.Press("space").WaitFor("1 marked").Command("run rows").WaitFor("› rows", "│ 1 ").Press("esc").WaitFor("1 marked")
	d.Command("run fail").WaitFor("It failed with exit code 3.", "no luck").Press("esc").WaitFor("1 marked")
	d.Command("run quiet").WaitFor("It printed nothing.").Press("esc").WaitFor("1 marked")
	d.Command("run red").WaitFor("31mred")
}
