//go:build !race

// The race detector allocates on its own account, so what a key allocates is
// counted without it.

package ui

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// formOf is the program with the form of n text fields on its screen, without
// a terminal and without an agent behind it.
func formOf(tb testing.TB, n int) *App {
	tb.Helper()
	properties := make([]string, n)
	for i := range properties {
		properties[i] = fmt.Sprintf(`"field%03d":{"type":"string","title":"Field %03d","description":"What stands in field %03d","minLength":2,"maxLength":200}`, i, i, i)
	}
	text := `{"type":"object","required":["field000"],"properties":{` + strings.Join(properties, ",") + `}}`
	doc, err := schema.Load([]byte(text))
	if err != nil {
		tb.Fatal(err)
	}
	app := New(context.Background(), Options{})
	tb.Cleanup(app.Close)
	form := newForm(app, nil, nil, &a2aclient.Input{Name: safe.Text("bench"), Schema: []byte(text)})
	app.stack = append(app.stack, form)
	form.take(formMsg{form: formgen.New(doc)})
	app.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	app.View()
	return app
}

// typedLine is how many characters are typed before they are deleted again.
const typedLine = 24

// press is one key and the frame after it, as Bubble Tea asks for them. The
// commands are dropped: the judge runs in them, outside Update.
func press(a *App, i int) {
	msg := tea.KeyPressMsg{Code: 'x', Text: "x"}
	if i/typedLine%2 == 1 {
		msg = tea.KeyPressMsg{Code: tea.KeyBackspace}
	}
	a.Update(msg)
	a.View()
}

var sizes = []int{10, 100}

// BenchmarkKey is key → frame through the whole program. internal/bench has the
// anchor of the same name.
func BenchmarkKey(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			app := formOf(b, n)
			i := 0
			b.ReportAllocs()
			for b.Loop() {
				press(app, i)
				i++
			}
		})
	}
}

// The ceiling of issue 2: what a key may allocate, and how much more it may in a
// form of ten times the fields.
const (
	mostBytesPerKey = 64 << 10
	flat            = 1.5
)

func TestKeyAllocatesLittleInAnyForm(t *testing.T) {
	var cost [2]float64
	for s, n := range sizes {
		cost[s] = bytesPerKey(formOf(t, n))
		t.Logf("%d fields: %.0f bytes a key", n, cost[s])
		if cost[s] > mostBytesPerKey {
			t.Errorf("a key in a form of %d fields allocates %.0f bytes, at most %d", n, cost[s], mostBytesPerKey)
		}
	}
	if cost[1] > flat*cost[0] {
		t.Errorf("a key allocates %.0f bytes with %d fields and %.0f with %d: it should not grow with the form", cost[0], sizes[0], cost[1], sizes[1])
	}
}

// bytesPerKey is what a key and its frame allocate, on average.
func bytesPerKey(app *App) float64 {
	const keys = 4 * typedLine
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i := range keys {
		press(app, i)
	}
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc-before.TotalAlloc) / keys
}
