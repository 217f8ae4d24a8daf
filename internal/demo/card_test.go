package demo

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"a2aform/internal/demo/server"
)

func fetchCard(t *testing.T, p *peer, path string) (card, []byte) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.base+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	raw, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Type") != "application/json" {
		t.Fatalf("%s: %s %v", path, resp.Status, err)
	}
	var c struct {
		card
		Schemas map[string]json.RawMessage `json:"schemas"`
	}
	if err := json.Unmarshal(raw, &c); err != nil {
		t.Fatal(err)
	}
	for name, schema := range c.Schemas {
		c.card.Schemas = append(c.card.Schemas, namedSchema{name, schema})
	}
	return c.card, raw
}

// Spec v1.0.1 §8.6.1.
func TestCardIsRevalidated(t *testing.T) {
	p := serve(t, server.V10, Options{})
	get := func(tag string) *http.Response {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.base+"/.well-known/agent-card.json", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("If-None-Match", tag)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		return resp
	}
	first := get(`"another"`)
	tag := first.Header.Get("ETag")
	if first.StatusCode != http.StatusOK || tag == "" || !strings.Contains(first.Header.Get("Cache-Control"), "max-age") {
		t.Errorf("%s, %v", first.Status, first.Header)
	}
	if again := get(tag); again.StatusCode != http.StatusNotModified {
		t.Errorf("the same card: %s", again.Status)
	}
}

// Clients whose HTTP library joins an address and a path send to the address with a slash at its end.
func TestAddressMayEndWithASlash(t *testing.T) {
	bothDialects(t, Options{}, func(t *testing.T, p *peer) {
		p.query = "/"
		if got := p.call("GetTask", map[string]any{"id": "none"}); got.Error == nil || got.Error.Code != -32001 {
			t.Errorf("got %+v, want the error of a task that is not there", got.Error)
		}
	})
}

func TestCardServesBothVersions(t *testing.T) {
	p := serve(t, server.V10, Options{})
	c, raw := fetchCard(t, p, "/.well-known/agent-card.json")
	if _, old := fetchCard(t, p, "/.well-known/agent.json"); string(old) != string(raw) {
		t.Error("the two well-known paths serve different cards")
	}
	want := []cardInterface{
		{p.base + server.PathV10, "JSONRPC", "1.0"}, {p.base + server.PathV03, "JSONRPC", "0.3"},
	}
	if !slices.Equal(c.SupportedInterfaces, want) {
		t.Errorf("interfaces %v", c.SupportedInterfaces)
	}
	if c.URL != p.base+server.PathV03 || c.ProtocolVersion != "0.3.0" || c.PreferredTransport != "JSONRPC" {
		t.Errorf("0.3: %s %s %s", c.URL, c.ProtocolVersion, c.PreferredTransport)
	}
	if len(c.Capabilities.Extensions) != 1 || !strings.Contains(string(c.Capabilities.Extensions[0]), `"`+server.ExtensionURI+`"`) {
		t.Errorf("extensions %s", c.Capabilities.Extensions)
	}
	if c.DefaultInputModes[0] != "text/plain" || !c.Capabilities.Streaming {
		t.Errorf("modes %v", c.DefaultInputModes)
	}
}

// The card has the schemas and the skill of the seed unchanged, key order included.
func TestCardHoldsSeedVerbatim(t *testing.T) {
	p := serve(t, server.V10, Options{})
	_, raw := fetchCard(t, p, "/.well-known/agent-card.json")
	served := squeezed(string(raw))
	for _, part := range []json.RawMessage{theSeed().Schemas.Comparison, theSeed().Schemas.Response, theSeed().Skills[0]} {
		if !strings.Contains(served, squeezed(string(part))) {
			t.Errorf("not in the card: %s", part)
		}
	}
}

func squeezed(s string) string { return strings.Join(strings.Fields(s), "") }

func TestModesNameDeclaredSchemas(t *testing.T) {
	c := newCard("http://127.0.0.1:1")
	modes := slices.Clone(c.DefaultInputModes)
	for _, raw := range c.Skills {
		var s cardSkill
		if err := json.Unmarshal(raw, &s); err != nil {
			t.Fatal(err)
		}
		if s.InputModes[0] != "text/plain" || len(s.Examples) < 2 || len(s.Tags) == 0 {
			t.Errorf("skill %s: %+v", s.ID, s)
		}
		modes = append(append(modes, s.InputModes...), s.OutputModes...)
	}
	for _, mode := range modes {
		if name, ok := server.SchemaOf(mode); ok && !theValidator().declared(name) {
			t.Errorf("mode %s names no schema", mode)
		}
	}
}

func TestExamplesAreValid(t *testing.T) {
	for _, raw := range newCard("").Skills {
		var s cardSkill
		if err := json.Unmarshal(raw, &s); err != nil {
			t.Fatal(err)
		}
		for _, mode := range s.InputModes {
			name, ok := server.SchemaOf(mode)
			if !ok {
				continue
			}
			for _, example := range s.Examples {
				if found := theValidator().problems(name, json.RawMessage(example)); len(found) > 0 {
					t.Errorf("%s: %s: %v", s.ID, example, found)
				}
			}
		}
	}
}

func TestReflectedSchemasKeepOrderAndDialect(t *testing.T) {
	for _, s := range allSchemas() {
		if err := theValidator()[s.Name].Compile(); err != nil {
			t.Errorf("%s: %v", s.Name, err)
		}
		if !strings.Contains(squeezed(string(s.Schema)), `"$schema":"https://json-schema.org/draft/2020-12/schema"`) {
			t.Errorf("%s has no $schema", s.Name)
		}
		if strings.Contains(string(s.Schema), `"$id"`) {
			t.Errorf("%s has an $id", s.Name)
		}
	}
	trip := string(allSchemas()[2].Schema)
	at := strings.Index(trip, `},"properties":{"destination"`)
	for _, name := range []string{`"destination":{`, `"start":{`, `"nights":{`, `"traveller":{"$ref":"#/$defs/traveller"`, `"companions":{`} {
		i := strings.Index(trip[max(at, 0):], name)
		if at < 0 || i < 0 {
			t.Fatalf("%s is missing or out of order in %s", name, trip)
		}
		at += i
	}
}

func TestSchemaOfMediaType(t *testing.T) {
	for in, want := range map[string]string{
		"application/json;schema=a": "a", "application/json; schema=\"a b\"": "a b", "Application/JSON ;charset=x; Schema=é": "é",
		"application/json;schema=": "", "application/json": "-", "text/plain;schema=a": "-", "": "-", "application/json;schema": "-",
	} {
		got, ok := server.SchemaOf(in)
		if !ok {
			got = "-"
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}
