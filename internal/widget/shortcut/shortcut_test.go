package shortcut_test

import (
	"testing"

	"charm.land/bubbles/v2/key"

	"a2aform/internal/widget/shortcut"
)

func TestKeysInProse(t *testing.T) {
	for hint, want := range map[string]string{
		"ctrl+s": "Ctrl+S", "f6": "F6", "shift+tab": "Shift+Tab", "enter": "Enter", "ctrl+↑": "Ctrl+↑", "o": "o", "/": "/", "ctrl++": "Ctrl++", "+": "+", "": "",
	} {
		if got := shortcut.InProse(key.NewBinding(key.WithHelp(hint, "Do it"))); got != want {
			t.Errorf("%q is %q, want %q", hint, got, want)
		}
	}
}

func TestWhen(t *testing.T) {
	b := key.NewBinding(key.WithKeys("x"), key.WithHelp("x", "cancel"))
	if on := shortcut.When(b, true, "it is over"); !on.Enabled() || on.Why != "" {
		t.Errorf("works: %v %q", on.Enabled(), on.Why)
	}
	if off := shortcut.When(b, false, "it is over"); off.Enabled() || off.Why != "it is over" || !b.Enabled() {
		t.Errorf("does not: %v %q, and the binding %v", off.Enabled(), off.Why, b.Enabled())
	}
	for _, k := range shortcut.On(b, b) {
		if !k.Enabled() || k.Why != "" {
			t.Errorf("on: %v %q", k.Enabled(), k.Why)
		}
	}
}
