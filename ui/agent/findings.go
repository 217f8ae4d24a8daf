package agent

import (
	"slices"

	tea "charm.land/bubbletea/v2"
	"github.com/dustin/go-humanize/english"

	"a2aform/a2aclient"
	"a2aform/a2aclient/signature"
	"a2aform/internal/qa/doctor"
	"a2aform/ui/kit"
)

// makerNotes counts what the list behind [cardKeys].Doctor shows: what the rules find in the card, and what only the client knows.
// It is "" where that is nothing, and while the card is checked.
func (s *CardScreen) makerNotes() string {
	if s.found == nil {
		return ""
	}
	n := len(doctor.OpenedFindings(s.found, s.Noticed()))
	if n == 0 {
		return ""
	}
	return "! " + english.Plural(n, "note", "notes") + " for its maker"
}

// checkedMsg is what the rules of doctor find in a card.
type checkedMsg struct {
	card  *a2aclient.Card
	found *doctor.Report
}

// checkCard applies the rules in a command.
func (s *CardScreen) checkCard() tea.Cmd {
	card, dir := s.card, ""
	if keep := s.Host.Options.Store; keep != nil {
		dir = keep.ConfigDir()
	}
	return kit.Later(s, func() tea.Msg { return checkedMsg{card, doctor.CheckOpened(card, dir, true)} })
}

func (s *CardScreen) takeChecked(m checkedMsg) {
	if m.card == s.card {
		s.TakeFound(m.found)
	}
}

// TakeFound shows how much the rules found.
func (s *CardScreen) TakeFound(r *doctor.Report) {
	s.found = r
	s.redraw()
}

// Found is what the rules found, nil for not yet.
func (s *CardScreen) Found() *doctor.Report { return s.found }

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
