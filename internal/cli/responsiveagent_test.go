package cli_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

// bomb is an agent that sends more than a user can read.
type bomb struct {
	input string // the schema of its form, "" for plain text
	// goes sends the events of a task until send reports that the client is gone.
	goes func(send func(event string) bool)
}

const wordForm = `{"type":"object","required":["word"],"properties":{"word":{"type":"string","title":"Word"}}}`

// serve starts the agent and gives its address.
func (b bomb) serve(t *testing.T) string {
	t.Helper()
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	modes, schemas := `"application/json;schema=in"`, `"in":`+b.input
	if b.input == "" {
		modes, schemas = `"text/plain"`, ""
	}
	card := `{"name":"Bomb","description":"d","version":"1","supportedInterfaces":[{"url":"` + server.URL + `/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
		"capabilities":{"streaming":true},"defaultInputModes":[],"defaultOutputModes":["text/plain"],"schemas":{` + schemas + `},
		"skills":[{"id":"go","name":"Go","description":"d","tags":[],"inputModes":[` + modes + `]}]}`
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(card))
	})
	mux.HandleFunc("POST /rpc", func(w http.ResponseWriter, r *http.Request) {
		var call struct{ ID json.RawMessage }
		_ = json.NewDecoder(r.Body).Decode(&call)
		w.Header().Set("Content-Type", "text/event-stream")
		b.goes(func(event string) bool {
			_, err := fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\n\n", call.ID, event)
			w.(http.Flusher).Flush()
			return err == nil && r.Context().Err() == nil
		})
	})
	return server.URL
}

// says is an event that the task works, with a text.
func says(text string) string {
	return `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING","message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"` + text + `"}]}}}}`
}

// brings is an event with data of an artifact.
func brings(id, data string, more bool) string {
	return fmt.Sprintf(`{"artifactUpdate":{"taskId":"t","contextId":"c","append":%t,"artifact":{"artifactId":%q,"parts":[{"data":%s}]}}}`, more, id, data)
}

const (
	taskBegins = `{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`
	taskEnds   = `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}`
)

// without an end sends what next gives for the nth time, as fast as it is taken.
func withoutEnd(next func(n int) string) func(func(string) bool) {
	return func(send func(string) bool) {
		for n, ok := 0, send(taskBegins); ok; n++ {
			ok = send(next(n))
		}
	}
}

// inPieces sends the pieces of an answer of seventy lines of Markdown so many times a second, again and again.
func inPieces(aSecond int) func(func(string) bool) {
	return func(send func(string) bool) {
		record, err := os.ReadFile("../../testdata/wire/long-answer.sse")
		pieces := regexp.MustCompile(`"parts": (\[.*\])}, "append"`).FindAllSubmatch(record, -1)
		if err != nil || len(pieces) == 0 {
			return
		}
		ticker := time.NewTicker(time.Second / time.Duration(aSecond))
		defer ticker.Stop()
		for n, ok := 0, send(taskBegins); ok; n++ {
			<-ticker.C
			ok = send(fmt.Sprintf(`{"artifactUpdate":{"taskId":"t","contextId":"c","append":%t,"artifact":{"artifactId":"a","parts":%s}}}`, n > 0, pieces[n%len(pieces)][1]))
		}
	}
}

// once sends events, and ends the task.
func once(events ...string) func(func(string) bool) {
	return func(send func(string) bool) {
		for _, e := range append(append([]string{taskBegins}, events...), taskEnds) {
			send(e)
		}
	}
}

// many joins what one gives for each number below n.
func many(n int, one func(i int) string) string {
	texts := make([]string, n)
	for i := range texts {
		texts[i] = one(i)
	}
	return strings.Join(texts, ",")
}
