package kit

import (
	"image/color"

	"charm.land/bubbles/v2/key"
	"charm.land/lipgloss/v2"

	"a2aform/formgen/huhform"
	"a2aform/internal/widget/ansistyle"
	"a2aform/internal/widget/contrast"
	"a2aform/render/draw"
	"a2aform/ui/kit/theme"
)

// Theme is a theme by its name in the configuration, see [theme.Names].
type Theme string

// Themes that the program itself speaks of. The zero value is Auto.
const (
	Auto         Theme = theme.Auto // by the terminal's background
	Light        Theme = "light"
	Dark         Theme = "dark"
	HighContrast Theme = theme.HighContrast
)

// Styles are all colors of the program, made once for a theme and a background
// from those of its forms.
type Styles struct {
	Form   *huhform.Styles
	Render draw.Style

	Title, Crumb, Text, Strong   lipgloss.Style
	Dim, Good, Bad, Warn, Accent lipgloss.Style
	Current, Data                lipgloss.Style // the chosen row of a list; bars and charts
	Key, Rule, Cursor, Found     lipgloss.Style
	Changed                      lipgloss.Style // of what is not as in the run before

	Pane       PaneStyle
	Button     ButtonStyle
	Syntax     SyntaxStyle
	Surface    color.Color // the background that the theme brings; nil for the terminal's own
	Foreground color.Color // with it

	Raised, Selected ansistyle.Tint // under the footer and dialogs; under the selected row of a list

	Hints map[key.Help]string // keys as they were drawn in these colors
}

// Row is a line of a list in so many columns, with the background of the selected one.
func (st *Styles) Row(line string, isSelected bool, columns int) string {
	if !isSelected {
		return line
	}
	return st.Selected.Line(line, columns)
}

// TermColors is what the terminal reports of its colors.
type TermColors struct {
	Dark       bool
	ANSI16     bool        // it has 16 colors or none
	Background color.Color // nil if it does not say
}

// NewStyles are the styles of a theme, which may be the user's own. Where a terminal has 16 colors or fewer, all themes
// but high contrast look alike.
func NewStyles(name Theme, own *theme.Own, term TermColors) *Styles {
	switch name {
	case Light:
		term.Dark = false
	case Dark:
		term.Dark = true
	}
	switch {
	case name == HighContrast:
		return plainly(huhform.NewHighContrastStyles(term.Dark))
	case term.ANSI16:
		return plainly(huhform.NewSixteenStyles(term.Dark))
	}
	t := theme.Named(string(name), term.Dark, own) // text has the terminal's foreground, which a theme with a surface sets
	st := stylesOf(huhform.NewStyles(huhform.Paints{
		Text: lipgloss.NoColor{}, Dim: t.Tokens.Muted, Accent: t.Tokens.Accent,
		Bad: t.Tokens.Bad, Good: t.Tokens.Good, Warn: t.Tokens.Warning,
	}, t.Dark))
	st.Surface = t.Surface
	raised, selected := t.Tints(term.Background)
	st.Raised, st.Selected = ansistyle.NewTint(raised), ansistyle.NewTint(selected)
	st.Form.Picker.Row = st.Selected
	st.Foreground = t.Tokens.Text
	st.Syntax = syntaxStyle(t.Tokens)
	st.Data = lipgloss.NewStyle().Foreground(t.Tokens.Key)
	st.Rule = lipgloss.NewStyle().Foreground(t.Tokens.Border)
	st.Pane.Border = ansistyle.New(st.Rule)
	st.Changed = lipgloss.NewStyle().Foreground(t.Tokens.Warning).Bold(true)
	st.Found = lipgloss.NewStyle().Foreground(color.Black).Background(lipgloss.Color("#ffd75f")).Underline(true)
	st.Button.Focused = lipgloss.NewStyle().Background(t.Tokens.Accent).Foreground(contrast.EnsureContrast(color.White, t.Tokens.Accent, contrast.Text)).Bold(true)
	st.Render = renderStyle(st)
	st.Render.JSON, st.Render.Code = st.Syntax.JSON, st.Syntax.Code
	return st
}

// syntaxStyle are the colors of JSON, HTTP and commands.
func syntaxStyle(t theme.Tokens) SyntaxStyle {
	of := func(c color.Color) ansistyle.Style { return ansistyle.New(lipgloss.NewStyle().Foreground(c)) }
	return SyntaxStyle{Key: of(t.Key), String: of(t.String), Number: of(t.Number), Literal: of(t.Literal), Punctuation: of(t.Muted), Added: of(t.Good), Removed: of(t.Bad)}
}

// plainly tells by attributes what takes more than 16 colors otherwise.
func plainly(f *huhform.Styles) *Styles {
	st := stylesOf(f)
	st.Rule = lipgloss.NewStyle()
	st.Key = st.Key.Bold(true)
	st.Changed = lipgloss.NewStyle().Bold(true).Underline(true)
	st.Found = lipgloss.NewStyle().Reverse(true).Underline(true)
	st.Button.Focused = lipgloss.NewStyle().Reverse(true).Bold(true)
	st.Render = renderStyle(st)
	return st
}

// stylesOf are what all themes have in common.
func stylesOf(f *huhform.Styles) *Styles {
	return &Styles{
		Form:    f,
		Title:   f.Section,
		Crumb:   f.Value,
		Text:    f.Value,
		Strong:  f.Value.Bold(true),
		Dim:     f.Dim,
		Good:    f.Marker,
		Bad:     f.Problem,
		Warn:    f.Warning,
		Accent:  f.Bar,
		Key:     f.Bar,
		Data:    f.Bar,
		Current: f.FocusedLabel,
		Cursor:  lipgloss.NewStyle().Reverse(true),
		Pane: PaneStyle{
			FocusedBorder: ansistyle.New(f.Bar), Title: ansistyle.New(f.Value.Bold(true)), FocusedTitle: ansistyle.New(f.FocusedLabel),
			Note: ansistyle.New(f.Dim), Behind: ansistyle.New(f.Dim),
		},
		Button: ButtonStyle{Label: f.Value.Bold(true), Key: f.Bar, Off: f.Dim},
		Hints:  map[key.Help]string{},
	}
}

// Colors paint results that are written line by line, in the terminal's own
// colors: nobody has asked it for its background.
func Colors(name Theme, own *theme.Own) draw.Style {
	style := NewStyles(name, own, TermColors{Dark: theme.Named(string(name), true, own).Dark, ANSI16: true}).Render
	style.Yes, style.No = "", ""
	return style
}

// renderStyle hands the colors to the renderer.
func renderStyle(st *Styles) draw.Style {
	paint := func(s lipgloss.Style) draw.Paint { return ansistyle.New(s).Paint }
	return draw.Style{
		NoMarks: true,
		Title:   paint(st.Title), Label: paint(st.Strong), Key: paint(st.Dim), Text: paint(st.Text), Dim: paint(st.Dim),
		Good: paint(st.Good), Bad: paint(st.Bad), Warn: paint(st.Warn), Bar: paint(st.Data), Rule: paint(st.Rule), Accent: paint(st.Accent), Found: paint(st.Found),
		Yes: "●", No: "·",
		Color: func(rgb string) draw.Paint { return paint(lipgloss.NewStyle().Foreground(lipgloss.Color(rgb))) },
	}
}
