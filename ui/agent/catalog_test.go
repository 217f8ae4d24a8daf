package agent_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/ui/apptest"

	"a2aform/a2aclient"
	"a2aform/internal/catalog"
	"a2aform/internal/run"
	"a2aform/internal/store"
	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// A host without a card has a catalog: its agents are listed, filtered, opened and left. One
// is in the catalog itself, one leads to another catalog.
func TestAgentsOfACatalogAreListed(t *testing.T) {
	t.Parallel()
	server, keep := apptest.DemoAgent(t, apptest.Quick), apptest.Home(t)
	mux := http.NewServeMux()
	url := apptest.ServeMux(t, mux)
	entry := func(name, kind, rest string) string {
		return fmt.Sprintf(`{"identifier":"urn:%s","displayName":"%s","mediaType":"application/%s",%s}`, name, name, kind, rest)
	}
	mux.HandleFunc("GET "+catalog.WellKnown, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"specVersion":"1.0","host":{"displayName":"Acme"},"entries":[` + strings.Join([]string{
			entry("Demo", "a2a-agent-card+json", `"description":"Tries forms.","tags":["forms"],"url":"`+server.URL+`"`),
			entry("Inside", "a2a-agent-card+json", `"data":`+apptest.OneForm(apptest.WordSchema).At(url)),
			entry("Further", "ai-catalog+json", `"url":"/further.json"`),
			entry("Tools", "mcp-server-card+json", `"url":"/tools"`),
		}, ",") + `]}`))
	})
	mux.HandleFunc("GET /further.json", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`["` + server.URL + `"]`))
	})
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: keep, Ref: url}), 80, 24)
	d.WaitFor("Catalog of Acme", "▌ Demo     Tries forms. · #forms", "Inside", "Further  another catalog", "2 agents, 1 catalog, and 1 entry of another kind")
	d.WaitFor("Address     "+server.URL, "Sign-in     no credentials are kept for it")

	d.Press("/").Type("FORMS tries").WaitFor("1 of 3").WaitGone("Inside").Press("enter", "enter").WaitFor("Fight Comparison")
	d.Press("esc").WaitFor("1 of ", "▌ Demo").Press("esc").WaitFor("Inside")

	d.Press("down", "ctrl+s", "x").WaitFor("▌ Inside").WaitGone("Save ", "Forget") // it has no address, and was not opened
	d.Press("enter").WaitFor("The skill").Press("esc").WaitFor("▌ Inside")

	d.Press("down", "enter").WaitFor("▌ " + server.URL).WaitGone("Further").Press("enter").WaitFor("Fight Comparison")
	d.Press("esc").WaitFor("Catalog").Press("esc").WaitGone("Catalog").WaitFor("Opened before")
}

// The host of an agent that only a catalog names is asked about, also when the agent is opened again from the list of those opened
// before. Who declines sends nothing that is kept for it.
func TestHostThatOnlyACatalogNamesIsAskedAbout(t *testing.T) {
	t.Parallel()
	server, keep := apptest.DemoAgent(t, apptest.Quick), apptest.Home(t)
	path := filepath.Join(t.TempDir(), "catalog.json")
	if err := os.WriteFile(path, []byte(`["`+server.URL+`"]`), 0o600); err != nil {
		t.Fatal(err)
	}
	type dialed struct {
		way  kit.DialOptions
		kept bool
	}
	seen := make(chan dialed, 10)
	dial := func(ctx context.Context, card *a2aclient.Card, keep *store.Store, way kit.DialOptions) (*a2aclient.Agent, []string, error) {
		seen <- dialed{way, keep != nil}
		if !way.Declined {
			return nil, nil, &store.UntrustedError{Trust: store.Trust{File: way.Catalog, Origin: server.URL}, Sends: []string{"A2ACLI_BEARER"}, Warning: "The host is really xn--pypal-4ve.example."}
		}
		return run.Dial(ctx, card, keep)
	}
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: keep, Ref: path, Dial: dial}), 120, 24)
	d.WaitFor("Address     "+server.URL).Press("enter").WaitFor("Send your credentials to this host?", server.URL, "A2ACLI_BEARER", "catalog.json", "really xn--pypal-4ve.example", "You did not name this host")
	d.Press("n").WaitFor("Fight Comparison")
	again := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: keep, Dial: dial}), 120, 24).WaitFor("Opened before")
	again.Press("tab", "enter").WaitFor("Send your credentials to this host?")
	for i, want := range []dialed{{kit.DialOptions{Catalog: path}, true}, {kit.DialOptions{Catalog: path, Anonymous: true, Declined: true}, false}, {kit.DialOptions{Catalog: path}, true}} {
		if got := <-seen; got != want {
			t.Errorf("dialed %d: %+v", i, got)
		}
	}
}

// A file that is neither keeps the error of its card.
func TestAFileThatIsNeitherKeepsItsError(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.json")
	if err := os.WriteFile(path, []byte(`{"a":[1]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	uitest.Start(t, ui.New(t.Context(), kit.Options{Store: apptest.Home(t), Ref: path}), 80, 24).WaitFor("✗ card: it is JSON, but not an agent card").WaitGone("Catalog")
}
