package ui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/safe"
)

// askCredentials asks for the secret of one of a card's schemes, which is kept
// in memory until the program ends; then says what to do with it.
func (a *App) askCredentials(agent *a2aclient.Agent, then func() tea.Cmd) action {
	card, wallet := agent.Card(), agent.Wallet()
	switch {
	case wallet == nil:
		return complain("the card names an address at another host, and credentials are not sent there; if you trust it, open the card from a file")
	case len(card.Schemes) == 0:
		return say("the card does not say which credentials it takes")
	case len(card.Schemes) == 1:
		a.askSecret(wallet, card.Schemes[0], then)
		return action{}
	}
	labels, notes := make([]string, len(card.Schemes)), make([]string, len(card.Schemes))
	for i, s := range card.Schemes {
		labels[i] = schemeLabel(s)
		if notes[i] = s.Description.Line(120).String(); wallet.Has(s.Name) {
			notes[i] = "✓ given"
		}
	}
	a.overlay = newChooser(a, "Which credentials?", labels, notes, func(i int) tea.Cmd {
		a.askSecret(wallet, card.Schemes[i], then)
		return nil
	})
	return action{}
}

func schemeLabel(s a2aclient.Scheme) string {
	return fmt.Sprintf("%s  %s", safe.Text(s.Name).Line(40), s.Kind)
}

// askSecret asks for one secret, without showing it.
func (a *App) askSecret(wallet *a2aclient.Wallet, s a2aclient.Scheme, then func() tea.Cmd) {
	note := "sent to " + safe.Text(wallet.Origin()).Line(80).String() + " alone, kept until you quit"
	if s.Kind == a2aclient.SchemeBasic {
		note = "as USER:PASSWORD; " + note
	}
	o := newPrompt(a, schemeLabel(s), note, "")
	o.prompt.Mask()
	o.entered = func(secret string) tea.Cmd {
		if err := wallet.Put(s, secret, "typed"); err != nil {
			o.prompt.Complain(err.Error())
			return nil
		}
		a.overlay = nil
		a.status = status{text: "the credentials are taken"}
		return then()
	}
	a.overlay = o
}
