package export

import (
	"math"
	"strings"

	"github.com/dustin/go-humanize/english"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/render"
	"a2aform/render/draw"
	"a2aform/render/markdown"
	"a2aform/render/table"
	"a2aform/render/value"
)

// The rule of Markdown: each artifact is a section; objects are tables of fields
// and values, lists are tables, nested lists follow the object they are in, and
// in a cell they are compact JSON. Text that is Markdown is quoted, other text is
// escaped. A value that breaks its schema has a ✗, and what it breaks stands
// below the table.

func (e *exporter) documentMarkdown(d *render.Document) {
	for i := range d.Sections {
		s := &d.Sections[i]
		if i > 0 {
			e.write("\n")
		}
		if name := s.Heading(); !name.IsEmpty() {
			e.write(e.heading(1), mdText(name.Line(0).String()), "\n\n")
		}
		if !s.Description.IsEmpty() {
			e.write(mdLines(s.Description), "\n\n")
		}
		if len(s.Blocks) == 0 {
			e.write("nothing in it\n")
		}
		for j, b := range s.Blocks {
			if j > 0 {
				e.write("\n")
			}
			e.markdownBlock(b)
		}
	}
}

func (e *exporter) markdownBlock(b render.Block) {
	switch b := b.(type) {
	case *render.Fields:
		e.fieldsMarkdown(b)
	case *table.Table:
		e.tableMarkdown(e.inOrder(b))
	case *render.Prose:
		if !b.IsMarkdown() {
			e.write(mdLines(b.Text), "\n")
		} else {
			e.write(quoted(withoutControls(b.Exact())))
		}
	case *render.Attachment:
		e.write("- ▪ ", mdText(strings.Join(b.Words(), " · ")), "\n")
		if !b.File.URL.IsEmpty() {
			e.write("  ", mdText(b.File.URL.Line(limit.AddressBytes.Int()).String()), "\n")
		}
	case *render.JSON:
		e.fenced("json", string(b.Data()))
	case *render.Aside:
		e.write("- ", mdText(b.Words()), "\n")
	case *render.Notice:
		e.write("> ", mdText(b.Text), "\n")
	}
}

// quoted is Markdown of an agent as a quotation, so that its headings and lists are not taken for ours. It has no HTML and no pictures:
// what shows it would fetch them.
func quoted(markdown string) string {
	var sb strings.Builder
	fence := ""
	markdown = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(markdown) // each ends a line
	for line := range strings.SplitSeq(strings.TrimRight(markdown, "\n"), "\n") {
		mark, info := fenceOf(line)
		switch {
		case fence != "" && strings.HasPrefix(mark, fence) && strings.TrimSpace(info) == "":
			fence = ""
		case fence != "": // code stays as it is
		case mark != "":
			fence, line = mark, mark+strings.ReplaceAll(info, "<", "&lt;")
		default:
			line = noHTML.Replace(line)
		}
		sb.WriteString(strings.TrimRight("> "+line, " ") + "\n")
	}
	return sb.String()
}

// noHTML is for Markdown outside of code.
var noHTML = strings.NewReplacer("<", "&lt;", "![", `!\[`)

// fenceOf returns the fence that a line begins with, and the rest of the line; "" for none (CommonMark 0.31, 4.5). Only a fence that stands
// in no list counts: a list may end before its fence does.
func fenceOf(line string) (fence, info string) {
	text := strings.TrimLeft(line, " ")
	if len(line)-len(text) > 3 || text == "" || text[0] != '`' && text[0] != '~' {
		return "", ""
	}
	info = strings.TrimLeft(text, text[:1])
	fence = text[:len(text)-len(info)]
	if len(fence) < 3 || fence[0] == '`' && strings.Contains(info, "`") {
		return "", ""
	}
	return fence, info
}

// heading begins a heading, below that which the document stands below.
func (e *exporter) heading(level int) string { return strings.Repeat("#", min(level+e.level, 6)) + " " }

// fenced writes code within a fence.
func (e *exporter) fenced(language, code string) {
	e.write(markdown.Fenced(language, withoutControls(code)))
}

func (e *exporter) headMarkdown(h value.Head, details ...string) {
	if h.Title != "" {
		e.write(e.heading(2), mdText(h.Title), "\n\n")
	}
	words := e.facts(h, details)
	if verdict := h.Verdict(); verdict != "" {
		words = append(words, verdict)
	}
	if len(words) > 0 {
		e.write("*", mdText(strings.Join(words, " · ")), "*\n\n")
	}
	if !h.Nested && !h.Description.IsEmpty() {
		e.write(mdLines(h.Description), "\n\n")
	}
}

func (e *exporter) fieldsMarkdown(f *render.Fields) {
	e.headMarkdown(f.Head())
	e.noteFieldDuplicates(f)
	if len(f.Rows) == 0 {
		e.write("no fields\n")
	} else {
		e.write("| Field | Value |\n|:--|:--|\n")
	}
	var lines []string
	for _, row := range f.Rows {
		label := strings.Repeat("&emsp;", min(row.Depth, limit.Sections.Int())) + mdText(row.Label.String())
		e.write("| ", label, " | ", fieldMarkdown(row), " |\n")
		for _, p := range row.Cell.Problems {
			lines = append(lines, value.Mark+" "+row.Label.String()+": "+value.Wording(p))
		}
		for _, note := range row.Notes() {
			lines = append(lines, row.Label.String()+": "+note)
		}
	}
	if names := f.UnexpectedNames(); len(names) > 0 {
		lines = append(lines, draw.UnexpectedText(names))
	}
	for _, p := range f.Others {
		lines = append(lines, value.Mark+" "+value.Wording(p))
	}
	if f.More > 0 {
		lines = append(lines, english.Plural(f.More, "more field", "")+", see the JSON")
	}
	e.noteLines(lines)
}

// noteLines lists what is wrong below a table.
func (e *exporter) noteLines(lines []string) {
	for i, line := range lines {
		e.write([]string{"\n", ""}[min(i, 1)], "- ", mdText(line), "\n")
	}
}

func fieldMarkdown(r render.Field) string {
	switch {
	case r.Section:
		return mdText(r.Variant)
	case r.Below:
		return "*" + r.BelowText() + "*"
	}
	return cellMarkdown(r.Cell, r.Cell.Unit())
}

// cellMarkdown is a cell of a table.
func cellMarkdown(c value.Cell, unit string) string {
	text := c.Text()
	if c.Kind() == value.Nested && !(value.AllScalar(c.Value.Items()) && c.Value.Is(ojson.Array)) {
		text = string(c.Value.Compact())
	}
	text = mdText(safe.Text(text).Block(len(text) + 1).String())
	if unit != "" {
		text += " " + mdText(unit)
	}
	if note := c.Note(); note != "" {
		text += " *" + mdText(note) + "*"
	}
	return mdText(c.Mark()) + text
}

func (e *exporter) tableMarkdown(t extract) {
	unsent := t.DropEmpty()
	e.headMarkdown(t.Head(), e.rowsText(t))
	if len(t.Columns()) == 0 {
		return
	}
	rule := "|"
	headings := draw.Headings(t.Table, math.MaxInt)
	for i, column := range t.Columns() {
		e.write("| ", mdText(headings[i]), " ")
		if column.Right {
			rule += "--:|"
		} else {
			rule += ":--|"
		}
	}
	e.write("|\n", rule, "\n")
	if !t.Head().Nested {
		e.noteMapDuplicates(t)
	}
	e.eachRow(t, func(out *exporter, t extract, r int) {
		for col := range t.Columns() {
			out.write("| ", cellMarkdown(t.Cell(r, col), ""), " ")
		}
		out.write("|\n")
		if !t.IsJSON(r) {
			out.noteInvalid("row", r, false)
		}
		if !t.Head().Nested {
			out.noteDuplicates(t.duplicateTexts(r))
		}
	})
	if len(unsent) > 0 {
		e.write("\n", mdText(draw.UnsentText(unsent)), "\n")
	}
	var lines []string
	for i, p := range t.Head().Problems {
		if i == limit.Problems.Int() {
			lines = append(lines, english.Plural(len(t.Head().Problems)-i, "more problem", ""))
			break
		}
		lines = append(lines, value.Mark+" "+t.Wording(p))
	}
	e.noteLines(lines)
}

var mdEscapes = strings.NewReplacer(
	"\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[", "]", "\\]", "<", "&lt;", ">", "&gt;",
	"&", "&amp;", "|", "\\|", "~", "\\~", "#", "\\#", "\r\n", "<br>", "\n", "<br>",
)

// MarkdownText is safe text as Markdown that shows it as it is, within a line.
func MarkdownText(text string) string { return mdText(text) }

// mdText is safe text as Markdown that shows it as it is, within a line.
func mdText(text string) string {
	if !strings.ContainsAny(text, "\\`*_[]<>&|~#\r\n") { // as most texts
		return text
	}
	return mdEscapes.Replace(text)
}

// mdLine is the same at the start of a line, where more means something.
func mdLine(text string) string {
	escaped := mdText(text)
	digits := len(escaped) - len(strings.TrimLeft(escaped, "0123456789"))
	switch rest := escaped[digits:]; {
	case digits == 0 && rest != "" && strings.ContainsRune("-+=", rune(rest[0])):
		return "\\" + rest
	case digits > 0 && (strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, ")")):
		return escaped[:digits] + "\\" + rest
	}
	return escaped
}

// mdLines is untrusted text of several lines, each kept as one.
func mdLines(text safe.Raw) string {
	var lines []string
	for _, line := range text.Block(limit.ProseBytes.Int()).Lines() {
		lines = append(lines, mdLine(strings.TrimSpace(line.String())))
	}
	return strings.ReplaceAll(strings.Join(lines, "  \n"), "  \n  \n", "\n\n")
}
