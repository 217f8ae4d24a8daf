package ui

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/safe"
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
	for _, s := range f.screens.crumbs() {
		if t := s.Title(); t != "" {
			crumbs = append(crumbs, t)
		}
	}
	return ansi.TruncateLeft(strings.Join(crumbs, crumbGap), 0, "")
}

// trailColumn is where the titles begin, after the badge.
const trailColumn = len(badge) + 1

// trail are the titles of the open screens, as many of the last ones as fit.
func (f *frame) trail() string {
	trail := f.titles()
	room := f.host.Width - trailColumn - 1 - lipgloss.Width(f.headerNote())
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
	more := "↓ " + kit.Plural(n, "more line", "more lines")
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
