package present

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/present"
	"a2aform/internal/run"
	"a2aform/render"
	"a2aform/render/draw"
	"a2aform/ui/kit"
)

// task is how far the task is: its rows as they come in, or the agent's words.
func (s *Stage) task(p *performed, width, height int) []string {
	var below []string
	said := lastWords(&p.snapshot)
	switch now := &p.snapshot; {
	case now.Phase == run.Paused:
		below = append(below, bullet("?  ", question(now), width, &s.st.Warn)...)
	case now.Phase.IsOver() && p.isOver:
		below = append(below, s.end(now, said, width)...)
	default:
		below = append(below, ink(&s.st.Accent, spinner[s.frame/2%len(spinner)]+"  ")+ink(&s.st.Text, said))
	}
	if bar := s.bar(&p.snapshot, width); bar != "" {
		below = append(below, "", bar)
	}
	room := max(height-len(below)-1, 1)
	lines := s.table(p, width, room)
	if len(lines) > room { // the newest rows, below the head
		head := min(headOf(lines), room)
		lines = slices.Concat(lines[:head], lines[len(lines)-(room-head):])
	}
	if len(lines) > 0 {
		lines = append(lines, "")
	}
	return append(lines, below...)
}

// headOf is how many lines a table has above its rows: up to the rule.
func headOf(lines []string) int {
	for i, text := range lines[:min(len(lines), 6)] {
		if strings.Contains(text, "───") {
			return i + 1
		}
	}
	return 0
}

var spinner = []string{"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"}

// end says how a task ended.
func (s *Stage) end(now *run.Snapshot, said string, width int) []string {
	if now.Phase == run.Errored || now.Phase == run.Settled && now.State != "completed" {
		return bullet("○  ", "The agent could not finish this.", width, &s.st.Warn)
	}
	if strings.HasSuffix(said, "…") || strings.HasSuffix(said, "...") {
		said = "Done" // what it did before
	}
	return bullet("✓  ", said, width, &s.st.Good)
}

// lastWords is what the agent said last.
func lastWords(now *run.Snapshot) string {
	for i := now.Timeline.Len() - 1; i >= 0; i-- {
		if e := now.Timeline.Entry(i); e.Kind == run.MessageEntry {
			return kit.Line(e.Text)
		}
	}
	if now.Phase.IsOver() {
		return "Done"
	}
	return "Working"
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
		return ink(&s.st.Bar, strings.Repeat("█", full)) + ink(&s.st.Rule, strings.Repeat("░", cells-full)) + "   " +
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
}

// table is a result, with space between its rows where there is room.
func (s *Stage) table(p *performed, width, height int) []string {
	d := p.document
	if d == nil || len(d.Sections) == 0 {
		return nil
	}
	if c := &p.drawn; c.of != d || c.width != width || c.st != s.st {
		style := s.st.Render
		style.Key = func(name string) string { return strings.Repeat(" ", ansi.StringWidth(name)) } // titles are enough
		*c = drawing{d, width, s.st, draw.Frame(d, width, style).Lines}
		plain := draw.Frame(d, width, draw.Plain).Lines
		if last := len(plain) - 1; last > 0 && strings.HasPrefix(plain[last], "+ ") {
			c.lines = c.lines[:last] // the names of columns that have no room
		}
	}
	lines := p.drawn.lines
	if head := headOf(lines); head > 0 && 2*len(lines)-head <= height {
		return spread(lines, head)
	}
	return lines
}

// question is what the agent asks, and the answer as it is typed.
func (s *Stage) question(p *performed, width, height int) []string {
	if p.snapshot.Phase != run.Paused && !p.sent[s.step] {
		return s.task(p, width, height)
	}
	lines := wrap(question(&p.snapshot), width, max(height-4, 1), &s.st.Strong)
	answer := ansi.Truncate(answerText(s.here()), max(width-4, 1), "…")
	text := ink(&s.st.Accent, "❯  ") + ink(&s.st.Strong, ansi.Truncate(answer, s.typed[s.step], ""))
	if !p.sent[s.step] {
		text += ink(&s.st.Cursor, " ")
	}
	return lower(append(lines, "", text), height)
}

// question is what the agent asked last, in one text.
func question(now *run.Snapshot) string {
	if now.Question == nil {
		return lastWords(now)
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

// compare are the results of the scene before and of this one, next to one another.
func (s *Stage) compare(p *performed, width int) []string {
	half := (width - 3) / 2
	before := s.acts[s.here().Scene-1]
	if before == nil {
		return nil
	}
	left, right := s.side(before, half), s.side(p, half)
	var lines []string
	for i := range max(len(left), len(right)) {
		at := func(side []string) string {
			if i < len(side) {
				return kit.Pad(ansi.Truncate(side[i], half, "…"), half)
			}
			return strings.Repeat(" ", half)
		}
		lines = append(lines, at(left)+ink(&s.st.Rule, " │ ")+at(right))
	}
	return lines
}

// side is one result with what it is of.
func (s *Stage) side(p *performed, width int) []string {
	plan := p.snapshot.Plan
	title := kit.Line(plan.Asked())
	if p.document != nil {
		title += fmt.Sprintf(" · %s", kit.Plural(p.document.Rows(), "row", "rows"))
	}
	return append([]string{ink(&s.st.Strong, ansi.Truncate(title, width, "…")), ""}, s.table(p, width, 0)...)
}
