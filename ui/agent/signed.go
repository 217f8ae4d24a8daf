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
}

// verify checks the card's signatures with the keys that its host publishes.
func (s *CardScreen) verify() tea.Cmd {
	if s.card.Signatures == 0 {
		return nil
	}
	card, ctx := s.card, a2aclient.WithTrace(s.Host.Context, s.wire.See)
	return kit.Later(s, func() tea.Msg {
		verdicts, err := card.VerifySignatures(ctx, nil)
		return verifiedMsg{card, verdicts, err}
	})
}
