package ui

import (
	"context"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/store"
)

// runOptions are how the screens start runs.
func (h *host) runOptions() run.Options {
	return run.Options{Store: h.opts.Store, Record: !h.opts.NoRecord}
}

// dial makes an agent of a card, with what is kept for it.
func (h *host) dial(ctx context.Context, card *a2aclient.Card, keep *store.Store, way DialOptions) (d dialed) {
	d.agent, d.notes, d.err = h.opts.Dial(ctx, card, keep, way)
	if d.err != nil {
		return d
	}
	return d.extend(ctx)
}

// fetchOptions are for reading a card. Who one is, is not shown to a host that a
// repository named.
func (h *host) fetchOptions(way DialOptions) []a2aclient.Option {
	if way.Anonymous || way.Saved != nil && way.Saved.Local {
		return nil
	}
	return h.opts.Fetch
}

// dialed is an agent ready to be spoken to, or why it is not.
type dialed struct {
	agent *a2aclient.Agent
	err   error
	notes []string // what is kept for it and cannot be used
}

// extend takes the card for those that the agent knows, where it can be had.
func (d dialed) extend(ctx context.Context) dialed {
	agent, note := run.Extend(ctx, d.agent)
	if d.agent = agent; note != "" && !agent.Card().IsExtended {
		d.notes = append(d.notes, note)
	}
	return d
}

// knownOrigins are where the agents of this session are spoken to, as scheme, host and
// port, by where their cards lie. A card that says something else later is not
// believed before the user has agreed.
type knownOrigins map[string]string

// changed is where an agent was spoken to before, "" where that is where it still is
// or where it was never spoken to: then that is noted.
func (k knownOrigins) changed(agent *a2aclient.Agent) string {
	now := originOf(agent.Interface().URL)
	was, known := k[agent.Card().Source]
	if known && was != now {
		return was
	}
	k[agent.Card().Source] = now
	return ""
}
