package table

import (
	"slices"
	"strings"

	"a2aform/render/draw"
	"a2aform/ui/kit"
)

// facts are the values that came with the list, drawn above the table.
type facts struct {
	width int // in which they are drawn; 0 for not at all
	lines []string
}

// around are the lines of a table above its rows and below the facts: titles and a rule.
const around = 3

// factLines are the lines above the table: its facts, and what its rows come to. Of facts there are as many as the rows leave, at least a third of the
// height, and in a low table how many there are.
func (s *Screen) factLines(width, height int) []string {
	brief := s.briefLines(width, height)
	if len(s.list.Facts) == 0 {
		return brief
	}
	height -= len(brief)
	if s.facts.width != width {
		s.facts = facts{width, draw.Facts(s.list.Facts, max(min(width, kit.MaxTextWidth), 1), s.Styles().Render).Lines}
	}
	lines := s.facts.lines
	room := max(height-around-s.Rows.Rows(), min(height/3, height-around))
	if len(lines) <= room {
		return slices.Concat(lines, []string{""}, brief)
	}
	shown := max(room-1, 0)
	more := s.Styles().Dim.Render("… " + kit.Plural(len(lines)-shown, "more line", "more lines") + ", in the JSON (v)")
	if shown == 0 {
		return append([]string{more}, brief...)
	}
	return slices.Concat(lines[:shown], []string{more, ""}, brief)
}

// tableView is the facts and the table below them.
func (s *Screen) tableView(width, height int) string {
	return strings.Join(append(s.factLines(width, height), s.Table.View()), "\n")
}
