package table

import (
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/dustin/go-humanize/english"

	"a2aform/render/table"
	"a2aform/ui/kit"
)

// columnsScreen arranges the columns of a table: which are shown, in which order, how wide, and what they are.
type columnsScreen struct {
	kit.Base
	of     *Screen
	order  []int // all columns of the table
	cursor int
	lines  kit.Scroll
}

var _ = kit.RegisterKeys("columns", &columnKeys)

var columnKeys = struct {
	Toggle, Find, Role, Up, Down, Wider, Narrower, Freeze, Save, GoTo key.Binding
}{
	Toggle:   kit.Bind("Show or hide", "space"),
	Find:     kit.Bind("Find column", "/"),
	Role:     kit.Bind("This column is…", "t"),
	Up:       kit.Bind("Move up", "ctrl+up"),
	Down:     kit.Bind("Move down", "ctrl+down"),
	Wider:    kit.Bind("Wider", ">"),
	Narrower: kit.Bind("Narrower", "<"),
	Freeze:   kit.Bind("Freeze up to here", "z"),
	Save:     kit.Bind("Save for such tables", "ctrl+s"),
	GoTo:     kit.Bind("Go to column", "enter"),
}

// openColumns opens the columns with the cursor at that of the table.
func (s *Screen) openColumns() kit.Action {
	s.uncover()
	c := &columnsScreen{Base: kit.Base{Host: s.Host}, of: s}
	c.read()
	_, col, _ := s.Table.Cursor()
	c.cursor = max(slices.Index(c.order, col), 0)
	return kit.Action{Push: c}
}

// read takes over the order of the table. A column that is not shown stands before the next one of the table that is.
func (c *columnsScreen) read() {
	c.order = slices.Clone(c.of.Table.Shown())
	for col := range c.columns() {
		if slices.Contains(c.order, col) {
			continue
		}
		at := slices.IndexFunc(c.order, func(other int) bool { return other > col })
		if at < 0 {
			at = len(c.order)
		}
		c.order = slices.Insert(c.order, at, col)
	}
}

func (c *columnsScreen) columns() []table.Column { return c.of.Rows.Table().Columns() }

func (c *columnsScreen) isShown(col int) bool { return slices.Contains(c.of.Table.Shown(), col) }

// isFirst reports a column that is seen when the table opens, without going to the right.
func (c *columnsScreen) isFirst(col int) bool { return slices.Contains(c.of.Table.OnFirstPage(), col) }

// choose shows the columns that are shown, and the one at the cursor or not.
func (c *columnsScreen) choose(isShown func(col int) bool) {
	var shown []int
	for _, col := range c.order {
		if isShown(col) {
			shown = append(shown, col)
		}
	}
	c.of.Table.Choose(shown, c.of.Table.Frozen())
	c.of.place()
}

func (c *columnsScreen) toggle() kit.Action {
	at := c.order[c.cursor]
	if !c.isFirst(at) {
		before := c.of.Table.OnFirstPage()
		c.choose(func(col int) bool { return c.isShown(col) || col == at })
		c.of.Table.Want(at)
		c.of.place()
		return c.shownInPlaceOf(at, slices.DeleteFunc(before, c.isFirst))
	}
	if c.isShown(at) && len(c.of.Table.Shown()) == 1 {
		return kit.Infof("one column is always shown")
	}
	c.choose(func(col int) bool { return c.isShown(col) && col != at })
	return kit.Action{}
}

// shownInPlaceOf says which columns a column has pushed off the first page.
func (c *columnsScreen) shownInPlaceOf(col int, gone []int) kit.Action {
	if len(gone) == 0 {
		return kit.Action{}
	}
	var titles []string
	for _, col := range gone {
		titles = append(titles, c.columns()[col].Title.String())
	}
	return kit.Infof("%s is in sight; further right (→): %s", c.columns()[col].Title.String(), english.OxfordWordSeries(titles, "and"))
}

// find asks for the column that the cursor goes to.
func (c *columnsScreen) find() {
	titles := make([]string, len(c.order))
	for i, col := range c.order {
		titles[i] = c.columns()[col].Title.String()
	}
	c.Host.Overlay = kit.NewChooserAt(c.Host, "Find column", titles, nil, c.cursor, func(i int) tea.Cmd {
		c.cursor = i
		return nil
	})
}

// toggleName says what toggle does to the column at the cursor.
func (c *columnsScreen) toggleName() string {
	if c.isFirst(c.order[c.cursor]) {
		return "Hide"
	}
	return "Show"
}

// move moves the column at the cursor.
func (c *columnsScreen) move(by int) {
	to := c.cursor + by
	if to < 0 || to >= len(c.order) {
		return
	}
	c.order[c.cursor], c.order[to] = c.order[to], c.order[c.cursor]
	c.cursor = to
	c.choose(c.isShown)
}

// onColumn does something with the column at the cursor in the table.
func (c *columnsScreen) onColumn(do func()) func() kit.Action {
	return func() kit.Action {
		if !c.isShown(c.order[c.cursor]) {
			return kit.Infof("Space shows the column first")
		}
		row, _, _ := c.of.Table.Cursor()
		c.of.Table.GoTo(row, c.order[c.cursor])
		do()
		c.of.place()
		return kit.Action{}
	}
}

// roleWords say what columns of a role are.
var roleWords = map[table.Role][2]string{
	table.RoleLabel:    {"a name", "what people call the rows by"},
	table.RoleID:       {"an id", "names one thing: a number, a code"},
	table.RoleCategory: {"a category", "one of few values"},
	table.RoleAmount:   {"an amount", "a number that adds up"},
	table.RoleRate:     {"a rate", "a number that does not add up: a price, a share"},
	table.RoleTime:     {"a time", "a date, a time, a duration"},
	table.RoleText:     {"a text", "words to read"},
	table.RoleLink:     {"a link", "an address"},
	table.RoleFile:     {"a file", ""},
	table.RoleNested:   {"nested", ""},
	table.RoleEmpty:    {"empty", ""},
}

// askRole asks what the column at the cursor is.
func (c *columnsScreen) askRole() {
	col := c.order[c.cursor]
	column := c.columns()[col]
	roles := table.Roles()
	var labels, notes []string
	for _, r := range roles {
		labels, notes = append(labels, roleWords[r][0]), append(notes, roleWords[r][1])
	}
	c.Host.Overlay = kit.NewChooserAt(c.Host, column.Title.String()+" is …", labels, notes, slices.Index(roles, column.Role), func(i int) tea.Cmd {
		c.of.saved.correct(col, roles[i])
		return tea.Batch(c.of.applyRoles(), c.keep(c.of.saved.keepRoles(c.of.Rows.Table())))
	})
}

// applyRoles shows the table with the roles as they are now.
func (s *Screen) applyRoles() tea.Cmd {
	list := s.list
	list.Table = s.saved.corrected(s.Rows.Table())
	s.brief.of = nil
	return s.renew(list)
}

// keep does work on the disk whose message is for this screen; nil for none.
func (c *columnsScreen) keep(work func() tea.Msg) tea.Cmd {
	if work == nil {
		return nil
	}
	return c.Host.Writes.TrackWrites(kit.Later(c, work))
}

func (c *columnsScreen) Update(msg tea.Msg) (kit.Action, tea.Cmd) {
	if kept, ok := msg.(viewKeptMsg); ok {
		return kept.action(), nil
	}
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return kit.Action{}, nil
	}
	if cursor, moved := kit.MoveCursor(press, c.cursor, len(c.order), c.lines.Height); moved {
		c.cursor = cursor
		return kit.Action{}, nil
	}
	act, cmd, _ := kit.Press(press, c.Keys())
	return act, cmd
}

func (c *columnsScreen) View() string {
	width, height := c.FrameRoom()
	c.lines.Height = height
	c.lines.Set(c.drawn(width))
	c.lines.Reveal(c.cursor)
	return c.InFrame("Columns", c.note(), c.lines.View())
}

// note counts the columns.
func (c *columnsScreen) note() string {
	all, shown, first := len(c.order), len(c.of.Table.Shown()), len(c.of.Table.OnFirstPage())
	n := english.Plural(all, "column", "columns")
	if first < all {
		n = strconv.Itoa(first) + " of " + strconv.Itoa(all) + " in sight"
	}
	if shown < all {
		n += " · " + strconv.Itoa(all-shown) + " hidden"
	}
	return n
}

// maxColumnTitle is the width of the names of columns, in cells.
const maxColumnTitle = 36

// drawn are the columns, a line each: those in sight without going to the right have another mark.
func (c *columnsScreen) drawn(width int) []string {
	st := c.Styles()
	titles := 0
	for _, column := range c.columns() {
		titles = max(titles, min(ansi.StringWidth(column.Title.String()), maxColumnTitle))
	}
	frozen := c.of.Table.Frozen()
	lines := make([]string, len(c.order))
	for i, col := range c.order {
		column := c.columns()[col]
		mark, note, style := "●", "", st.Text
		switch {
		case !c.isShown(col):
			mark, note, style = "○", "hidden", st.Dim
		case !c.isFirst(col):
			mark, style = "○", st.Dim
		case slices.Contains(c.of.Table.Shown()[:frozen], col):
			note = "always in sight"
		}
		title := ansi.Truncate(column.Title.String(), titles, "…")
		line := mark + " " + title + spaces(titles-ansi.StringWidth(title)+2)
		cursor := "  "
		if i == c.cursor {
			cursor, style = st.Accent.Render("▌ "), st.Strong
		}
		text := cursor + style.Render(line) + st.Dim.Render(note)
		lines[i] = st.Row(ansi.Truncate(text, width, "…"), i == c.cursor, width)
	}
	return lines
}

func spaces(n int) string { return strings.Repeat(" ", max(n, 0)) }

func (c *columnsScreen) HiddenLines() int { return c.lines.HiddenLines() }
func (c *columnsScreen) Title() string    { return "Columns" }

func (c *columnsScreen) Keys() []kit.Key {
	k, t := columnKeys, c.of.Table
	return []kit.Key{
		kit.On(kit.Named(k.Toggle, c.toggleName()), c.toggle),
		kit.On(k.Find, c.find),
		kit.On(k.Role, c.askRole).In(kit.More),
		kit.On(k.Up, func() { c.move(-1) }),
		kit.On(k.Down, func() { c.move(1) }),
		c.BackKey(),
		kit.On(k.Freeze, c.onColumn(t.Freeze)),
		kit.On(k.Wider, c.onColumn(func() { t.Widen(2) })),
		kit.On(k.Narrower, c.onColumn(func() { t.Widen(-2) })),
		kit.When(k.Save, kit.Unless(c.Host.Options.Store != nil, "without a home directory nothing is kept"), func() tea.Cmd { return c.keep(c.of.saveView()) }),
		kit.On(k.GoTo, c.goTo),
	}
}

// goTo goes back to the table, to the column at the cursor where that is shown.
func (c *columnsScreen) goTo() kit.Action {
	row, _, _ := c.of.Table.Cursor()
	c.of.Table.GoTo(row, c.order[c.cursor])
	return c.Back()
}

func (c *columnsScreen) Help() []string {
	return []string{
		"The table shows the most important columns first (●), → goes to the others (○), but for the hidden ones. Space shows one of them first.",
		"",
		"Sums, charts, widths and which columns come first follow from what a column is taken for; where the guess is wrong, say what it is. It is kept for tables with these columns.",
	}
}
