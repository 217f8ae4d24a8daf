//go:build unix

package cli_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"a2aform/internal/demo"
	"a2aform/internal/limit"
)

// cuts are how each limit is reached, set very low, and what must then be said.
// AGENT is the demo agent; the files are those of [limitFiles].
var cuts = []struct{ set, args, want string }{
	{"card-bytes=100B", "card AGENT", "larger than 100 B"},
	{"card-file-bytes=10B", "card ./card", "it is larger than 10 B; pass a smaller file"},
	{"card-skills=1", "card AGENT", "more than 1 skills"},
	{"card-schemas=1", "card AGENT", "more than 1 schemas"},
	{"card-values=1", "card AGENT", "more than 1 values outside its schemas"},
	{"reply-bytes=50B", "send AGENT FIGHT", "an event is larger than 50 B"},
	{"reply-items=1", "send AGENT FIGHT", "more than 1 parts, messages, artifacts and tasks"},
	{"task-bytes=1KiB", "send AGENT FIGHT", "the agent sent more than the 1 KiB that are kept of the results of a task"},
	{"run-bytes=10B", "send AGENT FIGHT --record", "the run file is incomplete: its events with results take more than 10 B"},
	{"run-status=10B", "send AGENT FIGHT --record", "only changes of state are kept of later ones"},
	{"header-bytes=10B", "card AGENT", "sends headers of more than 10 B"},
	{"redirects=1", "card CIRCLE", "redirects"},
	{"connect-time=1ns", "card AGENT", "could not connect"},
	{"tls-time=1ns", "card TLS", "did not answer in time"},
	{"header-time=1s", "card SILENT/quiet", "did not answer in time"},
	{"send-time=1s", "send SILENT --text hello", "did not answer in time"},
	{"message-files=2B", "send AGENT --text hi --file note.txt", "all files of a message may have 2 B"},
	{"input-bytes=3B", "send AGENT FIGHT --data @object.json", "object.json is larger than 3 B"},
	{"schema-bytes=10B", "show object.json --schema object-schema.json", "the text is beyond the limit of 10 B"},
	{"schema-depth=1", "show object.json --schema object-schema.json", "nests more than 1 schemas"},
	{"schema-parts=1", "show object.json --schema object-schema.json", "more than 1 subschemas"},
	{"schema-values=1", "show object.json --schema object-schema.json", "more than 1 values"},
	{"pattern-bytes=3B", "show object.json --schema object-schema.json", "the pattern is longer than 3 B, so it is not checked"},
	{"validate-time=1ns", "send AGENT FIGHT", "is not checked here: that takes too long"},
	{"data-bytes=10B", "show list.json", "the text is beyond the limit of 10 B"},
	{"label-bytes=3B", "show list.json --schema list-schema.json", "nam…"},
	{"cell-bytes=2B", "show list.json --schema list-schema.json", "Ch…"},
	{"text-bytes=3B", "show object.json", "lon…"},
	{"prose-bytes=20B", "send AGENT --text hi", "cut here: the text has"},
	{"wire-bytes=30B", "send AGENT FIGHT --debug", "…"},
	{"columns=1", "show list.json", "All"},
	{"rows=1", "show list.json", "… 2 more rows"},
	{"field-rows=1", "send AGENT FIGHT", "… 2 more fields, see the JSON"},
	{"problems=1", "show list.json --schema list-schema.json", "… 2 more problems"},
	{"validate-bytes=5B", "show object.json --schema object-schema.json", "too large to check at once"},
	{"csv-columns=1", "show list.json -o csv", "there are more than 1 columns; export it as jsonl"},
	{"answers=1", "AGENT --plain", "more than 1 answers were read"},
	{"answer-bytes=2B", "AGENT --plain", "a line has more than 2 B"},
}

// otherwise are the limits of the table that no call of the program reaches so simply, and
// the tests that check what is said of them.
var otherwise = map[string]string{
	"stall-time": "a2aclient: TestPolicy", "query-time": "ui: query", "query-memory": "render: TestQueryMemoryIsLimited",
	"history-bytes": "internal/store: TestHistoryIsKeptWithinItsLimit",
}

// limitFiles are what the calls read.
var limitFiles = map[string]string{
	"object.json":        `{"a":"long text","b":7,"c":[1]}`,
	"object-schema.json": `{"type":"object","properties":{"a":{"type":"string","pattern":"^long"},"b":{"type":"integer"}}}`,
	"list.json":          `[{"id":1,"name":"Chair","price":12.345678901,"deep":{"a":{"b":1}}},{"id":"x","name":"Table","price":3e2,"more":1},{"id":"y"}]`,
	"list-schema.json":   `{"type":"array","items":{"type":"object","required":["id","name"],"properties":{"id":{"type":"integer"},"name":{"type":"string"}}}}`,
	"card":               `{"name":"x","skills":[]}`,
	"note.txt":           "hello",
}

// silentAgent has a card, and never begins to answer a message or a request for anything else.
func silentAgent(t *testing.T) string {
	t.Helper()
	var server *httptest.Server
	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		switch {
		case r.URL.Path == "/.well-known/agent-card.json":
			_, _ = io.WriteString(w, `{"name":"Silent","skills":[],"supportedInterfaces":[{"url":"`+server.URL+`/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`)
		case r.Method == http.MethodGet, strings.Contains(string(body), `"SendMessage"`):
			<-r.Context().Done()
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// Whatever a limit cuts is said (G19), and every limit of the table is here.
func TestEveryLimitReportsCut(t *testing.T) {
	t.Parallel()
	agent, err := demo.Start(t.Context(), "", demo.Options{Pace: time.Microsecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = agent.Close() })
	secure := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(secure.Close)
	circle := httptest.NewServer(http.RedirectHandler("/round", http.StatusFound))
	t.Cleanup(circle.Close)
	silent := silentAgent(t)
	fill := strings.NewReplacer("AGENT", agent.URL, "SILENT", silent, "TLS", secure.URL, "CIRCLE", circle.URL, "FIGHT", "--skill fight-comparison --set a=Lion --set b=Tiger")
	dir := t.TempDir()
	for name, text := range limitFiles {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range cuts {
		t.Run(tt.set, func(t *testing.T) {
			t.Parallel()
			args := strings.Fields(fill.Replace(tt.args))
			name, _, _ := strings.Cut(tt.set, "=")
			isFixed := fixed[name] != nil
			if !isFixed {
				args = append([]string{"--max", tt.set}, args...)
			}
			cmd := call(t, args...)
			if isFixed {
				cmd.Path = os.Args[0]
				cmd.Env = append(cmd.Environ(), lowerEnv+"="+tt.set)
			}
			cmd.Dir, cmd.Stdin = dir, strings.NewReader("1\nLion\nTiger\n\n")
			out, _ := cmd.CombinedOutput() // what ends it depends on the limit
			if !strings.Contains(strings.Join(strings.Fields(string(out)), " "), tt.want) {
				t.Errorf("%q was not said:\n%s", tt.want, out)
			}
			if words := goWords.Find(out); words != nil {
				t.Errorf("%q is nothing for users", words)
			}
		})
	}
	for _, l := range limit.All() {
		shown := slices.ContainsFunc(cuts, func(c struct{ set, args, want string }) bool { return strings.HasPrefix(c.set, l.Name+"=") })
		if shown == (otherwise[l.Name] != "") {
			t.Errorf("%s: it is cut here: %t; held elsewhere: %q", l.Name, shown, otherwise[l.Name])
		}
	}
}
