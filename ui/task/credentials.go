package task

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/a2aclient/auth"
	"a2aform/internal/run"
	"a2aform/render/value"
	"a2aform/ui/kit"
)

// offerCredentials asks for credentials once when a run needs them, unless the user is on
// another screen or in a dialog.
func (s *Screen) offerCredentials() kit.Action {
	agent := s.snapshot.Plan.Agent
	switch {
	case s.offered || !s.WantsCredentials() || s.Host.Nav.Top() != kit.Screen(s) || s.Host.Overlay != nil:
		return kit.Action{}
	case agent.Credentials() == nil || len(agent.Card().Schemes) == 0: // nothing that could be given here
		return kit.Action{}
	}
	s.offered = true
	return s.GiveCredentials()
}

// WantsCredentials reports a run that the agent broke off because it does not
// know who asks, or a task that waits for that.
func (s *Screen) WantsCredentials() bool {
	if s.replay != nil {
		return false
	}
	switch s.snapshot.Phase {
	case run.Errored:
		return s.snapshot.WantsCredentials
	case run.Paused:
		return s.snapshot.State == a2a.StateAuthRequired
	}
	return false
}

// GiveCredentials asks for credentials, and goes on with them: a message that
// was refused is sent again, a task is followed further.
func (s *Screen) GiveCredentials() kit.Action {
	if s.snapshot.Phase == run.Errored {
		return s.Host.AskCredentials(s.snapshot.Plan.Agent, s.whyBroken(), s.again)
	}
	return s.Host.AskCredentials(s.snapshot.Plan.Agent, kit.CredentialReason{Words: "The task waits for them" + s.asksFor()}, func() tea.Cmd {
		s.given = true
		if err := s.run.Continue(); err != nil {
			s.Host.Status = kit.Status{Text: err.Error(), Bad: true}
		}
		return nil
	})
}

// whyBroken says whether the agent was given any credentials.
func (s *Screen) whyBroken() kit.CredentialReason {
	agent := s.snapshot.Plan.Agent
	if credentials := agent.Credentials(); credentials != nil && slices.ContainsFunc(agent.Card().Schemes, func(c auth.Scheme) bool { return credentials.Has(c.Name) }) {
		s.Host.Status = kit.Status{} // it said that they are taken
		return kit.CredentialReason{Words: "Sign-in failed. Try other credentials, or press esc.", Refused: true}
	}
	return kit.CredentialReason{Words: "The agent wants credentials"}
}

// asksFor is what the agent says of it, "" for nothing.
func (s *Screen) asksFor() string {
	if q := s.snapshot.Question; q != nil {
		for _, p := range q.Parts {
			if p.Kind == a2a.PartText {
				warnings := a2aclient.TextWarnings(p.Text.Exact()) //nolint:forbidigo // the warnings are clean
				return strings.Join(append([]string{" (“" + p.Text.Line(160).String() + "”)"}, warnings...), " "+value.CautionMark+" ")
			}
		}
	}
	return ""
}

// credentialsGiven is the answer to a task that still waits for credentials: the request
// carries them, and some agents go on only after an answer.
const credentialsGiven = "The credentials are given."
