package ui

import (
	"context"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/safe"
	"a2aform/internal/widget/shortcut"
	"a2aform/internal/widget/textline"
	"a2aform/internal/widget/tree"
	"a2aform/render"
)

// treeScreen shows any JSON as a tree.
type treeScreen struct {
	base
	name    string
	trouble string // why the text cannot be read whole; "" where it can
	root    *render.Node
	tree    *tree.Model

	line    textline.Model // where a search is typed
	typing  bool
	wanted  string
	foundAt int // in the text, -1 for nowhere yet
	job     job
}

// treeNode draws a node in the program's colours.
type treeNode struct {
	*render.Node
	screen *treeScreen
}

func (n treeNode) Child(i int) tree.Node { return treeNode{n.Node.Child(i), n.screen} }

func (n treeNode) Line() tree.Line {
	label, title := n.Label()
	style := n.screen.styles().render
	line := tree.Line{Key: label.String(), Title: title.String()}
	if n.Len() > 0 {
		line.Text, line.Paint = n.Summary(), style.Dim
		return line
	}
	cell := n.Cell()
	line.Text, line.Paint = cell.Marked(), style.CellPaint(cell)
	if note := cell.Note(); note != "" {
		line.Title = note + "  " + line.Title
	}
	return line
}

// newTree is a tree with the cursor at a node.
func newTree(h *host, name string, root *render.Node, path []int) *treeScreen {
	t := &treeScreen{base: base{host: h}, name: name, root: root, line: newInput(""), foundAt: -1}
	t.line.Prompt = searchPrompt
	t.tree = tree.New(treeNode{t.root, t}, t.looks())
	t.tree.Reveal(path)
	return t
}

func (s *treeScreen) looks() tree.Styles {
	st := s.styles()
	return tree.Styles{Key: st.Strong, Dim: st.Dim, Cursor: st.Cursor}
}

func (s *treeScreen) init() tea.Cmd { return s.load(s.root) }

// load finds the rest of a node's children, and looks again.
func (s *treeScreen) load(n *render.Node) tea.Cmd {
	if n.IsLoaded() {
		return nil
	}
	ctx := s.host.ctx
	return tea.Batch(after(s, loadTime, treeMsg{n}), later(s, func() tea.Msg {
		n.Load(ctx)
		return nil
	}))
}

// treeMsg says to look how far a node is.
type treeMsg struct{ node *render.Node }

func (s *treeScreen) layout(w, h int) {
	s.base.layout(w, h)
	s.tree.SetSize(w, s.treeHeight())
	s.line.SetWidth(w - len(searchPrompt))
}

// treeHeight is how many lines the tree itself gets.
func (s *treeScreen) treeHeight() int {
	height := s.height - treeFoot
	if s.trouble != "" {
		height--
	}
	return max(height, 1)
}

// treeFoot is the line below the tree: where the cursor is.
const treeFoot = 1

func (s *treeScreen) restyle() {
	s.tree.SetStyles(s.looks())
}

func (s *treeScreen) update(msg tea.Msg) (action, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if s.typing {
			return s.typed(msg)
		}
		return s.press(msg)
	case tea.PasteMsg:
		if s.typing {
			s.line, _ = s.line.Update(msg) // its commands only make the cursor blink
		}
	case treeMsg:
		if !msg.node.IsLoaded() {
			return action{}, after(s, loadTime, msg)
		}
	case treeFoundMsg:
		return s.found(msg), nil
	}
	return action{}, nil
}

func (s *treeScreen) press(msg tea.KeyPressMsg) (action, tea.Cmd) {
	t := s.tree
	switch {
	case key.Matches(msg, keys.Back):
		s.job.stop()
		return s.back(), nil
	case key.Matches(msg, keys.Up):
		t.Move(-1)
	case key.Matches(msg, keys.Down):
		t.Move(1)
	case key.Matches(msg, treeKeys.PageUp):
		t.Page(-1)
	case key.Matches(msg, treeKeys.PageDown):
		t.Page(1)
	case key.Matches(msg, keys.Top):
		t.Top()
	case key.Matches(msg, keys.Bottom):
		t.Bottom()
	case key.Matches(msg, treeKeys.Close):
		t.Close()
	case key.Matches(msg, treeKeys.CloseAll):
		t.CloseAll()
	default:
		return s.act(msg)
	}
	return action{}, nil
}

// act handles the keys that do more than move.
func (s *treeScreen) act(msg tea.KeyPressMsg) (action, tea.Cmd) {
	node := s.node()
	switch {
	case key.Matches(msg, treeKeys.Open):
		s.tree.Open()
		return action{}, s.load(s.node())
	case key.Matches(msg, treeKeys.Toggle):
		s.tree.Toggle()
		return action{}, s.load(s.node())
	case key.Matches(msg, treeKeys.OpenAll):
		if !s.tree.OpenAll() {
			return infof("too many to open all; the first ones are open"), nil
		}
	case key.Matches(msg, treeKeys.Alone):
		document := render.Open(node.Bytes(), render.Schema{})
		return s.host.nav.openShown(&Shown{Name: safe.Text(node.Path()), Document: document}), nil
	case key.Matches(msg, treeKeys.Search):
		s.typing = true
		s.line.SetValue(s.wanted)
		s.line.CursorEnd()
		s.line.Focus()
	case key.Matches(msg, treeKeys.NextFound):
		return action{}, s.find(s.foundAt + 1)
	case key.Matches(msg, treeKeys.Copy):
		return infof("the value is copied, where the terminal allows it"), tea.SetClipboard(string(node.Bytes()))
	case key.Matches(msg, treeKeys.CopyPointer):
		return infof("the JSON Pointer is copied, where the terminal allows it"), tea.SetClipboard(node.Pointer())
	case key.Matches(msg, treeKeys.CopyPath):
		return infof("the jq path is copied, where the terminal allows it"), tea.SetClipboard(node.Path())
	}
	return action{}, nil
}

// node is that of the cursor.
func (s *treeScreen) node() *render.Node {
	n, _ := s.tree.Cursor()
	return n.(treeNode).Node // the tree holds no others
}

func (s *treeScreen) typed(msg tea.KeyPressMsg) (action, tea.Cmd) {
	switch msg.String() {
	case "esc":
		s.typing = false
		return action{}, nil
	case "enter":
		s.typing, s.wanted = false, s.line.Value()
		return action{}, s.find(s.node().Offset())
	}
	var cmd tea.Cmd
	s.line, cmd = s.line.Update(msg)
	return action{}, cmd
}

// treeFoundMsg is where a search leads.
type treeFoundMsg struct {
	generation int
	path       []int
	at         int
	again      bool // it began at the top again
	ok         bool
}

// find looks for the text from an offset on, then from the top.
func (s *treeScreen) find(from int) tea.Cmd {
	if s.wanted == "" {
		return nil
	}
	ctx, generation := s.job.restart(s.host.ctx)
	root, text := s.root, s.wanted
	return later(s, func() tea.Msg { return found(ctx, root, text, from, generation) })
}

func found(ctx context.Context, root *render.Node, text string, from, generation int) treeFoundMsg {
	m := treeFoundMsg{generation: generation}
	if m.path, m.at, m.ok = root.Find(ctx, text, from); !m.ok {
		m.again = true
		m.path, m.at, m.ok = root.Find(ctx, text, 0)
	}
	return m
}

func (s *treeScreen) found(m treeFoundMsg) action {
	switch {
	case m.generation != s.job.generation:
		return action{}
	case !m.ok:
		return errorf("nothing holds %s", quoted(s.wanted))
	}
	s.foundAt = m.at
	s.tree.Reveal(m.path)
	if m.again {
		return infof("from the top again")
	}
	return action{}
}

func (s *treeScreen) view() string {
	foot := s.styles().Dim.Render("jq path  " + s.node().Path())
	if s.typing {
		foot = s.line.View()
	}
	head := ""
	if s.trouble != "" {
		head = s.styles().Bad.Render(ansi.Truncate(render.Mark+" "+s.trouble, s.width, "…")) + "\n"
	}
	return head + padLines(s.tree.View(), s.treeHeight()) + "\n" + foot
}

func (s *treeScreen) title() string  { return s.name }
func (s *treeScreen) isTyping() bool { return s.typing }

func (s *treeScreen) keys() []shortcut.Key {
	if s.typing {
		return shortcut.On(bind("search", "enter"), keys.Back)
	}
	k := treeKeys
	found := shortcut.When(k.NextFound, s.wanted != "", nothingSearched)
	return slices.Concat(shortcut.On(k.Open, k.Close, k.Search, k.Alone), []shortcut.Key{found}, shortcut.On(
		k.Toggle, k.OpenAll, k.CloseAll, k.Copy, k.CopyPointer, k.CopyPath, keys.Top, keys.Bottom, keys.Back))
}

// treeKeys are the keys of a tree.
var treeKeys = struct {
	Open, Close, Toggle, OpenAll, CloseAll, Alone, CopyPointer, CopyPath key.Binding
	Search, NextFound, Copy, PageUp, PageDown                            key.Binding
}{
	Open:        bind("open", "right", "l"),
	Close:       bind("close", "left", "h"),
	Toggle:      bind("open or close", "space"),
	OpenAll:     bind("open all below", "*"),
	CloseAll:    bind("close all", "-"),
	Alone:       bind("on its own", "enter"),
	CopyPointer: bind("copy JSON Pointer", "p"),
	CopyPath:    bind("copy jq path", "P"),
	Copy:        bind("copy as JSON", "y"),
	Search:      bind("search", "/"),
	NextFound:   bind("next found", "n"),
	PageUp:      bind("page up", "pgup", "b"),
	PageDown:    bind("page down", "pgdown"),
}

func (s *treeScreen) help() []string {
	return []string{
		"The data as a tree, as it came. right opens a node, left closes it or goes to the one around it, * opens all below it.",
		"",
		"enter shows a node on its own: lists as tables. y copies it as JSON, p where it is as a JSON Pointer, P as a path for jq. / searches names and values.",
	}
}
