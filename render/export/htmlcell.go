package export

import (
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
			e.html(`<span class="bad">`, safe.EscapeHTML(c.Text()), "</span>")
		}
	case value.Nested:
		e.htmlNested(c)
	case value.Null, value.Empty:
		e.html(`<span class="dim">`, safe.EscapeHTML(c.Text()), "</span>")
	case value.Boolean:
		class := safe.HTML("no")
		if c.Value.Bool() {
			class = "yes"
		}
		e.html(`<span class="`, class, `">`, safe.EscapeHTML(c.Text()), "</span>")
	case value.Text:
		e.htmlTextCell(c)
	case value.Number:
		e.html(safe.EscapeHTML(c.Text()))
	}
}

func (e *exporter) htmlTextCell(c value.Cell) {
	if passages := c.Passages(); passages != nil {
		e.html(`<div class="prose">`)
		e.htmlPassages(passages)
		e.html("</div>")
		return
	}
	text := c.Text()
	shown := safe.Text(text).Block(len(text) + 1).String()
	if c.IsLink() {
		e.html(htmlLink(shown))
		return
	}
	e.html(`<span class="text">`, safe.EscapeHTML(shown), "</span>")
}

// htmlNote writes the unit, the bar, the color or the note of a value.
func (e *exporter) htmlNote(c value.Cell, note, unit string) {
	if unit != "" {
		e.html(` <span class="dim">`, safe.EscapeHTML(unit), "</span>")
	}
	if part, ok := c.Ratio(); ok {
		e.html(` <span class="bar"><i style="width:`, safe.EscapeHTML(strconv.FormatFloat(part*100, 'f', 1, 64)), `%"></i></span>`)
		return
	}
	if rgb := c.RGB(); rgb != "" {
		e.html(` <span class="swatch" style="background:`, safe.EscapeHTML(rgb), `"></span>`)
		return
	}
	if note != "" {
		e.html(` <span class="dim">`, safe.EscapeHTML(note), "</span>")
	}
}

// htmlNested writes a nested value: scalars in a row, everything else behind a
// summary.
func (e *exporter) htmlNested(c value.Cell) {
	text := value.Preview(c.Value)
	if items := c.Value.Items(); len(items) > 0 && value.AllScalar(items) && len(text) <= shortList && !value.IsInline(items) {
		text = "• " + strings.Join(value.ScalarTexts(items), "\n• ")
		e.html(`<span class="text">`, safe.Text(text).Block(0).HTML(), "</span>")
		return
	}
	if c.Value.Is(ojson.Array) && value.AllScalar(c.Value.Items()) && len(text) <= shortList {
		e.html(`<span class="text">`, safe.Text(text).Line(len(text)+1).HTML(), "</span>")
		return
	}
	e.html("<details><summary>", safe.Text(text).Line(summaryLimit).HTML(), "</summary>\n")
	for _, b := range render.CellBlocks(c) {
		e.htmlBlock(b, "")
	}
	e.html("</details>")
}

const (
	shortList    = 200 // bytes of a list that is in its cell
	summaryLimit = 80  // bytes of what is said of a nested value before it opens
)

// htmlLink is an address, as a link where that is harmless.
func htmlLink(address string) safe.HTML {
	scheme, _, _ := strings.Cut(address, ":")
	target := address
	switch strings.ToLower(scheme) {
	case "http", "https", "mailto":
	default:
		if !strings.Contains(address, "@") || strings.ContainsAny(address, ":/ ") {
			return `<span class="link">` + safe.EscapeHTML(address) + "</span>"
		}
		target = "mailto:" + address
	}
	return `<a class="link" rel="noopener noreferrer" href="` + safe.EscapeHTML(target) + `">` + safe.EscapeHTML(address) + "</a>"
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
		tag := "h" + htmlNumber(min(p.Level+2, 6))
		e.html("<", tag, ">", htmlRuns(p.Runs), "</", tag, ">\n")
	case markdown.Code:
		e.html("<pre>", safe.EscapeHTML(strings.Join(p.Lines, "\n")), "</pre>\n")
	case markdown.Quote:
		e.within("<blockquote>", p.Parts, "</blockquote>\n")
	case markdown.List:
		if p.Start > 0 {
			e.within(`<ol start="`+htmlNumber(p.Start)+`">`, p.Parts, "</ol>\n")
			return
		}
		e.within("<ul>", p.Parts, "</ul>\n")
	case markdown.Item:
		e.within("<li>", p.Parts, "</li>\n")
	case markdown.Table:
		e.htmlMarkdownTable(p.Rows)
	case markdown.Rule:
		e.html("<hr>\n")
	case markdown.Paragraph:
		e.html("<p>", htmlRuns(p.Runs), "</p>\n")
	}
}

func (e *exporter) within(open safe.HTML, parts []*markdown.Block, end safe.HTML) {
	e.html(open)
	e.htmlPassages(parts)
	e.html(end)
}

func (e *exporter) htmlMarkdownTable(rows [][][]markdown.Span) {
	e.html(`<div class="scroll"><table class="grid">`, "\n")
	for i, row := range rows {
		open, end := safe.HTML("<td>"), safe.HTML("</td>")
		if i == 0 {
			open, end = `<th scope="col">`, "</th>"
		}
		e.html("<tr>")
		for _, cell := range row {
			e.html(open, htmlRuns(cell), end)
		}
		e.html("</tr>\n")
	}
	e.html("</table></div>\n")
}

func htmlRuns(runs []markdown.Span) (markup safe.HTML) {
	for _, r := range runs {
		text := safe.EscapeHTML(r.Text)
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
		markup += text
	}
	return markup
}
