package a2aclient

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"a2aform/a2aclient/auth"
	"a2aform/internal/ojson"
)

// mcpServer is a server of MCP over Streamable HTTP with two pages of tools. It answers with JSON, or with events.
func mcpServer(t *testing.T, hasEvents bool) http.HandlerFunc {
	t.Helper()
	return func(w http.ResponseWriter, r *http.Request) {
		var call struct {
			ID     json.RawMessage
			Method string
			Params struct{ Cursor string }
		}
		if err := json.NewDecoder(r.Body).Decode(&call); err != nil || r.Method != http.MethodPost {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		if call.Method != "initialize" && r.Header.Get("Mcp-Session-Id") != "s1" {
			t.Errorf("%s has the session %q", call.Method, r.Header.Get("Mcp-Session-Id"))
		}
		if r.Header.Get("Authorization") != "" {
			t.Error("the request carries credentials")
		}
		result := ""
		switch {
		case call.Method == "initialize":
			w.Header().Set("Mcp-Session-Id", "s1")
			result = `{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"x","version":"1"}}`
		case call.Method == "notifications/initialized":
			w.WriteHeader(http.StatusAccepted)
			return
		case call.Method == "tools/list" && call.Params.Cursor == "":
			result = `{"tools":[{"name":"get_weather","inputSchema":{"type":"object","properties":{"city":{"type":"string"}}}}],"nextCursor":"2"}`
		case call.Method == "tools/list":
			result = `{"tools":[{"name":"convert","inputSchema":{"type":"object","properties":{"amount":{"type":"number"}}}}]}`
		}
		reply := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, call.ID, result)
		if !hasEvents {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, reply)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, "event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}\n\nevent: message\ndata: "+reply+"\n\n")
		w.(http.Flusher).Flush()
		<-r.Context().Done() // the stream stays open
	}
}

// published asks an agent whose host has these handlers for what it publishes.
func published(t *testing.T, handlers map[string]http.HandlerFunc) ([]Published, error) {
	t.Helper()
	mux := http.NewServeMux()
	for path, handle := range handlers {
		mux.HandleFunc(path, handle)
	}
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	c := mustCard(t, `{"name":"x","skills":[],"supportedInterfaces":[{"url":"`+server.URL+`/a2a","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
		"securitySchemes":{"k":{"httpAuthSecurityScheme":{"scheme":"bearer"}}},"securityRequirements":[{"schemes":{"k":{}}}]}`, "f")
	credentials, err := auth.NewCredentialSet(c.Interfaces[0].URL)
	if err != nil {
		t.Fatal(err)
	}
	a, err := c.Dial(WithCredentials(credentials))
	if err != nil {
		t.Fatal(err)
	}
	return a.Published(t.Context())
}

// The tools of an MCP server are read page by page, whether it answers with JSON or with events; and so is an OpenAPI document.
func TestPublishedSchemas(t *testing.T) {
	t.Parallel()
	openAPI := func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"openapi":"3.1.0","components":{"schemas":{"Trip":{"type":"object"}}}}`)
	}
	for _, hasEvents := range []bool{false, true} {
		found, err := published(t, map[string]http.HandlerFunc{"/mcp": mcpServer(t, hasEvents), "GET /openapi.json": openAPI})
		if err != nil || len(found) != 2 {
			t.Fatalf("events %t: %d documents, %v", hasEvents, len(found), err)
		}
		tools, _ := ojson.Parse(found[0].Document, ojson.SchemaLimits)
		if tools.At("/tools/0/name").Text() != "get_weather" || tools.At("/tools/1/name").Text() != "convert" || !strings.HasSuffix(found[0].From.Exact(), "/mcp") {
			t.Errorf("events %t: the tools are %s, from %s", hasEvents, found[0].Document, found[0].From)
		}
		if !strings.Contains(string(found[1].Document), "Trip") || !strings.HasSuffix(found[1].From.Exact(), "/openapi.json") {
			t.Errorf("the document is %s, from %s", found[1].Document, found[1].From)
		}
	}
}

// Tools that were read stay, also where the host breaks off what is asked next.
func TestPublishedToolsStay(t *testing.T) {
	t.Parallel()
	found, err := published(t, map[string]http.HandlerFunc{"/mcp": mcpServer(t, false), "/": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }})
	if err != nil || len(found) != 1 {
		t.Errorf("%d documents, %v", len(found), err)
	}
}

// What is no schema is not taken, and no other host is asked.
func TestNothingPublished(t *testing.T) {
	t.Parallel()
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("another host was asked") }))
	t.Cleanup(elsewhere.Close)
	page := func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>hello</html>") }
	for name, handlers := range map[string]map[string]http.HandlerFunc{
		"nothing there": {},
		"pages":         {"/": page},
		"other JSON":    {"/": func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"hello":"world"}`) }},
		"a redirect": {"/": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL, http.StatusTemporaryRedirect)
		}},
		"refused": {"/": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) }},
	} {
		found, err := published(t, handlers)
		if err == nil || !strings.Contains(err.Error(), "publishes no tools of MCP") {
			t.Errorf("%s: %d documents, %v", name, len(found), err)
		}
	}
}
