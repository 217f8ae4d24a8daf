package chat

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/ui/kit"
)

// turnPane is the window on the turns, and the turn at the cursor while the keys are for the turns.
type turnPane struct {
	kit.Scroll
	isScrolled bool // the user chose what to look at
	hasFocus   bool // letters are keys
	cursor     int
	starts     []int // at which lines the turns begin, as they were drawn last
}

// focus goes to the last of so many turns.
func (p *turnPane) focus(turns int) { p.hasFocus, p.cursor = true, turns-1 }

// leave gives the keys back to the message.
func (p *turnPane) leave() { p.hasFocus = false }

// press moves the window or the cursor. It reports false for a key of the message.
func (p *turnPane) press(msg tea.KeyPressMsg, turns int) bool {
	switch isPage := key.Matches(msg, kit.Keys.PageUp, kit.Keys.PageDown); {
	case isPage && turns > 0:
		p.isScrolled = p.Press(msg) && (p.hasFocus || p.HiddenLines() > 0)
	case p.hasFocus:
		p.cursor, _ = kit.MoveCursor(msg, p.cursor, turns, turns)
	default:
		return false
	}
	return true
}

// point goes to the turn at a line of the window, or back to the message. It reports that the turn was at the cursor already.
func (p *turnPane) point(line, turns int) bool {
	if line < 0 || line >= p.Height || turns == 0 {
		p.hasFocus = false
		return false
	}
	next, isStart := slices.BinarySearch(p.starts, p.Top+line)
	turn := next
	if !isStart {
		turn--
	}
	wasThere := p.hasFocus && p.cursor == turn
	p.hasFocus, p.cursor = true, min(max(turn, 0), turns-1)
	return wasThere
}

// show returns the lines in sight of a window of that height: those of the turn at the cursor, else the last ones, until the user scrolls.
func (p *turnPane) show(lines []string, starts []int, height int) []string {
	p.starts, p.Height = starts, height
	p.Set(lines)
	switch {
	case p.isScrolled:
	case p.hasFocus && p.cursor < len(starts):
		p.Reveal(starts[p.cursor])
	default:
		p.Top = len(lines)
	}
	return strings.Split(kit.PadLines(p.View(), height), "\n")
}
