package task

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/ui/kit"
)

// table is the list that is all there is to the result; the part is nil where the result is
// something else.
type table struct {
	kit.TablePart
	zoom zoom
	size kit.Rect // that it was given
}

// place gives the table its place on a screen of that width.
func (t *table) place(in kit.Rect, screenWidth int, v shown, hasKeys bool) {
	if size := (kit.Rect{Width: screenWidth, Height: in.Height}); in.IsShown() && t.size != size { // its status line is below both panes
		t.size = size
		t.Layout(size.Width, size.Height)
	}
	if v.isZoomed() {
		t.Dock(0, 0, hasKeys)
		return
	}
	t.Dock(in.Width, in.Height, v.hasTableFocus() && hasKeys)
}

// Follow lets the result, if it is a table, be compared with that of an earlier run, and shown as that was.
func (s *Screen) Follow(earlier Shown) { s.result.earlier, s.thread.earlier = earlier, earlier.run }

// TakeShown takes what a next run follows out of a run that is left.
func (s *Screen) TakeShown() Shown {
	shown := s.result.take()
	if s.snapshot.HasSucceeded() {
		shown.run = s.snapshot.ID
	}
	return shown
}

// SetAside says whether a screen beside this one has the keys.
func (s *Screen) SetAside(aside bool) {
	if s.isAside != aside {
		s.isAside = aside
		s.place()
	}
}

// Left ends the work on the table when the screen is left.
func (s *Screen) Left() { s.result.left() }

// HidesColumns reports a table that has no room for all of its columns.
func (s *Screen) HidesColumns() bool {
	return s.result.isTable() && !s.result.table.Fits(s.windows.layout.result.Width)
}

// pressTable handles a key while the table has the focus.
func (s *Screen) pressTable(msg tea.KeyPressMsg) (kit.Action, tea.Cmd) {
	if !s.result.table.IsTyping() {
		if act, cmd, done := kit.Press(msg, s.aroundTable()); done {
			return act, cmd
		}
	}
	return s.result.table.Update(msg)
}

// setZoom gives the table the screen, or brings the panes back.
func (s *Screen) setZoom(on bool) {
	s.result.table.zoom = zoomedOut
	if on {
		s.result.table.zoom = zoomedIn
	}
	s.place()
}

// Lines are those of the screen: of a table that takes it without copying them.
func (s *Screen) Lines() []string {
	if !s.shown().isZoomed() {
		return strings.Split(s.View(), "\n")
	}
	bottom := s.bottom().lines()
	s.arrange(len(bottom))
	table := strings.Split(s.result.table.View(), "\n")
	lines := make([]string, 0, 1+len(table)+len(bottom))
	h := s.header()
	if s.shown().hasPanes() {
		lines = append(append(lines, h.rail()), h.thread...)
	} else {
		lines = append(lines, h.lines()[0])
	}
	return slices.Concat(lines, h.folded(), table, bottom)
}

// tableKeys are those of the table and of the task around it.
func (s *Screen) tableKeys() []kit.Key {
	all := s.result.table.Keys()
	if s.result.table.IsTyping() {
		return all
	}
	around := s.aroundTable()
	for i := range around {
		if around[i].Group == "" {
			around[i] = around[i].In(kit.OfRun)
		}
	}
	first := tableKeysFirst
	if s.result.table.IsEmpty() {
		first = 0
	}
	return slices.Concat(all[:first], around[:2], all[first:], around[2:])
}

// tableKeysFirst are how many keys of a table with rows come before those of its run.
const tableKeysFirst = 5

// aroundTable are the keys of the task while the table has the focus.
func (s *Screen) aroundTable() []kit.Key {
	zoom, hidden := keys.Zoom, ""
	if s.shown().isZoomed() {
		zoom, hidden = kit.Named(zoom, "Show messages"), "the messages are hidden; z shows them"
	}
	again, edit := s.sendAgain().rerunKey(), s.sendAgain().editKey()
	if s.replay.atEnd() {
		edit = s.replay.editKey()
	}
	switch {
	case s.replay.isPlayed():
		again = s.replay.takeOverKey()
	case !s.result.table.IsEmpty():
		again = again.In(kit.More)
	}
	around := []kit.Key{
		edit,
		kit.On(zoom, func() { s.setZoom(!s.shown().isZoomed()) }),
		kit.When(keys.Pane, hidden, s.switchPane).In(kit.Moving),
		kit.When(keys.Back, hidden, s.switchPane).In(kit.Moving),
		again,
		s.Host.Nav.SaveCaseKey(s).In(kit.More),
		kit.TrafficKey(s.Host, s.run.Traffic).In(kit.Rare), // the messages list it, and the next
		s.sendAgain().writeBackKey().In(kit.Rare),
	}
	around = slices.Concat(around, s.thread.keys(), s.borderKeys())
	if s.replay == nil {
		around = append(around, kit.When(kit.Keys.Cancel, kit.Unless(!s.snapshot.Phase.IsOver(), "the task is over"), s.Cancel))
	}
	return around
}

// Click gives the focus to a pane. On the artifact that has it already, it does what enter
// does, except in a table, which goes to the cell.
func (s *Screen) Click(column, line int) (kit.Action, tea.Cmd) {
	l := &s.windows.layout
	onResult := l.result.Has(column, line)
	switch {
	case s.shown().isZoomed():
		return s.result.table.Click(column, line-l.result.Y)
	case s.reply.isOpen, !onResult && !l.messages.Has(column, line) && !l.asked.Has(column, line) && !l.tail.Has(column, line):
		return kit.Action{}, nil
	case onResult != s.shown().isOnResult():
		s.switchPane()
	case onResult && s.shown().hasDocked():
		return s.result.table.Click(column-l.result.X, line-l.result.Y)
	case onResult:
		return s.press(kit.KeyPress("enter"))
	}
	return kit.Action{}, nil
}
