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

// findings are what is wrong with a card: what the rules of doctor find, and what only the client knows.
type findings struct {
	result   *doctor.OpenedResult // of the rules; nil for not yet
	problems []doctor.Finding     // errors and warnings, the worst first
}

// count lists the problems anew, with what only the client knows.
func (f *findings) count(noticed []string) {
	r := &doctor.Report{}
	if f.result != nil {
		r = f.result.Report
	}
	f.problems = doctor.OpenedProblems(doctor.OpenedFindings(r, noticed))
}

// hasErrors reports that something in the card is an error.
func (f *findings) hasErrors() bool {
	return (&doctor.Report{Findings: f.problems}).Count(doctor.Error) > 0
}

// line says how many errors there are in the card, and which is the worst. Without one, what was found is for the agent's maker alone.
// It is "" where nothing was found.
func (f *findings) line(width int, st *kit.Styles) string {
	switch {
	case len(f.problems) == 0:
		return ""
	case !f.hasErrors():
		line := st.Dim.Render(english.Plural(len(f.problems), "note", "notes") + " for the agent's maker, ! lists them")
		return ansi.Truncate(line, width, "…")
	}
	about := " in the card, ! lists them: "
	if f.result != nil && !f.result.WithoutSchemas {
		about = " in the card and its schemas, ! lists them: "
	}
	return st.Bad.Render(ansi.Truncate("✗ "+doctor.CountFindings(f.problems)+about+f.problems[0].What, width, "…"))
}

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
	s.findings.result = r
	s.findings.count(s.Noticed())
	s.redraw()
}

// Result is what the rules found, nil for not yet.
func (s *CardScreen) Result() *doctor.OpenedResult { return s.findings.result }

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

// openProblems lists them.
func (s *CardScreen) openProblems() tea.Cmd { return s.Host.Nav.OpenDoctor() }

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
