package present

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

// How far a task is has a bar below what the agent says, where there is room for it.
func TestBarOfATask(t *testing.T) {
	t.Parallel()
	s := &Stage{look: newLook(kit.Auto, nil, false)}
	for _, tt := range []struct {
		words  string
		phase  run.Phase
		height int
		bar    string // "" for none
	}{
		{"Day 2 of 4 is planned", run.Working, 10, "████░░░░   2 of 4"},
		{"Day 2 of 4 is planned", run.Working, 5, "████░░░░   2 of 4"},
		{"Day 2 of 4 is planned", run.Working, 4, ""},
		{"Day 2 of 4 is planned", run.Settled, 10, "████████   4 of 4"},
		{"Day two of four", run.Working, 10, ""},
	} {
		p := &performed{snapshot: run.Snapshot{Phase: tt.phase}}
		p.snapshot.Timeline.Add(run.Entry{Kind: run.MessageEntry, Text: safe.Text(tt.words)})
		got := ansi.Strip(strings.Join(s.task(p, 16, tt.height), "\n"))
		if hasBar := strings.ContainsAny(got, "█░"); hasBar != (tt.bar != "") || !strings.Contains(got, tt.bar) || !strings.Contains(got, tt.words[:3]) {
			t.Errorf("%q, %v, %d lines:\n%s", tt.words, tt.phase, tt.height, got)
		}
	}
}
