package ui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/safe"
	"a2aform/internal/safego"
	"a2aform/internal/widget/ascii"
	"a2aform/ui/kit"
)

// View draws the frame and the screen in it.
func (a *App) View() tea.View {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.frames.dropped {
		return a.frames.shown
	}
	content := a.safeView()
	if a.Options.ASCII {
		content = ascii.Text(content)
	}
	v := tea.NewView(content)
	v.AltScreen = true
	if a.Styles.Surface != nil {
		v.BackgroundColor, v.ForegroundColor = a.Styles.Surface, a.Styles.Foreground
	}
	v.WindowTitle, v.ReportFocus = a.windowTitle(), a.Options.Notify != kit.NotifyNone
	v.MouseMode = a.mouseMode()
	v.ProgressBar = a.progress()
	v.KeyboardEnhancements.ReportAlternateKeys = true // see [kit.Latin]
	a.frames.shown = v
	return v
}

// safeView draws what can be drawn: a fault while drawing must not take the
// program, and with it what was typed, away.
func (a *App) safeView() (content string) {
	defer kit.RecoverTo(func(fault *safego.Fault) { content = a.errorView(fault) })
	return a.content()
}

// errorView is what is shown of a screen that cannot be drawn.
func (a *App) errorView(fault *safego.Fault) string {
	if a.renderErr == nil {
		a.renderErr = fault
	}
	return fault.Error() + ": this screen cannot be drawn\nnothing is lost: esc goes back, ctrl+c quits"
}

func (a *App) content() string {
	if a.Width == 0 {
		return " "
	}
	if a.isTooSmall() {
		return a.tooSmall()
	}
	_, height := a.Room()
	body := a.body(height)
	status := a.statusLines() // after the body, which finds out what is out of sight
	body = a.squeeze(body, len(status)-1)
	var sb strings.Builder
	sb.WriteString(a.within(a.header(), a.Width))
	if a.HasRule() {
		sb.WriteString("\n")
		sb.WriteString(a.Styles.Rule.Render(strings.Repeat("─", a.Width)))
	}
	for _, line := range body {
		sb.WriteString("\n ")
		sb.WriteString(a.fit(line))
	}
	a.fitted.swap(a.Width)
	for _, line := range append(status, a.footer()) {
		sb.WriteString("\n")
		sb.WriteString(a.within(line, a.Width))
	}
	return sb.String()
}

// squeeze takes some lines out of a screen for what is said below it: those above its last
// border and its buttons, which are what it is used with, or blank ones, or its first ones, but
// none that is typed into.
func (a *App) squeeze(body []string, n int) []string {
	a.cutAt, a.cut = len(body), 0
	if n <= 0 || len(body) <= n {
		return body[:max(len(body)-max(n, 0), 0)]
	}
	at := len(body) - n
	for i := len(body) - 1; i >= max(len(body)-3, n); i-- {
		if strings.Contains(body[i], "╰") {
			at = i - n
			break
		}
	}
	if slices.ContainsFunc(body[at:at+n], isInUse) {
		at = unused(body, at, n)
	}
	a.cutAt, a.cut = at, n
	return append(body[:at:at], body[at+n:]...)
}

// unused is where n lines begin that can be left out above the line last: the last blank ones, else the first that are not in
// use.
func unused(body []string, last, n int) int {
	for i := last; i > 0; i-- {
		if !slices.ContainsFunc(body[i:i+n], func(line string) bool { return strings.Trim(ansi.Strip(line), " │") != "" }) { //nolint:forbidigo // looked at, not drawn
			return i
		}
	}
	for i := 1; i < last; i++ {
		if !slices.ContainsFunc(body[i:i+n], isInUse) {
			return i
		}
	}
	return last
}

// isInUse reports a line that is typed into, the focused row of a form, or a border.
func isInUse(line string) bool {
	text := strings.TrimLeft(ansi.Strip(line), " │") //nolint:forbidigo // looked at, not drawn
	return strings.HasPrefix(text, ">") || strings.HasPrefix(text, "▌") || strings.ContainsAny(text, "╭╰")
}

// body are the lines of the screen, as many as fit, with the dialog over
// them.
func (a *App) body(height int) []string {
	if a.Overlay == nil {
		return fill(a.screens.lines(height), height)
	}
	if a.behind == nil {
		room, _ := a.Room()
		if a.Overlay.Colored {
			a.behind = kit.Keep(fill(a.screens.lines(height), height), room)
		} else {
			a.behind = a.Styles.Pane.Dim(fill(a.screens.lines(height), height), room)
		}
	}
	return fill(a.Overlay.Draw(a.behind), height)
}

// fill makes a body exactly as high as its area.
func fill(lines []string, height int) []string {
	return append(lines, make([]string, max(height-len(lines), 0))...)[:height]
}

// fittedLines are the lines of a frame, cut to the width of the screen. Most lines of a
// frame are those of the frame before, which are not measured again.
type fittedLines struct {
	width        int
	before, next map[string]string
}

// swap begins the next frame.
func (f *fittedLines) swap(width int) {
	f.before, f.next, f.width = f.next, f.before, width
	clear(f.next)
}

// fit cuts a line of the body to the width of the screen.
func (a *App) fit(line string) string {
	f := &a.fitted
	if f.next == nil {
		f.before, f.next = map[string]string{}, map[string]string{}
	}
	cut, known := f.before[line]
	if !known || f.width != a.Width {
		cut = a.within(ansi.Truncate(line, a.Width-1, "…"), a.Width-1)
	}
	f.next[line] = cut
	return cut
}

// within makes a line fit where the terminal draws each character for itself: emoji with tones and letters of India, for example, are then
// wider than as a whole. What they take too much is taken from the spaces behind them, so that columns and borders stay where they are; what
// is still too wide is cut with a mark, where its end would be gone without a word.
func (a *App) within(line string, width int) string {
	if a.isByGrapheme {
		return line
	}
	if ansi.StringWidthWc(line) > ansi.StringWidth(line) {
		line = withoutExcess(line)
	}
	if ansi.StringWidthWc(line) <= width {
		return line
	}
	wide := line + strings.Repeat(" ", width) // TruncateWc leaves alone what fits as graphemes
	return ansi.TruncateWc(wide, width, "…")
}

// withoutExcess leaves out spaces behind characters that take more cells one by one than together. Of several spaces one stays.
func withoutExcess(line string) string {
	var sb strings.Builder
	excess, spaces := 0, 0
	var state byte
	for len(line) > 0 {
		sequence, width, n, next := ansi.DecodeSequence(line, state, nil)
		state, line = next, line[n:]
		switch {
		case sequence != " ":
			if width > 0 {
				excess += max(ansi.StringWidthWc(sequence)-width, 0)
				spaces = 0
			}
			sb.WriteString(sequence)
		case spaces > 0 && excess > 0:
			excess--
		default:
			spaces++
			sb.WriteByte(' ')
		}
	}
	return sb.String()
}

// badge begins every header.
const badge = " a2aform "

// crumbGap separates the titles of screens.
const crumbGap = " › "

// header is the breadcrumb and, at the right, the tasks that go on.
func (a *App) header() string {
	trail := a.trail()
	right := a.headerNote()
	gap := strings.Repeat(" ", max(a.Width-trailColumn-lipgloss.Width(trail)-lipgloss.Width(right)-1, 0)+1)
	return a.Styles.Dim.Render(badge) + " " + a.Styles.Crumb.Render(trail) + gap + right
}

// headerNote is what the header says at the right.
func (a *App) headerNote() (right string) {
	for _, c := range a.counts() {
		right += countGap + c.text
	}
	if s, ok := a.Top().(interface{ Chips() string }); ok && len(badge)+lipgloss.Width(a.titles()+s.Chips()+right)+4 <= a.Width {
		right = s.Chips() + right
	}
	if right == "" {
		return ""
	}
	return strings.TrimPrefix(right, countGap) + " "
}

func (a *App) titles() string {
	var crumbs []string
	for _, s := range a.screens.crumbs() {
		if t := s.Title(); t != "" {
			crumbs = append(crumbs, t)
		}
	}
	return ansi.TruncateLeft(strings.Join(crumbs, crumbGap), 0, "")
}

// trailColumn is where the titles begin, after the badge.
const trailColumn = len(badge) + 1

// trail are the titles of the open screens, as many of the last ones as fit.
func (a *App) trail() string {
	trail := a.titles()
	room := a.Width - trailColumn - 1 - lipgloss.Width(a.headerNote())
	left := ""
	for lipgloss.Width(left+trail) > room {
		_, rest, found := strings.Cut(trail, crumbGap)
		if !found {
			return cutLeft(trail, room)
		}
		left, trail = "…"+crumbGap, rest
	}
	return left + trail
}

// cutLeft is the end of a text, in at most so many columns.
func cutLeft(text string, width int) string {
	w := lipgloss.Width(text)
	short := ansi.TruncateLeft(text, w-width+1, "…")
	if lipgloss.Width(short) > width { // the cut went through a wide character
		short = ansi.TruncateLeft(text, w-width+2, "…")
	}
	return short
}

// maxStatusLines is how many lines what is said until the next key may take; all
// but one cover the end of the screen.
const maxStatusLines = 2

func (a *App) statusLines() []string {
	style, text := a.Styles.Dim, kit.Sentence(safe.Text(a.Status.Text).Line(0).String()) // the last gate: errors quote what they met
	if a.Status.Bad {
		style = a.Styles.Bad
	}
	if lipgloss.Width(text) > a.Width-2 {
		lines := kit.Wrap(text, a.Width-2, maxStatusLines, style)
		for i, l := range lines {
			lines[i] = " " + l
		}
		return lines
	}
	coach := a.coachLine()
	if coach != "" && text == "" {
		return []string{a.withMore(coach)}
	}
	if told, ok := a.Top().(interface{ News() string }); ok && text == "" && a.Overlay == nil {
		text = told.News()
	}
	line := a.withMore(" " + style.Render(ansi.Truncate(text, a.Width-2, "…")))
	if coach != "" {
		return []string{line, coach}
	}
	return []string{line}
}

// withMore is a line with how many lines are out of sight at its end, where there is space.
func (a *App) withMore(line string) string {
	n := a.HiddenLines()
	if n == 0 {
		return line
	}
	more := "↓ " + kit.Plural(n, "more line", "more lines")
	free := a.Width - 1 - lipgloss.Width(line) - lipgloss.Width(more)
	if free < 1 {
		return line
	}
	return line + strings.Repeat(" ", free) + a.Styles.Dim.Render(more)
}

// HiddenLines counts the lines that are out of sight.
func (a *App) HiddenLines() int {
	switch {
	case a.Overlay == nil:
		return a.Top().HiddenLines()
	case a.Overlay.Picker != nil:
		return a.Overlay.Picker.Below()
	}
	return a.Overlay.Lines.HiddenLines()
}

func (a *App) Layout() {
	if a.Overlay != nil {
		a.Overlay.Layout()
	}
	a.screens.layout()
}

// Restyle tells every screen that the styles are others.
func (a *App) Restyle() {
	for _, s := range a.screens.open {
		s.Restyle()
	}
	a.desk.restyle()
}

// reportRenderErr keeps what is known of the first screen that could not be drawn,
// for a report.
func (a *App) reportRenderErr() tea.Cmd {
	if a.renderErr == nil || a.reported {
		return nil
	}
	a.reported = true
	store, report := a.Options.Store, a.renderErr.Report()
	return func() tea.Msg {
		_, _ = store.KeepFault(report) // the screen says what matters
		return nil
	}
}
