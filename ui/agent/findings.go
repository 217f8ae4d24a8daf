package agent

import (
	"slices"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/a2aclient"
	"a2aform/internal/qa/doctor"
	"a2aform/ui/kit"
)

// checkedMsg is what the rules of doctor find in a card.
type checkedMsg struct {
	card   *a2aclient.Card
	result *doctor.OpenedResult
}

// checkCard applies the rules in a command. Those about schemas wait until doctor opens.
func (s *CardScreen) checkCard() tea.Cmd {
	card, dir := s.card, ""
	if keep := s.Host.Options.Store; keep != nil {
		dir = keep.ConfigDir()
	}
	return kit.Later(s, func() tea.Msg { return checkedMsg{card, doctor.CheckOpened(card, dir, false)} })
}

func (s *CardScreen) takeChecked(m checkedMsg) {
	if m.card == s.card {
		s.TakeResult(m.result)
	}
}

// TakeResult shows what the rules found.
func (s *CardScreen) TakeResult(r *doctor.OpenedResult) {
	s.result = r
	s.countProblems()
	s.redraw()
}

// Result is what the rules found, nil for not yet.
func (s *CardScreen) Result() *doctor.OpenedResult { return s.result }

// Noticed is what only the client knows: of reading the card, and of the connection.
func (s *CardScreen) Noticed() []string {
	all := slices.Concat(s.card.Warnings, s.notes)
	if s.dialed == nil {
		if notice := s.agent.Notice(); notice != "" {
			all = append(all, notice)
		}
	}
	return all
}

func (s *CardScreen) countProblems() {
	r := &doctor.Report{}
	if s.result != nil {
		r = s.result.Report
	}
	s.problems = doctor.OpenedProblems(doctor.OpenedFindings(r, s.Noticed()))
}

// Problems counts the errors for the header, where there are none the warnings.
func (s *CardScreen) Problems() (n int, words string, isError bool) {
	if n = (&doctor.Report{Findings: s.problems}).Count(doctor.Error); n > 0 {
		return n, kit.Plural(n, "error", "errors"), true
	}
	n = len(s.problems)
	return n, kit.Plural(n, "warning", "warnings"), false
}

// OpenProblems lists them.
func (s *CardScreen) OpenProblems() tea.Cmd { return s.Host.Nav.OpenDoctor() }

// problemLine says how many problems there are, and which is the worst; "" for none.
func (s *CardScreen) problemLine(width int) string {
	if len(s.problems) == 0 {
		return ""
	}
	_, _, isError := s.Problems()
	style, sign := s.Styles().Warn, "! "
	if isError {
		style, sign = s.Styles().Bad, "✗ "
	}
	about := " in the card, ! lists them: "
	if s.result != nil && !s.result.WithoutSchemas {
		about = " in the card and its schemas, ! lists them: "
	}
	return style.Render(ansi.Truncate(sign+doctor.CountFindings(s.problems)+about+s.problems[0].What, width, "…"))
}
