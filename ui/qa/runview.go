package qa

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"charm.land/lipgloss/v2"
	"github.com/dustin/go-humanize/english"

	"a2aform/internal/qa/check"
	"a2aform/internal/widget/ansistyle"
	"a2aform/ui/kit"
)

func (s *Run) Restyle() { s.pens = kit.NewPens(s.Styles()) }

func (s *Run) Layout(w, h int) {
	s.Base.Layout(w, h)
	s.clamp()
}

// head is how many lines are above the rows: the progress, what went wrong with the whole run, and the names of the columns.
func (s *Run) head() int {
	if s.view.err != nil && !s.view.running {
		return 3
	}
	return 2
}

// rows is how many rows are in sight.
func (s *Run) rows() int {
	_, height := s.FrameRoom()
	return max(height-s.head()-s.whatHeight(), 1)
}

// whatHeight is how many lines are kept for what did not hold in the case at the cursor.
func (s *Run) whatHeight() int {
	if _, height := s.FrameRoom(); height >= 8 {
		return 2
	}
	return 0
}

func (s *Run) clamp() {
	s.cursor = max(min(s.cursor, len(s.shown)-1), 0)
	s.top = max(min(s.top, s.cursor, len(s.shown)-s.rows()), s.cursor-s.rows()+1, 0)
}

func (s *Run) HiddenLines() int { return max(len(s.shown)-s.top-s.rows(), 0) }

func (s *Run) View() string {
	width, height := s.FrameRoom()
	lines := []string{s.progress(width)}
	if s.head() > 2 {
		lines = append(lines, s.pens.Bad.Cell("✗ "+line(s.view.err.Error()), width))
	}
	c := s.columnsOf(width)
	lines = append(lines, s.runRow(c, "    ", [...]string{"Case", "Passed", "State", "Output", "Time", "What"}, &s.pens.Dim, &s.pens.Dim, &s.pens.Dim))
	for at := s.top; at < min(s.top+s.rows(), len(s.shown)); at++ {
		lines = append(lines, s.Styles().Row(s.caseRow(c, &s.view.rows[s.shown[at]], at == s.cursor), at == s.cursor, width))
	}
	if waiting := s.view.total - len(s.view.rows); waiting > 0 && len(lines) < height-s.whatHeight() {
		lines = append(lines, s.pens.Dim.Paint("    and "+english.Plural(waiting, "more case", "more cases")))
	}
	if len(s.shown) == 0 && s.onlyFailed {
		lines = append(lines, s.pens.Dim.Paint("    No case has failed. f shows all cases."))
	}
	if n := s.whatHeight(); n > 0 {
		for len(lines) < height-n {
			lines = append(lines, "")
		}
		lines = append(lines, s.Styles().Rule.Render(strings.Repeat("─", width)), s.whatLine(width))
	}
	note := ""
	switch {
	case s.onlyFailed:
		note = "failures only"
	case s.inOrder:
		note = "in order"
	}
	return s.InFrame("Run against "+kit.Line(s.list.open.Card.Name), note, strings.Join(lines[:min(len(lines), max(height, 1))], "\n"))
}

// whatLine is what did not hold in the case at the cursor.
func (s *Run) whatLine(width int) string {
	r, ok := s.current()
	switch {
	case !ok:
		return ""
	case r.about == "":
		return s.pens.Dim.Cell(r.name, width)
	}
	_, paint := verdictStyle(&s.pens, r.verdict)
	return paint.Cell(r.about, width)
}

// progress is how far the run is: a bar and the counts.
func (s *Run) progress(width int) string {
	v := &s.view
	var counts []string
	for _, verdict := range []check.Verdict{check.Pass, check.Fail, check.Flaky, check.Error, check.Skip} {
		if n := v.counts[verdict]; n > 0 || verdict == check.Pass || verdict == check.Fail {
			sign, paint := verdictStyle(&s.pens, verdict)
			if n == 0 {
				paint = &s.pens.Dim
			}
			counts = append(counts, paint.Paint(fmt.Sprintf("%s %d", sign, n)))
		}
	}
	done := fmt.Sprintf("%d/%d", v.ended, v.total)
	text := "  " + s.pens.Head.Paint(done) + "  " + strings.Join(counts, "  ") + "  " + s.pens.Dim.Paint(s.timeText())
	room := width - lipgloss.Width(text)
	const minBar, maxBar = 8, 60
	if room < minBar {
		return strings.TrimPrefix(text, "  ")
	}
	return s.bar(min(room, maxBar)) + text
}

// timeText is how long the run took, or what is left of it.
func (s *Run) timeText() string {
	v := &s.view
	switch {
	case v.running && v.left > 0:
		return "about " + strings.TrimSpace(kit.Seconds(v.left.Round(time.Second))) + " left"
	case v.running:
		return kit.Seconds(v.took)
	case v.stopped:
		return kit.Seconds(v.took) + "  stopped"
	}
	return kit.Seconds(v.took)
}

// bar is the share of cases that have ended, each verdict in its color. One that came up is seen, however small its share.
func (s *Run) bar(width int) string {
	v, left := &s.view, width
	var sb strings.Builder
	for _, verdict := range []check.Verdict{check.Fail, check.Error, check.Flaky, check.Skip, check.Pass} {
		n := v.counts[verdict]
		if n == 0 || v.total == 0 {
			continue
		}
		full := min(max(width*n/v.total, 1), left)
		if v.ended == v.total && verdict == check.Pass {
			full = left
		}
		_, paint := verdictStyle(&s.pens, verdict)
		sb.WriteString(paint.Paint(strings.Repeat("█", full)))
		left -= full
	}
	return sb.String() + s.pens.Dim.Paint(strings.Repeat("░", left))
}

// runColumns are the widths of the columns; 0 leaves one out.
type runColumns struct{ name, passed, state, output, took, what int }

// columnsOf divides the width. The name and the problem take what the other columns leave.
func (s *Run) columnsOf(width int) runColumns {
	c := runColumns{state: 7, output: 6, took: 7}
	if s.view.widths.passed > 0 {
		c.passed = max(s.view.widths.passed, len("Passed"))
	}
	c.state = min(max(c.state, s.view.widths.state), maxState)
	c.name, c.what = s.view.widths.name, s.view.widths.what
	const wideRun, narrowRun = 90, 56
	if width < narrowRun {
		c.output, c.passed, c.what = 0, 0, 0
		if width < narrowRun-12 {
			c.took = 0
		}
	} else if width < wideRun {
		c.passed, c.output = 0, 0
	}
	rest := width - runMarker
	for _, w := range []int{c.passed, c.state, c.output, c.took} {
		if w > 0 {
			rest -= w + gap
		}
	}
	if c.what = min(c.what, max(rest/2, rest-c.name)-gap); c.what < minWhat {
		c.what = 0
	} else {
		rest -= c.what + gap
	}
	c.name = max(rest, 1)
	return c
}

const (
	runMarker = 4 // the cursor and the verdict
	maxState  = 16
	minWhat   = 12
)

func (s *Run) runRow(c runColumns, marker string, texts [6]string, name, state, what *ansistyle.Style) string {
	var sb strings.Builder
	sb.WriteString(marker)
	sb.WriteString(name.Cell(texts[0], c.name))
	put := func(text string, width int, paint *ansistyle.Style, draw func(string, int, *ansistyle.Style) string) {
		if width > 0 {
			sb.WriteString("  ")
			sb.WriteString(draw(text, width, paint))
		}
	}
	put(texts[1], c.passed, &s.pens.Dim, number)
	put(texts[2], c.state, state, cell)
	output := &s.pens.Dim
	if strings.HasPrefix(texts[3], "✗") {
		output = &s.pens.Bad
	}
	put(texts[3], c.output, output, cell)
	put(texts[4], c.took, &s.pens.Dim, number)
	put(texts[5], c.what, what, cell)
	return sb.String()
}

func (s *Run) caseRow(c runColumns, r *row, current bool) string {
	bar, name := " ", &s.pens.Text
	if current {
		bar, name = s.pens.Marker.Paint("▌"), &s.pens.Current
	}
	sign, paint := verdictStyle(&s.pens, r.verdict)
	texts := [...]string{r.name, r.passed, r.state, r.output, "", r.what}
	switch {
	case r.verdict != "":
		if r.took > 0 {
			texts[4] = strings.TrimSpace(kit.Seconds(r.took))
		}
	case r.began.IsZero():
		texts[2] = cmp.Or(r.state, "waits")
	default:
		sign, paint = kit.Spinner(s.frame), &s.pens.Marker
		texts[2], texts[4] = "running", strings.TrimSpace(kit.Seconds(time.Since(r.began)))
	}
	what := paint
	if r.verdict == check.Pass {
		what = &s.pens.Dim
	}
	state := &s.pens.Dim
	if isFailure(r) {
		state = &s.pens.Text
	}
	return s.runRow(c, bar+" "+paint.Paint(sign)+" ", texts, name, state, what)
}

// Point moves the cursor to a line that was clicked. It reports whether it was there before.
func (s *Run) Point(_, at int) bool {
	at = s.FrameLine(at) - s.head()
	if at < 0 || at >= s.rows() || s.top+at >= len(s.shown) {
		return false
	}
	wasThere := s.cursor == s.top+at
	s.cursor = s.top + at
	s.at = s.shown[s.cursor]
	return wasThere
}
