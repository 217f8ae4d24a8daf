package huhform

import (
	"image/color"

	"charm.land/huh/v2"
	"charm.land/lipgloss/v2"

	"a2aform/internal/widget/editor"
	"a2aform/internal/widget/picker"
)

// Styles are the colors of a page, made once: huh asks for its theme several times a
// key, and building one costs 50 kB.
//
// Not stable, see the package comment.
type Styles struct {
	Theme huh.Theme

	Label, FocusedLabel, Section lipgloss.Style
	Value, Dim, Fixed            lipgloss.Style
	Bar, Required, Marker        lipgloss.Style
	Problem, Warning, Add        lipgloss.Style
	Picker                       picker.Styles
	Editor                       editor.Styles
}

// Paints are the colours of the program by what they say.
//
// Not stable, see the package comment.
type Paints struct {
	Text, Dim, Accent, Bad, Good, Warn color.Color
}

// NewStyles are styles in these colors, for a dark or light background.
//
// Not stable, see the package comment.
func NewStyles(p Paints, dark bool) *Styles {
	t := huh.ThemeBase(dark)
	repaint(t, p)
	return p.styles(t, lipgloss.NewStyle())
}

// NewSixteenStyles are styles for a terminal of 16 colours, or none: those of them that
// can be read on the background, and no others.
//
// Not stable, see the package comment.
func NewSixteenStyles(dark bool) *Styles {
	none := lipgloss.NoColor{}
	p := Paints{Text: none, Dim: none, Accent: lipgloss.Blue, Bad: lipgloss.Red, Good: none, Warn: none}
	if dark {
		p = Paints{
			Text: none, Dim: none, Accent: lipgloss.BrightCyan,
			Bad: lipgloss.BrightRed, Good: lipgloss.BrightGreen, Warn: lipgloss.BrightYellow,
		}
	}
	t := huh.ThemeBase(dark)
	repaint(t, p)
	return p.styles(t, lipgloss.NewStyle())
}

// NewHighContrastStyles are styles of the terminal's own colours, which are as far
// apart as its user wants them, and of its red where that can be read: all else
// is shown by glyphs, bold, underlined and reversed text.
//
// Not stable, see the package comment.
func NewHighContrastStyles(dark bool) *Styles {
	none := lipgloss.NoColor{}
	lightDark := lipgloss.LightDark(dark)
	p := Paints{
		Text: none, Dim: none, Accent: none, Good: none,
		Bad:  lightDark(lipgloss.Red, lipgloss.BrightRed),
		Warn: lightDark(none, lipgloss.BrightYellow),
	}
	t := huh.ThemeBase(dark)
	repaint(t, p)
	s := p.styles(t, lipgloss.NewStyle().Underline(true))
	s.Picker.Selected = lipgloss.NewStyle().Reverse(true)
	s.Problem, s.Required = s.Problem.Bold(true), s.Required.Bold(true)
	return s
}

// styles are the paints in use; focused is what the focused thing has besides.
func (p Paints) styles(t *huh.Styles, focused lipgloss.Style) *Styles {
	fg := func(c color.Color) lipgloss.Style { return lipgloss.NewStyle().Foreground(c) }
	s := &Styles{
		Theme:        huh.ThemeFunc(func(bool) *huh.Styles { return t }),
		Label:        fg(p.Text),
		FocusedLabel: focused.Foreground(p.Accent).Bold(true),
		Section:      fg(p.Text).Bold(true),
		Value:        fg(p.Text),
		Dim:          fg(p.Dim),
		Fixed:        fg(p.Text).Italic(true),
		Bar:          fg(p.Accent),
		Required:     fg(p.Accent),
		Marker:       fg(p.Good),
		Problem:      fg(p.Bad),
		Warning:      fg(p.Warn),
		Add:          fg(p.Good),
	}
	s.Picker = picker.Styles{Title: s.Section, Cursor: s.Bar, Selected: s.FocusedLabel, Label: s.Label, Dim: s.Dim}
	s.Editor = editor.Styles{
		Text: s.Value, Number: s.Dim, Here: s.FocusedLabel, Placeholder: s.Dim, Unseen: s.Warning,
		Cursor: fg(t.Focused.TextInput.Cursor.GetForeground()).Reverse(true),
	}
	return s
}

// repaint takes the frame off huh's fields, as the container draws it, and gives
// their parts the colours of the program: huh's own choices are hard to read on
// either background (v2.0.3 has taken those for options the wrong way round).
func repaint(t *huh.Styles, p Paints) {
	for _, f := range []*huh.FieldStyles{&t.Focused, &t.Blurred} {
		f.Base = lipgloss.NewStyle()
		f.TextInput.Text = f.TextInput.Text.Foreground(p.Text)
		f.TextInput.Placeholder = f.TextInput.Placeholder.Foreground(p.Dim)
		f.TextInput.Prompt = f.TextInput.Prompt.Foreground(p.Accent)
		f.TextInput.Cursor = f.TextInput.Cursor.Foreground(p.Good)
		f.Option = f.Option.Foreground(p.Text)
		f.SelectSelector = f.SelectSelector.Foreground(p.Accent)
		f.NextIndicator, f.PrevIndicator = f.NextIndicator.Foreground(p.Accent), f.PrevIndicator.Foreground(p.Accent)
		f.MultiSelectSelector = f.MultiSelectSelector.Foreground(p.Accent)
		f.SelectedOption, f.SelectedPrefix = f.SelectedOption.Foreground(p.Good), f.SelectedPrefix.Foreground(p.Good).SetString("✓ ")
		f.UnselectedOption, f.UnselectedPrefix = f.UnselectedOption.Foreground(p.Text), f.UnselectedPrefix.Foreground(p.Dim).SetString("• ")
	}
}
