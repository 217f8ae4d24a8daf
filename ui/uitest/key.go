package uitest

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// plainKeys are what a terminal sends for keys that are no characters.
var plainKeys = map[string]string{
	"enter": "\r", "alt+enter": "\x1b\r", "tab": "\t", "esc": "\x1b", "backspace": "\x7f", "space": " ", "shift+tab": "\x1b[Z",
	"f1": "\x1bOP", "f2": "\x1bOQ", "f3": "\x1bOR", "f4": "\x1bOS", "f5": "\x1b[15~", "f6": "\x1b[17~",
	"f7": "\x1b[18~", "f8": "\x1b[19~", "f9": "\x1b[20~", "shift+f2": "\x1b[1;2Q", "shift+f6": "\x1b[17;2~", "insert": "\x1b[2~", "delete": "\x1b[3~", "pgup": "\x1b[5~", "pgdown": "\x1b[6~",
}

// cursorKeys are the final letters of keys that may carry modifiers (xterm).
var cursorKeys = map[string]string{"up": "A", "down": "B", "right": "C", "left": "D", "end": "F", "home": "H"}

// modifiers are the bits of the modifiers (xterm).
var modifiers = map[string]int{"shift": 1, "alt": 2, "ctrl": 4}

// sequence is what a terminal sends for a key by its name.
func sequence(name string) (string, bool) {
	if seq, ok := plainKeys[name]; ok {
		return seq, true
	}
	if utf8.RuneCountInString(name) == 1 {
		return name, true
	}
	parts := strings.Split(name, "+")
	last := parts[len(parts)-1]
	mods := 0
	for _, p := range parts[:len(parts)-1] {
		bit, ok := modifiers[p]
		if !ok {
			return "", false
		}
		mods |= bit
	}
	if final, ok := cursorKeys[last]; ok {
		if mods == 0 {
			return "\x1b[" + final, true
		}
		return "\x1b[1;" + strconv.Itoa(mods+1) + final, true
	}
	return letter(last, mods)
}

// letter is a letter with ctrl or alt, or a slash with alt.
func letter(last string, mods int) (string, bool) {
	isLetter := len(last) == 1 && last[0] >= 'a' && last[0] <= 'z'
	switch {
	case mods == modifiers["ctrl"] && isLetter:
		return string(last[0] & 0x1f), true
	case mods == modifiers["alt"] && (isLetter || last == "/"):
		return "\x1b" + last, true
	}
	return "", false
}

// quote is texts for a message.
func quote(texts ...string) string {
	quoted := make([]string, len(texts))
	for i, s := range texts {
		quoted[i] = strconv.Quote(s)
	}
	return strings.Join(quoted, ", ")
}
