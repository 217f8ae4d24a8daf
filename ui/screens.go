package ui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/ui/agent"
	eachscreen "a2aform/ui/each"
	"a2aform/ui/form"
	"a2aform/ui/kit"
	"a2aform/ui/task"
)

// screens is the stack of open screens. The last one is on top, and there is always one.
type screens struct {
	host    *kit.Host
	open    []kit.Screen
	isApart bool // a form and its run are not shown side by side
	areTwo  bool // they were when the screens were laid out
}

// Top is the screen that has the keys.
func (s *screens) Top() kit.Screen { return s.open[len(s.open)-1] }

// IsOpen reports that a screen is on the stack.
func (s *screens) IsOpen(o kit.Screen) bool { return slices.Contains(s.open, o) }

// Depth counts the open screens.
func (s *screens) Depth() int { return len(s.open) }

// push opens a screen. left are those that it comes in place of.
func (s *screens) push(o kit.Screen, left []kit.Screen) {
	s.open = append(s.open, o)
	s.replaceRun(left)
}

// pop leaves n screens, but never the first one, and returns those that were left.
func (s *screens) pop(n int) (left []kit.Screen) {
	for range min(n, len(s.open)-1) {
		if o, ok := s.Top().(interface{ Left() }); ok {
			o.Left()
		}
		left = append(left, s.Top())
		s.open = s.open[:len(s.open)-1]
	}
	return left
}

// ReplaceTop opens a screen in place of the one on top, also of the first one.
func (s *screens) ReplaceTop(o kit.Screen) tea.Cmd {
	s.open[len(s.open)-1] = o
	s.layout()
	return o.Init()
}

// above counts the screens above one that is open.
func (s *screens) above(o kit.Screen) int { return len(s.open) - 1 - slices.Index(s.open, o) }

// has reports an open screen of a kind.
func (s *screens) has(isKind func(kit.Screen) bool) bool { return slices.ContainsFunc(s.open, isKind) }

// replaceRun lets a run that was just opened take the place of the one that was sent from the same form before: what changed is marked in it, and
// the form keeps the keys.
func (s *screens) replaceRun(left []kit.Screen) {
	t, ok := s.Top().(*task.Screen)
	n := len(s.open)
	if !ok || n < 2 {
		return
	}
	f, ok := s.open[n-2].(*form.Screen)
	if !ok {
		return
	}
	for _, o := range left { // it was sent again as it was
		if before, ok := o.(*task.Screen); ok && before.SentFrom == kit.Screen(f) && t.SentFrom == nil {
			t.SentFrom = f
			t.CompareWith(before)
		}
	}
	if n < 3 || t.SentFrom != kit.Screen(f) {
		return
	}
	before, ok := s.open[n-3].(*task.Screen)
	if !ok || before.SentFrom != kit.Screen(f) {
		return
	}
	t.CompareWith(before)
	before.Left()
	s.open = slices.Delete(s.open, n-3, n-2)
	if _, ok := s.beside(); ok {
		s.otherSide()
	}
}

// layout gives each screen its size, and tells two that are side by side which of them has the keys.
func (s *screens) layout() {
	w, h := s.host.Room()
	_, s.areTwo = s.beside()
	left, right := s.besideWidths(w)
	for i, o := range s.open {
		switch b, ok := s.pairAt(i); {
		case ok && o == kit.Screen(b.form):
			o.Layout(left, h)
		case ok && o == kit.Screen(b.run):
			o.Layout(right, h)
		default:
			o.Layout(w, h)
		}
		if part, isPart := o.(interface{ SetAside(bool) }); isPart {
			part.SetAside(s.areTwo && i == len(s.open)-2)
		}
	}
}

// follow lays the screens out anew where two are side by side now that were not, or no more.
func (s *screens) follow() {
	if _, ok := s.beside(); ok != s.areTwo {
		s.layout()
	}
}

// crumbs are the screens in the order of their titles: a form is before its run.
func (s *screens) crumbs() []kit.Screen {
	b, ok := s.beside()
	if !ok {
		return s.open
	}
	return append(slices.Clone(s.open[:len(s.open)-2]), b.form, b.run)
}

// lines are those of the screen on top, or of two side by side. One that draws lines saves joining them.
func (s *screens) lines(height int) []string {
	if b, ok := s.beside(); ok {
		room, _ := s.host.Room()
		left, _ := s.besideWidths(room)
		return b.lines(left, height)
	}
	if o, ok := s.Top().(interface{ Lines() []string }); ok {
		return o.Lines()
	}
	return strings.Split(s.Top().View(), "\n")
}

// more lets the run that is in sight measure what it has still to.
func (s *screens) more() tea.Cmd {
	if b, ok := s.beside(); ok {
		return b.run.More()
	}
	if t, ok := s.Top().(*task.Screen); ok {
		return t.More()
	}
	return nil
}

// cardScreen is the card nearest to the top, nil for none.
func (s *screens) cardScreen() *agent.CardScreen {
	for _, o := range slices.Backward(s.open) {
		if c, ok := o.(*agent.CardScreen); ok {
			return c
		}
	}
	return nil
}

// card is the one nearest to the top.
func (s *screens) card() (kit.OpenCard, bool) {
	if c := s.cardScreen(); c != nil {
		return c.Opened(), true
	}
	return kit.OpenCard{}, false
}

// OpenCards are the cards on the stack.
func (s *screens) OpenCards() (open []kit.OpenCard) {
	for _, o := range s.open {
		if c, ok := o.(*agent.CardScreen); ok {
			open = append(open, c.Opened())
		}
	}
	return open
}

// IsAboveForm reports that esc leads from a screen to a form.
func (s *screens) IsAboveForm(o kit.Screen) bool {
	if b, ok := s.beside(); ok && o == kit.Screen(b.run) {
		return true
	}
	i := slices.Index(s.open, o)
	if i < 1 {
		return false
	}
	_, ok := s.open[i-1].(*form.Screen)
	return ok
}

// IsNamedBelow reports that the title of a screen below o begins with a name.
func (s *screens) IsNamedBelow(o kit.Screen, name string) bool {
	below := s.crumbs()
	if i := slices.Index(below, o); i >= 0 {
		below = below[:i]
	}
	return slices.ContainsFunc(below, func(b kit.Screen) bool { return strings.HasPrefix(b.Title(), name) })
}

// sendsEach reports that messages for the rows of a table are sent.
func (s *screens) sendsEach() bool {
	return s.has(func(o kit.Screen) bool {
		e, ok := o.(*eachscreen.Screen)
		return ok && e.IsRunning()
	})
}
