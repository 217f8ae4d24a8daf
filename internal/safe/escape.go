package safe

import (
	"fmt"
	"html"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
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

// EscapeLine writes the characters of a text that are not drawn as themselves, such as
// controls and marks of direction, as \uXXXX, in units of UTF-16 as JSON does. Those in
// keep stay. A byte that is no UTF-8 is written as \udcXX, and a backslash that already
// begins such an escape as \u005c, so that [UnescapeLine] gives exactly the text back.
// A text without any of them stays as it is.
func EscapeLine(text, keep string) string {
	if !HasUnseen(text, keep) && !strings.Contains(text, `\u`) {
		return text
	}
	var sb strings.Builder
	eachRune(text, func(r rune, raw, rest string, seen bool) {
		switch {
		case r == '\\' && len(escapeOf(raw+rest)) > 0:
			sb.WriteString(`\u005c`)
		case seen || strings.ContainsRune(keep, r) && r != utf8.RuneError:
			sb.WriteString(raw)
		case r == utf8.RuneError && len(raw) == 1:
			fmt.Fprintf(&sb, `\udc%02x`, raw[0])
		default:
			for _, unit := range utf16.AppendRune(nil, r) {
				fmt.Fprintf(&sb, `\u%04x`, unit)
			}
		}
	})
	return sb.String()
}

// HasUnseen reports whether a text has characters, other than those in keep, that
// [EscapeLine] writes as escapes.
func HasUnseen(text, keep string) bool {
	if isPlain(text) {
		return false
	}
	found := false
	eachRune(text, func(r rune, _, _ string, seen bool) {
		found = found || !seen && (r == utf8.RuneError || !strings.ContainsRune(keep, r))
	})
	return found
}

// eachRune visits the characters of a text with the bytes of each and what follows.
// seen reports one that is drawn as itself.
func eachRune(text string, visit func(r rune, raw, rest string, seen bool)) {
	marks, previous := 0, rune(0)
	for text != "" {
		r, size := utf8.DecodeRuneInString(text)
		raw, rest := text[:size], text[size:]
		if unicode.In(r, unicode.Mn, unicode.Me) && !isVariation(r) {
			marks++
		} else {
			marks = 0
		}
		seen := false
		switch {
		case r == utf8.RuneError || marks > maxMarks:
		case isVariation(r):
			seen = selects(previous, rest)
		case r == zeroWidthJoiner:
			next, _ := utf8.DecodeRuneInString(rest)
			seen = next != utf8.RuneError && visible(next) == string(next) && joins(previous, rest)
		default:
			seen = unicode.Is(unicode.Zs, r) || visible(r) == string(r)
		}
		visit(r, raw, rest, seen)
		previous, text = r, rest
		if !seen {
			previous = 0 // nothing is joined to an escape
		}
	}
}

// escapeSize is the length of \uXXXX.
const escapeSize = 6

// escapeOf is the escape that a text begins with, "" for none.
func escapeOf(text string) string {
	if len(text) < escapeSize || text[0] != '\\' || text[1] != 'u' {
		return ""
	}
	if _, err := strconv.ParseUint(text[2:escapeSize], 16, 16); err != nil {
		return ""
	}
	return text[:escapeSize]
}

// UnescapeLine is the text that [EscapeLine] made such a line of. Other backslashes,
// and halves of surrogate pairs, stay as they are.
func UnescapeLine(line string) string {
	if !strings.Contains(line, `\u`) {
		return line
	}
	var sb strings.Builder
	for line != "" {
		unit := unitOf(line)
		second := unitOf(line[min(escapeSize, len(line)):])
		switch pair := utf16.DecodeRune(unit, second); {
		case unit < 0:
			sb.WriteByte(line[0])
			line = line[1:]
			continue
		case pair != unicode.ReplacementChar:
			sb.WriteRune(pair)
			line = line[escapeSize:]
		case !utf16.IsSurrogate(unit):
			sb.WriteRune(unit)
		case unit >= 0xdc80 && unit <= 0xdcff:
			sb.WriteByte(byte(unit & 0xff))
		default:
			sb.WriteString(line[:escapeSize])
		}
		line = line[escapeSize:]
	}
	return sb.String()
}

// unitOf is the unit of UTF-16 that a text begins with as an escape, -1 for none.
func unitOf(text string) rune {
	escape := escapeOf(text)
	if escape == "" {
		return -1
	}
	unit, _ := strconv.ParseUint(escape[2:], 16, 16) // it is an escape
	return rune(unit)
}

// HTML is markup of a page. A constant of the program becomes HTML as it is, but a text in a variable does so only through
// [EscapeHTML], [Line.HTML] or [Block.HTML]: the compiler refuses one that is not escaped. Nothing converts a string to HTML
// elsewhere, which a test of internal/arch checks.
type HTML string

// EscapeHTML is a text between tags, or in an attribute with double quotes.
func EscapeHTML(text string) HTML { return HTML(html.EscapeString(text)) }

// HTML is the text as markup.
func (l Line) HTML() HTML { return EscapeHTML(l.text) }

// HTML is the text as markup, for an element that keeps the ends of lines.
func (b Block) HTML() HTML { return EscapeHTML(b.String()) }
