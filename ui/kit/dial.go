package kit

import (
	"context"
	"slices"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/store"
)

// RunOptions are how the screens start runs.
func (h *Host) RunOptions() run.Options {
	return run.Options{Store: h.Options.Store, Record: !h.Options.NoRecord}
}

// Dial makes an agent of a card, with what is kept for it.
func (h *Host) Dial(ctx context.Context, card *a2aclient.Card, keep *store.Store, way DialOptions) (d Dialed) {
	if way.Declined {
		keep = nil
	}
	d.Agent, d.Notes, d.Err = h.Options.Dial(ctx, card, keep, way)
	if d.Err != nil {
		return d
	}
	return d.Extend(ctx)
}

// FetchOptions are for reading a card. Who one is, is not shown to a host that a
// repository or a catalog named.
func (h *Host) FetchOptions(way DialOptions) []a2aclient.Option {
	if way.Anonymous || way.Catalog != "" || way.Saved != nil && way.Saved.Local {
		return h.Options.Fetch
	}
	return slices.Concat(h.Options.Fetch, h.Options.Identity)
}

// Dialed is an agent ready to be spoken to, or why it is not.
type Dialed struct {
	Agent *a2aclient.Agent
	Err   error
	Notes []string // what is kept for it and cannot be used
}

// Extend takes the extended card in place of the public one, where the agent gives it.
func (d Dialed) Extend(ctx context.Context) Dialed {
	agent, note := run.Extend(ctx, d.Agent)
	if d.Agent = agent; note != "" && !agent.Card().IsExtended {
		d.Notes = append(d.Notes, note)
	}
	return d
}

// PriceNotice says that the card of an agent names a price; "" where it names none.
func PriceNotice(agent *a2aclient.Agent) string {
	if agent == nil || agent.Card().Pricing.IsEmpty() {
		return ""
	}
	return "the card names a price: " + agent.Card().Pricing.Line(200).String()
}

// Origins are where the agents of this session are spoken to, as scheme, host and
// port, by where their cards lie. A card that says something else later is not
// believed before the user has agreed.
type Origins map[string]string

// Changed is where an agent was spoken to before, "" where that is where it still is
// or where it was never spoken to: then that is noted.
func (k Origins) Changed(agent *a2aclient.Agent) string {
	now := OriginOf(agent.Interface().URL)
	was, known := k[agent.Card().Source]
	if known && was != now {
		return was
	}
	k[agent.Card().Source] = now
	return ""
}
