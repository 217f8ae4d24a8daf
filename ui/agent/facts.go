package agent

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"a2aform/a2aclient"
	"a2aform/a2aclient/signature"
	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

// cardFacts is a card and what is known of its agent.
type cardFacts struct {
	Styles    *kit.Styles
	Card      *a2aclient.Card
	Agent     *a2aclient.Agent    // nil where it cannot be spoken to
	Dialed    error               // why that is so
	Verdicts  []signature.Verdict // of the card's signatures; nil for not yet
	VerifyErr error               // why there are none

	VerifyNotes []string // which keys that the user trusts cannot be used
}

// headLine is the agent's name, version and provider.
func (c cardFacts) headLine(width int) string {
	name := c.Styles.Title.Render(kit.Line(c.Card.Name))
	if !c.Card.Version.IsEmpty() {
		name += c.Styles.Dim.Render("  " + c.Card.Version.Line(40).String())
	}
	if !c.Card.Provider.IsEmpty() {
		name += c.Styles.Dim.Render("  by " + c.Card.Provider.Line(60).String())
	}
	return ansi.Truncate(name, width, "…")
}

// List are all facts.
func (c cardFacts) List() []kit.Fact {
	st := c.Styles
	speaks, others := c.interfaces()
	facts := append([]kit.Fact{{Label: "Protocol", Text: string(c.Card.Dialect) + " (detected from " + c.Card.Evidence + ")", Style: st.Text}, speaks}, c.signIn()...)
	if c.Card.IsExtended {
		facts = append(facts, kit.Fact{Label: "Card", Text: "authenticated extended card", Style: st.Good})
	}
	facts = append(facts, kit.Fact{Label: "Supports", Text: c.capabilities(), Style: st.Text})
	facts = append(facts, c.signedFacts()...)
	for _, e := range c.Card.Extensions {
		facts = append(facts, kit.Fact{Label: "Extension", Text: extensionMark(&e) + " " + e.Use() + " · " + kit.Line(e.URI), Style: st.Text})
		for _, about := range []safe.Raw{e.Description, e.Params} {
			if !about.IsEmpty() {
				facts = append(facts, kit.Fact{Text: about.Line(safe.CellLimit()).String(), Style: st.Dim})
			}
		}
	}
	facts = append(facts, others...)
	if n := len(c.Card.Schemas); n > 0 {
		facts = append(facts, kit.Fact{Label: "Schemas", Text: fmt.Sprint(n), Style: st.Dim})
	}
	facts = append(facts, detailFacts(c.Card.Details(), st)...)
	return append(facts, kit.Fact{Label: "Card URL", Text: safe.Text(c.Card.Source).Line(0).String(), Style: st.Dim})
}

// detailFacts are details of the card or a skill as facts.
func detailFacts(details []a2aclient.Detail, st *kit.Styles) (facts []kit.Fact) {
	for _, d := range details {
		facts = append(facts, kit.Fact{Label: d.Label, Text: kit.Line(d.Text), Style: st.Dim})
	}
	return facts
}

// interfaces are the one that is used, and the others.
func (c cardFacts) interfaces() (speaks kit.Fact, others []kit.Fact) {
	st := c.Styles
	var spoken a2aclient.Interface
	if c.Dialed != nil {
		speaks = kit.Fact{Label: "Endpoint", Text: c.Dialed.Error(), Style: st.Bad}
	} else {
		spoken = c.Agent.Interface()
		speaks = kit.Fact{Label: "Endpoint", Text: kit.Line(safe.Text(fmt.Sprintf("%s %s at %s", spoken.Binding, spoken.Version, spoken.URL))) + " (" + c.Agent.Choice() + ")", Style: st.Text}
	}
	for _, i := range c.Card.Interfaces {
		if i != spoken {
			others = append(others, kit.Fact{Label: "Also at", Text: kit.Line(safe.Text(fmt.Sprintf("%s %s at %s", i.Binding, i.Version, i.URL))), Style: st.Dim})
		}
	}
	return speaks, others
}

// signIn are the ways to show who one is, each with where the secret came from
// that is used.
func (c cardFacts) signIn() (facts []kit.Fact) {
	st := c.Styles
	if !c.Card.AuthNote.IsEmpty() {
		facts = append(facts, kit.Fact{Label: "Sign-in", Text: kit.Line(c.Card.AuthNote) + c.given(), Style: st.Warn})
	}
	if c.Dialed != nil {
		return facts
	}
	for _, scheme := range c.Card.Schemes {
		if from := c.Agent.Credentials().Source(scheme.Name); from != "" {
			facts = append(facts, kit.Fact{Label: "✓ Given", Text: kit.SchemeLabel(scheme) + ", " + safe.Text(from).Line(80).String(), Style: st.Good})
		}
	}
	return facts
}

// given says what to do about credentials.
func (c cardFacts) given() string {
	switch {
	case c.Dialed != nil || len(c.Card.Schemes) == 0:
		return ""
	case c.Card.Missing(c.Agent.Credentials(), nil) == nil && len(c.Card.Requirements) > 0:
		return " · ✓ given"
	}
	return ". Press a to sign in."
}

func (c cardFacts) capabilities() string {
	can := []string{"an answer when done"}
	if c.Card.Streaming {
		can = []string{"streaming"}
	}
	if c.Card.PushNotifications {
		can = append(can, "push notifications")
	}
	return strings.Join(can, ", ")
}

// extensionMark shows whether an extension is active, off, or required though it is not known here.
func extensionMark(e *a2aclient.Extension) string {
	switch {
	case e.Known:
		return "●"
	case e.Required:
		return "!"
	case e.HasSchemas:
		return "●"
	}
	return "○"
}

// signedChip is whether the card is signed, as far as it fits into the header.
func (c cardFacts) signedChip() string {
	switch {
	case c.Card.Signatures == 0:
		return "unsigned"
	case slices.ContainsFunc(c.Verdicts, func(v signature.Verdict) bool { return v.Valid && v.IsTrusted }):
		return "signed ✓ trusted"
	case slices.ContainsFunc(c.Verdicts, func(v signature.Verdict) bool { return v.Valid }):
		return "signed ✓"
	case slices.ContainsFunc(c.Verdicts, func(v signature.Verdict) bool { return v.KeysFrom != "" }):
		return "signature ✗"
	}
	return "signed ?"
}

// signedFacts are what is known of each signature.
func (c cardFacts) signedFacts() (facts []kit.Fact) {
	st := c.Styles
	switch {
	case c.Card.Signatures == 0:
		return []kit.Fact{{Label: "Signed", Text: "no", Style: st.Dim}}
	case c.VerifyErr != nil:
		return []kit.Fact{{Label: "Signed", Text: c.VerifyErr.Error(), Style: st.Warn}}
	case c.Verdicts == nil:
		return []kit.Fact{{Label: "Signed", Text: "yes, not checked yet", Style: st.Dim}}
	}
	for _, v := range c.Verdicts {
		style := st.Warn
		switch {
		case v.Valid && len(v.NotCovered) == 0:
			style = st.Good
		case !v.Valid && v.KeysFrom != "":
			style = st.Bad
		}
		facts = append(facts, kit.Fact{Label: "Signed", Text: v.Text(), Style: style})
	}
	for _, note := range c.VerifyNotes {
		facts = append(facts, kit.Fact{Text: kit.Sentence(note), Style: st.Warn})
	}
	return facts
}
