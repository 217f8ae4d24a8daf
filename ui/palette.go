package ui

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"a2aform/internal/widget/picker"
	"a2aform/internal/widget/shortcut"
)

// newPalette lists every action of the screen, those that work first. Choosing
// one presses its key; one that does nothing just now says why.
func newPalette(a *App) *overlay {
	actions := slices.Concat(a.top().keys(), a.everywhere())
	slices.SortStableFunc(actions, func(x, y shortcut.Key) int { return order(x) - order(y) })
	widest, widestKey := 0, 0
	for _, b := range actions {
		widest = max(widest, lipgloss.Width(b.Help().Desc))
		widestKey = max(widestKey, lipgloss.Width(b.Help().Key))
	}
	labels, notes := make([]string, len(actions)), make([]string, len(actions))
	for i, b := range actions {
		labels[i], notes[i] = pad(b.Help().Desc, widest), b.Help().Key
		if !b.Enabled() {
			notes[i] = pad(b.Help().Key, widestKey) + "  – " + b.Why
		}
	}
	list := picker.New("All actions", labels, notes, -1, a.styles.form.Picker)
	list.Faint(func(i int) bool { return !actions[i].Enabled() })
	return &overlay{host: a.host, picker: list, chosen: func(i int) tea.Cmd {
		if b := actions[i]; !b.Enabled() {
			a.status = status{text: b.Help().Desc + ": " + b.Why}
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
	tasks := shortcut.When(keys.Tasks, len(a.tasks) > 0, "no task was started yet")
	everywhere := append([]shortcut.Key{tasks}, shortcut.On(keys.Mouse, keys.Help, keys.Quit)...)
	if slices.ContainsFunc(a.top().keys(), func(k shortcut.Key) bool { return k.Help().Desc == keys.History.Help().Desc }) {
		return everywhere // the screen has a key of its own for it
	}
	return slices.Insert(everywhere, 1, a.historyKey(keys.History))
}

// pressKey is the key of a binding, as if it had been pressed.
func pressKey(b key.Binding) tea.Cmd {
	return func() tea.Msg { return keyPress(b.Keys()[0]) }
}

// keyPress is the message of a key by its name, such as "ctrl+s" or "f2".
func keyPress(name string) tea.KeyPressMsg {
	parts := strings.Split(name, "+")
	var msg tea.KeyPressMsg
	for _, p := range parts[:len(parts)-1] {
		msg.Mod |= map[string]tea.KeyMod{"ctrl": tea.ModCtrl, "alt": tea.ModAlt, "shift": tea.ModShift}[p]
	}
	last := parts[len(parts)-1]
	if code, ok := namedKeys[last]; ok {
		msg.Code = code
		return msg
	}
	msg.Code = []rune(last)[0]
	if msg.Mod == 0 {
		msg.Text = last
	}
	return msg
}

var namedKeys = map[string]rune{
	"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "space": tea.KeySpace,
	"left": tea.KeyLeft, "right": tea.KeyRight, "up": tea.KeyUp, "down": tea.KeyDown,
	"pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "home": tea.KeyHome, "end": tea.KeyEnd,
	"f1": tea.KeyF1, "f2": tea.KeyF2, "f3": tea.KeyF3, "f4": tea.KeyF4, "f5": tea.KeyF5,
	"f6": tea.KeyF6, "f7": tea.KeyF7, "f8": tea.KeyF8, "f9": tea.KeyF9,
}
