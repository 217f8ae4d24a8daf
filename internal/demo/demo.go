// Package demo is the embedded demo agent: a real A2A agent over HTTP. It needs no model, no key and no network, and always
// gives the same answer to the same input.
//
// It knows its skills and its card, which is served as raw JSON, because typed cards of SDKs drop `schemas`. The protocol is in
// internal/demo/server. It knows nothing of forms, screens or the store.
package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"net/netip"
	"net/url"
	"sync"
	"time"

	"a2aform/internal/demo/server"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
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

// validator holds the card's named schemas. They compile when they are first needed.
type validator map[string]*schema.Document

// theValidator is built at the first message: the schemas are constants in all but name.
var theValidator = sync.OnceValue(func() validator {
	j := validator{}
	for _, s := range allSchemas() {
		d, err := schema.Load(s.Schema)
		if err != nil {
			panic("demo: schema " + s.Name + ": " + err.Error())
		}
		j[s.Name] = d
	}
	return j
})

// declared says whether the card has a schema of that name.
func (j validator) declared(name string) bool { return j[name] != nil }

// problems lists what data breaks in the named schema, each as "where: what"; none means valid. Formats are asserted: a
// date that is none is of no use to a skill.
func (j validator) problems(name string, data json.RawMessage) (found []string) {
	v, err := ojson.Parse(data, ojson.DataLimits)
	if err != nil {
		return []string{"the data cannot be read: " + err.Error()}
	}
	d := j[name]
	for _, p := range d.Validate(v) {
		found = append(found, located(p.Pointer, p.Message()))
	}
	return formats(found, d.Root(), "", v)
}

func formats(found []string, at schema.Location, pointer string, v *ojson.Value) []string {
	at = at.For(v)
	for _, p := range at.Warn(v) {
		found = append(found, located(pointer, p.Message()))
	}
	for _, m := range v.Members() {
		found = formats(found, at.Property(m.Name), ojson.Pointer(pointer, m.Name), m.Value)
	}
	for i, item := range v.Items() {
		found = formats(found, at.Item(i), ojson.Pointer(pointer, fmt.Sprint(i)), item)
	}
	return found
}

func located(pointer, what string) string {
	if pointer == "" {
		pointer = "the whole"
	}
	return pointer + ": " + what
}

// jsonDecimal is a number with two digits after the point, computed exactly: money and shares.
type jsonDecimal struct{ rat *big.Rat }

func decimal(num, denom int64) jsonDecimal { return jsonDecimal{big.NewRat(num, denom)} }

func (d jsonDecimal) value() *big.Rat {
	if d.rat == nil {
		return new(big.Rat)
	}
	return d.rat
}

func (d jsonDecimal) plus(e jsonDecimal) jsonDecimal {
	return jsonDecimal{new(big.Rat).Add(d.value(), e.value())}
}

func (d jsonDecimal) times(n int64) jsonDecimal {
	return jsonDecimal{new(big.Rat).Mul(d.value(), big.NewRat(n, 1))}
}

// share is d divided by of, or 0 when that is nothing.
func (d jsonDecimal) share(of jsonDecimal) jsonDecimal {
	if of.value().Sign() == 0 {
		return jsonDecimal{}
	}
	return jsonDecimal{new(big.Rat).Quo(d.value(), of.value())}
}

// String writes two digits after the point.
func (d jsonDecimal) String() string { return d.value().FloatString(2) }

// MarshalJSON writes a JSON number.
func (d jsonDecimal) MarshalJSON() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalJSON reads a JSON number exactly. The schema's bounds have kept it small.
func (d *jsonDecimal) UnmarshalJSON(raw []byte) error {
	var n json.Number
	if err := json.Unmarshal(raw, &n); err != nil {
		return err
	}
	d.rat, _ = new(big.Rat).SetString(n.String())
	return nil
}

// whole is an integer as JSON Schema means it: 3, 3.0 and 3e0 alike.
type whole int

// UnmarshalJSON reads a JSON number without a fraction. The schema's bounds have kept it small.
func (w *whole) UnmarshalJSON(raw []byte) error {
	var d jsonDecimal
	if err := d.UnmarshalJSON(raw); err != nil {
		return err
	}
	*w = whole(d.value().Num().Int64())
	return nil
}
