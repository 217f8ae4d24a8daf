// Package demo is the embedded demo agent: a real A2A agent over HTTP. It needs no model, no key and no network, and always
// gives the same answer to the same input.
//
// It knows its skills and its card, which is served as raw JSON, because typed cards of SDKs drop `schemas`. The protocol is in
// internal/demo/server. It knows nothing of forms, screens or the store.
package demo

import (
	"context"
	"encoding/json"
	"net/netip"
	"net/url"
	"time"

	"a2aform/internal/demo/server"
)

// DefaultPace is a time between two steps that people can follow.
const DefaultPace = 600 * time.Millisecond

// Options say how the agent behaves; the zero value answers as fast as it can.
type Options = server.Options

// Server is a running demo agent.
type Server = server.Server

// ErrAddress says that an address to listen on is invalid.
var ErrAddress = server.ErrAddress

// New makes the demo agent.
func New(o Options) *server.Agent {
	o.Extensions = []string{server.ExtensionURI}
	return server.New(skills{}, document, o)
}

// About is what the card of the demo agent says of it: its name, its description and the
// names of its skills.
func About() (name, description string, skills []string) {
	c := newCard("")
	for _, raw := range c.Skills {
		var s cardSkill
		if json.Unmarshal(raw, &s) == nil {
			skills = append(skills, s.Name)
		}
	}
	return c.Name, c.Description, skills
}

// IsDemo reports whether a card, as JSON, is that of the demo agent at whichever address.
func IsDemo(raw []byte) bool {
	var c struct {
		Name, Description, URL string
		Provider               cardProvider
	}
	own := newCard("")
	if json.Unmarshal(raw, &c) != nil {
		return false
	}
	u, err := url.Parse(c.URL)
	if err != nil || c.Name != own.Name || c.Description != own.Description || c.Provider.Organization != own.Provider.Organization {
		return false
	}
	ip, err := netip.ParseAddr(u.Hostname())
	return err == nil && ip.IsLoopback()
}

// Start serves the demo agent on listen; see [server.Start].
func Start(ctx context.Context, listen string, o Options) (*Server, error) {
	return server.Start(ctx, listen, New(o))
}
