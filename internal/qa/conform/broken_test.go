package conform_test

import (
	"cmp"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"a2aform/internal/demo/mock"
	"a2aform/internal/qa/conform"
)

const extensionURI = "https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"

// brokenCard is the card of the mocks. The tasks of its first skill last for a while, and those of its second one ask.
const brokenCard = `{"name":"Fights","description":"d","version":"1.0.0",
"supportedInterfaces":[{"url":"https://example.com/a2a","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
"capabilities":{"streaming":true,"extensions":[{"uri":"` + extensionURI + `"}]},
"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],
"schemas":{"in":{"type":"object","required":["n"],"properties":{"n":{"type":"integer","maximum":9}},"additionalProperties":false},
"trip":{"type":"object","required":["to"],"properties":{"to":{"type":"string","maxLength":9}},"additionalProperties":false},
"out":{"type":"object","required":["n"],"properties":{"n":{"type":"integer"}},"examples":[{"n":1}]}},
"skills":[{"id":"one","name":"One","description":"d","tags":["t"],"inputModes":["text/plain","application/json;schema=in"],"outputModes":["application/json;schema=out"]},
{"id":"two","name":"Two","description":"d","tags":["t"],"inputModes":["text/plain","application/json;schema=trip"],"outputModes":["text/plain"]}]}`

// slowInput is the input whose task lasts.
const slowInput = `{"n":7}`

// broken is an agent that does not keep to a sentence.
type broken struct {
	check string
	fault string   // of the mock; "" for none
	card  []string // texts of the card, each followed by what replaces it
	also  string   // other checks that fail, because they follow from the same mistake
	want  conform.Outcome
}

var brokenAgents = []broken{
	{check: "OS1.1", card: []string{`{"uri":"` + extensionURI + `"}`, ``}},
	{check: "OS1.2", card: []string{`"schemas":{`, `"schemas":{"odd":5,`, `schema=out"]`, `schema=out","application/json;schema=odd"]`}},
	{check: "OS1.3", card: []string{`"outputModes":["text/plain"]`, `"outputModes":["text/plain","application/json;schema=nope"]`}},
	{check: "OS1.4", card: []string{`"text/plain","application/json;schema=trip"`, `"application/json;schema=trip"`}, want: conform.Warn},
	{check: "OS2.1", fault: "lenient", want: conform.Info},
	{check: "OS3.1", fault: "take-text"},
	{check: "OS3.2", fault: "accept-undeclared", also: "OS3.6d"},
	{check: "OS3.3", fault: "accept-invalid=maximum"},
	{check: "OS3.4", fault: "reject"},
	{check: "OS3.5", fault: "accept-invalid=required", also: "OS3.6c"},
	{check: "OS3.6a", fault: "take-last", also: "OS3.6b OS3.6c OS3.6d"},
	{check: "OS3.6b", fault: "take-all"},
	{check: "OS3.6c", fault: "take-valid", also: "OS3.6d"},
	{check: "OS3.6d", fault: "take-declared"},
	{check: "OS3.6e", fault: "text-first"},
	{check: "OS3.7", fault: "status=500@text", also: "OS3.1"}, // its text part has a tag
	{check: "OS3.8a", fault: "message"},
	{check: "OS3.8b", fault: "change-input"},
	{check: "OS3.9", fault: "fail-invalid", want: conform.Warn},
	{check: "OS3.10", fault: "status=500@data", also: "OS2.1 EX9"}, // whose data has no tag either
	{check: "OS3.11a", fault: "take-over"},
	{check: "OS3.11b", fault: "take-invalid"},
	{check: "OS3.11c", fault: "take-waiting"},
	{check: "OS3.11c", fault: "join", also: "OS3.11a"},
	{check: "OS3.12", fault: "status=500@answer"},
	{check: "OS4.1", fault: "untagged", want: conform.Warn},
	{check: "OS4.1", fault: "tag-misplaced", want: conform.Warn},
	{check: "OS4.1", fault: "get-untagged", want: conform.Warn},
	{check: "OS4.2", fault: "undeclared-tag"},
	{check: "OS4.3", fault: "invalid-output"},
	{check: "EX1", card: []string{`"extensions":[`, `"extensions":[{"uri":"notes"},`}},
	{check: "EX2", fault: "need-extension"},
	{check: "EX3", fault: "echo-all"},
	{check: "EX4", fault: "refuse-unknown"},
	{check: "EX5", fault: "ignore-required", card: []string{`"extensions":[`, `"extensions":[{"uri":"https://example.com/audit/v1","required":true},`}, want: conform.Warn},
	{check: "EX7", fault: "extra-member", want: conform.Warn},
	{check: "EX8", fault: "odd-state"},
	{check: "EX9", fault: "crash-metadata"},
	{check: "EX10", fault: "open-methods"},
}

// agent serves a mock that is broken in this way, and returns how it is checked.
func (b *broken) agent(t *testing.T) (http.Handler, conform.Options) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "script.toml")
	if err := os.WriteFile(file, []byte("version = 1\n[[skill]]\nid = \"two\"\nasks = \"Sure?\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	script, problems := mock.ReadScript(file)
	if problems != nil {
		t.Fatal(problems)
	}
	words := strings.Split(strings.Repeat("working ", 120), " ")
	o := mock.Options{
		Latency: 2 * time.Millisecond, Script: script, Lenient: b.fault == "lenient", Bearer: token(b),
		Recorded: []mock.Recorded{{Schema: "in", Input: []byte(slowInput), State: "completed", Words: words}},
	}
	if b.fault != "" && !o.Lenient {
		fault, err := mock.ParseFault(b.fault)
		if err != nil {
			t.Fatal(err)
		}
		o.Faults = append(o.Faults, fault)
	}
	agent, _, err := mock.New([]byte(strings.NewReplacer(b.card...).Replace(brokenCard)), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = agent.Close() })
	return agent, conform.Options{Slow: []byte(slowInput), Method: "audit/list"}
}

// token is the one that the agent asks for, "" for none.
func token(b *broken) string {
	if b.check == "EX10" {
		return "secret-of-the-mock"
	}
	return ""
}

// Each agent that is broken in one way fails the check of it, what follows from that, and no other check.
func TestEachCheckHasAnAgentThatFailsItAlone(t *testing.T) {
	t.Parallel()
	for _, c := range conform.Checks() {
		if c.ID != "EX11" && !slices.ContainsFunc(brokenAgents, func(b broken) bool { return b.check == c.ID }) {
			t.Errorf("no agent fails %s", c.ID)
		}
	}
	for _, b := range brokenAgents {
		t.Run(b.check+" "+b.fault, func(t *testing.T) {
			t.Parallel()
			b.run(t)
		})
	}
}

func (b *broken) run(t *testing.T) {
	t.Helper()
	agent, o := b.agent(t)
	failed, outcome := map[string]bool{}, conform.Outcome("")
	for _, r := range checkAgent(t, agent, o, token(b)).Results {
		if r.Outcome == conform.Fail || r.Outcome == conform.Warn || r.ID == b.check && r.Outcome == b.want {
			failed[r.ID] = true
			t.Logf("%s %s %s: %s", r.ID, r.Form, r.Outcome, r.What)
		}
		if r.ID == b.check && (outcome == "" || r.Outcome == cmp.Or(b.want, conform.Fail)) {
			outcome = r.Outcome
		}
	}
	want := append(strings.Fields(b.also), b.check)
	slices.Sort(want)
	if got := slices.Sorted(maps.Keys(failed)); !slices.Equal(got, want) || outcome != cmp.Or(b.want, conform.Fail) {
		t.Errorf("failed %q, want %q; %s ended as %s", got, want, b.check, outcome)
	}
}
