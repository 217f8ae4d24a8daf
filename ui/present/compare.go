package present

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/dustin/go-humanize/english"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/diff"
	"a2aform/internal/qa/report"
	"a2aform/internal/run"
	"a2aform/render"
	"a2aform/render/table"
	"a2aform/ui/kit"
)

// difference is what differs between two scenes, in the words of their schemas.
type difference struct {
	of          [2]*render.Document
	asked, came []change
	same        int // values of the results that are equal
}

// change is a value before and now, "–" for none.
type change struct{ label, a, b, note string }

// maxChanges is how many changes are listed: nobody reads more from afar.
const maxChanges = 100

// compare is what differs between the scene before and this one.
func (s *Stage) compare(p *performed, width, height int) []string {
	i := s.here().Scene
	before := s.acts[i-1]
	for _, one := range []*performed{before, p} {
		if one == nil || !one.isOver || one.document == nil || len(one.document.Sections) == 0 {
			if one == nil {
				one = p
			}
			return s.task(one, width, height)
		}
	}
	if d := &p.differs; d.of != [2]*render.Document{before.document, p.document} {
		d.of = [2]*render.Document{before.document, p.document}
		d.asked = askedChanges(s.filled[i-1].rows, s.filled[i].rows)
		d.came, d.same = cameChanges(d.of, output(before.snapshot), output(p.snapshot))
	}
	return s.drawDifference(&p.differs, width)
}

// askedChanges are the fields that were filled in otherwise.
func askedChanges(a, b []kit.FilledRow) (changes []change) {
	was, now := paths(a), paths(b)
	for _, n := range now {
		old := "–"
		if i := slices.IndexFunc(was, func(w change) bool { return w.label == n.label }); i >= 0 {
			old = was[i].b
			was = slices.Delete(was, i, i+1)
		}
		if n.a = old; n.a != n.b {
			changes = append(changes, n)
		}
	}
	for _, w := range was {
		changes = append(changes, change{label: w.label, a: w.b, b: "–"})
	}
	return changes
}

// paths are the fields of a form with the headings that they stand below.
func paths(rows []kit.FilledRow) (list []change) {
	var above []string
	for _, r := range rows {
		above = append(above[:min(r.Depth, len(above))], r.Label)
		if r.Value != "" {
			list = append(list, change{label: strings.Join(above, " › "), b: r.Value})
		}
	}
	return list
}

// output is the result of a run as one value. A list that came in parts is one list.
func output(now run.Snapshot) *ojson.Value {
	var all, items []*ojson.Value
	add := func(value *ojson.Value) {
		switch {
		case value.Is(ojson.Array):
			items = append(items, value.Items()...)
		case value != nil:
			all = append(all, value)
		}
	}
	golden := check.Golden(now)
	add(golden.Get("data"))
	for _, artifact := range golden.Get("artifacts").Items() {
		for _, part := range artifact.Get("parts").Items() {
			add(part.Get("data"))
			add(part.Get("text"))
		}
	}
	switch {
	case len(all) == 1 && items == nil:
		return all[0]
	case items != nil && len(all) == 0:
		return ojson.NewArray(items...)
	}
	return ojson.NewArray(append(all, items...)...)
}

// cameChanges are the values of two results that differ, and how many do not.
func cameChanges(of [2]*render.Document, a, b *ojson.Value) (changes []change, same int) {
	titles := map[string]string{}
	for _, block := range append(of[0].Blocks(), of[1].Blocks()...) {
		switch block := block.(type) {
		case *render.Fields:
			for _, row := range block.Rows {
				titles[row.Key.Exact()] = row.Label.String() //nolint:forbidigo // compared, not drawn
			}
		case *table.Table:
			for _, column := range block.Columns() {
				titles[column.Token()] = column.Heading()
			}
		}
	}
	names := report.NewRowNames(of[0], of[1])
	found := diff.Compare(a, b, &diff.Rules{KeyOf: names.Key})
	for _, c := range found.Changes[:min(len(found.Changes), maxChanges)] {
		in := b
		if c.Kind == diff.Removed {
			in = a
		}
		changes = append(changes, change{title(in, c.At, titles, names), words(c.A), words(c.B), report.ChangeDelta(c)})
	}
	return changes, found.Equal
}

// title is a location in the words of the schema, such as "Order PO-151119 › Status".
func title(v *ojson.Value, at string, titles map[string]string, rows *report.RowNames) string {
	var names []string
	for _, token := range ojson.Tokens(at) {
		if v.Is(ojson.Array) {
			i, _ := strconv.Atoi(token)
			names, v = append(names, cmp.Or(rows.Row(v, i), "Row "+strconv.Itoa(i+1))), v.Index(i)
			continue
		}
		name, ok := titles[token]
		if !ok {
			name = line(token)
		}
		names, v = append(names, name), v.Get(token)
	}
	if len(names) == 0 {
		return "Result"
	}
	return strings.Join(names, " › ")
}

// words is a value on one line.
func words(v *ojson.Value) string {
	if v == nil || v.Is(ojson.Null) {
		return "–"
	}
	return formgen.InSentence(v)
}

// drawDifference lists what was asked otherwise, and what came of it.
func (s *Stage) drawDifference(d *difference, width int) []string {
	if len(d.came) == 0 && len(d.asked) == 0 {
		return s.middle(bullet("✓  ", "The same was asked, and the same came back.", width, &s.st.Good), 0, width)
	}
	var rows [][]string
	label, note := 0, 0
	for _, c := range slices.Concat(d.asked, d.came) {
		label, note = max(label, ansi.StringWidth(c.label)), max(note, ansi.StringWidth(c.note))
	}
	if width < 60 {
		note = 0
	}
	label = min(max(label, len("Came back")), width/3)
	value := max((width-label-note-2*gap-min(note, gap))/2, 1)
	draw := func(title string, changes []change) {
		if changes == nil {
			changes = []change{{label: "no difference"}}
		}
		rows = append(rows, []string{kit.Pad(ink(&s.st.Accent, title), label+gap) + kit.Pad(ink(&s.st.Dim, "Before"), value+gap) + ink(&s.st.Dim, "Now")})
		for _, c := range changes {
			columns := [3][]string{wrap(c.label, label, maxValue, &s.st.Text), wrap(c.a, value, maxValue, &s.st.Dim), wrap(c.b, value, maxValue, &s.st.Strong)}
			var row []string
			for i := range max(len(columns[0]), len(columns[1]), len(columns[2])) {
				text := cell(columns[0], i, label) + cell(columns[1], i, value) + cell(columns[2], i, value)
				if i == 0 && note > 0 {
					text += ink(&s.st.Dim, c.note)
				}
				row = append(row, text)
			}
			rows = append(rows, row)
		}
		rows = append(rows, []string{""})
	}
	draw("Asked", d.asked)
	draw("Came back", d.came)
	lines := slices.Concat(rows...)
	if d.same > 0 {
		lines = append(lines, ink(&s.st.Dim, english.Plural(d.same, "other value is", "other values are")+" the same."))
	}
	return lines
}

const (
	gap      = 2 // columns between two columns
	maxValue = 4 // lines of a value
)

// cell is a line of a column with the gap behind it.
func cell(lines []string, i, width int) string {
	if i >= len(lines) {
		return strings.Repeat(" ", width+gap)
	}
	return kit.Pad(lines[i], width+gap)
}
