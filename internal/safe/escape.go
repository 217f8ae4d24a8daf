package safe

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
)

// Escape writes the characters of a text that are not drawn as themselves (controls,
// marks of direction, invisible ones) as \uXXXX, so that what is pasted into a line is
// seen. Line breaks and tabs stay, as do the joiners and selectors of emoji.
func Escape(text string) string {
	if Text(text).Block(len(text)+1).String() == text && !strings.ContainsRune(text, unicode.ReplacementChar) {
		return text
	}
	var sb strings.Builder
	for _, r := range text {
		if r == '\n' || r == '\r' || r == '\t' || r == '\u200d' || r == '\ufe0f' || r != unicode.ReplacementChar && Text(string(r)).Line(0).String() == string(r) {
			sb.WriteRune(r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			fmt.Fprintf(&sb, `\u%04x`, unit)
		}
	}
	return sb.String()
}
