package ui

import (
	"fmt"
	"strings"
	"time"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/render"
)

// turnView are the drawn lines of a turn, and what they were drawn of.
type turnView struct {
	lines  []string
	width  int
	styles *styles
	events int
	chunks int
	phase  run.Phase
}

// Of one turn so much stands in the conversation; the rest is in its result and
// its task.
const (
	maxMessages    = 6  // messages of the agent
	maxResultLines = 12 // lines of results

	maxScanned = 10_000 // entries, for those messages: an agent may send states alone
)

func (s *chatScreen) layout(w, h int) {
	s.base.layout(w, h)
	s.size()
}

// size gives the text as much room as it needs, up to a third of the screen.
func (s *chatScreen) size() {
	if s.width == 0 {
		return
	}
	s.area.SetWidth(s.width)
	least := 3
	if s.height < 14 {
		least = 2
	}
	s.area.SetHeight(min(max(s.area.LineCount(), least), max(s.height/3, least)))
}

func (s *chatScreen) restyle() { colourArea(&s.area.Model, s.styles()) }

func (s *chatScreen) view() string {
	st := s.styles()
	what := "a plain text message to "
	if len(s.turns) > 0 {
		what = "a conversation with "
	}
	top := st.Dim.Render(what) + st.Text.Render(s.title())
	if id := s.contextID(); !id.IsEmpty() {
		top += st.Dim.Render("  context " + id.Line(40).String())
	}
	bottom := append([]string{s.ruler()}, s.fileLines()...)
	bottom = append(bottom, strings.Split(s.area.View(), "\n")...)
	lines, starts := s.drawTurns()
	s.body.height = max(s.height-1-len(bottom), 1)
	s.body.set(lines)
	switch {
	case s.scrolled:
	case s.onTurns && s.cursor < len(starts):
		s.body.reveal(starts[s.cursor])
	default:
		s.body.top = len(lines)
	}
	body := padLines(s.body.view(), s.body.height)
	all := append([]string{ansi.Truncate(top, s.width, "…")}, strings.Split(body, "\n")...)
	all = append(all, bottom...)
	if over := len(all) - s.height; over > 0 { // the text counts most
		all = append(all[:1], all[1+over:]...)
	}
	return strings.Join(all, "\n")
}

func (s *chatScreen) hiddenLines() int { return s.body.hiddenLines() }

// ruler is the line above the text: what the next message will be.
func (s *chatScreen) ruler() string {
	st := s.styles()
	word, style := "", st.Dim
	switch {
	case s.isRunning():
		word = " the agent is at it "
	case s.isAsked():
		word, style = " the agent asks: what you send is the answer ", st.Warn
		if s.last().HasForm() {
			word = " the agent asks with a form: enter on an empty line opens it "
		}
	}
	word = ansi.Truncate(word, s.width, "…")
	return style.Render(word) + st.Rule.Render(strings.Repeat("─", max(s.width-lipgloss.Width(word), 0)))
}

// drawTurns are the lines of all turns, and where each begins.
func (s *chatScreen) drawTurns() (lines []string, starts []int) {
	for i, t := range s.turns {
		if i > 0 {
			lines = append(lines, "")
		}
		starts = append(starts, len(lines))
		lines = append(lines, s.youLines(t, s.onTurns && i == s.cursor)...)
		lines = append(lines, s.agentLine(t.now()))
		lines = append(lines, s.answerLines(t)...)
	}
	return lines, starts
}

func (s *chatScreen) youLines(t *turn, isChosen bool) []string {
	st := s.styles()
	marker := "  "
	if isChosen {
		marker = st.Accent.Render("▸ ")
	}
	lines := []string{marker + st.Bar.Render("you") + st.Dim.Render("  "+t.at.Format("15:04:05"))}
	if strings.TrimSpace(t.text) != "" {
		lines = append(lines, indented(wrap(safe.Text(t.text).Block(0).String(), s.width-4, maxResultLines, st.Text))...)
	}
	for _, f := range t.with {
		lines = append(lines, indented(wrap("+ "+f, s.width-4, 2, st.Dim))...)
	}
	return lines
}

// agentLine says how the turn stands.
func (s *chatScreen) agentLine(t sessionTask) string {
	end := t.Snapshot().Ended
	if end.IsZero() {
		end = time.Now()
	}
	st := s.styles()
	standing := "  " + st.Accent.Render("agent") + "  " + t.Standing()
	took := "  " + seconds(end.Sub(t.Snapshot().Started))
	if lipgloss.Width(standing+took) > s.width { // a number is never cut
		return standing
	}
	return standing + st.Dim.Render(took)
}

// answerLines are what came of a turn. They are drawn again only where something
// has.
func (s *chatScreen) answerLines(t *turn) []string {
	task := t.now()
	now := turnView{
		width: s.width, styles: s.styles(), events: task.Snapshot().Timeline.Len(),
		chunks: task.CountChunks(), phase: task.Snapshot().Phase,
	}
	if old := t.view; old.lines == nil || old.width != now.width || old.styles != now.styles || old.events != now.events || old.chunks != now.chunks || old.phase != now.phase {
		now.lines = indented(append(s.said(task), s.results(task)...))
		t.view = now
	}
	return t.view.lines
}

// said are the last messages of the agent, the answers in between, and the last
// word on the connection.
func (s *chatScreen) said(task sessionTask) (lines []string) {
	st, timeline := s.styles(), task.Snapshot().Timeline
	from, n := timeline.Len(), 0
	for ; from > 0 && n < maxMessages && timeline.Len()-from < maxScanned; from-- {
		if k := timeline.Entry(from - 1).Kind; k == run.MessageEntry || k == run.UserEntry {
			n++
		}
	}
	if from > 0 {
		lines = append(lines, st.Dim.Render(fmt.Sprintf("… %s before; o opens the task", plural(from, "entry", "entries"))))
	}
	for i := from; i < timeline.Len(); i++ {
		e := timeline.Entry(i)
		switch e.Kind {
		case run.MessageEntry:
			lines = append(lines, wrap(e.Text.Block(0).String(), s.width-4, maxResultLines, st.Text)...)
		case run.UserEntry:
			lines = append(lines, bullet("you: ", e.Text.Block(0).String(), s.width-4, st.Bar)...)
		case run.NoticeEntry:
			if i == timeline.Len()-1 {
				lines = append(lines, bullet("! ", e.Note, s.width-4, st.Warn)...)
			}
		}
	}
	return lines
}

// results are the beginning of what the turn resulted in, and what went wrong.
func (s *chatScreen) results(task sessionTask) (lines []string) {
	st := s.styles()
	if doc := task.Document(); doc != nil && len(doc.Sections) > 0 {
		drawn := doc.Lines(max(s.width-4, 1), st.render)
		if task.Snapshot().Reply != nil && len(doc.Sections) == 1 { // a message needs no heading here
			drawn = render.Draw(doc.Sections[0].Blocks, max(s.width-4, 1), st.render).Lines
		}
		lines = append(lines, drawn[:min(len(drawn), maxResultLines)]...)
		if more := len(drawn) - maxResultLines; more > 0 {
			lines = append(lines, st.Dim.Render(fmt.Sprintf("… %s; tab, then enter opens all", plural(more, "more line", "more lines"))))
		}
	}
	if task.Snapshot().Phase == run.Broken {
		lines = append(lines, errorLines(st, task.Snapshot().Err, s.width-4)...)
		if task.WantsCredentials() {
			lines = append(lines, st.Warn.Render("alt+a gives credentials"))
		}
		if task.Snapshot().CanRetry {
			lines = append(lines, st.Dim.Render("tab, then o opens the task, where s sends it again"))
		}
	}
	return lines
}

func indented(lines []string) []string {
	for i, l := range lines {
		lines[i] = "    " + l
	}
	return lines
}

func (s *chatScreen) help() []string {
	return []string{
		"A conversation in plain words, for agents and skills that take text. enter sends, alt+enter begins a new line. Each message is a task of its own, and all belong to one context; ctrl+n begins another. Where the agent asks, what you send is the answer.",
		"",
		"alt+o attaches a file, alt+x takes one away. tab goes to the turns: there enter opens what came of one, o its task, w what went over the wire. f4 opens the text in your own editor. esc goes back; what you wrote stays here.",
	}
}
