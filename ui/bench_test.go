//go:build !race

// The race detector allocates on its own account, so what a key allocates is
// counted without it.

package ui

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"a2aform/ui/kit"
)

// formOf is the program with the form of n text fields on its screen, without
// a terminal and without an agent behind it.
func formOf(tb testing.TB, n int) *App {
	tb.Helper()
	properties := make([]string, n)
	for i := range properties {
		properties[i] = fmt.Sprintf(`"field%03d":{"type":"string","title":"Field %03d","description":"What stands in field %03d","minLength":2,"maxLength":200}`, i, i, i)
	}
	return formWith(tb, `{"type":"object","required":["field000"],"properties":{`+strings.Join(properties, ",")+`}}`, `{}`)
}

// many is how many items and choices the long ones have.
const many = 10_000

// inList is a form with the focus inside a list of that many items.
func inList(tb testing.TB) *App {
	tb.Helper()
	app := formWith(tb, `{"type":"object","properties":{"items":{"type":"array","items":{"type":"string"}}}}`,
		`{"items":["a"`+strings.Repeat(`,"a"`, many-1)+`]}`)
	app.Update(kit.KeyPress("ctrl+end"))
	for range 50 {
		app.Update(kit.KeyPress("up"))
	}
	app.View()
	return app
}

// inEnum is a form with the picker of that many choices open.
func inEnum(tb testing.TB) *App {
	tb.Helper()
	choices := make([]string, many)
	for i := range choices {
		choices[i] = fmt.Sprintf(`"choice %05d xxxxxxxxxxxxxxxxxxxxxxxxxxx"`, i)
	}
	app := formWith(tb, `{"type":"object","properties":{"one":{"enum":[`+strings.Join(choices, ",")+`]}}}`, `{}`)
	app.Update(kit.KeyPress("enter"))
	app.View()
	return app
}

// typedLine is how many characters are typed before they are deleted again.
const typedLine = 24

// press is one key and the frame after it, as Bubble Tea asks for them. The
// commands are dropped: the validator runs in them, outside Update.
func press(a *App, i int) {
	msg := tea.KeyPressMsg{Code: 'x', Text: "x"}
	if i/typedLine%2 == 1 {
		msg = tea.KeyPressMsg{Code: tea.KeyBackspace}
	}
	a.Update(msg)
	a.View()
}

// places are where a key is measured: in forms of so many fields, and inside of
// what is long.
var places = []struct {
	name string
	open func(testing.TB) *App
}{
	{"10", func(tb testing.TB) *App { tb.Helper(); return formOf(tb, 10) }},
	{"100", func(tb testing.TB) *App { tb.Helper(); return formOf(tb, 100) }},
	{"5000", func(tb testing.TB) *App { tb.Helper(); return formOf(tb, 5000) }},
	{"list", inList},
	{"enum", inEnum},
}

// BenchmarkKey is key → frame through the whole program.
func BenchmarkKey(b *testing.B) {
	for _, place := range places {
		b.Run(place.name, func(b *testing.B) {
			app := place.open(b)
			i := 0
			b.ReportAllocs()
			for b.Loop() {
				press(app, i)
				i++
			}
		})
	}
}
