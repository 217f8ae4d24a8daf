package check_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"a2aform/a2aclient"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/run"
)

// reply answers every message with the same result.
type reply struct{ result, extensions string }

func (r reply) RoundTrip(req *http.Request) (*http.Response, error) {
	_, _ = io.Copy(io.Discard, req.Body)
	header := http.Header{"Content-Type": {"application/json"}}
	if r.extensions != "" {
		header.Set("A2A-Extensions", r.extensions)
	}
	body := `{"jsonrpc":"2.0","id":"1","result":` + r.result + `}`
	return &http.Response{StatusCode: http.StatusOK, Status: "200 OK", Header: header, Body: io.NopCloser(strings.NewReader(body))}, nil
}

const fightCard = `{"name":"rules","version":"1","capabilities":{"extensions":[{"uri":"https://example.com/declared/v1"}]},
	"schemas":{"fight":{"type":"object","required":["a"],"properties":{"a":{"type":"string"}}},"winner":{"type":"object","properties":{"winner":{"type":"string"}}}},
	"skills":[{"id":"fight","name":"Fight","description":"d","tags":["t"],"inputModes":["application/json;schema=fight"],"outputModes":["application/json;schema=winner"]}],
	"supportedInterfaces":[{"url":"https://agent.example/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`

func ended(t *testing.T, transport http.RoundTripper, data string) run.Snapshot {
	t.Helper()
	card, err := a2aclient.Parse([]byte(fightCard), "card.json")
	if err != nil {
		t.Fatal(err)
	}
	agent, err := card.Dial(a2aclient.WithTransport(transport))
	if err != nil {
		t.Fatal(err)
	}
	skill := card.Skill("fight")
	r := run.Start(t.Context(), &run.Plan{Agent: agent, Skill: skill, Input: &skill.Inputs[0], Data: []byte(data)}, run.Options{})
	defer r.Close()
	return r.Wait(t.Context())
}

func artifact(part string) string {
	return `{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[` + part + `]}]}}`
}

// Each rule has an agent that violates it alone, and one that does not. A case that allows the rule passes.
func TestViolations(t *testing.T) {
	t.Parallel()
	const message = `{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"done"}]}}`
	const winner = `{"data":{"winner":"Tiger"},"metadata":{"mimeType":"application/json;schema=winner"}}`
	for name, tt := range map[string]struct {
		id, data, result, extensions string
	}{
		"nothing":               {"", `{"a":"Lion"}`, artifact(winner), ""},
		"text":                  {"", `{"a":"Lion"}`, artifact(`{"text":"Tiger"}`), ""},
		"message":               {"OS3.8a", `{"a":"Lion"}`, message, ""},
		"message after invalid": {"", `{"b":1}`, message, ""},
		"tag in mediaType only": {"OS4.1", `{"a":"Lion"}`, artifact(`{"data":{"winner":"Tiger"},"mediaType":"application/json;schema=winner"}`), ""},
		"tag in both":           {"", `{"a":"Lion"}`, artifact(strings.Replace(winner, `"metadata"`, `"mediaType":"application/json;schema=winner","metadata"`, 1)), ""},
		"undeclared schema":     {"OS4.2", `{"a":"Lion"}`, artifact(strings.Replace(winner, "schema=winner", "schema=loser", 1)), ""},
		"invalid output":        {"OS4.3", `{"a":"Lion"}`, artifact(strings.Replace(winner, `"Tiger"`, "7", 1)), ""},
		"declared extension":    {"", `{"a":"Lion"}`, artifact(winner), "https://example.com/declared/v1"},
		"undeclared extension":  {"EX3", `{"a":"Lion"}`, artifact(winner), "https://example.com/other/v1"},
	} {
		now := ended(t, reply{tt.result, tt.extensions}, tt.data)
		found := check.Violations(now)
		if ids := idsOf(found); ids != tt.id {
			t.Errorf("%s: %q, want %q: %+v", name, ids, tt.id, found)
		}
		c := &casefile.Case{Input: casefile.Input{Invalid: tt.data == `{"b":1}`}, Expect: casefile.Expect{States: []string{"any"}, Output: casefile.AnyOutput}}
		result := check.Attempt(c, check.Subject{Now: now})
		if result.Verdict != check.Pass || idsOf(result.Violations) != tt.id {
			t.Errorf("%s: %s, %+v", name, result.Verdict, result.Violations)
		}
		if got := result.Document.Get("violations"); got.Len() != len(found) || tt.id != "" && got.At("/0/id").Text() != tt.id {
			t.Errorf("%s: the verdict document has %s", name, got.Compact())
		}
	}
}

func idsOf(list []check.Violation) string {
	var ids []string
	for _, v := range list {
		ids = append(ids, v.ID)
	}
	return strings.Join(ids, " ")
}
