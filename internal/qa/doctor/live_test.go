package doctor

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/internal/ojson"
)

// liveTestAgent serves JSON-RPC and the rest of an agent.
type liveTestAgent struct {
	answers map[string]string // to a method: the member "error" or "result"; "" is for broken JSON
	token   string            // that calls need; "" for none
	status  int               // of the answer to broken JSON, which is then a text; 0 for JSON-RPC
	sent    []string
}

func (a *liveTestAgent) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	v, _ := ojson.Parse(body, ojson.Limits{})
	method := v.Get("method").Text()
	a.sent = append(a.sent, method)
	if a.token != "" && r.Header.Get("Authorization") != "Bearer "+a.token {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	if method == "" && a.status != 0 {
		http.Error(w, "broken", a.status)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	answer := a.answers[method]
	switch {
	case answer == "" && method == "GetTask":
		answer = `"error":{"code":-32001,"message":"no"}`
	case answer == "" && method == "":
		answer = `"error":{"code":-32700,"message":"no"}`
	case answer == "":
		answer = `"error":{"code":-32601,"message":"no"}`
	}
	id := `"1"`
	if v.Get("id").Exists() {
		id = string(v.Get("id").Compact())
	}
	_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,%s}`, id, answer)
}

const liveSchemes = `,"securitySchemes":{"tok":{"httpAuthSecurityScheme":{"scheme":"bearer"}}},"securityRequirements":[{"schemes":{"tok":{"list":[]}}}]`

// openLive reads the card of an agent, and prepares calls with a token, "" for none.
func openLive(t *testing.T, url, more, token string) LiveAgent {
	t.Helper()
	card, err := a2aclient.Parse([]byte(`{"name":"x","description":"d","version":"1.0.0","capabilities":{},"skills":[{"id":"s","name":"S"}],"schemas":{"a":{},"b":{}},
		"supportedInterfaces":[{"url":"`+url+`","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]`+more+`}`), "card.json")
	if err != nil {
		t.Fatal(err)
	}
	var options []a2aclient.Option
	if token != "" {
		set, err := auth.NewCredentialSet(card.Interfaces[0].URL)
		if err == nil {
			err = set.Put(card.Schemes[0], token, "test")
		}
		if err != nil {
			t.Fatal(err)
		}
		options = append(options, a2aclient.WithCredentials(set))
	}
	dialed, err := card.Dial(options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(dialed.Close)
	return LiveAgent{Card: card, Dialed: dialed}
}

// liveTestResult is what a check found, and what held, as text.
func liveTestResult(t *testing.T, a LiveAgent) string {
	t.Helper()
	r := CheckLive(t.Context(), a)
	var lines []string
	broken := map[string]bool{}
	for _, f := range r.Findings {
		if f.Result == Undecided {
			if f.Rule == "L03" {
				lines = append(lines, "L03 is undecided: "+f.What)
			}
			continue
		}
		broken[f.Rule] = true
		lines = append(lines, f.Rule+": "+f.What)
	}
	for _, id := range slices.Compact(slices.Sorted(slices.Values(r.Checked))) {
		if !broken[id] {
			lines = append(lines, id+" holds")
		}
	}
	return strings.Join(lines, "\n")
}

// Each agent breaks one rule, except for the first.
func TestAgentsThatBreakARule(t *testing.T) {
	t.Parallel()
	const closed = "http://127.0.0.1:1" // no server; the port of a closed one could be reused by another test
	for _, test := range []struct {
		name  string
		agent liveTestAgent
		more  string // of the card
		token string
		url   string // in place of the agent's
		want  string
		exact bool
	}{
		{name: "good", want: "L01 holds\nL03 holds", exact: true},
		{name: "not there", url: closed, want: "L01: no interface answers"},
		{name: "only the second interface", url: closed, more: `,"url":"URL","preferredTransport":"HTTP+JSON"`, want: "L01: the first interface does not answer"},
		{name: "unknown task", agent: liveTestAgent{answers: map[string]string{"GetTask": `"error":{"code":-32603,"message":"no"}`}}, want: "L03: an unknown task is refused with the code -32603\nL01 holds", exact: true},
		{name: "a task that is not there", agent: liveTestAgent{answers: map[string]string{"GetTask": `"result":{"id":"x","status":{"state":"TASK_STATE_COMPLETED"}}`}}, want: "L03: the agent answers with a task, although none has the id"},
		{name: "unknown method", agent: liveTestAgent{answers: map[string]string{unknownCall: `"result":{}`}}, want: "L03: an unknown method is refused with HTTP 200, not -32601\nL01 holds", exact: true},
		{name: "broken JSON", agent: liveTestAgent{answers: map[string]string{"": `"error":{"code":-32600,"message":"no"}`}}, want: "L03: broken JSON is refused with the code -32600, not -32700\nL01 holds", exact: true},
		{name: "broken JSON before JSON-RPC reads it", agent: liveTestAgent{status: http.StatusBadRequest}, want: "L01 holds\nL03 holds", exact: true},
		{name: "without credentials", agent: liveTestAgent{token: "secret"}, more: liveSchemes, want: "L03 is undecided: the agent answered 0 of 3 calls that it must refuse\nL01 holds", exact: true},
		{name: "credentials that no call needs", more: liveSchemes, want: "L01 holds\nL03 holds", exact: true},
		{name: "codes without credentials", agent: liveTestAgent{answers: map[string]string{unknownCall: `"error":{"code":-32000,"message":"no"}`}}, more: liveSchemes, want: "L03: an unknown method is refused with the code -32000, not -32601\nL01 holds", exact: true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(&test.agent)
			defer server.Close()
			url := server.URL
			if test.url != "" {
				url = test.url
			}
			a := openLive(t, url, strings.ReplaceAll(test.more, "URL", server.URL), test.token)
			if got := liveTestResult(t, a); test.exact && got != test.want || !strings.HasPrefix(got, test.want) {
				t.Errorf("found\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}
