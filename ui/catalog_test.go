package ui_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/internal/catalog"
	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// A host without a card has a catalog: its agents are listed, filtered, opened and left. One
// is in the catalog itself, one leads to another catalog.
func TestAgentsOfACatalogAreListed(t *testing.T) {
	t.Parallel()
	server, keep := demoAgent(t, quick), home(t)
	mux := http.NewServeMux()
	url := serveMux(t, mux)
	entry := func(name, kind, rest string) string {
		return fmt.Sprintf(`{"identifier":"urn:%s","displayName":"%s","mediaType":"application/%s",%s}`, name, name, kind, rest)
	}
	mux.HandleFunc("GET "+catalog.WellKnown, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"specVersion":"1.0","host":{"displayName":"Acme"},"entries":[` + strings.Join([]string{
			entry("Demo", "a2a-agent-card+json", `"description":"Tries forms.","tags":["forms"],"url":"`+server.URL+`"`),
			entry("Inside", "a2a-agent-card+json", `"data":`+oneForm(wordSchema).at(url)),
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

// A file that is neither keeps the error of its card.
func TestAFileThatIsNeitherKeepsItsError(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.json")
	if err := os.WriteFile(path, []byte(`{"a":[1]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	uitest.Start(t, ui.New(t.Context(), kit.Options{Store: home(t), Ref: path}), 80, 24).WaitFor("✗ card: it is JSON, but not an agent card").WaitGone("Catalog")
}
