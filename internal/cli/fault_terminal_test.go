//go:build unix

package cli_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"a2aform/ui/uitest"
)

// A panic anywhere in the program ends it cleanly: what was typed is kept, the terminal
// is restored, and no stack is printed.
func TestPanicRestoresTerminal(t *testing.T) {
	t.Parallel()
	for _, place := range []string{"beside", "command", "update", "view", "answer", "main"} {
		t.Run(place, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			cmd, d := faulty(t, home, place)
			if place != "main" {
				d.WaitFor("Demo Agent").Press("enter")
			}
			typed := place == "beside" || place == "view"
			if typed {
				typeLion(d)
				_ = cmd.Process.Signal(syscall.SIGUSR1)
			}
			switch place {
			case "view":
				untilEnded(d, "tab")
			case "answer":
				typeLion(d)
				d.Press("tab").Type("Tiger").WaitFor("2 of 2 required").Press("ctrl+s").WaitFor("› Review", "[ Send  enter ]")
				_ = cmd.Process.Signal(syscall.SIGUSR1)
				untilEnded(d, "enter") // sends, and an answer comes
			}
			_ = d.WaitExit()
			if code := cmd.ProcessState.ExitCode(); code != 1 {
				t.Errorf("it ended with %d", code)
			}
			d.WaitFor("a2aform itself failed", "please report it")
			if place != "main" {
				inOrder(t, d)
			}
			isReported(t, home)
			if typed {
				_, d = fightForm(t, home)
				d.WaitFor("Your draft of", "● A *       Lion")
			}
		})
	}
}

// faulty starts the program with a mistake in it. After a panic Bubble Tea closes
// what its own loop still reads, which the race detector would report on the terminal.
func faulty(t *testing.T, home, place string) (*exec.Cmd, *uitest.Driver) {
	t.Helper()
	cmd := call(t)
	cmd.Path, cmd.Args = os.Args[0], os.Args[:1]
	cmd.Env = append(cmd.Env, "A2AFORM_HOME="+home, faultEnv+"="+place, "GORACE=log_path="+filepath.Join(t.TempDir(), "race"))
	return cmd, uitest.Run(t, cmd, 80, 24)
}

func typeLion(d *uitest.Driver) {
	d.WaitFor("Fight Comparison").Press("enter").WaitFor("2 required").Type("Lion").WaitFor("● A *       Lion")
}

// untilEnded presses a key again and again while the program has the terminal, as nothing
// shows that a signal has arrived. Later keys would be echoed over the report.
func untilEnded(d *uitest.Driver, key string) {
	d.WaitOutside("the program ends", func() bool {
		if !d.Ended() && !bytes.Contains(d.Output(), []byte(leaveAltScreen)) {
			d.Tap(key)
		}
		return d.Ended()
	})
}

// isReported checks that there is a file for the report of one mistake.
func isReported(t *testing.T, home string) {
	t.Helper()
	reports, err := filepath.Glob(filepath.Join(home, "state", "faults", "*"))
	if err != nil || len(reports) != 1 {
		t.Fatalf("%d reports, %v", len(reports), err)
	}
	if report, err := os.ReadFile(reports[0]); err != nil || !strings.Contains(string(report), ".go:") {
		t.Errorf("nothing to go by: %v\n%s", err, report)
	}
}

// draftIsKept waits until what was typed is on the disk.
func draftIsKept(t *testing.T, d *uitest.Driver, home string) {
	t.Helper()
	d.WaitOutside("the draft is on the disk", func() bool {
		drafts, _ := filepath.Glob(filepath.Join(home, "state", "drafts", "*.json"))
		return len(drafts) == 1 && strings.Contains(read(t, drafts[0]), "Lion")
	})
}
