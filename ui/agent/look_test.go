package agent_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"a2aform/ui/apptest"
)

// The schemas that an agent's host publishes for other protocols are asked for by the user alone, and one of them makes the form
// of a skill.
func TestSchemasOfTheHostAreAttached(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	url := apptest.ServeMux(t, mux)
	asked := make(chan string, 20)
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, apptest.Card{Name: "Neighbor", Description: "d", Skills: `{"id":"get-weather","name":"Weather","description":"d","tags":[]}`}.At(url))
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		asked <- r.URL.Path
		w.WriteHeader(http.StatusNotFound)
	})
	mux.HandleFunc("POST /mcp", func(w http.ResponseWriter, r *http.Request) {
		asked <- r.URL.Path
		body, _ := io.ReadAll(r.Body)
		result := `{"protocolVersion":"2025-06-18","capabilities":{}}`
		if strings.Contains(string(body), "tools/list") {
			result = `{"tools":[{"name":"convert","inputSchema":{"type":"object","properties":{"amount":{"type":"number"}}}},
				{"name":"get_weather","inputSchema":{"type":"object","properties":{"city":{"type":"string","title":"City"}}}}]}`
		}
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":`+result+`}`)
	})
	d := apptest.Start(t, url, 100, 30).WaitFor("▌ Weather", "chat")
	d.Command("look for schemas").WaitFor("for the schema of Weather?", "without credentials")
	if len(asked) > 0 {
		t.Errorf("%s was asked for before the user said so", <-asked)
	}
	d.Press("enter").WaitFor("Which schema is that of Weather?", "get_weather", "/mcp").Press("enter").WaitFor("1 field", "The form is made from")
	d.Press("enter").WaitFor("▌ ○ City", "attached from")
}

// Where the host publishes none, the screen says where was looked.
func TestNoSchemasOfTheHost(t *testing.T) {
	t.Parallel()
	d := apptest.Start(t, apptest.Agent(t, apptest.Card{Name: "Alone", Description: "d", Skills: `{"id":"w","name":"Weather","description":"d","tags":[]}`}, apptest.Says(`"result":{}`)), 80, 24).WaitFor("▌ Weather")
	d.Command("look for schemas").WaitFor("without credentials").Press("enter").WaitFor("publishes no tools of MCP at /mcp and no OpenAPI document")
}
