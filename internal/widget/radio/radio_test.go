package radio_test

import (
	"testing"

	"charm.land/lipgloss/v2"

	"a2aform/internal/widget/radio"
)

func TestAllChoicesAreVisible(t *testing.T) {
	t.Parallel()
	r := radio.Row{Labels: []string{"relaxed", "均衡", "packed"}, Chosen: 1}
	got := r.View(lipgloss.NewStyle(), lipgloss.NewStyle())
	if want := "( ) relaxed  (●) 均衡  ( ) packed"; got != want {
		t.Errorf("drawn as %q, want %q", got, want)
	}
	if lipgloss.Width(got) != r.Width() {
		t.Errorf("drawn %d columns wide, Width says %d", lipgloss.Width(got), r.Width())
	}
}

func TestColumnBelongsToChoice(t *testing.T) {
	t.Parallel()
	r := radio.Row{Labels: []string{"ab", "cd"}}
	for column, want := range map[int]int{-1: -1, 0: 0, 5: 0, 6: -1, 7: -1, 8: 1, 13: 1, 14: -1} {
		if got := r.At(column); got != want {
			t.Errorf("column %d belongs to choice %d, want %d", column, got, want)
		}
	}
}

func TestTypedTextFindsChoice(t *testing.T) {
	t.Parallel()
	labels := []string{"Any", "food", "culture", "Outdoors", "foo"}
	for _, test := range []struct {
		typed string
		from  int
		want  int
	}{
		{"f", 0, 1},
		{"f", 1, 1},
		{"f", 2, 4},
		{"f", 5, 1},
		{"food", 4, 1},
		{"O", -1, 3},
		{"x", 0, -1},
	} {
		if got := radio.Match(labels, test.typed, test.from); got != test.want {
			t.Errorf("%q typed at %d finds %d, want %d", test.typed, test.from, got, test.want)
		}
	}
}
