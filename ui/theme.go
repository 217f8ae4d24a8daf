package ui

import (
	"slices"

	tea "charm.land/bubbletea/v2"
	"github.com/dustin/go-humanize/english"

	"a2aform/internal/widget/picker"
	"a2aform/ui/kit"
	"a2aform/ui/kit/theme"
)

// themes are the colors that everything can be drawn in.
type themes struct {
	host    *kit.Host
	term    kit.TermColors // what the styles were made for
	restyle func()         // draws everything anew
}

// setTerm makes the styles for the colors that the terminal reports.
func (t *themes) setTerm(term kit.TermColors) {
	if term == t.term {
		return
	}
	t.term = term
	t.use(t.host.Options.Theme)
}

// use draws everything in the colors of a theme.
func (t *themes) use(name kit.Theme) {
	t.host.Options.Theme = name
	t.host.Styles = kit.NewStyles(name, t.host.Options.OwnTheme, t.term)
	t.spellOut()
	t.restyle()
}

// open lists the themes. The screen behind the list shows the one under the cursor.
func (t *themes) open() {
	before, names := t.host.Options.Theme, t.names()
	labels, notes := make([]string, len(names)), make([]string, len(names))
	for i, name := range names {
		labels[i], notes[i] = kit.Pad(name, themeNameWidth), t.note(name)
	}
	current := max(slices.Index(names, string(before)), 0)
	t.host.Overlay = &kit.Overlay{
		Host:    t.host,
		Picker:  picker.New("Theme", labels, notes, current, t.host.Styles.Form.Picker),
		Chosen:  func(i int) tea.Cmd { return t.keep(names[i]) },
		Left:    func() { t.use(before) },
		Colored: true,
	}
	o := t.host.Overlay
	o.Moved = func(i int) {
		if name := kit.Theme(names[i]); name != t.host.Options.Theme {
			t.use(name)
			o.Picker.Restyle(t.host.Styles.Form.Picker)
		}
	}
}

const themeNameWidth = len("solarized-light")

// names are the themes that there are.
func (t *themes) names() []string {
	names := theme.Names()
	if t.host.Options.OwnTheme == nil {
		names = slices.DeleteFunc(names, func(name string) bool { return name == theme.OwnName })
	}
	return names
}

// note says where a theme comes from.
func (t *themes) note(name string) string {
	switch name {
	case theme.Auto:
		return "dark or light, as the terminal"
	case theme.HighContrast:
		return "the terminal's own colors"
	}
	named := theme.Named(name, t.term.Dark, t.host.Options.OwnTheme)
	note := "for light terminals"
	if named.Dark {
		note = "for dark terminals"
	}
	if name == theme.OwnName {
		note = "your own"
		if base := t.host.Options.OwnTheme.Base; base != "" {
			note += ", based on " + base
		}
	}
	if n := named.Moved(); n > 0 {
		note += ", " + english.Plural(n, "color", "colors") + " moved for contrast"
	}
	return note
}

type themeKeptMsg struct {
	name string
	err  error
}

// keep writes the chosen theme into the user's preferences.
func (t *themes) keep(name string) tea.Cmd {
	t.use(kit.Theme(name))
	keep := t.host.Options.Store
	if keep == nil {
		t.host.Status = kit.Status{Text: "Theme " + name + ", for this session."}
		return nil
	}
	return t.host.Writes.TrackWrites(func() tea.Msg { return themeKeptMsg{name, keep.KeepTheme(name)} })
}

// kept says what became of it.
func (t *themes) kept(m themeKeptMsg) {
	if m.err != nil {
		t.host.Status = kit.Status{Text: "Theme " + m.name + ", for this session: " + m.err.Error(), Bad: true}
		return
	}
	t.host.Status = kit.Status{Text: "Theme " + m.name + ". Saved in config.toml."}
}

// spellOut writes true and false as words where the terminal has no signs for them.
func (t *themes) spellOut() {
	if t.host.Options.ASCII {
		t.host.Styles.Render.Yes, t.host.Styles.Render.No = "yes", "no"
	}
}
