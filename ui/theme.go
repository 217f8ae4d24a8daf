package ui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/widget/picker"
	"a2aform/ui/kit"
	"a2aform/ui/kit/theme"
)

// setTermColors makes the styles for the colors that the terminal reports.
func (a *App) setTermColors(term kit.TermColors) {
	if term == a.termColors {
		return
	}
	a.termColors = term
	a.useTheme(a.Options.Theme)
}

// useTheme draws everything in the colors of a theme.
func (a *App) useTheme(name kit.Theme) {
	a.Options.Theme = name
	a.Styles = kit.NewStyles(name, a.Options.OwnTheme, a.termColors)
	a.spellOut()
	a.behind = nil
	a.Restyle()
}

// openThemes lists the themes. The screen behind the list shows the one under the cursor.
func (a *App) openThemes() {
	before, names := a.Options.Theme, a.themeNames()
	labels, notes := make([]string, len(names)), make([]string, len(names))
	for i, name := range names {
		labels[i], notes[i] = kit.Pad(name, themeNameWidth), a.themeNote(name)
	}
	current := max(slices.Index(names, string(before)), 0)
	a.Overlay = &kit.Overlay{
		Host:    a.Host,
		Picker:  picker.New("Theme", labels, notes, current, a.Styles.Form.Picker),
		Chosen:  func(i int) tea.Cmd { return a.keepTheme(names[i]) },
		Left:    func() { a.useTheme(before) },
		Colored: true,
	}
	o := a.Overlay
	o.Moved = func(i int) {
		if name := kit.Theme(names[i]); name != a.Options.Theme {
			a.useTheme(name)
			o.Picker.Restyle(a.Styles.Form.Picker)
		}
	}
}

const themeNameWidth = len("solarized-light")

// themeNames are the themes that there are.
func (a *App) themeNames() []string {
	names := theme.Names()
	if a.Options.OwnTheme == nil {
		names = slices.DeleteFunc(names, func(name string) bool { return name == theme.OwnName })
	}
	return names
}

// themeNote says where a theme comes from.
func (a *App) themeNote(name string) string {
	switch name {
	case theme.Auto:
		return "dark or light, as the terminal"
	case theme.HighContrast:
		return "the terminal's own colors"
	}
	t := theme.Named(name, a.termColors.Dark, a.Options.OwnTheme)
	note := "for light terminals"
	if t.Dark {
		note = "for dark terminals"
	}
	if name == theme.OwnName {
		note = "your own"
		if base := a.Options.OwnTheme.Base; base != "" {
			note += ", based on " + base
		}
	}
	if n := t.Moved(); n > 0 {
		note += ", " + kit.Plural(n, "color", "colors") + " moved for contrast"
	}
	return note
}

type themeKeptMsg struct {
	name string
	err  error
}

// keepTheme writes the chosen theme into the user's preferences.
func (a *App) keepTheme(name string) tea.Cmd {
	a.useTheme(kit.Theme(name))
	keep := a.Options.Store
	if keep == nil {
		a.Status = kit.Status{Text: "Theme " + name + ", for this session."}
		return nil
	}
	return a.Writes.TrackWrites(func() tea.Msg { return themeKeptMsg{name, keep.KeepTheme(name)} })
}

// themeKept says what became of it.
func (a *App) themeKept(m themeKeptMsg) {
	if m.err != nil {
		a.Status = kit.Status{Text: "Theme " + m.name + ", for this session: " + m.err.Error(), Bad: true}
		return
	}
	a.Status = kit.Status{Text: "Theme " + m.name + ". Saved in config.toml."}
}

// spellOut writes true and false as words where the terminal has no signs for them.
func (a *App) spellOut() {
	if a.Options.ASCII {
		a.Styles.Render.Yes, a.Styles.Render.No = "yes", "no"
	}
}
