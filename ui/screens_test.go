package ui

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"a2aform/ui/kit"
)

// page is a screen that knows its title and whether it was left.
type page struct {
	kit.Base
	title   string
	wasLeft bool
}

func (*page) Update(tea.Msg) (kit.Action, tea.Cmd) { return kit.Action{}, nil }
func (p *page) View() string                       { return p.title }
func (*page) Help() []string                       { return nil }
func (p *page) Title() string                      { return p.title }
func (*page) Keys() []kit.Key                      { return nil }
func (p *page) Left()                              { p.wasLeft = true }

func TestScreens(t *testing.T) {
	t.Parallel()
	a, b, c, d := &page{title: "a"}, &page{title: "b"}, &page{title: "c"}, &page{title: "d"}
	s := &screens{host: &kit.Host{Width: 80, Height: 24}, open: []kit.Screen{a}}
	s.push(b, nil)
	s.push(c, nil)
	if s.Top() != kit.Screen(c) || s.Depth() != 3 || s.above(a) != 2 || !s.IsNamedBelow(c, "b") || s.IsNamedBelow(a, "b") {
		t.Errorf("of three screens %q is on top, at a depth of %d", s.Top().Title(), s.Depth())
	}
	if s.ReplaceTop(d); s.Top() != kit.Screen(d) || s.IsOpen(c) || d.Width != 78 {
		t.Errorf("%q is on top, of a width of %d", s.Top().Title(), d.Width)
	}
	left := s.pop(5)
	if len(left) != 2 || left[0] != kit.Screen(d) || !d.wasLeft || !b.wasLeft || a.wasLeft || s.Top() != kit.Screen(a) {
		t.Errorf("%d screens were left, %q is on top", len(left), s.Top().Title())
	}
}
