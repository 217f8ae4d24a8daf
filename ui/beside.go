package ui

import (
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
func (s *screens) beside() (b beside, ok bool) { return s.pair(len(s.open) - 1) }

// pair returns a screen and the one below it as a form and its run. An open row or a chart of the result takes the place of the form, so
// that both it and the table can be read.
func (s *screens) pair(top int) (b beside, ok bool) {
	if s.isApart || s.host.Width < besideFrom || top < 1 {
		return b, false
	}
	b, ok = besideOf(s.open[top-1], s.open[top])
	return b, ok && !(s.open[top] == kit.Screen(b.run) && b.run.WantsWidth())
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
	return kit.Border{Of: "beside", Usual: min(max(room*7/20, minBesideForm), maxBesideForm), Room: room - 1, Least: minBesideForm}
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

// toggleBeside shows the form beside its run, or the one on top alone.
func (s *screens) toggleBeside() {
	s.isApart = !s.isApart
	s.layout()
}

// besideKeys are those of two screens side by side, none for a single one.
func (s *screens) besideKeys() []kit.Key {
	side := keyOn(s.Top(), kit.PlainKeys.Beside, kit.Keys.Beside)
	b, ok := s.beside()
	switch {
	case ok:
		other := kit.Named(keyOn(s.Top(), kit.PlainKeys.OtherSide, kit.Keys.OtherSide), "To the result")
		if s.Top() == kit.Screen(b.run) {
			other = kit.Named(other, "To the form")
		}
		room, _ := s.host.Room()
		return append([]kit.Key{kit.On(other, s.otherSide), kit.On(kit.Named(side, "Form and result one at a time"), s.toggleBeside)},
			s.host.BorderKeys(s.Top(), besideBorder(room), s.layout)...)
	case s.isApart && s.host.Width >= besideFrom && len(s.open) > 1:
		if _, ok := besideOf(s.open[len(s.open)-2], s.Top()); ok {
			return []kit.Key{kit.On(side, s.toggleBeside)}
		}
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
