package each

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/dustin/go-humanize/english"

	"a2aform/internal/run/each"
	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

// maxProblems is how many rows that do not fit are named.
const maxProblems = 100

func (s *Screen) Layout(w, h int) {
	s.Base.Layout(w, h)
	s.redraw()
}

func (s *Screen) Restyle() { s.redraw() }

// room is the size of what is between the title and the buttons.
func (s *Screen) room() (width, height int) {
	width, height = s.FrameRoom()
	if s.HasFrame() {
		height -= buttonLines
	}
	return width, max(height, 1)
}

const buttonLines = 1

// redraw draws the review.
func (s *Screen) redraw() {
	width, height := s.room()
	s.lines.Height = height
	s.lines.Set(s.review(width))
}

func (s *Screen) HiddenLines() int {
	if s.hasBegun() {
		return 0
	}
	return s.lines.HiddenLines()
}

// review says what is sent, or why nothing can be.
func (s *Screen) review(width int) (lines []string) {
	st := s.Styles()
	if why := s.cannotSend(); why != "" {
		lines = append(kit.Wrap("✗ "+why+", so nothing is sent.", width, 0, st.Bad), "")
		for _, r := range s.batch.Rows {
			if r.Plan == nil && len(lines) < maxProblems {
				lines = append(lines, kit.Bullet(st.Dim.Render(fmt.Sprintf("row %-4d ", r.Number)), strings.Join(r.Problems, "; "), width, st.Text)...)
			}
		}
		return lines
	}
	about := fmt.Sprintf("%s, one for each of the %s", english.Plural(len(s.batch.Rows), "message", "messages"), s.about)
	if len(s.batch.Rows) > jobs {
		about += fmt.Sprintf(", %d at the same time", jobs)
	}
	about += "."
	lines = append(kit.Wrap(about, width, 0, st.Text), "")
	if notice := kit.PriceNotice(s.plan.Agent); notice != "" {
		lines = append(lines, kit.Wrap("! "+notice, width, 0, st.Warn)...)
	}
	if missing := s.plan.Agent.Missing(); len(missing) > 0 {
		lines = append(lines, kit.Wrap("! the agent requires what a2aform does not know: "+kit.Joined(missing, ", "), width, 0, st.Warn)...)
	}
	lines = append(lines, st.Strong.Render("The first one"))
	if first := s.batch.Rows[0].Plan; first.Private {
		lines = append(lines, kit.Wrap("It holds a secret, so it is not shown and not kept.", width, 0, st.Warn)...)
	} else {
		rows := kit.FilledRows(first)
		filled, _ := kit.DrawFilled(rows, kit.CountFilled(rows), width, st)
		lines = append(lines, filled...)
	}
	if len(s.batch.Unused) > 0 {
		names := make([]safe.Raw, len(s.batch.Unused))
		for i, name := range s.batch.Unused {
			names[i] = safe.Text(name)
		}
		lines = append(lines, "")
		lines = append(lines, kit.Wrap("Only in the table: "+kit.Joined(names, ", "), width, 2, st.Dim)...)
	}
	return lines
}

func (s *Screen) View() string {
	width, height := s.room()
	title, lines := kit.SendTo(s.plan.Agent), strings.Split(s.lines.View(), "\n")
	if s.hasBegun() {
		title, lines = s.name()+" for each of the "+s.about, s.progress(width, height)
	}
	if !s.HasFrame() {
		return strings.Join(lines, "\n")
	}
	frame := s.Styles().Pane.Draw(kit.Pane{Title: title, Lines: lines, Width: s.Width, Height: s.Height - buttonLines, HasFocus: true})
	return strings.Join(append(frame, s.Styles().Button.Line(s.buttons(), 0, s.Width)), "\n")
}

// Buttons are those below what is sent, or what came.
func (s *Screen) Buttons() []kit.Button {
	if !s.HasFrame() {
		return nil
	}
	return s.buttons()
}

func (s *Screen) buttons() []kit.Button {
	switch {
	case s.IsRunning():
		return []kit.Button{{Label: "Stop", Key: "x"}}
	case s.hasBegun():
		return []kit.Button{{Label: "Table", Key: "enter"}, {Label: "Back", Key: "esc"}}
	case s.cannotSend() != "":
		return []kit.Button{{Label: "Back", Key: "esc"}}
	}
	return []kit.Button{{Label: "Send " + english.Plural(len(s.batch.Rows), "message", "messages"), Key: "enter", IsOff: s.quiet.IsWaiting()}, {Label: "Back", Key: "esc"}}
}

// Click does what the button at a position is for.
func (s *Screen) Click(column, line int) (kit.Action, tea.Cmd) {
	if !s.HasFrame() || line != s.Height-buttonLines {
		return kit.Action{}, nil
	}
	i := kit.ButtonAt(s.buttons(), column)
	if i < 0 {
		return kit.Action{}, nil
	}
	return s.press(kit.KeyPress(s.buttons()[i].Key))
}

// progress is a bar with counts, and the rows around the first that goes on.
func (s *Screen) progress(width, height int) []string {
	const head = 2
	lines := []string{s.bar(width), ""}
	first := len(s.results) - 1
	for i, r := range s.results {
		if r.Outcome == "" {
			first = i
			break
		}
	}
	room := max(height-head, 1)
	top := max(min(first-room/2, len(s.results)-room), 0)
	for i := top; i < min(top+room, len(s.results)); i++ {
		lines = append(lines, s.row(i, width))
	}
	return lines
}

// bar is the share of rows whose runs have ended.
func (s *Screen) bar(width int) string {
	st, n, all := s.Styles(), s.count(), len(s.results)
	took := time.Since(s.began)
	if !s.ended.IsZero() {
		took = s.ended.Sub(s.began)
	}
	text := "  " + st.Strong.Render(fmt.Sprintf("%d/%d", n.good+n.failed, all)) + "  " + st.Good.Render(fmt.Sprintf("✓ %d", n.good))
	if n.failed > 0 {
		text += "  " + st.Bad.Render(fmt.Sprintf("✗ %d", n.failed))
	}
	text += "  " + st.Dim.Render(strings.TrimSpace(kit.Seconds(took)))
	if s.isStopped {
		text += st.Dim.Render("  stopped")
	}
	const minBar, maxBar = 8, 60
	room := min(width-lipgloss.Width(text), maxBar)
	if room < minBar {
		return strings.TrimPrefix(text, "  ")
	}
	bad := n.failed * room / all
	good := (n.good+n.failed)*room/all - bad
	return st.Bad.Render(strings.Repeat("█", bad)) + st.Good.Render(strings.Repeat("█", good)) + st.Dim.Render(strings.Repeat("░", room-bad-good)) + text
}

// row is a row of the table, and how its run goes on.
func (s *Screen) row(i, width int) string {
	st, r := s.Styles(), s.results[i]
	mark, style := " ", &st.Dim
	switch {
	case r.IsRunning:
		mark, style = kit.Spinner(s.frame), &st.Accent
	case r.HasFailed:
		mark, style = "✗", &st.Bad
	case r.Outcome != "":
		mark, style = "✓", &st.Good
	}
	const minWhat = 20
	what := ansi.Truncate(s.batch.Rows[i].Summary(), max(width/2-8, minWhat), "…")
	line := style.Render(mark) + st.Dim.Render(fmt.Sprintf(" %4d  ", s.batch.Rows[i].Number)) + st.Text.Render(kit.Pad(what, max(width/2-8, minWhat))) + "  " + style.Render(stateText(r))
	return ansi.Truncate(line, width, "…")
}

func stateText(r each.Result) string {
	switch {
	case r.IsRunning:
		return "running"
	case r.Outcome == "":
		return "waits"
	}
	return r.Text()
}
