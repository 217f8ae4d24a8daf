package plain_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"a2aform/internal/hostile/wire"
)

// scripted serves a card with one skill whose form is schema, and answers what is
// sent with the task that reply makes of its body.
func scripted(t *testing.T, schema string, reply func(body string) (task string)) string {
	t.Helper()
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"name":"Scripted \u001b[31m","description":"By script","version":"1","supportedInterfaces":[{"url":%q,"protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
			"capabilities":{"extensions":[{"uri":"https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"}]},
			"defaultInputModes":[],"defaultOutputModes":["text/plain"],"schemas":{"in":%s},
			"skills":[{"id":"one","name":"The \u009b skill","description":"Does\none thing","tags":[],"inputModes":["application/json;schema=in","text/plain"]}]}`, server.URL+"/rpc", schema)
	})
	mux.HandleFunc("POST /rpc", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var call struct{ ID json.RawMessage }
		_ = json.Unmarshal(body, &call)
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"task":%s}}`, call.ID, reply(string(body)))
	})
	return server.URL
}

const done = `{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_COMPLETED"}}`

// What the agent asks with a form is asked field by field, with what it knows
// already, and answered on the same task.
func TestAgentFormIsAskedFieldByField(t *testing.T) {
	answered := make(chan string, 1)
	ref := scripted(t, `{"type":"object","properties":{"word":{"type":"string"}}}`, func(body string) string {
		if strings.Contains(body, `"taskId":"t1"`) {
			answered <- body
			return done
		}
		return `{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_INPUT_REQUIRED","message":{"messageId":"q","role":"ROLE_AGENT","parts":[{"text":"How \u001b[2Jmuch?"},
			{"data":{"type":"form","form":{"type":"object","required":["amount"],"properties":{"amount":{"type":"number","title":"Amount"},"why":{"type":"string","title":"Why"}}},"form_data":{"why":"lunch"},"instructions":"In euros."}}]}}}`
	})
	got, err := session(t.Context(), ref, lines("1", "x", "", "much", "12.50", ""), nil)
	if err != nil {
		t.Error(err)
	}
	isPlain(t, got)
	for _, want := range []string{"agent: How ␛[2Jmuch?\n  In euros.\n", "✗ Not a number", "Why (text, optional) [lunch]", "outcome: completed"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	if answer := <-answered; !strings.Contains(answer, `"parts":[{"data":{"amount":12.50,"why":"lunch"}}]`) {
		t.Errorf("the agent was answered %s", answer)
	}
	// Without an answer, the task that waits is named.
	got, err = session(t.Context(), ref, lines("1", "x", ""), nil)
	if err == nil || err.Error() != "input ended before: Amount (number, required)" || !strings.Contains(got, "the agent still needs an answer for task t1") {
		t.Errorf("%v\n%s", err, got)
	}
}

// What is secret is sent and never written.
func TestSecretIsSentAndNotPrinted(t *testing.T) {
	sent := make(chan string, 1)
	ref := scripted(t, `{"type":"object","required":["pin"],"properties":{"pin":{"type":"string","format":"password","minLength":4,"maxLength":8},"word":{"type":"string"}}}`, func(body string) string {
		sent <- body
		return done
	})
	got, err := session(t.Context(), ref, lines("1", "hunter2hunter2", "hunter2", "w", "e", "", "", ""), nil)
	if err != nil || strings.Contains(got, "hunter") || !strings.Contains(got, "[holds a secret]") || !strings.Contains(got, "the data holds a secret, so it is not shown") {
		t.Errorf("%v\n%s", err, got)
	}
	if body := <-sent; !strings.Contains(body, `"pin":"hunter2"`) {
		t.Errorf("sent was %s", body)
	}
}

// A task that waits for credentials is reported, and is no failure.
func TestTaskWaitingForCredentialsIsReported(t *testing.T) {
	ref := scripted(t, `{"type":"object"}`, func(string) string {
		return `{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_AUTH_REQUIRED"}}`
	})
	got, err := session(t.Context(), ref, lines("1", "", ""), nil)
	if err != nil || !strings.Contains(got, "outcome: auth-required") || !strings.Contains(got, "a2aform auth login") {
		t.Errorf("%v\n%s", err, got)
	}
}

// A form that an extension declares on the card is asked with its title, and one in the metadata of a question with what of it is odd.
func TestFormsOfAnExtensionAreAskedFieldByField(t *testing.T) {
	a, err := wire.Start(t.Context(), filepath.Join("..", "..", "testdata", "wire"), "agentstack-services", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	got, err := session(t.Context(), a.URL, lines("1", "Oslo", "2", "", "", "", "me", "5"), nil)
	if err == nil || !strings.Contains(err.Error(), "input ended before: Contact") { // the agent asks once more
		t.Errorf("%v", err)
	}
	isPlain(t, got)
	for _, want := range []string{"Which trip? Two answers are enough.", "Class (one of 2, default Economy, optional)", "agent: Nearly done\n  The last question.", "! the form of the agent: its field score has the type rating"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	if sent := a.Requests(); !strings.Contains(string(sent[len(sent)-1].Params), `{"contact":{"type":"text","value":"me"},"score":{"type":"rating","value":"5"}}`) {
		t.Errorf("the agent was answered %s", sent[len(sent)-1].Params)
	}
}

// A chat goes on message by message in one context, and shows what an agent says of its answer.
func TestMessagesOfAChatShareAContext(t *testing.T) {
	a, err := wire.Start(t.Context(), filepath.Join("..", "..", "testdata", "wire"), "message-metadata", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	got, err := session(t.Context(), a.URL, lines("1", "Oslo?", "", "Bergen?", "", "n"), nil)
	if err != nil || strings.Count(got, "Oslo is at 4.5 degrees.\n· Metadata  station: Blindern") != 2 {
		t.Errorf("%v\n%s", err, got)
	}
	isPlain(t, got)
	var contexts []string
	for _, q := range a.Requests() {
		if q.IsMessage() {
			contexts = append(contexts, fmt.Sprint(strings.Contains(string(q.Params), "Bergen?"), strings.Contains(string(q.Params), `"contextId":"c-mm"`)))
		}
	}
	if !slices.Equal(contexts, []string{"false false", "true true"}) {
		t.Error(contexts)
	}
}
