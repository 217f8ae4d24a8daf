package apptest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// Serve answers every request alike.
func Serve(t *testing.T, status int, contentType, body string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// Card is a card of A2A 1.0 of one agent at url; schemas and skills are JSON.
type Card struct {
	Name, Description string
	Streaming         bool
	schemas, Skills   string
}

// At is the card of an agent at url.
func (c Card) At(url string) string {
	text, _ := json.Marshal([]string{c.Name, c.Description})
	var quoted []json.RawMessage
	_ = json.Unmarshal(text, &quoted)
	return fmt.Sprintf(`{"name":%s,"description":%s,"version":"1","supportedInterfaces":[{"url":%q,"protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
		"capabilities":{"streaming":%t,"extensions":[{"uri":"https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"}]},
		"defaultInputModes":[],"defaultOutputModes":["text/plain"],"schemas":{%s},"skills":[%s]}`,
		quoted[0], quoted[1], url+"/rpc", c.Streaming, c.schemas, c.Skills)
}

// OneForm is an agent with a single skill, whose form is schema.
func OneForm(schema string) Card {
	return Card{
		Name: "Scripted", Description: "An agent by script",
		schemas: `"in":` + schema,
		Skills:  `{"id":"one","name":"The skill","description":"Does one thing","tags":[],"inputModes":["application/json;schema=in"]}`,
	}
}

// WordSchema is a form of one required text.
const WordSchema = `{"type":"object","required":["word"],"properties":{"word":{"type":"string","title":"Word"}}}`

// Agent serves a card, and answer to every call.
func Agent(t *testing.T, c Card, answer http.HandlerFunc) string {
	t.Helper()
	mux := http.NewServeMux()
	url := ServeMux(t, mux)
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, c.At(url))
	})
	mux.HandleFunc("POST /rpc", answer)
	return url
}

// ServeMux serves mux and returns its address.
func ServeMux(t *testing.T, mux *http.ServeMux) (url string) {
	t.Helper()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL
}

// Says answers a call with a result or an error, as JSON of the reply's member.
func Says(member string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var call struct{ ID json.RawMessage }
		_ = json.NewDecoder(r.Body).Decode(&call)
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,%s}`, call.ID, member)
	}
}

// Streams answers a call with events, each a result's JSON, and ends.
func Streams(events ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var call struct{ ID json.RawMessage }
		_ = json.NewDecoder(r.Body).Decode(&call)
		w.Header().Set("Content-Type", "text/event-stream")
		for _, e := range events {
			fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\n\n", call.ID, strings.ReplaceAll(e, "\n", " "))
		}
	}
}

// ChatAgent is an agent of A2A 1.0 that takes text and keeps what it was sent.
type ChatAgent struct {
	mu   sync.Mutex
	sent []string // the messages, as JSON
}

// Said are the messages that were sent so far.
func (c *ChatAgent) Said() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]string(nil), c.sent...)
}

// ChatCard is a card of one skill that takes text.
func ChatCard() Card {
	return Card{
		Name: "Chatty", Description: "Talks",
		Skills: `{"id":"chat","name":"Chat","description":"Talks","tags":[],"inputModes":["text/plain","image/png"]}`,
	}
}

// Chat serves a talker; answer makes the reply's member of the n-th message, from 1.
func Chat(t *testing.T, c Card, answer func(n int, message string) string) (string, *ChatAgent) {
	t.Helper()
	k := &ChatAgent{}
	return Agent(t, c, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var call struct {
			Method string
			Params struct{ Message json.RawMessage }
		}
		_ = json.Unmarshal(body, &call)
		k.mu.Lock()
		if call.Method == "SendMessage" {
			k.sent = append(k.sent, string(call.Params.Message))
		}
		n := len(k.sent)
		k.mu.Unlock()
		r.Body = io.NopCloser(bytes.NewReader(body))
		Says(answer(n, call.Method))(w, r)
	}), k
}

// Reply is the answer to a message: a text in a context.
func Reply(text, context string) string {
	quoted, _ := json.Marshal(text)
	return fmt.Sprintf(`"result":{"message":{"messageId":"m","contextId":%q,"role":"ROLE_AGENT","parts":[{"text":%s}]}}`, context, quoted)
}

// CardWithWarnings returns a card with many kinds of skills and warnings.
func CardWithWarnings(t *testing.T) string {
	t.Helper()
	c := OneForm(`{"type":"str","nullable":true,"properties":{"a":{"$ref":"#/nowhere"},"b":{"type":"string","pattern":"(?<bad"}}}`)
	c.Name, c.Description = "旅行 \x1b[31mAgent\u202e 👨‍👩‍👧‍👦", strings.Repeat("Ein langer Text, den niemand ganz lesen will. ", 40)
	c.Skills += `,{"id":"files","name":"Look at a picture","description":"שלום עולם, tells what is on it","tags":["vision","画像"],"inputModes":["image/png","text/plain"],"examples":["What is this?","これは何ですか"]},
		{"id":"chat","name":"` + strings.Repeat("A very long name ", 9) + `","description":"","tags":[],"inputModes":["text/plain"]}`
	mux := http.NewServeMux()
	url := ServeMux(t, mux)
	text := c.At(url)
	text = strings.Replace(text, `"extensions":[`, `"extensions":[{"uri":"https://extensions.example/required/v1","required":true},{"uri":"https://extensions.example/off/v1"},`, 1)
	text = strings.Replace(text, `"version":"1"`, `"version":"1","provider":{"organization":"Example 株式会社"},"signatures":[{}],"documentationUrl":"https://docs.example",
		"securitySchemes":{"tok":{"httpAuthSecurityScheme":{"scheme":"bearer"}},"key":{"apiKeySecurityScheme":{"location":"header","name":"X-Key"}}},"securityRequirements":[{"schemes":{"tok":{}}}]`, 1)
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, text) })
	return url
}

// Chunk is rows of the artifact: added to it, or in its place.
func Chunk(add bool, ns ...int) string {
	rows := ""
	for i, n := range ns {
		if i > 0 {
			rows += ","
		}
		rows += fmt.Sprintf(`{"n":%d}`, n)
	}
	return fmt.Sprintf(`{"artifactUpdate":{"taskId":"t","contextId":"c","append":%t,"artifact":{"artifactId":"a","parts":[{"data":[%s]}]}}}`, add, rows)
}

// StreamingForm is an agent that streams, with a form of one required text.
func StreamingForm() Card {
	c := OneForm(WordSchema)
	c.Streaming = true
	return c
}

// NoAnswer leaves a call without an answer.
func NoAnswer(http.ResponseWriter, *http.Request) {}
