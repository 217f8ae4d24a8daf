package history

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
	"a2aform/internal/widget/ansistyle"
	"a2aform/ui/kit"
)

// PastRun is one row of the history. What is drawn of it is made safe once.
type PastRun struct {
	info         runfile.Info
	when         string // to the minute
	agent, skill string
	ended        string   // the outcome of a run from its file
	text         string   // what the filter looks at, in lower case
	task         kit.Task // of a run of this session that goes on; nil for one from its file
}

// minutes is when a run was; sinceMonth is where the year is left out of it.
const (
	minutes    = "2006-01-02 15:04"
	sinceMonth = len("2006-")
)

// PastOf is the row of a run.
func PastOf(info runfile.Info) PastRun {
	p := PastRun{info: info, when: info.Time.Local().Format(minutes), agent: kit.Line(info.Agent), skill: "the agent itself", ended: info.Outcome.Line(40).String()}
	if !info.Skill.IsEmpty() {
		p.skill = kit.Line(info.Skill)
	}
	p.text = strings.ToLower(strings.Join([]string{p.agent, p.skill, kit.Line(info.Schema), p.ended, p.when, kit.Line(info.ID)}, " "))
	return p
}

// outcome is the state of the run, or how it ended.
func (p *PastRun) outcome() string {
	if p.task != nil {
		return p.task.Snapshot().Outcome()
	}
	return p.ended
}

// detail is what the outcome alone does not say: the code of a refusal, or how many
// problems the output has.
func (p *PastRun) detail() string {
	code, problems := p.info.Code, p.info.Problems
	if p.task != nil {
		code, problems = p.task.Snapshot().Code, p.task.Snapshot().Problems
	}
	switch {
	case code != 0:
		return fmt.Sprintf(" %d", code)
	case problems > 0:
		return fmt.Sprintf(" ✗ %d", problems)
	}
	return ""
}

func (p *PastRun) duration() string {
	ended := p.info.Ended
	if p.task != nil {
		if ended = p.task.Snapshot().Ended; ended.IsZero() {
			ended = p.task.Run().Now()
		}
	}
	if ended.IsZero() {
		return "–"
	}
	return kit.Seconds(max(ended.Sub(p.info.Time), 0))
}

// canResend is why what was filled in cannot be used again, "" if it can.
func (p *PastRun) canResend() string {
	switch {
	case p.info.Private:
		return "it held a secret, so what was filled in was not kept"
	case p.info.Path == "":
		return "this run has no file"
	}
	return ""
}

// canFollow is why the run's task cannot be followed, "" if it can.
func (p *PastRun) canFollow() string {
	switch {
	case p.task != nil:
		return "it goes on in this session: enter opens it"
	case p.info.Private:
		return "it held a secret, so its task was not kept"
	case p.info.Path == "":
		return "this run has no file"
	}
	switch p.info.Outcome.Exact() { //nolint:forbidigo // compared, not drawn
	case runfile.Unfinished, run.Interrupted, run.Lost, string(a2a.StateInputRequired), string(a2a.StateAuthRequired):
		return ""
	}
	return "its task has ended"
}

// IsOpen is why the run's file is left alone, "" for one that is over.
func (p *PastRun) IsOpen() string {
	switch {
	case p.task != nil && !p.task.Snapshot().Phase.IsOver():
		return "it still goes on"
	case p.info.Path == "":
		return "this run has no file"
	}
	return ""
}

// sift lists the runs that hold all words of the filter.
func (s *Screen) sift() {
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
func (s *Screen) clamp() {
	rows := s.rows()
	s.cursor = max(min(s.cursor, len(s.shown)-1), 0)
	s.top = max(min(s.top, s.cursor), s.cursor-rows+1)
	s.top = max(min(s.top, len(s.shown)-rows), 0)
}

func (s *Screen) Restyle() { s.pens = newHistoryPens(s.Styles()) }

func (s *Screen) Layout(w, h int) {
	s.Base.Layout(w, h)
	s.filter.SetWidth(max(w-4, 8))
	s.clamp()
}

// rows is how many runs fit on the screen with the titles, the filter, the status bar and
// the note on stray files.
func (s *Screen) rows() int {
	other := 1 + footLines
	if s.filtering || s.filter.Value() != "" {
		other++
	}
	if len(s.list.Strays) > 0 {
		other++
	}
	return max(s.Height-other, 1)
}

func (s *Screen) HiddenLines() int { return max(len(s.shown)-s.top-s.rows(), 0) }

func (s *Screen) View() string {
	lines := s.head()
	widths := s.widths()
	for i := s.top; i < min(s.top+s.rows(), len(s.shown)); i++ {
		lines = append(lines, s.row(widths, &s.all[s.shown[i]], i == s.cursor))
	}
	statusBar := s.statusBar()
	for len(lines) < s.Height-len(statusBar) {
		lines = append(lines, "")
	}
	return strings.Join(append(lines, statusBar...), "\n")
}

// head returns the lines above the runs: the filter, the work in progress, the titles.
func (s *Screen) head() []string {
	st := s.Styles()
	var lines []string
	switch {
	case s.filtering:
		lines = append(lines, s.filter.View())
	case s.filter.Value() != "":
		lines = append(lines, st.Accent.Render("/ ")+st.Text.Render(safe.Text(s.filter.Value()).Line(200).String()))
	}
	switch {
	case s.busy != "" && s.stop != nil:
		return append(lines, st.Dim.Render(ansi.Truncate(s.busy+" …  esc gives up", s.Width, "…")))
	case s.busy != "":
		return append(lines, st.Dim.Render(s.busy+" …"))
	case s.err != nil:
		return append(lines, kit.ErrorLines(st, s.err, s.Width)...)
	case len(s.all) == 0:
		return append(lines, kit.Wrap(s.nothing(), s.Width, 0, st.Dim)...)
	case len(s.shown) == 0:
		return append(lines, kit.Wrap("No run holds all of these words. esc shows all runs.", s.Width, 0, st.Dim)...)
	}
	return append(lines, s.titles(s.widths()))
}

// nothing says why the list is empty.
func (s *Screen) nothing() string {
	if s.Host.Options.NoRecord {
		return "No run is kept, because the configuration says so (persist = false)."
	}
	return "No run is kept yet. Whatever you send from the screens will be here; a2aform send keeps its runs with --record."
}

// footLines is how many lines the foot has without strays.
const footLines = 2

// statusBar is about the run at the cursor, and the list as a whole.
func (s *Screen) statusBar() []string {
	if len(s.all) == 0 {
		return s.strays()
	}
	count := kit.Plural(len(s.all), "run", "runs")
	if len(s.shown) < len(s.all) {
		count = fmt.Sprintf("%d of %s", len(s.shown), count)
	}
	about := count
	if p, ok := s.current(); ok {
		about += " · " + p.agent + " › " + p.skill + " · run " + p.info.ID.Line(80).String()
		if p.info.Torn {
			about += " · its last line is cut off"
		}
		if p.info.Private {
			about += " · held a secret"
		}
	}
	rule := s.pens.rule.Paint(strings.Repeat("─", s.Width))
	return append([]string{rule, s.pens.dim.Paint(ansi.Truncate(about, s.Width, "…"))}, s.strays()...)
}

// strays returns a note on files that are no runs.
func (s *Screen) strays() []string {
	if len(s.list.Strays) == 0 {
		return nil
	}
	text := "! " + s.list.Strays[0].Why
	if n := len(s.list.Strays) - 1; n > 0 {
		text += fmt.Sprintf(" (and %s)", kit.Plural(n, "more such file", "more such files"))
	}
	return []string{s.Styles().Warn.Render(ansi.Truncate(safe.Text(text).Line(0).String(), s.Width, "…"))}
}

// The columns of the list.
const (
	whenColumn = iota
	agentColumn
	skillColumn
	outcomeColumn
	tookColumn
	historyColumns
)

// historyWidths are the widths of the columns; 0 leaves one out.
type historyWidths [historyColumns]int

// wideHistory is from how many columns there is room for all.
const wideHistory = 60

// widths shares out the width: what is narrow keeps its own, the agent and the
// skill have the rest.
func (s *Screen) widths() (w historyWidths) {
	w[whenColumn], w[outcomeColumn], w[tookColumn] = len(minutes), len("? input-required"), len("12.3 s")+1
	if s.Width < wideHistory {
		w[whenColumn], w[outcomeColumn], w[tookColumn] = len(minutes)-sinceMonth, len("✓ completed")-2, 0
		w[skillColumn] = max(s.Width-2-w[whenColumn]-w[outcomeColumn]-2, 1)
		return w
	}
	rest := s.Width - 2 - w[whenColumn] - w[outcomeColumn] - w[tookColumn] - 4
	w[agentColumn] = max(rest*2/5, 1)
	w[skillColumn] = max(rest-w[agentColumn], 1)
	return w
}

// historyPens paint the list. They are made once for a theme.
type historyPens struct{ text, dim, rule, current, marker, good, bad, warn, accent ansistyle.Style }

func newHistoryPens(st *kit.Styles) historyPens {
	return historyPens{
		ansistyle.New(st.Text), ansistyle.New(st.Dim), ansistyle.New(st.Rule), ansistyle.New(st.Title), ansistyle.New(st.Accent), ansistyle.New(st.Good), ansistyle.New(st.Bad), ansistyle.New(st.Warn), ansistyle.New(st.Accent),
	}
}

// titles are the names of the columns.
func (s *Screen) titles(w historyWidths) string {
	return s.cells(w, "  ", [historyColumns]string{"when", "agent", "skill", "outcome", "took"}, &s.pens.dim, &s.pens.dim)
}

// row is a run as a line.
func (s *Screen) row(w historyWidths, p *PastRun, current bool) string {
	marker, paint := "  ", &s.pens.text
	if current {
		marker, paint = s.pens.marker.Paint("> "), &s.pens.current
	}
	when := p.when
	if w[tookColumn] == 0 {
		when = when[sinceMonth:]
	}
	outcome := p.outcome()
	look, mark := s.look(outcome)
	return s.cells(w, marker, [historyColumns]string{when, p.agent, p.skill, mark + " " + outcome + p.detail(), p.duration()}, paint, look)
}

func (s *Screen) cells(w historyWidths, marker string, texts [historyColumns]string, paint, look *ansistyle.Style) string {
	var sb strings.Builder
	sb.Grow(2*s.Width + 64) // wide characters and colours take more than a byte
	sb.WriteString(marker)
	for i, width := range w {
		if width == 0 {
			continue
		}
		by := paint
		if i == outcomeColumn {
			by = look
		}
		text := texts[i]
		room := width - lipgloss.Width(text)
		if room < 0 {
			text = ansi.Truncate(text, width, "…")
			room = width - lipgloss.Width(text)
		}
		sb.WriteString(by.Paint(text))
		for range room + 1 {
			sb.WriteByte(' ')
		}
	}
	return sb.String()
}

// look is how an outcome is drawn.
func (s *Screen) look(outcome string) (look *ansistyle.Style, mark string) {
	switch outcome {
	case string(a2a.StateCompleted), string(run.Answered):
		return &s.pens.good, "✓"
	case string(a2a.StateFailed), string(a2a.StateRejected), run.Refused, run.Lost, run.Interrupted:
		return &s.pens.bad, "✗"
	case string(a2a.StateCanceled):
		return &s.pens.warn, "■"
	case string(a2a.StateInputRequired), string(a2a.StateAuthRequired):
		return &s.pens.warn, "?"
	case runfile.Unfinished:
		return &s.pens.dim, "…"
	}
	return &s.pens.accent, "●"
}

func (s *Screen) Point(_, line int) bool {
	row := line - len(s.head())
	if s.stop != nil || row < 0 || row >= s.rows() || s.top+row >= len(s.shown) {
		return false
	}
	wasThere := s.cursor == s.top+row
	s.cursor = s.top + row
	if s.filtering {
		s.endFilter()
	}
	s.clamp()
	return wasThere
}
