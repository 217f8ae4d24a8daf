package kit

import (
	"strings"
	"unicode"

	"a2aform/internal/widget/ansistyle"
	"a2aform/render/draw"
)

// SyntaxStyle are the colors of the parts of a text. The zero Style leaves it as it is.
type SyntaxStyle struct {
	Key, String, Number, Literal, Punctuation, Text, Added, Removed ansistyle.Style
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

// Difference colors a line of a difference of two texts: added, removed, and what says where.
func (st *SyntaxStyle) Difference(line string) string {
	style := st.Text
	switch {
	case isMarkOfDifference(line):
		style = st.Punctuation
	case strings.HasPrefix(line, "+"), strings.HasPrefix(line, ">"):
		style = st.Added
	case strings.HasPrefix(line, "-"), strings.HasPrefix(line, "<"):
		style = st.Removed
	}
	return style.Paint(line)
}

func isMarkOfDifference(line string) bool {
	for _, mark := range []string{"--- ", "+++ ", "@@", "===", "Index: ", "diff ", "index "} {
		if strings.HasPrefix(line, mark) {
			return true
		}
	}
	return false
}

// Code returns what colors a line of code in a language.
func (st *SyntaxStyle) Code(language string) draw.Paint {
	switch language {
	case "json", "jsonl", "jsonc", "json5":
		return st.JSON
	case "sh", "bash", "zsh", "fish", "shell", "console":
		return st.Shell
	case "", "text", "txt", "plain", "markdown", "md":
		return st.Text.Paint
	case "diff", "patch", "udiff":
		return st.Difference
	case "sql", "lua", "haskell", "ada":
		return func(line string) string { return st.source(line, "--") }
	case "python", "py", "ruby", "rb", "yaml", "yml", "toml", "r", "perl", "make", "makefile", "dockerfile", "ini", "elixir", "julia":
		return func(line string) string { return st.source(line, "#") }
	}
	return func(line string) string { return st.source(line, "//") }
}

// source colors a line of a programming language: comments, texts in quotes, numbers, and words that are keywords in the common languages.
func (st *SyntaxStyle) source(line, comment string) string {
	var out strings.Builder
	for line != "" {
		n, style := st.sourceToken(line, comment)
		out.WriteString(style.Paint(line[:n]))
		line = line[n:]
	}
	return out.String()
}

func (st *SyntaxStyle) sourceToken(line, comment string) (int, ansistyle.Style) {
	isWord := func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	length := func(ok func(rune) bool) int {
		if n := strings.IndexFunc(line, func(r rune) bool { return !ok(r) }); n >= 0 {
			return n
		}
		return len(line)
	}
	switch c := line[0]; {
	case strings.HasPrefix(line, comment):
		return len(line), st.Punctuation
	case c == '"' || c == '\'' || c == '`':
		return quoteEnd(line), st.String
	case c >= '0' && c <= '9':
		return length(func(r rune) bool { return r == '.' || isWord(r) }), st.Number
	}
	if n := length(isWord); n > 0 {
		if codeKeywords[strings.ToLower(line[:n])] {
			return n, st.Key
		}
		return n, st.Text
	}
	n := strings.IndexFunc(line[1:], func(r rune) bool { return isWord(r) || strings.ContainsRune("\"'`", r) || r == rune(comment[0]) })
	if n < 0 {
		return len(line), st.Text
	}
	return n + 1, st.Text
}

// quoteEnd is the length of the quoted text that a line begins with. A quote without an end, such as an apostrophe, is one character.
func quoteEnd(line string) int {
	for i := 1; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case line[0]:
			return i + 1
		}
	}
	return 1
}

// codeKeywords are words that are keywords in several of the common languages.
var codeKeywords = func() map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(`and as async await break case catch class const continue def default defer do elif else enum except export extends
		false finally fn for from func function go if impl import in interface is let map match mod new nil none not null or package pass private pub public
		raise return select self static struct super switch this throw true try type use var void where while with yield
		create delete drop group by having insert into join left limit on order set table update values`) {
		set[word] = true
	}
	return set
}()
