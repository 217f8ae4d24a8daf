// Package theme holds the colors of the program: tokens, named after what they mean, and
// the themes that give them values. It knows no screen.
package theme

import (
	"image/color"

	"charm.land/lipgloss/v2"

	"a2aform/internal/widget/contrast"
)

// Tokens are colors by what they mean.
type Tokens struct {
	Text, Muted        color.Color // what is read first; labels, notes and hints
	Accent             color.Color // what can be pressed, and what has the focus
	Good, Warning, Bad color.Color // outcomes
	Border             color.Color // lines around panes

	Key, String, Number, Literal color.Color // parts of JSON, HTTP and commands
}

// Theme gives the tokens their colors.
type Theme struct {
	Name   string // in the configuration
	Title  string // in the list of themes
	Source string // whose palette it is, and its license; "" for our own
	Dark   bool
	// Surface is the background that the theme brings; nil leaves the terminal's own.
	Surface color.Color
	Tokens  Tokens
	moved   int
}

// Minimum contrast ratios to the background (WCAG 1.4.3 and 1.4.11).
const (
	minText   = contrast.Text
	minBorder = 3
)

// Auto is the name that stands for dark or light, by the terminal's background.
const Auto = "auto"

// HighContrast is the name of the theme that uses the terminal's own colors alone.
const HighContrast = "high-contrast"

// Names returns the names that the configuration may have.
func Names() []string {
	names := []string{Auto}
	for _, t := range themes {
		names = append(names, t.Name)
	}
	return append(names, HighContrast, OwnName)
}

// Named returns the theme of that name, or the one for the terminal's background. The user
// may have no theme of their own.
func Named(name string, dark bool, own *Own) Theme {
	if name == OwnName && own != nil {
		return own.on(dark).legible()
	}
	return themes[indexOf(name, dark)].legible()
}

// legible moves each color as far towards black or white as it takes to be read on the
// background.
func (t Theme) legible() Theme {
	surface := t.surface()
	move := func(c *color.Color, minimum float64) {
		before := *c
		if *c = contrast.EnsureContrast(before, surface, minimum); *c != before {
			t.moved++
		}
	}
	for _, c := range t.Tokens.text() {
		move(c, minText)
	}
	move(&t.Tokens.Border, minBorder)
	return t
}

// surface is the background that the colors are read on.
func (t Theme) surface() color.Color {
	switch {
	case t.Surface != nil:
		return t.Surface
	case t.Dark:
		return color.Black
	}
	return color.White
}

// How much of another color is in a tint, at most.
const (
	raisedShare   = 0.06 // of white or black
	selectedShare = 0.2  // of the accent
)

// Tints are the backgrounds of the footer and of dialogs, and of a selected row, on the background of the terminal where the theme brings
// none. They are nil where that is not known, or where the text would not be legible.
func (t Theme) Tints(terminal color.Color) (raised, selected color.Color) {
	surface, by := t.Surface, color.Color(color.Black)
	if surface == nil {
		surface = terminal
	}
	if surface == nil {
		return nil, nil
	}
	if t.Dark {
		by = color.White
	}
	var texts []color.Color
	for _, c := range t.Tokens.text() {
		texts = append(texts, *c)
	}
	return contrast.Tint(surface, by, raisedShare, texts, minText), contrast.Tint(surface, t.Tokens.Accent, selectedShare, texts, minText)
}

// text are the tokens that text is written in.
func (t *Tokens) text() []*color.Color {
	return []*color.Color{&t.Text, &t.Muted, &t.Accent, &t.Good, &t.Warning, &t.Bad, &t.Key, &t.String, &t.Number, &t.Literal}
}

// Moved counts the colors of a palette that were too close to its background and are
// drawn in a darker or lighter one.
func (t Theme) Moved() int { return t.moved }

func hex(rgb string) color.Color { return lipgloss.Color(rgb) }
