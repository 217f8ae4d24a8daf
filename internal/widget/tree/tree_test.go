package tree

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

// twig is a node with as many children as its depth allows, named by its path.
type twig struct {
	name string
	wide int
	deep int
}

func (t twig) Len() int {
	if t.deep == 0 {
		return 0
	}
	return t.wide
}
func (t twig) Child(i int) Node { return twig{fmt.Sprintf("%s.%d", t.name, i), t.wide, t.deep - 1} }
func (t twig) Line() Line       { return Line{Key: t.name, Text: fmt.Sprint(t.Len())} }

func lines(m *Model) string {
	all := strings.Split(ansi.Strip(m.View()), "\n")
	for i, l := range all {
		all[i] = strings.TrimRight(l, " ")
	}
	return strings.Join(all, "\n")
}

func TestNodesOpenAndClose(t *testing.T) {
	m := New(twig{"r", 3, 3}, Styles{})
	m.SetSize(40, 20)
	m.Move(2)
	m.Open()
	m.Open()
	m.Open()
	want := `  ▾ r: 3
    ▸ r.0: 3
    ▾ r.1: 3
▌     ▾ r.1.0: 3
          r.1.0.0: 0
          r.1.0.1: 0
          r.1.0.2: 0
      ▸ r.1.1: 3
      ▸ r.1.2: 3
    ▸ r.2: 3`
	if got := lines(m); got != want {
		t.Errorf("\n%s\nwant\n%s", got, want)
	}
	if _, path := m.Cursor(); fmt.Sprint(path) != "[1 0]" {
		t.Errorf("cursor at %v", path)
	}
	m.Close()
	m.Close()
	if _, path := m.Cursor(); fmt.Sprint(path) != "[1]" || m.Rows() != 7 {
		t.Errorf("cursor at %v of %d", path, m.Rows())
	}
	m.CloseAll()
	if !m.OpenAll() || m.Rows() != 1+3+9+27 {
		t.Errorf("%d lines", m.Rows())
	}
	m.Reveal([]int{2, 1, 0})
	if n, _ := m.Cursor(); n.Line().Key != "r.2.1.0" {
		t.Errorf("cursor at %s", n.Line().Key)
	}
}

func TestWideTreeIsNotWalked(t *testing.T) {
	m := New(twig{"r", 10_000_000, 4}, Styles{})
	m.SetSize(40, 20)
	m.Reveal([]int{9_000_000, 8_000_000, 7_000_000})
	if n, path := m.Cursor(); n.Line().Key != "r.9000000.8000000.7000000" || len(path) != 3 {
		t.Errorf("cursor at %s", n.Line().Key)
	}
	if m.OpenAll() {
		t.Error("ten million nodes were opened")
	}
	m.View()
}

// TestLineArithmeticAgreesWithTree compares the arithmetic with a tree written out.
func TestLineArithmeticAgreesWithTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := New(twig{"r", 4, 4}, Styles{})
		m.SetSize(30, 10)
		for range 20 {
			m.Move(rapid.IntRange(-20, 20).Draw(t, "by"))
			rapid.SampledFrom([]func(){m.Open, m.Close, m.Toggle}).Draw(t, "step")()
			m.View()
		}
		var want []string
		var walk func(n Node, b *branch)
		walk = func(n Node, b *branch) {
			want = append(want, n.Line().Key)
			if b == nil {
				return
			}
			for i := range n.Len() {
				var open *branch
				for _, c := range b.open {
					if c.index == i {
						open = c
					}
				}
				walk(n.Child(i), open)
			}
		}
		walk(m.root.node, m.root)
		if m.Rows() != len(want) {
			t.Fatalf("%d lines, want %d", m.Rows(), len(want))
		}
		for row, key := range want {
			s := m.at(row)
			if s.node.Line().Key != key {
				t.Fatalf("line %d is %s, want %s", row, s.node.Line().Key, key)
			}
			m.Reveal(s.path)
			if m.Row() != row {
				t.Fatalf("%s was revealed in line %d, want %d", key, m.Row(), row)
			}
		}
	})
}
