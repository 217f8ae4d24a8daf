package ui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/dustin/go-humanize/english"

	"a2aform/internal/safe"
	"a2aform/internal/safego"
	"a2aform/internal/widget/ascii"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

// frame is one frame of the program: the screens and what is around them. It is made for each draw, and to find what a click is at.
type frame struct {
	host             *kit.Host
	screens          *screens
	running, waiting int  // tasks
	isQuitting       bool // ctrl+c was pressed once
	kept             *keptFrame
}

// keptFrame is what is kept of a frame for the next one.
type keptFrame struct {
	behind *kit.Backdrop // the dimmed screen behind a dialog, nil until it is drawn
	fitted fittedLines
}

// draw is the whole frame.
func (f *frame) draw() string {
	if f.host.Width == 0 {
		return " "
	}
	if isTooSmall(f.host) {
		return f.tooSmall()
	}
	_, height := f.host.Room()
	body := f.body(height)
	status := f.statusLines() // after the body, which finds out what is out of sight
	body = fill(body, max(height+f.host.ExtraLines-len(status)+1, 1))
	var sb strings.Builder
	sb.WriteString(f.kept.fitted.within(f.header(), f.host.Width))
	if f.host.HasRule() {
		sb.WriteString("\n")
		sb.WriteString(f.host.Styles.Rule.Render(strings.Repeat("─", f.host.Width)))
	}
	for _, line := range body {
		sb.WriteString("\n ")
		sb.WriteString(f.kept.fitted.fit(line, f.host.Width))
	}
	f.kept.fitted.swap(f.host.Width)
	for _, line := range append(status, f.footer()) {
		sb.WriteString("\n")
		sb.WriteString(f.kept.fitted.within(line, f.host.Width))
	}
	return sb.String()
}

// body are the lines of the screen, as many as fit, with the dialog over
// them.
func (f *frame) body(height int) []string {
	if f.host.Overlay == nil {
		return fill(f.screens.lines(height), height)
	}
	if f.kept.behind == nil {
		room, _ := f.host.Room()
		if f.host.Overlay.Colored {
			f.kept.behind = kit.Keep(fill(f.screens.lines(height), height), room)
		} else {
			f.kept.behind = f.host.Styles.Pane.Dim(fill(f.screens.lines(height), height), room)
		}
	}
	return fill(f.host.Overlay.Draw(f.kept.behind), height)
}

// fill makes a body exactly as high as its area.
func fill(lines []string, height int) []string {
	return append(lines, make([]string, max(height-len(lines), 0))...)[:height]
}

// badge begins every header.
const badge = " a2aform "

// crumbGap separates the titles of screens.
const crumbGap = " › "

// header is the breadcrumb and, at the right, the tasks that go on.
func (f *frame) header() string {
	trail := f.trail()
	right := f.headerNote()
	gap := strings.Repeat(" ", max(f.host.Width-trailColumn-lipgloss.Width(trail)-lipgloss.Width(right)-1, 0)+1)
	return f.host.Styles.Dim.Render(badge) + " " + f.host.Styles.Crumb.Render(trail) + gap + right
}

// headerNote is what the header says at the right.
func (f *frame) headerNote() (right string) {
	if counts := f.counts(); counts != "" {
		right = countGap + counts
	}
	if s, ok := f.screens.Top().(interface{ Chips() string }); ok && len(badge)+lipgloss.Width(f.titles()+s.Chips()+right)+4 <= f.host.Width {
		right = s.Chips() + right
	}
	if right == "" {
		return ""
	}
	return strings.TrimPrefix(right, countGap) + " "
}

func (f *frame) titles() string {
	var crumbs []string
	all := f.screens.crumbs()
	for i, s := range all {
		title := s.Title()
		if below, ok := s.(interface{ TitleBelow() string }); ok && i < len(all)-1 {
			title = below.TitleBelow()
		}
		if title != "" {
			crumbs = append(crumbs, title)
		}
	}
	return ansi.TruncateLeft(strings.Join(crumbs, crumbGap), 0, "")
}

// trailColumn is where the titles begin, after the badge.
const trailColumn = len(badge) + 1

// maxTrail is how many titles the first line has at most.
const maxTrail = 4

// trail are the titles of the open screens, as many of the last ones as fit.
func (f *frame) trail() string {
	trail := f.titles()
	room := f.host.Width - trailColumn - 1 - lipgloss.Width(f.headerNote())
	left := ""
	for lipgloss.Width(left+trail) > room || strings.Count(trail, crumbGap) >= maxTrail {
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

func (f *frame) statusLines() []string {
	style, text := f.host.Styles.Dim, kit.Sentence(safe.Text(f.host.Status.Text).Line(0).String()) // the last gate: errors quote what they met
	if f.host.Status.Bad {
		style = f.host.Styles.Bad
	}
	if lipgloss.Width(text) > f.host.Width-2 {
		lines := kit.Wrap(text, f.host.Width-2, maxStatusLines, style)
		for i, l := range lines {
			lines[i] = " " + l
		}
		return lines
	}
	coach := f.coachLine()
	if coach != "" && text == "" {
		return []string{f.withMore(coach)}
	}
	if told, ok := f.screens.Top().(interface{ News() string }); ok && text == "" && f.host.Overlay == nil {
		text = told.News()
	}
	line := f.withMore(" " + style.Render(ansi.Truncate(text, f.host.Width-2, "…")))
	if coach != "" {
		return []string{line, coach}
	}
	return []string{line}
}

// withMore is a line with how many lines are out of sight at its end, where there is space.
func (f *frame) withMore(line string) string {
	n := f.hiddenLines()
	if n == 0 {
		return line
	}
	more := "↓ " + english.Plural(n, "more line", "more lines")
	free := f.host.Width - 1 - lipgloss.Width(line) - lipgloss.Width(more)
	if free < 1 {
		return line
	}
	return line + strings.Repeat(" ", free) + f.host.Styles.Dim.Render(more)
}

// HiddenLines counts the lines that are out of sight.
func (f *frame) hiddenLines() int {
	switch {
	case f.host.Overlay == nil:
		return f.screens.Top().HiddenLines()
	case f.host.Overlay.Picker != nil:
		return f.host.Overlay.Picker.Below()
	}
	return f.host.Overlay.Lines.HiddenLines()
}

// footerColumns is how many columns of the terminal a key of the footer has: more keys than
// that would be noise, as would be more than six at all. The palette shows all.
const (
	footerColumns = 11
	maxFooterKeys = 6
)

// footerEnd are the keys that every screen's footer ends with.
func (f *frame) footerEnd() []kit.Key {
	return kit.Shown(shortcut.On(kit.Keys.Palette, keyOn(f.screens.Top(), kit.PlainKeys.Help, kit.Keys.Help))...)
}

// footerKeys are the keys of the moment that no button names, as many as fit; help and the palette
// come last and always.
func (f *frame) footerKeys() (left, right []kit.Key) {
	bindings, fixed := f.screens.Top().Keys(), f.footerEnd()
	isSide := func(k kit.Key) bool { return slices.Contains(k.Keys(), kit.Keys.OtherSide.Keys()[0]) }
	if sides := f.screens.besideKeys(); len(sides) > 0 && isSide(sides[0]) {
		bindings = slices.Insert(slices.Clone(bindings), min(1, len(bindings)), sides[0])
	}
	const ofTable = 4 // keys of any table: open, sort, filter, export
	bindings = slices.Insert(slices.Clone(bindings), min(ofTable, len(bindings)), f.screens.diffOfTheMoment()...)
	if f.host.Overlay != nil {
		bindings, fixed = f.host.Overlay.Keys(), kit.Shown(shortcut.Key{Binding: kit.Keys.Quit})
	}
	if len(bindings) > 0 && lipgloss.Width(f.hint(bindings[0]))+lipgloss.Width(f.hints(fixed))+4 > f.host.Width {
		fixed = fixed[:1] // the first key matters more than help, which is among the actions
	}
	var named []kit.Button
	if o, ok := f.screens.Top().(kit.Buttoned); ok && f.host.Overlay == nil {
		named = o.Buttons()
	}
	shown := make([]kit.Key, 0, len(bindings))
	used := lipgloss.Width(f.hints(fixed)) + len(hintGap) + 2 // and a cell at each end
	for _, b := range bindings {
		width := lipgloss.Width(f.hint(b))
		isLeftOut := b.Group == kit.Rare || b.Group == kit.More || b.Group == kit.Moving && len(shown) > 0 // one key says how to move
		isNamed := slices.ContainsFunc(named, func(n kit.Button) bool { return n.Key == b.Help().Key })
		if !b.Enabled() || isNamed || isLeftOut || len(b.Keys()) == 0 || kit.IsScrollKey(b) || len(shown) >= min(f.host.Width/footerColumns-len(fixed), maxFooterKeys) || used+width+len(hintGap) > f.host.Width {
			continue
		}
		shown = append(shown, b)
		used += width + len(hintGap)
	}
	return shown, fixed
}

func (f *frame) footer() string {
	if f.host.Options.Replay != nil && f.host.Options.Replay.Now != nil {
		return "" // nobody presses a key
	}
	keys, fixed := f.footerKeys()
	left, right := " "+f.hints(keys), f.hints(fixed)
	gap := max(f.host.Width-lipgloss.Width(left)-lipgloss.Width(right)-1, 1)
	return f.host.Styles.Raised.Line(left+strings.Repeat(" ", gap)+right, f.host.Width)
}

// keyAt is the key whose hint is at a column of the footer.
func (f *frame) keyAt(column int) (b kit.Key, ok bool) {
	left, right := f.footerKeys()
	at := 1
	for i, k := range append(left, right...) {
		if i == len(left) {
			at = f.host.Width - lipgloss.Width(f.hints(right)) - 1
		}
		end := at + lipgloss.Width(f.hint(k))
		if column >= at && column < end {
			return k, true
		}
		at = end + len(hintGap)
	}
	return b, false
}

// hintGap separates the keys of the footer.
const hintGap = "  "

func (f *frame) hints(bindings []kit.Key) string {
	texts := make([]string, len(bindings))
	for i, b := range bindings {
		texts[i] = f.hint(b)
	}
	return strings.Join(texts, hintGap)
}

// hint is a key and what it does. Each is drawn once: they stand in every frame.
func (f *frame) hint(b kit.Key) string {
	text, ok := f.host.Styles.Hints[b.Help()]
	if !ok {
		text = f.host.Styles.Key.Render(b.Help().Key) + " " + f.host.Styles.Dim.Render(b.Help().Desc)
		f.host.Styles.Hints[b.Help()] = text
	}
	return text
}

// countGap is on both sides of the counts.
const countGap = "  "

// counts are what must be known on every screen: the tasks that go on, and the tasks that wait for
// the user on other screens.
func (f *frame) counts() string {
	st, all := f.host.Styles, make([]string, 0, 2)
	if n := f.running; n > 0 {
		all = append(all, st.Good.Render("● ")+st.Dim.Render(fmt.Sprintf("%d running", n)))
	}
	if n := f.waiting; n > 0 {
		all = append(all, st.Warn.Render("? ")+st.Dim.Render(english.Plural(n, "waits for you", "wait for you")+" ")+st.Key.Render(kit.Keys.History.Help().Key))
	}
	return strings.Join(all, countGap)
}

// isCountAt reports whether the header has a count at a column.
func (f *frame) isCountAt(column int) bool {
	end := f.host.Width - 1
	return column >= end-lipgloss.Width(f.counts()) && column < end
}

// fittedLines are the lines of a frame, cut to the width of the screen. Most lines of a
// frame are those of the frame before, which are not measured again.
type fittedLines struct {
	isByGrapheme bool // the terminal draws characters that belong together as one (mode 2027)
	width        int
	before, next map[string]string
}

// swap begins the next frame.
func (f *fittedLines) swap(width int) {
	f.before, f.next, f.width = f.next, f.before, width
	clear(f.next)
}

// useGraphemes says that the terminal draws characters that belong together as one.
func (f *fittedLines) useGraphemes() { *f = fittedLines{isByGrapheme: true} }

// fit cuts a line of the body to the width of the screen.
func (f *fittedLines) fit(line string, width int) string {
	if f.next == nil {
		f.before, f.next = map[string]string{}, map[string]string{}
	}
	cut, known := f.before[line]
	if !known || f.width != width {
		cut = f.within(ansi.Truncate(line, width-1, "…"), width-1)
	}
	f.next[line] = cut
	return cut
}

// within makes a line fit where the terminal draws each character for itself: emoji with tones and letters of India, for example, are then
// wider than as a whole. What they take too much is taken from the spaces behind them, so that columns and borders stay where they are; what
// is still too wide is cut with a mark, where its end would be gone without a word.
func (f *fittedLines) within(line string, width int) string {
	if f.isByGrapheme {
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

// The smallest terminal in which the screens are legible.
const (
	minWidth  = 36
	minHeight = 10
)

// isTooSmall reports a terminal on which no screen is legible.
func isTooSmall(h *kit.Host) bool {
	return h.Width > 0 && (h.Width < minWidth || h.Height < minHeight)
}

// tooSmall says so in place of a screen.
func (f *frame) tooSmall() string {
	next := shortcut.InProse(kit.Keys.Quit) + " quits"
	if f.isQuitting {
		next = f.host.Status.Text
	}
	text := fmt.Sprintf("too small: %d×%d\nneeds %d×%d\n%s", f.host.Width, f.host.Height, minWidth, minHeight, ansi.Wrap(next, f.host.Width, ""))
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = ansi.Truncate(l, f.host.Width, "")
	}
	return strings.Join(lines[:min(len(lines), max(f.host.Height, 1))], "\n")
}

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
	v.WindowTitle, v.ReportFocus = a.attention.title(), a.Options.Notify != kit.NotifyNone
	v.MouseMode = a.mouseMode()
	if a.Options.Progress {
		v.ProgressBar = a.desk.progress()
	}
	v.KeyboardEnhancements.ReportAlternateKeys = true // see [kit.Latin]
	a.frames.shown = v
	return v
}

// safeView draws what can be drawn: a fault while drawing must not take the
// program, and with it what was typed, away.
func (a *App) safeView() (content string) {
	defer kit.RecoverTo(func(fault *safego.Fault) { content = a.errorView(fault) })
	return a.frame().draw()
}

// frame is the frame of the moment.
func (a *App) frame() *frame {
	return &frame{host: a.Host, screens: a.screens, running: a.desk.running(), waiting: a.desk.waiting(a.Top()), isQuitting: a.quitting, kept: &a.kept}
}

// errorView is what is shown of a screen that cannot be drawn.
func (a *App) errorView(fault *safego.Fault) string {
	if a.renderErr == nil {
		a.renderErr = fault
	}
	return fault.Error() + ": this screen cannot be drawn\nnothing is lost: " + shortcut.InProse(kit.Keys.Back) + " goes back, " + shortcut.InProse(kit.Keys.Quit) + " quits"
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
