package cli_test

import (
	"math/rand/v2"
	"os/exec"
	"strings"
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
