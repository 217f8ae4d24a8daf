package ui

import (
	"fmt"
	"strings"
	"time"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/a2aclient"
	"a2aform/internal/safe"
	"a2aform/internal/store"
)

// pastRun is one row of the history.
type pastRun struct {
	info store.RunInfo
	text string      // what the filter looks at, in lower case
	task *taskScreen // of a run of this session that goes on; nil for one from its file
}

func pastOf(info store.RunInfo) pastRun {
	return pastRun{info: info, text: strings.ToLower(strings.Join([]string{
		line(info.Agent), line(info.Skill), line(info.Schema), safe.Text(info.Outcome).Line(0).String(), day(info.Time, time.DateTime), info.ID,
	}, " "))}
}

// outcome is how the run stands or ended.
func (p *pastRun) outcome() string {
	if p.task != nil {
		return p.task.snapshot.Outcome()
	}
	return safe.Text(p.info.Outcome).Line(40).String()
}

func (p *pastRun) duration() string {
	d := p.info.Duration()
	switch {
	case p.task != nil:
		d = p.task.run.Now().Sub(p.info.Time)
	case p.info.Ended.IsZero():
		return "–"
	}
	return seconds(d)
}

// skill is what the run used.
func (p *pastRun) skill() string {
	if p.info.Skill.IsEmpty() {
		return "the agent itself"
	}
	return line(p.info.Skill)
}

// canResend is why what was filled in cannot be used again, "" if it can.
func (p *pastRun) canResend() string {
	switch {
	case p.info.Private:
		return "it held a secret, so what was filled in was not kept"
	case p.info.Path == "":
		return "this run has no file"
	}
	return ""
}

// isOpen is why the run's file is left alone, "" for one that is over.
func (p *pastRun) isOpen() string {
	if p.task != nil {
		return "it still goes on"
	}
	return ""
}

// sift lists the runs that hold all words of the filter.
func (s *historyScreen) sift() {
	words := strings.Fields(strings.ToLower(s.filter.Value()))
	s.shown = s.shown[:0]
	for i := range s.all {
		if holdsAll(s.all[i].text, words) {
			s.shown = append(s.shown, i)
		}
	}
	s.cursor = min(s.cursor, max(len(s.shown)-1, 0))
	s.clamp()
}

func holdsAll(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// clamp keeps the cursor in the list and in the window.
func (s *historyScreen) clamp() {
	rows := s.rows()
	s.cursor = max(min(s.cursor, len(s.shown)-1), 0)
	s.top = max(min(s.top, s.cursor), s.cursor-rows+1)
	s.top = max(min(s.top, len(s.shown)-rows), 0)
}

func (s *historyScreen) layout(w, h int) {
	s.base.layout(w, h)
	s.filter.SetWidth(max(w-4, 8))
	s.clamp()
}

// rows is how many runs there is room for.
func (s *historyScreen) rows() int { return max(s.height-len(s.head())-len(s.foot()), 1) }

func (s *historyScreen) below() int { return max(len(s.shown)-s.top-s.rows(), 0) }

func (s *historyScreen) view() string {
	lines := s.head()
	widths := s.columns()
	for i := s.top; i < min(s.top+s.rows(), len(s.shown)); i++ {
		lines = append(lines, s.row(widths, &s.all[s.shown[i]], i == s.cursor))
	}
	foot := s.foot()
	for len(lines) < s.height-len(foot) {
		lines = append(lines, "")
	}
	return strings.Join(append(lines, foot...), "\n")
}

// head is what stands above the runs: the filter, what is being done, the titles.
func (s *historyScreen) head() []string {
	st := s.styles()
	var lines []string
	switch {
	case s.filtering:
		lines = append(lines, s.filter.View())
	case s.filter.Value() != "":
		lines = append(lines, st.Accent.Render("/ ")+st.Text.Render(safe.Text(s.filter.Value()).Line(200).String()))
	}
	switch {
	case s.busy != "" && s.stop != nil:
		return append(lines, st.Dim.Render(ansi.Truncate(s.busy+" …  esc gives up", s.width, "…")))
	case s.busy != "":
		return append(lines, st.Dim.Render(s.busy+" …"))
	case s.err != nil:
		return append(lines, errorLines(st, s.err, s.width)...)
	case len(s.all) == 0:
		return append(lines, wrap(s.nothing(), s.width, 0, st.Dim)...)
	case len(s.shown) == 0:
		return append(lines, wrap("No run holds all of these words. esc shows all runs.", s.width, 0, st.Dim)...)
	}
	return append(lines, s.row(s.columns(), nil, false))
}

// nothing says why the list is empty.
func (s *historyScreen) nothing() string {
	if s.app.opts.NoRecord {
		return "No run is kept, because the configuration says so (persist = false)."
	}
	return "No run is kept yet. Whatever you send from the screens will be here; a2aform send keeps its runs with --record."
}

// foot is about the run at the cursor, and the list as a whole.
func (s *historyScreen) foot() []string {
	if len(s.all) == 0 {
		return s.strays()
	}
	st := s.styles()
	count := plural(len(s.all), "run", "runs")
	if len(s.shown) < len(s.all) {
		count = fmt.Sprintf("%d of %s", len(s.shown), count)
	}
	lines := []string{st.Rule.Render(strings.Repeat("─", s.width))}
	about := count
	if p, ok := s.current(); ok {
		about += " · " + line(p.info.Agent) + " › " + p.skill() + " · run " + p.info.ID
		if p.info.Torn {
			about += " · its last line is cut off"
		}
		if p.info.Private {
			about += " · held a secret"
		}
	}
	return append(append(lines, st.Dim.Render(ansi.Truncate(about, s.width, "…"))), s.strays()...)
}

// strays tells of files that are no runs.
func (s *historyScreen) strays() []string {
	if len(s.list.Strays) == 0 {
		return nil
	}
	text := "! " + s.list.Strays[0].Why
	if n := len(s.list.Strays) - 1; n > 0 {
		text += fmt.Sprintf(" (and %s)", plural(n, "more such file", "more such files"))
	}
	return []string{s.styles().Warn.Render(ansi.Truncate(safe.Text(text).Line(0).String(), s.width, "…"))}
}

// historyColumns are the widths of the columns; 0 leaves one out.
type historyColumns struct{ time, agent, skill, outcome, duration int }

const (
	outcomeColumn = 3
	outcomeWidth  = len("input-required") + 2
	durationWidth = len("12.3 s") + 1
)

// columns shares out the width: what is narrow keeps its own, the agent and the
// skill have the rest.
func (s *historyScreen) columns() historyColumns {
	c := historyColumns{time: len("2006-01-02 15:04"), outcome: outcomeWidth, duration: durationWidth}
	if s.width < 60 {
		c.time, c.duration = len("01-02 15:04"), 0
		c.skill = max(s.width-2-c.time-1-c.outcome-1, 1)
		return c
	}
	rest := s.width - 2 - c.time - c.outcome - c.duration - 4
	c.agent = max(rest*2/5, 1)
	c.skill = max(rest-c.agent, 1)
	return c
}

// row is a run as a line, or the titles for none.
func (s *historyScreen) row(c historyColumns, p *pastRun, current bool) string {
	st := s.styles()
	cells := []string{"when", "agent", "skill", "outcome", "took"}
	style, look, marker := st.Dim, st.Dim, "  "
	if p != nil {
		layout := "2006-01-02 15:04"
		if c.duration == 0 {
			layout = "01-02 15:04"
		}
		mark := ""
		look, mark = outcomeLook(st, p.outcome())
		cells = []string{day(p.info.Time, layout), line(p.info.Agent), p.skill(), mark + " " + p.outcome(), p.duration()}
		style = st.Text
	}
	if current {
		marker, style = st.Accent.Render("> "), st.Title
	}
	var sb strings.Builder
	sb.WriteString(marker)
	for i, width := range []int{c.time, c.agent, c.skill, c.outcome, c.duration} {
		if width == 0 {
			continue
		}
		paint := style
		if i == outcomeColumn {
			paint = look
		}
		sb.WriteString(paint.Render(fit(cells[i], width)) + " ")
	}
	return strings.TrimRight(sb.String(), " ")
}

// fit makes a text exactly so wide.
func fit(text string, width int) string {
	text = ansi.Truncate(text, width, "…")
	return text + strings.Repeat(" ", max(width-lipgloss.Width(text), 0))
}

// outcomeLook is how an outcome is drawn.
func outcomeLook(st *styles, outcome string) (lipgloss.Style, string) {
	switch outcome {
	case "answered":
		return st.Good, "✓"
	case "broken":
		return st.Bad, "✗"
	case "running":
		return st.Accent, "●"
	case store.Unfinished:
		return st.Dim, "…"
	}
	return stateLook(st, a2aclient.State(outcome))
}
