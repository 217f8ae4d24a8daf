package kit

import (
	"context"
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
)

// PastAgent is the agent of an earlier run. It is opened again from where its card was read.
type PastAgent struct {
	Source string // of its card
	Name   safe.Raw

	start func() (ref string, err error) // starts it; nil for one that is there
}

// Reopened is an agent that was opened again.
type Reopened struct {
	OpenCard
	Notes       []string // what is kept for it and cannot be used
	Wire        *run.Traffic
	IsEphemeral bool // it will not be there the next time
}

// Opening returns what reads the card of the agent again and dials it, in a command. An agent whose card is open is dialed as it was, any
// other without what was given on the command line, which is not for it.
func (p PastAgent) Opening(h *Host) func(ctx context.Context) (Reopened, error) {
	source, way := p.Source, DialOptions{Anonymous: true}
	for _, open := range h.Nav.OpenCards() {
		if store.IsSameAddress(open.Card.Source, p.Source) {
			source, way = open.Card.Source, open.Way
		}
	}
	fetch := h.FetchOptions(way)
	return func(ctx context.Context) (o Reopened, err error) {
		if p.start != nil {
			if source, err = p.start(); err != nil {
				return o, err
			}
		}
		ref, _, _ := strings.Cut(source, "/.well-known/") // as one types it
		o = Reopened{OpenCard: OpenCard{Way: way, Ref: ref}, Wire: &run.Traffic{}, IsEphemeral: p.start != nil}
		ctx = a2aclient.WithTrace(ctx, o.Wire.See)
		if o.Card, err = a2aclient.Fetch(ctx, source, fetch...); err != nil {
			return o, err
		}
		d := h.Dial(ctx, o.Card, h.Options.Store, way)
		o.Agent, o.Notes = d.Agent, d.Notes
		return o, d.Err
	}
}

// Use opens what use opens above the card of the agent, which goes to that skill; empty for the agent itself.
func (o Reopened) Use(h *Host, skill safe.Raw, use func(agent *a2aclient.Agent) Action) Action {
	if was := h.Origins.Changed(o.Agent); was != "" {
		return Errorf("the agent has moved from %s to %s since you opened it: open it again to look at that", safe.Text(was).Line(0), safe.Text(OriginOf(o.Agent.Interface().URL)).Line(0))
	}
	if o.IsEphemeral {
		h.EphemeralURLs[o.Ref] = true
	}
	return h.Nav.AboveCard(o, skill, use(o.Agent))
}

// demoName is what the demo agent calls itself.
const demoName = "Demo Agent"

// AskToRetry says why the agent cannot be opened, and asks what to do: again opens it once more, or another in its place, and use takes one
// that is open.
func (p PastAgent) AskToRetry(h *Host, err error, again func(PastAgent) tea.Cmd, use func(Reopened) Action) {
	labels, notes := []string{"try again"}, []string{safe.Text(p.Source).Line(0).String()}
	does := []func() tea.Cmd{func() tea.Cmd { return again(p) }}
	offer := func(label, note string, do func() tea.Cmd) {
		labels, notes, does = append(labels, label), append(notes, note), append(does, do)
	}
	for _, open := range h.Nav.OpenCards() {
		if open.Agent != nil && open.Card.Name == p.Name {
			offer("use the one that is open", Line(open.Card.Name)+" at "+Line(open.Agent.Interface().URL), func() tea.Cmd {
				return h.Perform(use(Reopened{OpenCard: open}))
			})
			break
		}
	}
	if start := h.Options.Demo; start != nil && p.Name == safe.Text(demoName) {
		offer("use the demo agent", "it uses a new port each time it starts", func() tea.Cmd {
			return again(PastAgent{Source: demoName, Name: p.Name, start: start})
		})
	}
	offer("leave it", "the run stays as it is", func() tea.Cmd { return nil })
	for i, l := range labels {
		labels[i] = Pad(l, len("use the one that is open"))
	}
	h.Overlay = NewChooser(h, "The agent cannot be opened: "+WhyNoCard(err), labels, notes, func(i int) tea.Cmd { return does[i]() })
}

// WhyNoCard is an error in few words, to show next to the address.
func WhyNoCard(err error) string {
	var card *a2aclient.CardError
	if errors.As(err, &card) {
		return safe.Text(string(card.Layer) + ": " + card.What).Line(0).String()
	}
	return safe.Text(err.Error()).Line(0).String()
}
