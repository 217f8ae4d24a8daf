package cli_test

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"a2aform/ui/uitest"
)

// fightForm opens the demo's first form in a process with that home.
func fightForm(t *testing.T, home string) (*exec.Cmd, *uitest.Driver) {
	t.Helper()
	cmd := command(t, "demo")
	cmd.Env = append(cmd.Env, "A2AFORM_HOME="+home)
	d := uitest.Run(t, cmd, 80, 24).WaitFor("Fight Comparison")
	return cmd, d.Press("enter").WaitFor("2 required")
}

// held is what stands in the first field.
func held(screen string) string {
	for line := range strings.Lines(screen) {
		if _, text, ok := strings.Cut(line, "● A *"); ok {
			return strings.TrimSpace(text)
		}
	}
	return ""
}

// Killed at any moment, the program has kept what was typed up to a moment
// before, and what it had kept already is never damaged or lost.
func TestKilledAtAnyMoment(t *testing.T) {
	t.Parallel()
	home, kept := t.TempDir(), ""
	const all = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrst"
	for round := range 8 {
		cmd, d := fightForm(t, home)
		if got := held(d.Screen()); !strings.HasPrefix(all, got) || len(got) < len(kept) {
			t.Fatalf("round %d: %q came back, after %q had", round, got, kept)
		}
		kept = held(d.Screen())
		for _, c := range all[len(kept):min(len(kept)+8, len(all))] {
			d.Type(string(c))
		}
		time.Sleep(rand.N(200 * time.Millisecond)) // the moment is what is tried
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = d.WaitExit()
	}
	if kept == "" {
		t.Error("nothing was kept in any round")
	}
}

// What ends the program in order loses nothing at all, though it comes right
// behind the last key.
func TestSignalsKeepTheDraft(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*exec.Cmd){
		"SIGINT":  func(cmd *exec.Cmd) { _ = cmd.Process.Signal(os.Interrupt) },
		"SIGTERM": func(cmd *exec.Cmd) { _ = cmd.Process.Signal(syscall.SIGTERM) },
		"SIGHUP":  func(cmd *exec.Cmd) { _ = cmd.Process.Signal(syscall.SIGHUP) },
		"SIGQUIT": func(cmd *exec.Cmd) { _ = cmd.Process.Signal(syscall.SIGQUIT) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			cmd, d := fightForm(t, home)
			d.Type("Lion").WaitFor("● A *       Lion")
			end(cmd)
			_ = d.WaitExit()
			if code := cmd.ProcessState.ExitCode(); code != 130 {
				t.Errorf("it ended with %d", code)
			}
			leavesOrder(t, d)
			_, d = fightForm(t, home)
			d.WaitFor("your draft of", "● A *       Lion")
		})
	}
}
