package export

import (
	"context"
	_ "embed"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/dustin/go-humanize/english"

	"a2aform/internal/limit"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render"
	"a2aform/render/draw"
	"a2aform/render/table"
	"a2aform/render/value"
)

// The page needs nothing else: no script, no font, no image, no address is
// fetched, which its Content-Security-Policy enforces. Every text goes through
// internal/safe and becomes [safe.HTML] there; an address is a link only where it
// is http, https or mailto. What is nested opens in place.

const pageHead = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
`

func (e *exporter) documentHTML(d *render.Document, o Options) {
	e.openPage(o.Title, d.Problems())
	e.htmlSections(d)
	e.html(PageEnd)
}

func (e *exporter) htmlSections(d *render.Document) {
	for i := range d.Sections {
		s := &d.Sections[i]
		e.html("<section>\n")
		name := s.Heading().Line(0).String()
		if name != "" {
			e.html("<h2>", safe.EscapeHTML(name), "</h2>\n")
		}
		if !s.Description.IsEmpty() {
			e.html(`<p class="about">`, s.Description.Block(0).HTML(), "</p>\n")
		}
		if len(s.Blocks) == 0 {
			e.html(`<p class="dim">nothing in it</p>`, "\n")
		}
		for _, b := range s.Blocks {
			e.htmlBlock(b, name)
		}
		e.html("</section>\n")
	}
}

func (e *exporter) tableHTML(t extract, o Options) {
	title := o.Title
	if title == "" {
		title = t.Head().Title
	}
	e.openPage(title, len(t.Head().Problems))
	e.html("<section>\n")
	e.htmlGrid(t, title)
	e.html("</section>\n", PageEnd)
}

func (e *exporter) openPage(title string, problems int) {
	if title == "" {
		title = "Result"
	}
	e.html(PageHead(title, ""))
	e.html("<h1>", safe.EscapeHTML(title))
	if problems > 0 {
		e.html(` <a class="count" href="#p1">`, value.Mark, " ", safe.EscapeHTML(english.Plural(problems, "problem", "")), "</a>")
	}
	e.html("</h1>\n")
}

// htmlBlock writes a block. The heading above it is not said again.
func (e *exporter) htmlBlock(b render.Block, above string) {
	switch b := b.(type) {
	case *render.Fields:
		e.htmlFields(b, above)
	case *table.Table:
		e.htmlGrid(e.inOrder(b), above)
	case *render.Prose:
		if passages := b.Passages(); passages != nil {
			e.html(`<div class="prose">`, "\n")
			e.htmlPassages(passages)
			e.html("</div>\n")
			return
		}
		e.html(`<p class="text">`, b.Text.Block(len(b.Exact())+1).HTML(), "</p>\n")
	case *render.Attachment:
		words := b.Words()
		e.html(`<p class="file"><b>`, safe.EscapeHTML(words[0]), `</b> <span class="dim">`, safe.EscapeHTML(strings.Join(words[1:], " · ")), "</span>")
		if !b.File.URL.IsEmpty() {
			e.html("<br>", htmlLink(b.File.URL.Line(limit.AddressBytes.Int()).String()))
		}
		e.html("</p>\n")
	case *render.JSON:
		e.html("<pre>", safe.Text(string(b.Data())).Block(len(b.Data())+1).HTML(), "</pre>\n")
	case *render.Aside:
		e.html(`<p class="dim">`, safe.EscapeHTML(b.Words()), "</p>\n")
	case *render.Notice:
		class := safe.HTML("notice")
		if b.Bad {
			class = "notice warn"
		}
		e.html(`<p class="`, class, `">`, safe.EscapeHTML(b.Text), "</p>\n")
	}
}

// facts are what a page says of a block besides its title. Which schema it follows is for developers, and is left out where the block
// does not break it.
func (e *exporter) facts(h value.Head, details []string) []string {
	facts := details
	if !e.isPart && len(h.Problems) > 0 {
		facts = h.Facts(details)
	}
	return slices.DeleteFunc(append([]string{h.Variant}, facts...), func(w string) bool { return w == "" })
}

// htmlHead says what a block says of itself.
func (e *exporter) htmlHead(h value.Head, above string, details ...string) {
	if h.Title != "" && h.Title != above {
		e.html("<h3>", safe.EscapeHTML(h.Title), "</h3>\n")
	}
	e.html(`<p class="facts">`)
	for _, w := range e.facts(h, details) {
		e.html("<span>", safe.EscapeHTML(w), "</span> ")
	}
	if verdict := h.Verdict(); verdict != "" {
		class := safe.HTML("warn")
		if len(h.Problems) > 0 {
			class = "bad"
		}
		e.html(`<span class="`, class, `">`, safe.EscapeHTML(verdict), "</span>")
	}
	e.html("</p>\n")
	if !h.Nested && !h.Description.IsEmpty() {
		e.html(`<p class="about">`, h.Description.Block(0).HTML(), "</p>\n")
	}
}

func (e *exporter) htmlFields(f *render.Fields, above string) {
	e.htmlHead(f.Head(), above)
	e.noteFieldDuplicates(f)
	if len(f.Rows) > 0 {
		e.html(`<table class="fields">`, "\n")
		for _, row := range f.Rows {
			e.htmlField(row)
		}
		e.html("</table>\n")
	} else {
		e.html(`<p class="dim">no fields</p>`, "\n")
	}
	if f.More > 0 {
		e.html(`<details><summary>`, safe.EscapeHTML(english.Plural(f.More, "more field", "")), ` in the JSON</summary><pre>`)
		data := f.Value().Indent("  ")
		e.html(safe.Text(string(data)).Block(len(data)+1).HTML(), "</pre></details>\n")
	}
	e.htmlUnsent(f.UnsentLabels())
	if names := f.UnexpectedNames(); len(names) > 0 {
		e.html(`<p class="dim">`, safe.EscapeHTML(draw.UnexpectedText(names)), "</p>\n")
	}
	e.htmlProblems(f.Others, value.Wording)
}

func (e *exporter) htmlUnsent(labels []string) {
	if len(labels) > 0 {
		e.html(`<p class="dim">No value: `, safe.EscapeHTML(strings.Join(labels, ", ")), "</p>\n")
	}
}

func (e *exporter) htmlField(r render.Field) {
	var depth safe.HTML
	if r.Depth > 0 {
		depth = ` class="d` + htmlNumber(min(r.Depth, maxIndent)) + `"`
	}
	if r.Section {
		e.html("<tr><th", depth, ` colspan="2" scope="colgroup">`, r.Label.HTML())
		if r.Variant != "" {
			e.html(` <span class="variant">`, safe.EscapeHTML(r.Variant), "</span>")
		}
		e.htmlBroken(r.Cell.Problems)
		e.html("</th></tr>\n")
		return
	}
	e.html("<tr><th", depth, ` scope="row"`, htmlTitle(r.Cell.Description()), ">", r.Label.HTML())
	if name := r.RawName(); name != "" && !e.isPart {
		e.html(" <code>", safe.EscapeHTML(name), "</code>")
	}
	e.html("</th>")
	e.openCell(r.Cell, "")
	if r.Below {
		e.html(`<span class="dim">`, safe.EscapeHTML(r.BelowText()), "</span>")
	} else {
		e.htmlValue(r.Cell)
		e.htmlNote(r.Cell, r.Cell.Note(), r.Cell.Unit())
	}
	e.htmlBroken(r.Cell.Problems)
	e.htmlWarnings(r.Cell)
	for _, note := range r.Notes() {
		e.html(`<small class="warn">`, safe.EscapeHTML(note), "</small>")
	}
	e.html("</td></tr>\n")
}

// maxIndent is how many depths of fields the page has a margin for.
const maxIndent = 6

func htmlTitle(description safe.Raw) safe.HTML {
	if description.IsEmpty() {
		return ""
	}
	return ` title="` + description.Line(0).HTML() + `"`
}

// maxAbreast is how many columns of a table a window shows without scrolling, about.
const maxAbreast = 7

func (e *exporter) htmlGrid(t extract, above string) {
	unsent := t.DropEmpty()
	details := []string{e.rowsText(t)}
	if n := len(t.Columns()); n > maxAbreast {
		details = append(details, english.Plural(n, "column", ""))
	}
	e.htmlHead(t.Head(), above, details...)
	e.htmlBrief(t)
	if len(t.Columns()) > 0 {
		e.html(`<div class="scroll"><table class="grid">`, "\n<thead><tr>")
		headings := draw.Headings(t.Table, math.MaxInt)
		for i, column := range t.Columns() {
			var class safe.HTML
			if column.Right {
				class = ` class="num"`
			}
			e.html(`<th scope="col"`, class, htmlTitle(column.Description()), ">", safe.EscapeHTML(headings[i]))
			if t.Rows() > 0 && strings.HasSuffix(t.Cell(0, i).Note(), value.NoZone) {
				e.html(`<small class="dim">`, safe.EscapeHTML(strings.TrimPrefix(value.NoZone, ", ")), "</small>")
			}
			e.html("</th>")
		}
		e.html("</tr></thead>\n<tbody>\n")
		fractions := fractionsOf(t.Table)
		for r := range t.Rows() {
			if e.err != nil {
				return
			}
			e.htmlRow(t, r, fractions)
		}
		e.html("</tbody></table></div>\n")
	}
	e.htmlUnsent(unsent)
	e.noteTextRows(t)
	e.noteRowDuplicates(t)
	e.htmlProblems(t.Others, value.Wording)
}

// longText is from how many characters on a text of a table shows two lines until it is clicked.
const longText = 80

// htmlBrief writes what all rows come to.
func (e *exporter) htmlBrief(t extract) {
	if t.Rows() < table.MinBrief {
		return
	}
	brief, err := t.View().Brief(context.Background())
	if err != nil || brief.Span == "" && len(brief.Figures) == 0 {
		return
	}
	e.html(`<p class="brief">`)
	if brief.Span != "" {
		e.html(`<span class="when">`, safe.EscapeHTML(brief.Span), "</span>")
	}
	for _, f := range brief.Figures {
		var class safe.HTML
		if f.IsBad {
			class = ` class="alarm"`
		}
		e.html("<span", class, ">", safe.EscapeHTML(f.Text), "</span>")
	}
	e.html("</p>\n")
}

func (e *exporter) htmlRow(t extract, r int, fractions []int) {
	e.html("<tr>")
	for col, column := range t.Columns() {
		cell := t.Cell(r, col)
		var class safe.HTML
		switch {
		case column.Right:
			class = "num"
		case cell.Kind() != value.Absent && (cell.IsRigid() || column.Role == table.RoleID || column.Role == table.RoleTime):
			class = "fix"
		case cell.Kind() == value.Text && ansi.StringWidth(cell.Text()) > longText:
			class = "long"
		}
		e.openCell(cell, class)
		if cell.Kind() == value.Null {
			e.html(`<span class="dim">–</span>`)
		} else {
			e.htmlValue(cell)
		}
		if n := fractions[col] - cell.Fraction(); column.Right && n > 0 && cell.Kind() == value.Number {
			e.html(pointPadding(n, cell.Fraction()))
		}
		e.htmlNote(cell, strings.TrimSuffix(cell.Note(), value.NoZone), "")
		e.htmlBroken(cell.Problems)
		e.htmlWarnings(cell)
		e.html("</td>")
	}
	e.html("</tr>\n")
	if rest := t.OwnProblems(r); len(rest) > 0 {
		e.html(`<tr><td class="bad" colspan="`, htmlNumber(len(t.Columns())), `">`)
		e.htmlBroken(rest)
		e.html("</td></tr>\n")
	}
}

// htmlProblems lists what is at no value.
func (e *exporter) htmlProblems(problems []schema.Problem, word func(schema.Problem) string) {
	for _, p := range problems {
		e.problems++
		e.html(`<p class="broken"`, e.htmlAnchor(), `>`, value.Mark, " ", safe.EscapeHTML(word(p)), "</p>\n")
	}
}

// htmlAnchor is the id of the last problem. A part of another page has none.
func (e *exporter) htmlAnchor() safe.HTML {
	if e.isPart {
		return ""
	}
	return ` id="p` + htmlNumber(e.problems) + `"`
}

// openCell opens a cell; the first that breaks the schema is where the count on
// top leads.
func (e *exporter) openCell(c value.Cell, class safe.HTML) {
	if len(c.Problems) > 0 {
		e.problems++
		if class != "" {
			class += " "
		}
		class += "bad"
		e.html(`<td`, e.htmlAnchor())
	} else {
		e.html("<td")
	}
	if class != "" {
		e.html(` class="`, class, `"`)
	}
	if strings.HasPrefix(string(class), "long") {
		e.html(` tabindex="0"`) // a click shows all of it
	}
	e.html(">")
}

// pointPadding fills a number up to the decimals of its column, with spaces as
// wide as a digit and as a point.
func pointPadding(n, fraction int) (padding safe.HTML) {
	for i := range n {
		if i == 0 && fraction == 0 {
			padding += "&#8200;"
		} else {
			padding += "&#8199;"
		}
	}
	return padding
}

// htmlNumber is a number in markup.
func htmlNumber(n int) safe.HTML { return safe.EscapeHTML(strconv.Itoa(n)) }

// maxFraction is up to how many decimals the points of a column are lined up.
const maxFraction = 12

// fractionsOf are the most decimals of each column, by its first rows.
func fractionsOf(g *table.Table) []int {
	maximum := make([]int, len(g.Columns()))
	for col, column := range g.Columns() {
		if !column.Right {
			continue
		}
		for r := range min(g.Rows(), table.SampledRows) {
			if n := g.Cell(r, col).Fraction(); n <= maxFraction {
				maximum[col] = max(maximum[col], n)
			}
		}
	}
	return maximum
}

// htmlWarnings says what looks wrong with a value.
func (e *exporter) htmlWarnings(c value.Cell) {
	for _, p := range c.Warnings() {
		e.html(`<small class="warn">`, value.CautionMark, " ", safe.EscapeHTML(value.Wording(p)), "</small>")
	}
}

// htmlBroken says below a value what it breaks.
func (e *exporter) htmlBroken(problems []schema.Problem) {
	for _, p := range problems {
		e.html(`<small class="bad">`, value.Mark, " ", safe.EscapeHTML(value.Wording(p)), "</small>")
	}
}

// pageStyle is all that the page looks like: the reader's light or dark, heads
// that stay, and paper.
//
//go:embed page.css
var pageStyle safe.HTML
