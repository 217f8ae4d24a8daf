package a2aclient

import (
	"strings"
	"testing"

	"a2aform/internal/safe"
)

const manyInterfaces = `{"name":"x","skills":[],"capabilities":{"extensions":[{"uri":"https://example.com/must","required":true},{"uri":"https://example.com/may"}]},
	"supportedInterfaces":[{"url":"http://127.0.0.1:1/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0","tenant":"card"},
	{"url":"http://127.0.0.1:1/rest","protocolBinding":"HTTP+JSON","protocolVersion":"1.0"}]}`

func TestUserOverridesCard(t *testing.T) {
	c := mustCard(t, manyInterfaces, "f")
	a, err := c.Dial(WithBinding(BindingHTTPJSON), WithTenant("mine"))
	if err != nil || a.Interface().Binding != BindingHTTPJSON || a.Interface().Tenant != safe.Text("mine") || !strings.Contains(a.Choice(), "not the requested binding") {
		t.Errorf("%+v, %v", a, err)
	}
	if a, err = c.Dial(WithVersion("0.3")); err != nil || a.protocol != protocolV03 {
		t.Errorf("%+v, %v", a, err)
	}
	if _, err = c.Dial(WithVersion("9")); err == nil || !strings.Contains(err.Error(), "unknown version") {
		t.Errorf("%v", err)
	}
}

func TestUnofferedBindingIsRejected(t *testing.T) {
	const card = `{"name":"x","skills":[],"supportedInterfaces":[{"url":"http://127.0.0.1:1/a","protocolBinding":"JSONRPC","protocolVersion":"1.0"},
		{"url":"http://127.0.0.1:1/b","protocolBinding":"JSONRPC","protocolVersion":"9"},{"url":"http://127.0.0.1:1/c","protocolBinding":"GRPC","protocolVersion":"1.0"}]}`
	const want = "cannot talk to this agent: the card has no HTTP+JSON interface, only JSONRPC, GRPC; name one of those as the transport"
	if _, err := mustCard(t, card, "f").Dial(WithBinding(BindingHTTPJSON)); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	const other = `{"name":"x","skills":[],"supportedInterfaces":[{"url":"http://127.0.0.1:1/a","protocolBinding":"HTTP+JSON","protocolVersion":"9"}]}`
	if _, err := mustCard(t, other, "f").Dial(WithBinding(BindingHTTPJSON)); err == nil || !strings.Contains(err.Error(), "unknown version") {
		t.Errorf("%v", err)
	}
}

// Each version has its own address on such a card.
func TestRequestedVersionHasItsAddress(t *testing.T) {
	const at = "http://127.0.0.1:1"
	both := `{"name":"x","skills":[],"supportedInterfaces":[{"url":"` + at + `/v1","protocolBinding":"JSONRPC","protocolVersion":"1.0"},
		{"url":"` + at + `/v0.3","protocolBinding":"JSONRPC","protocolVersion":"0.3.0"},{"url":"` + at + `/grpc","protocolBinding":"GRPC","protocolVersion":"0.3"},
		{"url":"` + at + `/rest","protocolBinding":"HTTP+JSON","protocolVersion":"1.0"}]}`
	for _, tt := range []struct{ card, version, binding, at, choice string }{
		{both, "", "", "/v1", "the card's preferred interface"},
		{both, "1.0", "", "/v1", "the card's preferred interface"},
		{both, "1", "", "/v1", "the card's preferred interface"},
		{both, "0.3", "", "/v0.3", "skipped: JSONRPC 1.0 (not the requested version)"},
		{both, "0.2", "", "/v0.3", "not the requested version"},
		{both, "0.3", "HTTP+JSON", "/rest", "the card lists none for 0.3, which you asked for"},
		{manyInterfaces, "0.3", "", "/rpc", "the card lists none for 0.3, which you asked for"},
		{`{"name":"x","skills":[],"url":"` + at + `/old","preferredTransport":"JSONRPC"}`, "0.3", "", "/old", "the card's preferred interface"},
	} {
		a, err := mustCard(t, tt.card, "f").Dial(WithVersion(tt.version), WithBinding(Binding(tt.binding)))
		if err != nil {
			t.Fatal(tt.version, err)
		}
		if got := a.Interface().URL.Exact(); got != at+tt.at || !strings.Contains(a.Choice(), tt.choice) || tt.version == "1.0" && strings.Contains(a.Choice(), "requested") {
			t.Errorf("%s %s: %s, %s", tt.version, tt.binding, got, a.Choice())
		}
	}
}

func TestRequestedExtensions(t *testing.T) {
	c := mustCard(t, manyInterfaces, "f")
	a, err := c.Dial()
	if err != nil || len(a.Missing()) != 1 || a.Missing()[0].Exact() != "https://example.com/must" {
		t.Fatalf("%v, %v", a.Missing(), err)
	}
	a, err = c.Dial(WithExtensions("https://example.com/must"))
	if err != nil || len(a.Missing()) != 0 {
		t.Fatalf("%v, %v", a.Missing(), err)
	}
	p, err := a.Preview(&Request{Text: "hi"})
	if err != nil || p.Header.Get("A2A-Extensions") != "https://example.com/must" {
		t.Errorf("%v, %v", p.Header, err)
	}
	if _, err = c.Dial(WithExtensions("a\r\nb")); err == nil {
		t.Error("an extension breaks the header")
	}
}
