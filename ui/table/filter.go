package table

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/safe"
	"a2aform/render/table"
	"a2aform/render/value"
	"a2aform/ui/kit"
)

// typeFilter shows the line in which a filter is typed.
func (s *Screen) typeFilter() {
	s.line.isOpen = true
	s.line.Prompt, s.line.Placeholder = "filter: ", filterSyntax(s.Rows.Table())
	s.line.SetValue(s.filter)
	s.line.CursorEnd()
	s.line.Focus()
	s.line.before = s.filter
	s.line.fromRow, s.line.fromColumn = s.selection().cursor()
	s.line.fromOpen = s.uncover()
}

// typed handles a key of that line. Enter takes what is typed, esc gives it up.
func (s *Screen) typed(msg tea.KeyPressMsg) (kit.Action, tea.Cmd) {
	switch {
	case key.Matches(msg, kit.SearchKeys.Leave):
		return kit.Action{}, s.giveUp()
	case key.Matches(msg, kit.SearchKeys.Take):
		return s.entered()
	case s.line.earlier != "" && key.Matches(msg, tableKeys.EarlierFilter):
		s.line.SetValue(s.line.earlier)
		s.line.CursorEnd()
	}
	return kit.Action{}, s.edit(msg)
}

// giveUp closes the line. The rows and the cursor are as they were.
func (s *Screen) giveUp() tea.Cmd {
	s.line.isOpen = false
	if s.line.fromOpen {
		s.showRow(true)
	}
	if s.filter == s.line.before {
		return nil
	}
	s.filter = s.line.before
	return s.applySortFilter(landing(s.line.fromRow))
}

// liveRows is up to how many rows a filter works while it is typed.
const liveRows = 20_000

// edit changes the line. The rows follow it, as soon as it can be read.
func (s *Screen) edit(msg tea.Msg) tea.Cmd {
	s.line.Model, _ = s.line.Update(msg) // its commands only make the cursor blink
	text := s.line.onColumn(s.line.Value(), s.Rows.Table())
	if s.Rows.Table().Rows() > liveRows || text == s.filter {
		return nil
	}
	if _, err := s.Rows.Table().ParseFilter(text); err != nil {
		return nil
	}
	s.filter = text
	return s.applySortFilter(onFirst)
}

func (s *Screen) entered() (kit.Action, tea.Cmd) {
	text := s.line.onColumn(s.line.Value(), s.Rows.Table())
	filter, err := s.Rows.Table().ParseFilter(text)
	if err != nil {
		return kit.Errorf("%s", err), nil // the line stays
	}
	s.line.isOpen, s.filter = false, text
	if s.line.before != text && s.line.before != "" {
		s.line.earlier = s.line.before
	}
	var read kit.Action
	if reading := filter.Reading(); reading != "" {
		read = kit.Infof("Rows with %s", safe.Text(reading).Line(safe.CellLimit()))
	}
	return read, s.applySortFilter(onFirst)
}

// onColumn is a filter in which a comparison without a column, such as >40, is about
// the column that the cursor was at.
func (l *inputLine) onColumn(filter string, g *table.Table) string {
	if filter == "" || l.fromColumn >= len(g.Columns()) || !strings.ContainsRune("<>=", rune(filter[0])) {
		return filter
	}
	name := strings.ReplaceAll(g.Columns()[l.fromColumn].Title.String(), `"`, "")
	if strings.ContainsAny(name, " !<>=:") {
		name = `"` + name + `"`
	}
	return name + filter
}

// filterSyntax is what a filter can be, by columns of the table and their values in its first row.
func filterSyntax(g *table.Table) string {
	number, word := "cost>80", "city:Oslo,Rome"
	find := func(examples *string, sign string, roles ...table.Role) {
		for i, c := range g.Columns() {
			cell := g.Cell(0, i)
			name, text := c.Title.String(), cell.Line().String()
			if g.Rows() > 0 && cell.Kind() > value.Null && slices.Contains(roles, c.Role) && !strings.ContainsAny(name+text, " \"") && len(name+text) < maxExample {
				*examples = name + sign + text
				if other := otherValue(g, i, text); sign == ":" && other != "" {
					*examples += "," + other
				}
				return
			}
		}
	}
	find(&number, ">", table.RoleAmount, table.RoleRate)
	find(&word, ":", table.RoleCategory, table.RoleLabel)
	return number + "  " + word + `  !word  "two words"`
}

// otherValue is a value of a column in the first rows that is not the first one, "" where none is short, and for yes and no.
func otherValue(g *table.Table, col int, first string) string {
	if first == "yes" || first == "no" {
		return ""
	}
	for row := 1; row < min(g.Rows(), table.SampledRows); row++ {
		cell := g.Cell(row, col)
		if v := cell.Line().String(); v != first && cell.Kind() > value.Null && len(v) < maxExample/2 && !strings.ContainsAny(v, " \",|") {
			return v
		}
	}
	return ""
}

// maxExample is how long an example of a filter is at most.
const maxExample = 24
