package a2aclient

import (
	"strings"
	"testing"

	"a2aform/internal/safe"
)

const manyWays = `{"name":"x","skills":[],"capabilities":{"extensions":[{"uri":"https://example.com/must","required":true},{"uri":"https://example.com/may"}]},
	"supportedInterfaces":[{"url":"http://127.0.0.1:1/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0","tenant":"card"},
	{"url":"http://127.0.0.1:1/rest","protocolBinding":"HTTP+JSON","protocolVersion":"1.0"}]}`

func TestTheUserMayOverruleTheCard(t *testing.T) {
	c := mustCard(t, manyWays, "f")
	a, err := c.Dial(WithBinding(BindingHTTPJSON), WithTenant("mine"))
	if err != nil || a.Interface().Binding != BindingHTTPJSON || a.Interface().Tenant != safe.Text("mine") || !strings.Contains(a.Choice(), "another binding is wanted") {
		t.Errorf("%+v, %v", a, err)
	}
	if a, err = c.Dial(WithVersion("0.3")); err != nil || a.wire != wireV03 {
		t.Errorf("%+v, %v", a, err)
	}
	if _, err = c.Dial(WithVersion("9")); err == nil || !strings.Contains(err.Error(), "unknown version") {
		t.Errorf("%v", err)
	}
}

func TestABindingThatTheCardDoesNotOffer(t *testing.T) {
	const card = `{"name":"x","skills":[],"supportedInterfaces":[{"url":"http://127.0.0.1:1/a","protocolBinding":"JSONRPC","protocolVersion":"1.0"},
		{"url":"http://127.0.0.1:1/b","protocolBinding":"JSONRPC","protocolVersion":"9"},{"url":"http://127.0.0.1:1/c","protocolBinding":"GRPC","protocolVersion":"1.0"}]}`
	const want = "cannot talk to this agent: the card offers no HTTP+JSON interface, only JSONRPC, GRPC; leave out --transport, or transport in agents.toml"
	if _, err := mustCard(t, card, "f").Dial(WithBinding(BindingHTTPJSON)); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	const other = `{"name":"x","skills":[],"supportedInterfaces":[{"url":"http://127.0.0.1:1/a","protocolBinding":"HTTP+JSON","protocolVersion":"9"}]}`
	if _, err := mustCard(t, other, "f").Dial(WithBinding(BindingHTTPJSON)); err == nil || !strings.Contains(err.Error(), "unknown version") {
		t.Errorf("%v", err)
	}
}

func TestExtensionsThatAreAskedFor(t *testing.T) {
	c := mustCard(t, manyWays, "f")
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
