// Package shortcut describes the keys of a screen: what each does, and why it does
// nothing just now.
package shortcut

import "charm.land/bubbles/v2/key"

// Key is a key and what it does. One that would do nothing just now is disabled
// and says why: the footer leaves it out, the palette shows the reason.
type Key struct {
	key.Binding
	Why string // it does nothing; "" where it is enabled
}

// On are keys that work.
func On(bindings ...key.Binding) []Key {
	all := make([]Key, len(bindings))
	for i, b := range bindings {
		all[i] = Key{Binding: b}
	}
	return all
}

// When is a key that works if ok is true; else why says what it waits for. The
// reason follows a dash, so it is short and begins in lower case.
func When(b key.Binding, ok bool, why string) Key {
	b.SetEnabled(ok)
	if ok {
		why = ""
	}
	return Key{Binding: b, Why: why}
}
