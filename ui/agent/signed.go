package agent

import (
	"slices"

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

// signedChip is whether the card is signed, as the header has room for.
func (s *CardScreen) signedChip() string {
	switch {
	case s.card.Signatures == 0:
		return "unsigned"
	case slices.ContainsFunc(s.verified.verdicts, func(v signature.Verdict) bool { return v.Valid }):
		return "signed ✓"
	case slices.ContainsFunc(s.verified.verdicts, func(v signature.Verdict) bool { return v.KeysFrom != "" }):
		return "signature ✗"
	}
	return "signed ?"
}

// signedFacts are what is known of each signature.
func (s *CardScreen) signedFacts() (facts []kit.Fact) {
	st := s.Styles()
	switch {
	case s.card.Signatures == 0:
		return []kit.Fact{{Label: "Signed", Text: "no", Style: st.Dim}}
	case s.verified.err != nil:
		return []kit.Fact{{Label: "Signed", Text: s.verified.err.Error(), Style: st.Warn}}
	case s.verified.verdicts == nil:
		return []kit.Fact{{Label: "Signed", Text: "yes, not checked yet", Style: st.Dim}}
	}
	for _, v := range s.verified.verdicts {
		style := st.Warn
		switch {
		case v.Valid && len(v.NotCovered) == 0:
			style = st.Good
		case !v.Valid && v.KeysFrom != "":
			style = st.Bad
		}
		facts = append(facts, kit.Fact{Label: "Signed", Text: v.Text(), Style: style})
	}
	return facts
}
