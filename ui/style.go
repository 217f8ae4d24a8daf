package ui

import (
	"image/color"

	"charm.land/bubbles/v2/key"
	"charm.land/huh/v2"
	"charm.land/lipgloss/v2"

	"a2aform/formgen/huhform"
	"a2aform/internal/widget/pen"
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

// styles are all colours of the program, made once for a background from huh's
// Charm theme.
type styles struct {
	form   *huhform.Styles
	render render.Style

	Badge, Title, Crumb, Text, Strong lipgloss.Style
	Dim, Good, Bad, Warn, Accent, Bar lipgloss.Style
	Key, Rule, Cursor, Found          lipgloss.Style

	hints map[key.Help]string // keys as they were drawn in these colours
}

func newStyles(dark bool) *styles {
	t := huh.ThemeCharm(dark)
	f := huhform.NewStyles(dark)
	lightDark := lipgloss.LightDark(dark)
	fg := func(c color.Color) lipgloss.Style { return lipgloss.NewStyle().Foreground(c) }
	indigo := t.Focused.Title.GetForeground()
	st := &styles{
		form:   f,
		Badge:  lipgloss.NewStyle().Background(indigo).Foreground(lipgloss.Color("#FFFDF5")).Bold(true),
		Title:  fg(indigo).Bold(true),
		Crumb:  f.Value,
		Text:   f.Value,
		Strong: f.Value.Bold(true),
		Dim:    f.Dim,
		Good:   f.Marker,
		Bad:    f.Problem,
		Warn:   f.Warning,
		Accent: f.Bar,
		Bar:    fg(indigo),
		Key:    fg(indigo),
		Rule:   fg(lightDark(lipgloss.Color("250"), lipgloss.Color("239"))),
		Cursor: lipgloss.NewStyle().Reverse(true),
		Found:  fg(lightDark(lipgloss.Color("0"), lipgloss.Color("0"))).Background(lightDark(lipgloss.Color("222"), lipgloss.Color("221"))).Underline(true),
		hints:  map[key.Help]string{},
	}
	st.render = renderStyle(st)
	return st
}

// renderStyle hands the colours to the renderer.
func renderStyle(st *styles) render.Style {
	paint := func(s lipgloss.Style) render.Paint { return pen.New(s).Paint }
	return render.Style{
		Title: paint(st.Title), Label: paint(st.Strong), Key: paint(st.Dim), Text: paint(st.Text), Dim: paint(st.Dim),
		Good: paint(st.Good), Bad: paint(st.Bad), Warn: paint(st.Warn), Bar: paint(st.Accent), Rule: paint(st.Rule), Accent: paint(st.Bar), Found: paint(st.Found),
		Colour: func(rgb string) render.Paint { return paint(lipgloss.NewStyle().Foreground(lipgloss.Color(rgb))) },
	}
}
