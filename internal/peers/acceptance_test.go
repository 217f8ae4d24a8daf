package peers

import (
	"bytes"
	"strings"
	"testing"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
)

// The acceptance cases that need a real peer; the others are listed in
// a2aclient/acceptance_test.go.

// A server that takes only the modes of its card takes the tag.
func TestAcceptance02StrictServerTakesTag(t *testing.T) {
	for _, name := range []string{"JavaScript SDK 1.3.0, strict", "JavaScript SDK 1.3.0, strict over HTTP+JSON"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fight(t, all[name])
		})
	}
}

// The card of the README of SDK 0.3.14: no preferredTransport, and the same URL
// twice.
func TestAcceptance04CardWithoutPreferredTransport(t *testing.T) {
	a := dial(t, start(t, "v03.mjs"))
	if raw := a.Card().Raw; bytes.Contains(raw, []byte("preferredTransport")) || bytes.Count(raw, []byte("/rpc")) != 2 {
		t.Errorf("the card is another: %s", raw)
	}
	if i := a.Interface(); i.Binding != a2aclient.BindingJSONRPC || len(a.Card().Interfaces) != 1 {
		t.Errorf("%+v of %+v", i, a.Card().Interfaces)
	}
	count(t, a)
}

// SDK 0.2.5: its card lies at the old path, and a task that is canceled ends so
// though the answer to the cancel says that it works.
func TestAcceptance06OldCardPathAndCancel(t *testing.T) {
	a := dial(t, start(t, "v02.mjs"))
	if !strings.HasSuffix(a.Card().Source, "/.well-known/agent.json") {
		t.Errorf("found at %s", a.Card().Source)
	}
	count(t, a)
	cancel(t, a)
}

// The extensions that an agent says it activated are shown. The agents here activate them
// by the SDK; of these only 1.3.0 over HTTP+JSON says so to the client.
func TestActivatedExtensionsOfSDKs(t *testing.T) {
	for name, p := range all {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := dial(t, start(t, p.agent))
			var said []string
			for e, err := range a.Run(t.Context(), &a2aclient.Request{Text: "count"}) {
				if err != nil {
					t.Fatal(err)
				}
				if e.Notice != nil && e.Notice.Kind == a2a.NoticeExtensions {
					for _, uri := range e.Notice.Extensions {
						said = append(said, uri.Exact())
					}
				}
			}
			if says := strings.Contains(name, "HTTP+JSON"); says != (len(said) == 1 && said[0] == extension) {
				t.Errorf("activated %q", said)
			}
		})
	}
}
