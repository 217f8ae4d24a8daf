package catalog_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"a2aform/a2aclient"
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
		{"no host", network, `["http:///etc/passwd","ftp://a.example","https://a.example"]`, "https://a.example https://a.example", "1 agent; 2 could not be read"},
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
	for _, text := range []string{card, `{}`, `7`, `"https://a.example"`, `[1,2]`, `[]`, `{"entries":[]}`, `{"data":[{"x":1}]}`, `{"specVersion":"1.0"}`, `{"name":"N","skills":[],"agents":["https://a.example"]}`} {
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
	many := `[` + strings.Repeat(`"https://a.example",`, catalog.MaxEntries) + `"https://b.example","https://c.example"]`
	c, err = catalog.Parse([]byte(many), "https://x.example")
	if err != nil || len(c.Entries) != catalog.MaxEntries || c.Summary() != "10,000 agents; 2 could not be read" {
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
		{"/", "/?list", "A $/a"},
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
	if _, err := catalog.Parse([]byte("["+strings.Repeat("[],", 600_000)+"[]]"), "x.json"); !errors.Is(err, catalog.ErrNone) {
		t.Errorf("as many as there may be: %v", err)
	}
}

func TestWhatAnEntryIsAbout(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 300)
	for _, c := range []struct{ entry, want string }{
		{`"https://a.example"`, ""},
		{`{"displayName":"A","description":"Reads bills.","tags":["tax","eu"],"url":"https://a.example"}`, "Reads bills. · #tax · #eu"},
		{`{"mediaType":"application/ai-catalog+json","url":"https://a.example","description":"All."}`, "another catalog · All."},
		{card, "Greets. · Greet"},
		{
			`{"description":"` + long + `","tags":["` + long + `"],"url":"https://a.example"}`,
			long[:200] + "… · #" + long[:40] + "…",
		},
		{`{"name":"N","skills":[{"name":"` + long + `"}]}`, long[:80] + "…"},
		{`{"tags":["t` + strings.Repeat(`","t`, 24) + `"],"url":"https://a.example"}`, strings.Repeat("#t · ", 19) + "#t"},
	} {
		list, err := catalog.Parse([]byte("["+c.entry+"]"), "https://x.example")
		if err != nil || len(list.Entries) != 1 {
			t.Errorf("%s: %v, %v", c.entry, list, err)
			continue
		}
		if got := list.Entries[0].About(); got != c.want {
			t.Errorf("%s: got %q, want %q", c.entry, got, c.want)
		}
	}
}

func TestWhoNamesTheHostOfAnEntry(t *testing.T) {
	t.Parallel()
	const network = "https://x.example/list"
	for _, c := range []struct {
		from, entry string
		want        bool
	}{
		{network, `"https://x.example/card"`, false},
		{network, `"/card"`, false},
		{network, `"https://y.example/card"`, true},
		{network, `"http://x.example/card"`, true},
		{network, card, false},
		{"list.json", `"https://x.example/card"`, true},
		{"list.json", card, true},
	} {
		list, err := catalog.Parse([]byte("["+c.entry+"]"), c.from)
		if err != nil {
			t.Errorf("%s: %v", c.entry, err)
			continue
		}
		if got := list.NamesHost(list.Entries[0]); got != c.want {
			t.Errorf("%s in %s: %t", c.entry, c.from, got)
		}
	}
}

// A catalog is looked for instead of a card only where there is none.
func TestCatalogInsteadOfACard(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == catalog.WellKnown:
			_, _ = w.Write([]byte(`["https://a.example"]`))
		case strings.HasPrefix(r.URL.Path, "/secret"):
			w.WriteHeader(http.StatusUnauthorized)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(server.Close)
	for at, want := range map[string]bool{"": true, "/agents/x": true, "/secret": false} {
		_, err := a2aclient.Fetch(t.Context(), server.URL+at)
		if err == nil {
			t.Fatalf("%q has a card", at)
		}
		if got := catalog.OpenInstead(t.Context(), server.URL+at, err) != nil; got != want {
			t.Errorf("%q, after %v: a catalog %t", at, err, got)
		}
	}
	if got := catalog.OpenInstead(t.Context(), server.URL, errors.New("other")); got != nil {
		t.Errorf("after another error: %v", got)
	}
	none := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(none.Close)
	_, err := a2aclient.Fetch(t.Context(), none.URL)
	if got := catalog.OpenInstead(t.Context(), none.URL, err); got != nil {
		t.Errorf("no catalog either: %v", got)
	}
}

func TestSkillsOfTheEntriesOfACatalog(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 100)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/a.json" {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write([]byte(`{"name":"A","description":"d","version":"1","url":"/","protocolVersion":"0.3.0","skills":[
			{"id":"one","name":"One","description":"d","tags":[]},{"id":"long","name":"` + long + `","description":"d","tags":[]}]}`))
	}))
	t.Cleanup(server.Close)
	list, err := catalog.Parse([]byte(`[`+card+`,{"mediaType":"application/ai-catalog+json","url":"/more.json"},"/none.json","/a.json"]`), server.URL+"/list")
	if err != nil {
		t.Fatal(err)
	}
	catalog.ReadSkills(t.Context(), list.Entries)
	got := make([]string, 0, len(list.Entries))
	for _, e := range list.Entries {
		got = append(got, strings.Join(e.Skills, ",")+"/"+e.Problem)
	}
	problem := list.Entries[2].Problem
	if want := []string{"Greet/", "/", "/" + problem, "One," + long[:80] + "…/"}; !slices.Equal(got, want) || problem == "" || strings.Contains(problem, "\n") {
		t.Errorf("got %q", got)
	}
}
