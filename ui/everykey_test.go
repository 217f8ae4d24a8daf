//go:build !race

package ui_test

import (
	"os"
	"slices"
	"testing"
	"time"

	"a2aform/ui"
	"a2aform/ui/uitest"
)

// someKeys is how many keys a plain test run tries, out of some hundreds; the
// sweep of .ci/run tries all.
const someKeys = 16

// quietly are the keys that may change nothing on a screen where there is nothing
// further in their direction, or nothing that differs.
var quietly = []string{"up", "down", "pgup", "pgdown", "home", "end", "left", "right", "tab", "shift+tab", "ctrl+home", "ctrl+end", "g", "G", "H", "L", "+", "["}

// Every key that a screen names does something: the screen changes, the terminal gets a
// command, or the program ends.
func TestEveryListedKeyDoesSomething(t *testing.T) {
	t.Parallel()
	type trial struct {
		stop int
		key  string
	}
	var trials []trial
	random := seeded(t)
	for _, i := range sampled(random, 4) {
		s := &stopping{t: t, width: 100, height: 30}
		stops[i].open(s).Stop()
		for _, name := range ui.KeysOf(s.app) {
			if !slices.Contains(quietly, name) {
				trials = append(trials, trial{i, name})
			}
		}
	}
	t.Logf("%d keys", len(trials))
	if os.Getenv("A2AFORM_SWEEP") == "" {
		random.Shuffle(len(trials), func(i, j int) { trials[i], trials[j] = trials[j], trials[i] })
		trials = trials[:min(someKeys, len(trials))]
	}
	for _, tr := range trials {
		t.Run(stops[tr.stop].name+"/"+tr.key, func(t *testing.T) {
			t.Parallel()
			s := &stopping{t: t, width: 100, height: 30}
			d := stops[tr.stop].open(s)
			before, written := steady(d.Settled()), len(d.Output())
			d.Tap(tr.key)
			answered(t, d, before, written)
			if !d.Ended() {
				d.Settled() // what it began on the disk has ended before its directory goes
			}
		})
	}
}

// answered waits for anything that came of a key.
func answered(t *testing.T, d *uitest.Driver, before string, written int) {
	t.Helper()
	for range 4000 {
		if d.Ended() || steady(d.Screen()) != before || len(d.Output()) > written {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Errorf("nothing came of it\n%s", d.Screen())
}
