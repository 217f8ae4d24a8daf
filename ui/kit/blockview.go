package kit

import (
	"cmp"
	"io"
	"slices"
	"strconv"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/ojson"
	"a2aform/internal/store/runfile"
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
	name string
	draw func(width int, style draw.Style) *draw.Drawing
	Links
	Lines  Scroll
	Whole  *render.Document // what is shown, where that is a result; nil for a part of one
	What   string           // it is, "" for the result
	Self   Screen           // the page, or the screen that it is part of
	IsPart bool             // of a screen, which has the panes
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
	p := &BlockView{Base: Base{Host: h}, name: name, draw: drawing, Links: Links{&draw.Drawing{}, -1}}
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
	if list, ok := listOf(blocks); ok {
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

// Redraw draws what is shown once more.
func (b *BlockView) Redraw() {
	if b.Width == 0 {
		return
	}
	width, _ := b.room()
	b.Show(b.draw(LinkRoom(width), b.Styles().Render))
	b.Lines.Set(b.Links.Lines(b.Styles()))
}

func (b *BlockView) Layout(w, h int) {
	b.Base.Layout(w, h)
	_, b.Lines.Height = b.room()
	b.Redraw()
}

func (b *BlockView) Restyle() { b.Redraw() }

func (b *BlockView) Update(msg tea.Msg) (Action, tea.Cmd) {
	switch msg := msg.(type) {
	case ValidatedMsg:
		b.Whole = msg.Document
		b.Redraw()
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

// open opens the chosen link.
func (b *BlockView) open() Action { return b.follow(b.Open(b.Host, &b.Lines, 0)) }

func (b *BlockView) next(by int) Action { return b.follow(b.Next(by, &b.Lines, 0)) }

// follow shows the link that an action has chosen.
func (b *BlockView) follow(act Action) Action {
	b.Lines.Set(b.Links.Lines(b.Styles()))
	return act
}

// ExporterOf exports a document under a title, as text at most width columns wide.
func ExporterOf(document *render.Document, title string, width int) Exporter {
	return func(w io.Writer, f export.Format) error {
		return export.Document(w, document, f, export.Options{Title: title, Width: width, AsShown: true})
	}
}

// queryExporterOf exports what a query is about: the rows of a result that is one table, however
// many parts they came in, else all data.
func queryExporterOf(document *render.Document, title string, width int) Exporter {
	g, ok := onlyGrid(document)
	if !ok {
		return ExporterOf(document, title, width)
	}
	return func(w io.Writer, f export.Format) error {
		return export.Table(w, g, f, table.Selection{}, export.Options{AsShown: true})
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

// openJSON shows the data of a document as JSON; of several the user chooses one.
func openJSON(h *Host, d *render.Document) Action {
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
	return When(Keys.JSON, Unless(d != nil && len(d.Trees()) > 0, "there is no data here"), func() Action { return openJSON(h, d) })
}

// UseKey offers the forms that the data of a document suits, about which says what it is.
func UseKey(h *Host, d *render.Document, about string) Key {
	return When(Keys.UseIn, Unless(d != nil && len(d.Trees()) > 0, "there is no data here"), func() tea.Cmd {
		return h.Nav.UseIn(about, runfile.FedBy{}, func() (*ojson.Value, error) { return export.Value(d) })
	})
}

// Point chooses the link at a line, or above it.
func (b *BlockView) Point(_, line int) bool {
	if b.HasFrame() {
		if line = b.FrameLine(line); line < 0 {
			return false
		}
	}
	before, line := b.Chosen, b.Lines.Top+line
	for i, link := range b.Drawing.Links {
		if link.Line <= line {
			b.Chosen = i
		}
	}
	b.Lines.Set(b.Links.Lines(b.Styles()))
	return b.Chosen >= 0 && b.Chosen == before
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
	isPart := Unless(b.Whole != nil, "this is a part; the result as a whole has it")
	exports := DocumentExports(b.Host, b.Self, b.Whole, cmp.Or(b.What, "the result"), b.name, b.Width, isPart)
	return slices.Concat([]Key{
		When(BlockKeys.OpenLink, b.CannotOpen(), b.open),
		b.BackKey(),
		When(BlockKeys.NextLink, b.CannotOpen(), func() Action { return b.next(1) }),
		When(BlockKeys.NextProblem, b.NoProblem(), func() Action { return b.NextProblem(1, &b.Lines, 0) }),
		exports.ExportKey(),
		JSONKey(b.Host, b.Whole),
		exports.QueryKey(),
		UseKey(b.Host, b.Whole, "this result"),
		When(BlockKeys.PreviousLink, b.CannotOpen(), func() Action { return b.next(-1) }),
		When(BlockKeys.PreviousProblem, b.NoProblem(), func() Action { return b.NextProblem(-1, &b.Lines, 0) }),
	}, ScrollKeys, []Key{pagerKey(b.Host, &b.Lines, b.Width)}, exports.CommandKeys())
}

func (b *BlockView) Help() []string {
	return []string{
		"A result, laid out by the schema that it names or that came with it. Without a schema it is laid out by its shape, and the screen says so.",
	}
}

// Links are the parts of a drawing that can be opened, and the lines with a value that breaks its schema. The drawing is in a
// window, below so many other lines.
type Links struct {
	Drawing *draw.Drawing
	Chosen  int // -1 for none
}

// gutter is the space left of the lines, for the sign at the chosen link.
const gutter = 2

// LinkRoom is how wide a drawing with links may be in so many columns.
func LinkRoom(width int) int { return max(width-gutter, 1) }

// Show takes another drawing.
func (l *Links) Show(d *draw.Drawing) {
	if l.Drawing = d; l.Chosen >= len(d.Links) {
		l.Chosen = -1
	}
}

// Lines are those of the drawing, with the sign at the chosen link.
func (l *Links) Lines(st *Styles) []string {
	lines := make([]string, len(l.Drawing.Lines))
	at := -1
	if l.Chosen >= 0 {
		at = l.Drawing.Links[l.Chosen].Line
	}
	for i, line := range l.Drawing.Lines {
		lines[i] = "  " + line
		if i == at {
			lines[i] = st.Accent.Render("▸") + " " + line
		}
	}
	return lines
}

// Next chooses the next link, or the one before; of none that is in sight, the first one in sight.
func (l *Links) Next(by int, w *Scroll, above int) Action {
	links := l.Drawing.Links
	if l.Chosen < 0 || !w.sees(above+links[l.Chosen].Line) {
		l.Chosen = l.firstInSight(w, above)
	} else {
		l.Chosen = (l.Chosen + by + len(links)) % len(links)
	}
	w.Reveal(above + l.end()) // its lines, or as many as fit
	w.Reveal(above + links[l.Chosen].Line)
	return Infof("Enter opens %s (%d of %d)", links[l.Chosen].Title, l.Chosen+1, len(links))
}

// end is the last line before the link after the chosen one.
func (l *Links) end() int {
	if links := l.Drawing.Links; l.Chosen+1 < len(links) {
		return links[l.Chosen+1].Line - 1
	}
	return len(l.Drawing.Lines) - 1
}

// firstInSight is the first link in the window or below it, else the last one.
func (l *Links) firstInSight(w *Scroll, above int) int {
	for i, link := range l.Drawing.Links {
		if above+link.Line >= w.Top {
			return i
		}
	}
	return len(l.Drawing.Links) - 1
}

// Open opens the chosen link, or the first one in sight.
func (l *Links) Open(h *Host, w *Scroll, above int) Action {
	if l.Chosen < 0 || !w.sees(above+l.Drawing.Links[l.Chosen].Line) {
		l.Chosen = l.firstInSight(w, above)
	}
	link := l.Drawing.Links[l.Chosen]
	return OpenBlocks(h, link.Title, link.Blocks())
}

// NextProblem scrolls to the next line with a problem, or to the one before.
func (l *Links) NextProblem(by int, w *Scroll, above int) Action {
	stops, at := l.Drawing.Problems, -1
	for i, line := range stops {
		if line += above; by > 0 && line > w.looked && at < 0 || by < 0 && line < w.looked {
			at = i
		}
	}
	if at < 0 && by > 0 {
		at = 0
	} else if at < 0 {
		at = len(stops) - 1
	}
	w.Reveal(above + stops[at])
	return Infof("problem %d of %d", at+1, len(stops))
}

// sees reports a line that is in the window.
func (s *Scroll) sees(line int) bool { return line >= s.Top && line < s.Top+s.Height }

// CannotOpen says why no link can be opened, "" where one can.
func (l *Links) CannotOpen() string { return Unless(len(l.Drawing.Links) > 0, "nothing here opens") }

// NoProblem says why there is no problem to go to, "" where there is one.
func (l *Links) NoProblem() string {
	return Unless(len(l.Drawing.Problems) > 0, "nothing is wrong here")
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
