package ui

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/safe"
	"a2aform/internal/safego"
	"a2aform/internal/widget/ascii"
	"a2aform/internal/widget/shortcut"
)

// View draws the frame and the screen in it.
func (a *App) View() tea.View {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.frames.dropped {
		return a.frames.shown
	}
	content := a.safeView()
	if a.opts.ASCII {
		content = ascii.Text(content)
	}
	v := tea.NewView(content)
	v.AltScreen = true
	v.WindowTitle = "a2aform"
	v.MouseMode = a.mouseMode()
	v.ProgressBar = a.progress()
	a.frames.shown = v
	return v
}

// safeView draws what can be drawn: a fault while drawing must not take the
// program, and with it what was typed, away.
func (a *App) safeView() (content string) {
	debug.SetPanicOnFault(true)
	defer recoverTo(func(fault error) { content = a.errorView(fault) })
	return a.content()
}

// errorView is what is shown of a screen that cannot be drawn.
func (a *App) errorView(fault error) string {
	var ours *safego.Fault
	if !errors.As(fault, &ours) {
		return fault.Error() + "\nesc goes back, ctrl+c quits"
	}
	if a.renderErr == nil {
		a.renderErr = ours
	}
	return ours.Error() + ": this screen cannot be drawn\nnothing is lost: esc goes back, ctrl+c quits"
}

func (a *App) content() string {
	if a.width == 0 {
		return " "
	}
	if a.isTooSmall() {
		return a.tooSmall()
	}
	body := a.top().view()
	if a.overlay != nil {
		body = a.overlay.view()
	}
	_, height := a.room()
	lines := []string{a.header(), a.styles.Rule.Render(strings.Repeat("─", a.width))}
	status := a.statusLines()
	lines = append(lines, a.fitBody(body, height)[:max(height+1-len(status), 0)]...)
	lines = append(append(lines, status...), a.footer())
	for i, line := range lines {
		lines[i] = a.within(line)
	}
	return strings.Join(lines, "\n")
}

// within cuts, with a mark, what is wider than the terminal where that draws each
// character for itself: emoji with tones, for one, are then wider than as a whole, and
// their end would be gone without a word.
func (a *App) within(line string) string {
	if len(line) <= a.width || ansi.StringWidthWc(line) <= a.width {
		return line
	}
	wide := line + strings.Repeat(" ", a.width) // TruncateWc leaves alone what fits as graphemes
	return ansi.TruncateWc(wide, a.width, "…")
}

// fitBody makes the body exactly as high as its room and no wider.
func (a *App) fitBody(body string, height int) []string {
	lines := strings.Split(body, "\n")
	out := make([]string, height)
	for i := range out {
		if i < len(lines) {
			out[i] = " " + ansi.Truncate(lines[i], a.width-1, "…")
		}
	}
	return out
}

// header is the breadcrumb and, at the right, the tasks that go on.
func (a *App) header() string {
	left := a.styles.Badge.Render(" a2aform ")
	var crumbs []string
	for _, s := range a.stack {
		if t := s.title(); t != "" {
			crumbs = append(crumbs, t)
		}
	}
	right := ""
	if n := a.running(); n > 0 {
		right = a.styles.Good.Render("● ") + a.styles.Dim.Render(fmt.Sprintf("%d running ", n))
	}
	room := a.width - lipgloss.Width(left) - lipgloss.Width(right) - 2
	trail := ansi.TruncateLeft(strings.Join(crumbs, " › "), 0, "")
	if w := lipgloss.Width(trail); w > room {
		trail = ansi.TruncateLeft(trail, w-room+1, "…")
		if lipgloss.Width(trail) > room { // the cut went through a wide character
			trail = ansi.TruncateLeft(trail, w-room+2, "…")
		}
	}
	gap := strings.Repeat(" ", max(room-lipgloss.Width(trail), 0)+1)
	return left + " " + a.styles.Crumb.Render(trail) + gap + right
}

// maxStatusLines is how many lines what is said until the next key may take; all
// but one cover the end of the screen.
const maxStatusLines = 2

func (a *App) statusLines() []string {
	style, text := a.styles.Dim, safe.Text(a.status.text).Line(0).String() // the last gate: errors quote what they met
	if a.status.bad {
		style = a.styles.Bad
	}
	if lipgloss.Width(text) > a.width-2 {
		lines := wrap(text, a.width-2, maxStatusLines, style)
		for i, l := range lines {
			lines[i] = " " + l
		}
		return lines
	}
	if told, ok := a.top().(interface{ news() string }); ok && text == "" && a.overlay == nil {
		text = told.news()
	}
	if n := a.hiddenLines(); text == "" && n > 0 {
		text = "↓ " + plural(n, "more line", "more lines")
	}
	return []string{" " + style.Render(ansi.Truncate(text, a.width-2, "…"))}
}

// hiddenLines counts the lines that are out of sight.
func (a *App) hiddenLines() int {
	switch {
	case a.overlay == nil:
		return a.top().hiddenLines()
	case a.overlay.picker != nil:
		return a.overlay.picker.Below()
	}
	return a.overlay.lines.hiddenLines()
}

// maxFooterKeys is how many keys the footer shows; the palette shows all.
const maxFooterKeys = 6

// footerEnd are the keys that every screen's footer ends with.
var footerEnd = shortcut.On(keys.Palette, keys.Help)

// footer are the keys of the moment, as many as there is room for; help and the
// palette come last and always.
func (a *App) footer() string {
	bindings, fixed := a.top().keys(), footerEnd
	if a.overlay != nil {
		bindings, fixed = a.overlay.keys(), shortcut.On(keys.Quit)
	}
	if len(bindings) > 0 && lipgloss.Width(a.hint(bindings[0]))+lipgloss.Width(a.hints(fixed))+4 > a.width {
		fixed = fixed[:1] // the first key matters more than help, which is among the actions
	}
	var shown []string
	used := lipgloss.Width(a.hints(fixed)) + 1
	for _, b := range bindings {
		text := a.hint(b)
		if !b.Enabled() || isScrollKey(b) || len(shown) == maxFooterKeys-len(fixed) || used+lipgloss.Width(text)+3 > a.width {
			continue
		}
		shown = append(shown, text)
		used += lipgloss.Width(text) + 3
	}
	return " " + strings.Join(append(shown, a.hints(fixed)), a.styles.Rule.Render(" · "))
}

func (a *App) hints(bindings []shortcut.Key) string {
	texts := make([]string, len(bindings))
	for i, b := range bindings {
		texts[i] = a.hint(b)
	}
	return strings.Join(texts, a.styles.Rule.Render(" · "))
}

// hint is a key and what it does. Each is drawn once: they stand in every frame.
func (a *App) hint(b shortcut.Key) string {
	text, ok := a.styles.hints[b.Help()]
	if !ok {
		text = a.styles.Key.Render(b.Help().Key) + " " + a.styles.Dim.Render(b.Help().Desc)
		a.styles.hints[b.Help()] = text
	}
	return text
}

func (a *App) layout() {
	w, h := a.room()
	if a.overlay != nil {
		a.overlay.layout(w, h)
	}
	for _, s := range a.stack {
		s.layout(w, h)
	}
}

// restyle tells every screen that the styles are others.
func (a *App) restyle() {
	for _, s := range a.stack {
		s.restyle()
	}
	for _, s := range a.forms {
		s.restyle()
	}
	for _, t := range a.tasks {
		if t.file == "" {
			t.restyle()
		}
	}
}

// setTheme makes the styles for the colours that the terminal reports.
func (a *App) setTheme(term termColors) {
	if term == a.termColors {
		return
	}
	a.termColors, a.styles = term, newStyles(a.opts.Theme, term)
	a.restyle()
}

// reportRenderErr keeps what is known of the first screen that could not be drawn,
// for a report.
func (a *App) reportRenderErr() tea.Cmd {
	if a.renderErr == nil || a.reported {
		return nil
	}
	a.reported = true
	store, report := a.opts.Store, a.renderErr.Report()
	return func() tea.Msg {
		_, _ = store.KeepFault(report) // the screen says what matters
		return nil
	}
}
