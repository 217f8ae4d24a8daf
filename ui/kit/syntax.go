package kit

import (
	"strings"

	"a2aform/internal/widget/ansistyle"
)

// SyntaxStyle are the colors of the parts of a text. The zero Style leaves it as it is.
type SyntaxStyle struct {
	Key, String, Number, Literal, Punctuation, Text ansistyle.Style
}

// JSON colors a line of JSON in which no token is cut.
func (st *SyntaxStyle) JSON(line string) string {
	var out strings.Builder
	for line != "" {
		n, style := st.token(line)
		out.WriteString(style.Paint(line[:n]))
		line = line[n:]
	}
	return out.String()
}

// token returns the length of the token that a line begins with, and its color.
func (st *SyntaxStyle) token(line string) (int, ansistyle.Style) {
	switch c := line[0]; {
	case c == '"':
		n := stringEnd(line)
		if rest := strings.TrimLeft(line[n:], " "); strings.HasPrefix(rest, ":") {
			return n, st.Key
		}
		return n, st.String
	case c == '-' || c >= '0' && c <= '9':
		return span(line, "-+.eE0123456789"), st.Number
	case c >= 'a' && c <= 'z':
		return span(line, "abcdefghijklmnopqrstuvwxyz"), st.Literal
	case strings.IndexByte(punctuation, c) >= 0:
		return span(line, punctuation), st.Punctuation
	}
	if n := strings.IndexAny(line, `"{}[]:,-0123456789`+"abcdefghijklmnopqrstuvwxyz"); n > 0 {
		return n, st.Text
	}
	return len(line), st.Text
}

const punctuation = "{}[]:, "

// stringEnd is the length of the JSON string that a line begins with.
func stringEnd(line string) int {
	for i := 1; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(line)
}

// span is how many of the first bytes of a line are among some; at least one.
func span(line, among string) int {
	n := 1
	for n < len(line) && strings.IndexByte(among, line[n]) >= 0 {
		n++
	}
	return n
}

// Header colors a header of HTTP.
func (st *SyntaxStyle) Header(line string) string {
	name, value, ok := strings.Cut(line, ": ")
	if !ok {
		return st.Text.Paint(line)
	}
	return st.Key.Paint(name) + st.Punctuation.Paint(": ") + st.Text.Paint(value)
}

// Request colors the first line of an HTTP request.
func (st *SyntaxStyle) Request(line string) string {
	method, target, _ := strings.Cut(line, " ")
	return st.Literal.Paint(method) + " " + st.String.Paint(target)
}

// Head colors the first line of a message: when it came, and what it is.
func (st *SyntaxStyle) Head(line string) string {
	at := max(strings.Index(line, "  "), 0)
	return st.Punctuation.Paint(line[:at]) + st.Key.Paint(line[at:])
}

// Shell colors a command: its name, flags and quoted texts.
func (st *SyntaxStyle) Shell(line string) string {
	var out strings.Builder
	for i, word := range shellWords(line) {
		style := st.Text
		switch {
		case strings.HasPrefix(word, "-"):
			style = st.Literal
		case strings.HasPrefix(word, "'") || strings.HasPrefix(word, `"`):
			style = st.String
		case i == 0 && word[0] != ' ':
			style = st.Key
		}
		out.WriteString(style.Paint(word))
	}
	return out.String()
}

// shellWords are the words of a command and the spaces between them. Joined they are the
// command again.
func shellWords(line string) (words []string) {
	start, quote := 0, byte(0)
	for i := range len(line) {
		c := line[i]
		if quote == 0 && i > start && (c == ' ') != (line[i-1] == ' ') {
			words, start = append(words, line[start:i]), i
		}
		switch {
		case c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		}
	}
	if start < len(line) {
		words = append(words, line[start:])
	}
	return words
}
