//go:build !race

package ui

import (
	"fmt"
	"testing"
	"time"

	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
	"a2aform/ui/history"
	"a2aform/ui/kit"
)

// longHistory is the program with the history of so many runs on its screen.
func longHistory(tb testing.TB, n int) *App {
	tb.Helper()
	keep, err := store.Open(func(string) string { return tb.TempDir() })
	if err != nil {
		tb.Fatal(err)
	}
	app := New(tb.Context(), kit.Options{Store: keep})
	tb.Cleanup(app.Close)
	app.Width, app.Height = 120, 40
	app.Layout()
	h := history.New(app.Host)
	past := make([]history.PastRun, n)
	names := []string{"Demo Agent", "旅行エージェント ✈️", "\x1b[31mred", "سفر"}
	for i := range past {
		past[i] = history.PastOf(runfile.Info{
			ID: safe.Text(fmt.Sprintf("%08x", i)), Agent: safe.Text(names[i%4]), Skill: safe.Text("fight-comparison"), Outcome: safe.Text("completed"),
			Time: time.Unix(int64(1e9-i*60), 0), Ended: time.Unix(int64(1e9-i*60+7), 0),
		})
	}
	app.Perform(kit.Action{Push: h})
	h.Update(history.RunsMsg{Asked: h.Asked, Past: past})
	app.View()
	return app
}

// BenchmarkHistory is key → frame in a history of 10,000 runs: a move, and a
// character of the filter, which looks at every run.
func BenchmarkHistory(b *testing.B) {
	for name, keys := range map[string][]string{"move": {"down", "up"}, "filter": {"d", "backspace"}} {
		b.Run(name, func(b *testing.B) {
			app := longHistory(b, 10_000)
			if name == "filter" {
				app.Update(kit.KeyPress("/"))
			}
			i := 0
			b.ReportAllocs()
			for b.Loop() {
				app.Update(kit.KeyPress(keys[i%2]))
				app.View()
				i++
			}
		})
	}
}
