package ui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/render"
)

// askCredentials asks for the secret of one of a card's schemes, which is kept
// in memory until the program ends; then says what to do with them.
func (a *App) askCredentials(agent *a2aclient.Agent, why reason, then func() tea.Cmd) action {
	card, credentials := agent.Card(), agent.Credentials()
	switch {
	case credentials == nil:
		return errorf("the card names an address at another host, and credentials are not sent there; if you trust it, open the card from a file")
	case len(card.Schemes) == 0:
		return infof("the card does not say which credentials it takes")
	case len(card.Schemes) == 1:
		a.askSecret(credentials, card.Schemes[0], why, then)
		return action{}
	}
	labels, notes := make([]string, len(card.Schemes)), make([]string, len(card.Schemes))
	for i, s := range card.Schemes {
		labels[i] = schemeLabel(s)
		if notes[i] = s.Description.Line(120).String(); credentials.Has(s.Name) {
			notes[i] = why.given()
		}
	}
	a.overlay = newChooser(a, why.question(), labels, notes, func(i int) tea.Cmd {
		a.askSecret(credentials, card.Schemes[i], why, then)
		return nil
	})
	return action{}
}

// reason is why credentials are asked for.
type reason struct {
	words   string // without a stop; "" for none
	refused bool   // the agent had some, and did not take them
}

func (r reason) question() string {
	switch {
	case r.refused:
		return r.words
	case r.words == "":
		return "Which credentials?"
	}
	return r.words + ". Which ones?"
}

// before stands before what is said of a secret.
func (r reason) before() string {
	if r.words == "" {
		return ""
	}
	return r.words + "; "
}

// given is what is said of a scheme whose credentials the agent was given.
func (r reason) given() string {
	if r.refused {
		return "refused by the agent"
	}
	return "✓ given"
}

func schemeLabel(s a2aclient.Scheme) string {
	return fmt.Sprintf("%s  %s", s.Name.Line(40), s.Kind)
}

// askSecret asks for one secret, without showing it.
func (a *App) askSecret(credentials *a2aclient.CredentialSet, s a2aclient.Scheme, why reason, then func() tea.Cmd) {
	note := "sent to " + safe.Text(credentials.Origin()).Line(80).String() + " alone, kept until you quit"
	if s.Kind == a2aclient.SchemeBasic {
		note = "as USER:PASSWORD; " + note
	}
	note = why.before() + note
	o := newPrompt(a, "use", schemeLabel(s), note, "")
	o.prompt.Mask()
	o.entered = func(secret string) tea.Cmd {
		if err := credentials.Put(s, secret, "typed"); err != nil {
			o.prompt.Complain(err.Error())
			return nil
		}
		a.overlay = nil
		a.status = status{text: "the credentials are taken"}
		return then()
	}
	a.overlay = o
}

// offerCredentials asks for credentials by itself where a run came to need them,
// once, unless somebody is busy with something else.
func (s *taskScreen) offerCredentials() action {
	agent := s.snapshot.Plan.Agent
	switch {
	case s.offered || !s.wantsCredentials() || s.app.top() != screen(s) || s.app.overlay != nil:
		return action{}
	case agent.Credentials() == nil || len(agent.Card().Schemes) == 0: // nothing that could be given here
		return action{}
	}
	s.offered = true
	return s.giveCredentials()
}

// wantsCredentials reports a run that the agent broke off because it does not
// know who asks, or a task that waits for that.
func (s *taskScreen) wantsCredentials() bool {
	if s.replay != nil {
		return false
	}
	switch s.snapshot.Phase {
	case run.Broken:
		return s.snapshot.WantsCredentials
	case run.Paused:
		return s.snapshot.State == a2aclient.StateAuthRequired
	}
	return false
}

// giveCredentials asks for credentials, and goes on with them: a message that
// was refused is sent again, a task is followed further.
func (s *taskScreen) giveCredentials() action {
	if s.snapshot.Phase == run.Broken {
		return s.app.askCredentials(s.snapshot.Plan.Agent, s.whyBroken(), s.again)
	}
	return s.app.askCredentials(s.snapshot.Plan.Agent, reason{words: "The task waits for them" + s.asksFor()}, func() tea.Cmd {
		s.given = true
		if err := s.run.Continue(); err != nil {
			s.app.status = status{text: err.Error(), bad: true}
		}
		return nil
	})
}

// whyBroken says whether the agent was given any credentials.
func (s *taskScreen) whyBroken() reason {
	agent := s.snapshot.Plan.Agent
	if credentials := agent.Credentials(); credentials != nil && slices.ContainsFunc(agent.Card().Schemes, func(c a2aclient.Scheme) bool { return credentials.Has(c.Name) }) {
		s.app.status = status{} // it said that they are taken
		return reason{words: "The agent refused these credentials: give others, or esc leaves it", refused: true}
	}
	return reason{words: "The agent wants credentials"}
}

// asksFor is what the agent says of it, "" for nothing.
func (s *taskScreen) asksFor() string {
	if q := s.snapshot.Question; q != nil {
		for _, p := range q.Parts {
			if p.Kind == a2aclient.PartText {
				warnings := a2aclient.LinkWarnings(p.Text.Exact()) //nolint:forbidigo // the warnings are clean
				return strings.Join(append([]string{" (“" + p.Text.Line(160).String() + "”)"}, warnings...), " "+render.CautionMark+" ")
			}
		}
	}
	return ""
}

// credentialsGiven is what the answer to a task says that still waits for
// credentials: the agent has them by the request, and some go on only when they
// are told.
const credentialsGiven = "The credentials are given."
