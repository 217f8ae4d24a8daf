package main

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"
)

// card has one skill with a form, and no output schema.
const card = `{"name":"Bench","description":"d","version":"1",
	"supportedInterfaces":[{"url":"%s/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
	"capabilities":{"streaming":true,"extensions":[{"uri":"https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"}]},
	"schemas":{"in":{"type":"object","required":["word"],"properties":{"word":{"type":"string","title":"Word"}}}},
	"defaultInputModes":["text/plain"],"defaultOutputModes":["application/json"],
	"skills":[{"id":"result","name":"Result","description":"d","tags":[],"inputModes":["application/json;schema=in"]}]}`

// agent answers every message with a large result, or first with status events for a
// while.
type agent struct {
	net.Listener
	url   string
	rows  string
	flood time.Duration // 0 for none
}

func startAgent(flood time.Duration) (*agent, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	row := `{"text":"` + strings.Repeat("x", 200) + `","number":12.5}`
	a := &agent{Listener: l, url: "http://" + l.Addr().String(), flood: flood, rows: row}
	if flood == 0 {
		a.rows = strings.Repeat(row+",", (1<<20)/len(row)) + row
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, card, a.url)
	})
	mux.HandleFunc("POST /rpc", a.answer)
	go func() { _ = http.Serve(l, mux) }() //nolint:gosec // on loopback, until it is closed
	return a, nil
}

func (a *agent) answer(w http.ResponseWriter, r *http.Request) {
	var call struct{ ID json.RawMessage }
	_ = json.NewDecoder(r.Body).Decode(&call)
	w.Header().Set("Content-Type", "text/event-stream")
	event := func(result string) error {
		_, err := fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\n\n", call.ID, result)
		return err
	}
	begin := time.Now()
	for i := 0; time.Since(begin) < a.flood; i++ {
		if event(fmt.Sprintf(`{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING","message":{"messageId":"m%d","role":"ROLE_AGENT","parts":[{"text":"step %d"}]}}}}`, i, i)) != nil {
			return
		}
	}
	_ = event(`{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[{"data":[` + a.rows + `]}]}]}}`)
}
