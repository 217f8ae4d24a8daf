package agent

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

// twoPanes is from how many columns on the chosen agent has a pane next to the list, stacked
// from how many rows below it.
const twoPanes, stacked = 98, 14

// hasPanes reports whether the list has a border in so many rows.
func (s *ConnectScreen) hasPanes(rows int) bool { return s.hasPane() && rows > kit.FrameHeight+2 }

// isBeside reports whether the chosen agent has a pane next to the list.
func (s *ConnectScreen) isBeside() bool { return s.Width >= twoPanes }

// border is that between the list and the chosen agent.
func (s *ConnectScreen) border() kit.Border {
	if _, ok := s.agents.Chosen(); !ok || !s.isBeside() {
		return kit.Border{}
	}
	return kit.Border{Of: "agents", Usual: s.Width / 2, Room: s.Width}
}

// panes are the list and what is known of the chosen agent. The first line is line first of
// the screen.
func (s *ConnectScreen) panes(first, height int) []string {
	problems := s.problemLines()
	first, height = first+len(problems), max(height-len(problems), kit.FrameHeight+1)
	var sb strings.Builder
	for _, line := range problems {
		sb.WriteString(line + "\n")
	}
	row, ok := s.agents.Chosen()
	st, below := s.Styles(), 0
	switch {
	case ok && s.isBeside():
		left := s.Host.Borders.Left(s.border())
		right := s.previewPane(row, s.Width-left, height)
		st.Pane.Write(&sb, s.listPane(first, left, height, right))
		return []string{sb.String()}
	case ok && height >= stacked:
		below = height - min(s.agents.Lines()+kit.FrameHeight+2, height/2)
	}
	st.Pane.Write(&sb, s.listPane(first, s.Width, height-below, nil))
	if below > 0 {
		return append([]string{sb.String()}, s.previewPane(row, s.Width, below)...)
	}
	return []string{sb.String()}
}

func (s *ConnectScreen) listPane(first, width, height int, right []string) kit.Pane {
	lines := s.rows(first+1, width-kit.FrameWidth, height-kit.FrameHeight)
	if s.agents.IsNew() {
		hint := kit.Wrap("Type an address above to open another agent.", width-kit.FrameWidth, 0, s.Styles().Dim)
		lines = append(append(lines, ""), hint...)
	}
	return kit.Pane{Title: "Agents", Note: s.listNote(), Lines: lines, Width: width, Height: height, Right: right, HasFocus: s.onList}
}

func (s *ConnectScreen) listNote() string {
	if s.agents.IsNew() {
		return ""
	}
	return fmt.Sprint(len(s.agents.Rows))
}

func (s *ConnectScreen) previewPane(r agentRow, width, height int) []string {
	lines := s.previewRow(r, width-kit.FrameWidth, height-kit.FrameHeight)
	return s.Styles().Pane.Draw(kit.Pane{Title: kit.Line(r.Name), Lines: lines, Width: width, Height: height})
}

// previewRow is what is known of an agent without asking it, in at most so many lines.
func (s *ConnectScreen) previewRow(r agentRow, width, height int) (lines []string) {
	st := s.Styles()
	if !r.Description.IsEmpty() {
		lines = append(kit.Wrap(kit.Line(r.Description.Summary()), width, 6, st.Text), "")
	}
	facts := s.factsOf(r, width)
	lines = append(lines, s.skillLines(r, max(height-len(lines)-len(facts)-1, 0))...)
	return append(lines, facts...)
}

// skillLines are the names of an agent's skills in at most so many lines, and an empty line.
func (s *ConnectScreen) skillLines(r agentRow, most int) (lines []string) {
	st := s.Styles()
	for i, skill := range r.Skills[:min(len(r.Skills), most)] {
		if i == most-1 && len(r.Skills) > most {
			lines = append(lines, st.Dim.Render(fmt.Sprintf("  +%d more", len(r.Skills)-i)))
			break
		}
		lines = append(lines, st.Dim.Render("• ")+st.Text.Render(kit.Line(skill)))
	}
	if len(lines) > 0 {
		lines = append(lines, "")
	}
	return lines
}

// factsOf says where an agent is, when it was opened, and what credentials are kept for it.
func (s *ConnectScreen) factsOf(r agentRow, width int) (lines []string) {
	st := s.Styles()
	add := func(label, text string) {
		for _, line := range kit.Wrap(text, width-previewLabel, 0, st.Text) {
			lines = append(lines, s.previewLine(label, line))
			label = ""
		}
	}
	switch {
	case r.IsDemo:
		add("Address", "this program; no network is needed")
		return lines
	case r.Card != nil:
		add("Address", "its card is in the catalog")
		return lines
	}
	add("Address", safe.Text(r.Ref).Line(0).String())
	if !r.Called.IsEmpty() && r.Called != r.Name {
		add("Card", kit.Line(r.Called))
	}
	if !r.Used.IsZero() {
		add("Opened", kit.Age(r.Used, time.Now()))
	}
	add("Sign-in", cmp.Or(strings.Join(s.credentialsOf(r), " · "), "no credentials are kept for it"))
	return lines
}

// previewLine is a line of a preview with its label.
func (s *ConnectScreen) previewLine(label, text string) string {
	return s.Styles().Dim.Render(kit.Pad(label, previewLabel)) + text
}
