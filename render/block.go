package render

import (
	"fmt"
	"strings"

	"github.com/dustin/go-humanize/english"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render/markdown"
	"a2aform/render/table"
	"a2aform/render/value"
)

// Block is one visible part of an artifact: [*Fields], a *table.Table, [*Prose],
// [*Attachment], [*JSON], [*Aside] or [*Notice].
type Block interface {
	// Head is what the block says of itself.
	Head() value.Head
}

// IsText reports a block that is a text, or a table in one.
func IsText(b Block) bool {
	_, isProse := b.(*Prose)
	return isProse || b.Head().InText
}

// Prose is running text: a text part, or a text of a cell that was opened. What
// is beyond limit.ProseBytes is not drawn.
type Prose struct {
	Text   safe.Raw
	markup markup
}

// markup says how a text is written.
type markup uint8

const (
	noMarkup     markup = iota
	markdownText        // declared to be Markdown
	markdownLike        // plainly Markdown, though it is not declared as such: its lines stay lines
)

// IsMarkdown reports a text that is declared to be Markdown, or plainly is.
func (p *Prose) IsMarkdown() bool { return p.markup != noMarkup }

// Exact is the whole text.
func (p *Prose) Exact() string { return p.Text.Exact() } //nolint:forbidigo // read; what is drawn goes through internal/safe

// Head is what the block says of itself.
func (p *Prose) Head() value.Head { return value.Head{} }

// Attachment is a file part.
type Attachment struct{ File File }

// Head is what the block says of itself.
func (a *Attachment) Head() value.Head { return value.Head{} }

// JSON is data that cannot be shown by its shape, as indented JSON, or as it
// came where it is not even that.
type JSON struct {
	head value.Head
	data []byte
}

// Head is what the block says of itself.
func (j *JSON) Head() value.Head { return j.head }

// Data is the value exactly as it came. It must not be changed.
func (j *JSON) Data() []byte { return j.data }

// Words are a file's name, its type and its size, as far as they are known.
func (a *Attachment) Words() []string {
	name := a.File.Name
	if name.IsEmpty() {
		name = safe.Text("unnamed file")
	}
	words := []string{name.Line(0).String()}
	if !a.File.MediaType.IsEmpty() {
		words = append(words, a.File.MediaType.Line(0).String())
	}
	switch {
	case a.File.Size >= 0:
		words = append(words, english.Plural(int(a.File.Size), "byte", ""))
	case a.File.IsBroken():
		words = append(words, value.Mark+" cannot be read: its base64 is broken")
	}
	if a.File.Note != "" {
		words = append(words, a.File.Note)
	}
	return words
}

// Aside is what an agent sent beside its answer: a thought, a call of a tool, or metadata. It is one line, which opens the rest.
// Exports leave thoughts and metadata out.
type Aside struct {
	Title      safe.Raw // empty for a thought
	Body       *Prose
	IsMetadata bool
	shown      int // of metadata: how many members the line has
}

// Head is what the block says of itself.
func (a *Aside) Head() value.Head { return value.Head{} }

// Words are the line that stands for it.
func (a *Aside) Words() string {
	if a.Title.IsEmpty() {
		return "Thought, " + english.Plural(len(a.Body.Text.Block(limit.ProseBytes.Int()).Lines()), "line", "")
	}
	title := a.Title.Line(0).String()
	if !a.IsMetadata {
		return strings.TrimSpace(title + "  " + a.Body.Text.Line(safe.TextLimit()).String())
	}
	facts, more := a.Facts(), ""
	switch n := strings.Count(a.Body.Exact(), "\n") + 1 - len(facts); {
	case len(facts) == 0:
		return title + ", " + english.Plural(n, "value", "")
	case n > 0:
		more = fmt.Sprintf(" · %d more", n)
	}
	return title + "  " + strings.Join(facts, " · ") + more
}

// Facts are the members of metadata that say something to people, each as "name: value".
func (a *Aside) Facts() []string {
	lines := strings.SplitN(a.Body.Exact(), "\n", a.shown+1)[:a.shown]
	for i, l := range lines {
		lines[i] = safe.Text(l).Line(safe.TextLimit()).String()
	}
	return lines
}

// Notice is something that the reader must know about the blocks around it.
type Notice struct {
	Text string // our words, safe to show
	Bad  bool   // something is wrong, not only worth knowing
}

// Head is what the block says of itself.
func (n *Notice) Head() value.Head { return value.Head{} }

// NewProse is a text as running text, as Markdown where its media type says so or
// it plainly is.
func NewProse(text, media safe.Raw) *Prose {
	p := &Prose{Text: text}
	switch {
	case markdown.IsType(media):
		p.markup = markdownText
	case markdown.IsUntyped(media) && markdown.IsLikely(p.Exact()):
		p.markup = markdownLike
	}
	return p
}

// Passages are a text read as Markdown, nil where it is none.
func (p *Prose) Passages() []*markdown.Block {
	if p.markup == noMarkup || markdown.IsTooLong(p.Exact()) {
		return nil
	}
	return markdown.Read(p.Exact(), p.markup == markdownLike)
}

// DataBlocks are the blocks of a section that data is exported from. Data that is shown
// as it came, because a number of it is beyond the limits, is among them by its shape.
// The error says why some of the data cannot be read.
func (s *Section) DataBlocks() (blocks []Block, invalid error) {
	for _, b := range s.Blocks {
		head := b.Head()
		if !head.Data || head.Nested {
			continue
		}
		raw, isRaw := b.(*JSON)
		if !isRaw {
			blocks = append(blocks, b)
			continue
		}
		c := &content{data: raw.data}
		if c.value, c.err = value.ParseExact(raw.data); c.err != nil {
			invalid = c.err
			continue
		}
		c.findListKey()
		for _, b := range groupBlocks([]*content{c}) {
			if head := b.Head(); head.Data && !head.Nested {
				blocks = append(blocks, b)
			}
		}
	}
	return blocks, invalid
}

// unreadBlocks say why a row is no JSON, and show what it is.
func unreadBlocks(g *table.Table, row int) []Block {
	text := "this row cannot be read"
	for _, p := range g.Problems(row) {
		text += ": " + p.Message()
	}
	blocks := []Block{&Notice{Text: text, Bad: true}}
	if data, ok := g.Indexed(row); ok {
		blocks = append(blocks, &JSON{data: data})
	}
	return blocks
}

// RowBlocks show a row of a table on its own, as if it were the whole result.
func RowBlocks(g *table.Table, row int) []Block {
	if row < 0 || row >= g.Rows() {
		return nil
	}
	v := g.Value(row)
	if v == nil {
		return unreadBlocks(g, row)
	}
	head := value.Head{Source: g.Head().Source, Schema: g.Head().Schema, Nested: true, Data: true}
	blocks := valueBlocks(v, g.Location(row), value.NewProblems(g.Problems(row)), head)
	for _, b := range blocks {
		if fields, ok := b.(*Fields); ok {
			fields.formatAs(g, row)
		}
	}
	return blocks
}

// formatAs shows the members of a row as the columns of its table show them.
func (f *Fields) formatAs(g *table.Table, row int) {
	columns := map[string]int{}
	for col, c := range g.Columns() {
		if c.IsMember() {
			columns[ojson.Pointer("", c.Token())] = col
		}
	}
	for i := range f.Rows {
		r := &f.Rows[i]
		if col, ok := columns[r.Pointer]; ok && !r.Section && !r.Below {
			r.Cell.Format = g.Cell(row, col).Format
		}
	}
}

// CellBlocks show a cell's value on its own, as if it were the whole result.
func CellBlocks(c value.Cell) []Block {
	if c.Kind() == value.Text {
		return textBlocks(c)
	}
	loc, source := schema.Location{}, value.NoSchema
	if c.Format != nil {
		loc = c.Format.Location()
	}
	if loc.IsKnown() {
		source = value.Declared
	}
	return valueBlocks(c.Value, loc, value.NewProblems(c.Problems), value.Head{Nested: true, Source: source})
}

// textBlocks show a text on its own: bytes as a file, and as text where they are
// that.
func textBlocks(c value.Cell) []Block {
	data, media, ok := c.Bytes()
	if !ok {
		return []Block{NewProse(safe.Text(c.Value.Text()), c.MediaType())}
	}
	blocks := []Block{&Attachment{File{MediaType: media, Size: int64(len(data)), Base64: c.Base64()}}}
	if value.IsPlainText(data) {
		blocks = append(blocks, NewProse(safe.Text(string(data)), media))
	}
	return blocks
}
