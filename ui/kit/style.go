package kit

import (
	"charm.land/bubbles/v2/key"
	"charm.land/lipgloss/v2"

	"a2aform/formgen/huhform"
	"a2aform/internal/widget/ansistyle"
	"a2aform/internal/widget/contrast"
	"a2aform/render"
)

// Theme is a set of colours by its name in the configuration.
type Theme string

// The themes. The zero value is Auto.
const (
	Auto         Theme = "auto" // by the terminal's background
	Light        Theme = "light"
	Dark         Theme = "dark"
	HighContrast Theme = "high-contrast"
)

// Styles are all colours of the program, made once for a theme and a background
// from those of its forms.
type Styles struct {
	Form   *huhform.Styles
	Render render.Style

	Badge, Title, Crumb, Text, Strong lipgloss.Style
	Dim, Good, Bad, Warn, Accent, Bar lipgloss.Style
	Key, Rule, Cursor, Found          lipgloss.Style

	Hints map[key.Help]string // keys as they were drawn in these colours
}

// TermColors is what the terminal reports of its colours.
type TermColors struct{ Dark, ANSI16 bool } // ANSI16: 16 colours or none

// NewStyles are the styles of a theme.
func NewStyles(theme Theme, term TermColors) *Styles {
	switch theme {
	case Light:
		term.Dark = false
	case Dark:
		term.Dark = true
	}
	switch {
	case theme == HighContrast:
		return plainly(huhform.NewHighContrast(term.Dark))
	case term.ANSI16:
		return plainly(huhform.NewSixteen(term.Dark))
	}
	lightDark := lipgloss.LightDark(term.Dark)
	st := stylesOf(huhform.NewStyles(term.Dark))
	indigo := st.Title.GetForeground()
	st.Badge = lipgloss.NewStyle().Background(indigo).Foreground(contrast.EnsureContrast(lipgloss.Color("#FFFDF5"), indigo, contrast.Text)).Bold(true)
	st.Rule = lipgloss.NewStyle().Foreground(lightDark(lipgloss.Color("250"), lipgloss.Color("239")))
	st.Found = lipgloss.NewStyle().Foreground(lipgloss.Color("0")).Background(lightDark(lipgloss.Color("222"), lipgloss.Color("221"))).Underline(true)
	st.Render = renderStyle(st)
	return st
}

// plainly tells by attributes what takes more than 16 colours otherwise.
func plainly(f *huhform.Styles) *Styles {
	st := stylesOf(f)
	st.Badge = lipgloss.NewStyle().Reverse(true).Bold(true)
	st.Rule = lipgloss.NewStyle()
	st.Key = st.Key.Bold(true)
	st.Found = lipgloss.NewStyle().Reverse(true).Underline(true)
	st.Render = renderStyle(st)
	return st
}

// stylesOf are what all themes have in common.
func stylesOf(f *huhform.Styles) *Styles {
	accent := lipgloss.NewStyle().Foreground(f.Section.GetForeground())
	return &Styles{
		Form:   f,
		Title:  f.Section,
		Crumb:  f.Value,
		Text:   f.Value,
		Strong: f.Value.Bold(true),
		Dim:    f.Dim,
		Good:   f.Marker,
		Bad:    f.Problem,
		Warn:   f.Warning,
		Accent: f.Bar,
		Bar:    accent,
		Key:    accent,
		Cursor: lipgloss.NewStyle().Reverse(true),
		Hints:  map[key.Help]string{},
	}
}

// Colours paint results that are written line by line, in the terminal's own
// colours: nobody has asked it for its background.
func Colours(theme Theme) render.Style {
	return NewStyles(theme, TermColors{Dark: theme != Light, ANSI16: true}).Render
}

// renderStyle hands the colours to the renderer.
func renderStyle(st *Styles) render.Style {
	paint := func(s lipgloss.Style) render.Paint { return ansistyle.New(s).Paint }
	return render.Style{
		Title: paint(st.Title), Label: paint(st.Strong), Key: paint(st.Dim), Text: paint(st.Text), Dim: paint(st.Dim),
		Good: paint(st.Good), Bad: paint(st.Bad), Warn: paint(st.Warn), Bar: paint(st.Accent), Rule: paint(st.Rule), Accent: paint(st.Bar), Found: paint(st.Found),
		Colour: func(rgb string) render.Paint { return paint(lipgloss.NewStyle().Foreground(lipgloss.Color(rgb))) },
	}
}
