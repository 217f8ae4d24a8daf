// Package theme holds the colors of the program: tokens, named after what they mean, and
// the themes that give them values. It knows no screen.
package theme

import (
	"image/color"
	"slices"

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

// OwnName is the name of the user's own theme.
const OwnName = "own"

// Own is a theme of the user: some colors in place of those of a built-in theme.
type Own struct {
	Base   string            // "" and [Auto] stand for dark or light
	Colors map[string]string // #rrggbb, by the names of the configuration
}

// namedTokens are the tokens by their names in the configuration.
var namedTokens = []struct {
	name  string
	color func(*Tokens) *color.Color
}{
	{"text", func(t *Tokens) *color.Color { return &t.Text }},
	{"muted", func(t *Tokens) *color.Color { return &t.Muted }},
	{"accent", func(t *Tokens) *color.Color { return &t.Accent }},
	{"good", func(t *Tokens) *color.Color { return &t.Good }},
	{"warning", func(t *Tokens) *color.Color { return &t.Warning }},
	{"bad", func(t *Tokens) *color.Color { return &t.Bad }},
	{"border", func(t *Tokens) *color.Color { return &t.Border }},
	{"key", func(t *Tokens) *color.Color { return &t.Key }},
	{"string", func(t *Tokens) *color.Color { return &t.String }},
	{"number", func(t *Tokens) *color.Color { return &t.Number }},
	{"literal", func(t *Tokens) *color.Color { return &t.Literal }},
}

// on is the theme for a terminal with a dark or a light background.
func (o *Own) on(dark bool) Theme {
	t := themes[indexOf(o.Base, dark)]
	t.Name, t.Title, t.Source = OwnName, "Your own", ""
	if rgb := o.Colors["surface"]; rgb != "" {
		t.Surface = hex(rgb)
		t.Dark = contrast.Ratio(t.Surface, color.White) > contrast.Ratio(t.Surface, color.Black)
	}
	for _, token := range namedTokens {
		if rgb := o.Colors[token.name]; rgb != "" {
			*token.color(&t.Tokens) = hex(rgb)
		}
	}
	return t
}

// indexOf is the place of the theme of that name, or of the one for the terminal's
// background.
func indexOf(name string, dark bool) int {
	if i := slices.IndexFunc(themes, func(t Theme) bool { return t.Name == name }); i >= 0 {
		return i
	}
	return slices.IndexFunc(themes, func(t Theme) bool { return t.Surface == nil && t.Dark == dark })
}

// themes are the built-in themes. The palettes of others are published under the MIT
// license by the projects that Source names.
var themes = []Theme{
	{Name: "dark", Title: "Dark", Dark: true, Tokens: Tokens{
		Text: hex("#e4e4ec"), Muted: hex("#9a9aaa"), Accent: hex("#9d98ff"),
		Good: hex("#2bd99b"), Warning: hex("#ffb454"), Bad: hex("#ff6b81"), Border: hex("#5c5c74"),
		Key: hex("#8fb7ff"), String: hex("#8fdcb0"), Number: hex("#ffb454"), Literal: hex("#f780e2"),
	}},
	{Name: "light", Title: "Light", Tokens: Tokens{
		Text: hex("#22222a"), Muted: hex("#5c5c6b"), Accent: hex("#4b3fd6"),
		Good: hex("#0b7a4b"), Warning: hex("#8f5600"), Bad: hex("#b3213b"), Border: hex("#8c8ca0"),
		Key: hex("#1f4fbf"), String: hex("#0b7a4b"), Number: hex("#8f5600"), Literal: hex("#b0278f"),
	}},
	{Name: "catppuccin", Title: "Catppuccin Mocha", Source: "catppuccin/catppuccin", Dark: true, Surface: hex("#1e1e2e"), Tokens: Tokens{
		Text: hex("#cdd6f4"), Muted: hex("#a6adc8"), Accent: hex("#cba6f7"),
		Good: hex("#a6e3a1"), Warning: hex("#f9e2af"), Bad: hex("#f38ba8"), Border: hex("#6c7086"),
		Key: hex("#89b4fa"), String: hex("#a6e3a1"), Number: hex("#fab387"), Literal: hex("#cba6f7"),
	}},
	{Name: "dracula", Title: "Dracula", Source: "dracula/dracula-theme", Dark: true, Surface: hex("#282a36"), Tokens: Tokens{
		Text: hex("#f8f8f2"), Muted: hex("#a4aed1"), Accent: hex("#bd93f9"),
		Good: hex("#50fa7b"), Warning: hex("#f1fa8c"), Bad: hex("#ff5555"), Border: hex("#6272a4"),
		Key: hex("#8be9fd"), String: hex("#f1fa8c"), Number: hex("#bd93f9"), Literal: hex("#ff79c6"),
	}},
	{Name: "gruvbox", Title: "Gruvbox Dark", Source: "morhetz/gruvbox", Dark: true, Surface: hex("#282828"), Tokens: Tokens{
		Text: hex("#ebdbb2"), Muted: hex("#a89984"), Accent: hex("#fabd2f"),
		Good: hex("#b8bb26"), Warning: hex("#fabd2f"), Bad: hex("#fb4934"), Border: hex("#7c6f64"),
		Key: hex("#83a598"), String: hex("#b8bb26"), Number: hex("#d3869b"), Literal: hex("#fe8019"),
	}},
	{Name: "nord", Title: "Nord", Source: "nordtheme/nord", Dark: true, Surface: hex("#2e3440"), Tokens: Tokens{
		Text: hex("#e5e9f0"), Muted: hex("#a7b1c2"), Accent: hex("#88c0d0"),
		Good: hex("#a3be8c"), Warning: hex("#ebcb8b"), Bad: hex("#bf616a"), Border: hex("#4c566a"),
		Key: hex("#8fbcbb"), String: hex("#a3be8c"), Number: hex("#b48ead"), Literal: hex("#81a1c1"),
	}},
	{Name: "solarized-light", Title: "Solarized Light", Source: "altercation/solarized", Surface: hex("#fdf6e3"), Tokens: Tokens{
		Text: hex("#586e75"), Muted: hex("#657b83"), Accent: hex("#268bd2"),
		Good: hex("#859900"), Warning: hex("#b58900"), Bad: hex("#dc322f"), Border: hex("#93a1a1"),
		Key: hex("#268bd2"), String: hex("#2aa198"), Number: hex("#d33682"), Literal: hex("#b58900"),
	}},
}
