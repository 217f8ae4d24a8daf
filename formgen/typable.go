package formgen

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"

	"a2aform/internal/safe"
)

// isTypable reports text that a line to type in shows as it is. Text with tabs,
// control, invisible or replacement characters would be changed or hidden by it, so it is
// edited as JSON, where they are written as escapes.
func isTypable(text string) bool {
	return safe.Text(text).Block(len(text)+1).String() == text && !strings.ContainsRune(text, unicode.ReplacementChar)
}

// escapeUntypable writes the characters of a JSON text that cannot be seen as
// escapes. They can only be in strings, where that means the same.
func escapeUntypable(text string) string {
	if isTypable(text) {
		return text
	}
	var sb strings.Builder
	for _, r := range text {
		if r == '\n' || isVisible(r) {
			sb.WriteRune(r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			fmt.Fprintf(&sb, "\\u%04x", unit)
		}
	}
	return sb.String()
}

// isVisible reports whether a character is drawn as itself. Joiners and selectors
// are part of emoji.
func isVisible(r rune) bool {
	s := string(r)
	if r == unicode.ReplacementChar {
		return false // bubbles takes it out
	}
	return r == '\u200d' || r == '\ufe0f' || safe.Text(s).Line(0).String() == s
}
