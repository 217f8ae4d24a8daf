package qa

import (
	"fmt"
	"path/filepath"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/dustin/go-humanize/english"

	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/widget/ansistyle"
	"a2aform/ui/kit"
)

// verdictStyle returns the sign of a verdict and its style.
func verdictStyle(p *kit.Pens, v check.Verdict) (sign string, paint *ansistyle.Style) {
	switch v {
	case check.Pass:
		return "✓", &p.Good
	case check.Fail:
		return "✗", &p.Bad
	case check.Error:
		return "!", &p.Bad
	case check.Flaky:
		return "~", &p.Warn
	case check.Skip:
		return "–", &p.Dim
	}
	return "·", &p.Dim
}

// cell is a text at the left of a column.
func cell(text string, width int, paint *ansistyle.Style) string { return paint.Cell(text, width) }

// number is a text at the right of a column.
func number(text string, width int, paint *ansistyle.Style) string {
	return strings.Repeat(" ", max(width-lipgloss.Width(text), 0)) + paint.Paint(text)
}

func (s *List) Restyle() { s.pens = kit.NewPens(s.Styles()) }

func (s *List) Layout(w, h int) {
	s.Base.Layout(w, h)
	s.Filter.SetWidth(max(w-4, 8))
	s.clamp()
}

// rows is how many items are in sight.
func (s *List) rows() int {
	_, height := s.FrameRoom()
	if s.filterLine() != "" {
		height--
	}
	return max(height-1-s.aboutHeight(), 1) // the head
}

// aboutHeight returns the number of lines for the item at the cursor, including the rule above them.
func (s *List) aboutHeight() int {
	switch _, height := s.FrameRoom(); {
	case len(s.Shown) == 0 || height < 6:
		return 0
	case height < 12:
		return 2
	}
	return 4
}

func (s *List) clamp() {
	s.top = max(min(s.top, s.Cursor, len(s.Shown)-s.rows()), s.Cursor-s.rows()+1, 0)
}

func (s *List) HiddenLines() int { return max(len(s.Shown)-s.top-s.rows(), 0) }

// Chips returns what the header says about the list.
func (s *List) Chips() string {
	if s.found == nil || s.found.Root == "" {
		return ""
	}
	n := 0
	for _, e := range s.found.Entries {
		n += e.File.Count
	}
	text := english.Plural(n, "case", "cases")
	if n := len(s.found.Problems); n > 0 {
		text += " · " + english.Plural(n, "problem", "problems")
	}
	return s.progressText() + text + "  "
}

func (s *List) View() string {
	width, height := s.FrameRoom()
	var lines []string
	if filter := s.filterLine(); filter != "" {
		lines = append(lines, filter)
	}
	switch {
	case s.found == nil:
		lines = append(lines, s.Styles().Dim.Render("Reading the cases …"))
	case len(s.items) == 0:
		lines = append(lines, s.emptyLines(width)...)
	case len(s.Shown) == 0:
		lines = append(lines, s.Styles().Dim.Render("No matching cases. Esc clears the filter."))
	default:
		lines = append(lines, s.table(width)...)
	}
	if n := s.aboutHeight(); n > 0 {
		for len(lines) < height-n {
			lines = append(lines, "")
		}
		lines = append(lines, s.aboutLines(width, n)...)
	}
	note := ""
	if len(s.Shown) < len(s.items) {
		note = fmt.Sprintf("%d of %d", len(s.Shown), len(s.items))
	}
	if n := len(s.marked); n > 0 {
		note = strings.TrimPrefix(note+" · "+fmt.Sprintf("%d marked", n), " · ")
	}
	return s.InFrame("Test cases of "+kit.Line(s.open.Card.Name), note, strings.Join(lines[:min(len(lines), max(height, 1))], "\n"))
}

func (s *List) filterLine() string {
	switch {
	case s.Filtering:
		return s.Filter.View()
	case s.Filter.Value() != "":
		return s.Styles().Accent.Render("/ ") + s.Styles().Text.Render(line(s.Filter.Value()))
	}
	return ""
}

// emptyLines explains how to make the first case.
func (s *List) emptyLines(width int) []string {
	st := s.Styles()
	lines := []string{"", st.Strong.Render("No test case yet"), ""}
	lines = append(lines, kit.Wrap("A test case keeps what you send to a skill and what you expect of its answer. You make the first one from a result:", width, 0, st.Text)...)
	lines = append(lines, "",
		"  "+st.Key.Render("esc    ")+st.Text.Render("go back to the agent, and run a skill"),
		"  "+st.Key.Render("S      ")+st.Text.Render("on its result: save it as a test case"),
		"  "+st.Key.Render(kit.Pad(kit.Keys.Cases.Help().Key, 7))+st.Text.Render("come back here, and run it"), "")
	if s.cannotGenerate() == "" {
		lines = append(lines, "  "+st.Key.Render("+      ")+st.Text.Render("or send values that are made from a skill's schema"), "")
	}
	where := "Cases are files in " + filepath.ToSlash(casefile.DefaultDir) + ". To write one from the command line: a2aform cases from last"
	if s.found.Others > 0 {
		where = english.Plural(s.found.Others, "case file is", "case files are") + " of other agents. " + where
	}
	return append(lines, kit.Wrap(where, width, 0, st.Dim)...)
}

// columns are the widths of the columns; 0 leaves one out.
type columns struct{ name, skill, tags, last, rate, p95 int }

const (
	listMarker = 5 // the cursor, the mark and the verdict
	gap        = 2
	maxSkill   = 18
	maxTags    = 16
	minName    = 16
	goodName   = 26 // that other columns leave to the name
)

// columnsOf divides the width. The name takes what the other columns leave.
func (s *List) columnsOf(width int) columns {
	c := columns{last: 8, rate: 5, p95: 7}
	for i := range s.items {
		c.skill = max(c.skill, lipgloss.Width(s.items[i].skill))
		c.tags = max(c.tags, lipgloss.Width(s.items[i].tags))
		if s.items[i].entry != nil {
			c.last = max(c.last, len(lastText(&s.items[i])))
		}
	}
	c.skill, c.tags = min(c.skill, maxSkill), min(c.tags, maxTags)
	rest := func() int {
		used := listMarker
		for _, w := range []int{c.skill, c.tags, c.last, c.rate, c.p95} {
			if w > 0 {
				used += w + gap
			}
		}
		return width - used
	}
	for _, drop := range []*int{&c.tags, &c.p95, &c.skill, &c.rate} {
		if rest() >= goodName || rest() >= minName && drop == &c.rate {
			break
		}
		*drop = 0
	}
	c.name = max(rest(), 1)
	return c
}

// table are the head and the rows in sight.
func (s *List) table(width int) []string {
	c := s.columnsOf(width)
	lines := []string{s.listRow(c, "     ", [...]string{"Case", "Skill", "Tags", "Last", "Pass", "Time"}, &s.pens.Dim, &s.pens.Dim, &s.pens.Dim)}
	for at := s.top; at < min(s.top+s.rows(), len(s.Shown)); at++ {
		lines = append(lines, s.Styles().Row(s.itemRow(c, width, &s.items[s.Shown[at]], at == s.Cursor), at == s.Cursor, width))
	}
	return lines
}

func (s *List) listRow(c columns, marker string, texts [6]string, name, verdict, others *ansistyle.Style) string {
	var sb strings.Builder
	sb.WriteString(marker)
	sb.WriteString(name.Cell(texts[0], c.name))
	put := func(text string, width int, paint *ansistyle.Style, draw func(string, int, *ansistyle.Style) string) {
		if width > 0 {
			sb.WriteString("  ")
			sb.WriteString(draw(text, width, paint))
		}
	}
	put(texts[1], c.skill, others, cell)
	put(texts[2], c.tags, others, cell)
	put(texts[3], c.last, verdict, cell)
	put(texts[4], c.rate, others, number)
	put(texts[5], c.p95, others, number)
	return sb.String()
}

func (s *List) itemRow(c columns, width int, it *item, current bool) string {
	bar, name := " ", &s.pens.Text
	if current {
		bar, name = s.pens.Marker.Paint("▌"), &s.pens.Current
	}
	mark := " "
	if s.marked[it.path()] {
		mark = s.pens.Marker.Paint("●")
	}
	if it.problem != nil {
		return bar + mark + s.pens.Bad.Paint(" ! ") + s.pens.Bad.Cell(it.name+"  "+line(it.problem.Text), max(width-listMarker, 1))
	}
	l := it.entry.Last
	sign, paint := verdictStyle(&s.pens, l.Verdict)
	last, rate, p95 := "not run", "", ""
	if l.Ran > 0 {
		last, rate, p95 = sign+" "+lastText(it), fmt.Sprintf("%d %%", l.Rate()), strings.TrimSpace(kit.Seconds(l.P95))
	}
	return s.listRow(c, bar+mark+" "+paint.Paint(sign)+" ", [...]string{it.name, it.skill, it.tags, strings.TrimPrefix(last, sign+" "), rate, p95}, name, paint, &s.pens.Dim)
}

// lastText says in a word how the cases of a file ended.
func lastText(it *item) string {
	l := it.entry.Last
	switch {
	case it.entry.File.Count > 1 && l.Failed > 0:
		return fmt.Sprintf("%d of %d failed", l.Failed, l.Ran)
	case l.Verdict == check.Pass:
		return "passed"
	case l.Verdict == check.Flaky:
		return "flaky"
	case l.Verdict == check.Fail:
		return "failed"
	}
	return "error"
}

// aboutLines are about the item at the cursor, below a line.
func (s *List) aboutLines(width, n int) []string {
	it, ok := s.current()
	if !ok {
		return nil
	}
	st := s.Styles()
	lines := []string{st.Rule.Render(strings.Repeat("─", width))}
	var text []string
	if it.problem != nil {
		text = kit.Wrap(line(it.problem.Text), width, max(n-2, 1), st.Bad)
		text = append(text, st.Dim.Render(ansi.Truncate(it.name, width, "…")))
	} else {
		if why := it.entry.Case.Why; why != "" {
			text = kit.Wrap(line(why), width, max(n-2, 1), st.Text)
		}
		text = append(text, kit.Wrap(s.factsOf(it), width, 0, st.Dim)...)
	}
	for len(text) < n-1 {
		text = append(text, "")
	}
	return append(lines, text[:max(n-1, 0)]...)
}

// factsOf lists what a case does besides sending its input.
func (s *List) factsOf(it *item) string {
	c, facts := it.entry.Case, []string{}
	add := func(ok bool, text string) {
		if ok {
			facts = append(facts, text)
		}
	}
	if err := s.found.Allows(c, s.about); err != nil {
		add(true, "does not run here: "+line(err.Error()))
	}
	add(c.Skip != "", "skipped: "+line(c.Skip))
	add(c.Input.Invalid, "invalid input")
	add(len(c.Turns) > 0, english.Plural(len(c.Turns), "turn", "turns"))
	add(c.Expect.Same != nil, "output as saved")
	add(c.Repeat > 1, fmt.Sprintf("%d repeats, %d must pass", c.Repeat, c.Need(c.Repeat)))
	facts = append(facts, s.shownPath(it.path()))
	return strings.Join(facts, " · ")
}

// Point moves the cursor to a line that was clicked. It reports whether it was there before.
func (s *List) Point(_, at int) bool {
	at = s.FrameLine(at) - 1
	if s.filterLine() != "" {
		at--
	}
	if at < 0 || at >= s.rows() || s.top+at >= len(s.Shown) {
		return false
	}
	wasThere := s.Cursor == s.top+at
	s.Cursor = s.top + at
	return wasThere
}
