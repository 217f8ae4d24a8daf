package huhform

import (
	"image/color"

	"charm.land/huh/v2"
	"charm.land/lipgloss/v2"

	"a2aform/internal/widget/editor"
	"a2aform/internal/widget/picker"
)

// Styles are the colours of a page, made once from huh's Charm theme: huh asks
// for its theme several times a key, and building it costs 50 kB.
type Styles struct {
	theme huh.Theme

	Label, FocusedLabel, Section lipgloss.Style
	Value, Dim, Fixed            lipgloss.Style
	Bar, Required, Marker        lipgloss.Style
	Problem, Warning, Add        lipgloss.Style
	Picker                       picker.Styles
	Editor                       editor.Styles
}

// NewStyles derives the styles for a dark or light background.
func NewStyles(dark bool) *Styles {
	t := huh.ThemeCharm(dark)
	lightDark := lipgloss.LightDark(dark)
	dim := lightDark(lipgloss.Color("242"), lipgloss.Color("246"))
	text := lightDark(lipgloss.Color("235"), lipgloss.Color("252"))
	bare(t, text, dim)
	fg := func(c color.Color) lipgloss.Style { return lipgloss.NewStyle().Foreground(c) }
	accent := t.Focused.Title.GetForeground()
	pink := t.Focused.SelectSelector.GetForeground()
	red := t.Focused.ErrorMessage.GetForeground()
	green := t.Focused.SelectedOption.GetForeground()
	s := &Styles{
		theme:        huh.ThemeFunc(func(bool) *huh.Styles { return t }),
		Label:        fg(text),
		FocusedLabel: fg(accent).Bold(true),
		Section:      fg(accent).Bold(true),
		Value:        fg(text),
		Dim:          fg(dim),
		Fixed:        fg(text).Italic(true),
		Bar:          fg(pink),
		Required:     fg(pink),
		Marker:       fg(green),
		Problem:      fg(red),
		Warning:      fg(lightDark(lipgloss.Color("130"), lipgloss.Color("214"))),
		Add:          fg(green),
	}
	s.Picker = picker.Styles{Title: s.Section, Cursor: s.Bar, Selected: s.FocusedLabel, Label: s.Label, Dim: s.Dim}
	s.Editor = editor.Styles{
		Text: s.Value, Number: s.Dim, Here: s.FocusedLabel, Placeholder: s.Dim, Unseen: s.Warning,
		Cursor: fg(t.Focused.TextInput.Cursor.GetForeground()).Reverse(true),
	}
	return s
}

// bare takes the frame off huh's fields, as the container draws it, gives typed
// text the colour of other values, and makes placeholders legible.
func bare(t *huh.Styles, text, dim color.Color) {
	for _, f := range []*huh.FieldStyles{&t.Focused, &t.Blurred} {
		f.Base = lipgloss.NewStyle()
		f.TextInput.Text = f.TextInput.Text.Foreground(text)
		f.TextInput.Placeholder = f.TextInput.Placeholder.Foreground(dim)
	}
}
