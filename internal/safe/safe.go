// Package safe turns text that came from outside into text that may be drawn
// on a terminal.
//
// Cards, schemas, events and files are written by strangers. Their text can
// hold escape sequences, carriage returns, bidirectional overrides or a
// thousand combining marks. The type system keeps it off the screen: untrusted
// text is a [Raw], which has no String method; only a [Line] or a [Block] made
// from it can be drawn. Nothing is ever removed silently: what cannot be shown
// as it is, is shown as a visible mark, so no text can hide other text.
//
// A page takes [HTML], which only these functions make of a text.
//
// [NewLogWriter] writes for the log of a CI job, which is read by a program.
//
// [FileName], [Words] and [Nearest] work on names.
//
// The package knows Unicode and nothing else: no JSON, no schema, no screen.
package safe

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"a2aform/internal/limit"
)

// LabelLimit is after how many bytes, as they arrived, a name, a title or a line
// of a status is cut with a visible mark.
func LabelLimit() int { return limit.LabelBytes.Int() }

// CellLimit is the same for a cell of a table.
func CellLimit() int { return limit.CellBytes.Int() }

// TextLimit is the same for a description or a message.
func TextLimit() int { return limit.TextBytes.Int() }

// Ellipsis marks the place where text was cut.
const Ellipsis = "…"

// Raw is text from outside, kept exactly as it came. It has no String method
// on purpose; fmt prints it escaped, so that not even an error can leak it.
type Raw struct{ text string }

// Text marks s as text from outside.
func Text(s string) Raw { return Raw{s} }

// Exact returns the text as it came: for requests, for comparison, for storage and for map
// keys. It must never reach a screen, a log or an error message.
func (r Raw) Exact() string { return r.text }

// Len is how many bytes it has.
func (r Raw) Len() int { return len(r.text) }

// IsEmpty reports whether there is no text at all.
func (r Raw) IsEmpty() bool { return r.text == "" }

// PlainWidth is how wide the text is on a screen, if it is printable ASCII alone:
// then it is drawn unchanged.
func (r Raw) PlainWidth() (width int, ok bool) {
	for i := range len(r.text) {
		if r.text[i] < ' ' || r.text[i] > '~' {
			return 0, false
		}
	}
	return len(r.text), true
}

// Line is the text on one line, cut after most bytes (0 means [LabelLimit]).
// Newlines and tabs become visible marks.
func (r Raw) Line(most int) Line {
	if most <= 0 {
		most = LabelLimit()
	}
	text, cut := head(r.text, most)
	s := clean(text, false)
	if cut {
		s += Ellipsis
	}
	return Line{s}
}

// Summary is the first paragraph: what a docstring says before its blank line.
func (r Raw) Summary() Raw {
	text := strings.TrimSpace(strings.ReplaceAll(r.text, "\r\n", "\n"))
	first, _, _ := strings.Cut(text, "\n\n")
	return Raw{strings.Join(strings.FieldsFunc(first, func(c rune) bool { return c == '\n' }), " ")}
}

// Block is the text on as many lines as it has, cut after most bytes (0 means
// [TextLimit]). Tabs become spaces; a carriage return before a newline is part
// of the newline.
func (r Raw) Block(most int) Block {
	if most <= 0 {
		most = TextLimit()
	}
	text, cut := head(r.text, most)
	if !cut && strings.IndexByte(text, '\n') < 0 {
		return Block{lines: []Line{{clean(text, true)}}}
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	parts := strings.Split(text, "\n")
	b := Block{lines: make([]Line, len(parts)), cut: cut}
	for i, part := range parts {
		b.lines[i] = Line{clean(part, true)}
	}
	if cut {
		last := len(b.lines) - 1
		b.lines[last] = Line{b.lines[last].text + Ellipsis}
	}
	return b
}

// MarshalText is the exact text, for storage.
func (r Raw) MarshalText() ([]byte, error) { return []byte(r.text), nil }

// UnmarshalText takes text from storage, which is still untrusted.
func (r *Raw) UnmarshalText(text []byte) error {
	r.text = string(text)
	return nil
}

// Format lets every verb of fmt print the escaped line, never the raw text.
func (r Raw) Format(f fmt.State, _ rune) {
	_, _ = io.WriteString(f, r.Line(0).text)
}

// Line is one line of text that is safe to draw.
type Line struct{ text string }

// String is the text to draw.
func (l Line) String() string { return l.text }

// Block is text on several lines that is safe to draw.
type Block struct {
	lines []Line
	cut   bool
}

// Lines are the lines to draw, in order. Text without a newline is one line.
func (b Block) Lines() []Line { return b.lines }

// Cut reports whether the text was longer than the limit; the last line then
// ends with [Ellipsis].
func (b Block) Cut() bool { return b.cut }

// String is the text to draw, its lines joined by newlines.
func (b Block) String() string {
	var sb strings.Builder
	for i, l := range b.lines {
		if i > 0 {
			sb.WriteByte('\n')
		}
		sb.WriteString(l.text)
	}
	return sb.String()
}

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

// Words splits a name at punctuation and where its case changes: "accessToken" and "ACCESS_TOKEN"
// are both access and token.
func Words(name string) []string {
	var words []string
	var word []rune
	end := func() {
		if len(word) > 0 {
			words = append(words, strings.ToLower(string(word)))
		}
		word = nil
	}
	runes := []rune(name)
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			end()
			continue
		case unicode.IsUpper(r) && i > 0 && unicode.IsLower(runes[i-1]),
			unicode.IsUpper(r) && i+1 < len(runes) && unicode.IsLower(runes[i+1]):
			end() // "apiKey", and the K of "APIKey"
		}
		word = append(word, r)
	}
	end()
	return words
}
