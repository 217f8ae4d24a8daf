package theme

import (
	"image/color"
	"testing"

	"a2aform/internal/widget/contrast"
)

func TestEveryTokenIsLegibleOnItsSurface(t *testing.T) {
	for _, theme := range All() {
		named := Named(theme.Name, theme.Dark)
		surface := named.surface()
		for i, c := range named.Tokens.text() {
			if ratio := contrast.Ratio(*c, surface); ratio < minText {
				t.Errorf("%s: token %d has a contrast of %.2f", theme.Name, i, ratio)
			}
		}
		if ratio := contrast.Ratio(named.Tokens.Border, surface); ratio < minBorder {
			t.Errorf("%s: borders have a contrast of %.2f", theme.Name, ratio)
		}
	}
}

// Our own themes need no color moved; what is moved of a palette is counted.
func TestMovedColorsAreCounted(t *testing.T) {
	for name, isMoved := range map[string]bool{"dark": false, "light": false, "solarized-light": true, "nord": true} {
		if n := Named(name, true).Moved(); n > 0 != isMoved {
			t.Errorf("%s: %d colors are moved", name, n)
		}
	}
}

func TestAutoFollowsTheTerminal(t *testing.T) {
	for _, name := range []string{Auto, "", "no such theme"} {
		if dark, light := Named(name, true), Named(name, false); dark.Name != "dark" || light.Name != "light" {
			t.Errorf("%q is %s on dark and %s on light", name, dark.Name, light.Name)
		}
	}
	if got := Named("nord", false); got.Name != "nord" || got.Surface == color.Color(nil) {
		t.Errorf("nord is %+v", got)
	}
}
