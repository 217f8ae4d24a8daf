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

	ranBefore ranBefore // while its form is open
}

// ranBefore is the run that was closed last.
type ranBefore struct {
	from kit.Screen // the form that it was sent from
	run  *task.Screen
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
		switch o := s.Top().(type) {
		case *task.Screen:
			s.ranBefore = ranBefore{o.SentFrom, o}
		case *form.Screen:
			s.ranBefore = ranBefore{}
		}
		left = append(left, s.Top())
		s.open = s.open[:len(s.open)-1]
	}
	if f, ok := s.Top().(*form.Screen); ok && len(left) > 0 && s.ranBefore.from == kit.Screen(f) {
		f.Begin()
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
		}
	}
	if t.SentFrom != kit.Screen(f) {
		return
	}
	if s.ranBefore.from == kit.Screen(f) && s.ranBefore.run != t { // it was not opened again
		t.Follow(s.ranBefore.run.TakeShown())
	}
	s.ranBefore = ranBefore{}
	if n < 3 {
		return
	}
	before, ok := s.open[n-3].(*task.Screen)
	if !ok || before.SentFrom != kit.Screen(f) {
		return
	}
	t.Follow(before.TakeShown())
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

// crumbs are the screens in the order of their titles: a form is before its run, which does not lead to what is above the form.
func (s *screens) crumbs() (crumbs []kit.Screen) {
	for i, o := range s.open {
		crumbs = append(crumbs, o)
		b, ok := s.pairAt(i)
		switch n := len(crumbs); {
		case !ok || o != kit.Screen(b.form) || i == 0 || s.open[i-1] != kit.Screen(b.run):
		case i == len(s.open)-1:
			crumbs[n-2], crumbs[n-1] = b.form, b.run
		default:
			crumbs = append(crumbs[:n-2], b.form)
		}
	}
	return crumbs
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

// ToForm goes from the run on top to the form below it, or beside it.
func (s *screens) ToForm() kit.Action {
	if _, ok := s.beside(); ok {
		s.otherSide()
		return kit.Action{}
	}
	return kit.Action{Pop: 1}
}

// back is how many screens Back leaves that leaves n. Of two side by side, the result gives the keys to its form, and the form leaves both.
func (s *screens) back(n int) int {
	b, ok := s.beside()
	switch {
	case !ok || n != 1:
		return n
	case s.Top() == kit.Screen(b.run):
		s.otherSide()
		return 0
	}
	return 2
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

const (
	besideFrom    = 140              // columns, from which on a run is beside its form
	minBesideForm = kit.MinPaneWidth // columns of the form there
	maxBesideForm = 66
)

// beside is a form and the run that was sent from it, side by side. They are the two screens on top, in either order: the one on
// top has the keys.
type beside struct {
	form *form.Screen
	run  *task.Screen
}

// beside returns them; not ok where there is one screen.
func (s *screens) beside() (b beside, ok bool) { return s.pair(len(s.open) - 1) }

// pair returns a screen and the one below it as a form and its run. A result has the whole width where it would hide columns beside the
// form, and where a row or a chart of it is open.
func (s *screens) pair(top int) (b beside, ok bool) {
	if s.isApart || s.host.Width < besideFrom || top < 1 {
		return b, false
	}
	b, ok = besideOf(s.open[top-1], s.open[top])
	room, _ := s.host.Room()
	_, width := s.besideWidths(room)
	return b, ok && !(s.open[top] == kit.Screen(b.run) && b.run.WantsWidth(width))
}

// pairAt returns the form and the run that a screen is one of, also below others, so that its parts keep their sizes there.
func (s *screens) pairAt(i int) (b beside, ok bool) {
	if b, ok = s.pair(i); ok || i+1 == len(s.open) {
		return b, ok
	}
	return s.pair(i + 1)
}

// besideOf returns two screens as a form and its run.
func besideOf(below, top kit.Screen) (b beside, ok bool) {
	f, isForm := below.(*form.Screen)
	t, isRun := top.(*task.Screen)
	if !isForm || !isRun {
		f, isForm = top.(*form.Screen)
		t, isRun = below.(*task.Screen)
	}
	return beside{f, t}, isForm && isRun && t.SentFrom == kit.Screen(f)
}

// besideBorder is the border between a form and its run, in a room with a column between them.
func besideBorder(room int) kit.Border {
	return kit.Border{Of: "beside", Usual: min(max(room*3/10, minBesideForm), maxBesideForm), Room: room - 1, Least: minBesideForm}
}

// besideWidths are those of the form and of the run.
func (s *screens) besideWidths(room int) (form, run int) {
	form = s.host.Borders.Left(besideBorder(room))
	return form, room - form - 1
}

// lines are both, one beside the other, with so many columns for the form.
func (b beside) lines(left, height int) []string {
	form, run := fill(b.form.Lines(), height), fill(b.run.Lines(), height)
	lines := make([]string, height)
	for i := range lines {
		lines[i] = kit.Pad(form[i], left) + " " + run[i]
	}
	return lines
}

// otherSide gives the keys to the other screen of the two.
func (s *screens) otherSide() {
	n := len(s.open)
	s.open[n-2], s.open[n-1] = s.open[n-1], s.open[n-2]
	s.layout()
}

// ofResult are the actions of the result beside the form that has the keys. Each goes to the result first.
func (s *screens) ofResult() (keys []kit.Key) {
	b, ok := s.beside()
	if !ok || s.Top() != kit.Screen(b.form) {
		return nil
	}
	for _, k := range b.run.Keys() {
		if do := k.Do; do != nil && k.Enabled() {
			k.Do = func() (kit.Action, tea.Cmd) {
				s.otherSide()
				return do()
			}
			keys = append(keys, k)
		}
	}
	return keys
}

// toggleBeside shows the form beside its run, or the one on top alone.
func (s *screens) toggleBeside() {
	s.isApart = !s.isApart
	s.layout()
}

// differenceKeys compare the run on the screen with an earlier one.
func (s *screens) differenceKeys() []kit.Key {
	t, ok := s.Top().(*task.Screen)
	if b, isBeside := s.beside(); isBeside {
		t, ok = b.run, true
	}
	if !ok || t.IsPlayed() {
		return nil
	}
	return []kit.Key{t.DifferenceKey()}
}

// diffOfTheMoment are those for the footer, where the screen leaves their letter free.
func (s *screens) diffOfTheMoment() []kit.Key {
	return slices.DeleteFunc(s.differenceKeys(), func(k kit.Key) bool { return k.Group != "" || !kit.IsFree(s.Top(), k.Help().Key) })
}

// besideKeys are those of a form and its run: side by side, or of a form whose run was left last. There are none for another screen.
func (s *screens) besideKeys() []kit.Key {
	side := keyOn(s.Top(), kit.PlainKeys.Beside, kit.Keys.Beside)
	b, ok := s.beside()
	switch {
	case ok:
		other := kit.Named(kit.Keys.OtherSide, "To the result")
		if s.Top() == kit.Screen(b.run) {
			on := other.Keys()
			if !slices.ContainsFunc(b.run.Keys(), func(k kit.Key) bool { return k.Enabled() && slices.Contains(k.Keys(), "tab") }) {
				on = append([]string{"tab"}, on...)
			}
			other = kit.Bind("To the form", on...)
		}
		room, _ := s.host.Room()
		return append([]kit.Key{kit.On(other, s.otherSide), kit.On(kit.Named(side, "Form and result one at a time"), s.toggleBeside)},
			s.host.BorderKeys(s.Top(), besideBorder(room), s.layout)...)
	case s.isApart && s.host.Width >= besideFrom && len(s.open) > 1:
		if _, ok := besideOf(s.open[len(s.open)-2], s.Top()); ok {
			return []kit.Key{kit.On(side, s.toggleBeside)}
		}
	case s.ranBefore.run != nil && s.ranBefore.from == s.Top():
		return []kit.Key{kit.On(kit.Named(kit.Keys.OtherSide, "To the result"), func() kit.Action { return kit.Action{Push: s.ranBefore.run} })}
	}
	return nil
}

// sideAt is the screen at a column of the body, and its column in it.
func (s *screens) sideAt(column int) (kit.Screen, int) {
	b, ok := s.beside()
	if !ok {
		return s.Top(), column
	}
	room, _ := s.host.Room()
	left, _ := s.besideWidths(room)
	if column > left {
		return b.run, column - left - 1
	}
	return b.form, column
}
