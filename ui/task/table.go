package task

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

// table is the list that is all there is to the result; the part is nil where the result is
// something else.
type table struct {
	kit.TablePart
	zoom          zoom
	width, height int // of all of it
}

// zoom says whether the table takes the screen, below the rail.
type zoom uint8

const (
	zoomByItself zoom = iota // once it is complete, where there is one pane, or where the messages would hide columns
	zoomedIn                 // the user chose it
	zoomedOut
)

// followTable shows the table of the result as it is now.
func (s *Screen) followTable() tea.Cmd {
	if !s.Host.Nav.IsOpen(s) {
		return nil // its checks would run for nobody
	}
	list, isList := kit.ListIn(s.result.document)
	switch {
	case !isList || len(list.Facts) > 0 && !s.hasPanes() && !s.result.isTable(): // there is no space for both
		s.result.closeTable()
		return nil
	case s.result.table.TablePart != nil:
		return s.result.table.Renew(list)
	}
	section := s.result.document.Sections[0]
	s.result.table.TablePart = s.Host.Nav.NewTablePart(s, section.Heading().Line(0).String(), section.Description.Line(safe.LabelLimit()).String(), list)
	return s.result.table.Init()
}

// Left ends the work on the table when the screen is left.
func (s *Screen) Left() {
	if s.result.isTable() {
		s.result.table.Left()
	}
}

// hasDocked reports that the table is in a pane.
func (s *Screen) hasDocked() bool { return s.result.isTable() && s.hasPanes() && !s.isZoomed() }

// isZoomed reports that the table takes the screen. A question of the agent needs the panes.
func (s *Screen) isZoomed() bool {
	switch {
	case !s.result.isTable() || s.reply.isOpen:
		return false
	case s.isFolded():
		return true
	case s.result.table.zoom == zoomByItself:
		return s.focus == byItself && s.isComplete() && !(s.hasPanes() && s.isWide())
	}
	return s.result.table.zoom == zoomedIn
}

// isFolded reports that the messages beside the table are folded to one line above it, since columns would have no room: the user has not
// chosen otherwise.
func (s *Screen) isFolded() bool {
	return s.result.isTable() && !s.reply.isOpen && s.result.table.zoom == zoomByItself && s.focus == byItself && s.isComplete() &&
		s.hasPanes() && s.isWide() && !s.result.table.Fits(s.Width-s.messagesPane())
}

// foldedLines are the last words of the agent on one line, none where it said nothing.
func (s *Screen) foldedLines() []string {
	if !s.isFolded() {
		return nil
	}
	for i := s.snapshot.Timeline.Len() - 1; i >= max(s.snapshot.Timeline.Len()-maxFolded, 0); i-- {
		if e := s.snapshot.Timeline.Entry(i); e.Kind == run.MessageEntry && !e.Text.IsEmpty() {
			return []string{" " + ansi.Truncate(s.Styles().Dim.Render(e.Text.Line(safe.TextLimit()).String()), s.Width-2, "…")}
		}
	}
	return nil
}

// maxFolded is how many of the last entries are looked at for words.
const maxFolded = 100

// isComplete reports a result to which nothing is added, and that went well: of a task that
// failed, what the agent says comes first.
func (s *Screen) isComplete() bool {
	switch s.snapshot.Phase {
	case run.Answered:
	case run.Settled:
		if s.snapshot.State != a2a.StateCompleted {
			return false
		}
	default:
		return false
	}
	return !s.replay.isPlayed() || s.replay.filmed
}

// HidesColumns reports a table that has no room for all of its columns.
func (s *Screen) HidesColumns() bool {
	width := s.Width
	if s.hasDocked() {
		width, _, _ = s.dockSize()
	}
	return s.result.isTable() && !s.result.table.Fits(width)
}

// hasTableFocus reports that keys go to the table.
func (s *Screen) hasTableFocus() bool {
	return s.isZoomed() || s.hasDocked() && s.isOnArtifact() && !s.reply.isOpen
}

// pressTable handles a key while the table has the focus.
func (s *Screen) pressTable(msg tea.KeyPressMsg) (kit.Action, tea.Cmd) {
	if !s.result.table.IsTyping() {
		if act, cmd, done := kit.Press(msg, s.aroundTable()); done {
			return act, cmd
		}
	}
	act, cmd := s.result.table.Update(msg)
	if act.Pop > 0 && s.isZoomed() && !s.isFolded() {
		s.setZoom(false)
		act.Pop = 0
	}
	return act, cmd
}

// setZoom gives the table the screen, or brings the panes back.
func (s *Screen) setZoom(on bool) {
	s.result.table.zoom = zoomedOut
	if on {
		s.result.table.zoom = zoomedIn
	}
	s.place()
}

// placeTable gives the table its size, with so many lines below.
func (s *Screen) placeTable(below int) {
	if !s.result.isTable() {
		return
	}
	if height := max(s.Height-1-len(s.foldedLines())-below, 1); s.result.table.width != s.Width || s.result.table.height != height {
		s.result.table.width, s.result.table.height = s.Width, height
		s.result.table.Layout(s.Width, height)
	}
	if !s.hasDocked() {
		s.result.table.Dock(0, 0, true)
		return
	}
	s.result.table.Dock(s.dockSize())
}

// dockSize is the size of the pane of the table, and whether it has the focus.
func (s *Screen) dockSize() (width, height int, hasFocus bool) {
	_, rows := s.paneRows()
	return s.Width - s.dockLeft(), rows + kit.FrameHeight, s.hasTableFocus()
}

// threePanes is from how many columns on the messages, the table and its row are beside one
// another, and what was asked is above the messages.
const threePanes = 138

// dockLeft is how many columns are left of the table: those of the messages, unless the row
// at the cursor takes them.
func (s *Screen) dockLeft() int {
	if !s.isWide() || s.Width < threePanes && s.hasTableFocus() && s.result.table.HasRow() {
		return 0
	}
	return s.messagesPane()
}

// docked is the screen with the table in a pane.
func (s *Screen) docked(bottom []string) string {
	lines := []string{s.rail()}
	table := s.Styles().Pane.Draw(s.result.table.Docked())
	if left := s.dockLeft(); left > 0 {
		table = kit.Beside(s.left(left, s.rows), table)
	} else if s.hasTail() && s.messages.Count() > 0 {
		lines = append(lines, strings.Split(s.messages.View(), "\n")...)
	}
	return strings.Join(slices.Concat(lines, table, s.statusLines(), bottom), "\n")
}

// Lines are those of the screen: of a table that takes it without copying them.
func (s *Screen) Lines() []string {
	if !s.isZoomed() {
		return strings.Split(s.View(), "\n")
	}
	bottom := s.bottom()
	s.placeTable(len(bottom))
	table := strings.Split(s.result.table.View(), "\n")
	lines := make([]string, 0, 1+len(table)+len(bottom))
	if s.hasPanes() {
		lines = append(lines, s.rail())
	} else {
		lines = append(lines, s.HeaderLines()[0])
	}
	return slices.Concat(lines, s.foldedLines(), table, bottom)
}

// tableKeys are those of the table and of the task around it.
func (s *Screen) tableKeys() []kit.Key {
	all := s.result.table.Keys()
	if s.result.table.IsTyping() {
		return all
	}
	around := s.aroundTable()
	return slices.Concat(all[:3], around[:1], all[3:], around[1:])
}

// aroundTable are the keys of the task while the table has the focus.
func (s *Screen) aroundTable() []kit.Key {
	zoom := keys.Zoom
	if s.isZoomed() {
		zoom = kit.Named(zoom, "Show messages")
	}
	again := s.rerunKey()
	if s.replay.isPlayed() {
		again = s.replay.takeOverKey()
	}
	around := []kit.Key{
		kit.On(zoom, func() { s.setZoom(!s.isZoomed()) }),
		kit.On(keys.Pane, s.switchPane),
		kit.On(keys.Back, s.switchPane),
		kit.On(kit.Keys.Wire, s.openTraffic),
		s.writeBackKey(),
		again,
		s.Host.Nav.SaveCaseKey(s),
	}
	switch {
	case s.replay.atEnd():
		around = append(around, s.replay.editKey())
	case s.replay == nil:
		around = append(around, kit.When(kit.Keys.Cancel, kit.Unless(!s.snapshot.Phase.IsOver(), "the task is over"), s.Cancel))
	}
	return around
}

// startTable begins the work on the table where the screen is opened.
func (s *Screen) startTable() tea.Cmd {
	if s.result.isTable() {
		return tea.Batch(s.result.table.Init(), s.followTable())
	}
	return s.followTable()
}
