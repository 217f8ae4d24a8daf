package a2aclient

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
)

// The fake agent of seed 001: its card names no version, a skill has schemas of
// its own, errors have codes of their own.
const workshopCard = `{"name":"Research Agent","url":"URL","version":"1.0.0","capabilities":{"streaming":false,"stateManagement":true},
	"skills":[{"id":"research_topic","name":"Research","description":"d","inputSchema":{"type":"object","properties":{"topic":{"type":"string"}}},"outputSchema":{"type":"object","properties":{"summary":{"type":"string"}}}}],
	"authentication":{"type":"none"}}`

func workshopAgent(t *testing.T, scripts map[string]http.HandlerFunc) (*Agent, *fake) {
	t.Helper()
	f := newFake(t, scripts)
	c, err := Parse([]byte(strings.Replace(workshopCard, "URL", f.URL, 1)), "card.json")
	if err != nil {
		t.Fatal(err)
	}
	if c.Dialect != DialectWorkshop {
		t.Fatalf("dialect %s", c.Dialect)
	}
	a, err := c.Dial()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	return a, f
}

func TestAcceptance22WorkshopFormIsSentAndAnswered(t *testing.T) {
	t.Parallel()
	a, f := workshopAgent(t, map[string]http.HandlerFunc{
		"message/send": result(`{"kind":"task","id":"t","contextId":"c","status":{"state":"working"}}`),
		"tasks/get":    result(`{"kind":"task","id":"t","contextId":"c","status":{"state":"cancelled"},"artifacts":[{"artifactId":"a","parts":[{"kind":"data","mimeType":"application/json","data":[1.10]},{"kind":"file","mimeType":"text/plain","data":"aGk="}]}]}`),
	})
	skill := a.Card().Skills[0]
	if len(skill.Inputs) != 1 || !strings.Contains(string(skill.Output), `"summary"`) {
		t.Fatalf("skill %+v", skill)
	}
	words, events, err := runAll(a, t, &Request{Data: []byte(`["not","an","object"]`), Tag: safe.Text("application/json"), SkillID: "research_topic", ContextID: safe.Text("c")})
	if err != nil || !strings.HasSuffix(words, "task:canceled") {
		t.Fatalf("%s, %v", words, err)
	}
	parts := events[len(events)-1].Task.Artifacts[0].Parts
	if string(parts[0].Data) != "[1.10]" || parts[1].File == nil || parts[1].File.Base64.Exact() != "aGk=" {
		t.Errorf("parts %+v", parts)
	}
	body := string(f.received()[0].body)
	for _, want := range []string{
		`"parts":[{"kind":"data","data":["not","an","object"],"mimeType":"application/json","metadata":{"mimeType":"application/json"}}]`,
		`"metadata":{"skillId":"research_topic"}},"contextId":"c"}}`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("body %s\nhas no %s", body, want)
		}
	}
}

func TestAcceptance22WorkshopErrorCodes(t *testing.T) {
	for body, want := range map[string]string{
		`{"code":-32002,"message":"Rate limited"}`:     "the agent limits the rate of requests",
		`{"code":-32000,"message":"Task not found"}`:   "the agent does not know this task",
		`{"code":-32003,"message":"Unauthorized"}`:     "the agent requires credentials",
		`{"code":-32001,"message":"no such context"}`:  "the agent does not know this context",
		`{"code":-32602,"message":"bad","data":"why"}`: "the agent rejected the request",
	} {
		a, _ := workshopAgent(t, map[string]http.HandlerFunc{"tasks/get": jsonBody(`{"jsonrpc":"2.0","id":1,"error":` + body + `}`)})
		_, err := a.Get(t.Context(), safe.Text("t"))
		var refused *Error
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), want) || refused.WantsCredentials() != strings.Contains(want, "credentials") {
			t.Errorf("%s: %v", body, err)
		}
	}
}

func TestAcceptance22WorkshopListsTasks(t *testing.T) {
	a, _ := workshopAgent(t, map[string]http.HandlerFunc{"tasks/list": result(`{"tasks":[{"id":"t","contextId":"c","status":{"state":"working"}}],"totalSize":1,"pageSize":10,"nextPageToken":""}`)})
	page, err := a.List(t.Context(), Query{ContextID: safe.Text("c")})
	if err != nil || len(page.Tasks) != 1 || !page.Next.IsEmpty() || page.Tasks[0].Status.State != a2a.StateWorking {
		t.Errorf("%+v, %v", page, err)
	}
}
