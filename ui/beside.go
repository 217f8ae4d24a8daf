package ui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/ui/form"
	"a2aform/ui/kit"
	"a2aform/ui/task"
)

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
func (a *App) beside() (b beside, ok bool) {
	if a.isApart || a.Width < besideFrom || len(a.stack) < 2 {
		return b, false
	}
	return besideOf(a.stack[len(a.stack)-2], a.Top())
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
	return kit.Border{Of: "beside", Usual: min(max(room*7/20, minBesideForm), maxBesideForm), Room: room - 1, Least: minBesideForm}
}

// besideWidths are those of the form and of the run.
func (a *App) besideWidths(room int) (form, run int) {
	form = a.Borders.Left(besideBorder(room))
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
func (a *App) otherSide() {
	n := len(a.stack)
	a.stack[n-2], a.stack[n-1] = a.stack[n-1], a.stack[n-2]
	a.Layout()
}

// toggleBeside shows the form beside its run, or the one on top alone.
func (a *App) toggleBeside() {
	a.isApart = !a.isApart
	a.Layout()
}

// besideKeys are those of two screens side by side, none for a single one.
func (a *App) besideKeys() []kit.Key {
	side := a.keyOf(kit.PlainKeys.Beside, kit.Keys.Beside)
	b, ok := a.beside()
	switch {
	case ok:
		other := kit.Named(a.keyOf(kit.PlainKeys.OtherSide, kit.Keys.OtherSide), "To the result")
		if a.Top() == kit.Screen(b.run) {
			other = kit.Named(other, "To the form")
		}
		room, _ := a.Room()
		return append([]kit.Key{kit.On(other, a.otherSide), kit.On(kit.Named(side, "Form and result one at a time"), a.toggleBeside)},
			a.BorderKeys(a.Top(), besideBorder(room), a.Layout)...)
	case a.isApart && a.Width >= besideFrom && len(a.stack) > 1:
		if _, ok := besideOf(a.stack[len(a.stack)-2], a.Top()); ok {
			return []kit.Key{kit.On(side, a.toggleBeside)}
		}
	}
	return nil
}

// replaceRun lets a run that was just opened take the place of the one that was sent from the same form before: what changed is marked in it, and
// the form keeps the keys.
func (a *App) replaceRun(left []kit.Screen) {
	t, ok := a.Top().(*task.Screen)
	n := len(a.stack)
	if !ok || n < 2 {
		return
	}
	f, ok := a.stack[n-2].(*form.Screen)
	if !ok {
		return
	}
	for _, s := range left { // it was sent again as it was
		if before, ok := s.(*task.Screen); ok && before.SentFrom == kit.Screen(f) && t.SentFrom == nil {
			t.SentFrom = f
			t.CompareWith(before)
		}
	}
	if n < 3 || t.SentFrom != kit.Screen(f) {
		return
	}
	before, ok := a.stack[n-3].(*task.Screen)
	if !ok || before.SentFrom != kit.Screen(f) {
		return
	}
	t.CompareWith(before)
	before.Left()
	a.stack = slices.Delete(a.stack, n-3, n-2)
	if _, ok := a.beside(); ok {
		a.otherSide()
	}
}

// layout gives each screen its size, and tells two that are side by side which of them has the keys.
func (a *App) layout(w, h int) {
	b, ok := a.beside()
	left, right := a.besideWidths(w)
	for _, s := range a.stack {
		switch {
		case ok && s == kit.Screen(b.form):
			s.Layout(left, h)
		case ok && s == kit.Screen(b.run):
			s.Layout(right, h)
		default:
			s.Layout(w, h)
		}
		if part, isPart := s.(interface{ SetAside(bool) }); isPart {
			part.SetAside(ok && s != a.Top())
		}
	}
}

// crumbs are the screens in the order of their titles: a form is before its run.
func (a *App) crumbs() []kit.Screen {
	b, ok := a.beside()
	if !ok {
		return a.stack
	}
	return append(slices.Clone(a.stack[:len(a.stack)-2]), b.form, b.run)
}

// sideAt is the screen at a column of the body, and its column in it.
func (a *App) sideAt(column int) (kit.Screen, int) {
	b, ok := a.beside()
	if !ok {
		return a.Top(), column
	}
	room, _ := a.Room()
	left, _ := a.besideWidths(room)
	var s kit.Screen = b.form
	if column > left {
		s, column = b.run, column-left-1
	}
	return s, column
}

// topLines are the lines of the screen on top, or of two side by side. One that draws lines saves joining them.
func (a *App) topLines(height int) []string {
	if b, ok := a.beside(); ok {
		room, _ := a.Room()
		left, _ := a.besideWidths(room)
		return b.lines(left, height)
	}
	if s, ok := a.Top().(interface{ Lines() []string }); ok {
		return s.Lines()
	}
	return strings.Split(a.Top().View(), "\n")
}

// more lets the run that is in sight measure what it has still to.
func (a *App) more() tea.Cmd {
	if b, ok := a.beside(); ok {
		return b.run.More()
	}
	if t, ok := a.Top().(*task.Screen); ok {
		return t.More()
	}
	return nil
}

// goTo goes back to a screen of the stack; of two side by side it gets the keys.
func (a *App) goTo(s kit.Screen) tea.Cmd {
	if b, ok := a.beside(); ok && (s == kit.Screen(b.form) || s == kit.Screen(b.run)) {
		if s != a.Top() {
			a.otherSide()
		}
		return nil
	}
	return a.Perform(kit.Action{Pop: len(a.stack) - 1 - slices.Index(a.stack, s)})
}
