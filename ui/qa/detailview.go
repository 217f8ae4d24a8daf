package qa

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/check"
	"a2aform/internal/safe"
	"a2aform/internal/widget/ansistyle"
	"a2aform/ui/kit"
)

func (s *detail) Restyle() {
	s.pens = kit.NewPens(s.Styles())
}

func (s *detail) Layout(w, h int) {
	s.Base.Layout(w, h)
	s.follow()
}

// wideDetail is from how many columns on the output is next to the expectations: on a terminal of 140.
const wideDetail = 138

func (s *detail) isWide() bool { return s.HasFrame() && s.Width >= wideDetail }

// hasOutput reports that the output fits below the expectations.
func (s *detail) hasOutput() bool { return len(s.output) > 0 && (s.isWide() || s.Height >= 14) }

// border is that between the expectations and the output.
func (s *detail) border() kit.Border {
	if !s.isWide() || !s.hasOutput() {
		return kit.Border{}
	}
	return kit.Border{Of: "case", Usual: s.Width * 11 / 20, Room: s.Width}
}

// sizes are those of the panes, with their borders.
func (s *detail) sizes() (width, height, outputWidth, outputHeight int) {
	width, height = s.Width, s.Height
	switch {
	case !s.hasOutput():
		return width, height, 0, 0
	case s.isWide():
		width = s.Host.Borders.Left(s.border())
		return width, height, s.Width - width, height
	}
	frame := 0
	if s.HasFrame() {
		frame = kit.FrameHeight
	}
	wanted := min(len(s.lines), 8) + s.inputHeight() + 1 + detailLines + frame
	height = min(wanted, s.Height*3/5)
	return width, height, s.Width, s.Height - height
}

// inner is the size of the inside of a pane.
func (s *detail) inner(width, height int) (columns, rows int) {
	if !s.HasFrame() {
		return width, height
	}
	return width - kit.FrameWidth, height - kit.FrameHeight
}

const detailLines = 6 // about the expectation at the cursor, with the line above them

// listRows is how many expectations are in sight.
func (s *detail) listRows() int {
	width, height, _, _ := s.sizes()
	_, rows := s.inner(width, height)
	return max(rows-1-s.inputHeight()-min(detailLines, rows/2), 1)
}

func (s *detail) clamp() {
	s.cursor = max(min(s.cursor, len(s.lines)-1), 0)
	s.top = max(min(s.top, s.cursor, len(s.lines)-s.listRows()), s.cursor-s.listRows()+1, 0)
}

func (s *detail) HiddenLines() int {
	if s.isOnJSON {
		return s.scroll.HiddenLines()
	}
	return max(len(s.lines)-s.top-s.listRows(), 0)
}

// follow shows the place of the expectation at the cursor in the output.
func (s *detail) follow() {
	if name, v := s.shownValue(); v == nil {
		s.output, s.outputName = nil, ""
	} else if name != s.outputName || s.outputOfAttempt != s.attempt {
		s.output, s.outputName, s.outputOfAttempt = linesOf(v), name, s.attempt
	}
	s.clamp()
	s.mark()
	if s.marked >= 0 {
		s.scroll.Reveal(s.marked)
	}
}

// outputOf is the member of the verdict document that the place of the expectation at the cursor is in, by its name.
func (s *detail) outputOf() (name string, v *ojson.Value) {
	a := s.current()
	if a == nil || a.Result == nil {
		return "", nil
	}
	var l check.Line
	if s.cursor < len(s.lines) {
		l = s.lines[s.cursor]
	}
	member, _, _ := strings.Cut(strings.TrimPrefix(l.At, "/"), "/")
	names := []string{member, "data", "artifacts"}
	if member == "" && countData(a.Document) > 1 {
		names = []string{"artifacts"}
	}
	for _, name := range names {
		if v := a.Document.Get(name); name != "" && (v.Is(ojson.Object) || v.Is(ojson.Array) && v.Len() > 0) {
			return name, ojson.NewObject(ojson.Member{Name: name, Value: v})
		}
	}
	return "", a.Document
}

// countData is how many parts of the output contain data. The member data is the first of them.
func countData(document *ojson.Value) (n int) {
	for _, artifact := range document.Get("artifacts").Items() {
		for _, part := range artifact.Get("parts").Items() {
			if part.Get("data").Exists() {
				n++
			}
		}
	}
	return n
}

// jsonLine is a line of a value, and the place of what it begins.
type jsonLine struct{ text, at string }

// maxOutput bounds the lines of an output that are shown; enter opens all of it.
const maxOutput = 5000

// linesOf is a value as indented JSON, with the place of each line.
func linesOf(v *ojson.Value) []jsonLine {
	var lines []jsonLine
	var add func(v *ojson.Value, at, indent, before, after string)
	add = func(v *ojson.Value, at, indent, before, after string) {
		if len(lines) >= maxOutput {
			return
		}
		switch {
		case v.Is(ojson.Object) && len(v.Members()) > 0:
			lines = append(lines, jsonLine{indent + before + "{", at})
			for i, m := range v.Members() {
				add(m.Value, ojson.Pointer(at, m.Name), indent+"  ", line(string(ojson.NewString(m.Name).Compact()))+": ", comma(i, len(v.Members())))
			}
			lines = append(lines, jsonLine{indent + "}" + after, ""})
		case v.Is(ojson.Array) && v.Len() > 0:
			lines = append(lines, jsonLine{indent + before + "[", at})
			for i, item := range v.Items() {
				add(item, ojson.Pointer(at, strconv.Itoa(i)), indent+"  ", "", comma(i, v.Len()))
			}
			lines = append(lines, jsonLine{indent + "]" + after, ""})
		default:
			lines = append(lines, jsonLine{indent + before + safe.Text(string(v.Compact())).Line(safe.CellLimit()).String() + after, at})
		}
	}
	add(v, "", "", "", "")
	if len(lines) >= maxOutput {
		lines = append(lines, jsonLine{"… more: enter opens the run", ""})
	}
	return lines
}

func comma(i, n int) string {
	if i+1 < n {
		return ","
	}
	return ""
}

// nearest is the line of a place, or of the nearest one around it.
func nearest(lines []jsonLine, at string) (int, bool) {
	for at != "" {
		for i := range lines {
			if lines[i].at == at {
				return i, true
			}
		}
		at = at[:strings.LastIndexByte(at, '/')]
	}
	return 0, false
}

// mark finds the lines of the places that do not hold, and that of the expectation at the cursor.
func (s *detail) mark() {
	_, _, width, height := s.sizes()
	_, rows := s.inner(width, height)
	s.scroll.Height = max(rows, 1)
	s.scroll.Set(make([]string, len(s.output))) // drawn where they are in sight
	s.marks, s.marked = map[int]*check.Line{}, -1
	for i := len(s.lines) - 1; i >= 0; i-- { // the first one counts
		l := &s.lines[i]
		if l.At == "" || l.Outcome == check.OK && i != s.cursor {
			continue
		}
		at, ok := nearest(s.output, l.At)
		if ok && l.Outcome != check.OK {
			s.marks[at] = l
		}
		if ok && i == s.cursor {
			s.marked = at
		}
	}
	if s.marked >= 0 && s.lines[s.cursor].Outcome != check.OK {
		s.marks[s.marked] = &s.lines[s.cursor]
	}
}

// outputLines are the lines of the output in sight.
func (s *detail) outputLines(width, height int) []string {
	columns, rows := s.inner(width, height)
	top := max(min(s.scroll.Top, len(s.output)-rows), 0)
	var lines []string
	for i := top; i < min(top+rows, len(s.output)); i++ {
		lines = append(lines, s.outputLine(s.output[i], s.marks[i], i == s.marked, columns))
	}
	return lines
}

// outputLine is a line of the output, with what was expected there.
func (s *detail) outputLine(l jsonLine, mark *check.Line, current bool, width int) string {
	before := "  "
	switch {
	case mark != nil:
		before = s.pens.Bad.Paint("✗ ")
	case current:
		before = s.pens.Marker.Paint("▌ ")
	}
	text := ansi.Truncate(l.text, max(width-2, 1), "…")
	if mark == nil {
		return before + s.Styles().Syntax.JSON(text)
	}
	expected := expectedText(l, mark)
	room := width - 2 - lipgloss.Width(text)
	return before + s.pens.Bad.Paint(text) + s.pens.Dim.Paint(ansi.Truncate(expected, max(room, 0), "…"))
}

// expectedText says behind a line of the output what was expected there. Names of members are untrusted text.
func expectedText(l jsonLine, mark *check.Line) string {
	if l.at != mark.At {
		return "  " + line(mark.At[len(l.at):]) + " is missing"
	}
	return "  expected " + line(mark.Expected)
}

func (s *detail) View() string {
	width, height, outputWidth, outputHeight := s.sizes()
	list := s.pane(s.title(), s.note(), s.listLines(width, height), width, height, !s.isOnJSON)
	if !s.hasOutput() {
		return strings.Join(list, "\n")
	}
	name := "Output"
	if s.outputName == "input" {
		name = "Input"
	}
	output := s.pane(name, "", s.outputLines(outputWidth, outputHeight), outputWidth, outputHeight, s.isOnJSON)
	if s.isWide() {
		return strings.Join(kit.Beside(list, output), "\n")
	}
	return strings.Join(append(list, output...), "\n")
}

// pane draws lines in a pane, or as they are where none fits.
func (s *detail) pane(title, note string, lines []string, width, height int, hasFocus bool) []string {
	if s.HasFrame() {
		return s.Styles().Pane.Draw(kit.Pane{Title: title, Note: note, IsNoteStyled: true, Lines: lines, Width: width, Height: height, HasFocus: hasFocus})
	}
	for len(lines) < height {
		lines = append(lines, "")
	}
	return lines[:max(height, 0)]
}

func (s *detail) title() string {
	if n := len(s.result.Attempts); n > 1 {
		return fmt.Sprintf("Attempt %d of %d", s.attempt+1, n)
	}
	return "Expectations"
}

// note is the verdict.
func (s *detail) note() string {
	verdict := s.result.Verdict
	if a := s.current(); a != nil {
		verdict = a.Verdict
	}
	sign, paint := verdictStyle(&s.pens, verdict)
	return paint.Paint(sign + " " + string(verdict))
}

// listLines are the expectations, and all of the one at the cursor below them.
func (s *detail) listLines(width, height int) []string {
	width, height = s.inner(width, height)
	const marker = 4
	what := 0
	for i := range s.lines {
		what = max(what, lipgloss.Width(lineName(&s.lines[i])))
	}
	rest := width - marker - 2*gap
	what = min(what, rest*2/5)
	expected := (rest - what) / 2
	seen := rest - what - expected
	row := func(before, name, want, got string, paint, gotPaint *ansistyle.Style) string {
		return before + paint.Cell(name, what) + "  " + paint.Cell(want, expected) + "  " + gotPaint.Cell(got, seen)
	}
	var lines []string
	if n := s.inputHeight(); n > 0 {
		lines = append(lines, "    "+s.pens.Dim.Cell("Input", what)+"  "+s.pens.Text.Cell(line(string(s.input().Compact())), width-marker-what-gap))
	}
	lines = append(lines, row("    ", "Check", "Expected", "Seen", &s.pens.Dim, &s.pens.Dim))
	rows := s.listRows()
	for i := s.top; i < min(s.top+rows, len(s.lines)); i++ {
		l := &s.lines[i]
		bar, paint := " ", &s.pens.Text
		if i == s.cursor {
			bar, paint = s.pens.Marker.Paint("▌"), &s.pens.Current
		}
		sign, tone := s.outcome(l.Outcome)
		got := tone
		if l.Outcome == check.OK {
			got = &s.pens.Dim
		}
		lines = append(lines, row(bar+" "+tone.Paint(sign)+" ", lineName(l), line(l.Expected), line(l.Seen), paint, got))
	}
	return append(lines, s.aboutLine(width, max(height-len(lines), 0))...)
}

// lineName is what an expectation is about.
func lineName(l *check.Line) string { return strings.TrimSpace(l.Check + " " + line(l.At)) }

// outcome is the sign of what an expectation came to, and its color.
func (s *detail) outcome(o check.Outcome) (string, *ansistyle.Style) {
	switch o {
	case check.OK:
		return "✓", &s.pens.Good
	case check.Failed:
		return "✗", &s.pens.Bad
	case check.NotReached:
		return "–", &s.pens.Warn
	}
	return "·", &s.pens.Dim // what is no expectation
}

// aboutLine is all of the expectation at the cursor, on at most n lines with the one above them.
func (s *detail) aboutLine(width, n int) []string {
	if s.cursor >= len(s.lines) || n < 2 {
		return nil
	}
	st, l := s.Styles(), s.lines[s.cursor]
	var facts []kit.Fact
	if l.At != "" {
		facts = append(facts, kit.Fact{Label: "Location", Text: line(l.At), Style: st.Text})
	}
	facts = append(facts, kit.Fact{Label: "Expected", Text: line(l.Expected), Style: st.Text})
	seen := kit.Fact{Label: "Seen", Text: line(l.Seen), Style: st.Text}
	switch l.Outcome {
	case check.Failed:
		seen.Style = st.Bad
	case check.NotReached:
		seen.Label, seen.Style = "Not reached", st.Warn
	case check.OK:
	}
	facts = append(facts, seen)
	if why := cmp.Or(l.Why, s.result.Case.Why); why != "" {
		facts = append(facts, kit.Fact{Label: "Why", Text: line(why), Style: st.Text})
	}
	lines := append([]string{st.Rule.Render(strings.Repeat("─", width))}, kit.DrawFacts(st, facts, width, 2)...)
	return lines[:min(len(lines), n)]
}
