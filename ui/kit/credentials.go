package kit

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/internal/safe"
)

// AskCredentials asks for the secret of one of a card's schemes, which is kept
// in memory until the program ends; then says what to do with them.
func (h *Host) AskCredentials(agent *a2aclient.Agent, why CredentialReason, then func() tea.Cmd) Action {
	card, credentials := agent.Card(), agent.Credentials()
	switch {
	case credentials == nil:
		return Errorf("the card names an address at another host, and credentials are not sent there; if you trust it, open the card from a file")
	case len(card.Schemes) == 0:
		return Infof("the card does not say which credentials it takes")
	case len(card.Schemes) == 1:
		h.askSecret(credentials, card.Schemes[0], why, then)
		return Action{}
	}
	labels, notes := make([]string, len(card.Schemes)), make([]string, len(card.Schemes))
	for i, s := range card.Schemes {
		labels[i] = SchemeLabel(s)
		if notes[i] = s.Description.Line(120).String(); credentials.Has(s.Name) {
			notes[i] = why.given()
		}
	}
	h.Overlay = NewChooser(h, why.question(), labels, notes, func(i int) tea.Cmd {
		h.askSecret(credentials, card.Schemes[i], why, then)
		return nil
	})
	return Action{}
}

// CredentialReason is why credentials are asked for.
type CredentialReason struct {
	Words   string // without a stop; "" for none
	Refused bool   // the agent had some, and did not take them
}

func (r CredentialReason) question() string {
	switch {
	case r.Refused:
		return r.Words
	case r.Words == "":
		return "Which credentials?"
	}
	return r.Words + ". Which ones?"
}

// before returns the text before the name of a secret.
func (r CredentialReason) before() string {
	if r.Words == "" {
		return ""
	}
	return r.Words + "; "
}

// given is what is said of a scheme whose credentials the agent was given.
func (r CredentialReason) given() string {
	if r.Refused {
		return "refused by the agent"
	}
	return "✓ given"
}

// SchemeLabel is a scheme in a list: its name and kind.
func SchemeLabel(s auth.Scheme) string {
	return fmt.Sprintf("%s  %s", s.Name.Line(40), s.Kind)
}

// askSecret asks for one secret, without showing it.
func (h *Host) askSecret(credentials *auth.CredentialSet, s auth.Scheme, why CredentialReason, then func() tea.Cmd) {
	note := "sent to " + safe.Text(credentials.Origin()).Line(80).String() + " alone, kept until you quit"
	if s.Kind == auth.SchemeBasic {
		note = "as USER:PASSWORD; " + note
	}
	note = why.before() + note
	if !s.Description.IsEmpty() {
		note = "“" + s.Description.Line(120).String() + "”; " + note
	}
	o := NewPrompt(h, "use", SchemeLabel(s), note, "")
	o.Prompt.Mask()
	o.Entered = func(secret string) tea.Cmd {
		if err := credentials.Put(s, secret, "typed"); err != nil {
			o.Prompt.Complain(err.Error())
			return nil
		}
		h.Overlay = nil
		h.Status = Status{Text: "the credentials will be used"}
		return then()
	}
	h.Overlay = o
}
