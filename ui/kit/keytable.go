package kit

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/run"
	"a2aform/internal/widget/shortcut"
)

// Key is an action of a screen. The keys of a screen are one table: what a key does, what the footer, help and the palette show,
// and the page of all keys are made of it.
type Key struct {
	shortcut.Key
	Do    func() (Action, tea.Cmd) // nil for a key of what has the focus, which handles it
	Group string                   // under which help lists it; "" where a screen has few keys
}

// In is the action in a group.
func (k Key) In(group string) Key {
	k.Group = group
	return k
}

// Moving is the group of keys that move the cursor or the window. The command palette leaves them out.
const Moving = "Move"

// deed is what an action does.
type deed interface {
	func() | func() Action | func() tea.Cmd | func() (Action, tea.Cmd)
}

// On is an action that can be done.
func On[F deed](b key.Binding, do F) Key { return When(b, "", do) }

// When is an action that can be done if why is "". Else why says what it waits for: it stands in the status
// line and, after a dash, in the palette, so it is short and begins in lower case.
func When[F deed](b key.Binding, why string, do F) Key {
	k := Key{Key: shortcut.When(b, why == "", why)}
	switch do := any(do).(type) {
	case func():
		k.Do = func() (Action, tea.Cmd) {
			do()
			return Action{}, nil
		}
	case func() Action:
		k.Do = func() (Action, tea.Cmd) { return do(), nil }
	case func() tea.Cmd:
		k.Do = func() (Action, tea.Cmd) { return Action{}, do() }
	case func() (Action, tea.Cmd):
		k.Do = do
	}
	return k
}

// Unless is why where something does not hold, else "".
func Unless(ok bool, why string) string {
	if ok {
		return ""
	}
	return why
}

// Shown are keys that what has the focus handles.
func Shown(keys ...shortcut.Key) []Key {
	all := make([]Key, len(keys))
	for i, k := range keys {
		all[i] = Key{Key: k}
	}
	return all
}

// TrafficKey opens the requests and responses of a connection.
func TrafficKey(h *Host, of func() *run.Traffic) Key {
	return On(Keys.Wire, func() Action { return h.Nav.OpenTraffic(of()) })
}

// Press does what the table of a screen says of a key. Of an action that cannot be done now, it says why. It reports false where the
// table has no action for the key.
func Press(msg tea.KeyPressMsg, table []Key) (act Action, cmd tea.Cmd, done bool) {
	name := msg.String()
	has := func(k Key) bool { return k.Do != nil && slices.Contains(k.Keys(), name) }
	if i := slices.IndexFunc(table, func(k Key) bool { return has(k) && k.Enabled() }); i >= 0 {
		act, cmd = table[i].Do()
		return act, cmd, true
	}
	if i := slices.IndexFunc(table, has); i >= 0 {
		return Infof("%s", table[i].Why), nil, true
	}
	return act, nil, false
}
