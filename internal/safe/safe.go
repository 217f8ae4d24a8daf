package safe

import (
	"fmt"
	"io"
	"strings"

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
