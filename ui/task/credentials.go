package task

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/a2aclient/auth"
	"a2aform/internal/run"
	"a2aform/render/value"
	"a2aform/ui/kit"
)

// signIn asks for credentials where a run needs them.
type signIn struct {
	host    *kit.Host
	now     *run.Snapshot
	offered bool // credentials were asked for
	given   bool // and given, for a task that waits for them
}

// isWanted reports a run that the agent broke off because it does not know who asks, or a task that waits for that.
func (s *signIn) isWanted() bool {
	switch s.now.Phase {
	case run.Errored:
		return s.now.WantsCredentials
	case run.Paused:
		return s.now.State == a2a.StateAuthRequired
	}
	return false
}

// key gives what the agent asks for.
func (s *signIn) key(b key.Binding, give func() kit.Action) kit.Key {
	return kit.When(b, kit.Unless(s.isWanted(), "the agent asks for no credentials"), give)
}

// offer gives credentials by itself, once, unless the user is in a dialog or on another screen than the one of the run.
func (s *signIn) offer(of kit.Screen, give func() kit.Action) kit.Action {
	agent := s.now.Plan.Agent
	switch {
	case s.offered || !s.isWanted() || s.host.Nav.Top() != of || s.host.Overlay != nil:
		return kit.Action{}
	case agent.Credentials() == nil || len(agent.Card().Schemes) == 0: // nothing that could be given here
		return kit.Action{}
	}
	s.offered = true
	return give()
}

// ask asks for credentials, and goes on with them: a message that was refused is sent again, a task is followed further.
func (s *signIn) ask(again func() tea.Cmd, followOn func() error) kit.Action {
	if s.now.Phase == run.Errored {
		return s.host.AskCredentials(s.now.Plan.Agent, s.whyBroken(), again)
	}
	return s.host.AskCredentials(s.now.Plan.Agent, kit.CredentialReason{Words: "The task waits for them" + s.asksFor()}, func() tea.Cmd {
		s.given = true
		if err := followOn(); err != nil {
			s.host.Status = kit.Status{Text: err.Error(), Bad: true}
		}
		return nil
	})
}

// whyBroken says whether the agent was given any credentials.
func (s *signIn) whyBroken() kit.CredentialReason {
	agent := s.now.Plan.Agent
	if credentials := agent.Credentials(); credentials != nil && slices.ContainsFunc(agent.Card().Schemes, func(c auth.Scheme) bool { return credentials.Has(c.Name) }) {
		s.host.Status = kit.Status{} // it said that they are taken
		return kit.CredentialReason{Words: "Sign-in failed. Try other credentials, or press Esc.", Refused: true}
	}
	return kit.CredentialReason{Words: "The agent wants credentials"}
}

// asksFor is what the agent says of it, "" for nothing.
func (s *signIn) asksFor() string {
	if q := s.now.Question; q != nil {
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

// stillWaits reports a task that has paused again, though they were given.
func (s *signIn) stillWaits() bool {
	wasGiven := s.given
	s.given = false
	return wasGiven && s.isWanted()
}

// WantsCredentials implements [kit.Task].
func (s *Screen) WantsCredentials() bool { return s.replay == nil && s.signIn.isWanted() }

// GiveCredentials implements [kit.Task].
func (s *Screen) GiveCredentials() kit.Action { return s.signIn.ask(s.again, s.run.Continue) }
