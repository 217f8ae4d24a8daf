// Package result has the screens of JSON that folds, of files and addresses, and of queries.
package result

import (
	"bytes"
	"context"
	"strings"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
	"a2aform/internal/widget/ansistyle"
	"a2aform/internal/widget/shortcut"
	"a2aform/internal/widget/textline"
	"a2aform/internal/widget/tree"
	"a2aform/render"
	"a2aform/render/value"
	"a2aform/ui/kit"
)

// JSONScreen shows JSON that folds.
type JSONScreen struct {
	kit.Base
	name    string
	Trouble string // why the text cannot be read whole; "" where it can
	root    *value.Node
	tree    *tree.Model

	line    textline.Model // where a search is typed
	typing  bool
	wanted  string
	foundAt int // in the text, -1 for nowhere yet
	job     kit.Job
}

// treeNode draws a node in the program's colors.
type treeNode struct {
	*value.Node
	screen *JSONScreen
}

func (n treeNode) Child(i int) tree.Node { return treeNode{n.Node.Child(i), n.screen} }

func (n treeNode) Line() tree.Line {
	label, title := n.Label()
	style := n.screen.Styles().Render
	line := tree.Line{Key: label.String(), Title: title.String()}
	if n.Len() > 0 {
		line.Text, line.Paint = n.Summary(), style.Dim
		return line
	}
	cell := n.Cell()
	line.Text, line.Paint = safe.Text(literalOf(n.Bytes(), cell.Value)).Line(safe.CellLimit()).String(), style.CellPaint(cell)
	if note := cell.Note(); note != "" {
		line.Title = note + "  " + line.Title
	}
	return line
}

// literalOf is a value as it is written, with letters and signs in place of their escapes.
func literalOf(text []byte, v *ojson.Value) string {
	if v.Is(ojson.String) && bytes.Contains(text, []byte(`\u`)) && !strings.ContainsRune(v.Text(), utf8.RuneError) {
		return string(ojson.NewString(v.Text()).Append(nil))
	}
	return string(text)
}

// NewJSON shows a value with the cursor at a node, which is unfolded: all of a short value is.
func NewJSON(h *kit.Host, name string, root *value.Node, path []int) *JSONScreen {
	t := &JSONScreen{Base: kit.Base{Host: h}, name: name, root: root, line: kit.NewInput(""), foundAt: -1}
	t.line.Prompt = kit.SearchPrompt
	t.tree = tree.New(treeNode{t.root, t}, t.looks())
	if len(root.Bytes()) <= maxUnfolded {
		t.tree.OpenAll()
	}
	t.tree.Reveal(path)
	if len(path) > 0 && len(root.Bytes()) > maxUnfolded {
		t.tree.Open()
	}
	return t
}

// maxUnfolded is up to how many bytes a value is short.
const maxUnfolded = 8 << 10

func (s *JSONScreen) looks() tree.Styles {
	st := s.Styles()
	return tree.Styles{Key: ansistyle.New(st.Strong), Dim: ansistyle.New(st.Dim), Cursor: ansistyle.New(st.Cursor), Marker: ansistyle.New(st.Accent), Row: st.Selected}
}

func (s *JSONScreen) Init() tea.Cmd { return s.Load(s.root) }

// Load finds the rest of a node's children, and looks again.
func (s *JSONScreen) Load(n *value.Node) tea.Cmd {
	if n.IsLoaded() {
		return nil
	}
	ctx := s.Host.Context
	return tea.Batch(kit.After(s, kit.LoadTime, treeMsg{n}), kit.Later(s, func() tea.Msg {
		n.Load(ctx)
		return nil
	}))
}

// treeMsg says to look how far a node is.
type treeMsg struct{ node *value.Node }

func (s *JSONScreen) Layout(w, h int) {
	s.Base.Layout(w, h)
	w, _ = s.FrameRoom()
	s.tree.SetSize(w, s.treeHeight())
	s.line.SetWidth(w - len(kit.SearchPrompt))
}

// treeHeight is how many lines the tree itself gets.
func (s *JSONScreen) treeHeight() int {
	_, height := s.FrameRoom()
	height -= treeFoot
	if s.Trouble != "" {
		height--
	}
	return max(height, 1)
}

// treeFoot is the line below the tree: where the cursor is.
const treeFoot = 1

func (s *JSONScreen) Restyle() {
	s.tree.SetStyles(s.looks())
}

func (s *JSONScreen) Update(msg tea.Msg) (kit.Action, tea.Cmd) {
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
			return kit.Action{}, kit.After(s, kit.LoadTime, msg)
		}
	case treeFoundMsg:
		return s.found(msg), nil
	}
	return kit.Action{}, nil
}

func (s *JSONScreen) press(msg tea.KeyPressMsg) (kit.Action, tea.Cmd) {
	t := s.tree
	switch {
	case key.Matches(msg, kit.Keys.Up):
		t.Move(-1)
	case key.Matches(msg, kit.Keys.Down):
		t.Move(1)
	case key.Matches(msg, treeKeys.PageUp):
		t.Page(-1)
	case key.Matches(msg, treeKeys.PageDown):
		t.Page(1)
	default:
		act, cmd, _ := kit.Press(msg, s.Keys())
		return act, cmd
	}
	return kit.Action{}, nil
}

// Left ends a search.
func (s *JSONScreen) Left() { s.job.Stop() }

func (s *JSONScreen) openNode() tea.Cmd {
	s.tree.Open()
	return s.Load(s.node())
}

func (s *JSONScreen) toggleNode() tea.Cmd {
	s.tree.Toggle()
	return s.Load(s.node())
}

func (s *JSONScreen) openAll() kit.Action {
	if !s.tree.OpenAll() {
		return kit.Infof("too many to open all; the first ones are open")
	}
	return kit.Action{}
}

// openAlone opens the node at the cursor on its own.
func (s *JSONScreen) openAlone() kit.Action {
	node := s.node()
	document := render.Open(node.Bytes(), render.Schema{})
	return s.Host.Nav.OpenDocument(&kit.NamedDocument{Name: safe.Text(node.Path()), Document: document})
}

func (s *JSONScreen) startSearch() {
	s.typing = true
	s.line.SetValue(s.wanted)
	s.line.CursorEnd()
	s.line.Focus()
}

// askCopy copies the value at the cursor, or where it is.
func (s *JSONScreen) askCopy() {
	node := s.node()
	as := func(label, note, text string) kit.Copyable {
		return kit.Copyable{Label: label, Note: note, What: "the " + label, Text: func() (string, error) { return text, nil }}
	}
	pointer, path := node.Pointer(), node.Path()
	s.Host.AskCopy("Copy", []kit.Copyable{
		{Label: "value", Note: "as JSON", What: "the value", Text: func() (string, error) { return string(node.Bytes()), nil }},
		as("JSON Pointer", safe.Text(pointer).Line(0).String(), pointer),
		as("path", safe.Text(path).Line(0).String(), path),
	}, 0)
}

// use offers the forms that the value at the cursor suits: one without names of its own by its name.
func (s *JSONScreen) use() tea.Cmd {
	node := s.node()
	about := "this value"
	return s.Host.Nav.UseIn(about, runfile.FedBy{Pointer: safe.Text(node.Pointer())}, func() (*ojson.Value, error) {
		v, err := ojson.Parse(node.Bytes(), ojson.DataLimits)
		tokens := ojson.Tokens(node.Pointer())
		if err != nil || len(tokens) == 0 || v.Is(ojson.Object) || v.Index(0).Is(ojson.Object) {
			return v, err
		}
		return ojson.NewObject(ojson.Member{Name: tokens[len(tokens)-1], Value: v}), nil
	})
}

// node is the node at the cursor.
func (s *JSONScreen) node() *value.Node {
	n, _ := s.tree.Cursor()
	return n.(treeNode).Node // the tree contains no others
}

func (s *JSONScreen) typed(msg tea.KeyPressMsg) (kit.Action, tea.Cmd) {
	switch {
	case key.Matches(msg, kit.SearchKeys.Leave):
		s.typing = false
		return kit.Action{}, nil
	case key.Matches(msg, kit.SearchKeys.Take):
		s.typing, s.wanted = false, s.line.Value()
		return kit.Action{}, s.find(s.node().Offset())
	}
	var cmd tea.Cmd
	s.line, cmd = s.line.Update(msg)
	return kit.Action{}, cmd
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
func (s *JSONScreen) find(from int) tea.Cmd {
	if s.wanted == "" {
		return nil
	}
	ctx, generation := s.job.Restart(s.Host.Context)
	root, text := s.root, s.wanted
	return kit.Later(s, func() tea.Msg { return found(ctx, root, text, from, generation) })
}

func found(ctx context.Context, root *value.Node, text string, from, generation int) treeFoundMsg {
	m := treeFoundMsg{generation: generation}
	if m.path, m.at, m.ok = root.Find(ctx, text, from); !m.ok {
		m.again = true
		m.path, m.at, m.ok = root.Find(ctx, text, 0)
	}
	return m
}

func (s *JSONScreen) found(m treeFoundMsg) kit.Action {
	switch {
	case m.generation != s.job.Generation:
		return kit.Action{}
	case !m.ok:
		return kit.Errorf("nothing holds %s", kit.Quote(s.wanted))
	}
	s.foundAt = m.at
	s.tree.Reveal(m.path)
	if m.again {
		return kit.Infof("from the top again")
	}
	return kit.Action{}
}

func (s *JSONScreen) View() string {
	foot := s.Styles().Dim.Render("Path  " + safe.Text(s.node().Path()).Line(0).String())
	if s.typing {
		foot = s.line.View()
	}
	head := ""
	if s.Trouble != "" {
		head = s.Styles().Bad.Render(ansi.Truncate(value.Mark+" "+s.Trouble, s.Width, "…")) + "\n"
	}
	return s.InFrame(s.name, "", head+kit.PadLines(s.tree.View(), s.treeHeight())+"\n"+foot)
}

func (s *JSONScreen) Title() string  { return s.name }
func (s *JSONScreen) IsTyping() bool { return s.typing }

func (s *JSONScreen) Keys() []kit.Key {
	if s.typing {
		return kit.Shown(shortcut.On(kit.Named(kit.SearchKeys.Take, "Search"), kit.Named(kit.SearchKeys.Leave, "Back"))...)
	}
	k := treeKeys
	return []kit.Key{
		kit.On(k.Open, s.openNode),
		kit.On(k.Close, s.tree.Close),
		kit.On(k.Search, s.startSearch),
		kit.On(k.Alone, s.openAlone),
		kit.When(k.NextFound, kit.Unless(s.wanted != "", kit.NothingSearched), func() tea.Cmd { return s.find(s.foundAt + 1) }),
		kit.On(k.Toggle, s.toggleNode),
		kit.On(k.OpenAll, s.openAll),
		kit.On(k.CloseAll, s.tree.CloseAll),
		kit.On(k.Copy, s.askCopy),
		kit.On(kit.Keys.UseIn, s.use),
		kit.On(kit.Keys.Top, s.tree.Top),
		kit.On(kit.Keys.Bottom, s.tree.Bottom),
		s.BackKey(),
	}
}

// treeKeys are the keys of a tree.
var treeKeys = struct {
	Open, Close, Toggle, OpenAll, CloseAll, Alone key.Binding
	Search, NextFound, Copy, PageUp, PageDown     key.Binding
}{
	Open:      kit.Bind("Open", "right", "l"),
	Close:     kit.Bind("Close", "left", "h"),
	Toggle:    kit.Bind("Open or close", "space"),
	OpenAll:   kit.Bind("Expand all", "*"),
	CloseAll:  kit.Bind("Close all"),
	Alone:     kit.Bind("Open separately", "enter"),
	Copy:      kit.Bind("Copy", "y"),
	Search:    kit.Bind("Search", "/"),
	NextFound: kit.Bind("Next match", "n"),
	PageUp:    kit.Bind("Page up", "pgup"),
	PageDown:  kit.Bind("Page down", "pgdown"),
}

func (s *JSONScreen) Help() []string {
	return []string{"The data as JSON, as it came. A list that is opened separately is a table."}
}
