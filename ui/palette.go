package ui

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"a2aform/internal/widget/picker"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

// newPalette lists every action of the screen, then those of the program, enabled ones first. Choosing
// one presses its key; one that does nothing just now says why.
func newPalette(a *App) *kit.Overlay {
	program := a.everywhere()
	actions := slices.DeleteFunc(slices.Concat(a.Top().Keys(), program), kit.IsScrollKey)
	slices.SortStableFunc(actions, func(x, y shortcut.Key) int { return order(x) - order(y) })
	widest, widestKey := 0, 0
	for _, b := range actions {
		widest = max(widest, lipgloss.Width(b.Help().Desc))
		widestKey = max(widestKey, lipgloss.Width(b.Help().Key))
	}
	labels, notes := make([]string, len(actions)), make([]string, len(actions))
	for i, b := range actions {
		labels[i], notes[i] = kit.Pad(b.Help().Desc, widest), b.Help().Key
		switch isProgram := slices.ContainsFunc(program, func(p shortcut.Key) bool { return p.Help() == b.Help() }); {
		case b.Enabled() && isProgram:
			notes[i] = kit.Pad(b.Help().Key, widestKey) + "  everywhere"
		case !b.Enabled():
			notes[i] = kit.Pad(b.Help().Key, widestKey) + "  – " + b.Why
		}
	}
	list := picker.New("Commands", labels, notes, -1, a.Styles.Form.Picker)
	list.Fuzzy()
	list.Faint(func(i int) bool { return !actions[i].Enabled() })
	return &kit.Overlay{Host: a.Host, Picker: list, Chosen: func(i int) tea.Cmd {
		if b := actions[i]; !b.Enabled() {
			a.Status = kit.Status{Text: b.Help().Desc + ": " + b.Why}
			return nil
		}
		return pressKey(actions[i].Binding)
	}}
}

// order puts what works before what does not.
func order(k shortcut.Key) int {
	if k.Enabled() {
		return 0
	}
	return 1
}

// everywhere are the actions of the program that every screen has.
func (a *App) everywhere() []shortcut.Key {
	tasks := shortcut.When(a.keyOf(kit.PlainKeys.Tasks, kit.Keys.Tasks), len(a.tasks) > 0, "no task was started yet")
	quit := kit.Keys.Quit
	if len(a.stack) == 1 {
		quit = a.keyOf(kit.PlainKeys.Quit, quit)
	}
	everywhere := append([]shortcut.Key{tasks}, shortcut.On(kit.Keys.Theme, kit.Keys.Mouse, kit.Keys.Hints, a.keyOf(kit.PlainKeys.Help, kit.Keys.Help), quit)...)
	for _, k := range []shortcut.Key{a.casesKey(), a.HistoryKey(kit.Keys.History)} {
		if !hasAction(a.Top(), k.Binding) {
			everywhere = slices.Insert(everywhere, 1, k) // the others have keys of their own for it
		}
	}
	if a.hasReport() && !hasAction(a.Top(), kit.Keys.Share) {
		everywhere = slices.Insert(everywhere, 1, a.reportKey())
	}
	return everywhere
}

// hasAction reports that a screen lists a key's action itself.
func hasAction(s kit.Screen, b key.Binding) bool {
	return slices.ContainsFunc(s.Keys(), func(k shortcut.Key) bool { return k.Help().Desc == b.Help().Desc })
}

// keyOf is the plain binding where the screen leaves its letter free, else the other one.
func (a *App) keyOf(plain, other key.Binding) key.Binding {
	if kit.IsFree(a.Top(), plain.Keys()[0]) {
		return plain
	}
	return other
}

// pressKey is the key of a binding, as if it had been pressed.
func pressKey(b key.Binding) tea.Cmd {
	return func() tea.Msg { return kit.KeyPress(b.Keys()[0]) }
}
