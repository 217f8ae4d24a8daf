package theme

import (
	"image/color"
	"slices"

	"a2aform/internal/widget/contrast"
)

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
