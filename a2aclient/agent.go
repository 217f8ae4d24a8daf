package a2aclient

import (
	"sync/atomic"

	"a2aform/a2aclient/auth"
)

// Agent is one interface of a card, ready to be spoken to. It may be used by
// several goroutines at once.
type Agent struct {
	card     *Card
	iface    Interface
	choice   string
	protocol *protocol
	opts     options

	noStream atomic.Bool // the agent refused to stream, and took a message without
}

// Card is the card that the agent was dialled from.
func (a *Agent) Card() *Card { return a.card }

// Interface is the address that is spoken to.
func (a *Agent) Interface() Interface { return a.iface }

// Choice says in our words why this interface was chosen.
func (a *Agent) Choice() string { return a.choice }

// Credentials are those that are sent, nil for none.
func (a *Agent) Credentials() *auth.CredentialSet { return a.opts.credentials }

// HasCredentials reports whether the agent is shown who asks: by a secret, or a
// certificate.
func (a *Agent) HasCredentials() bool { return !a.opts.credentials.IsEmpty() || a.opts.identity != nil }

// Metadata is what goes with every message for extensions.
func (a *Agent) Metadata() []Metadata { return a.opts.metadata }

// Notice says in our words what the binding cannot carry, "" where it carries
// all.
func (a *Agent) Notice() string { return a.protocol.notice }

// Streams reports whether the card says that the agent streams, and the agent has
// not refused to.
func (a *Agent) Streams() bool { return a.card.Streaming && !a.noStream.Load() }

// Close drops idle connections. Runs that go on are not touched.
func (a *Agent) Close() { a.opts.closeIdle() }
