package task

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

// A window over a timeline shows what drawing all of it would, and a line is
// counted for each that is drawn.
func TestTimelineDrawsVisibleEntries(t *testing.T) {
	styles := kit.NewStyles(kit.Auto, nil, kit.TermColors{Dark: true})
	texts := rapid.OneOf(
		rapid.SampledFrom([]string{"", "step 1", "two\nlines", "tab\tbed", "日本語の文字", "a-b-c-d-e-f-g-h-i-j-k-l-m-n-o-p", "\x1b[31mred", "\xff", " spaced  out "}),
		rapid.StringMatching(`[ -~]{0,90}`),
		rapid.String(),
	)
	kinds := []run.EntryKind{run.StateEntry, run.MessageEntry, run.UserEntry, run.NoticeEntry}
	rapid.Check(t, func(t *rapid.T) {
		var lines timeline
		lines.fit(rapid.IntRange(8, 100).Draw(t, "width"), false, styles)
		var entries run.Timeline
		var all []string
		for range rapid.IntRange(0, 30).Draw(t, "entries") {
			text := texts.Draw(t, "text")
			e := run.Entry{At: time.Unix(0, 0), Kind: rapid.SampledFrom(kinds).Draw(t, "kind"), State: a2a.StateWorking, Text: safe.Text(text)}
			if e.Kind == run.NoticeEntry {
				e.Note, e.Text = safe.Text(text).Line(0).String(), safe.Raw{}
			}
			entries.Add(e)
			all = append(all, lines.entry(e)...)
			if rapid.Bool().Draw(t, "seen") {
				lines.take(entries, time.Minute)
			}
		}
		lines.take(entries, time.Minute)
		if n := lines.Count(); n != len(all) {
			t.Fatalf("%d lines are counted and %d drawn", n, len(all))
		}
		from := rapid.IntRange(0, len(all)).Draw(t, "from")
		to := rapid.IntRange(from, len(all)).Draw(t, "to")
		if got := lines.Draw(from, to); !slices.Equal(got, all[from:to]) {
			t.Fatalf("lines %d to %d are %q, want %q", from, to, got, all[from:to])
		}
	})
}

// Where there is no time for all entries, the others are measured later, and none
// is left out.
func TestTimelineIsMeasuredInSteps(t *testing.T) {
	t.Parallel()
	s := &Screen{Base: kit.Base{Host: &kit.Host{Styles: kit.NewStyles(kit.Auto, nil, kit.TermColors{Dark: true})}}}
	s.timeline.fit(40, false, s.Styles())
	var entries run.Timeline
	for range 1000 {
		entries.Add(run.Entry{Kind: run.MessageEntry, Text: safe.Text("two\nlines")})
	}
	s.snapshot.Timeline = entries
	turns := 0
	for s.timeline.take(entries, 0); s.timeline.lags(); turns++ {
		if s.More() == nil {
			t.Fatal("nothing goes on with it")
		}
		s.measuring = false
		s.timeline.take(entries, 0)
	}
	if turns < 10 || s.timeline.Count() != 2000 {
		t.Errorf("%d lines in %d turns", s.timeline.Count(), turns)
	}
}
