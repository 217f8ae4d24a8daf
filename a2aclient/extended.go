package a2aclient

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
)

// Extended returns the authenticated extended card of the agent, read as the
// public one is: it takes that one's place, as A2A 1.0 §3.1.11 has it, but for
// the schemas, which the SDKs drop on the way; those of the public card stay
// where the extended one has none. It fails with [ErrUnsupported] where the
// public card promises none. Dial the result to speak to what it names.
func (a *Agent) Extended(ctx context.Context) (*Card, error) {
	if !a.card.HasExtended {
		return nil, ErrUnsupported
	}
	data, err := a.ExtendedCard(ctx)
	if err != nil {
		return nil, err
	}
	if len(data) > limit.CardBytes.Int() {
		return nil, &CardError{Ref: a.card.Source, Layer: LayerContent, What: "the extended card is larger than " + limit.CardBytes.String(), Next: "use the public card; " + limit.CardBytes.Hint()}
	}
	data, kept := withSchemas(data, a.card.Raw)
	c, err := Parse(data, a.card.Source)
	if err != nil {
		return nil, err
	}
	c.IsExtended = true
	if kept {
		c.warn("the extended card has no schemas; the public card's are used")
	}
	return c, nil
}

// ExtendedCard asks for the authenticated extended card, and returns it as it was
// received. [Agent.Extended] reads it.
func (a *Agent) ExtendedCard(ctx context.Context) (json.RawMessage, error) {
	if a.protocol.methods[opExtendedCard] == "" {
		return nil, ErrUnsupported
	}
	c := a.newCall(opExtendedCard, "")
	switch {
	case a.protocol.rest != nil:
	case a.card.Dialect == DialectV02:
		c.verb, c.url = http.MethodGet, extendedCardURL(a.iface.URL.Exact())
		c.method = c.verb + " " + v02ExtendedCard
	default:
		c.body = a.protocol.closeBody(a.openBody(c, NewID(), 0))
	}
	return a.conn().askRaw(ctx, c)
}

const v02ExtendedCard = "agent/authenticatedExtendedCard"

// extendedCardURL is where 0.2 has the extended card: at {url}/../agent/… (0.2.6 §9.1).
func extendedCardURL(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address // asking will fail with the reason
	}
	return u.JoinPath("..", v02ExtendedCard).String()
}

// withSchemas adds the schemas of the public card to an extended one that has
// none, and reports whether it has.
func withSchemas(extended, public []byte) ([]byte, bool) {
	schemas := memberObject(public, "schemas")
	if schemas == nil || memberObject(extended, "schemas") != nil {
		return extended, false
	}
	end := bytes.LastIndexByte(extended, '}')
	if end < 0 || !ojson.IsObject(extended) || !ojson.IsValid(extended) {
		return extended, false // reading it will fail with the reason
	}
	e := &encoder{bytes.TrimRight(bytes.Clone(extended[:end]), " \t\r\n")}
	e.rawMember("schemas", schemas)
	e.close('}')
	return e.b, true
}

// memberObject is the last member of that name that is an object with members,
// nil for none.
func memberObject(raw []byte, name string) (found []byte) {
	s := ojson.NewReader(bytes.TrimPrefix(raw, []byte(ojson.ByteOrderMark)))
	if !s.Enter('{') {
		return nil
	}
	for s.Member() {
		named := string(s.Key) == name
		if v := s.Value(); named && ojson.IsObject(v) && len(bytes.Trim(v, "{} \t\r\n")) > 0 {
			found = v
		}
	}
	return found
}
