package render

import (
	"strings"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"a2aform/internal/limit"
	"a2aform/internal/safe"
)

// passage is one block of a Markdown text (CommonMark 0.31, and tables as GitHub
// writes them). All its texts are safe to show.
type passage struct {
	kind  passageKind
	level int        // of a heading, 1 to 6
	start int        // of an ordered list, its first number; 0 for a list with bullets
	runs  []run      // of a heading, a paragraph
	lines []string   // of code
	rows  [][][]run  // of a table: the cells of each row, the first being its head
	parts []*passage // of a quote, a list (its items), an item
}

type passageKind uint8

const (
	paragraphPassage passageKind = iota
	headingPassage
	codePassage
	quotePassage
	listPassage
	itemPassage
	tablePassage
	rulePassage
)

// run is a piece of running text in one style.
type run struct {
	text  string
	style runStyle
}

type runStyle uint8

const (
	plainRun runStyle = iota
	strongRun
	emphasisRun
	codeRun
	linkRun  // an address
	breakRun // the end of a line; it has no text
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

// markdownReader turns goldmark's tree into passages.
type markdownReader struct {
	source []byte
	loose  bool // every line stays a line of its own
}

// readMarkdown are the passages of a Markdown text. Loose ones keep their line
// breaks, as texts do that only look like Markdown.
func readMarkdown(source string, loose bool) []*passage {
	r := markdownReader{source: []byte(source), loose: loose}
	return r.blocks(r.parse())
}

func (r *markdownReader) parse() ast.Node {
	return commonMark().Parse(text.NewReader(r.source))
}

func (r *markdownReader) blocks(parent ast.Node) []*passage {
	passages := []*passage{}
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		if table := r.table(n); table != nil {
			passages = append(passages, table...)
			continue
		}
		if p := r.block(n); p.kind != paragraphPassage || len(p.runs) > 0 {
			passages = append(passages, p)
		}
	}
	return passages
}

func (r *markdownReader) block(n ast.Node) *passage {
	switch n := n.(type) {
	case *ast.Heading:
		return &passage{kind: headingPassage, level: n.Level, runs: r.inlines(n, plainRun)}
	case *ast.ThematicBreak:
		return &passage{kind: rulePassage}
	case *ast.CodeBlock, *ast.FencedCodeBlock:
		return &passage{kind: codePassage, lines: r.rawLines(n)}
	case *ast.HTMLBlock:
		lines := r.rawLines(n)
		if n.HasClosure() {
			lines = append(lines, shownLine(n.ClosureLine.Value(r.source)))
		}
		return &passage{kind: codePassage, lines: lines}
	case *ast.Blockquote:
		return &passage{kind: quotePassage, parts: r.blocks(n)}
	case *ast.List:
		list := &passage{kind: listPassage, parts: r.blocks(n)}
		if n.IsOrdered() {
			list.start = max(n.Start, 1)
		}
		return list
	case *ast.ListItem:
		return &passage{kind: itemPassage, parts: r.blocks(n)}
	}
	return &passage{kind: paragraphPassage, runs: r.inlines(n, plainRun)}
}

func (r *markdownReader) rawLines(n ast.Node) []string {
	var lines []string
	for _, segment := range n.Lines().Sliced(0, n.Lines().Len()) {
		lines = append(lines, shownLine(segment.Value(r.source)))
	}
	return lines
}

// inlines are the runs of a block or of an inline that holds others.
func (r *markdownReader) inlines(parent ast.Node, style runStyle) []run {
	var runs []run
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		runs = append(runs, r.inline(n, style)...)
	}
	return runs
}

func (r *markdownReader) inline(n ast.Node, style runStyle) []run {
	switch n := n.(type) {
	case *ast.Text:
		return r.text(n, style)
	case *ast.String:
		return []run{{shownText(n.Value), style}}
	case *ast.CodeSpan:
		return r.inlines(n, codeRun)
	case *ast.Emphasis:
		if n.Level > 1 {
			return r.inlines(n, strongRun)
		}
		return r.inlines(n, max(style, emphasisRun))
	case *ast.Link:
		return withAddress(r.inlines(n, style), n.Destination)
	case *ast.Image:
		return withAddress(append([]run{{"▣ ", style}}, r.inlines(n, style)...), n.Destination)
	case *ast.AutoLink:
		return []run{{shownText(n.URL(r.source)), linkRun}}
	case *ast.RawHTML:
		var raw strings.Builder
		for _, segment := range n.Segments.Sliced(0, n.Segments.Len()) {
			raw.Write(segment.Value(r.source))
		}
		return []run{{shownText([]byte(raw.String())), style}}
	}
	return r.inlines(n, style)
}

func (r *markdownReader) text(n *ast.Text, style runStyle) []run {
	value := n.Value(r.source)
	if !n.IsRaw() && style != codeRun {
		value = util.UnescapePunctuations(util.ResolveEntityNames(util.ResolveNumericReferences(value)))
	}
	runs := []run{{shownText(value), style}}
	switch {
	case n.HardLineBreak(), n.SoftLineBreak() && r.loose:
		runs = append(runs, run{style: breakRun})
	case n.SoftLineBreak():
		runs = append(runs, run{" ", style})
	}
	return runs
}

// withAddress puts the address of a link after its text, where it is not the
// text itself: nothing here can be clicked, so nothing must hide where it leads.
func withAddress(runs []run, address []byte) []run {
	shown := shownText(address)
	if shown == "" || textOf(runs) == shown {
		return runs
	}
	return append(runs, run{" (", plainRun}, run{shown, linkRun}, run{")", plainRun})
}

func textOf(runs []run) string {
	var sb strings.Builder
	for _, r := range runs {
		sb.WriteString(r.text)
	}
	return sb.String()
}

// shownText makes foreign text safe, its newlines spaces.
func shownText(raw []byte) string {
	return safe.Text(strings.ReplaceAll(string(raw), "\n", " ")).Line(limit.MarkdownBytes.Int()).String()
}

// shownLine makes a line of code safe; tabs become spaces.
func shownLine(raw []byte) string {
	return safe.Text(strings.TrimRight(string(raw), "\r\n")).Block(limit.MarkdownBytes.Int()).String()
}
