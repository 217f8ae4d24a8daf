package mock_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"a2aform/internal/demo/mock"
	"a2aform/internal/ojson"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const testCard = `{"name":"Fights","description":"d","version":"1.0.0","signatures":[{"protected":"x","signature":"y"}],
"supportedInterfaces":[{"url":"https://example.com/a2a","protocolBinding":"JSONRPC","protocolVersion":"1.0"},{"url":"https://example.com/rest","protocolBinding":"HTTP+JSON","protocolVersion":"1.0"}],
"capabilities":{"streaming":true,"pushNotifications":true,"extensions":[{"uri":"https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"}]},
"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"security":[{"x":[]}],
"schemas":{"in":{"type":"object","required":["n"],"properties":{"n":{"type":"integer","maximum":9}}},
"out":{"type":"object","required":["n"],"properties":{"n":{"type":"integer"}},"examples":[{"n":1.0}]},
"list":{"type":"array","items":{"type":"integer"},"examples":[[1,2,3,4,5]]}},
"skills":[{"id":"one","name":"One","description":"d","tags":["t"],"inputModes":["text/plain","application/json;schema=in"],"outputModes":["application/json;schema=out"]},
{"id":"two","name":"Two","description":"d","tags":["t"],"inputModes":["application/json;schema=list"],"outputModes":["application/json;schema=list"]}]}`

// agent is a mock that a test speaks to with a client of its own.
type agent struct {
	t   *testing.T
	url string

	mu  sync.Mutex
	log []string
}

func start(t *testing.T, card string, o mock.Options) *agent {
	t.Helper()
	a := &agent{t: t}
	o.Log = func(line string) {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.log = append(a.log, line)
	}
	m, _, err := mock.New([]byte(card), o)
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(m)
	a.url = s.URL
	t.Cleanup(func() {
		_ = m.Close()
		s.Close()
		http.DefaultClient.CloseIdleConnections()
	})
	return a
}

func (a *agent) logged(line string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Contains(a.log, line)
}

func faults(t *testing.T, list ...string) (parsed []mock.Fault) {
	t.Helper()
	for _, text := range list {
		f, err := mock.ParseFault(text)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, f)
	}
	return parsed
}

// call posts a request of A2A 1.0, and returns the status and what came until the connection ended.
func (a *agent) call(method, params string) (int, string) {
	a.t.Helper()
	ctx, cancel := context.WithTimeout(a.t.Context(), 5*time.Second)
	defer cancel()
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, method, params)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, a.url+"/a2a/v1", strings.NewReader(body))
	if err != nil {
		a.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("A2A-Version", "1.0")
	req.Header.Set("A2A-Extensions", "https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err.Error()
	}
	defer func() { _ = resp.Body.Close() }()
	data, err := io.ReadAll(resp.Body)
	text := resp.Header.Get("A2A-Extensions") + resp.Header.Get("Retry-After") + "\n" + string(data)
	if err != nil {
		text += "\nCUT"
	}
	return resp.StatusCode, text
}

func message(part string) string {
	return `{"message":{"messageId":"m","role":"ROLE_USER","parts":[` + part + `]}}`
}

func tagged(schema, data string) string {
	return `{"data":` + data + `,"metadata":{"mimeType":"application/json;schema=` + schema + `"}}`
}

func TestCardHasTheAddressOfTheMock(t *testing.T) {
	t.Parallel()
	a := start(t, testCard, mock.Options{})
	resp, err := http.Get(a.url + "/.well-known/agent-card.json")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	data, _ := io.ReadAll(resp.Body)
	card, err := ojson.Parse(data, ojson.CardLimits)
	if err != nil {
		t.Fatal(err)
	}
	want := `[{"url":"` + a.url + `/a2a/v1","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]`
	if got := string(card.Get("supportedInterfaces").Compact()); got != want {
		t.Errorf("interfaces %s", got)
	}
	if card.Get("signatures").Exists() || card.Get("security").Exists() || card.Get("capabilities").Get("pushNotifications").Bool() {
		t.Errorf("the card has what a mock lacks: %s", data)
	}
	if got := string(card.At("/schemas/out/examples/0/n").Compact()); got != "1.0" {
		t.Errorf("a number of a schema became %s", got)
	}
}

// What each fault changes in the answer to a valid message.
func TestFaults(t *testing.T) {
	t.Parallel()
	const good = `"metadata":{"mimeType":"application/json;schema=out"}`
	for _, test := range []struct {
		fault, method string
		status        int
		has, lacks    string
	}{
		{"", "SendMessage", 200, good, "REJECTED"},
		{"", "SendStreamingMessage", 200, "TASK_STATE_COMPLETED", "CUT"},
		{"drop=1", "SendStreamingMessage", 200, "CUT", "COMPLETED"},
		{"drop=0", "SendMessage", 0, "EOF", ""},
		{"invalid-output", "SendMessage", 200, good, `{"n":1.0}`},
		{"untagged", "SendMessage", 200, `{"n":1.0}`, `"schema=out`},
		{"undeclared-tag", "SendMessage", 200, "schema=outV2", ""},
		{"empty", "SendMessage", 200, "COMPLETED", "artifacts"},
		{"bad-json", "SendMessage", 200, `"result":{{`, ""},
		{"status", "SendMessage", 500, "Internal", "jsonrpc"},
		{"status=429", "SendMessage", 429, "1\n", ""},
		{"status=401", "SendMessage", 401, "Unauthorized", ""},
		{"ask", "SendMessage", 200, "INPUT_REQUIRED", "artifacts"},
		{"auth", "SendMessage", 200, "AUTH_REQUIRED", "artifacts"},
		{"reject", "SendMessage", 200, "REJECTED", "artifacts"},
		{"fail", "SendMessage", 200, "FAILED", "artifacts"},
		{"reject@two", "SendMessage", 200, good, "REJECTED"},
		{`replace="n":1.0=>"n":2`, "SendMessage", 200, `{"n":2}`, `{"n":1.0}`},
	} {
		t.Run(test.fault+" "+test.method, func(t *testing.T) {
			t.Parallel()
			var o mock.Options
			if test.fault != "" {
				o.Faults = faults(t, test.fault)
			}
			a := start(t, testCard, o)
			status, got := a.call(test.method, message(tagged("in", `{"n":3}`)))
			if status != test.status || !strings.Contains(got, test.has) || test.lacks != "" && strings.Contains(got, test.lacks) {
				t.Errorf("%d %.1000s", status, got)
			}
			if acted := a.logged("fault " + test.fault + " one"); acted == (test.fault == "" || strings.Contains(test.fault, "@")) {
				t.Errorf("log %q", a.log)
			}
		})
	}
}

func TestStallAndSlowKeepTheClientWaiting(t *testing.T) {
	t.Parallel()
	for _, fault := range []string{"stall=1", "slow=1h"} {
		a := start(t, testCard, mock.Options{Faults: faults(t, fault)})
		ctx, cancel := context.WithCancel(t.Context())
		body := `{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage","params":` + message(tagged("in", `{"n":3}`)) + `}`
		req, _ := http.NewRequestWithContext(ctx, http.MethodPost, a.url+"/a2a/v1", strings.NewReader(body))
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("A2A-Version", "1.0")
		ended := make(chan string)
		go func() {
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				ended <- "no answer"
				return
			}
			defer func() { _ = resp.Body.Close() }()
			data, _ := io.ReadAll(resp.Body)
			ended <- string(data)
		}()
		for !a.logged("fault " + fault + " one") {
			time.Sleep(time.Millisecond)
		}
		cancel()
		if got := <-ended; strings.Contains(got, "COMPLETED") {
			t.Errorf("%s: %s", fault, got)
		}
	}
}

func TestFormsAreValidated(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ fault, part, want string }{
		{"", tagged("in", `{"n":10}`), "REJECTED"},
		{"", tagged("nope", `{"n":1}`), "REJECTED"},
		{"accept-invalid", tagged("in", `{"n":10}`), "COMPLETED"},
		{"accept-invalid=maximum", tagged("in", `{"n":10}`), "COMPLETED"},
		{"accept-invalid=maximum", tagged("in", `{"n":"x"}`), "REJECTED"},
		{"", `{"data":{"n":1}}`, "without the name of a schema"},
		{"", `{"text":"hello"}`, "does not read text"},
		{"status=500@text", `{"text":"hello"}`, "Internal Server Error"},
		{"status=500@data", `{"data":{"n":1}}`, "Internal Server Error"},
	} {
		var o mock.Options
		if test.fault != "" {
			o.Faults = faults(t, test.fault)
		}
		if _, got := start(t, testCard, o).call("SendMessage", message(test.part)); !strings.Contains(got, test.want) {
			t.Errorf("%s %s: %.500s", test.fault, test.part, got)
		}
	}
}

// A recorded answer comes before those of an example and a generated one.
func TestAnswersComeInOrder(t *testing.T) {
	t.Parallel()
	a := start(t, testCard, mock.Options{
		Recorded: []mock.Recorded{{Schema: "in", Input: []byte(`{"n":2.0}`), State: "failed", Words: []string{"as recorded"}}},
	})
	for part, want := range map[string]string{
		tagged("in", `{"n":2}`): "FAILED", tagged("in", `{"n":3}`): `{"n":1.0}`,
	} {
		if _, got := a.call("SendMessage", message(part)); !strings.Contains(got, want) {
			t.Errorf("%s: %s", part, got)
		}
	}
}

func TestFaultSyntax(t *testing.T) {
	t.Parallel()
	got, err := mock.ParseFault("status=429@trip-planner:20%")
	if want := (mock.Fault{Name: "status", Value: "429", Skill: "trip-planner", Percent: 20}); err != nil || got != want {
		t.Errorf("%+v %v", got, err)
	}
	for text, want := range map[string]string{
		"stal": "did you mean stall?", "slow=x": "takes a time", "drop=x": "takes a number", "bad-json=1": "takes no value", "replace=(=>x": "regular expression", "replace=x": "PATTERN=>TEXT", "replace": "PATTERN=>TEXT", "ask:0%": "1% to 100%",
	} {
		if _, err := mock.ParseFault(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestBearerIsRequired(t *testing.T) {
	t.Parallel()
	a := start(t, testCard, mock.Options{Bearer: "secret"})
	if status, _ := a.call("SendMessage", message(tagged("in", `{"n":3}`))); status != http.StatusUnauthorized {
		t.Errorf("status %d", status)
	}
}
