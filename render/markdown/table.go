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
)

// IsDelimiter matches the line below a table's head (GitHub Flavored Markdown
// §4.10).
var IsDelimiter = regexp.MustCompile(`^\s{0,3}\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$`).MatchString

// table reads a paragraph as a table, and what precedes its head as a
// paragraph; nil where there is none.
func (r *markdownReader) table(n ast.Node) []*Block {
	paragraph, ok := n.(*ast.Paragraph)
	if !ok {
		return nil
	}
	var lines []string
	for _, segment := range paragraph.Lines().Sliced(0, paragraph.Lines().Len()) {
		lines = append(lines, strings.TrimRight(string(segment.Value(r.source)), "\r\n"))
	}
	at := headOf(lines)
	if at < 0 {
		return nil
	}
	var passages []*Block
	if at > 0 {
		passages = append(passages, &Block{Kind: Paragraph, Runs: r.tableCell(strings.Join(lines[:at], "\n"))})
	}
	head := SplitCells(lines[at])
	table := &Block{Kind: Table, Rows: [][][]Span{r.tableRow(head, len(head))}, Align: alignsOf(lines[at+1])}
	for _, line := range lines[at+2:] {
		table.Rows = append(table.Rows, r.tableRow(SplitCells(line), len(head)))
	}
	return append(passages, table)
}

// headOf is the line that is a table's head: the one below it draws its rule. It
// is -1 where there is none.
func headOf(lines []string) int {
	for i := 1; i < len(lines); i++ {
		if !strings.Contains(lines[i], "|") || !IsDelimiter(lines[i]) {
			continue
		}
		n := len(SplitCells(lines[i-1]))
		if n == len(SplitCells(lines[i])) && n*(len(lines)-i) <= limit.MarkdownCells.Int() {
			return i - 1
		}
	}
	return -1
}

// alignsOf reads the colons in the line below a table's head.
func alignsOf(delimiter string) (all []Align) {
	for _, cell := range SplitCells(delimiter) {
		align := Left
		switch {
		case !strings.HasSuffix(cell, ":"):
		case strings.HasPrefix(cell, ":"):
			align = Center
		default:
			align = Right
		}
		all = append(all, align)
	}
	return all
}

// tableRow are the cells of a row, as many as the head has.
func (r *markdownReader) tableRow(texts []string, n int) [][]Span {
	row := make([][]Span, n)
	for i := range row {
		if i < len(texts) {
			row[i] = r.tableCell(texts[i])
		}
	}
	return row
}

// tableCell reads the text of a cell as a paragraph of its own.
func (r *markdownReader) tableCell(source string) []Span {
	inner := markdownReader{source: []byte(source), loose: r.loose}
	doc := cellMarkdown().Parse(text.NewReader(inner.source))
	if first := doc.FirstChild(); first != nil {
		return inner.inlines(first, Plain)
	}
	return nil
}

// CellText is the text of a cell without its marks.
func CellText(source string) string {
	r := markdownReader{}
	return Text(r.tableCell(source))
}

// cellMarkdown reads inlines alone: in a cell there are no blocks.
var cellMarkdown = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(util.Prioritized(parser.NewParagraphParser(), 1)),
		parser.WithInlineParsers(parser.DefaultInlineParsers()...),
	)
})

// SplitCells are the texts between the bars of a row; an escaped bar is text.
func SplitCells(line string) []string {
	line = strings.TrimSpace(line)
	line = strings.TrimPrefix(line, "|")
	if strings.HasSuffix(line, "|") && !strings.HasSuffix(line, `\|`) {
		line = line[:len(line)-1]
	}
	var cells []string
	from := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '|':
			cells = append(cells, line[from:i])
			from = i + 1
		}
	}
	cells = append(cells, line[from:])
	for i, c := range cells {
		cells[i] = strings.ReplaceAll(strings.TrimSpace(c), `\|`, "|")
	}
	return cells
}
