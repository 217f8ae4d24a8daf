package grid

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

// sheet is a source that notes what it is asked for.
type sheet struct {
	rows, cols int
	text       func(row, col int) string
	asked      map[[2]int]bool
}

func newSheet(rows, cols int) *sheet {
	return &sheet{rows: rows, cols: cols, asked: map[[2]int]bool{}, text: func(r, c int) string {
		if c == 1 {
			return fmt.Sprintf("%d.%0*d", r*r, r%3+1, r%7)
		}
		return fmt.Sprintf("r%d c%d", r, c)
	}}
}

func (s *sheet) Rows() int          { return s.rows }
func (s *sheet) Number(row int) int { return row + 1 }
func (s *sheet) Numbers() int       { return s.rows }
func (s *sheet) IsWrong(int) bool   { return false }

func (s *sheet) Columns() []Column {
	columns := make([]Column, s.cols)
	for i := range columns {
		columns[i] = Column{Title: fmt.Sprintf("Column %d", i), Right: i == 1}
	}
	return columns
}

func (s *sheet) Cell(row, col int) Cell {
	s.asked[[2]int{row, col}] = true
	text := s.text(row, col)
	_, decimals, isDecimal := strings.Cut(text, ".")
	if !isDecimal {
		return Cell{Text: text}
	}
	return Cell{Text: text, Fraction: 1 + len(decimals)}
}

func drawn(m *Model) string {
	lines := strings.Split(ansi.Strip(m.View()), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return strings.Join(lines, "\n")
}

func TestDecimalPointsAreAligned(t *testing.T) {
	m := New(newSheet(4, 3), Styles{})
	m.SetSize(56, 10)
	want := `   Column 0  Column 1  Column 2
───────────────────────────────
▌  r0 c0        0.0    r0 c2
   r1 c0        1.01   r1 c2
   r2 c0        4.002  r2 c2
   r3 c0        9.3    r3 c2`
	if got := drawn(m); got != want {
		t.Errorf("\n%s\nwant\n%s", got, want)
	}
}

func TestNumberAtEdgeIsNeverTruncated(t *testing.T) {
	s := newSheet(2, 2)
	s.text = func(_, c int) string { return []string{"some text", "104.00"}[c] }
	m := New(s, Styles{})
	for width := 18; width < 30; width++ {
		m.SetSize(width, 10)
		got := drawn(m)
		if strings.Contains(got, "10") != strings.Contains(got, "104.00") {
			t.Errorf("at %d cells the number is cut:\n%s", width, got)
		}
		m.Last()
		if got := drawn(m); !strings.Contains(got, "104.00") {
			t.Errorf("at %d cells, with the cursor on it, the number is not shown:\n%s", width, got)
		}
		m.First()
	}
}

func TestHiddenColumns(t *testing.T) {
	m := New(arranged{newSheet(1, 4)}, Styles{})
	if got := fmt.Sprint(m.Shown(), m.Hidden()); got != "[0 2 3] 1" {
		t.Errorf("shown and hidden: %s", got)
	}
	if _, _, hidden := m.OutOfSight(); hidden != 0 {
		t.Errorf("%d are hidden by the user", hidden)
	}
	m.Choose([]int{1, 3}, 0)
	if _, _, hidden := m.OutOfSight(); hidden != 2 {
		t.Errorf("%d are hidden by the user, want 2", hidden)
	}
}

// arranged hides the second column.
type arranged struct{ *sheet }

func (a arranged) Columns() []Column {
	columns := a.sheet.Columns()
	columns[1].Hidden = true
	return columns
}

func TestOnlyVisibleCellsAreRequested(t *testing.T) {
	s := newSheet(1_000_000, 200)
	m := New(s, Styles{})
	m.SetSize(80, 22)
	m.View()
	clear(s.asked)
	m.GoTo(500_000, 0)
	m.View()
	if n := len(s.asked); n > 20*8 {
		t.Errorf("a screen asks for %d cells", n)
	}
	m.Last()
	clear(s.asked)
	m.View()
	if n := len(s.asked); n > 20*8 {
		t.Errorf("a screen elsewhere asks for %d cells", n)
	}
}

func TestFrozenColumnsStay(t *testing.T) {
	m := New(newSheet(3, 20), Styles{})
	m.SetSize(50, 6)
	m.Freeze()
	m.Last()
	first := strings.Split(drawn(m), "\n")
	if !strings.Contains(first[1], "0 ") || !strings.HasSuffix(first[1], "19") || !strings.Contains(first[2], "┼") || !strings.Contains(first[3], "r0 c0") {
		t.Errorf("\n%s", strings.Join(first, "\n"))
	}
	head, rule, row := []rune(first[1]), []rune(first[2]), []rune(first[3])
	at := slices.Index(rule, '┼')
	if head[at] != '│' || row[at] != '│' || string(row[at-1:at+2]) != " │ " || len(rule) > 50 || len(row) > 50 {
		t.Errorf("the line is not at %d, between blanks\n%s", at, strings.Join(first, "\n"))
	}
}

func TestNewSourceKeepsCursor(t *testing.T) {
	m := New(newSheet(100, 5), Styles{})
	m.SetSize(80, 10)
	m.Choose([]int{1, 2, 3, 4}, 0)
	m.GoTo(50, 3)
	m.Show(newSheet(200, 5))
	if row, col, ok := m.Cursor(); row != 50 || col != 3 || !ok || m.Hidden() != 1 {
		t.Errorf("cursor %d, %d; %d hidden", row, col, m.Hidden())
	}
	m.Show(newSheet(10, 5))
	if row, _, _ := m.Cursor(); row != 9 {
		t.Errorf("cursor in row %d of 10", row)
	}
	m.Show(newSheet(0, 0))
	if _, _, ok := m.Cursor(); ok {
		t.Error("a cursor in nothing")
	}
	m.View()
}

// TestNoLineIsWiderThanTable presses random keys on random sizes.
func TestNoLineIsWiderThanTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newSheet(rapid.IntRange(0, 40).Draw(t, "rows"), rapid.IntRange(0, 8).Draw(t, "columns"))
		s.text = func(r, c int) string {
			return strings.Repeat([]string{"", "漢é", "👩\u200d👩\u200d👧 -1.5"}[(r+c)%3], r%9) + "x"
		}
		m := New(s, Styles{})
		steps := []func(){
			func() { m.Move(1, 1) }, func() { m.Move(-1, -1) }, func() { m.Page(1) }, m.Bottom, m.Top, m.First, m.Last,
			func() { m.Choose([]int{2, 0, 5, 1}, 1) }, func() { m.Choose([]int{1}, 0) }, m.Freeze, func() { m.Widen(5) }, func() { m.Widen(-5) }, m.Mark,
		}
		for range 30 {
			w, h := rapid.IntRange(1, 60).Draw(t, "width"), rapid.IntRange(1, 20).Draw(t, "height")
			m.SetSize(w, h)
			steps[rapid.IntRange(0, len(steps)-1).Draw(t, "step")]()
			lines := strings.Split(m.View(), "\n")
			if len(lines) > max(h, 3) {
				t.Fatalf("%d lines of %d", len(lines), h)
			}
			for _, l := range lines {
				if got := ansi.StringWidth(l); got > max(w, 12) {
					t.Fatalf("a line of %d cells in %d: %q", got, w, l)
				}
			}
		}
		m.First()
		var walked []int
		for range m.Shown() {
			_, col, _ := m.Cursor()
			if walked = append(walked, col); s.Rows() > 0 && !slices.Contains(m.InSight(), col) {
				t.Fatalf("column %d, at the cursor, is not in sight", col)
			}
			m.Move(0, 1)
		}
		slices.Sort(walked)
		if shown := slices.Sorted(slices.Values(m.Shown())); s.Rows() > 0 && !slices.Equal(walked, shown) {
			t.Fatalf("the cursor goes to columns %d of %d", walked, shown)
		}
	})
}

// titled is a source of one row of such titles and cells.
type titled struct {
	titles, cells []string
	right         []bool
	ranks         []int  // nil for the order of the columns
	sorted        string // the title of the column with a mark
	named         string // that of the column that rows are known by
	details       string // those of the columns that people can do without
}

func (s titled) Rows() int          { return 3 }
func (s titled) Number(row int) int { return row + 1 }
func (s titled) Numbers() int       { return 3 }
func (s titled) IsWrong(int) bool   { return false }
func (s titled) Cell(row, col int) Cell {
	if s.titles[col] == "Note" && row > 0 {
		return Cell{}
	}
	return Cell{Text: s.cells[col]}
}

func (s titled) Columns() []Column {
	columns := make([]Column, len(s.titles))
	for i := range columns {
		columns[i] = Column{Title: s.titles[i], Right: s.right[i], Rank: i}
		if s.ranks != nil {
			columns[i].Rank = s.ranks[i]
		}
		if s.titles[i] == s.named {
			columns[i].Names = 1
		}
		columns[i].Detail = strings.Contains(s.details, s.titles[i])
		if s.titles[i] == s.sorted {
			columns[i].Mark = "▼"
		}
	}
	return columns
}

// evening has six columns.
var evening = titled{
	titles: []string{"Time", "Activity", "Note", "Place", "Chance of rain", "Cost"},
	cells:  []string{"09:30", "Dinner at a long table", "Vegetarian menu ordered", "Back streets of Lisbon", "0.02", "104.00"},
	right:  []bool{false, false, false, false, true, true},
	ranks:  []int{1, 0, 5, 4, 3, 2},
}

// Where not all columns fit, titles are wrapped first, then the least important columns are on later pages. The order stays.
func TestImportantColumnsAreInSight(t *testing.T) {
	m := New(evening, Styles{})
	for width, want := range map[int]string{120: "[0 1 2 3 4 5]", 80: "[0 1 3 4 5]", 60: "[0 1 4 5]", 20: "[0 1]"} {
		m.SetSize(width, 10)
		if got := fmt.Sprint(m.InSight()); got != want {
			t.Errorf("at %d cells: %s, want %s", width, got, want)
		}
	}
	m.First()
	m.SetSize(56, 3)
	m.Bottom()
	if m.SetSize(56, 10); strings.Count(drawn(m), "Dinner at") != 3 {
		t.Errorf("rows that were scrolled out do not come back:\n%s", drawn(m))
	}
	m.Top()
	want := `   Time   Activity                Chance of rain    Cost
────────────────────────────────────────────────────────
▌  09:30  Dinner at a long table            0.02  104.00
   09:30  Dinner at a long table            0.02  104.00
   09:30  Dinner at a long table            0.02  104.00`
	if got := drawn(m); got != want {
		t.Errorf("\n%s\nwant\n%s", got, want)
	}
	m.Choose([]int{1, 0, 2, 3, 4, 5}, 0)
	m.SetSize(120, 10)
	if got := fmt.Sprint(m.Shown()); got != "[1 0 2 3 4 5]" {
		t.Errorf("after a column was moved: %s", got)
	}
}

func TestNumberThatDoesNotFitIsAMark(t *testing.T) {
	m := New(titled{titles: []string{"Cost"}, cells: []string{"123456.00"}, right: []bool{true}}, Styles{})
	m.SetSize(40, 5)
	m.Widen(-6)
	if got := drawn(m); strings.Contains(got, "1234") || !strings.Contains(got, "▌ 1    …") {
		t.Errorf("\n%s", got)
	}
}

// barred is a source whose numbers have bars.
type barred struct{ titled }

func (b barred) Columns() []Column {
	columns := b.titled.Columns()
	columns[1].Bar = 3
	return columns
}

func (b barred) Cell(row, col int) Cell {
	c := b.titled.Cell(row, col)
	if col == 1 && row > 0 {
		c.Bar = "▰▱▱"
	}
	return c
}

// A bar is drawn before a number where there is space, and never in its place.
func TestBarsLeaveNumbersWhole(t *testing.T) {
	m := New(barred{titled{titles: []string{"Time", "Rain"}, cells: []string{"09:30", "0.25"}, right: []bool{false, true}}}, Styles{})
	m.SetSize(40, 6)
	want := `   Time       Rain
──────────────────
▌  09:30      0.25
   09:30  ▰▱▱ 0.25
   09:30  ▰▱▱ 0.25`
	if got := drawn(m); got != want {
		t.Errorf("\n%s\nwant\n%s", got, want)
	}
	m.Last()
	m.Widen(-3)
	if got := drawn(m); strings.Contains(got, "▰") || !strings.Contains(got, "   09:30   0.25") {
		t.Errorf("without room:\n%s", got)
	}
}

// Titles for which there is no space take two lines, and one where there is.
func TestTitlesAreWrapped(t *testing.T) {
	m := New(titled{
		titles: []string{"The first title", "Short", "The_third_title", "Unbreakabletitle"}, cells: []string{"abcdefghij", "abcdefghij", "abcdefghij", "abc"}, right: make([]bool, 4),
	}, Styles{})
	for width, want := range map[int]string{
		45: "   The first               The_third_\n   title       Short       title\n──",
		53: "   The first title  Short       The_third_title\n──",
		80: "   The first title  Short       The_third_title  Unbreakabletitle\n──",
	} {
		m.SetSize(width, 6)
		if got := drawn(m); !strings.HasPrefix(got, want) {
			t.Errorf("%d columns:\n%s\nwant\n%s", width, got, want)
		}
	}
	m.SetSize(45, 6)
	if row, col, ok := m.At(30, 1); !ok || row != -1 || col != 2 {
		t.Errorf("the second line of the titles is row %d, column %d", row, col)
	}
	if row, _, ok := m.At(30, 3); !ok || row != 0 {
		t.Errorf("the line below the rule is row %d", row)
	}
}

// repeated is a source that marks what repeats the cell above.
type repeated struct{ *sheet }

func (r repeated) Cell(row, col int) Cell {
	c := r.sheet.Cell(row, col)
	c.Dim = func(text string) string { return strings.Repeat("~", len(text)) }
	return c
}

// A cell of the first columns that is as the one above is dim: of the second column where the
// first is so, too.
func TestRepeatedCellsAreDim(t *testing.T) {
	s := newSheet(4, 3)
	s.text = func(row, col int) string { return []string{"aabb", "xxxy", "zzzz"}[col][row : row+1] }
	m := New(repeated{s}, Styles{})
	m.SetSize(56, 10)
	m.GoTo(3, 2)
	want := `   Column 0  Column 1  Column 2
───────────────────────────────
   a                x  z
   ~                ~  ~
   b                x  z
▌  ~                y  z`
	if got := drawn(m); got != want {
		t.Errorf("\n%s\nwant\n%s", got, want)
	}
}

// The mark of a column takes no space of its title, also where titles are wrapped.
func TestMarkLeavesTitleWhole(t *testing.T) {
	source := titled{titles: []string{"Long enough", "Booked", "The third title"}, cells: []string{"abcdefghij", "·", "abcdefghij"}, right: make([]bool, 3)}
	m := New(source, Styles{})
	m.SetSize(36, 8)
	source.sorted = "Booked"
	m.Show(source)
	if got := drawn(m); !strings.Contains(got, " ▼Booked  ") {
		t.Errorf("%q", got)
	}
}

// Columns that do not fit are further right, beside the most important one. Going there and back shows the same ones again.
func TestFurtherColumnsAreOnPages(t *testing.T) {
	m := New(evening, Styles{})
	m.SetSize(60, 10)
	state := func() string {
		before, after, _ := m.OutOfSight()
		_, col, _ := m.Cursor()
		return fmt.Sprint(col, m.InSight(), before, after)
	}
	want := []string{"0 [0 1 4 5] 0 2", "1 [0 1 4 5] 0 2", "4 [0 1 4 5] 0 2", "5 [0 1 4 5] 0 2", "2 [1 2] 3 1", "3 [1 3] 4 0"}
	for _, want := range want {
		if got := state(); got != want {
			t.Errorf("to the right: %s, want %s", got, want)
		}
		m.Move(0, 1)
	}
	for _, want := range slices.Backward(want) {
		if got := state(); got != want {
			t.Errorf("to the left: %s, want %s", got, want)
		}
		m.Move(0, -1)
	}
	m.Move(0, 4)
	if got := drawn(m); !strings.Contains(got, "│ Note") || !strings.Contains(got, "┼") {
		t.Errorf("no line after the column that stays:\n%s", got)
	}
	m.GoTo(0, 3)
	if m.SetSize(120, 10); state() != "3 [0 1 2 3 4 5] 0 0" {
		t.Errorf("where all fit: %s", state())
	}
	m.SetSize(60, 10)
	if m.Want(3); state() != "3 [0 1 3 5] 0 2" {
		t.Errorf("a column that the user wants is not on the first page: %s", state())
	}
}

// The column that rows are known by stays on further pages, even if more important ones left no space for it on the first page.
func TestNameOfRowsStays(t *testing.T) {
	s := evening
	s.named = "Place"
	m := New(s, Styles{})
	m.SetSize(60, 10)
	var got []string
	for range s.titles {
		if page := fmt.Sprint(m.InSight()); !slices.Contains(got, page) {
			got = append(got, page)
		}
		m.Move(0, 1)
	}
	if want := []string{"[0 1 4 5]", "[3 2]"}; !slices.Equal(got, want) {
		t.Errorf("pages %v, want %v", got, want)
	}
}

// A column that the user wants does not take the place of the one that rows are known by.
func TestNameOfRowsStaysBesideWantedColumn(t *testing.T) {
	s := titled{titles: []string{"Code", "Due", "Total", "Note"}, cells: []string{"C-1", "today", "12", "a note"}, right: make([]bool, 4), ranks: []int{2, 0, 1, 3}, named: "Code"}
	m := New(s, Styles{})
	m.SetSize(24, 10)
	if got := fmt.Sprint(m.OnFirstPage()); got != "[0 1 2]" {
		t.Fatalf("columns %s", got)
	}
	if m.Want(3); fmt.Sprint(m.OnFirstPage()) != "[0 1 3]" {
		t.Errorf("after one is wanted, columns %v", m.OnFirstPage())
	}
}

// Columns are on the first page as long as they are needed. The cursor stays on that page.
func TestNeededColumnsAreOnTheFirstPage(t *testing.T) {
	s := titled{titles: []string{"Code", "Due", "Total", "Note"}, cells: []string{"C-1", "today", "12", "a note"}, right: make([]bool, 4), ranks: []int{0, 1, 2, 3}, named: "Code"}
	m := New(s, Styles{})
	m.SetSize(24, 10)
	m.Need([]int{3})
	if got := fmt.Sprint(m.OnFirstPage(), m.IsArranged()); got != "[0 1 3] false" {
		t.Errorf("columns %s", got)
	}
	m.GoTo(0, 3)
	if got := fmt.Sprint(m.InSight()); got != "[0 1 3]" {
		t.Errorf("with the cursor there, %s", got)
	}
	later := New(s, Styles{})
	later.SetSize(24, 10)
	if later.ArrangeLike(m); fmt.Sprint(later.OnFirstPage()) != "[0 1 2]" {
		t.Errorf("in a later table, columns %v", later.OnFirstPage())
	}
	m.Need(nil)
	if _, col, _ := m.Cursor(); fmt.Sprint(m.InSight(), col) != "[0 1 2] 0" {
		t.Errorf("needed no more: %v, the cursor on %d", m.InSight(), col)
	}
}

// A column that is needed takes the place of the least important one alone: what that leaves goes to no other column.
func TestNeededColumnBringsNoOther(t *testing.T) {
	s := titled{titles: []string{"Code", "Delivered on", "Total", "Note", "Day"}, cells: []string{"C-1", "1 May", "12", "a note", "Monday"}, right: make([]bool, 5), ranks: []int{0, 2, 1, 4, 3}}
	m := New(s, Styles{})
	m.SetSize(28, 10)
	if got := fmt.Sprint(m.OnFirstPage()); got != "[0 1 2]" {
		t.Fatalf("columns %s", got)
	}
	if m.Need([]int{3}); fmt.Sprint(m.OnFirstPage()) != "[0 2 3]" {
		t.Errorf("columns %v, although there is room for the last one too", m.OnFirstPage())
	}
}

// A column that people can do without does not fill the space that more important ones leave, unless all others fit or the user wants it.
func TestDetailsAreLast(t *testing.T) {
	s := titled{titles: []string{"Id", "Name", "Due"}, cells: []string{"1", "a name", "today"}, right: make([]bool, 3), ranks: []int{2, 0, 1}, details: "Id"}
	m := New(s, Styles{})
	for width, want := range map[int]string{14: "[1]", 20: "[1 2]", 30: "[0 1 2]"} {
		m.SetSize(width, 10)
		if got := fmt.Sprint(m.OnFirstPage()); got != want {
			t.Errorf("%d cells: columns %s, want %s", width, got, want)
		}
	}
	m.SetSize(14, 10)
	if m.Want(0); fmt.Sprint(m.OnFirstPage()) != "[0 1]" {
		t.Errorf("where the user wants it, columns %v", m.OnFirstPage())
	}
	roomy, later := New(s, Styles{}), New(s, Styles{})
	roomy.SetSize(30, 10)
	later.SetSize(14, 10)
	if later.ArrangeLike(roomy); fmt.Sprint(later.OnFirstPage()) != "[1]" {
		t.Errorf("after a table with room for it, columns %v", later.OnFirstPage())
	}
}

// The last page is as full as the others: columns before it are there again.
func TestLastPageIsFull(t *testing.T) {
	cells := slices.Repeat([]string{"twelve cells"}, 4)
	m := New(titled{titles: []string{"A", "B", "C", "D"}, cells: cells, right: make([]bool, 4)}, Styles{})
	m.SetSize(45, 10)
	for _, want := range []string{"[0 1 2]", "[0 1 2]", "[0 1 2]", "[0 2 3]"} {
		if got := fmt.Sprint(m.InSight()); got != want {
			t.Errorf("with the cursor on %d: %s, want %s", m.col, got, want)
		}
		m.Move(0, 1)
	}
	if before, after, _ := m.OutOfSight(); before != 1 || after != 0 {
		t.Errorf("%d columns before, %d after", before, after)
	}
}

// A later table of the same columns has the same ones on its first page, although others are more important there.
func TestLaterTableHasTheSameFirstPage(t *testing.T) {
	s := titled{titles: []string{"Id", "Name", "Due"}, cells: []string{"one", "a name", "today"}, right: make([]bool, 3), ranks: []int{2, 0, 1}}
	before := New(s, Styles{})
	before.SetSize(20, 10)
	s.ranks = []int{1, 0, 2}
	later := New(s, Styles{})
	later.SetSize(20, 10)
	if got, want := fmt.Sprint(before.OnFirstPage(), later.OnFirstPage()), "[1 2] [0 1]"; got != want {
		t.Fatalf("first pages: %s, want %s", got, want)
	}
	if later.ArrangeLike(before); fmt.Sprint(later.OnFirstPage()) != "[1 2]" || later.IsArranged() {
		t.Errorf("the first page is %v", later.OnFirstPage())
	}
	before.GoTo(0, 0)
	if later.ArrangeLike(before); fmt.Sprint(later.InSight()) != "[1 2]" {
		t.Errorf("where the cursor was on a further page, columns %v are in sight", later.InSight())
	}
	none := New(withoutRows{s}, Styles{})
	none.SetSize(20, 10)
	later = New(s, Styles{})
	later.SetSize(20, 10)
	if later.ArrangeLike(none); fmt.Sprint(none.OnFirstPage(), later.OnFirstPage()) != "[0 1 2] [0 1]" || len(later.Wanted()) > 0 {
		t.Errorf("after a table without rows, which shows %v first, columns %v are wanted", none.OnFirstPage(), later.Wanted())
	}
}

// Tables that follow one another have the columns of the first, also after one whose texts left no room for all of them, or room for more. A
// table of another width has what fits there.
func TestLaterTablesHaveTheSameColumns(t *testing.T) {
	sheet := func(text string) titled {
		return titled{titles: []string{"Name", "Due", "Total", "City"}, cells: []string{text, text, "12", "Oslo"}, right: make([]bool, 4), ranks: []int{0, 1, 2, 3}}
	}
	m := New(sheet("a name"), Styles{})
	m.SetSize(26, 10)
	for i, tt := range []struct {
		text  string
		width int
		want  string
	}{{"a name", 26, "[0 1 2]"}, {"a longer name", 26, "[0 2]"}, {"a name", 26, "[0 1 2]"}, {"x", 26, "[0 1 2 3]"}, {"a name!", 26, "[0 1 2]"}, {"a name", 34, "[0 1 2 3]"}} {
		later := New(sheet(tt.text), Styles{})
		later.ArrangeLike(m)
		later.SetSize(tt.width, 10)
		if got := fmt.Sprint(later.OnFirstPage()); got != tt.want {
			t.Errorf("%d: columns %s, want %s", i, got, tt.want)
		}
		m = later
	}
}

// withoutRows is a table of no rows.
type withoutRows struct{ titled }

func (withoutRows) Rows() int    { return 0 }
func (withoutRows) Numbers() int { return 0 }

// The space that is left goes to long texts, which were cut.
func TestLongTextGetsTheRoomThatIsLeft(t *testing.T) {
	s := newSheet(2, 2)
	long := strings.Repeat("word ", 14) + "end"
	s.text = func(_, col int) string { return []string{long, "1"}[col] }
	m := New(s, Styles{})
	m.SetSize(70, 10)
	if strings.Contains(drawn(m), "end") {
		t.Fatal("the text is not cut")
	}
	m.SetSize(110, 10)
	if !strings.Contains(drawn(m), long) {
		t.Errorf("cut:\n%s", drawn(m))
	}
}

// named is a sheet whose columns have these titles.
type named struct {
	*sheet
	titles []string
}

func (n named) Columns() []Column {
	columns := make([]Column, len(n.titles))
	for i, title := range n.titles {
		columns[i] = Column{Title: title}
	}
	return columns
}

// Columns of the same titles are shown as before, in another table or in the same one; new columns follow them.
func TestColumnsAreArrangedByTitle(t *testing.T) {
	before := New(named{newSheet(9, 5), []string{"id", "name", "total", "note", "note"}}, Styles{})
	before.SetSize(80, 10)
	before.GoTo(3, 2)
	before.Widen(7)
	before.Choose([]int{2, 4, 0}, 0)
	before.Want(4)
	later := []string{"note", "total", "country", "id", "note", "name"}
	other := New(named{newSheet(9, 6), later}, Styles{})
	other.SetSize(80, 10)
	other.ArrangeLike(before)
	before.Show(named{newSheet(9, 6), later})
	for name, m := range map[string]*Model{"another": other, "the same": before} {
		_, col, _ := m.Cursor()
		if got := fmt.Sprint(m.Shown(), m.Hidden(), m.Wanted(), col, m.widths[1]); got != "[1 4 3 2] 2 [4] 1 12" || !m.IsArranged() {
			t.Errorf("%s table: %s", name, got)
		}
	}
	if before.Show(named{newSheet(9, 1), []string{"else"}}); fmt.Sprint(before.Shown(), before.IsArranged()) != "[0] false" {
		t.Errorf("a table of other columns shows %d", before.Shown())
	}
	frozen := New(newSheet(3, 20), Styles{})
	frozen.SetSize(50, 6)
	frozen.Freeze()
	other = New(newSheet(3, 20), Styles{})
	other.SetSize(50, 6)
	if other.ArrangeLike(frozen); other.Frozen() != 1 {
		t.Errorf("%d columns are frozen", other.Frozen())
	}
}
