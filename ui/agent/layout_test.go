package agent

import (
	"testing"

	"a2aform/ui/kit"
)

func TestSkillsAndTheChosenOneFillTheScreen(t *testing.T) {
	usual := func(b kit.Border) int { return b.Usual }
	for name, c := range map[string]struct {
		of     space
		skills kit.Rect
		chosen kit.Rect
	}{
		"side by side":              {space{98, 28, 2, 5, usual}, kit.At(0, 2, 39, 26), kit.At(39, 2, 59, 26)},
		"with a border moved":       {space{98, 28, 2, 5, func(kit.Border) int { return 50 }}, kit.At(0, 2, 50, 26), kit.At(50, 2, 48, 26)},
		"one above the other":       {space{78, 22, 2, 5, usual}, kit.At(0, 2, 78, 7), kit.At(0, 9, 78, 13)},
		"many skills have the half": {space{78, 22, 2, 50, usual}, kit.At(0, 2, 78, 10), kit.At(0, 12, 78, 10)},
		"too low for panes":         {space{120, 13, 1, 5, usual}, kit.At(0, 1, 120, 12), kit.Rect{}},
		"too narrow for panes":      {space{kit.MinPaneWidth - 1, 40, 1, 5, usual}, kit.At(0, 1, kit.MinPaneWidth-1, 39), kit.Rect{}},
	} {
		l := layoutOf(c.of)
		if l.skills != c.skills || l.chosen != c.chosen {
			t.Errorf("%s: %v and %v, want %v and %v", name, l.skills, l.chosen, c.skills, c.chosen)
		}
		if l.hasPanes != c.chosen.IsShown() || l.isWide != (c.chosen.X > 0) || l.isWide != (l.border.Of != "") {
			t.Errorf("%s: panes %v, wide %v, border %v", name, l.hasPanes, l.isWide, l.border)
		}
	}
}
