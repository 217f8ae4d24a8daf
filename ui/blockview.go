package ui

import (
	"io"
	"slices"
	"strconv"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/widget/shortcut"
	"a2aform/render"
)

// blockView is blocks to scroll through. What can be looked at on its own are links:
// tab goes from one to the next, enter opens it.
type blockView struct {
	base
	name    string
	draw    func(width int, style render.Style) *render.Drawing
	drawing *render.Drawing
	lines   scroll
	link    int              // the chosen one, -1 for none
	whole   *render.Document // what is shown, where that is a result; nil for a part of one
	self    screen           // the page, or the screen that it is part of
}

func newBlockView(h *host, name string, draw func(int, render.Style) *render.Drawing) *blockView {
	p := &blockView{base: base{host: h}, name: name, draw: draw, drawing: &render.Drawing{}, link: -1}
	p.lines.looked, p.self = -1, p
	return p
}

// openBlocks shows blocks on a screen of their own: a table as one that can be
// sorted and filtered, a file as one that can be saved. What stands behind a file
// is its text, which its screen shows.
func openBlocks(h *host, name string, blocks []render.Block) action {
	if len(blocks) > 0 {
		if f, ok := blocks[0].(*render.Attachment); ok {
			return h.nav.openFile(name, f.File)
		}
	}
	if len(blocks) == 1 {
		if g, ok := blocks[0].(*render.Grid); ok {
			return h.nav.openGrid(name, g)
		}
	}
	return action{push: newBlockView(h, name, func(width int, style render.Style) *render.Drawing {
		return withoutItself(render.Draw(blocks, width, style), blocks)
	})}
}

// withoutItself takes out the link of a block that has the screen for itself.
func withoutItself(d *render.Drawing, blocks []render.Block) *render.Drawing {
	if len(blocks) == 1 {
		d.Links = slices.DeleteFunc(d.Links, func(link render.Link) bool { return link.Block == blocks[0] })
	}
	return d
}

// gutter is the room left of the lines, for the sign at the chosen link.
const gutter = 2

func (b *blockView) redraw() {
	if b.width == 0 {
		return
	}
	b.drawing = b.draw(max(b.width-gutter, 1), b.styles().render)
	if b.link >= len(b.drawing.Links) {
		b.link = -1
	}
	b.sign()
}

// sign sets the lines with the sign at the link.
func (b *blockView) sign() {
	lines := make([]string, len(b.drawing.Lines))
	at := -1
	if b.link >= 0 {
		at = b.drawing.Links[b.link].Line
	}
	for i, l := range b.drawing.Lines {
		lines[i] = "  " + l
		if i == at {
			lines[i] = b.styles().Accent.Render("▸") + " " + l
		}
	}
	b.lines.set(lines)
}

func (b *blockView) layout(w, h int) {
	b.base.layout(w, h)
	b.lines.height = h
	b.redraw()
}

func (b *blockView) restyle() { b.redraw() }

func (b *blockView) update(msg tea.Msg) (action, tea.Cmd) {
	switch msg := msg.(type) {
	case savedMsg:
		return b.host.saved(msg), nil
	case tea.KeyPressMsg:
		return b.press(msg), nil
	}
	return action{}, nil
}

func (b *blockView) press(press tea.KeyPressMsg) action {
	switch {
	case key.Matches(press, keys.Back):
		return b.back()
	case key.Matches(press, keys.Export) && b.whole != nil:
		askExport(b.self, b.host, "the result", b.name, b.exporter())
	case key.Matches(press, keys.Query) && b.whole != nil:
		return b.host.nav.openQuery(b.queryExporter())
	case key.Matches(press, keys.Tree) && b.whole != nil:
		return b.openTree()
	case key.Matches(press, blockKeys.NextLink):
		return b.focusNext(1)
	case key.Matches(press, blockKeys.PreviousLink):
		return b.focusNext(-1)
	case key.Matches(press, blockKeys.OpenLink):
		return b.open()
	case key.Matches(press, blockKeys.NextProblem):
		return b.nextProblem(1)
	case key.Matches(press, blockKeys.PreviousProblem):
		return b.nextProblem(-1)
	}
	b.lines.press(press)
	return action{}
}

// focusNext chooses the next link, the first one that can be seen where none is
// chosen or the chosen one is out of sight.
func (b *blockView) focusNext(by int) action {
	links := b.drawing.Links
	if len(links) == 0 {
		return infof("nothing here opens")
	}
	if b.link < 0 || !b.sees(links[b.link].Line) {
		b.link = b.firstInSight()
	} else {
		b.link = (b.link + by + len(links)) % len(links)
	}
	b.lines.reveal(links[b.link].Line)
	b.sign()
	return b.linkStatus()
}

func (b *blockView) sees(line int) bool {
	return line >= b.lines.top && line < b.lines.top+b.lines.height
}

// firstInSight is the first link in the window or below it, else the last one.
func (b *blockView) firstInSight() int {
	for i, d := range b.drawing.Links {
		if d.Line >= b.lines.top {
			return i
		}
	}
	return len(b.drawing.Links) - 1
}

func (b *blockView) linkStatus() action {
	return infof("enter opens %s (%d of %d)", b.drawing.Links[b.link].Title, b.link+1, len(b.drawing.Links))
}

// open opens the chosen link, or the first one in sight.
func (b *blockView) open() action {
	links := b.drawing.Links
	if len(links) == 0 {
		return action{}
	}
	if b.link < 0 || !b.sees(links[b.link].Line) {
		b.link = b.firstInSight()
		b.sign()
	}
	return openBlocks(b.host, links[b.link].Title, links[b.link].Blocks())
}

// nextProblem scrolls to the next line with a problem.
func (b *blockView) nextProblem(by int) action {
	stops := b.drawing.Problems
	if len(stops) == 0 {
		return infof("no problems to show")
	}
	at := -1
	for i, line := range stops {
		if by > 0 && line > b.lines.looked && at < 0 || by < 0 && line < b.lines.looked {
			at = i
		}
	}
	if at < 0 && by > 0 {
		at = 0
	} else if at < 0 {
		at = len(stops) - 1
	}
	b.lines.reveal(stops[at])
	return infof("problem %d of %d", at+1, len(stops))
}

// exporter writes the whole result as it is now.
func (b *blockView) exporter() exporter {
	return exporterOf(b.whole, b.name, b.width)
}

func exporterOf(document *render.Document, title string, width int) exporter {
	return func(w io.Writer, f render.Format) error {
		return document.Export(w, f, render.ExportOptions{Title: title, Width: width})
	}
}

// queryExporter is what a query is about: the rows of a result that is one table, however
// many parts they came in, else all data.
func (b *blockView) queryExporter() exporter {
	g, ok := b.onlyGrid()
	if !ok {
		return b.exporter()
	}
	return func(w io.Writer, f render.Format) error {
		return g.Export(w, f, render.Selection{}, render.ExportOptions{})
	}
}

// onlyGrid is the table that several parts of a result make up together, where
// there is nothing else.
func (b *blockView) onlyGrid() (*render.Grid, bool) {
	blocks := b.whole.Blocks()
	if len(blocks) != 1 || len(b.whole.Trees()) < 2 {
		return nil, false
	}
	g, ok := blocks[0].(*render.Grid)
	return g, ok
}

// openTree shows the data as a tree; of several the user chooses one.
func (b *blockView) openTree() action {
	roots := b.whole.Trees()
	if g, ok := b.onlyGrid(); ok {
		root, _ := g.Tree(0)
		roots = []*render.Node{root}
	}
	if len(roots) == 0 {
		return infof("there is no data here")
	}
	if len(roots) == 1 {
		return b.host.nav.openTree("tree", roots[0], nil)
	}
	labels, notes := make([]string, len(roots)), make([]string, len(roots))
	for i, root := range roots {
		labels[i], notes[i] = "data "+strconv.Itoa(i+1), root.Summary()
	}
	b.host.overlay = newChooser(b.host, "Which data as a tree", labels, notes, func(i int) tea.Cmd {
		return b.host.perform(b.host.nav.openTree("tree", roots[i], nil))
	})
	return action{}
}

func (b *blockView) view() string { return b.lines.view() }

func (b *blockView) hiddenLines() int { return b.lines.hiddenLines() }

func (b *blockView) title() string { return b.name }

func (b *blockView) keys() []shortcut.Key {
	links, problems := len(b.drawing.Links), len(b.drawing.Problems)
	noLink := "there is one part to open, and it is the one chosen"
	if links == 0 {
		noLink = "nothing here opens"
	}
	const isPart, noProblem = "this is a part; the result as a whole has it", "nothing is wrong here"
	noTree := "there is no data here that makes a tree"
	if b.whole == nil {
		noTree = isPart
	}
	return append([]shortcut.Key{
		shortcut.When(blockKeys.OpenLink, links > 0, noLink),
		{Binding: keys.Back},
		shortcut.When(blockKeys.NextLink, links > 1, noLink),
		shortcut.When(blockKeys.NextProblem, problems > 0, noProblem),
		shortcut.When(keys.Export, b.whole != nil, isPart),
		shortcut.When(keys.Tree, b.whole != nil && len(b.whole.Trees()) > 0, noTree),
		shortcut.When(keys.Query, b.whole != nil, isPart),
		shortcut.When(blockKeys.PreviousLink, links > 1, noLink),
		shortcut.When(blockKeys.PreviousProblem, problems > 0, noProblem),
	}, scrollKeys...)
}

// blockKeys are the keys of blocks.
var blockKeys = struct {
	NextLink, PreviousLink, OpenLink, NextProblem, PreviousProblem key.Binding
}{
	NextLink:        bind("next part", "tab"),
	PreviousLink:    bind("part before", "shift+tab"),
	OpenLink:        bind("open part", "enter"),
	NextProblem:     bind("next problem", "f6"),
	PreviousProblem: bind("problem before", "shift+f6", "f18"),
}

func (b *blockView) help() []string {
	return []string{
		"What came, read by the schema that it names or that was given with it. Where there is no schema, it is shown as it looks, and says so.",
		"",
		"tab goes from part to part, enter opens one: tables to sort and filter, files to save, texts in full. f6 goes to what breaks the schema. " +
			"e writes the whole result to a file, : asks it a question in jq, t shows it as a tree.",
	}
}
