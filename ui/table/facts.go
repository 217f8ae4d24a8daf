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
	short []string // the same side by side; nil where that is not possible
}

const (
	around  = 3  // lines of a table above its rows and below the facts: titles and a rule
	inSight = 12 // rows that facts on lines of their own leave in sight
)

// factLines are the lines above the table: its facts, and what its rows come to. Facts stand side by side where lines of their own would
// leave few rows in sight, without an empty line, and take at most a third of the height that rows need.
func (s *Screen) factLines(width, height int) []string {
	var brief []string
	if s.brief.isShown(s.Host, s.Rows) {
		brief = s.brief.lines(width, height, s.Styles())
	}
	if len(s.list.Facts) == 0 {
		return brief
	}
	height -= len(brief)
	if s.facts.width != width {
		wide, st := max(min(width, kit.MaxTextWidth), 1), s.Styles().Render
		s.facts = facts{width, draw.Facts(s.list.Facts, wide, st).Lines, draw.ShortFacts(s.list.Facts, wide, st)}
	}
	lines, end := s.facts.lines, []string{""}
	if n := len(lines); n == 0 || n+1+around+min(s.Rows.Rows(), inSight) > height && s.facts.short != nil {
		if lines = s.facts.short; len(brief) > 0 {
			end, brief = nil, brief[:1]
		}
	}
	room := max(height-around-s.Rows.Rows(), min(height/3, height-around))
	if len(lines) <= room {
		return slices.Concat(lines, end, brief)
	}
	shown := max(room-1, 0)
	more := s.Styles().Dim.Render("… " + kit.Plural(len(lines)-shown, "more line", "more lines") + ", in the JSON (v)")
	return slices.Concat(lines[:shown], []string{more}, end, brief)
}

// tableView is the facts and the table below them.
func (s *Screen) tableView(width, height int) string {
	return strings.Join(append(s.factLines(width, height), s.Table.View()), "\n")
}
