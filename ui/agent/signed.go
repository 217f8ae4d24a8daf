package agent

import (
	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/a2aclient/signature"
	"a2aform/ui/kit"
)

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
