package a2aclient_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"a2aform/a2aclient"
	"a2aform/internal/demo"
)

const cardSchemaV03 = `{"protocolVersion":"0.3.0","name":"x","description":"x","url":"http://a","version":"1","capabilities":{"streaming":true},
	"defaultInputModes":["text/plain"],"defaultOutputModes":[],"skills":[{"id":"a","name":"a","description":"a","tags":[]}],
	"securitySchemes":{"k":{"type":"apiKey","in":"header","name":"X-Key"},"o":{"type":"oauth2","flows":{}}},"security":[{"k":[]}],"schemas":{}}`

func TestCardsOfEachVersion(t *testing.T) {
	server, err := demo.Start(t.Context(), "", demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	resp, err := http.Get(server.CardURL)
	if err != nil {
		t.Fatal(err)
	}
	card, err := io.ReadAll(resp.Body)
	if err != nil || resp.Body.Close() != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ card, version, want string }{
		{string(card), "1.0", ""},
		{cardSchemaV03, "0.3", ""},
		{strings.Replace(cardSchemaV03, `"protocolVersion":"0.3.0",`, "", 1), "0.2", ""},
		{strings.Replace(cardSchemaV03, `"protocolVersion":"0.3.0",`, "", 1), "0.3", "/protocolVersion: is required"},
		{strings.Replace(cardSchemaV03, `"in":"header",`, "", 1), "0.3", "/securitySchemes/k/in: is required"},
		{strings.Replace(cardSchemaV03, `"tags":[]`, `"tags":"a"`, 1), "0.3", "/skills/0/tags: must be a list"},
		{`[]`, "1.0", ": must be an object"},
		{`{"name":"x","version":"1.2.3","url":"http://a","skills":[{"id":"a","name":"a","description":"a","inputSchema":{}}],"other":1}`, "workshop", ""},
		{`{"name":"x","version":"1.2","skills":[{"id":"a","name":"a"}]}`, "workshop", "/skills/0/description: is required\n/url: is required\n/version: must match the pattern ^\\d+\\.\\d+\\.\\d+$"},
		{`{"name":"x","description":"x","version":"1","api":{"type":"a2a","url":"http://a"},"auth":{"type":"none"},"capabilities":[]}`, "sessions", ""},
		{`{"name":"x","description":"x","version":"1","api":{"type":"rest","url":"http://a"},"auth":{},"capabilities":[{"type":"a"}]}`, "sessions", "/api/type: must be a2a\n/capabilities/0/description: is required"},
	} {
		problems, err := a2aclient.ValidateCard([]byte(tt.card), tt.version)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, p := range problems {
			got = append(got, p.Pointer.Line(0).String()+": "+p.Message)
		}
		if strings.Join(got, "\n") != tt.want {
			t.Errorf("%s: %q, want %q", tt.version, got, tt.want)
		}
	}
	if _, err := a2aclient.ValidateCard([]byte(cardSchemaV03), "2.0"); err == nil {
		t.Error("a version without a schema was validated")
	}
	if _, err := a2aclient.ValidateCard([]byte("{"), "1.0"); err == nil {
		t.Error("what is no JSON was validated")
	}
}
