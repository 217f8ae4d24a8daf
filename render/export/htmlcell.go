package export

import (
	"html"
	"strconv"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/render"
	"a2aform/render/markdown"
	"a2aform/render/value"
)

// htmlValue writes a value.
func (e *exporter) htmlValue(c value.Cell) {
	switch c.Kind() {
	case value.Absent:
		if c.Text() != "" {
			e.write(`<span class="bad">`, c.Text(), "</span>")
		}
	case value.Nested:
		e.htmlNested(c)
	case value.Null, value.Empty:
		e.write(`<span class="dim">`, html.EscapeString(c.Text()), "</span>")
	case value.Boolean:
		class := "no"
		if c.Value.Bool() {
			class = "yes"
		}
		e.write(`<span class="`, class, `">`, html.EscapeString(c.Text()), "</span>")
	case value.Text:
		e.htmlTextCell(c)
	case value.Number:
		e.write(html.EscapeString(c.Text()))
	}
}

func (e *exporter) htmlTextCell(c value.Cell) {
	if passages := c.Passages(); passages != nil {
		e.write(`<div class="prose">`)
		e.htmlPassages(passages)
		e.write("</div>")
		return
	}
	text := c.Text()
	shown := safe.Text(text).Block(len(text) + 1).String()
	if c.IsLink() {
		e.write(htmlLink(shown))
		return
	}
	e.write(`<span class="text">`, html.EscapeString(shown), "</span>")
}

// htmlNote writes the unit, the bar, the color or the note of a value.
func (e *exporter) htmlNote(c value.Cell, note, unit string) {
	if unit != "" {
		e.write(` <span class="dim">`, html.EscapeString(unit), "</span>")
	}
	if part, ok := c.Ratio(); ok {
		e.write(` <span class="bar"><i style="width:`, strconv.FormatFloat(part*100, 'f', 1, 64), `%"></i></span>`)
		return
	}
	if rgb := c.RGB(); rgb != "" {
		e.write(` <span class="swatch" style="background:`, rgb, `"></span>`)
		return
	}
	if note != "" {
		e.write(` <span class="dim">`, html.EscapeString(note), "</span>")
	}
}

// htmlNested writes a nested value: scalars in a row, everything else behind a
// summary.
func (e *exporter) htmlNested(c value.Cell) {
	text := value.Preview(c.Value)
	if items := c.Value.Items(); len(items) > 0 && value.AllScalar(items) && len(text) <= shortList && !value.IsInline(items) {
		text = "• " + strings.Join(value.ScalarTexts(items), "\n• ")
		e.write(`<span class="text">`, html.EscapeString(safe.Text(text).Block(0).String()), "</span>")
		return
	}
	if c.Value.Is(ojson.Array) && value.AllScalar(c.Value.Items()) && len(text) <= shortList {
		e.write(`<span class="text">`, html.EscapeString(safe.Text(text).Line(len(text)+1).String()), "</span>")
		return
	}
	e.write("<details><summary>", html.EscapeString(safe.Text(text).Line(summaryLimit).String()), "</summary>\n")
	for _, b := range render.CellBlocks(c) {
		e.htmlBlock(b, "")
	}
	e.write("</details>")
}

const (
	shortList    = 200 // bytes of a list that is in its cell
	summaryLimit = 80  // bytes of what is said of a nested value before it opens
)

// htmlLink is an address, as a link where that is harmless.
func htmlLink(address string) string {
	scheme, _, _ := strings.Cut(address, ":")
	target := address
	switch strings.ToLower(scheme) {
	case "http", "https", "mailto":
	default:
		if !strings.Contains(address, "@") || strings.ContainsAny(address, ":/ ") {
			return `<span class="link">` + html.EscapeString(address) + "</span>"
		}
		target = "mailto:" + address
	}
	return `<a class="link" rel="noopener noreferrer" href="` + html.EscapeString(target) + `">` + html.EscapeString(address) + "</a>"
}

// htmlPassages writes the passages of a Markdown text. Its headings are below
// those of the page.
func (e *exporter) htmlPassages(passages []*markdown.Block) {
	for _, p := range passages {
		e.htmlPassage(p)
	}
}

func (e *exporter) htmlPassage(p *markdown.Block) {
	switch p.Kind {
	case markdown.Heading:
		tag := "h" + strconv.Itoa(min(p.Level+2, 6))
		e.write("<", tag, ">", htmlRuns(p.Runs), "</", tag, ">\n")
	case markdown.Code:
		e.write("<pre>", html.EscapeString(strings.Join(p.Lines, "\n")), "</pre>\n")
	case markdown.Quote:
		e.within("<blockquote>", p.Parts, "</blockquote>\n")
	case markdown.List:
		if p.Start > 0 {
			e.within(`<ol start="`+strconv.Itoa(p.Start)+`">`, p.Parts, "</ol>\n")
			return
		}
		e.within("<ul>", p.Parts, "</ul>\n")
	case markdown.Item:
		e.within("<li>", p.Parts, "</li>\n")
	case markdown.Table:
		e.htmlMarkdownTable(p.Rows)
	case markdown.Rule:
		e.write("<hr>\n")
	case markdown.Paragraph:
		e.write("<p>", htmlRuns(p.Runs), "</p>\n")
	}
}

func (e *exporter) within(open string, parts []*markdown.Block, end string) {
	e.write(open)
	e.htmlPassages(parts)
	e.write(end)
}

func (e *exporter) htmlMarkdownTable(rows [][][]markdown.Span) {
	e.write(`<div class="scroll"><table class="grid">`, "\n")
	for i, row := range rows {
		open, end := "<td>", "</td>"
		if i == 0 {
			open, end = `<th scope="col">`, "</th>"
		}
		e.write("<tr>")
		for _, cell := range row {
			e.write(open, htmlRuns(cell), end)
		}
		e.write("</tr>\n")
	}
	e.write("</table></div>\n")
}

func htmlRuns(runs []markdown.Span) string {
	var sb strings.Builder
	for _, r := range runs {
		text := html.EscapeString(r.Text)
		switch r.Style {
		case markdown.Strong:
			text = "<b>" + text + "</b>"
		case markdown.Emphasis:
			text = "<em>" + text + "</em>"
		case markdown.CodeSpan:
			text = "<code>" + text + "</code>"
		case markdown.Link:
			text = htmlLink(r.Text)
		case markdown.Break:
			text = "<br>"
		}
		sb.WriteString(text)
	}
	return sb.String()
}
