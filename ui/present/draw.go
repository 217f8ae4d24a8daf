package present

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/dustin/go-humanize/english"

	"a2aform/internal/present"
	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

// View draws the stage.
func (s *Stage) View() tea.View {
	if s.width == 0 || s.isBlank {
		return s.view(" ")
	}
	return s.view(s.picture())
}

const (
	maxColumn = 88  // how wide the column is that the audience reads
	maxTable  = 120 // how wide a table is that takes more
)

// columnWidth is the width of the column in the middle.
func (l *look) columnWidth() int {
	return max(min(l.width-2*l.margin(), maxColumn), 1)
}

// tableWidth is how wide a table may be that the column does not hold.
func (l *look) tableWidth() int { return max(min(l.width-2*l.margin(), maxTable), 1) }

// margin is what stays empty at each side.
func (l *look) margin() int {
	if l.width >= 60 {
		return 3
	}
	return 1
}

// picture is the step on stage, and below it how far the presentation is.
func (s *Stage) picture() string {
	width := s.columnWidth()
	lines := s.headline(width)
	if s.hasEnded {
		lines = s.placed(lower(s.closing(width), s.height-1), width)
	} else {
		body := s.wideBody(width, max(s.height-len(lines)-2, 1))
		lines = append(s.placed(lines, width), body...)
	}
	for len(lines) < s.height-1 {
		lines = append(lines, "")
	}
	return strings.Join(append(lines[:max(s.height-1, 0)], s.placed([]string{s.footer(width)}, width)...), "\n")
}

// placed puts lines of a width in the middle of the screen.
func (l *look) placed(lines []string, width int) []string {
	margin := strings.Repeat(" ", max((l.width-width)/2, 0))
	placed := make([]string, len(lines))
	for i, text := range lines {
		placed[i] = margin + ansi.Truncate(text, width, "…")
	}
	return placed
}

// wideBody is what the step shows, in the middle of what remains. A table that the column does not hold is wider; while rows come in, it keeps its place.
func (s *Stage) wideBody(column, height int) []string {
	lines := s.body(column, height)
	width := max(widest(lines), column)
	if width > column && s.here().Show == present.Task {
		width = s.tableWidth()
	}
	return s.placed(lower(lines, height), width)
}

// headline is who speaks, and what the step says, with a rule below.
func (s *Stage) headline(width int) (lines []string) {
	if s.height >= 18 {
		lines = append(lines, "", s.centered(ink(&s.st.Dim, spaced(s.title())), width), "")
	}
	caption := wrap(s.caption(s.step), width, 3, &s.st.Title)
	for _, text := range caption {
		lines = append(lines, s.centered(text, width))
	}
	lines = append(lines, s.centered(ink(&s.st.Rule, strings.Repeat("─", widest(caption))), width))
	if s.height >= 18 {
		lines = append(lines, "")
	}
	return lines
}

// centered puts a text in the middle of the column.
func (s *Stage) centered(text string, width int) string {
	return strings.Repeat(" ", max((width-ansi.StringWidth(text))/2, 0)) + text
}

const theEnd = "The end"

// closing is what stands after the last step.
func (s *Stage) closing(width int) []string {
	title := ansi.Truncate(line(s.opts.Show.Title), width, "…")
	return []string{
		s.centered(ink(&s.st.Title, title), width),
		s.centered(ink(&s.st.Rule, strings.Repeat("─", ansi.StringWidth(title))), width),
		"",
		s.centered(ink(&s.st.Dim, ansi.Truncate(strings.Join(s.agents(), " · "), width, "…")), width),
		"", "",
		s.centered(ink(&s.st.Dim, theEnd), width),
	}
}

// agents are the names of those that were spoken to, each once.
func (s *Stage) agents() []string {
	names := []string{kit.Line(s.opts.Show.Card.Name)}
	for _, scene := range s.opts.Show.Scenes {
		if name := kit.Line(scene.Plan.Agent.Card().Name); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// line is a text of the script on one line.
func line(text string) string { return safe.Text(text).Line(safe.TextLimit()).String() }

// isRecorded reports that what the step shows of a task comes from a recorded run.
func (s *Stage) isRecorded() bool {
	switch s.here().Show {
	case present.Agent, present.Form:
		return false
	}
	p := s.onStage()
	return p != nil && p.why != "" || p == nil && s.isAway()
}

// isAway reports that the agent of the scene is not spoken to.
func (s *Stage) isAway() bool {
	if scene := s.scene(); scene != nil {
		return scene.Away != nil
	}
	return s.opts.Show.Away != nil
}

// title is what the step is about, in the words of the agent.
func (s *Stage) title() string {
	if scene := s.scene(); scene != nil && s.here().Show != present.Agent && scene.Plan.Skill != nil {
		return s.sceneName(scene)
	}
	return s.agentName()
}

// agentName is the name of the agent of the scene, else of the script.
func (s *Stage) agentName() string {
	if scene := s.scene(); scene != nil && s.here().Show != present.Agent {
		return kit.Line(scene.Plan.Agent.Card().Name)
	}
	return kit.Line(s.opts.Show.Card.Name)
}

// spaced writes a title in capitals with space between them, where it is of plain letters.
func spaced(title string) string {
	for _, r := range title {
		if r > 0x17f {
			return title
		}
	}
	return strings.Join(strings.Split(strings.ToUpper(title), ""), " ")
}

// place is the number of the slide that is shown, from 1, and how many there are: one for each step, and the end.
func (s *Stage) place() (n, of int) {
	n = s.step + 1
	if s.hasEnded {
		n++
	}
	return n, len(s.opts.Show.Steps) + 1
}

// footer are the dots of the slides, and that the step is recorded. Until the first key it says which one goes on.
func (s *Stage) footer(width int) string {
	n, of := s.place()
	dots := strings.TrimSpace(strings.Repeat("● ", n) + strings.Repeat("○ ", of-n))
	if ansi.StringWidth(dots) > width/2 {
		dots = fmt.Sprintf("%d of %d", n, of)
	}
	if s.showsKeys {
		return s.centered(ink(&s.st.Dim, "→ next   ← back   ↑ ↓ scroll   . blank   q leave"), width)
	}
	right := ""
	switch {
	case !s.hasEnded && s.isRecorded():
		right = "recorded"
	case !s.hasMoved:
		right = "→ next"
	}
	left := s.centered(ink(&s.st.Dim, dots), width)
	return left + strings.Repeat(" ", max(width-ansi.StringWidth(left)-ansi.StringWidth(right), 1)) + ink(&s.st.Dim, right)
}

// clock is a time as minutes and seconds.
func clock(d time.Duration) string {
	return fmt.Sprintf("%d:%02d", int(d.Minutes()), int(d.Seconds())%60)
}

// body is what the step shows, at most height lines.
func (s *Stage) body(width, height int) []string {
	switch s.here().Show {
	case present.Agent:
		lines := s.agent(width, height)
		return s.middle(s.window(lines, height, "line", ""), widest(lines), width)
	case present.Form:
		return s.form(width, height)
	case present.Review:
		return s.review(width, height)
	}
	p := s.onStage()
	if p == nil {
		return nil
	}
	show, isEmpty := s.here().Show, p.document == nil || len(p.document.Sections) == 0
	switch {
	case show == present.Answer:
		return s.answering(p, width, height)
	case show == present.Compare:
		return s.window(s.compare(p, width, height), height, "line", "")
	case show == present.Task && !isEmpty && p.isOver && p.snapshot.Phase.IsOver() && s.isTableNext():
		end := append(s.end(&p.snapshot, s.lastWords(&p.snapshot), width), s.facts(p, width)...)
		return s.middle(append(s.said(&p.snapshot, width, height-len(end)), end...), 0, width)
	case show == present.Task || isEmpty:
		return s.task(p, width, height)
	case show == present.Chart && p.chart() != nil:
		return s.drawChart(p.chart(), width, height)
	}
	lines, unit, also := s.table(p, width, height), "line", ""
	if p.drawn.head > 0 {
		unit = "row"
	}
	if p.drawn.hidden > 0 {
		also = english.Plural(p.drawn.hidden, "more column", "more columns")
	}
	return s.middle(s.window(lines, height, unit, also), widest(lines), width)
}

// lower puts lines in the middle of a height.
func lower(lines []string, height int) []string {
	return append(make([]string, max((height-len(lines))/2, 0)), lines...)
}

// middle puts a few lines into the middle of the column, as a block of at least so many cells: of lines that still change it stays in its place.
func (s *Stage) middle(lines []string, least, width int) []string {
	return s.block(lines, min(max(widest(lines), least), width), width)
}

func widest(lines []string) (width int) {
	for _, text := range lines {
		width = max(width, ansi.StringWidth(text))
	}
	return width
}

// window are the lines from where the presenter scrolled to, each of which shows a unit, and below them what else is not shown.
func (s *Stage) window(lines []string, height int, unit, also string) []string {
	most := height
	if also != "" {
		most = max(height-2, 1)
	}
	s.scroll = max(min(s.scroll, len(lines)-most), 0)
	lines = slices.Clone(lines[s.scroll:])
	var hidden []string
	if len(lines) > most && height > 2 {
		hidden = append(hidden, "↓ "+english.Plural(len(lines)-height+2, "more "+unit, "more "+unit+"s"))
		lines = lines[:height-2]
	}
	if also != "" {
		hidden = append(hidden, also)
	}
	if len(hidden) > 0 {
		lines = append(lines, "", ink(&s.st.Dim, strings.Join(hidden, " · ")))
	}
	return lines
}

// agent is what the agent says of itself and of its skills, the shown ones first. Where not all fit,
// the others are named.
func (s *Stage) agent(width, height int) []string {
	card := s.opts.Show.Card
	lines := wrap(card.Description.Line(safe.TextLimit()).String(), width, 3, &s.st.Text)
	var others, names []string
	for _, skill := range card.Skills {
		text := append([]string{"", ink(&s.st.Accent, "▸ ") + ink(&s.st.Strong, kit.Line(skill.Name))},
			indent(wrap(sentence(skill.Description.Line(safe.TextLimit()).String()), width-2, 2, &s.st.Dim))...)
		if slices.ContainsFunc(s.opts.Show.Scenes, func(scene *present.Scene) bool { return scene.Plan.Skill != nil && scene.Plan.Skill.ID == skill.ID }) {
			lines = append(lines, text...)
		} else {
			others, names = append(others, text...), append(names, kit.Line(skill.Name))
		}
	}
	if len(names) > 1 && len(lines)+len(others) > height {
		others = append([]string{""}, wrap("Also: "+strings.Join(names, " · "), width, 3, &s.st.Dim)...)
	}
	return append(lines, others...)
}

// sentence is the first sentence of a text.
func sentence(text string) string {
	if end := strings.Index(text, ". "); end > 0 {
		return text[:end+1]
	}
	return text
}

func indent(lines []string) []string {
	for i := range lines {
		lines[i] = "  " + lines[i]
	}
	return lines
}

// form is the form, as far as it is filled in, with space between what does not belong together, and then what is left out.
func (s *Stage) form(width, height int) []string {
	filled := s.filled[s.here().Scene]
	block := s.blockWidth(filled, width)
	above := s.fedLines(width)
	height = max(height-len(above), 1)
	lines, at := kit.DrawFilled(filled.rows, s.typed[s.step], block, s.st)
	var wide []string
	for i, text := range lines {
		if i > 0 && filled.rows[i].Depth == 0 {
			wide = append(wide, "")
		}
		wide = append(wide, text)
	}
	if left := s.leftOut(filled, block); len(wide)+len(left) <= height {
		return append(above, s.block(append(wide, left...), block, width)...)
	}
	if len(wide) <= height {
		return append(above, s.block(wide, block, width)...)
	}
	top := max(min(at-height/2, len(lines)-height), 0)
	return append(above, s.block(lines[top:min(top+height, len(lines))], block, width)...)
}

// leastBlock is how wide a block of lines in the middle is at least, in cells.
const leastBlock = 56

// blockWidth is the width of the block that the fields of a form are drawn in, whatever of them is typed.
func (s *Stage) blockWidth(f filled, width int) int {
	lines, _ := kit.DrawFilled(f.rows, math.MaxInt, width, s.st)
	return min(max(widest(lines), leastBlock), width)
}

// block puts lines of a width into the middle of the column.
func (s *Stage) block(lines []string, block, width int) []string {
	margin := strings.Repeat(" ", max((width-block)/2, 0))
	placed := make([]string, len(lines))
	for i, text := range lines {
		placed[i] = margin + text
	}
	return placed
}

// leftOut names the fields that are not filled in, below two empty lines.
func (s *Stage) leftOut(f filled, width int) []string {
	if len(f.leftOut) == 0 {
		return nil
	}
	const most = 6
	names := f.leftOut[:min(len(f.leftOut), most)]
	text := "Left out: " + strings.Join(names, " · ")
	if more := len(f.leftOut) - len(names); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return append([]string{"", ""}, wrap(text, width, 2, &s.st.Dim)...)
}

// fedLines say what of an earlier result fills in the form.
func (s *Stage) fedLines(width int) []string {
	scene := s.scene()
	fed := scene.Fed()
	if fed == "" {
		return nil
	}
	text := "from the result of " + s.sceneName(s.opts.Show.Scenes[scene.From]) + ": " + fed
	return []string{ink(&s.st.Accent, ansi.Truncate("▸ "+text, width, "…")), ""}
}

// sceneName is what a scene asked, in the words of its agent.
func (s *Stage) sceneName(scene *present.Scene) string {
	if scene.Plan.Skill != nil {
		return kit.Line(scene.Plan.Skill.Name)
	}
	return kit.Line(scene.Plan.Agent.Card().Name)
}

// spread puts an empty line behind each but the first ones.
func spread(lines []string, from int) (wide []string) {
	for i, text := range lines {
		if wide = append(wide, text); i >= from && i < len(lines)-1 {
			wide = append(wide, "")
		}
	}
	return wide
}

// isTableNext reports that the next step shows the result of this one.
func (s *Stage) isTableNext() bool {
	steps := s.opts.Show.Steps
	return s.step+1 < len(steps) && steps[s.step+1].Show == present.Table && steps[s.step+1].Scene == s.here().Scene
}

// maxDoubts is how many doubts of a form the review names.
const maxDoubts = 3

// review are the values that are about to be sent, as many as fit, with what is to know of them.
func (s *Stage) review(width, height int) []string {
	filled, column := s.filled[s.here().Scene], width
	width = s.blockWidth(filled, column)
	var lines []string
	if as := s.scene().Plan.AnswerAs; as != nil {
		lines = bullet("✓  ", "The message asks for "+as.About()+".", width, &s.st.Good)
	}
	next := bullet("○  ", "Ready to send to "+s.agentName()+".", width, &s.st.Text)
	switch p := s.onStage(); {
	case p == nil && s.isAway():
		next = bullet("○  ", "Not sent: the agent is away. The next step shows a recorded run.", width, &s.st.Text)
	case p != nil && p.why != "":
		next = bullet("○  ", "Not sent now: a recorded run is shown.", width, &s.st.Text)
	case p != nil:
		next = bullet("✓  ", "Sent to "+s.agentName()+".", width, &s.st.Good)
	}
	for i, doubt := range filled.doubts {
		if i == maxDoubts {
			lines = append(lines, bullet("   ", fmt.Sprintf("and %d more", len(filled.doubts)-i), width, &s.st.Warn)...)
			break
		}
		lines = append(lines, bullet("!  ", doubt, width, &s.st.Warn)...)
	}
	lines = append(lines, next...)
	return s.block(slices.Concat(s.values(filled.rows, width, max(height-len(lines)-1, 0)), []string{""}, lines), width, column)
}

// values are the fields that are filled in, as many as fit.
func (s *Stage) values(rows []kit.FilledRow, width, height int) []string {
	lines, _ := kit.DrawFilled(rows, math.MaxInt, width, s.st)
	if len(lines) <= height {
		return lines
	}
	shown := max(height-1, 0)
	more := 0
	for _, row := range rows[shown:] {
		if row.Value != "" {
			more++
		}
	}
	return append(lines[:shown], ink(&s.st.Dim, "and "+english.Plural(more, "more field", "more fields")))
}

// The styles are large, and these take them by pointer: the program is smaller so.

func ink(style *lipgloss.Style, text string) string { return style.Render(text) }

func wrap(text string, width, most int, style *lipgloss.Style) []string {
	return kit.Wrap(text, width, most, *style)
}

func bullet(marker, text string, width int, style *lipgloss.Style) []string {
	return kit.Bullet(marker, text, width, *style)
}
