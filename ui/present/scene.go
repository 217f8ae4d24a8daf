package present

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/dustin/go-humanize/english"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/present"
	"a2aform/internal/run"
	"a2aform/render"
	"a2aform/render/draw"
	"a2aform/render/value"
	"a2aform/ui/kit"
)

// task is how far the task is: its rows as they come in, or the agent's words.
func (s *Stage) task(p *performed, width, height int) []string {
	now := &p.snapshot
	isOver := now.Phase.IsOver() && p.isOver
	said := s.lastWords(now)
	var below []string
	switch {
	case now.Phase == run.Paused:
		below = append(s.asks(s.question(now), width, height), "", "") // where the answer will be
	case isOver:
		below = append(s.end(now, said, width), s.facts(p, width)...)
	default:
		below = bullet(spinner[s.frame/2%len(spinner)]+"  ", said, width, &s.st.Text)
	}
	room := max(height-len(below)-1, 1)
	lines := s.table(p, width, 0)
	if bar := s.bar(now, width); bar != "" && (len(lines)+2 <= room || !isOver && room > p.drawn.head+4) {
		below = append(below, "", bar)
		room -= 2
	}
	if len(lines) == 0 {
		return s.middle(append(s.said(now, width, height-len(below)-1), below...), min(leastBlock, width), width)
	}
	lines = s.table(p, width, room)
	if len(lines) > room { // the newest rows, below the head
		head := min(p.drawn.head, room)
		lines = slices.Concat(lines[:head], lines[len(lines)-(room-head):])
	}
	lines = slices.Concat(lines, []string{""}, below)
	return append(lines, make([]string, max(height-len(lines), 0))...) // rows that come in stay where they are
}

var spinner = []string{"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"}

// end says how a task ended.
func (s *Stage) end(now *run.Snapshot, said string, width int) []string {
	if now.Phase == run.Errored || now.Phase == run.Settled && now.State != "completed" {
		return bullet("○  ", "The agent did not finish this time.", width, &s.st.Dim)
	}
	if strings.HasSuffix(said, "…") || strings.HasSuffix(said, "...") {
		said = "Done" // what it did before
	}
	return bullet("✓  ", said, width, &s.st.Good)
}

// said is what the agent said before its last words, each with the time since the message was sent: the last ones that fit, with an empty line below
// them.
func (s *Stage) said(now *run.Snapshot, width, height int) (lines []string) {
	var times, texts []string
	for i := range now.Timeline.Len() {
		if e := now.Timeline.Entry(i); e.Kind == run.MessageEntry {
			times, texts = append(times, kit.Seconds(max(e.At.Sub(now.Started), 0))), append(texts, kit.Line(e.Text))
		}
	}
	n := len(texts)
	if n > 0 && texts[n-1] == s.lastWords(now) {
		n-- // it is below
	}
	if n <= 0 || height < 2 {
		return nil
	}
	for i := max(n-height+1, 0); i < n; i++ {
		text := ink(&s.st.Dim, fmt.Sprintf("%*s", timeWidth, times[i])) + "  " + ink(&s.st.Text, texts[i])
		lines = append(lines, ansi.Truncate(text, width, "…"))
	}
	return append(lines, "")
}

// timeWidth is how many cells the times before what an agent said have.
const timeWidth = 7

// facts are a state that is not the good end, how many rows came, and how long that took, below how it ended.
func (s *Stage) facts(p *performed, width int) []string {
	now := &p.snapshot
	var words []string
	if now.State != "" && now.State != "completed" {
		words = append(words, string(now.State)+" ·")
	}
	if p.document != nil && p.document.Rows() > 0 {
		words = append(words, english.Plural(p.document.Rows(), "row", "rows"))
	}
	if took := now.Ended.Sub(now.Started); took > 0 {
		words = append(words, "in "+strings.TrimSpace(kit.Seconds(took)))
	}
	if len(words) == 0 {
		return nil
	}
	return append([]string{""}, bullet("   ", strings.Join(words, " "), width, &s.st.Dim)...)
}

// lastWords is what the agent said last.
func (s *Stage) lastWords(now *run.Snapshot) string {
	for i := now.Timeline.Len() - 1; i >= 0; i-- {
		if e := now.Timeline.Entry(i); e.Kind == run.MessageEntry {
			return kit.Line(e.Text)
		}
	}
	switch agent := s.agentName(); {
	case now.Phase.IsOver():
		return "Done"
	case now.Phase == run.Sending:
		return "Sending it to " + agent + "…"
	default:
		return "Sent. " + agent + " is working…"
	}
}

// bar is how far the agent says that it is, as in "Day 2 of 4"; "" where it has not said so.
func (s *Stage) bar(now *run.Snapshot, width int) string {
	for i := now.Timeline.Len() - 1; i >= 0; i-- {
		e := now.Timeline.Entry(i)
		done, of := 0, 0
		if e.Kind == run.MessageEntry {
			done, of = progress(kit.Line(e.Text))
		}
		if of == 0 {
			continue
		}
		if now.Phase.IsOver() {
			done = of
		}
		cells := max(min(width/2, 40), 8)
		full := cells * done / of
		return ink(&s.st.Data, strings.Repeat("█", full)) + ink(&s.st.Rule, strings.Repeat("░", cells-full)) + "   " +
			ink(&s.st.Dim, strconv.Itoa(done)+" of "+strconv.Itoa(of))
	}
	return ""
}

// progress reads "2 of 4" in a text; 0, 0 where it says nothing like it.
func progress(text string) (done, of int) {
	words := strings.Fields(text)
	for i := 1; i+1 < len(words); i++ {
		done, failed := strconv.Atoi(words[i-1])
		of, failedToo := strconv.Atoi(words[i+1])
		if words[i] == "of" && failed == nil && failedToo == nil && done >= 0 && done <= of && of > 0 && of <= maxProgress {
			return done, of
		}
	}
	return 0, 0
}

// maxProgress is how many steps an agent can count.
const maxProgress = 1_000_000

// drawing is a result as it was drawn last.
type drawing struct {
	of    *render.Document
	width int
	st    *kit.Styles
	lines []string
	head  int // lines above the rows where it is one table, else 0

	hidden int // columns that are not shown
}

// table is a result, with empty lines between its rows where they fit.
func (s *Stage) table(p *performed, width, height int) []string {
	d := p.document
	if d == nil || len(d.Sections) == 0 {
		return nil
	}
	c := &p.drawn
	if c.of != d || c.width != width || c.st != s.st {
		c.of, c.width, c.st = d, width, s.st
		style := s.st.Render
		style.Key = func(name string) string { return strings.Repeat(" ", ansi.StringWidth(name)) } // titles are enough
		style.ForAudience = true
		bare := draw.Style{Yes: style.Yes, No: style.No, ForAudience: true}
		plain := draw.Frame(d, width, bare)
		if wide := s.tableWidth(); wide > width && headOf(plain.Lines) > 0 && (plain.Hidden > 0 || isCut(plain.Lines)) {
			width = wide
			plain = draw.Frame(d, width, bare)
		}
		c.lines, c.hidden = draw.Frame(d, width, style).Lines, plain.Hidden
		c.head = headOf(plain.Lines)
		if text := briefOf(d, width); text != "" && c.head > 0 {
			c.lines = append([]string{ink(&s.st.Accent, text), ""}, c.lines...)
			c.head += 2
		}
	}
	if c.head > 0 && 2*len(c.lines)-c.head+min(2*c.hidden, 2) <= height {
		return spread(c.lines, c.head)
	}
	return c.lines
}

// chart is the chart of a result, nil for one that has none.
func (p *performed) chart() *present.ResultChart {
	if p.document != nil && p.charted.of != p.document {
		p.charted.of, p.charted.chart = p.document, present.ChartOf(p.document)
	}
	return p.charted.chart
}

// charted is the chart of a result as it was read last.
type charted struct {
	of    *render.Document
	chart *present.ResultChart
}

// drawChart draws a chart in the colors of the stage.
func (s *Stage) drawChart(c *present.ResultChart, width, height int) []string {
	with := func(style *lipgloss.Style) func(string) string {
		return func(text string) string { return ink(style, text) }
	}
	return c.Draw(c.Table, c.Points, width, height, draw.ChartStyle{Mark: with(&s.st.Data), Axis: with(&s.st.Rule), Label: with(&s.st.Text)})
}

// maxBriefed is how many rows a table has at most of which a slide says what they come to: it is worked out while the slide is drawn.
const maxBriefed = 100_000

// briefOf is what the only table of a result comes to, as far as it fits; "" for others.
func briefOf(d *render.Document, width int) string {
	found := present.OnlyTable(d)
	if found == nil || found.Rows() < 2 || found.Rows() > maxBriefed {
		return ""
	}
	brief, err := found.View().Brief(context.Background())
	if err != nil {
		return ""
	}
	text := value.Grouped(found.Rows()) + " rows"
	if brief.Span != "" {
		text += "   " + brief.Span
	}
	for _, f := range brief.Figures {
		if more := strings.TrimSpace(text + "   " + f.Text); ansi.StringWidth(more) <= width {
			text = more
		}
	}
	return text
}

// isCut reports a table with cells that are cut.
func isCut(plain []string) bool {
	return slices.ContainsFunc(plain[headOf(plain):], func(text string) bool { return strings.Contains(text, "…") })
}

// headOf is how many lines a table has above its rows, 0 where the lines are not those of one table.
func headOf(plain []string) (head int) {
	for i, text := range plain {
		if text != "" && strings.Trim(text, "─ ") == "" {
			if head > 0 || i > maxHead {
				return 0
			}
			head = i + 1
		}
	}
	return head
}

// maxHead is how many lines a title and the names of the columns take.
const maxHead = 3

// answering is what the agent asks, and the answer as it is typed.
func (s *Stage) answering(p *performed, width, height int) []string {
	if p.snapshot.Phase != run.Paused && p.sent[s.step] == "" {
		return s.task(p, width, height)
	}
	answer, mark := ansi.Truncate(answerText(s.here()), max(width-4, 1), "…"), ink(&s.st.Accent, "❯  ")
	asked, text := s.question(&p.snapshot), ink(&s.st.Strong, ansi.Truncate(answer, s.typed[s.step], ""))+ink(&s.st.Cursor, " ")
	if p.isSent(s.step) {
		asked, mark, text = p.sent[s.step], ink(&s.st.Good, "✓  "), ink(&s.st.Strong, answer)
	}
	return append(s.asks(asked, width, height), "", mark+text)
}

// asks is the agent with its question, with space for the answer.
func (s *Stage) asks(question string, width, height int) []string {
	lines, mark := wrap(question, width-3, max(height-3, 2), &s.st.Warn), ink(&s.st.Warn, "?  ")
	for i := range lines {
		lines[i], mark = mark+lines[i], "   "
	}
	if height < 8 {
		return lines
	}
	return append([]string{ink(&s.st.Dim, s.agentName()+" asks")}, lines...)
}

// question is what the agent asked last, in one text.
func (s *Stage) question(now *run.Snapshot) string {
	if now.Question == nil {
		return s.lastWords(now)
	}
	var words []string
	for _, part := range now.Question.Parts {
		if text := kit.Line(part.Text); text != "" {
			words = append(words, text)
		}
	}
	return strings.Join(words, " ")
}

// answerText is the answer of a step on one line.
func answerText(step *present.Step) string {
	if v, err := ojson.Parse(step.Value, ojson.DataLimits); step.Value != nil && err == nil {
		return formgen.Summary(v)
	}
	return line(step.Text)
}
