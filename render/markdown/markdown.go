// Package markdown reads a text as Markdown: blocks of spans, without HTML and without what an
// agent could act on a terminal or a browser with.
package markdown

import (
	"regexp"
	"strings"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"a2aform/internal/limit"
	"a2aform/internal/safe"
)

// Block is one block of a Markdown text (CommonMark 0.31, and tables as GitHub
// writes them). All its texts are safe to show.
type Block struct {
	Kind  Kind
	Level int        // of a heading, 1 to 6
	Start int        // of an ordered list, its first number; 0 for a list with bullets
	Runs  []Span     // of a heading, a paragraph
	Lines []string   // of code
	Lang  string     // of code: its language in lower case, "" for none
	Rows  [][][]Span // of a table: the cells of each row, the first being its head
	Align []Align    // of a table: one for each column, or none where all are Left
	Parts []*Block   // of a quote, a list (its items), an item
}

// Kind is the kind of a block.
type Kind uint8

// The kinds of blocks.
const (
	Paragraph Kind = iota
	Heading
	Code
	Quote
	List
	Item
	Table
	Rule
)

// Align is where the cells of a column stand.
type Align uint8

// The alignments of columns.
const (
	Left Align = iota
	Center
	Right
)

// Span is a piece of running text in one style.
type Span struct {
	Text  string
	Style SpanStyle
}

// SpanStyle is the style of a span.
type SpanStyle uint8

// The styles of spans.
const (
	Plain SpanStyle = iota
	Strong
	Emphasis
	CodeSpan
	Link  // an address
	Break // the end of a line; it has no text
)

// commonMark is goldmark's parser alone: its renderer would double what it adds
// to the program, and pass on what we want to see.
var commonMark = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(parser.DefaultBlockParsers()...),
		parser.WithInlineParsers(parser.DefaultInlineParsers()...),
		parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...),
	)
})

// markdownReader turns goldmark's tree into blocks.
type markdownReader struct {
	source []byte
	loose  bool // every line stays a line of its own
}

// Read are the passages of a Markdown text. Loose ones keep their line
// breaks, as texts do that only look like Markdown.
func Read(source string, loose bool) []*Block {
	r := markdownReader{source: []byte(source), loose: loose}
	return r.blocks(r.parse())
}

func (r *markdownReader) parse() ast.Node {
	return commonMark().Parse(text.NewReader(r.source))
}

func (r *markdownReader) blocks(parent ast.Node) []*Block {
	passages := []*Block{}
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		if table := r.table(n); table != nil {
			passages = append(passages, table...)
			continue
		}
		if p := r.block(n); p.Kind != Paragraph || len(p.Runs) > 0 {
			passages = append(passages, p)
		}
	}
	return passages
}

func (r *markdownReader) block(n ast.Node) *Block {
	switch n := n.(type) {
	case *ast.Heading:
		return &Block{Kind: Heading, Level: n.Level, Runs: r.inlines(n, Plain)}
	case *ast.ThematicBreak:
		return &Block{Kind: Rule}
	case *ast.FencedCodeBlock:
		return &Block{Kind: Code, Lines: r.rawLines(n), Lang: strings.ToLower(shownText(n.Language(r.source)))}
	case *ast.CodeBlock:
		return &Block{Kind: Code, Lines: r.rawLines(n)}
	case *ast.HTMLBlock:
		lines := r.rawLines(n)
		if n.HasClosure() {
			lines = append(lines, shownLine(n.ClosureLine.Value(r.source)))
		}
		return &Block{Kind: Code, Lines: lines}
	case *ast.Blockquote:
		return &Block{Kind: Quote, Parts: r.blocks(n)}
	case *ast.List:
		list := &Block{Kind: List, Parts: r.blocks(n)}
		if n.IsOrdered() {
			list.Start = max(n.Start, 1)
		}
		return list
	case *ast.ListItem:
		return &Block{Kind: Item, Parts: r.blocks(n)}
	}
	return &Block{Kind: Paragraph, Runs: r.inlines(n, Plain)}
}

func (r *markdownReader) rawLines(n ast.Node) []string {
	var lines []string
	for _, segment := range n.Lines().Sliced(0, n.Lines().Len()) {
		lines = append(lines, shownLine(segment.Value(r.source)))
	}
	return lines
}

// inlines are the runs of a block or of an inline that contains others.
func (r *markdownReader) inlines(parent ast.Node, style SpanStyle) []Span {
	var runs []Span
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		runs = append(runs, r.inline(n, style)...)
	}
	return runs
}

func (r *markdownReader) inline(n ast.Node, style SpanStyle) []Span {
	switch n := n.(type) {
	case *ast.Text:
		return r.text(n, style)
	case *ast.String:
		return []Span{{shownText(n.Value), style}}
	case *ast.CodeSpan:
		return r.inlines(n, CodeSpan)
	case *ast.Emphasis:
		if n.Level > 1 {
			return r.inlines(n, Strong)
		}
		return r.inlines(n, max(style, Emphasis))
	case *ast.Link:
		return withAddress(r.inlines(n, style), n.Destination)
	case *ast.Image:
		return withAddress(append([]Span{{"▣ ", style}}, r.inlines(n, style)...), n.Destination)
	case *ast.AutoLink:
		return []Span{{shownText(n.URL(r.source)), Link}}
	case *ast.RawHTML:
		var raw strings.Builder
		for _, segment := range n.Segments.Sliced(0, n.Segments.Len()) {
			raw.Write(segment.Value(r.source))
		}
		return []Span{{shownText([]byte(raw.String())), style}}
	}
	return r.inlines(n, style)
}

func (r *markdownReader) text(n *ast.Text, style SpanStyle) []Span {
	value := n.Value(r.source)
	if !n.IsRaw() && style != CodeSpan {
		value = util.UnescapePunctuations(util.ResolveEntityNames(util.ResolveNumericReferences(value)))
	}
	runs := []Span{{shownText(value), style}}
	switch {
	case n.HardLineBreak(), n.SoftLineBreak() && r.loose:
		runs = append(runs, Span{Style: Break})
	case n.SoftLineBreak():
		runs = append(runs, Span{" ", style})
	}
	return runs
}

// withAddress puts the address of a link after its text, where it is not the
// text itself: nothing here can be clicked, so nothing must hide where it leads.
func withAddress(runs []Span, address []byte) []Span {
	shown := shownText(address)
	if shown == "" || Text(runs) == shown {
		return runs
	}
	return append(runs, Span{" (", Plain}, Span{shown, Link}, Span{")", Plain})
}

// Text is the text of spans, without their styles.
func Text(runs []Span) string {
	var sb strings.Builder
	for _, r := range runs {
		sb.WriteString(r.Text)
	}
	return sb.String()
}

// shownText makes untrusted text safe, its newlines spaces.
func shownText(raw []byte) string {
	return safe.Text(strings.ReplaceAll(string(raw), "\n", " ")).Line(limit.MarkdownBytes.Int()).String()
}

// shownLine makes a line of code safe; tabs become spaces.
func shownLine(raw []byte) string {
	return safe.Text(strings.TrimRight(string(raw), "\r\n")).Block(limit.MarkdownBytes.Int()).String()
}

// Fenced returns code in a fence that is longer than any in it.
func Fenced(language, code string) string {
	fence := "```"
	for strings.Contains(code, fence) {
		fence += "`"
	}
	return fence + language + "\n" + strings.TrimRight(code, "\n") + "\n" + fence + "\n"
}

// What a parser of Markdown takes for no more than linear time. Its time grows
// with the square of the marks in one paragraph, and of the containers that one
// line opens.
const (
	maxMarks      = 2000 // of emphasis, code and links in one paragraph
	maxContainers = 100  // characters of quotes and items at the start of a line
)

// IsTooLong reports a text that is longer, or more marked up, than is read as
// Markdown.
func IsTooLong(text string) bool {
	if len(text) > limit.MarkdownBytes.Int() {
		return true
	}
	marks := 0
	for line := range strings.Lines(text) {
		body := strings.TrimLeft(line, " \t>-+*0123456789.)")
		if strings.TrimSpace(line) == "" || isItem(strings.TrimLeft(line, " ")) {
			marks = 0
		}
		for _, c := range []byte(line) {
			if strings.IndexByte("*_[]!<`\\&", c) >= 0 {
				marks++
			}
		}
		containers := len(line) - len(body) - strings.Count(line[:len(line)-len(body)], " ")
		if marks > maxMarks || containers > maxContainers {
			return true
		}
	}
	return false
}

// IsType reports the media types of Markdown (RFC 7763, and what was used
// before it), with any parameters.
func IsType(media safe.Raw) bool {
	name, _, _ := strings.Cut(strings.ToLower(media.Line(0).String()), ";")
	name = strings.TrimSpace(name)
	return name == "text/markdown" || name == "text/x-markdown"
}

// IsUntyped reports a media type that leaves open what a text is.
func IsUntyped(media safe.Raw) bool {
	name, _, _ := strings.Cut(strings.ToLower(media.Line(0).String()), ";")
	name = strings.TrimSpace(name)
	return name == "" || name == "text/plain" || name == "text"
}

// strong matches a strong text and a link.
var strong = regexp.MustCompile(`(^|[\s(])\*\*[^\s*]([^*]*[^\s*])?\*\*|\[[^\]\n]+\]\(https?://[^\s)]+\)`).MatchString

// IsLikely reports a text that is plainly Markdown: it has a table, a
// fenced block, a strong text, a link, or two of headings with an empty line below, and
// items of a list, but not items alone. It reads lines alone, so
// that plain text is rarely taken for it; and if it is, its lines stay lines.
func IsLikely(text string) bool {
	if len(text) > limit.MarkdownBytes.Int() || strings.HasPrefix(text, "#!") {
		return false
	}
	lines := strings.Split(text, "\n")
	fences, headings, items := 0, 0, 0
	for i, line := range lines {
		next := ""
		if i+1 < len(lines) {
			next = strings.TrimSpace(lines[i+1])
		}
		switch {
		case strings.HasPrefix(line, "```"):
			fences++
		case strings.HasPrefix(line, "|") && strings.Contains(next, "-|") && IsDelimiter(next):
			return true
		case isHeading(line) && next == "":
			headings++
		case isItem(line):
			items++
		}
		if (strings.Contains(line, "**") || strings.Contains(line, "](http")) && strong(line) {
			return true
		}
	}
	return fences >= 2 || headings > 0 && headings+items >= 2
}

// isHeading reports "# " to "###### " and words after it.
func isHeading(line string) bool {
	rest := strings.TrimLeft(line, "#")
	level := len(line) - len(rest)
	return level >= 1 && level <= 6 && strings.HasPrefix(rest, " ") && strings.TrimSpace(rest) != ""
}

// isItem reports "- ", "* " or "1. " at the start of a line.
func isItem(line string) bool {
	if strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "* ") {
		return true
	}
	rest := strings.TrimLeft(line, "0123456789")
	return len(rest) < len(line) && len(line)-len(rest) <= 3 && strings.HasPrefix(rest, ". ")
}
