package qa

import (
	"cmp"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/a2aclient"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/diff"
	"a2aform/internal/qa/report"
	"a2aform/internal/qa/runner"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/widget/shortcut"
	"a2aform/render/table"
	"a2aform/ui/kit"
)

// DiffScreen lists the differences between two outputs. Rules that are added here hold until the screen is left.
type DiffScreen struct {
	kit.Base
	names [2]string // as [NewDiff] has them
	rules diff.Rules

	sides        [2]*report.DiffSide
	report       *report.RunDiff // nil until both sides are read
	err          error           // why they cannot be read
	attempt      int             // of comparing: an earlier one is not taken
	rows         []diffRow
	placeWidth   int  // of the longest location, in cells
	hasDelta     bool // a row says more of a change than both values
	cursor       int
	top          int
	onlyCounting bool // rows that do not count are hidden

	table     kit.TablePart         // the rows that only one side has; nil for none
	inTable   map[*diff.Change]bool // these
	isOnTable bool                  // it has the keys, where both are shown

	pens kit.Pens
}

// diffRow is a change, or a fact of both runs.
type diffRow struct {
	label, a, b, delta string
	mark               string
	counts, isAsked    bool
	change             *diff.Change      // nil for a fact
	table              *report.TableDiff // of the row that counts rows; nil for any other
	values             [2]*ojson.Value
}

var _ = kit.RegisterKeys("differences", &diffKeys)

var diffKeys = struct{ Open, Next, Ignore, Tolerance, Accept, All, Copy, CopyAll, Pane key.Binding }{
	Open:      kit.Bind("Both values", "enter"),
	Next:      kit.Bind("Next", "n"),
	Ignore:    kit.Bind("Ignore", "i"),
	Tolerance: kit.Bind("Tolerance", "t"),
	Accept:    kit.Bind("Accept as expected", "A"),
	All:       kit.Bind("Differences only", "f"),
	Copy:      kit.Bind("Copy", "y"),
	CopyAll:   kit.Bind("Copy the differences"),
	Pane:      kit.Bind("Switch pane", "tab"),
}

// NewDiff compares a and b, which are runs as the store finds them or golden:FILE. The rules say what does not count; nil for none.
func NewDiff(h *kit.Host, a, b string, rules *diff.Rules) *DiffScreen {
	s := &DiffScreen{Base: kit.Base{Host: h}, names: [2]string{a, b}}
	if rules != nil {
		s.rules = *rules
		s.rules.Ignore, s.rules.Within = slices.Clone(rules.Ignore), slices.Clone(rules.Within)
	}
	s.Restyle()
	return s
}

// diffReadMsg are both sides and their differences.
type diffReadMsg struct {
	attempt int
	sides   [2]*report.DiffSide
	report  *report.RunDiff
	err     error

	title string
	rows  *table.Table // that only one side has; nil for none
}

// diffAcceptedMsg is the result of writing a golden file.
type diffAcceptedMsg struct{ err error }

func (s *DiffScreen) Init() tea.Cmd { return s.compare() }

// compare reads what was not read yet and compares, in a command.
func (s *DiffScreen) compare() tea.Cmd {
	s.attempt++
	m, keep, names, rules := diffReadMsg{attempt: s.attempt, sides: s.sides}, s.Host.Options.Store, s.names, s.rules
	rules.Ignore, rules.Within = slices.Clone(s.rules.Ignore), slices.Clone(s.rules.Within)
	return kit.Later(s, func() tea.Msg {
		for i, name := range names {
			if m.sides[i] == nil && m.err == nil {
				m.sides[i], m.err = openDiff(keep, name)
			}
		}
		if m.err == nil {
			m.report = report.CompareRuns(m.sides[0], m.sides[1], &rules)
			if t := m.report.OneSided; t != nil && m.report.NotCompared() == "" {
				m.title, m.rows = m.report.OneSidedTable(t)
			}
		}
		return m
	})
}

func openDiff(keep *store.Store, name string) (*report.DiffSide, error) {
	if path, ok := strings.CutPrefix(name, "golden:"); ok {
		return report.OpenGolden(path)
	}
	info, err := keep.FindRun(name)
	if err != nil {
		return nil, err
	}
	return report.OpenRun(info.Path)
}

func (s *DiffScreen) Update(msg tea.Msg) (kit.Action, tea.Cmd) {
	switch msg := msg.(type) {
	case diffReadMsg:
		if msg.attempt == s.attempt {
			return kit.Action{}, s.show(msg)
		}
	case diffAcceptedMsg:
		if msg.err != nil {
			return kit.Errorf("the output cannot be saved: %s", diffLine(msg.err.Error())), nil
		}
		s.sides[0] = nil // it has changed
		return kit.Infof("accepted: this output is expected from now on"), s.compare()
	case tea.KeyPressMsg:
		return s.press(msg)
	default:
		if _, isPaste := msg.(tea.PasteMsg); s.table != nil && (!isPaste || s.hasTableFocus()) {
			return s.table.Update(msg)
		}
	}
	return kit.Action{}, nil
}

// show shows what was compared: the list, and a table of the rows that only one side has.
func (s *DiffScreen) show(m diffReadMsg) (cmd tea.Cmd) {
	s.Left()
	isFirst := s.table == nil
	s.sides, s.report, s.err, s.table, s.inTable = m.sides, m.report, m.err, nil, map[*diff.Change]bool{}
	if m.rows != nil {
		s.table = s.Host.Nav.NewTablePart(s, m.title, m.report.OneSided.Name(), kit.List{Table: m.rows})
		for _, c := range m.report.OneSided.Rows {
			s.inTable[c] = true
		}
		cmd = s.table.Init()
	}
	s.list()
	if isFirst && !slices.ContainsFunc(s.rows, func(r diffRow) bool { return r.counts }) {
		s.isOnTable = true
		s.place()
	}
	return cmd
}

// Left ends the work on the table.
func (s *DiffScreen) Left() {
	if s.table != nil {
		s.table.Left()
	}
}

// list makes the rows, and keeps the cursor on its location.
func (s *DiffScreen) list() {
	at := ""
	if r := s.current(); r != nil {
		at = r.label
	}
	s.rows = nil
	if s.report == nil || s.report.NotCompared() != "" {
		return
	}
	for _, f := range s.report.AskedRows() { // what comes out depends on it
		s.rows = append(s.rows, diffRow{label: f.Name, a: f.A, b: f.B, mark: report.AskedMark, isAsked: true, values: [2]*ojson.Value{s.sides[0].Input(), s.sides[1].Input()}})
	}
	for _, t := range s.report.Tables {
		if s.hasTable() && t == s.report.OneSided {
			continue
		}
		a, b := t.Counts(s.report.Sides())
		s.rows = append(s.rows, diffRow{label: cmp.Or(t.Name(), "Rows"), a: a, b: b, mark: "~", counts: true, table: t})
	}
	for _, c := range s.ordered() {
		if s.report.IsCounted(c) || s.hasTable() && s.inTable[c] {
			continue
		}
		a, b := s.report.Values(*c, maxValue)
		delta := report.ChangeDelta(*c)
		if delta == string(diff.Added) || delta == string(diff.Removed) {
			delta = "" // the mark and the side without a value say it
		}
		s.add(diffRow{
			label: diffLine(s.report.Label(*c)), a: a, b: b,
			delta: delta, mark: report.ChangeMark(*c), counts: c.Allowed == "", change: c, values: [2]*ojson.Value{c.A, c.B},
		})
	}
	for _, f := range s.report.Facts {
		s.addFact(f)
	}
	s.placeWidth, s.hasDelta = len("Location"), false
	for _, r := range s.rows {
		s.placeWidth = max(s.placeWidth, ansi.StringWidth(r.label))
		s.hasDelta = s.hasDelta || r.delta != ""
	}
	s.cursor = max(slices.IndexFunc(s.rows, func(r diffRow) bool { return r.label == at }), 0)
	s.place()
}

// ordered are the changes, those of a value first, then what was removed and what was added.
func (s *DiffScreen) ordered() []*diff.Change {
	all := make([]*diff.Change, len(s.report.Changes))
	for i := range all {
		all[i] = &s.report.Changes[i]
	}
	slices.SortStableFunc(all, func(x, y *diff.Change) int { return cmp.Compare(order(x.Kind), order(y.Kind)) })
	return all
}

func order(k diff.Kind) int { return slices.Index([]diff.Kind{diff.Removed, diff.Added}, k) }

// addFact adds a row of something besides the output.
func (s *DiffScreen) addFact(f report.DiffFact) {
	r := diffRow{label: f.Name, a: f.A, b: f.B, mark: " ", counts: f.Differs}
	switch {
	case f.Differs:
		r.mark = "~"
	case f.A == f.B:
		return
	}
	s.add(r)
}

func (s *DiffScreen) add(r diffRow) {
	if r.counts || !s.onlyCounting {
		s.rows = append(s.rows, r)
	}
}

// isGolden reports that a run is compared with a golden file.
func (s *DiffScreen) isGolden() bool { return strings.HasPrefix(s.names[0], "golden:") }

// cannotHide says why "Differences only" would change nothing; "" if it would.
func (s *DiffScreen) cannotHide() string {
	if s.report == nil {
		return "there is no difference"
	}
	if s.onlyCounting || slices.ContainsFunc(s.rows, func(r diffRow) bool { return !r.counts && !r.isAsked }) {
		return ""
	}
	return "every difference counts"
}

// current is the row at the cursor; nil for none.
func (s *DiffScreen) current() *diffRow {
	if s.cursor >= len(s.rows) {
		return nil
	}
	return &s.rows[s.cursor]
}

func (s *DiffScreen) press(msg tea.KeyPressMsg) (kit.Action, tea.Cmd) {
	if s.hasTableFocus() {
		if !s.table.IsTyping() {
			if act, cmd, done := kit.Press(msg, s.aroundTable()); done {
				return act, cmd
			}
		}
		return s.table.Update(msg)
	}
	act, cmd, done := kit.Press(msg, s.Keys())
	if !done && s.report != nil {
		s.cursor, _ = kit.MoveCursor(msg, s.cursor, len(s.rows), s.rowCount())
		s.clamp()
	}
	return act, cmd
}

// hide leaves out what does not count, or shows it again.
func (s *DiffScreen) hide() {
	s.onlyCounting = !s.onlyCounting
	s.list()
}

// openBoth shows both values in full.
func (s *DiffScreen) openBoth() kit.Action {
	r, width, names := s.current(), max(s.Width-2*diffGap, diffGap), s.report.Sides()
	if r.table != nil {
		if title, rows := s.report.OneSidedTable(r.table); rows != nil {
			return s.Host.Nav.OpenList(title, kit.List{Table: rows})
		}
		return kit.Action{Push: kit.NewPager(s.Host, r.label, func() []string { return s.rowsOf(r.table) })}
	}
	return kit.Action{Push: kit.NewPager(s.Host, r.label, func() []string { return bothSides(names, r, width) })}
}

// rowsOf are the rows of a table that only one side has, on a line each.
func (s *DiffScreen) rowsOf(t *report.TableDiff) []string {
	var lines []string
	for _, c := range t.Rows {
		text, now := s.report.Values(*c, maxValue)
		if c.Kind == diff.Added {
			text = now
		}
		lines = append(lines, report.ChangeMark(*c)+" "+diffLine(s.report.Label(*c))+"  "+text)
	}
	return lines
}

// next goes to the next row that counts, after the last one to the first.
func (s *DiffScreen) next() kit.Action {
	for i := range s.rows {
		at := (s.cursor + 1 + i) % len(s.rows)
		if s.rows[at].counts {
			s.cursor = at
			s.clamp()
			return kit.Action{}
		}
	}
	return kit.Action{}
}

// bothSides are all lines of both values, with the location, wrapped to a width.
func bothSides(names [2]string, r *diffRow, width int) []string {
	if r.values == [2]*ojson.Value{} {
		return []string{kit.Pad(names[0], maxSide) + r.a, kit.Pad(names[1], maxSide) + r.b}
	}
	var lines []string
	if r.change != nil {
		lines = append(lines, "Location  "+diffLine(r.change.At), "")
	}
	for i, v := range r.values {
		lines = append(lines, names[i])
		text := "–"
		if v != nil {
			text = safe.Text(string(v.Indent("  "))).Block(0).String()
		}
		for l := range strings.SplitSeq(ansi.Wrap(text, width, ""), "\n") {
			lines = append(lines, "  "+l)
		}
		lines = append(lines, "")
	}
	return lines
}

func diffLine(text string) string { return safe.Text(text).Line(safe.CellLimit()).String() }

func (s *DiffScreen) Title() string  { return "Diff" }
func (s *DiffScreen) IsTyping() bool { return s.hasTableFocus() && s.table.IsTyping() }

// Help explains the signs that are on the screen, and what can be done with the row at the cursor.
func (s *DiffScreen) Help() (lines []string) {
	if s.hasTableFocus() {
		return s.table.Help()
	}
	lines = []string{"What differs between two results."}
	if len(s.rows) == 0 {
		return lines
	}
	lines = append(lines, "")
	names := s.report.Sides()
	for _, sign := range [][2]string{
		{"~", "changed"},
		{"+", "only " + strings.ToLower(names[1])},
		{"-", "only " + strings.ToLower(names[0])},
		{">", "moved"},
		{report.AskedMark, "asked differently"},
		{report.AllowedMark, "does not count"},
	} {
		if slices.ContainsFunc(s.rows, func(r diffRow) bool { return r.mark == sign[0] }) {
			lines = append(lines, " "+sign[0]+"  "+sign[1])
		}
	}
	if s.cannotIgnore() == "" {
		lines = append(lines, "", "What you ignore or tolerate holds until you leave this screen.")
	}
	return lines
}

// switchPane gives the keys to the table or to the list.
func (s *DiffScreen) switchPane() {
	s.isOnTable = !s.isOnTable
	s.place()
}

// aroundTable are the keys of the screen while the table has the focus.
func (s *DiffScreen) aroundTable() (keys []kit.Key) {
	if len(s.rows) > 0 {
		keys = append(keys, kit.On(kit.Named(diffKeys.Pane, "To the list"), s.switchPane))
	}
	if s.isGolden() {
		keys = append(keys, kit.When(diffKeys.Accept, s.cannotAccept(), s.accept))
	}
	return append(keys, kit.On(diffKeys.CopyAll, s.askToCopy).In(kit.CopyAndExport))
}

func (s *DiffScreen) Keys() []kit.Key {
	if s.hasTableFocus() {
		keys := s.table.Keys()
		if s.table.IsTyping() {
			return keys
		}
		return slices.Concat(keys[:1], s.aroundTable(), keys[1:])
	}
	if s.report != nil && s.report.NotCompared() != "" {
		return []kit.Key{s.BackKey()}
	}
	k := diffKeys
	none := kit.Unless(len(s.rows) > 0, "there is no difference")
	only, skip, open, isNext := k.All, k.Ignore, k.Open, false
	for i, r := range s.rows {
		isNext = isNext || r.counts && i != s.cursor
	}
	if s.onlyCounting {
		only = kit.Named(only, "Show all")
	}
	if r := s.current(); r != nil && r.change != nil && slices.Contains(s.rules.Ignore, r.change.At) {
		skip = kit.Named(skip, "Count it again")
	}
	if r := s.current(); r != nil && r.table != nil {
		open = kit.Named(open, "List rows")
	}
	var toRows []kit.Key
	if s.hasTable() {
		toRows = []kit.Key{kit.On(kit.Named(k.Pane, "To the rows"), s.switchPane)}
	}
	return slices.Concat([]kit.Key{kit.When(open, none, s.openBoth)}, toRows, []kit.Key{
		kit.When(k.Accept, s.cannotAccept(), s.accept),
		kit.When(k.Next, cmp.Or(none, kit.Unless(isNext, "no other difference counts")), s.next),
		kit.When(skip, s.cannotIgnore(), s.ignore),
		kit.When(k.Tolerance, s.cannotAllow(), s.askForTolerance),
		kit.When(k.Copy, kit.Unless(s.report != nil, "nothing was compared yet"), s.askToCopy),
		kit.When(only, s.cannotHide(), s.hide),
		s.BackKey(),
	}, kit.ScrollKeys)
}

// editorMsg says that the user's editor has ended.
type editorMsg struct{ err error }

func (m editorMsg) action() kit.Action {
	if m.err != nil {
		return kit.Errorf("%s", safe.Text(m.err.Error()).Line(0))
	}
	return kit.Action{}
}

// edit opens a file in the user's editor.
func edit(h *kit.Host, s kit.Screen, path string) (kit.Action, tea.Cmd) {
	cmd, err := kit.EditFile(h.Context, s, path, func(err error) tea.Msg { return editorMsg{err} })
	if err != nil {
		return kit.Errorf("%s", err), nil
	}
	return kit.Action{}, cmd
}

// filledMsg is what a case sends, to be opened in its form.
type filledMsg struct {
	plan *run.Plan
	c    *casefile.Case
	err  error
}

// fillIn makes what a case sends, in a command.
func fillIn(h *kit.Host, s kit.Screen, agent *a2aclient.Agent, c *casefile.Case) tea.Cmd {
	keep := h.Options.Store
	return kit.Later(s, func() tea.Msg {
		if c.Problem != nil {
			return filledMsg{err: c.Problem}
		}
		p, err := runner.Build(c, agent, keep)
		return filledMsg{p, c, err}
	})
}

// action opens the form. An input that breaks its schema opens, too: the form shows where.
func (m filledMsg) action(h *kit.Host) kit.Action {
	if m.err != nil {
		return kit.Errorf("%s", safe.Text(m.err.Error()).Line(0))
	}
	about := "filled in as in the case " + safe.Text(m.c.Name).Line(60).String() + "; " + shortcut.InProse(kit.Keys.Review) + " reviews it"
	if m.c.Input.Invalid {
		about = "invalid on purpose: “" + kit.Keys.SendAnyway.Help().Desc + "” of " + shortcut.InProse(kit.Keys.Palette) + " sends it as it is"
	}
	return h.Nav.FillIn(m.plan, "case:"+m.c.Name, about)
}
