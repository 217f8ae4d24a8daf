package export

import (
	"context"
	"html"
	"math"
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
// internal/safe and then through [html.EscapeString]; an address is a link only where it
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

// htmlBlock is untrusted text of any length for an element that keeps line ends.
func htmlBlock(text safe.Raw, limit int) string { return html.EscapeString(text.Block(limit).String()) }

func (e *exporter) documentHTML(d *render.Document, o Options) {
	e.openPage(o.Title, d.Problems())
	e.htmlSections(d)
	e.write(PageEnd)
}

func (e *exporter) htmlSections(d *render.Document) {
	for i := range d.Sections {
		s := &d.Sections[i]
		e.write("<section>\n")
		name := s.Heading().Line(0).String()
		if name != "" {
			e.write("<h2>", html.EscapeString(name), "</h2>\n")
		}
		if !s.Description.IsEmpty() {
			e.write(`<p class="about">`, htmlBlock(s.Description, 0), "</p>\n")
		}
		if len(s.Blocks) == 0 {
			e.write(`<p class="dim">nothing in it</p>`, "\n")
		}
		for _, b := range s.Blocks {
			e.htmlBlock(b, name)
		}
		e.write("</section>\n")
	}
}

func (e *exporter) tableHTML(t extract, o Options) {
	title := o.Title
	if title == "" {
		title = t.Head().Title
	}
	e.openPage(title, len(t.Head().Problems))
	e.write("<section>\n")
	e.htmlGrid(t, title)
	e.write("</section>\n", PageEnd)
}

func (e *exporter) openPage(title string, problems int) {
	if title == "" {
		title = "Result"
	}
	e.write(PageHead(title, ""))
	e.write("<h1>", html.EscapeString(title))
	if problems > 0 {
		e.write(` <a class="count" href="#p1">`, value.Mark, " ", english.Plural(problems, "problem", ""), "</a>")
	}
	e.write("</h1>\n")
}

// htmlBlock writes a block. The heading above it is not said again.
func (e *exporter) htmlBlock(b render.Block, above string) {
	switch b := b.(type) {
	case *render.Fields:
		e.htmlFields(b, above)
	case *table.Table:
		e.htmlGrid(newExtract(b, table.Selection{}), above)
	case *render.Prose:
		if passages := b.Passages(); passages != nil {
			e.write(`<div class="prose">`, "\n")
			e.htmlPassages(passages)
			e.write("</div>\n")
			return
		}
		e.write(`<p class="text">`, htmlBlock(b.Text, len(b.Exact())+1), "</p>\n")
	case *render.Attachment:
		words := b.Words()
		e.write(`<p class="file"><b>`, html.EscapeString(words[0]), `</b> <span class="dim">`, html.EscapeString(strings.Join(words[1:], " · ")), "</span>")
		if !b.File.URL.IsEmpty() {
			e.write("<br>", htmlLink(b.File.URL.Line(limit.AddressBytes.Int()).String()))
		}
		e.write("</p>\n")
	case *render.JSON:
		e.write("<pre>", htmlBlock(safe.Text(string(b.Data())), len(b.Data())+1), "</pre>\n")
	case *render.Aside:
		e.write(`<p class="dim">`, html.EscapeString(b.Words()), "</p>\n")
	case *render.Notice:
		class := "notice"
		if b.Bad {
			class = "notice warn"
		}
		e.write(`<p class="`, class, `">`, html.EscapeString(b.Text), "</p>\n")
	}
}

// htmlHead says what a block says of itself.
func (e *exporter) htmlHead(h value.Head, above string, details ...string) {
	if h.Title != "" && h.Title != above {
		e.write("<h3>", html.EscapeString(h.Title), "</h3>\n")
	}
	facts := h.Facts(details)
	if h.Variant != "" {
		facts = append([]string{h.Variant}, facts...)
	}
	e.write(`<p class="facts">`)
	for _, w := range facts {
		if w != "" {
			e.write("<span>", html.EscapeString(w), "</span> ")
		}
	}
	if verdict := h.Verdict(); verdict != "" {
		class := "warn"
		if len(h.Problems) > 0 {
			class = "bad"
		}
		e.write(`<span class="`, class, `">`, html.EscapeString(verdict), "</span>")
	}
	e.write("</p>\n")
	if !h.Nested && !h.Description.IsEmpty() {
		e.write(`<p class="about">`, htmlBlock(h.Description, 0), "</p>\n")
	}
}

func (e *exporter) htmlFields(f *render.Fields, above string) {
	e.htmlHead(f.Head(), above)
	e.noteFieldDuplicates(f)
	if len(f.Rows) > 0 {
		e.write(`<table class="fields">`, "\n")
		for _, row := range f.Rows {
			e.htmlField(row)
		}
		e.write("</table>\n")
	} else {
		e.write(`<p class="dim">no fields</p>`, "\n")
	}
	if f.More > 0 {
		e.write(`<details><summary>`, english.Plural(f.More, "more field", ""), ` in the JSON</summary><pre>`)
		data := f.Value().Indent("  ")
		e.write(htmlBlock(safe.Text(string(data)), len(data)+1), "</pre></details>\n")
	}
	e.htmlUnsent(f.UnsentLabels())
	if names := f.UnexpectedNames(); len(names) > 0 {
		e.write(`<p class="dim">`, html.EscapeString(draw.UnexpectedText(names)), "</p>\n")
	}
	e.htmlProblems(f.Others, value.Wording)
}

func (e *exporter) htmlUnsent(labels []string) {
	if len(labels) > 0 {
		e.write(`<p class="dim">No value: `, html.EscapeString(strings.Join(labels, ", ")), "</p>\n")
	}
}

func (e *exporter) htmlField(r render.Field) {
	depth := ""
	if r.Depth > 0 {
		depth = ` class="d` + strconv.Itoa(min(r.Depth, maxIndent)) + `"`
	}
	if r.Section {
		e.write("<tr><th", depth, ` colspan="2" scope="colgroup">`, html.EscapeString(r.Label.String()))
		if r.Variant != "" {
			e.write(` <span class="variant">`, html.EscapeString(r.Variant), "</span>")
		}
		e.htmlBroken(r.Cell.Problems)
		e.write("</th></tr>\n")
		return
	}
	e.write("<tr><th", depth, ` scope="row"`, htmlTitle(r.Cell.Description()), ">", html.EscapeString(r.Label.String()))
	if name := r.RawName(); name != "" {
		e.write(" <code>", html.EscapeString(name), "</code>")
	}
	e.write("</th>")
	e.openCell(r.Cell, "")
	if r.Below {
		e.write(`<span class="dim">`, html.EscapeString(r.BelowText()), "</span>")
	} else {
		e.htmlValue(r.Cell)
		e.htmlNote(r.Cell, r.Cell.Note(), r.Cell.Unit())
	}
	e.htmlBroken(r.Cell.Problems)
	e.htmlWarnings(r.Cell)
	for _, note := range r.Notes() {
		e.write(`<small class="warn">`, html.EscapeString(note), "</small>")
	}
	e.write("</td></tr>\n")
}

// maxIndent is how many depths of fields the page has a margin for.
const maxIndent = 6

func htmlTitle(description safe.Raw) string {
	if description.IsEmpty() {
		return ""
	}
	return ` title="` + html.EscapeString(description.Line(0).String()) + `"`
}

func (e *exporter) htmlGrid(t extract, above string) {
	unsent := t.DropEmpty()
	e.htmlHead(t.Head(), above, t.RowsText(t.Rows()))
	e.htmlBrief(t)
	if len(t.Columns()) > 0 {
		e.write(`<div class="scroll"><table class="grid">`, "\n<thead><tr>")
		headings := draw.Headings(t.Table, math.MaxInt)
		for i, column := range t.Columns() {
			class := ""
			if column.Right {
				class = ` class="num"`
			}
			e.write(`<th scope="col"`, class, htmlTitle(column.Description()), ">", html.EscapeString(headings[i]))
			if t.Rows() > 0 && strings.HasSuffix(t.Cell(0, i).Note(), value.NoZone) {
				e.write(`<small class="dim">`, html.EscapeString(strings.TrimPrefix(value.NoZone, ", ")), "</small>")
			}
			e.write("</th>")
		}
		e.write("</tr></thead>\n<tbody>\n")
		fractions := fractionsOf(t.Table)
		for r := range t.Rows() {
			if e.err != nil {
				return
			}
			e.htmlRow(t, r, fractions)
		}
		e.write("</tbody></table></div>\n")
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
	e.write(`<p class="brief">`)
	if brief.Span != "" {
		e.write(`<span class="when">`, html.EscapeString(brief.Span), "</span>")
	}
	for _, f := range brief.Figures {
		class := ""
		if f.IsBad {
			class = ` class="alarm"`
		}
		e.write("<span", class, ">", html.EscapeString(f.Text), "</span>")
	}
	e.write("</p>\n")
}

func (e *exporter) htmlRow(t extract, r int, fractions []int) {
	e.write("<tr>")
	for col, column := range t.Columns() {
		cell := t.Cell(r, col)
		class := ""
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
			e.write(`<span class="dim">–</span>`)
		} else {
			e.htmlValue(cell)
		}
		if n := fractions[col] - cell.Fraction(); column.Right && n > 0 && cell.Kind() == value.Number {
			e.write(pointPadding(n, cell.Fraction()))
		}
		e.htmlNote(cell, strings.TrimSuffix(cell.Note(), value.NoZone), "")
		e.htmlBroken(cell.Problems)
		e.htmlWarnings(cell)
		e.write("</td>")
	}
	e.write("</tr>\n")
	if rest := t.OwnProblems(r); len(rest) > 0 {
		e.write(`<tr><td class="bad" colspan="`, strconv.Itoa(len(t.Columns())), `">`)
		e.htmlBroken(rest)
		e.write("</td></tr>\n")
	}
}

// htmlProblems lists what is at no value.
func (e *exporter) htmlProblems(problems []schema.Problem, word func(schema.Problem) string) {
	for _, p := range problems {
		e.problems++
		e.write(`<p class="broken"`, e.htmlAnchor(), `>`, value.Mark, " ", html.EscapeString(word(p)), "</p>\n")
	}
}

// htmlAnchor is the id of the last problem. A part of another page has none.
func (e *exporter) htmlAnchor() string {
	if e.isPart {
		return ""
	}
	return ` id="p` + strconv.Itoa(e.problems) + `"`
}

// openCell opens a cell; the first that breaks the schema is where the count on
// top leads.
func (e *exporter) openCell(c value.Cell, class string) {
	if len(c.Problems) > 0 {
		e.problems++
		class = strings.TrimSpace(class + " bad")
		e.write(`<td`, e.htmlAnchor())
	} else {
		e.write("<td")
	}
	if class != "" {
		e.write(` class="`, class, `"`)
	}
	if strings.HasPrefix(class, "long") {
		e.write(` tabindex="0"`) // a click shows all of it
	}
	e.write(">")
}

// pointPadding fills a number up to the decimals of its column, with spaces as
// wide as a digit and as a point.
func pointPadding(n, fraction int) string {
	if fraction == 0 {
		return "&#8200;" + strings.Repeat("&#8199;", n-1)
	}
	return strings.Repeat("&#8199;", n)
}

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
		e.write(`<small class="warn">`, value.CautionMark, " ", html.EscapeString(value.Wording(p)), "</small>")
	}
}

// htmlBroken says below a value what it breaks.
func (e *exporter) htmlBroken(problems []schema.Problem) {
	for _, p := range problems {
		e.write(`<small class="bad">`, value.Mark, " ", html.EscapeString(value.Wording(p)), "</small>")
	}
}

// pageStyle is all that the page looks like: the reader's light or dark, heads
// that stay, and paper.
const pageStyle = `:root {
  color-scheme: light dark;
  --bg: #ffffff; --fg: #1c1e26; --dim: #626880; --line: #dcdfe8; --soft: #f4f5f9;
  --accent: #4450c8; --good: #126b33; --bad: #c01f38; --bad-bg: #fdecef; --warn: #955800; --bar: #6d78e6; --edge: #1c1e2640;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #14151b; --fg: #e4e6ef; --dim: #989eb4; --line: #2e313d; --soft: #1c1e27;
    --accent: #9aa5ff; --good: #5fd38a; --bad: #ff7d90; --bad-bg: #3a1a22; --warn: #f0b35a; --bar: #7884f2; --edge: #b4bcff4d;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--fg); font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { max-width: 1280px; margin: 0 auto; padding: 28px 24px 64px; }
h1 { font-size: 1.55rem; line-height: 1.25; margin: 0 0 1.2rem; }
h2 { font-size: 1.25rem; margin: 2.2rem 0 .4rem; padding-top: 1.1rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.6rem 0 .2rem; }
h4, h5, h6 { font-size: 1rem; margin: 1.2rem 0 .3rem; }
h1 + section > h2:first-child { margin-top: 0; }
h1, h2, h3, .fields td, .fields th, p, summary { overflow-wrap: anywhere; }
p { margin: .5rem 0; }
a, .link { color: var(--accent); }
.count { font-size: .85rem; font-weight: 600; color: var(--bad); background: var(--bad-bg); border-radius: 999px; padding: .2rem .7rem; text-decoration: none; white-space: nowrap; vertical-align: middle; }
.about, .dim { color: var(--dim); }
.about, .text { white-space: pre-wrap; }
p.text, .prose, .about { max-width: 75ch; }
.facts { color: var(--dim); font-size: .86rem; margin: .1rem 0 .6rem; }
.fields + .facts, .scroll + .facts, .prose + .facts, p.text + .facts { margin-top: 1.6rem; }
.prose + .prose, .prose + .text { margin-top: 1.2rem; }
.facts span + span::before { content: "·"; color: var(--dim); margin-right: .35rem; }
.yes { color: var(--good); }
.bad { color: var(--bad); }
.warn { color: var(--warn); }
.no { color: var(--dim); }
.notice { border-left: 3px solid var(--line); padding: .25rem .8rem; color: var(--dim); max-width: 75ch; }
.notice.warn { border-color: var(--warn); color: var(--warn); }
.broken { color: var(--bad); }
.variant { font-weight: 400; color: var(--accent); margin-left: .4rem; }
small { display: block; font-size: .8rem; line-height: 1.35; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Noto Sans Mono", monospace; font-size: .88em; }
th code { font-weight: 400; color: var(--dim); margin-left: .3rem; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: .7rem .9rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
blockquote { margin: .6rem 0; padding: 0 0 0 .9rem; border-left: 3px solid var(--line); color: var(--dim); }
hr { border: 0; border-top: 1px solid var(--line); margin: 1.2rem 0; }
table { border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .38rem .8rem; border-bottom: 1px solid var(--line); }
th { font-weight: 600; }
.fields { width: 100%; max-width: 900px; }
.fields th { width: 30%; min-width: 7rem; padding-left: 0; }
.fields .d1 { padding-left: 1.2rem; } .fields .d2 { padding-left: 2.4rem; } .fields .d3 { padding-left: 3.6rem; }
.fields .d4 { padding-left: 4.8rem; } .fields .d5 { padding-left: 6rem; } .fields .d6 { padding-left: 7.2rem; }
.scroll { overflow: auto; max-height: 85vh; border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0 1rem; width: fit-content; max-width: 100%;
  background: /* a shadow where more can be scrolled into view; the first four move with the table and cover it at the end */
    linear-gradient(to right, var(--bg) 40%, transparent) left / 2.6rem 100% no-repeat local, linear-gradient(to left, var(--bg) 40%, transparent) right / 2.6rem 100% no-repeat local,
    linear-gradient(to bottom, var(--bg) 40%, transparent) top / 100% 2.6rem no-repeat local, linear-gradient(to top, var(--bg) 40%, transparent) bottom / 100% 2.6rem no-repeat local,
    linear-gradient(to right, var(--edge), transparent) left / 1.1rem 100% no-repeat scroll, linear-gradient(to left, var(--edge), transparent) right / 1.1rem 100% no-repeat scroll,
    linear-gradient(to bottom, var(--edge), transparent) top / 100% 1.1rem no-repeat scroll, linear-gradient(to top, var(--edge), transparent) bottom / 100% 1.1rem no-repeat scroll; }
.grid thead th, .grid tr:first-child th { position: sticky; top: 0; background: var(--soft); box-shadow: inset 0 -1px 0 var(--line); max-width: 18ch; vertical-align: bottom; z-index: 2; }
.grid { width: max-content; }
.grid td { max-width: 46ch; overflow-wrap: break-word; }
.grid .long .text { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; min-width: 30ch; cursor: pointer; }
.grid .long:focus .text { -webkit-line-clamp: none; }
@media (min-width: 721px) { .grid td:first-child { background: var(--bg); box-shadow: inset -1px 0 var(--line); } .grid td:first-child, .grid thead th:first-child { position: sticky; left: 0; z-index: 1; } .grid thead th:first-child { z-index: 3; } }
.brief { margin: .1rem 0 .7rem; } .brief span { margin-right: 1.4rem; font-weight: 600; } .brief .when { font-weight: 400; } .brief .alarm { color: var(--warn); }
.grid tbody tr:last-child td { border-bottom: 0; }
.grid tbody tr:hover td { background: var(--soft); }
.grid tbody td.bad, td.bad { background: var(--bad-bg); color: inherit; }
.num, .fix { white-space: nowrap; font-variant-numeric: tabular-nums; }
.fix .text { white-space: nowrap; }
.grid td.bad { min-width: 9rem; }
.num { text-align: right; }
td.num small, td.fix small { white-space: normal; }
.bar { display: inline-block; width: 5.5rem; height: .42rem; margin-left: .35rem; border-radius: 3px; background: var(--line); overflow: hidden; vertical-align: middle; }
.bar i { display: block; height: 100%; background: var(--bar); }
.swatch { display: inline-block; width: 1.6rem; height: .95rem; border: 1px solid var(--line); border-radius: 3px; vertical-align: -2px; }
summary { cursor: pointer; color: var(--accent); }
details .scroll { max-height: none; }
.prose > :first-child { margin-top: 0; } .prose > :last-child { margin-bottom: 0; }
:target { outline: 2px solid var(--bad); outline-offset: -2px; }
@media (max-width: 640px) {
  main { padding: 18px 14px 40px; }
  th, td { padding: .32rem .5rem; }
  .fields th { width: 38%; min-width: 5.5rem; }
}
@media print {
  :root { --bg: #fff; --fg: #000; --dim: #555; --line: #bbb; --soft: #f2f2f2; --accent: #223; --good: #060; --bad: #a00; --bad-bg: #fbe9ec; --warn: #740; --bar: #777; }
  body { font-size: 10pt; }
  main { max-width: none; padding: 0; }
  .scroll { overflow: visible; max-height: none; border: 0; background: none; }
  .grid { width: auto; } .grid td { overflow-wrap: anywhere; } .grid th, .num, .fix, .fix .text { white-space: normal; } .grid td.bad { min-width: 0; }
  .grid .long .text { -webkit-line-clamp: none; min-width: 0; } .grid td:first-child { position: static; }
  .grid thead { display: table-header-group; }
  .grid thead th, .grid tr:first-child th { position: static; }
  tr, h2, h3 { break-inside: avoid; } h2, h3 { break-after: avoid; }
  details::details-content { content-visibility: visible; display: block; height: auto; }
  .bar, .swatch, td.bad { print-color-adjust: exact; }
}
`
