package draw

import (
	"strings"

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
