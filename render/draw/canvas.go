package draw

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/limit"
	"a2aform/internal/safe"
	"a2aform/render"
	"a2aform/render/table"
	"a2aform/render/value"
)

// canvas collects lines that are at most width cells wide.
type canvas struct {
	Drawing

	width   int
	style   Style
	heading string // of the section being drawn
	about   string // its description

	pages   *Pages // where all rows go, not only the first
	written int    // lines that went there
	stopped bool   // no more lines are taken

	frame   *Framed // around the lines; nil for none
	isFacts bool    // they are above a table, and nothing in them opens
}

func newCanvas(width int, style Style) *canvas { return &canvas{width: max(width, 1), style: style} }

// piece is a run of text in one paint. Text is plain: no escape sequences.
type piece struct {
	text  string
	paint Paint
}

// put draws one line. What does not fit is cut, spaces at the end are dropped.
func (c *canvas) put(pieces ...piece) {
	pieces = fit(pieces, c.width)
	if text := plain(pieces); cells(text) > c.width {
		// A piece that begins with a mark joins the end of the one before it,
		// and together they may be wider.
		pieces = []piece{{cut(text, c.width), c.style.Text}}
	}
	var sb strings.Builder
	for _, p := range pieces {
		sb.WriteString(p.paint.apply(p.text))
	}
	c.Lines = append(c.Lines, sb.String())
}

func plain(pieces []piece) string {
	if len(pieces) == 1 {
		return pieces[0].text
	}
	var sb strings.Builder
	for _, p := range pieces {
		sb.WriteString(p.text)
	}
	return sb.String()
}

// fit cuts pieces to a width together, and drops the spaces at their end.
func fit(pieces []piece, width int) []piece {
	kept := make([]piece, 0, len(pieces))
	for _, p := range pieces {
		room := width
		width -= cells(p.text)
		if width < 0 {
			p.text = cut(p.text, room)
		}
		kept = append(kept, p)
		if width < 0 {
			break
		}
	}
	for i := len(kept) - 1; i >= 0; i-- {
		kept[i].text = strings.TrimRight(kept[i].text, " ")
		if kept[i].text != "" {
			return kept[:i+1]
		}
	}
	return nil
}

// gap draws an empty line between what is above and what comes.
func (c *canvas) gap() {
	if n := len(c.Lines); n > 0 && c.Lines[n-1] != "" {
		c.Lines = append(c.Lines, "")
	}
}

// proseWidth is the longest line of running text, in cells: longer ones are
// hard to read.
const proseWidth = 100

// prose draws wrapped lines behind an indent and a lead, which takes the place
// of the indent's end on the first line.
func (c *canvas) prose(text string, indent int, lead string, paint Paint) {
	indent = min(indent, c.width/2)
	width := min(c.width-indent-cells(lead), proseWidth)
	for i, line := range wrap(text, width) {
		if i > 0 {
			lead = spaces(cells(lead))
		}
		c.put(piece{text: spaces(indent)}, piece{lead + line, paint})
	}
}

func (c *canvas) section(s *render.Section) {
	c.gap()
	if c.sectionHead(s); len(s.Blocks) == 0 {
		c.put(piece{"nothing in it", c.style.Dim})
	}
	c.blocks(s.Blocks)
}

func (c *canvas) blocks(blocks []render.Block) {
	joined := c.frame != nil && c.frame.isOnly // a notice is right above what it is about
	wasAside := false
	for _, b := range blocks {
		aside, isAside := b.(*render.Aside)
		if !joined && !(isAside && (wasAside || aside.IsMetadata)) {
			c.gap()
		}
		c.block(b)
		_, joined = b.(*render.Notice)
		wasAside = isAside
	}
}

// block draws a block of any kind.
func (c *canvas) block(b render.Block) {
	switch b := b.(type) {
	case *render.Fields:
		c.fields(b)
	case *table.Table:
		c.grid(b)
	case *render.Prose:
		c.text(b)
	case *render.Attachment:
		c.attachment(b)
	case *render.JSON:
		c.opens(b.Head().Title, b)
		c.json(b.Data())
	case *render.Aside:
		if !c.isFacts {
			c.opens(b.Words(), b.Body)
		}
		c.put(piece{"· " + b.Words(), c.style.Dim})
	case *render.Notice:
		c.notice(b)
	}
}

func (c *canvas) sectionHead(s *render.Section) {
	name := s.Heading()
	c.heading, c.about = name.Line(0).String(), s.Description.Line(0).String()
	if !name.IsEmpty() && (c.frame == nil || c.frame.Title == "") {
		c.put(piece{c.heading, c.style.Title})
	}
	for _, line := range s.Description.Block(0).Lines() {
		if !s.Description.IsEmpty() {
			c.prose(line.String(), 0, "", c.style.Dim)
		}
	}
}

// flow draws words with dots between them, on as many lines as they take.
func (c *canvas) flow(words []piece) {
	var line []piece
	for _, w := range words {
		if w.text == "" {
			continue
		}
		if len(line) > 0 && widthOf(line)+len(" · ")-1+cells(w.text) > c.width {
			c.put(line...)
			line = nil
		}
		if len(line) > 0 {
			line = append(line, piece{" · ", c.style.Dim})
		}
		line = append(line, w)
	}
	if len(line) > 0 {
		c.put(line...)
	}
}

// head draws what a block says of itself, with details such as a count of rows
// in front of the verdict.
func (c *canvas) head(h value.Head, details ...string) {
	words := []piece{{h.Title, c.style.Title}}
	if h.Title == c.heading {
		words = nil // it is right above
	}
	words = append(words, piece{h.Variant, c.style.Accent})
	for _, w := range h.Facts(details) {
		words = append(words, piece{w, c.style.Dim})
	}
	verdict := piece{h.Verdict(), c.style.Warn}
	if len(h.Problems) > 0 {
		verdict.paint = c.style.Bad
	}
	isInFrame := c.inFrame(h, details)
	if !isInFrame {
		c.flow(append(words, verdict))
	}
	if !h.Nested && !h.Description.IsEmpty() && (!isInFrame || c.about == "") && h.Description.Line(0).String() != c.about {
		c.prose(h.Description.Line(safe.TextLimit()).String(), 0, "", c.style.Dim)
	}
}

func (c *canvas) text(p *render.Prose) {
	c.opens("text", p)
	if passages := p.Passages(); passages != nil {
		c.markdown(passages)
		return
	}
	body := p.Text.Block(limit.ProseBytes.Int())
	for _, line := range body.Lines() {
		c.prose(line.String(), 0, "", c.style.Text)
	}
	if body.Cut() {
		c.put(piece{"cut here: the text has " + value.Grouped(len(p.Exact())) + " bytes", c.style.Warn})
	}
}

func (c *canvas) notice(n *render.Notice) {
	paint, lead := c.style.Warn, "! "
	if !n.Bad {
		paint, lead = c.style.Dim, "· "
	}
	c.prose(n.Text, 0, lead, paint)
}

func (c *canvas) attachment(a *render.Attachment) {
	f := a.File
	words := a.Words()
	pieces := []piece{{"▪ " + words[0], c.style.Label}}
	for _, w := range words[1:] {
		pieces = append(pieces, piece{w, c.style.Dim})
	}
	c.opens(words[0], a)
	c.flow(pieces)
	if !f.URL.IsEmpty() {
		c.prose(f.URL.Line(0).String(), 2, "", c.style.Accent)
	}
}

// Paint colors text without changing its width; nil leaves it as it is.
type Paint func(string) string

// Style is how the kinds of text in a block are painted. The text handed to a
// Paint is already cut and padded.
type Style struct {
	Title  Paint // headings
	Label  Paint // names of fields and columns
	Key    Paint // raw names of members
	Text   Paint // values
	Dim    Paint // what is next to values: units of time, counts, sources
	Good   Paint // true, valid
	Bad    Paint // what breaks a schema
	Warn   Paint // what may be wrong
	Bar    Paint // the filled part of a bar
	Rule   Paint // lines between rows
	Accent Paint // names of schemas, links
	JSON   Paint // a line of JSON in which no token is cut; nil for Text

	// Code is the paint of a line of code in a language, "" where that is not known. Without it code has the paint of Key.
	Code func(language string) Paint

	// Yes and No are what tables show for true and false; "" for these words.
	Yes, No string

	// Rows is how many rows of a table are drawn at most, 0 for as many as the limit says.
	Rows int

	// ForAudience draws tables to be read from afar: with more space between the columns, without those that people can do without, and
	// without the titles of those that are hidden.
	ForAudience bool

	// Hidden is what follows the number of hidden columns, such as how to see them.
	Hidden string

	// NoGlyphs leaves out bars and rules, which a screen reader would spell out.
	NoGlyphs bool

	// NoMarks leaves out the # of headings in Markdown, which Title tells from paragraphs.
	NoMarks bool

	// Color is the paint of a color that a value names, as #rrggbb. Without it
	// no colors are shown.
	Color func(rgb string) Paint
}

// Plain paints nothing.
var Plain Style

func (p Paint) apply(s string) string {
	if p == nil || s == "" {
		return s
	}
	return p(s)
}

// cells is how many terminal cells a line takes. Every width in this package is
// counted so, by grapheme.
func cells(s string) int {
	if isASCII(s) {
		return len(s)
	}
	return ansi.StringWidth(s)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// cut shortens a line to at most width cells, with a mark where it is cut.
func cut(s string, width int) string {
	if width <= 0 {
		return ""
	}
	if cells(s) <= width {
		return s
	}
	used, end := 0, 0
	for end < len(s) {
		cluster, size := grapheme(s[end:])
		if used+size >= width {
			break
		}
		used += size
		end += len(cluster)
	}
	return s[:end] + safe.Ellipsis
}

// pad fills a line with spaces to width cells, at its left if right is set.
func pad(s string, width int, right bool) string {
	missing := width - cells(s)
	if missing <= 0 {
		return s
	}
	if right {
		return strings.Repeat(" ", missing) + s
	}
	return s + strings.Repeat(" ", missing)
}

// wrap breaks a line into lines of at most width cells: behind spaces and wide
// characters where it can, links that are wider behind their parts, anything else anywhere where it must.
func wrap(s string, width int) []string {
	width = max(width, 1)
	if cells(s) <= width {
		return []string{s}
	}
	w := wrapper{text: s, width: width}
	for w.at < len(s) {
		w.step()
	}
	return append(w.lines, s[w.start:])
}

type wrapper struct {
	text  string
	width int
	lines []string

	start, used int // the open line and its cells
	brk, since  int // the last place to break it, and the cells behind that
	at          int
	link        int // the end of the link that is being read, which is too wide for a line; 0 for none
}

func (w *wrapper) step() {
	if w.at == 0 || w.text[w.at-1] == ' ' {
		w.atLink()
	}
	cluster, size := grapheme(w.text[w.at:])
	for w.used+size > w.width && w.at > w.start {
		if cluster == " " {
			w.lines = append(w.lines, w.text[w.start:w.at])
			w.at++
			w.start, w.brk, w.used, w.since = w.at, w.at, 0, 0
			return
		}
		w.close()
	}
	w.at += len(cluster)
	w.used += size
	w.since += size
	if cluster == " " || size == 2 || w.at < w.link && w.endsPart() {
		w.brk, w.since = w.at, 0
	}
}

// atLink notes a link at the beginning of a word that is wider than a line.
func (w *wrapper) atLink() {
	word, _, _ := strings.Cut(w.text[w.at:], " ")
	if strings.Contains(word, "://") && cells(word) > w.width {
		w.link = w.at + len(word)
	}
}

// endsPart reports that a part of a link ends here: of its path or its query.
func (w *wrapper) endsPart() bool {
	const ends = "/?&"
	return strings.IndexByte(ends, w.text[w.at-1]) >= 0 && strings.IndexByte(ends, w.text[w.at]) < 0
}

// close ends the open line at its last break, or here if it has none.
func (w *wrapper) close() {
	end, used := w.at, 0
	if w.brk > w.start {
		end, used = w.brk, w.since
	}
	w.lines = append(w.lines, strings.TrimRight(w.text[w.start:end], " "))
	w.start, w.brk, w.used, w.since = end, end, used, used
}

// grapheme is the first character of s as a reader sees it, and its cells.
func grapheme(s string) (string, int) {
	if s[0] < 0x80 && (len(s) == 1 || s[1] < 0x80) {
		return s[:1], 1
	}
	return ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
}

// wrapBlock wraps every line of a text.
func wrapBlock(b safe.Block, width int) []string {
	var lines []string
	for _, l := range b.Lines() {
		lines = append(lines, wrap(l.String(), width)...)
	}
	return lines
}
