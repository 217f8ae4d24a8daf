package tracing

import (
	"a2aform/a2aclient"
	"a2aform/internal/otlp"
)

// Begin returns an agent whose requests belong to a new trace: they have a header traceparent.
// Without wanted, and for an agent that cannot be spoken to so, it is the agent as it is.
func Begin(agent *a2aclient.Agent, wanted bool) *a2aclient.Agent {
	if !wanted || agent == nil {
		return agent
	}
	traced, err := agent.Redial(agent.Card(), a2aclient.WithTraceparent(otlp.Traceparent()))
	if err != nil {
		return agent
	}
	return traced
}
