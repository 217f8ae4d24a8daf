package cli_test

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"a2aform/ui/uitest"
)

// fightForm opens the demo's first form in a process with that home.
func fightForm(t *testing.T, home string) (*exec.Cmd, *uitest.Driver) {
	t.Helper()
	cmd := call(t, "demo")
	cmd.Env = append(cmd.Env, "A2AFORM_HOME="+home)
	d := uitest.Run(t, cmd, 80, 24).WaitFor("Fight Comparison")
	return cmd, d.Press("enter").WaitFor("2 required")
}

// held returns the text of the first field.
func held(screen string) string {
	for line := range strings.Lines(screen) {
		if _, text, ok := strings.Cut(line, "● A *"); ok {
			return strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "│"))
		}
	}
	return ""
}

// lifeEnv asks for long runs of the tests that otherwise try a few times: "make life" sets it.
const lifeEnv = "A2AFORM_LIFE"

// often is how often something is tried: a few times, or as the goals want it.
func often(few, many int) int {
	if os.Getenv(lifeEnv) != "" {
		return many
	}
	return few
}

const (
	kills   = 300
	maxLost = 500 * time.Millisecond // how old a key may be that a kill takes away
)

// Killed at any moment, the program has kept what was typed up to a moment
// before, and what it had kept already is never damaged or lost.
func TestKillLosesNoDraft(t *testing.T) {
	t.Parallel()
	const all = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrst"
	home, kept := t.TempDir(), ""
	var typed []time.Time // when each key that may be lost was
	var killed time.Time
	var lost []time.Duration // how old the oldest key was that a kill took away
	for round := range often(8, kills) {
		cmd, d := fightForm(t, home)
		got := held(d.Screen())
		if !strings.HasPrefix(all, got) || len(got) < len(kept) || strings.Contains(d.Screen(), "there was a draft") {
			t.Fatalf("round %d: %q came back, after %q had\n%s", round, got, kept, d.Screen())
		}
		if n := len(got) - len(kept); n < len(typed) {
			lost = append(lost, killed.Sub(typed[n]))
		}
		if kept = got; len(kept) > len(all)-8 {
			home, kept = t.TempDir(), ""
			_ = cmd.Process.Kill()
			cmd, d = fightForm(t, home)
		}
		d.Press("ctrl+home", "end") // a form with a draft opens on the first empty field, and typing replaces a text
		typed = typed[:0]
		for _, c := range all[len(kept) : len(kept)+8] {
			d.Type(string(c))
			typed = append(typed, time.Now())
			time.Sleep(rand.N(time.Duration(often(1, 100)) * time.Millisecond))
		}
		time.Sleep(rand.N(200 * time.Millisecond)) // the moment is what is tried
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		killed = time.Now()
		_ = d.WaitExit()
	}
	slices.Sort(lost)
	if len(lost) > 0 {
		t.Logf("%d of %d kills took keys away; the oldest were %v (median), %v (p99), %v (most) old", len(lost), often(8, kills), lost[len(lost)/2], lost[len(lost)*99/100], lost[len(lost)-1])
	}
	if os.Getenv(lifeEnv) != "" && len(lost) > 0 && lost[len(lost)-1] > maxLost {
		t.Errorf("a key %v old was lost", lost[len(lost)-1])
	}
}
