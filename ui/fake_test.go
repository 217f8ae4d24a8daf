package ui_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// serve answers every request alike.
func serve(t *testing.T, status int, contentType, body string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// card is a card of A2A 1.0 of one agent at url; schemas and skills are JSON.
type card struct {
	name, description string
	streaming         bool
	schemas, skills   string
}

func (c card) at(url string) string {
	text, _ := json.Marshal([]string{c.name, c.description})
	var quoted []json.RawMessage
	_ = json.Unmarshal(text, &quoted)
	return fmt.Sprintf(`{"name":%s,"description":%s,"version":"1","supportedInterfaces":[{"url":%q,"protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
		"capabilities":{"streaming":%t,"extensions":[{"uri":"https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"}]},
		"defaultInputModes":[],"defaultOutputModes":["text/plain"],"schemas":{%s},"skills":[%s]}`,
		quoted[0], quoted[1], url+"/rpc", c.streaming, c.schemas, c.skills)
}

// oneForm is an agent with a single skill, whose form is schema.
func oneForm(schema string) card {
	return card{
		name: "Scripted", description: "An agent by script",
		schemas: `"in":` + schema,
		skills:  `{"id":"one","name":"The skill","description":"Does one thing","tags":[],"inputModes":["application/json;schema=in"]}`,
	}
}

const wordSchema = `{"type":"object","required":["word"],"properties":{"word":{"type":"string","title":"Word"}}}`

// agent serves a card, and answer to every call.
func agent(t *testing.T, c card, answer http.HandlerFunc) string {
	t.Helper()
	mux := http.NewServeMux()
	url := serveMux(t, mux)
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, c.at(url))
	})
	mux.HandleFunc("POST /rpc", answer)
	return url
}

func serveMux(t *testing.T, mux *http.ServeMux) (url string) {
	t.Helper()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL
}

// says answers a call with a result or an error, as JSON of the reply's member.
func says(member string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var call struct{ ID json.RawMessage }
		_ = json.NewDecoder(r.Body).Decode(&call)
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,%s}`, call.ID, member)
	}
}

// streams answers a call with events, each a result's JSON, and ends.
func streams(events ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var call struct{ ID json.RawMessage }
		_ = json.NewDecoder(r.Body).Decode(&call)
		w.Header().Set("Content-Type", "text/event-stream")
		for _, e := range events {
			fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\n\n", call.ID, strings.ReplaceAll(e, "\n", " "))
		}
	}
}

// cardFile writes a file and returns its path.
func cardFile(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "card.json")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
