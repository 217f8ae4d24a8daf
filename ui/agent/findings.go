package agent

import (
	"slices"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/dustin/go-humanize/english"

	"a2aform/a2aclient"
	"a2aform/a2aclient/signature"
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

// openProblems lists them.
func (s *CardScreen) openProblems() tea.Cmd { return s.Host.Nav.OpenDoctor() }

// problemLine says how many errors there are in the card, and which is the worst. Without one, what was found is for the agent's maker alone.
// It is "" where nothing was found.
func (s *CardScreen) problemLine(width int) string {
	st := s.Styles()
	switch {
	case len(s.problems) == 0:
		return ""
	case (&doctor.Report{Findings: s.problems}).Count(doctor.Error) == 0:
		line := st.Dim.Render(english.Plural(len(s.problems), "note", "notes") + " for the agent's maker, ! lists them")
		return ansi.Truncate(line, width, "…")
	}
	about := " in the card, ! lists them: "
	if s.result != nil && !s.result.WithoutSchemas {
		about = " in the card and its schemas, ! lists them: "
	}
	return st.Bad.Render(ansi.Truncate("✗ "+doctor.CountFindings(s.problems)+about+s.problems[0].What, width, "…"))
}

// verifiedMsg is what is known of the card's signatures.
type verifiedMsg struct {
	card     *a2aclient.Card
	verdicts []signature.Verdict
	err      error
	notes    []string // which keys that the user trusts cannot be used
}

// takeVerified shows what is known, unless the card for those whom the agent knows has come since.
func (s *CardScreen) takeVerified(m verifiedMsg) {
	if m.card == s.card {
		s.verified = m
		s.redraw()
	}
}

// verify checks the card's signatures with the keys that the user trusts, and the keys that its
// host publishes.
func (s *CardScreen) verify() tea.Cmd {
	if s.card.Signatures == 0 {
		return nil
	}
	card, ctx := s.card, a2aclient.WithTrace(s.Host.Context, s.wire.See)
	dir := ""
	if keep := s.Host.Options.Store; keep != nil {
		dir = keep.ConfigDir()
	}
	return kit.Later(s, func() tea.Msg {
		keys, notes := signature.ReadKeys(dir)
		verdicts, err := card.VerifySignatures(ctx, keys)
		return verifiedMsg{card, verdicts, err, notes}
	})
}
