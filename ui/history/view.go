package history

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/dustin/go-humanize/english"

	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/widget/ansistyle"
	"a2aform/ui/kit"
)

func (s *Screen) Restyle() {
	s.pens = newHistoryPens(s.Styles())
	s.preview.Restyle()
}

func (s *Screen) Layout(w, h int) {
	s.Base.Layout(w, h)
	s.Filter.SetWidth(max(w-4, 8))
	s.clamp()
}

const (
	wide      = 98 // from how many columns on the run at the cursor is next to the list: on a terminal of 100
	minHeight = 10 // rows that panes need
)

func (s *Screen) hasPanes() bool { return s.Width >= kit.MinPaneWidth && s.Height >= minHeight }

func (s *Screen) isWide() bool { return s.hasPanes() && s.Width >= wide }

// listWidth is the width of the list, with its border.
func (s *Screen) listWidth() int {
	if s.isWide() {
		return s.Host.Borders.Left(s.border())
	}
	return s.Width
}

// border is that between the list and the run at the cursor.
func (s *Screen) border() kit.Border {
	if !s.isWide() {
		return kit.Border{}
	}
	return kit.Border{Of: "history", Usual: s.Width * 3 / 5, Room: s.Width}
}

// rows is how many lines the list has on the screen.
func (s *Screen) rows() int {
	other := len(s.bottom())
	if s.Filtering || s.IsFiltered() {
		other++
	}
	if s.hasPanes() {
		other += kit.FrameHeight
	}
	return max(s.Height-other, 1)
}

func (s *Screen) HiddenLines() int { return max(s.lines()-s.top-s.rows(), 0) }

// Chips are what the header says of the history.
func (s *Screen) Chips() string {
	if len(s.all) == 0 {
		return ""
	}
	return english.Plural(len(s.all), "run", "runs") + " · " + english.Plural(s.agents, "agent", "agents")
}

func (s *Screen) View() string {
	var sb strings.Builder
	left := s.Height
	write := func(parts ...string) {
		if left < s.Height {
			sb.WriteByte('\n')
		}
		for _, p := range parts {
			sb.WriteString(p)
		}
		left--
	}
	if search := s.search(); search != "" {
		write(search)
	}
	bottom := s.bottom()
	height := max(left-len(bottom), 1)
	if s.hasPanes() {
		list, about := s.panes(height)
		for i, line := range list {
			if about == nil {
				write(line)
				continue
			}
			write(line, about[i])
		}
	} else {
		for _, line := range s.list(s.Width) {
			write(line)
		}
	}
	for left > len(bottom) {
		write()
	}
	for _, line := range bottom {
		write(line)
	}
	return sb.String()
}

// panes are the list and the run at the cursor, which is nil where it does not fit.
func (s *Screen) panes(height int) (list, about []string) {
	st, width := &s.Styles().Pane, s.listWidth()
	runs := kit.Pane{Title: "Runs", Lines: s.list(width - kit.FrameWidth), Width: width, Height: height, HasFocus: true}
	if len(s.Shown) < len(s.all) {
		runs.Note = s.count()
	}
	if list = st.Draw(runs); !s.isWide() {
		return list, nil
	}
	next := kit.Pane{Width: s.Width - width, Height: height}
	if p, ok := s.current(); ok {
		look, mark := s.look(p.outcome())
		next.Title, next.Note, next.Lines = p.skill, look.Paint(mark+" "+p.outcome()), s.previewLines(p)
	}
	return list, st.Draw(next)
}

// count says how many runs the filter lets through.
func (s *Screen) count() string {
	return fmt.Sprintf("%d of %s", len(s.Shown), english.Plural(len(s.all), "run", "runs"))
}

// search is the line of the filter, "" for none.
func (s *Screen) search() string {
	switch {
	case s.Filtering:
		return s.Filter.View()
	case s.IsFiltered():
		return s.Styles().Accent.Render("/ ") + s.Styles().Text.Render(safe.Text(s.Filter.Value()).Line(200).String())
	}
	return ""
}

// list are the runs in the window by day, or why there are none.
func (s *Screen) list(width int) []string {
	st := s.Styles()
	switch {
	case s.busy != "" && s.stop != nil:
		return []string{st.Dim.Render(ansi.Truncate(s.busy+" …  esc gives up", width, "…"))}
	case s.busy != "":
		return []string{st.Dim.Render(s.busy + " …")}
	case s.err != nil:
		return kit.ErrorLines(st, s.err, width)
	case len(s.all) == 0:
		return kit.Wrap(s.nothing(), width, 0, st.Dim)
	case len(s.Shown) == 0:
		return kit.Wrap("No matching runs. Esc clears the search.", width, 0, st.Dim)
	}
	widths := s.widthsOf(width)
	now, line, end := time.Now(), 0, s.top+s.rows()
	lines := make([]string, 0, s.rows())
	for i, d := range s.days {
		last := len(s.Shown)
		if i+1 < len(s.days) {
			last = s.days[i+1].first
		}
		if line >= s.top && line < end {
			lines = append(lines, s.pens.title.Paint(ansi.Truncate(d.title, width, "…")))
		}
		line++
		for at := max(d.first, d.first+s.top-line); at < last && line+at-d.first < end; at++ {
			isCurrent := at == s.Cursor
			lines = append(lines, st.Row(s.row(widths, &s.all[s.Shown[at]], isCurrent, now), isCurrent, width))
		}
		line += last - d.first
	}
	return lines
}

// nothing says why the list is empty.
func (s *Screen) nothing() string {
	if s.Host.Options.NoRecord {
		return "No run is kept, because the configuration says so (persist = false)."
	}
	return "No run is kept yet. Whatever you send from the screens will be here."
}

// bottom is about the run at the cursor, and about files that are no runs.
func (s *Screen) bottom() []string {
	var lines []string
	if p, ok := s.current(); ok {
		about := p.agent + " › " + p.skill + " · " + p.when + " · " + strings.TrimSpace(p.duration())
		if used := p.usage(); used != "" {
			about += " · " + used
		}
		if p.info.Torn {
			about += " · its last line is cut off"
		}
		if p.info.Private {
			about += " · held a secret"
		}
		if !s.hasPanes() && len(s.Shown) < len(s.all) {
			about = s.count() + " · " + about
		}
		lines = append(lines, s.pens.dim.Paint(ansi.Truncate(about, s.Width, "…")))
	}
	return append(lines, s.strays()...)
}

// strays returns a note on files that are no runs.
func (s *Screen) strays() []string {
	if len(s.kept.Strays) == 0 {
		return nil
	}
	text := "! " + s.kept.Strays[0].Why
	if n := len(s.kept.Strays) - 1; n > 0 {
		text += fmt.Sprintf(" (and %s)", english.Plural(n, "more such file", "more such files"))
	}
	return []string{s.Styles().Warn.Render(ansi.Truncate(safe.Text(text).Line(0).String(), s.Width, "…"))}
}

// The columns of the list.
const (
	skillColumn = iota
	askedColumn
	resultColumn
	usedColumn // only where a task says what it used
	whenColumn
	historyColumns
)

// historyWidths are the widths of the columns; 0 leaves one out.
type historyWidths [historyColumns]int

const (
	maxSkill    = 18
	maxAgent    = 18
	maxResult   = 16
	maxUsed     = 24
	minAsked    = 12 // columns that what tasks used leaves to what was asked
	wideHistory = 50 // from how many columns on all fit
	markerWidth = 4  // of the cursor and the mark
	columnGap   = 2
)

// measure finds how wide the columns of the list are.
func (s *Screen) measure() {
	s.widths = historyWidths{}
	now := time.Now()
	for i := range s.all {
		p := &s.all[i]
		s.widths[skillColumn] = max(s.widths[skillColumn], lipgloss.Width(p.skill))
		s.widths[resultColumn] = max(s.widths[resultColumn], lipgloss.Width(p.result()))
		s.widths[usedColumn] = max(s.widths[usedColumn], lipgloss.Width(p.usage()))
		s.widths[whenColumn] = max(s.widths[whenColumn], len(clock(p.info.Time, now)))
	}
	s.widths[skillColumn], s.widths[resultColumn] = min(s.widths[skillColumn], maxSkill), min(s.widths[resultColumn], maxResult)
}

// widthsOf shares out the width: what was asked has what the others leave.
func (s *Screen) widthsOf(width int) historyWidths {
	w := s.widths
	rest := width - markerWidth - w[resultColumn] - 2*columnGap
	if width < wideHistory {
		w[whenColumn] = 0
		w[skillColumn] = min(w[skillColumn], rest/2)
	} else {
		rest -= w[whenColumn] + columnGap
	}
	if rest-w[usedColumn]-columnGap-w[skillColumn] < minAsked || w[usedColumn] == 0 {
		w[usedColumn] = 0
	} else {
		rest -= w[usedColumn] + columnGap
	}
	w[askedColumn] = max(rest-w[skillColumn], 1)
	return w
}

// historyPens paint the list. They are made once for a theme.
type historyPens struct{ text, dim, title, current, marker, good, bad, warn, accent ansistyle.Style }

func newHistoryPens(st *kit.Styles) historyPens {
	return historyPens{
		text: ansistyle.New(st.Text), dim: ansistyle.New(st.Dim), title: ansistyle.New(st.Strong), current: ansistyle.New(st.Current), marker: ansistyle.New(st.Accent),
		good: ansistyle.New(st.Good), bad: ansistyle.New(st.Bad), warn: ansistyle.New(st.Warn), accent: ansistyle.New(st.Accent),
	}
}

// row is a run as a line.
func (s *Screen) row(w historyWidths, p *PastRun, current bool, now time.Time) string {
	marker, paint := " ", &s.pens.text
	if current {
		marker, paint = s.pens.marker.Paint("▌"), &s.pens.current
	}
	look, mark := s.look(p.outcome())
	var sb strings.Builder
	marked := " "
	if s.isMarked(p.info.ID) {
		marked = s.pens.marker.Paint("●")
	}
	sb.WriteString(marker + marked + look.Paint(mark) + " ")
	sb.WriteString(paint.Cell(p.skill, w[skillColumn]))
	sb.WriteString("  ")
	sb.WriteString(s.pens.dim.Cell(s.about(p, w[askedColumn]), w[askedColumn]))
	sb.WriteString("  ")
	sb.WriteString(look.Cell(p.result(), w[resultColumn]))
	if w[usedColumn] > 0 {
		sb.WriteString("  ")
		sb.WriteString(s.pens.dim.Cell(p.usage(), w[usedColumn]))
	}
	if w[whenColumn] > 0 {
		sb.WriteString("  ")
		sb.WriteString(s.pens.dim.Cell(clock(p.info.Time, now), w[whenColumn]))
	}
	return sb.String()
}

// about is what was asked, and of whom where the list has runs of several agents and room for their names.
func (s *Screen) about(p *PastRun, width int) string {
	if s.agents < 2 || width < maxAgent {
		return p.asked
	}
	return strings.TrimSuffix(ansi.Truncate(p.agent, maxAgent, "…")+" · "+p.asked, " · ")
}

// clock is when a run was: the time for the last two days, below their headings, else the
// date.
func clock(t, now time.Time) string {
	if dayOf(t, now) == "Earlier" {
		return t.Local().Format(time.DateOnly)
	}
	return t.Local().Format("15:04")
}

// look is how an outcome is drawn.
func (s *Screen) look(of string) (look *ansistyle.Style, mark string) {
	mark, tone := kit.OutcomeMark(of)
	return [...]*ansistyle.Style{kit.ToneRunning: &s.pens.accent, kit.ToneGood: &s.pens.good, kit.ToneBad: &s.pens.bad, kit.ToneWarning: &s.pens.warn, kit.ToneUnknown: &s.pens.dim}[tone], mark
}

func (s *Screen) Point(_, line int) bool {
	if s.search() != "" {
		line--
	}
	if s.hasPanes() {
		line--
	}
	if s.stop != nil || line < 0 || line >= s.rows() {
		return false
	}
	for at := range s.Shown {
		if s.lineOf(at) != s.top+line {
			continue
		}
		wasThere := s.Cursor == at
		s.Cursor = at
		if s.Filtering {
			s.EndFilter()
		}
		s.clamp()
		return wasThere
	}
	return false
}

// settle waits for the cursor to rest where another run is next to the list.
func (s *Screen) settle() tea.Cmd {
	p, ok := s.current()
	if !ok || !s.isWide() {
		return nil
	}
	s.thread.Runs, s.thread.At = store.Thread(s.kept.Runs, p.info.ID)
	r := kit.PreviewedRun{ID: p.info.ID, Path: p.info.Path, Private: p.info.Private}
	if p.task != nil {
		r.Document = p.task.Document()
	}
	return s.preview.Settle(s, r)
}

// previewWidth is how many columns the preview has.
func (s *Screen) previewWidth() int { return s.Width - s.listWidth() - kit.FrameWidth }

// previewLines are the facts of a run: who, when, what was asked, and the
// beginning of what came of it.
func (s *Screen) previewLines(p PastRun) []string {
	st, width := s.Styles(), s.previewWidth()
	facts := []string{p.agent, p.when, strings.TrimSpace(p.duration())}
	if r := p.result(); r != p.outcome() {
		facts = append(facts, r)
	}
	if !p.info.Case.IsEmpty() {
		facts = append(facts, "test "+kit.Line(p.info.Case))
	}
	lines := kit.Wrap(strings.Join(facts, " · "), width, 2, st.Dim)
	if asked := kit.Line(p.info.Asked); asked != "" {
		lines = append(lines, kit.Wrap(asked, width, 3, st.Text)...)
	}
	if t := s.thread; !t.IsOne() && t.Runs[t.At].ID == p.info.ID {
		lines = append(lines, t.Line(width, st))
	}
	if !p.info.Error.IsEmpty() {
		lines = append(lines, kit.Wrap("✗ "+kit.Line(p.info.Error), width, 3, st.Bad)...)
	}
	if p.canFollow() == "" {
		follow := historyKeys.Follow.Help()
		lines = append(lines, st.Key.Render(follow.Key)+st.Dim.Render(" "+follow.Desc))
	}
	return append(append(lines, ""), s.preview.Lines(width, st)...)
}
