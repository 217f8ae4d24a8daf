package catalog_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/internal/catalog"
)

const card = `{"name":"Greeter","description":"Greets.","skills":[{"id":"g","name":"Greet"}]}`

// shown is what tests compare of a catalog: name, address and skills of each entry.
func shown(c *catalog.Catalog) string {
	var lines []string
	for _, e := range c.Entries {
		at := e.Ref
		if e.Card != nil {
			at = "card"
		}
		if e.IsCatalog {
			at += " catalog"
		}
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s %s %s", e.Name.Line(0), at, strings.Join(e.Skills, ","))))
	}
	return strings.Join(lines, "; ")
}

func TestParse(t *testing.T) {
	t.Parallel()
	const network, file = "https://x.example/dir/catalog.json", "dir/catalog.json"
	for _, c := range []struct{ name, from, text, want, summary string }{
		{
			"AI Catalog", network,
			`{"specVersion":"1.0","entries":[
				{"identifier":"urn:a","displayName":"A","mediaType":"application/a2a-agent-card+json","url":"https://a.example/card"},
				{"identifier":"urn:b","mediaType":"application/a2a-agent-card+json; charset=utf-8","url":"b.json"},
				{"identifier":"urn:m","displayName":"M","mediaType":"application/mcp-server-card+json","url":"https://m.example"}]}`,
			"A https://a.example/card; urn:b https://x.example/dir/b.json", "2 agents, and 1 entry of another kind",
		},
		{
			"card and catalog inside", network,
			`{"entries":[{"displayName":"G","mediaType":"application/a2a-agent-card+json","data":` + card + `},
				{"mediaType":"application/ai-catalog+json","data":{"entries":[{"displayName":"In","mediaType":"application/a2a-agent-card+json","url":"/in"}]}},
				{"displayName":"Out","mediaType":"application/ai-catalog+json","url":"/out"}]}`,
			"G card Greet; In https://x.example/in; Out https://x.example/out catalog", "2 agents, 1 catalog",
		},
		{"cards", network, `[` + card + `,` + card + `]`, "Greeter card Greet; Greeter card Greet", "2 agents"},
		{"addresses", network, `["https://a.example","https://b.example/x"]`, "https://a.example https://a.example; https://b.example/x https://b.example/x", "2 agents"},
		{"registry", network, `{"agents":[{"name":"R","agentCard":` + card + `},{"name":"S","cardUrl":"https://s.example/c"}]}`, "R card Greet; S https://s.example/c", "2 agents"},
		{"file", file, `["sub/a.json"]`, "sub/a.json " + filepath.Join("dir", "sub", "a.json"), "1 agent"},
		{"empty", network, `{"specVersion":"1.0","entries":[]}`, "", "0 agents"},

		// What a catalog must not make us do.
		{"a file from the network", network, `["file:///etc/passwd","https://a.example"]`, "https://a.example https://a.example", "1 agent; 1 could not be read"},
		{"a file above", file, `["../../etc/passwd","https://a.example"]`, "https://a.example https://a.example", "1 agent; 1 could not be read"},
		{"an absolute file", file, `["/etc/passwd","https://a.example"]`, "https://a.example https://a.example", "1 agent; 1 could not be read"},
		{"a password", network, `["https://u:p@a.example","https://a.example"]`, "https://a.example https://a.example", "1 agent; 1 could not be read"},
		{"entries without an address", network, `{"entries":[{"mediaType":"application/a2a-agent-card+json"},7,null,"https://a.example"]}`, "https://a.example https://a.example", "1 agent; 3 could not be read"},
	} {
		got, err := catalog.Parse([]byte(c.text), c.from)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if shown(got) != c.want || got.Summary() != c.summary {
			t.Errorf("%s: got %q (%s), want %q (%s)", c.name, shown(got), got.Summary(), c.want, c.summary)
		}
	}
}

func TestOtherDocumentsAreNoCatalogs(t *testing.T) {
	t.Parallel()
	for _, text := range []string{card, `{}`, `7`, `"https://a.example"`, `[1,2]`, `[]`, `{"entries":[]}`, `{"data":[{"x":1}]}`} {
		if c, err := catalog.Parse([]byte(text), "https://x.example"); !errors.Is(err, catalog.ErrNone) {
			t.Errorf("%s: %v, %v", text, c, err)
		}
	}
	if _, err := catalog.Parse([]byte("<html>"), ""); err == nil || !strings.Contains(err.Error(), "it is not JSON: line 1") {
		t.Errorf("a web page: %v", err)
	}
}

func TestCatalogsInsideOneAnotherAreBounded(t *testing.T) {
	t.Parallel()
	text := `[]`
	for range 6 {
		text = `{"entries":[{"mediaType":"application/a2a-agent-card+json","url":"https://a.example"},{"url":"https://deeper.example","mediaType":"application/ai-catalog+json","data":` + text + `}]}`
	}
	c, err := catalog.Parse([]byte(text), "https://x.example")
	if err != nil || shown(c) != strings.Repeat("https://a.example https://a.example; ", 4)+"https://deeper.example https://deeper.example catalog" {
		t.Errorf("%s, %v", shown(c), err)
	}
	many := `[` + strings.Repeat(`"https://a.example",`, catalog.MaxEntries) + `"https://b.example"]`
	c, err = catalog.Parse([]byte(many), "https://x.example")
	if err != nil || len(c.Entries) != catalog.MaxEntries || c.Summary() != "10,000 agents; 1 could not be read" {
		t.Errorf("%s, %v", c.Summary(), err)
	}
}

func TestOpenLooksWhereHostsKeepTheirCatalog(t *testing.T) {
	t.Parallel()
	list := `{"specVersion":"1.0","entries":[{"displayName":"A","mediaType":"application/a2a-agent-card+json","url":"/a"}]}`
	for _, c := range []struct{ at, asked, want string }{
		{catalog.WellKnown, "", "A $/a"},
		{catalog.WellKnown, "/", "A $/a"},
		{catalog.WellKnown, "/elsewhere", "A $/a"},
		{"/list", "/list", "A $/a"},
		{"/list", "", "404"},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != c.at {
				http.NotFound(w, r)
				return
			}
			_, _ = w.Write([]byte(list))
		}))
		t.Cleanup(server.Close)
		got, err := catalog.Open(t.Context(), server.URL+c.asked)
		said := fmt.Sprint(err)
		if err == nil {
			said = shown(got)
		}
		if !strings.Contains(said, strings.ReplaceAll(c.want, "$", server.URL)) {
			t.Errorf("catalog at %s, asked %q: %s", c.at, c.asked, said)
		}
	}
}

func TestOpenReadsFiles(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "catalog.json")
	if err := os.WriteFile(path, []byte(`["a.json"]`), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := catalog.Open(t.Context(), path)
	if err != nil || c.Entries[0].Ref != filepath.Join(filepath.Dir(path), "a.json") {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := catalog.Open(t.Context(), path+"x.json"); err == nil || !strings.Contains(err.Error(), "there is no such file") {
		t.Errorf("no file: %v", err)
	}
}

func TestEntryMatchesWords(t *testing.T) {
	t.Parallel()
	c, err := catalog.Parse([]byte(`{"entries":[{"displayName":"Invoice Bot","description":"Reads bills","tags":["finance"],"mediaType":"application/a2a-agent-card+json","data":`+card+`}]}`), "x.json")
	if err != nil {
		t.Fatal(err)
	}
	for words, want := range map[string]bool{"": true, "invoice": true, "BILLS bot": true, "finance greet": true, "travel": false, "invoice travel": false} {
		if got := c.Entries[0].Matches(strings.Fields(words)); got != want {
			t.Errorf("%q: %t", words, got)
		}
	}
}

// Whatever a catalog says, no entry leads to a file of this machine, and every entry can be
// opened.
func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"entries":[{"mediaType":"application/a2a-agent-card+json","url":"file:///etc/passwd"}]}`))
	f.Add([]byte(`[` + card + `,"//host/x","\\\\host\\x"]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := catalog.Parse(data, "https://x.example/catalog")
		if err != nil {
			return
		}
		for _, e := range c.Entries {
			if e.Card == nil && !strings.HasPrefix(e.Ref, "https://") && !strings.HasPrefix(e.Ref, "http://") {
				t.Errorf("an entry leads to %q", e.Ref)
			}
		}
		if len(c.Entries) > catalog.MaxEntries {
			t.Errorf("%d entries", len(c.Entries))
		}
	})
}

// Many small values would take a hundred times the memory of their text.
func TestCatalogOfTooManyValues(t *testing.T) {
	t.Parallel()
	_, err := catalog.Parse([]byte("["+strings.Repeat("[],", 600_001)+"[]]"), "x.json")
	if err == nil || errors.Is(err, catalog.ErrNone) || !strings.Contains(err.Error(), "more values") {
		t.Error(err)
	}
}
