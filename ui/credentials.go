package ui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/safe"
)

// askCredentials asks for the secret of one of a card's schemes, which is kept
// in memory until the program ends; then says what to do with them.
func (h *host) askCredentials(agent *a2aclient.Agent, why reason, then func() tea.Cmd) action {
	card, credentials := agent.Card(), agent.Credentials()
	switch {
	case credentials == nil:
		return errorf("the card names an address at another host, and credentials are not sent there; if you trust it, open the card from a file")
	case len(card.Schemes) == 0:
		return infof("the card does not say which credentials it takes")
	case len(card.Schemes) == 1:
		h.askSecret(credentials, card.Schemes[0], why, then)
		return action{}
	}
	labels, notes := make([]string, len(card.Schemes)), make([]string, len(card.Schemes))
	for i, s := range card.Schemes {
		labels[i] = schemeLabel(s)
		if notes[i] = s.Description.Line(120).String(); credentials.Has(s.Name) {
			notes[i] = why.given()
		}
	}
	h.overlay = newChooser(h, why.question(), labels, notes, func(i int) tea.Cmd {
		h.askSecret(credentials, card.Schemes[i], why, then)
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
func (h *host) askSecret(credentials *a2aclient.CredentialSet, s a2aclient.Scheme, why reason, then func() tea.Cmd) {
	note := "sent to " + safe.Text(credentials.Origin()).Line(80).String() + " alone, kept until you quit"
	if s.Kind == a2aclient.SchemeBasic {
		note = "as USER:PASSWORD; " + note
	}
	note = why.before() + note
	o := newPrompt(h, "use", schemeLabel(s), note, "")
	o.prompt.Mask()
	o.entered = func(secret string) tea.Cmd {
		if err := credentials.Put(s, secret, "typed"); err != nil {
			o.prompt.Complain(err.Error())
			return nil
		}
		h.overlay = nil
		h.status = status{text: "the credentials are taken"}
		return then()
	}
	h.overlay = o
}
