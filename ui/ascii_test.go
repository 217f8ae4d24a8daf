package ui

import (
	"testing"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/widget/ascii"
	"a2aform/ui/kit"
)

// Where only ASCII can be shown, Bubble Tea already gets it: it counts columns.
func TestFramesInASCII(t *testing.T) {
	t.Parallel()
	for _, want := range []bool{true, false} {
		a := New(t.Context(), kit.Options{ASCII: want})
		a.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		content := a.View().Content
		if got := utf8.RuneCountInString(content) == len(content); got != want {
			t.Errorf("ASCII is %t, want %t:\n%s", got, want, content)
		}
		if want && content != ascii.Text(content) {
			t.Error("something is left to be done")
		}
	}
}
