package ui

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"a2aform/internal/widget/picker"
	"a2aform/ui/kit"
)

// openPalette lists the actions of the screen, then those of the program. Choosing one presses its key, or does it where it has none.
// One that does nothing just now is found by its name and says why.
func (a *App) openPalette() {
	own := slices.DeleteFunc(a.Top().Keys(), func(k kit.Key) bool { return kit.IsScrollKey(k) || k.Group == kit.Moving })
	actions := slices.Concat(own, a.everywhere())
	isOwn := func(k kit.Key) bool {
		return slices.ContainsFunc(own, func(o kit.Key) bool { return o.Help() == k.Help() })
	}
	slices.SortStableFunc(actions, func(x, y kit.Key) int { return order(x) - order(y) })
	widest, widestKey := 0, 0
	for _, k := range actions {
		widest = max(widest, lipgloss.Width(k.Help().Desc))
		widestKey = max(widestKey, lipgloss.Width(k.Help().Key))
	}
	labels, notes := make([]string, len(actions)), make([]string, len(actions))
	for i, k := range actions {
		labels[i], notes[i] = kit.Pad(k.Help().Desc, widest), k.Help().Key
		switch {
		case !k.Enabled():
			notes[i] = kit.Pad(k.Help().Key, widestKey) + "  – " + k.Why
		case !isOwn(k):
			notes[i] = kit.Pad(k.Help().Key, widestKey) + "  everywhere"
		}
	}
	list := picker.New("Commands", labels, notes, -1, a.Styles.Form.Picker)
	list.Fuzzy()
	list.Faint(func(i int) bool { return !actions[i].Enabled() })
	a.Overlay = &kit.Overlay{Host: a.Host, Picker: list, Chosen: func(i int) tea.Cmd {
		switch k := actions[i]; {
		case !k.Enabled():
			a.Status = kit.Status{Text: k.Help().Desc + ": " + k.Why}
			return nil
		case k.Do != nil && (len(k.Keys()) == 0 || !isOwn(k)):
			act, cmd := k.Do()
			return tea.Batch(cmd, a.Perform(act))
		default:
			return pressKey(k.Binding)
		}
	}}
}

// order puts what works before what does not.
func order(k kit.Key) int {
	if k.Enabled() {
		return 0
	}
	return 1
}

// everywhere are the actions of the program that every screen has, but for those that the screen lists itself.
func (a *App) everywhere() []kit.Key {
	quit := kit.Keys.Quit
	if a.screens.Depth() == 1 {
		quit = keyOn(a.Top(), kit.PlainKeys.Quit, quit)
	}
	table := []kit.Key{
		kit.When(keyOn(a.Top(), kit.PlainKeys.Tasks, kit.Keys.Tasks), kit.Unless(len(a.desk.tasks) > 0, "no task was started yet"), a.nav.openTasks),
		a.nav.HistoryKey(kit.Keys.History),
		a.nav.CasesKey(kit.Keys.Cases),
		kit.On(kit.Keys.Theme, a.themes.open),
		kit.On(kit.Keys.Mouse, a.toggleMouse),
		kit.On(kit.Keys.Hints, a.coach.toggle),
		kit.On(keyOn(a.Top(), kit.PlainKeys.Help, kit.Keys.Help), a.openHelp),
		kit.On(quit, a.quit),
	}
	table = slices.Concat(a.screens.besideKeys(), a.nav.differenceKeys(), table)
	if a.nav.hasReport() {
		table = slices.Insert(table, 1, a.nav.ShareKey())
	}
	if a.nav.hasSaveCase() {
		table = slices.Insert(table, 1, a.nav.SaveCaseKey(a.Top()))
	}
	own := a.Top().Keys()
	return slices.DeleteFunc(table, func(k kit.Key) bool {
		return slices.ContainsFunc(own, func(o kit.Key) bool { return o.Help().Desc == k.Help().Desc })
	})
}

// keyOn is the plain binding where a screen leaves its letter free, else the other one.
func keyOn(s kit.Screen, plain, other key.Binding) key.Binding {
	if kit.IsFree(s, plain.Keys()[0]) {
		return plain
	}
	return other
}

// pressKey is the key of a binding, as if it had been pressed.
func pressKey(b key.Binding) tea.Cmd {
	return func() tea.Msg { return kit.KeyPress(b.Keys()[0]) }
}
