package safe

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxMarks is how many combining marks one base character may carry; more
// would draw over the neighboring lines, and an ellipsis replaces them.
const maxMarks = 4

// head cuts s after limit bytes at a character boundary.
func head(s string, limit int) (string, bool) {
	if len(s) <= limit {
		return s, false
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit], true
}

// clean makes every character of s visible. Tabs become spaces when tabs is
// set, else a mark.
func clean(s string, tabs bool) string {
	if isPlain(s) {
		return s
	}
	var sb strings.Builder
	sb.Grow(len(s))
	marks := 0
	var previous rune
	for i, r := range s {
		if isCommon(r) {
			sb.WriteRune(r)
			marks, previous = 0, r
			continue
		}
		if unicode.In(r, unicode.Mn, unicode.Me) && !isVariation(r) {
			if marks++; marks == maxMarks+1 {
				sb.WriteString(Ellipsis)
			}
			if marks > maxMarks {
				continue
			}
		} else {
			marks = 0
		}
		switch {
		case r == '\t' && tabs:
			sb.WriteString("    ")
		case isVariation(r) && !selects(previous, s[i+utf8.RuneLen(r):]):
			sb.WriteString(codePoint(r))
			r = '⟩' // nothing is joined to what only names a selector
		case r == zeroWidthJoiner && joins(previous, s[i+utf8.RuneLen(r):]):
			// not drawn: see joins
		default:
			sb.WriteString(visible(r))
		}
		previous = r
	}
	return sb.String()
}

// isPlain reports whether s contains printable ASCII only, which needs no work.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] < 0x20 || s[i] > 0x7e {
			return false
		}
	}
	return true
}

// isCommon reports printable ASCII, Latin and Cyrillic letters and Han: most of
// what is not ASCII, shown as it is without a look at Unicode's tables.
func isCommon(r rune) bool {
	return r >= 0x20 && r < 0x7f || r > 0xbf && r < 0x250 || r >= 0x410 && r < 0x450 || r >= 0x4e00 && r < 0x9fff
}

const zeroWidthJoiner = '\u200d'

func isVariation(r rune) bool { return r == '\ufe0f' || r == '\ufe0e' }

// selects reports whether a variation selector behind previous chooses the form
// of a pictograph or begins a keycap; anywhere else terminals and programs
// differ about the width of what it changes.
func selects(previous rune, rest string) bool {
	const keycap = '\u20e3'
	next, _ := utf8.DecodeRuneInString(rest)
	return unicode.In(previous, unicode.So, unicode.Sm) || next == keycap || previous == '‼' || previous == '⁉'
}

// joins reports whether a zero-width joiner between previous and the rest is part of
// an emoji. Its parts are drawn side by side: terminals disagree about the width of
// what is joined, and by that an agent could push what follows out of sight.
func joins(previous rune, rest string) bool {
	next, _ := utf8.DecodeRuneInString(rest)
	pictograph := func(r rune) bool { return unicode.In(r, unicode.So, unicode.Sk) }
	return (pictograph(previous) || isVariation(previous)) && pictograph(next)
}

// visible is how one character is drawn: itself, a control picture, or its
// code point in angle brackets.
func visible(r rune) string {
	switch {
	case r == '\n':
		return "⏎"
	case r < 0x20:
		return string('\u2400' + r) // Control Pictures: ␀ ␁ … ␛
	case r == 0x7f:
		return "␡"
	case r == utf8.RuneError:
		return "\ufffd"
	case isVariation(r):
		return string(r)
	case unicode.IsPrint(r) && !unicode.Is(unicode.Variation_Selector, r):
		return printable(r)
	case r == '\u00a0' || unicode.Is(unicode.Zs, r):
		return " "
	}
	return codePoint(r)
}

// printable shows what Unicode calls printable, except the few characters that
// look like nothing and so could hide or pad text.
func printable(r rune) string {
	switch r {
	case '\u115f', '\u1160', '\u3164', '\uffa0', '\u2800', '\u034f', '\u17b4', '\u17b5':
		return codePoint(r)
	}
	return string(r)
}

func codePoint(r rune) string { return fmt.Sprintf("⟨U+%04X⟩", r) }
