package a2aclient

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"a2aform/a2aclient/auth"
	"a2aform/internal/safe"
)

const publicSchemas = `{"in":{"type":"object","properties":{"z":{"const":1.10},"a":{}}}}`

// extendedAgent dials an agent that has an authenticated extended card.
func extendedAgent(t *testing.T, iface, promise, scheme string, o ...Option) *Agent {
	t.Helper()
	c := mustCard(t, fmt.Sprintf(`{"name":"Public","skills":[],"defaultInputModes":["application/json;schema=in"],"schemas":%s,%s,%s%s}`, publicSchemas, iface, promise, scheme), "f")
	a, err := c.Dial(o...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	return a
}

func TestExtendedCardInEveryDialect(t *testing.T) {
	const more = `{"name":"More","skills":[{"id":"secret","inputModes":["application/json;schema=in"]}],"url":"/a2a" }`
	rest := newRestFake(t, scripts{
		"GET /extendedAgentCard":                   jsonBody(more),
		"GET /v1/card":                             jsonBody(more),
		"GET /agent/authenticatedExtendedCard":     jsonBody(more),
		"GET /x/agent/authenticatedExtendedCard":   jsonBody(`{"name":"Other"}`),
		"GET /a2a/agent/authenticatedExtendedCard": jsonBody(`{"name":"Other"}`),
	})
	rpc := newFake(t, scripts{"GetExtendedAgentCard": result(more), "agent/getAuthenticatedExtendedCard": result(more)})
	v1 := func(url, binding string) string {
		return fmt.Sprintf(`"supportedInterfaces":[{"url":%q,"protocolBinding":%q,"protocolVersion":"1.0"}]`, url, binding)
	}
	old := func(url, binding, version string) string {
		return fmt.Sprintf(`"url":%q,"preferredTransport":%q,"protocolVersion":%q`, url, binding, version)
	}
	for name, a := range map[string]*Agent{
		"1.0 JSON-RPC":  extendedAgent(t, v1(rpc.URL, "JSONRPC"), `"capabilities":{"extendedAgentCard":true}`, ""),
		"1.0 HTTP+JSON": extendedAgent(t, v1(rest.URL, "HTTP+JSON"), `"capabilities":{"extendedAgentCard":true}`, ""),
		"0.3 JSON-RPC":  extendedAgent(t, old(rpc.URL, "JSONRPC", "0.3.0"), `"supportsAuthenticatedExtendedCard":true`, ""),
		"0.3 HTTP+JSON": extendedAgent(t, old(rest.URL, "HTTP+JSON", "0.3.0"), `"supportsAuthenticatedExtendedCard":true`, ""),
		"0.2":           extendedAgent(t, old(rest.URL+"/a2a", "JSONRPC", "0.2.6"), `"supportsAuthenticatedExtendedCard":true`, ""),
	} {
		c, err := a.Extended(t.Context())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if c.Name.Exact() != "More" || len(c.Skills) != 1 || c.Source != a.Card().Source {
			t.Errorf("%s: %+v", name, c)
		}
		if in := c.Skills[0].Inputs; len(in) != 1 || !strings.Contains(publicSchemas, string(in[0].Schema)) {
			t.Errorf("%s: the schemas of the public card are lost: %+v", name, in)
		}
		if !strings.Contains(strings.Join(c.Warnings, "|"), "has no schemas") {
			t.Errorf("%s: nothing is said of the schemas: %v", name, c.Warnings)
		}
	}
}

func TestExtendedCardKeepsItsOwnSchemas(t *testing.T) {
	for own, want := range map[string]string{
		`,"schemas":{"in":{"title":"own"}}`: `{"title":"own"}`,
		`,"schemas":{}`:                     `{"type":"object","properties":{"z":{"const":1.10},"a":{}}}`,
		`,"schemas":null`:                   `{"type":"object","properties":{"z":{"const":1.10},"a":{}}}`,
	} {
		f := newFake(t, scripts{"GetExtendedAgentCard": result(`{"name":"More","skills":[],"url":"/a2a"` + own + `}`)})
		iface := fmt.Sprintf(`"supportedInterfaces":[{"url":%q,"protocolBinding":"JSONRPC","protocolVersion":"1.0"}]`, f.URL)
		c, err := extendedAgent(t, iface, `"capabilities":{"extendedAgentCard":true}`, "").Extended(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if schema, ok := c.Schema("in"); !ok || string(schema) != want {
			t.Errorf("%s: schema %s", own, schema)
		}
	}
}

func TestExtendedCardRequestCarriesCredentials(t *testing.T) {
	f := newFake(t, scripts{"GetExtendedAgentCard": func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer HUSH" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		result(`{"name":"More","skills":[],"url":"/a2a"}`)(w, r)
	}})
	iface := fmt.Sprintf(`"supportedInterfaces":[{"url":%q,"protocolBinding":"JSONRPC","protocolVersion":"1.0"}]`, f.URL)
	const promise, scheme = `"capabilities":{"extendedAgentCard":true}`, `,"securitySchemes":{"t":{"httpAuthSecurityScheme":{"scheme":"bearer"}}}`
	stranger := extendedAgent(t, iface, promise, scheme)
	_, err := stranger.Extended(t.Context())
	var refused *Error
	if !errors.As(err, &refused) || !refused.WantsCredentials() {
		t.Errorf("a stranger: %v", err)
	}
	friend := extendedAgent(t, iface, promise, scheme, WithCredentials(credentialsFor(t, stranger.Card(), f.URL, map[string]string{"t": "HUSH"})))
	if c, err := friend.Extended(t.Context()); err != nil || c.Name.Exact() != "More" {
		t.Errorf("a friend: %v", err)
	}
}

func TestInvalidExtendedCard(t *testing.T) {
	f := newFake(t, scripts{"GetExtendedAgentCard": result(`{"error":"no"}`)})
	iface := fmt.Sprintf(`"supportedInterfaces":[{"url":%q,"protocolBinding":"JSONRPC","protocolVersion":"1.0"}]`, f.URL)
	if _, err := extendedAgent(t, iface, `"capabilities":{}`, "").Extended(t.Context()); !errors.Is(err, ErrUnsupported) || len(f.received()) != 0 {
		t.Errorf("asked though none was promised: %v", err)
	}
	_, err := extendedAgent(t, iface, `"capabilities":{"extendedAgentCard":true}`, "").Extended(t.Context())
	var odd *CardError
	if !errors.As(err, &odd) || odd.Layer != LayerCard {
		t.Errorf("%v", err)
	}
	if _, err := newSessions(t, `{}`, "active").agent(t).extendedCard(t.Context()); !errors.Is(err, ErrUnsupported) {
		t.Errorf("sessions: %v", err)
	}
}

// A secret that the agent repeats in the extended card is masked there,
// also where JSON spells it otherwise.
func TestExtendedCardRepeatsNoSecret(t *testing.T) {
	const key = "HUSH-12345678"
	f := newFake(t, scripts{"GetExtendedAgentCard": result(`{"name":"` + key + `","description":"\u0048USH-12345678","skills":[{"id":"a","name":"` + key + `!"}],"url":"/a2a"}`)})
	w, err := auth.NewCredentialSet(safe.Text(f.URL))
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Put(auth.Scheme{Name: safe.Text("k"), Kind: auth.SchemeAPIKey, In: auth.KeyInHeader, Param: safe.Text("X-API-Key")}, key, "env:K"); err != nil {
		t.Fatal(err)
	}
	a := extendedAgent(t, fmt.Sprintf(`"supportedInterfaces":[{"url":%q,"protocolBinding":"JSONRPC","protocolVersion":"1.0"}]`, f.URL), `"capabilities":{"extendedAgentCard":true}`, "", WithCredentials(w))
	c, err := a.Extended(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if c.Name.Exact() != auth.Mask || c.Description.Exact() != auth.Mask || c.Skills[0].Name.Exact() != auth.Mask+"!" || strings.Contains(string(c.Raw), key) {
		t.Errorf("%s", c.Raw)
	}
}
