package qa

import (
	"cmp"
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/check"
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

// place is where the parts of the case are.
func (s *detail) place() detailLayout {
	return detailLayoutOf(detailFacts{
		width: s.Width, height: s.Height, hasFrame: s.HasFrame(), left: s.Host.Borders.Left,
		expectations: len(s.lines), hasInput: s.input() != nil, hasOutput: len(s.output) > 0,
	})
}

// inside is the size of the inside of a pane, or of what is without one.
func (s *detail) inside(r kit.Rect) (width, height int) {
	if !s.HasFrame() {
		return r.Width, r.Height
	}
	return r.Inside()
}

func (s *detail) clamp() {
	rows := s.place().rows
	s.cursor = max(min(s.cursor, len(s.lines)-1), 0)
	s.top = max(min(s.top, s.cursor, len(s.lines)-rows), s.cursor-rows+1, 0)
}

func (s *detail) HiddenLines() int {
	if s.isOnJSON {
		return s.scroll.HiddenLines()
	}
	return max(len(s.lines)-s.top-s.place().rows, 0)
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

// maxOutput bounds the lines of an output that are shown; enter opens all of it.
const maxOutput = 5000

// linesOf is a value as indented JSON, with the place of each line.
func linesOf(v *ojson.Value) []kit.JSONLine {
	lines := kit.LinesOfJSON(v, maxOutput)
	if len(lines) >= maxOutput {
		lines = append(lines, kit.JSONLine{Text: "… more: Enter opens the run"})
	}
	return lines
}

// mark finds the lines of the places that do not hold, and that of the expectation at the cursor.
func (s *detail) mark() {
	_, rows := s.inside(s.place().output)
	s.scroll.Height = max(rows, 1)
	s.scroll.Set(make([]string, len(s.output))) // drawn where they are in sight
	s.marks, s.marked = map[int]*check.Line{}, -1
	for i := len(s.lines) - 1; i >= 0; i-- { // the first one counts
		l := &s.lines[i]
		if l.At == "" || l.Outcome == check.OK && i != s.cursor {
			continue
		}
		at, ok := kit.LineOfJSON(s.output, l.At)
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
func (s *detail) outputLines(in kit.Rect) []string {
	columns, rows := s.inside(in)
	top := max(min(s.scroll.Top, len(s.output)-rows), 0)
	var lines []string
	for i := top; i < min(top+rows, len(s.output)); i++ {
		lines = append(lines, s.outputLine(s.output[i], s.marks[i], i == s.marked, columns))
	}
	return lines
}

// outputLine is a line of the output, with what was expected there.
func (s *detail) outputLine(l kit.JSONLine, mark *check.Line, current bool, width int) string {
	before := "  "
	switch {
	case mark != nil:
		before = s.pens.Bad.Paint("✗ ")
	case current:
		before = s.pens.Marker.Paint("▌ ")
	}
	text := ansi.Truncate(l.Text, max(width-2, 1), "…")
	if mark == nil {
		return before + s.Styles().Syntax.JSON(text)
	}
	expected := expectedText(l, mark)
	room := width - 2 - lipgloss.Width(text)
	return before + s.pens.Bad.Paint(text) + s.pens.Dim.Paint(ansi.Truncate(expected, max(room, 0), "…"))
}

// expectedText says behind a line of the output what was expected there. Names of members are untrusted text.
func expectedText(l kit.JSONLine, mark *check.Line) string {
	if l.At != mark.At {
		return "  " + line(mark.At[len(l.At):]) + " is missing"
	}
	return "  expected " + line(mark.Expected)
}

func (s *detail) View() string {
	l := s.place()
	list := s.pane(s.title(), s.note(), s.listLines(l), l.expectations, !s.isOnJSON)
	if !l.output.IsShown() {
		return strings.Join(list, "\n")
	}
	name := "Output"
	if s.outputName == "input" {
		name = "Input"
	}
	output := s.pane(name, "", s.outputLines(l.output), l.output, s.isOnJSON)
	if l.isBeside {
		return strings.Join(kit.Beside(list, output), "\n")
	}
	return strings.Join(append(list, output...), "\n")
}

// pane draws lines in a pane, or as they are where none fits.
func (s *detail) pane(title, note string, lines []string, in kit.Rect, hasFocus bool) []string {
	if s.HasFrame() {
		return s.Styles().Pane.Draw(kit.Pane{Title: title, Note: note, IsNoteStyled: true, Lines: lines, Width: in.Width, Height: in.Height, HasFocus: hasFocus})
	}
	for len(lines) < in.Height {
		lines = append(lines, "")
	}
	return lines[:max(in.Height, 0)]
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
func (s *detail) listLines(l detailLayout) []string {
	width, height := s.inside(l.expectations)
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
	if l.input > 0 {
		lines = append(lines, "    "+s.pens.Dim.Cell("Input", what)+"  "+s.pens.Text.Cell(line(string(s.input().Compact())), width-marker-what-gap))
	}
	lines = append(lines, row("    ", "Check", "Expected", "Seen", &s.pens.Dim, &s.pens.Dim))
	for i := s.top; i < min(s.top+l.rows, len(s.lines)); i++ {
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
		text := row(bar+" "+tone.Paint(sign)+" ", lineName(l), line(l.Expected), line(l.Seen), paint, got)
		lines = append(lines, s.Styles().Row(text, i == s.cursor, width))
	}
	return append(lines, s.aboutLine(width, max(height-len(lines), 0))...)
}

// checkNames are the checks of case files in the words of the screen that saves a case.
var checkNames = map[string]string{
	"state": "Outcome", "same": "Output", "output": "Schema", "schemas": "Schema", "artifacts": "Artifacts", "first-artifact": "First artifact", "settled": "Time",
	"value": "Value", "that": "Condition", "turns": "Turns", "run": "Run", "capture": "Capture", noteCheck: "Note",
}

// checkName is a check by its name on screens, also that of a turn.
func checkName(check string) string {
	turn, of, isTurn := strings.Cut(check, ": ")
	if !isTurn {
		return cmp.Or(checkNames[check], check)
	}
	return turn + ": " + cmp.Or(checkNames[of], of)
}

// lineName is what an expectation is about.
func lineName(l *check.Line) string {
	return strings.TrimSpace(checkName(l.Check) + " " + line(cmp.Or(l.About, strings.TrimPrefix(l.At, "/data/"))))
}

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
	switch {
	case l.Expected+l.Seen == "":
		return nil
	case l.Check == noteCheck:
		text := kit.Fact{Label: "Note", Text: line(l.Seen), Style: st.Text}
		return append([]string{st.Rule.Render(strings.Repeat("─", width))}, kit.DrawFacts(st, []kit.Fact{text}, width, min(2, n-1))...)
	}
	facts = append(facts, kit.Fact{Label: "Expected", Text: line(l.Expected), Style: st.Text})
	seen := kit.Fact{Label: "Seen", Text: line(l.Seen), Style: st.Text}
	switch l.Outcome {
	case check.Failed:
		seen.Style = st.Bad
	case check.NotReached:
		seen.Text, seen.Style = "Not reached: "+seen.Text, st.Warn
	case check.OK:
	}
	facts = append(facts, seen)
	if why := cmp.Or(l.Why, s.result.Case.Why); why != "" {
		facts = append(facts, kit.Fact{Label: "Why", Text: line(why), Style: st.Text})
	}
	if at := cmp.Or(l.About, l.At); at != "" {
		facts = append(facts, kit.Fact{Label: "Location", Text: line(at), Style: st.Text})
	}
	lines := append([]string{st.Rule.Render(strings.Repeat("─", width))}, kit.DrawFacts(st, facts, width, 2)...)
	return lines[:min(len(lines), n)]
}
