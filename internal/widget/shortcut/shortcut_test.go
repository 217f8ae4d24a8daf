package shortcut_test

import (
	"testing"

	"charm.land/bubbles/v2/key"

	"a2aform/internal/widget/shortcut"
)

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
