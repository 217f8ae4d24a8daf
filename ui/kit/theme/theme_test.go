package theme

import (
	"image/color"
	"slices"
	"testing"

	"a2aform/internal/store"
	"a2aform/internal/widget/contrast"
)

func TestEveryTokenIsLegibleOnItsSurface(t *testing.T) {
	for _, theme := range themes {
		named := Named(theme.Name, theme.Dark, nil)
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
		if n := Named(name, true, nil).Moved(); n > 0 != isMoved {
			t.Errorf("%s: %d colors are moved", name, n)
		}
	}
}

func TestAutoFollowsTheTerminal(t *testing.T) {
	for _, name := range []string{Auto, "", "no such theme"} {
		if dark, light := Named(name, true, nil), Named(name, false, nil); dark.Name != "dark" || light.Name != "light" {
			t.Errorf("%q is %s on dark and %s on light", name, dark.Name, light.Name)
		}
	}
	if got := Named("nord", false, nil); got.Name != "nord" || got.Surface == color.Color(nil) {
		t.Errorf("nord is %+v", got)
	}
}

func TestOwnThemeIsThatOfItsBaseButForItsColors(t *testing.T) {
	base := Named("nord", true, nil)
	own := Named(OwnName, true, &Own{Base: "nord", Colors: map[string]string{"accent": "#ffffff"}})
	if own.Surface != base.Surface || own.Tokens.Bad != base.Tokens.Bad || own.Tokens.Accent != hex("#ffffff") {
		t.Errorf("%+v", own)
	}
	for _, name := range store.ThemeColors[1:] {
		own := Named(OwnName, true, &Own{Colors: map[string]string{name: "#fefefe"}})
		found := 0
		for _, c := range append(own.Tokens.text(), &own.Tokens.Border) {
			if *c == hex("#fefefe") {
				found++
			}
		}
		if found != 1 {
			t.Errorf("%s sets %d tokens", name, found)
		}
	}
}

// The configuration knows the colors that there are.
func TestColorsOfTheConfiguration(t *testing.T) {
	names := []string{"surface"}
	for _, token := range namedTokens {
		names = append(names, token.name)
	}
	if !slices.Equal(names, store.ThemeColors) {
		t.Errorf("there are the colors %q, and in the configuration %q", names, store.ThemeColors)
	}
}

// A background of the user's own decides whether the theme is dark, and colors that cannot be
// read on it are moved.
func TestOwnThemeIsLegible(t *testing.T) {
	own := Named(OwnName, true, &Own{Base: "dark", Colors: map[string]string{"surface": "#fff8e7", "bad": "#ffeedd"}})
	if own.Dark || own.Moved() < 2 {
		t.Errorf("%d colors are moved, dark %v", own.Moved(), own.Dark)
	}
	if ratio := contrast.Ratio(own.Tokens.Bad, own.surface()); ratio < minText {
		t.Errorf("bad has a contrast of %.2f", ratio)
	}
	if follows := Named(OwnName, false, &Own{Base: Auto}); follows.Dark || follows.Moved() != 0 {
		t.Errorf("on a light terminal: %+v", follows)
	}
}

// On every theme, and on the backgrounds that terminals have, all text is legible on the tints, and these can be told from the background.
// Where the background is not known there are none.
func TestTintsAreLegible(t *testing.T) {
	for _, theme := range themes {
		named := Named(theme.Name, theme.Dark, nil)
		terminals := []color.Color{color.Black, hex("#1e1e1e"), hex("#282c34")}
		switch {
		case theme.Surface != nil:
			terminals = []color.Color{nil}
		case !theme.Dark:
			terminals = []color.Color{color.White, hex("#fafafa")}
		}
		for _, terminal := range terminals {
			raised, selected := named.Tints(terminal)
			if raised == nil || selected == nil {
				if named.Moved() == 0 { // else its colors may have just the contrast that they need
					t.Errorf("%s on %v: no tints", theme.Name, terminal)
				}
				continue
			}
			for i, c := range named.Tokens.text() {
				if contrast.Ratio(*c, raised) < minText || contrast.Ratio(*c, selected) < minText {
					t.Errorf("%s on %v: token %d has contrasts of %.2f and %.2f", theme.Name, terminal, i, contrast.Ratio(*c, raised), contrast.Ratio(*c, selected))
				}
			}
		}
	}
	if raised, selected := Named("dark", true, nil).Tints(nil); raised != nil || selected != nil {
		t.Error("a background that nobody knows has tints")
	}
}
