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

// page is blocks to scroll through. What can be looked at on its own are doors:
// tab goes from one to the next, enter opens it.
type page struct {
	base
	name    string
	draw    func(width int, style render.Style) *render.Drawing
	drawing *render.Drawing
	lines   scroll
	door    int              // the chosen one, -1 for none
	whole   *render.Document // what is shown, where that is a result; nil for a part of one
	self    screen           // the page, or the screen that it is part of
}

func newPage(a *App, name string, draw func(int, render.Style) *render.Drawing) *page {
	p := &page{base: base{app: a}, name: name, draw: draw, drawing: &render.Drawing{}, door: -1}
	p.lines.looked, p.self = -1, p
	return p
}

// openBlocks shows blocks on a screen of their own: a table as one that can be
// sorted and filtered, a file as one that can be saved. What stands behind a file
// is its text, which its screen shows.
func openBlocks(a *App, name string, blocks []render.Block) action {
	if len(blocks) > 0 {
		if f, ok := blocks[0].(*render.Attachment); ok {
			return action{push: newFileScreen(a, name, f.File)}
		}
	}
	if len(blocks) == 1 {
		if g, ok := blocks[0].(*render.Grid); ok {
			return action{push: newGridScreen(a, name, g)}
		}
	}
	return action{push: newPage(a, name, func(width int, style render.Style) *render.Drawing {
		return withoutItself(render.Draw(blocks, width, style), blocks)
	})}
}

// withoutItself takes out the door of a block that has the screen for itself.
func withoutItself(d *render.Drawing, blocks []render.Block) *render.Drawing {
	if len(blocks) == 1 {
		d.Doors = slices.DeleteFunc(d.Doors, func(door render.Door) bool { return door.Block == blocks[0] })
	}
	return d
}

// gutter is the room left of the lines, for the sign at the chosen door.
const gutter = 2

func (p *page) redraw() {
	if p.width == 0 {
		return
	}
	p.drawing = p.draw(max(p.width-gutter, 1), p.styles().render)
	if p.door >= len(p.drawing.Doors) {
		p.door = -1
	}
	p.sign()
}

// sign sets the lines with the sign at the door.
func (p *page) sign() {
	lines := make([]string, len(p.drawing.Lines))
	at := -1
	if p.door >= 0 {
		at = p.drawing.Doors[p.door].Line
	}
	for i, l := range p.drawing.Lines {
		lines[i] = "  " + l
		if i == at {
			lines[i] = p.styles().Accent.Render("▸") + " " + l
		}
	}
	p.lines.set(lines)
}

func (p *page) layout(w, h int) {
	p.base.layout(w, h)
	p.lines.height = h
	p.redraw()
}

func (p *page) restyle() { p.redraw() }

func (p *page) update(msg tea.Msg) (action, tea.Cmd) {
	switch msg := msg.(type) {
	case savedMsg:
		return p.app.saved(msg), nil
	case tea.KeyPressMsg:
		return p.press(msg), nil
	}
	return action{}, nil
}

func (p *page) press(press tea.KeyPressMsg) action {
	switch {
	case key.Matches(press, keys.Back):
		return p.back()
	case key.Matches(press, keys.Export) && p.whole != nil:
		askExport(p.self, p.app, "the result", p.name, p.exporter())
	case key.Matches(press, keys.Query) && p.whole != nil:
		return action{push: newQuery(p.app, p.asked())}
	case key.Matches(press, keys.Tree) && p.whole != nil:
		return p.openTree()
	case key.Matches(press, pageKeys.NextDoor):
		return p.nextDoor(1)
	case key.Matches(press, pageKeys.PreviousDoor):
		return p.nextDoor(-1)
	case key.Matches(press, pageKeys.OpenDoor):
		return p.open()
	case key.Matches(press, pageKeys.NextProblem):
		return p.nextProblem(1)
	case key.Matches(press, pageKeys.PreviousProblem):
		return p.nextProblem(-1)
	}
	p.lines.press(press)
	return action{}
}

// nextDoor chooses the next door, the first one that can be seen where none is
// chosen or the chosen one is out of sight.
func (p *page) nextDoor(by int) action {
	doors := p.drawing.Doors
	if len(doors) == 0 {
		return say("nothing here opens")
	}
	if p.door < 0 || !p.sees(doors[p.door].Line) {
		p.door = p.firstInSight()
	} else {
		p.door = (p.door + by + len(doors)) % len(doors)
	}
	p.lines.reveal(doors[p.door].Line)
	p.sign()
	return p.doorWords()
}

func (p *page) sees(line int) bool {
	return line >= p.lines.top && line < p.lines.top+p.lines.height
}

// firstInSight is the first door in the window or below it, else the last one.
func (p *page) firstInSight() int {
	for i, d := range p.drawing.Doors {
		if d.Line >= p.lines.top {
			return i
		}
	}
	return len(p.drawing.Doors) - 1
}

func (p *page) doorWords() action {
	return say("enter opens %s (%d of %d)", p.drawing.Doors[p.door].Title, p.door+1, len(p.drawing.Doors))
}

// open opens the chosen door, or the first one in sight.
func (p *page) open() action {
	doors := p.drawing.Doors
	if len(doors) == 0 {
		return action{}
	}
	if p.door < 0 || !p.sees(doors[p.door].Line) {
		p.door = p.firstInSight()
		p.sign()
	}
	return openBlocks(p.app, doors[p.door].Title, doors[p.door].Blocks())
}

// nextProblem scrolls to the next line with a problem.
func (p *page) nextProblem(by int) action {
	stops := p.drawing.Problems
	if len(stops) == 0 {
		return say("no problems to show")
	}
	at := -1
	for i, line := range stops {
		if by > 0 && line > p.lines.looked && at < 0 || by < 0 && line < p.lines.looked {
			at = i
		}
	}
	if at < 0 && by > 0 {
		at = 0
	} else if at < 0 {
		at = len(stops) - 1
	}
	p.lines.reveal(stops[at])
	return say("problem %d of %d", at+1, len(stops))
}

// exporter writes the whole result as it is now.
func (p *page) exporter() exporter {
	return exporterOf(p.whole, p.name, p.width)
}

func exporterOf(document *render.Document, title string, width int) exporter {
	return func(w io.Writer, f render.Format) error {
		return document.Export(w, f, render.ExportOptions{Title: title, Width: width})
	}
}

// asked is what a query is about: the rows of a result that is one table, however
// many parts they came in, else all data.
func (p *page) asked() exporter {
	g, ok := p.onlyGrid()
	if !ok {
		return p.exporter()
	}
	return func(w io.Writer, f render.Format) error {
		return g.Export(w, f, render.Selection{}, render.ExportOptions{})
	}
}

// onlyGrid is the table that several parts of a result make up together, where
// there is nothing else.
func (p *page) onlyGrid() (*render.Grid, bool) {
	blocks := p.whole.Blocks()
	if len(blocks) != 1 || len(p.whole.Trees()) < 2 {
		return nil, false
	}
	g, ok := blocks[0].(*render.Grid)
	return g, ok
}

// openTree shows the data as a tree; of several the user chooses one.
func (p *page) openTree() action {
	roots := p.whole.Trees()
	if g, ok := p.onlyGrid(); ok {
		root, _ := g.Tree(0)
		roots = []*render.Node{root}
	}
	if len(roots) == 0 {
		return say("there is no data here")
	}
	if len(roots) == 1 {
		return action{push: newTree(p.app, "tree", roots[0], nil)}
	}
	labels, notes := make([]string, len(roots)), make([]string, len(roots))
	for i, root := range roots {
		labels[i], notes[i] = "data "+strconv.Itoa(i+1), root.Summary()
	}
	p.app.overlay = newChooser(p.app, "Which data as a tree", labels, notes, func(i int) tea.Cmd {
		return p.app.perform(action{push: newTree(p.app, "tree", roots[i], nil)})
	})
	return action{}
}

func (p *page) view() string { return p.lines.view() }

func (p *page) below() int { return p.lines.below() }

func (p *page) title() string { return p.name }

func (p *page) keys() []shortcut.Key {
	doors, problems := len(p.drawing.Doors), len(p.drawing.Problems)
	noDoor := "there is one part to open, and it is the one chosen"
	if doors == 0 {
		noDoor = "nothing here opens"
	}
	const isPart, noProblem = "this is a part; the result as a whole has it", "nothing is wrong here"
	noTree := "there is no data here that makes a tree"
	if p.whole == nil {
		noTree = isPart
	}
	return append([]shortcut.Key{
		shortcut.When(pageKeys.OpenDoor, doors > 0, noDoor),
		{Binding: keys.Back},
		shortcut.When(pageKeys.NextDoor, doors > 1, noDoor),
		shortcut.When(pageKeys.NextProblem, problems > 0, noProblem),
		shortcut.When(keys.Export, p.whole != nil, isPart),
		shortcut.When(keys.Tree, p.whole != nil && len(p.whole.Trees()) > 0, noTree),
		shortcut.When(keys.Query, p.whole != nil, isPart),
		shortcut.When(pageKeys.PreviousDoor, doors > 1, noDoor),
		shortcut.When(pageKeys.PreviousProblem, problems > 0, noProblem),
	}, scrollKeys...)
}

// pageKeys are the keys of blocks.
var pageKeys = struct {
	NextDoor, PreviousDoor, OpenDoor, NextProblem, PreviousProblem key.Binding
}{
	NextDoor:        bind("next part", "tab"),
	PreviousDoor:    bind("part before", "shift+tab"),
	OpenDoor:        bind("open part", "enter"),
	NextProblem:     bind("next problem", "f6"),
	PreviousProblem: bind("problem before", "shift+f6", "f18"),
}
