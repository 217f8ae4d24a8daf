package kit

import (
	"io"
	"slices"
	"strconv"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/render"
	"a2aform/render/draw"
	"a2aform/render/export"
	"a2aform/render/table"
	"a2aform/render/value"
)

// BlockView is blocks to scroll through. What can be looked at on its own are links:
// tab goes from one to the next, enter opens it.
type BlockView struct {
	Base
	name    string
	draw    func(width int, style draw.Style) *draw.Drawing
	Drawing *draw.Drawing
	Lines   Scroll
	Link    int              // the chosen one, -1 for none
	Whole   *render.Document // what is shown, where that is a result; nil for a part of one
	Self    Screen           // the page, or the screen that it is part of
	IsPart  bool             // of a screen, which has the panes
}

// HasFrame reports whether the blocks have a pane of their own.
func (b *BlockView) HasFrame() bool { return !b.IsPart && b.Base.HasFrame() }

// room is the size of the area of the blocks.
func (b *BlockView) room() (width, height int) {
	if !b.HasFrame() {
		return b.Width, b.Height
	}
	return b.FrameRoom()
}

// NewBlockView is the screen of a drawing.
func NewBlockView(h *Host, name string, drawing func(int, draw.Style) *draw.Drawing) *BlockView {
	p := &BlockView{Base: Base{Host: h}, name: name, draw: drawing, Drawing: &draw.Drawing{}, Link: -1}
	p.Lines.looked, p.Self = -1, p
	return p
}

// OpenBlocks shows blocks on a screen of their own: a table as one that can be
// sorted and filtered, a file as one that can be saved. A text block after a file
// is the file's text, which the file's screen shows.
func OpenBlocks(h *Host, name string, blocks []render.Block) Action {
	if len(blocks) > 0 {
		if f, ok := blocks[0].(*render.Attachment); ok {
			return h.Nav.OpenFile(name, f.File)
		}
	}
	if list, ok := ListOf(blocks); ok {
		return h.Nav.OpenList(name, list)
	}
	return Action{Push: NewBlockView(h, name, func(width int, style draw.Style) *draw.Drawing {
		return withoutItself(draw.Blocks(blocks, width, style), blocks)
	})}
}

// withoutItself takes out the link of a block that has the screen for itself.
func withoutItself(d *draw.Drawing, blocks []render.Block) *draw.Drawing {
	if len(blocks) == 1 {
		d.Links = slices.DeleteFunc(d.Links, func(link draw.Link) bool { return link.Block == blocks[0] })
	}
	return d
}

// gutter is the space left of the lines, for the sign at the chosen link.
const gutter = 2

// Redraw draws what is shown once more.
func (b *BlockView) Redraw() {
	if b.Width == 0 {
		return
	}
	width, _ := b.room()
	b.Drawing = b.draw(max(width-gutter, 1), b.Styles().Render)
	if b.Link >= len(b.Drawing.Links) {
		b.Link = -1
	}
	b.sign()
}

// sign sets the lines with the sign at the link.
func (b *BlockView) sign() {
	lines := make([]string, len(b.Drawing.Lines))
	at := -1
	if b.Link >= 0 {
		at = b.Drawing.Links[b.Link].Line
	}
	for i, l := range b.Drawing.Lines {
		lines[i] = "  " + l
		if i == at {
			lines[i] = b.Styles().Accent.Render("▸") + " " + l
		}
	}
	b.Lines.Set(lines)
}

func (b *BlockView) Layout(w, h int) {
	b.Base.Layout(w, h)
	_, b.Lines.Height = b.room()
	b.Redraw()
}

func (b *BlockView) Restyle() { b.Redraw() }

func (b *BlockView) Update(msg tea.Msg) (Action, tea.Cmd) {
	switch msg := msg.(type) {
	case SavedMsg:
		return b.Host.Saved(msg), nil
	case tea.KeyPressMsg:
		if act, cmd, done := Press(msg, b.Self.Keys()); done {
			return act, cmd
		}
		b.Lines.Press(msg)
	}
	return Action{}, nil
}

func (b *BlockView) export() { AskExport(b.Self, b.Host, "the result", b.name, b.exporter()) }

func (b *BlockView) openQuery() Action {
	return b.Host.Nav.OpenQuery("the whole result", b.queryExporter())
}

// focusNext chooses the next link, the first one that can be seen where none is
// chosen or the chosen one is out of sight.
func (b *BlockView) focusNext(by int) Action {
	links := b.Drawing.Links
	if len(links) == 0 {
		return Infof("nothing here opens")
	}
	if b.Link < 0 || !b.sees(links[b.Link].Line) {
		b.Link = b.firstInSight()
	} else {
		b.Link = (b.Link + by + len(links)) % len(links)
	}
	b.Lines.Reveal(links[b.Link].Line)
	b.sign()
	return b.linkStatus()
}

func (b *BlockView) sees(line int) bool {
	return line >= b.Lines.Top && line < b.Lines.Top+b.Lines.Height
}

// firstInSight is the first link in the window or below it, else the last one.
func (b *BlockView) firstInSight() int {
	for i, d := range b.Drawing.Links {
		if d.Line >= b.Lines.Top {
			return i
		}
	}
	return len(b.Drawing.Links) - 1
}

func (b *BlockView) linkStatus() Action {
	return Infof("enter opens %s (%d of %d)", b.Drawing.Links[b.Link].Title, b.Link+1, len(b.Drawing.Links))
}

// open opens the chosen link, or the first one in sight.
func (b *BlockView) open() Action {
	links := b.Drawing.Links
	if len(links) == 0 {
		return Action{}
	}
	if b.Link < 0 || !b.sees(links[b.Link].Line) {
		b.Link = b.firstInSight()
		b.sign()
	}
	return OpenBlocks(b.Host, links[b.Link].Title, links[b.Link].Blocks())
}

// nextProblem scrolls to the next line with a problem.
func (b *BlockView) nextProblem(by int) Action {
	stops := b.Drawing.Problems
	if len(stops) == 0 {
		return Infof("no problems to show")
	}
	at := -1
	for i, line := range stops {
		if by > 0 && line > b.Lines.looked && at < 0 || by < 0 && line < b.Lines.looked {
			at = i
		}
	}
	if at < 0 && by > 0 {
		at = 0
	} else if at < 0 {
		at = len(stops) - 1
	}
	b.Lines.Reveal(stops[at])
	return Infof("problem %d of %d", at+1, len(stops))
}

// exporter writes the whole result as it is now.
func (b *BlockView) exporter() Exporter {
	return ExporterOf(b.Whole, b.name, b.Width)
}

// ExporterOf exports a document under a title, as text at most width columns wide.
func ExporterOf(document *render.Document, title string, width int) Exporter {
	return func(w io.Writer, f export.Format) error {
		return export.Document(w, document, f, export.Options{Title: title, Width: width})
	}
}

// queryExporter is what a query is about: the rows of a result that is one table, however
// many parts they came in, else all data.
func (b *BlockView) queryExporter() Exporter {
	g, ok := onlyGrid(b.Whole)
	if !ok {
		return b.exporter()
	}
	return func(w io.Writer, f export.Format) error {
		return export.Table(w, g, f, table.Selection{}, export.Options{})
	}
}

// onlyGrid is the table that several parts of a result make up together, where
// there is nothing else.
func onlyGrid(d *render.Document) (*table.Table, bool) {
	blocks := d.Blocks()
	if len(blocks) != 1 || len(d.Trees()) < 2 {
		return nil, false
	}
	g, ok := blocks[0].(*table.Table)
	return g, ok
}

// OpenJSON shows the data of a document as JSON; of several the user chooses one.
func OpenJSON(h *Host, d *render.Document) Action {
	roots := d.Trees()
	if g, ok := onlyGrid(d); ok {
		root, _ := g.Tree(0)
		roots = []*value.Node{root}
	}
	if len(roots) == 0 {
		return Infof("there is no data here")
	}
	if len(roots) == 1 {
		return h.Nav.OpenJSON("JSON", roots[0], nil)
	}
	labels, notes := make([]string, len(roots)), make([]string, len(roots))
	for i, root := range roots {
		labels[i], notes[i] = "data "+strconv.Itoa(i+1), root.Summary()
	}
	h.Overlay = NewChooser(h, "Which data as JSON", labels, notes, func(i int) tea.Cmd {
		return h.Perform(h.Nav.OpenJSON("JSON", roots[i], nil))
	})
	return Action{}
}

// JSONKey opens the data of a document as JSON; d is nil where there is none.
func JSONKey(h *Host, d *render.Document) Key {
	return When(Keys.JSON, Unless(d != nil && len(d.Trees()) > 0, "there is no data here"), func() Action { return OpenJSON(h, d) })
}

// Point chooses the link at a line, or above it.
func (b *BlockView) Point(_, line int) bool {
	if b.HasFrame() {
		if line = b.FrameLine(line); line < 0 {
			return false
		}
	}
	before, line := b.Link, b.Lines.Top+line
	for i, link := range b.Drawing.Links {
		if link.Line <= line {
			b.Link = i
		}
	}
	b.sign()
	return b.Link >= 0 && b.Link == before
}

func (b *BlockView) View() string {
	if !b.HasFrame() {
		return b.Lines.View()
	}
	return b.InFrame(b.name, "", b.Lines.View())
}

func (b *BlockView) HiddenLines() int { return b.Lines.HiddenLines() }

func (b *BlockView) Title() string { return b.name }

func (b *BlockView) Keys() []Key {
	noLink := Unless(len(b.Drawing.Links) > 0, "nothing here opens")
	isPart := Unless(b.Whole != nil, "this is a part; the result as a whole has it")
	noProblem := Unless(len(b.Drawing.Problems) > 0, "nothing is wrong here")
	return append([]Key{
		When(BlockKeys.OpenLink, noLink, b.open),
		b.BackKey(),
		When(BlockKeys.NextLink, noLink, func() Action { return b.focusNext(1) }),
		When(BlockKeys.NextProblem, noProblem, func() Action { return b.nextProblem(1) }),
		When(Keys.Export, isPart, b.export),
		JSONKey(b.Host, b.Whole),
		When(Keys.Query, isPart, b.openQuery),
		When(BlockKeys.PreviousLink, noLink, func() Action { return b.focusNext(-1) }),
		When(BlockKeys.PreviousProblem, noProblem, func() Action { return b.nextProblem(-1) }),
	}, ScrollKeys...)
}

var _ = RegisterKeys("result", &BlockKeys)

// BlockKeys are the keys of blocks.
var BlockKeys = struct {
	NextLink, PreviousLink, OpenLink, NextProblem, PreviousProblem key.Binding
}{
	NextLink:        Bind("Next part", "tab"),
	PreviousLink:    Bind("Previous part", "shift+tab"),
	OpenLink:        Bind("Open part", "enter"),
	NextProblem:     Bind("Next problem", "]", "f6"),
	PreviousProblem: Bind("Previous problem", "["),
}

func (b *BlockView) Help() []string {
	return []string{
		"A result, laid out by the schema that it names or that came with it. Without a schema it is laid out by its shape, and the screen says so.",
	}
}
