// Package shortcut describes the keys of a screen: what each does, and why it does
// nothing just now.
package shortcut

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
)

// Key is a key and what it does. One that would do nothing just now is disabled
// and says why: the footer leaves it out, the palette shows the reason.
type Key struct {
	key.Binding
	Why string // it does nothing; "" where it is enabled
}

// InProse is a key as sentences write it, such as Ctrl+S for the ctrl+s of hints.
func InProse(b key.Binding) string {
	parts := strings.Split(b.Help().Key, "+")
	for i, part := range parts {
		if r, size := utf8.DecodeRuneInString(part); part != "" && (len(part) > 1 || len(parts) > 1) {
			parts[i] = string(unicode.ToUpper(r)) + part[size:]
		}
	}
	return strings.Join(parts, "+")
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
