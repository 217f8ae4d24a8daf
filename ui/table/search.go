package table

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	widget "a2aform/internal/widget/grid"
	"a2aform/render/table"
	"a2aform/ui/kit"
)

// open shows the line in which a filter or a search is typed.
func (s *Screen) open(p purpose, text string) {
	s.line.purpose = p
	if s.line.Prompt, s.line.Placeholder = p.String()+": ", filterSyntax(s.Rows.Table()); p == toSearch {
		s.line.Prompt, s.line.Placeholder = kit.SearchPrompt, ""
	}
	s.line.SetValue(text)
	s.line.CursorEnd()
	s.line.Focus()
	s.line.before = s.filter
	s.line.fromRow, s.line.fromColumn = s.selection().cursor()
	s.line.fromOpen = p == toFilter && s.uncover()
}

// typed handles a key of that line. Enter takes what is typed, esc gives it up.
func (s *Screen) typed(msg tea.KeyPressMsg) (kit.Action, tea.Cmd) {
	switch {
	case key.Matches(msg, kit.SearchKeys.Leave):
		return kit.Action{}, s.giveUp()
	case key.Matches(msg, kit.SearchKeys.Take):
		return s.entered()
	}
	return kit.Action{}, s.edit(msg)
}

// giveUp closes the line. The rows and the cursor are as they were.
func (s *Screen) giveUp() tea.Cmd {
	was := s.line.purpose
	s.line.purpose = noLine
	if s.line.fromOpen {
		s.showRow(true)
	}
	switch {
	case was == toFilter && s.filter != s.line.before:
		s.filter = s.line.before
		return s.applySortFilter(landing(s.line.fromRow))
	case was == toSearch && s.finder.text != "":
		s.finder.forget()
		s.show()
		s.Table.GoTo(s.Rows.Position(s.line.fromRow), s.line.fromColumn)
		return s.settle()
	}
	return nil
}

// liveRows is up to how many rows a filter and a search work while they are typed.
const liveRows = 20_000

// edit changes the line. The cursor follows a search that is typed, and the rows a filter, as
// soon as it can be read.
func (s *Screen) edit(msg tea.Msg) tea.Cmd {
	s.line.Model, _ = s.line.Update(msg) // its commands only make the cursor blink
	text := s.line.Value()
	if s.Rows.Table().Rows() > liveRows {
		return nil
	}
	if s.line.purpose == toSearch {
		if text == s.finder.text {
			return nil
		}
		s.Table.GoTo(s.Rows.Position(s.line.fromRow), s.line.fromColumn)
		return s.lookFor(text)
	}
	if text = s.line.onColumn(text, s.Rows.Table()); text == s.filter {
		return nil
	}
	if _, err := s.Rows.Table().ParseFilter(text); err != nil {
		return nil
	}
	s.filter = text
	return s.applySortFilter(onFirst)
}

func (s *Screen) entered() (kit.Action, tea.Cmd) {
	text := s.line.Value()
	if s.line.purpose == toSearch {
		s.line.purpose = noLine
		if text != "" && text == s.finder.text && s.finder.went && s.finder.search != nil { // found while it was typed, in these rows
			return s.finder.goTo(s.Table, s.Rows.Rows(), 0, false), s.settle()
		}
		return kit.Action{}, s.lookFor(text)
	}
	text = s.line.onColumn(text, s.Rows.Table())
	if _, err := s.Rows.Table().ParseFilter(text); err != nil {
		return kit.Errorf("%s", err), nil // the line stays
	}
	s.line.purpose, s.filter = noLine, text
	return kit.Action{}, s.applySortFilter(onFirst)
}

// lookFor begins a search from the cursor on.
func (s *Screen) lookFor(text string) tea.Cmd {
	found := s.finder.begin(s.Host.Context, text, s.Rows)
	s.show()
	return found
}

// searchAnew ends a search of rows in whose place others came. One that is being typed begins again in these.
func (s *Screen) searchAnew() tea.Cmd {
	s.finder.search = nil // its positions are those of before
	if s.line.purpose != toSearch || s.finder.text == "" {
		return nil
	}
	s.Table.GoTo(s.Rows.Position(s.line.fromRow), s.line.fromColumn)
	return s.lookFor(s.finder.text)
}

// foundMsg says to look whether a search has found something.
type foundMsg struct {
	generation int
	over       bool
	wait       time.Duration // since the last look
}

// foundFirst is when that is looked at first: a hit near the cursor is found
// within a frame. Each look after it waits twice as long, up to foundTime.
const (
	foundFirst = 2 * time.Millisecond
	foundTime  = 16 * time.Millisecond
)

// foundMore goes to the first row found, as soon as it is sure which that is.
func (s *Screen) foundMore(msg foundMsg) (kit.Action, tea.Cmd) {
	if msg.generation != s.finder.job.Generation || s.finder.search == nil {
		return kit.Action{}, nil
	}
	row, _, _ := s.Table.Cursor()
	if s.finder.went { // the cursor goes there once
		if msg.over && row == s.finder.row {
			return s.finder.found(row), nil // how many there are is known only now
		}
		return kit.Action{}, nil
	}
	if _, ok, sure := s.finder.search.Next(row, false); ok && sure || msg.over {
		done := s.finder.goTo(s.Table, s.Rows.Rows(), 0, false)
		s.finder.row, _, _ = s.Table.Cursor()
		s.finder.went = true
		return done, s.settle()
	}
	msg.wait = min(2*msg.wait, foundTime)
	return kit.Action{}, s.after(msg.wait, msg)
}

// nextFound goes to the next cell that contains the text. Where the rows are others
// since the search, it searches again.
func (s *Screen) nextFound(step int, back bool) (kit.Action, tea.Cmd) {
	if s.finder.search == nil && s.finder.text != "" {
		return kit.Action{}, s.lookFor(s.finder.text)
	}
	return s.finder.goTo(s.Table, s.Rows.Rows(), step, back), s.settle()
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
	number, word := "cost>80", "city:Oslo"
	find := func(examples *string, sign string, roles ...table.Role) {
		for i, c := range g.Columns() {
			name, value := c.Title.String(), g.Cell(0, i).Line().String()
			if g.Rows() > 0 && slices.Contains(roles, c.Role) && !strings.ContainsAny(name+value, " \"") && len(name+value) < maxExample {
				*examples = name + sign + value
				return
			}
		}
	}
	find(&number, ">", table.RoleAmount, table.RoleRate)
	find(&word, ":", table.RoleCategory, table.RoleLabel)
	return number + "  " + word + `  !word  "two words"`
}

// maxExample is how long an example of a filter is at most.
const maxExample = 24

// finder goes to the cells that contain a text.
type finder struct {
	at  *part
	job kit.Job

	text   string        // "" for none
	search *table.Search // nil before it began, and where the rows are others since
	went   bool          // the cursor has gone to the first row found,
	row    int           // which is this one
}

// begin looks for a text in rows; "" for none.
func (f *finder) begin(ctx context.Context, text string, rows *table.View) tea.Cmd {
	f.forget()
	f.text = text
	if text == "" {
		return nil
	}
	ctx, generation := f.job.Restart(ctx)
	search := rows.Search(text)
	f.search = search
	return tea.Batch(
		f.at.later(func() tea.Msg { _ = search.Run(ctx); return foundMsg{generation: generation, over: true} }),
		f.at.after(foundFirst, foundMsg{generation: generation, wait: foundFirst}),
	)
}

// forget ends a search.
func (f *finder) forget() {
	f.job.Stop()
	f.text, f.search, f.went, f.row = "", nil, false, 0
}

// goTo goes to the next cell that contains the text, or back to the one
// before: in the row of the cursor from so many columns on, then in other rows.
// Behind the last of the rows it begins again.
func (f *finder) goTo(grid *widget.Model, rows, step int, back bool) kit.Action {
	row, col, ok := grid.Cursor()
	if !ok || f.search == nil {
		return kit.Infof("search with / first")
	}
	if next := f.nextShown(grid.Shown(), row, col, step, back); next >= 0 {
		grid.GoTo(row, next)
		return f.found(row)
	}
	from, again := row+1, 0
	if back {
		from, again = row-1, rows-1
	}
	at, found, _ := f.search.Next(from, back)
	if !found || from < 0 {
		at, found, _ = f.search.Next(again, back)
	}
	if !found {
		return f.nothing()
	}
	grid.GoTo(at, max(f.nextShown(grid.Shown(), at, -1, 0, back), 0))
	return f.found(at)
}

// nextShown is the next shown column of a row whose cell contains the text, so
// many steps from a column on, as an index of the table; -1 for none. From -1 on
// it begins at the end of the row that comes first.
func (f *finder) nextShown(shown []int, row, col, step int, back bool) int {
	at := slices.Index(shown, col) + step
	if col < 0 && back {
		at = len(shown) - 1
	} else if col < 0 {
		at = 0
	}
	for at >= 0 && at < len(shown) {
		if f.search.Holds(row, shown[at]) {
			return shown[at]
		}
		if back {
			at--
		} else {
			at++
		}
	}
	return -1
}

func (f *finder) found(row int) kit.Action {
	n, at, complete := f.search.Count(row)
	words := fmt.Sprintf("row %d of %d with %s", at, n, kit.Quote(f.text))
	if !complete {
		words += " so far"
	}
	return kit.Infof("%s", words)
}

func (f *finder) nothing() kit.Action {
	if _, _, complete := f.search.Count(0); !complete {
		return kit.Infof("looking for %s …", kit.Quote(f.text))
	}
	return kit.Errorf("nothing holds %s", kit.Quote(f.text))
}
