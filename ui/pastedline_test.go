package ui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/safe"
	"a2aform/render"
	"a2aform/ui/kit"
)

// Control characters and marks of direction that are pasted into a line are shown as
// escapes, whatever the line is for, and none is lost.
func TestPastedControlCharactersAreShownAsEscapes(t *testing.T) {
	const pasted, shown = "ab\x1b[31m\u202ecd\n", `ab\u001b[31m\u202ecd`
	opened := func(text string) func(*testing.T) *App {
		return func(t *testing.T) *App {
			t.Helper()
			a := New(t.Context(), kit.Options{Show: &kit.NamedDocument{Name: safe.Text("x"), Document: render.Open([]byte(text), render.Schema{})}})
			t.Cleanup(a.Close)
			a.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
			return a
		}
	}
	first := func(t *testing.T) *App {
		t.Helper()
		a := New(t.Context(), kit.Options{})
		t.Cleanup(a.Close)
		a.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		return a
	}
	table := opened(`[{"a":1,"b":2},{"a":3,"b":4}]`)
	tests := []struct {
		name  string
		start func(*testing.T) *App
		keys  []string
	}{
		{"address", first, nil},
		{"palette", demoApp, []string{"ctrl+o"}},
		{"filter of skills", demoApp, []string{"/"}},
		{"search in a text", demoApp, []string{"R", "/"}},
		{"filter of a table", table, []string{"/"}},
		{"search in JSON", table, []string{"v", "/"}},
		{"query", table, []string{":"}},
		{"file name", table, []string{"e", "enter", "ctrl+u"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := tt.start(t)
			a.press(tt.keys...)
			a.Update(tea.PasteMsg{Content: pasted})
			if view := a.View().Content; !strings.Contains(ansi.Strip(view), shown) || strings.Contains(view, "\u202e") {
				t.Errorf("shown is\n%s", ansi.Strip(view))
			}
		})
	}
}
