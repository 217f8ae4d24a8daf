package a2aclient

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"a2aform/internal/safe"
)

const konami = "https://example.com/ext/konami-code/v1"

// Seed 002's own example: what is activated, what goes with the request, what is
// echoed, in each version's spelling and the other's.
func TestRequestExtensions(t *testing.T) {
	for _, echo := range []string{"A2A-Extensions", "X-A2A-Extensions", ""} {
		for _, version := range []string{"0.3", "1.0"} {
			reply := func(w http.ResponseWriter, r *http.Request) {
				if echo != "" {
					w.Header().Add(echo, "urn:other, "+konami)
				}
				result(`{"kind":"message","messageId":"m","role":"agent","parts":[]}`)(w, r)
			}
			f := newFake(t, scripts{"message/send": reply, "SendMessage": reply})
			a := agentOf(t, f.URL, version, false, "")
			a, err := a.Redial(a.Card(), WithExtensions(konami), WithMetadata(Metadata{konami + "/code", json.RawMessage(`"motherlode"`)}, Metadata{konami + "/n", json.RawMessage(`1.10`)}))
			if err != nil {
				t.Fatal(err)
			}
			words, events, err := runAll(a, t, &Request{Text: "x"})
			if err != nil || words != "(extensions) message" && echo == "" || !strings.HasSuffix(words, "message") {
				t.Fatalf("%s by %s: %s, %v", version, echo, words, err)
			}
			name := map[string]string{"0.3": "X-A2A-Extensions", "1.0": "A2A-Extensions"}[version]
			if got := f.received()[0]; got.header.Get(name) != konami || !strings.Contains(string(got.body), `,"metadata":{"`+konami+`/code":"motherlode","`+konami+`/n":1.10}}}`) {
				t.Errorf("%s: sent %v %s", version, got.header, got.body)
			}
			want, text := "[urn:other "+konami+"]", "the agent activated the extension "+konami
			if echo == "" {
				want, text = "[]", "the agent does not say that it activated the extension "+konami
			}
			if n := events[0].Notice; fmt.Sprint(exact(n.Extensions)) != want || n.Text != text {
				t.Errorf("%s by %q: %v, %s", version, echo, exact(n.Extensions), n.Text)
			}
		}
	}
}

// Over the other bindings metadata stands where their messages have it.
func TestMetadataOfOtherBindings(t *testing.T) {
	m := WithMetadata(Metadata{"u/x", json.RawMessage(`{"a":1}`)})
	for want, card := range map[string]string{
		`]},"configuration":{"returnImmediately":true},"metadata":{"u/x":{"a":1}}}`: `"supportedInterfaces":[{"url":"http://127.0.0.1/","protocolBinding":"HTTP+JSON","protocolVersion":"1.0"}]`,
		`"metadata":{"skillId":"s","u/x":{"a":1}}}`:                                 `"api":{"type":"a2a","url":"http://127.0.0.1/"},"capabilities":[]`,
	} {
		c := mustCard(t, `{"name":"x","skills":[],`+card+`}`, "f")
		a, err := c.Dial(m)
		if err != nil {
			t.Fatal(err)
		}
		p, err := a.Preview(&Request{Text: "x", SkillID: "s"})
		if err != nil || !strings.HasSuffix(string(p.Body), want) {
			t.Errorf("%s\nwant …%s, %v", p.Body, want, err)
		}
	}
	broken, err := mustCard(t, `{"name":"x","skills":[],"url":"http://127.0.0.1/"}`, "f").Dial(WithMetadata(Metadata{"u", json.RawMessage(`{`)}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := broken.Preview(&Request{Text: "x"}); err == nil {
		t.Error("metadata that is not JSON would be sent")
	}
}

func exact(list []safe.Raw) (texts []string) {
	for _, r := range list {
		texts = append(texts, r.Exact())
	}
	return texts
}

// A version at the end of an extension's URI (seed 002) makes no other extension of it, unless the first number differs; either is told.
func TestVersionsOfExtensions(t *testing.T) {
	const schemas, form = "https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main", "https://a2a-extensions.agentstack.beeai.dev/ui/form_request"
	for uri, want := range map[string]string{
		schemas + "/v1": "known", schemas + "/v1.2": "known", schemas: "known", schemas + "/v2": "known, the extension of object schemas has version 2 here",
		form + "/v1": "known form", form + "/v1.1": "known form", form + "/v2": "", form: "", konami: "",
	} {
		c := mustCard(t, fmt.Sprintf(`{"name":"x","url":"http://127.0.0.1/","protocolVersion":"0.3.0","skills":[],"capabilities":{"extensions":[{"uri":%q}]}}`, uri), "f")
		got := map[bool]string{true: "known"}[c.Extensions[0].Known] + map[bool]string{true: " form"}[c.Extensions[0].IsForm]
		for _, w := range c.Warnings {
			if before, _, ok := strings.Cut(w, " ("); ok && strings.Contains(w, "version") {
				got += ", " + before
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q (%q)", uri, got, want, c.Warnings)
		}
	}
	reply := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("A2A-Extensions", "https://example.com/ext/konami-code/v1.1")
		result(`{"kind":"message","messageId":"m","role":"agent","parts":[]}`)(w, r)
	}
	f := newFake(t, scripts{"SendMessage": reply})
	base := agentOf(t, f.URL, "1.0", false, "")
	a, err := base.Redial(base.Card(), WithExtensions(konami))
	if err != nil {
		t.Fatal(err)
	}
	_, events, err := runAll(a, t, &Request{Text: "x"})
	if want := "the agent activated the extension " + konami + " in another version: https://example.com/ext/konami-code/v1.1"; err != nil || events[0].Notice == nil || events[0].Notice.Text != want {
		t.Errorf("%v, %+v", err, events[0].Notice)
	}
}
