package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/diff"
	"a2aform/internal/qa/runner"
	"a2aform/internal/schema"
	"a2aform/render/table"
)

const (
	maxFolded  = 10 // lines on the differences from a golden file
	minFolded  = 4  // differences in a column from which on they are one line, if there is space for all
	maxRowText = 60 // cells of a row on a line
)

// Expectations are the lines of an attempt as people read them: a difference from the golden file is told by row and column, and those in one column
// are one line. Reports for programs have a line for each.
func Expectations(c *runner.Result, a *runner.Attempt) []check.Line {
	if a.Result == nil {
		return nil
	}
	differences := folded(c, a)
	if differences == nil || a.Written != "" {
		return a.Lines
	}
	var lines []check.Line
	for _, l := range a.Lines {
		if l.Check != "same" || l.Outcome != check.Failed {
			lines = append(lines, l)
			continue
		}
		lines, differences = append(lines, differences...), nil // in the place of the first one
	}
	return lines
}

// folded are the differences of an attempt from the golden file, nil without one, and where they differ by index alone, as where a rule is
// about one row.
func folded(c *runner.Result, a *runner.Attempt) []check.Line {
	if a.Want == nil || c.Case.Expect.Same == nil {
		return nil
	}
	return foldedLines(CompareRuns(&DiffSide{Output: a.Want}, &DiffSide{Output: a.Golden}, check.GoldenRules(c.Case.Expect.Same)))
}

// foldedLines are the differences that count as lines of a check, at most [maxFolded].
func foldedLines(r *RunDiff) (lines []check.Line) {
	folds := r.folds(minFolded)
	if len(folds) > maxFolded {
		folds = r.folds(2)
	}
	left := 0
	for i, f := range folds {
		if len(folds) > maxFolded && i >= maxFolded-1 {
			left += len(f.changes)
			continue
		}
		lines = append(lines, f.line(r))
	}
	if left > 0 {
		lines = append(lines, check.Line{Check: "same", About: "and " + grouped(left) + " more differences", Outcome: check.Failed})
	}
	return lines
}

// fold is one difference, or several of one kind in all rows of a table.
type fold struct {
	changes []*diff.Change
	rows    int // of the table; 0 for several tables
}

// folds are the differences that count. As many as least of one column, or of whole rows, are one.
func (r *RunDiff) folds(least int) (folds []*fold) {
	count := map[string]int{}
	var counting []*diff.Change
	for i := range r.Changes {
		if c := &r.Changes[i]; c.Allowed == "" {
			counting = append(counting, c)
			count[r.foldKey(c)]++
		}
	}
	known := map[string]*fold{}
	lists := map[string]*ojson.Value{}
	for _, c := range counting {
		key := r.foldKey(c)
		f := known[key]
		if f == nil || count[key] < least {
			f = &fold{}
			folds = append(folds, f)
			known[key] = f
		}
		f.changes = append(f.changes, c)
		list, _ := r.tableOf(c)
		if lists[key] == nil {
			lists[key], f.rows = list, list.Len()
		} else if lists[key] != list {
			f.rows = 0
		}
	}
	return folds
}

// steps are the place of a change, and how many of its steps lead to each row that it is in, the outermost first.
func (r *RunDiff) steps(c *diff.Change) (steps []string, rows []int) {
	steps = ojson.Tokens(c.At)
	from := 1
	if len(steps) > 0 && steps[0] == "artifacts" {
		from = 5 // artifacts and their parts are no rows
	}
	if len(steps) <= from {
		return steps, nil
	}
	v := r.outputOf(c).At(pointer(steps[:from]))
	for i, step := range steps[from:] {
		if v.Is(ojson.Array) && r.names.table(v) != nil {
			rows = append(rows, from+i+1)
		}
		v = v.At(ojson.Pointer("", step))
	}
	return steps, rows
}

// outputOf is the output that a change has its place in.
func (r *RunDiff) outputOf(c *diff.Change) *ojson.Value {
	if c.Kind == diff.Removed {
		return r.A.Output
	}
	return r.B.Output
}

// tableOf is the table of the innermost row that a change is of or in, nil for none, and whether it is of the whole row.
func (r *RunDiff) tableOf(c *diff.Change) (list *ojson.Value, isRow bool) {
	steps, rows := r.steps(c)
	if len(rows) == 0 {
		return nil, false
	}
	last := rows[len(rows)-1]
	return r.outputOf(c).At(pointer(steps[:last-1])), last == len(steps)
}

// foldKey is equal for changes of one column, and for changes of one kind of whole rows.
func (r *RunDiff) foldKey(c *diff.Change) string {
	steps, rows := r.steps(c)
	if len(rows) == 0 {
		return string(c.Kind) + " " + c.At
	}
	kind := diff.Changed
	if rows[len(rows)-1] == len(steps) {
		kind = c.Kind
	}
	for _, n := range rows {
		steps[n-1] = "*"
	}
	return string(kind) + " " + pointer(steps)
}

// line is what differs as a line of a check.
func (f *fold) line(r *RunDiff) check.Line {
	c := f.changes[0]
	l := check.Line{Check: "same", At: c.At, Outcome: check.Failed}
	list, isRow := r.tableOf(c)
	if list != nil {
		l.About = r.Label(*c)
		if c.Kind == diff.Removed {
			l.At = "" // another row may be there in the output
		}
	}
	switch {
	case !isRow:
		l.Expected, l.Seen = check.ShortPair(c.A, c.B)
	case c.Kind == diff.Moved:
		l.Expected, l.Seen = "row "+number(lastStep(c.From)), "row "+number(lastStep(c.At))
	default:
		l.Expected, l.Seen = check.ShortPair(c.A, c.B)
		if want, got := r.Values(*c, maxRowText); c.Kind == diff.Added {
			l.Seen = cmp.Or(got, l.Seen)
		} else if c.Kind == diff.Removed {
			l.Expected = cmp.Or(want, l.Expected)
		}
	}
	if n := len(f.changes); n > 1 && list != nil {
		l.About = f.about(r, n, isRow)
	}
	return l
}

// about says of how many rows a difference is.
func (f *fold) about(r *RunDiff, n int, isRow bool) string {
	first := *f.changes[0]
	steps, rows := r.steps(&first)
	first.At = pointer(steps[:rows[len(rows)-1]])
	count, name := grouped(n), ", first "+r.Label(first)
	if !isRow {
		if f.rows > 0 {
			count += " of " + grouped(f.rows)
		}
		return r.label(*f.changes[0], true) + ": " + count + " rows differ" + name
	}
	verb := map[diff.Kind]string{diff.Added: " rows are new", diff.Removed: " rows are missing", diff.Moved: " rows are in another place"}[first.Kind]
	return prefix(r.label(first, true)) + count + verb + name
}

func lastStep(at string) string { return at[strings.LastIndexByte(at, '/')+1:] }

// prefix is the name of a table before what is said of it, "" for a table that is the whole result.
func prefix(table string) string {
	if table == "" || table == "data" {
		return ""
	}
	return table + ": "
}

// TableDiff counts how the rows of a table differ.
type TableDiff struct {
	New, Gone int // rows that only the second or the first side has

	Rows []*diff.Change // these

	name           string
	was, now       int // rows of each side; -1 before it is known
	added, removed int // rows, also those that may be
	changed        map[string]bool
	moved          []*diff.Change
	isInner        bool // it is in a row of another table
}

// minTable is how many rows only one side has before they are counted in place of being listed.
const minTable = 6

// countTables counts the rows of tables that differ, and returns those that are in no other. Where many rows are only on one side, as in answers to
// other questions, they are in r.Tables. The first table with such rows is r.OneSided.
func (r *RunDiff) countTables() (outer []*TableDiff) {
	var tables []*TableDiff
	known := map[string]*TableDiff{}
	for i := range r.Changes {
		c := &r.Changes[i]
		steps, rows := r.steps(c)
		for at, n := range rows {
			list := r.Label(diff.Change{Kind: c.Kind, At: pointer(steps[:n-1])})
			t := known[list]
			if t == nil {
				t = &TableDiff{name: list, was: -1, now: -1, isInner: at > 0, changed: map[string]bool{}}
				tables, known[list] = append(tables, t), t
			}
			if n == len(steps) {
				t.addRow(c)
			} else if c.Allowed == "" {
				t.changed[r.Label(diff.Change{Kind: c.Kind, At: pointer(steps[:n])})] = true
			}
			if size := r.outputOf(c).At(pointer(steps[:n-1])).Len(); c.Kind == diff.Removed {
				t.was = size
			} else {
				t.now = size
			}
		}
	}
	for _, t := range tables {
		if t.now < 0 {
			t.now = t.was - t.removed + t.added
		}
		if !t.isInner && len(t.Rows)+len(t.changed)+len(t.moved) > 0 {
			outer = append(outer, t)
		}
		if !t.isInner && len(t.Rows) > 0 && r.OneSided == nil {
			r.OneSided = t
		}
		if len(r.Asked) == 0 || len(t.Rows) < minTable {
			continue
		}
		r.Tables = append(r.Tables, t)
		for _, c := range slices.Concat(t.Rows, t.moved) {
			r.counted[c] = true
		}
	}
	return outer
}

// addRow counts a change of a whole row.
func (t *TableDiff) addRow(c *diff.Change) {
	counts := c.Allowed == ""
	switch c.Kind {
	case diff.Added:
		t.added++
		if counts {
			t.New++
			t.Rows = append(t.Rows, c)
		}
	case diff.Removed:
		t.removed++
		if counts {
			t.Gone++
			t.Rows = append(t.Rows, c)
		}
	case diff.Moved:
		if counts {
			t.moved = append(t.moved, c)
		}
	case diff.Changed, diff.Retyped: // a row has members
		if counts {
			t.changed[c.At] = true
		}
	}
}

// OneSidedTable has the rows of a table that only one side has, the new ones first, with a column that says which side it is where both have some, and says what they
// are. It is nil where they are no objects.
func (r *RunDiff) OneSidedTable(t *TableDiff) (title string, rows *table.Table) {
	const side = "Only"
	before, now := strings.ToLower(r.Sides()[0]), strings.ToLower(r.Sides()[1])
	switch {
	case t.Gone == 0:
		title = "Only " + now
	case t.New == 0:
		title = "Only " + before
	default:
		title = "Not in both"
	}
	var items []*ojson.Value
	var loc schema.Location
	newFirst := slices.SortedStableFunc(slices.Values(t.Rows), func(a, b *diff.Change) int { return cmp.Compare(a.Kind, b.Kind) }) // added, removed
	for _, c := range newFirst {
		v, only := c.A, before
		if c.Kind == diff.Added {
			v, only = c.B, now
		}
		if !v.Is(ojson.Object) {
			return title, nil
		}
		if list, _ := r.tableOf(c); !loc.IsKnown() {
			loc = r.names.locations[list]
		}
		members := v.Members()
		if t.New > 0 && t.Gone > 0 {
			members = append([]ojson.Member{{Name: side, Value: ojson.NewString(only)}}, members...)
		}
		items = append(items, ojson.NewObject(members...))
	}
	rows = table.OfItems(items, loc)
	if i := slices.IndexFunc(rows.Columns(), func(c table.Column) bool { return c.Token() == side }); i >= 0 && t.New > 0 && t.Gone > 0 {
		rows = rows.WithFirst(i)
	}
	return title, rows
}

// IsCounted reports a row that only one side has or that moved, and that is counted in [RunDiff.Tables].
func (r *RunDiff) IsCounted(c *diff.Change) bool { return r.counted[c] }

// Name is what the table is called, "" for one that is the whole result.
func (t *TableDiff) Name() string { return strings.TrimSuffix(prefix(t.name), ": ") }

// Counts are how many rows only one side has, each on its side, "–" for none.
func (t *TableDiff) Counts(names [2]string) (a, b string) {
	a = countText("", map[diff.Kind]int{diff.Removed: t.Gone}, names)
	b = countText("", map[diff.Kind]int{diff.Added: t.New}, names)
	return cmp.Or(a, "–"), cmp.Or(b, "–")
}

// text counts the rows: "3 rows in both (1 changed), 22 only now", or "2 of 24 rows changed".
func (t *TableDiff) text(names [2]string) string {
	both := t.now - t.added
	counts := map[diff.Kind]int{diff.Changed: len(t.changed), diff.Moved: len(t.moved)}
	changed, only := countText("", counts, names), countText("", map[diff.Kind]int{diff.Added: t.New, diff.Removed: t.Gone}, names)
	name, none := prefix(t.name), "No row"
	if name != "" {
		none = "no row"
	}
	inBoth := none + " in both"
	if both > 0 {
		inBoth = english.Plural(both, "row", "") + " in both"
	}
	switch {
	case only == "":
		count, rest, _ := strings.Cut(changed, " ")
		return name + count + " of " + english.Plural(both, "row", "") + " " + rest
	case changed != "":
		inBoth += " (" + changed + ")"
	}
	return name + inBoth + ", " + only
}
