package peers

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
)

const extension = "https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"

// peer is one SDK in one version.
type peer struct {
	agent   string // file in agents/, and its arguments
	dialect a2aclient.Dialect
	header  string                    // of the activated extensions, as Node spells headers
	methods map[a2aclient.Mode]string // of JSON-RPC, or the end of the path
	deaf    bool                      // the SDK passes no extensions to the agent's code
}

func methods(stream, send string) map[a2aclient.Mode]string {
	return map[a2aclient.Mode]string{a2aclient.ModeAuto: stream, a2aclient.ModePoll: send}
}

var (
	rpcOf10  = methods("SendStreamingMessage", "SendMessage")
	restOf10 = methods("/message:stream", "/message:send")
	rpcOf0   = methods("message/stream", "message/send")
)

var all = map[string]peer{
	"JavaScript SDK 1.3.0":                        {agent: "v1.mjs", dialect: a2aclient.DialectV10, header: "a2a-extensions", methods: rpcOf10},
	"JavaScript SDK 1.3.0 over HTTP+JSON":         {agent: "v1.mjs rest", dialect: a2aclient.DialectV10, header: "a2a-extensions", methods: restOf10},
	"JavaScript SDK 1.3.0, strict":                {agent: "v1.mjs strict", dialect: a2aclient.DialectV10, header: "a2a-extensions", methods: rpcOf10},
	"JavaScript SDK 1.3.0, strict over HTTP+JSON": {agent: "v1.mjs rest strict", dialect: a2aclient.DialectV10, header: "a2a-extensions", methods: restOf10},
	"JavaScript SDK 1.3.0, speaking 0.3 too":      {agent: "v1.mjs compat", dialect: a2aclient.DialectV10, header: "a2a-extensions", methods: rpcOf10},
	"JavaScript SDK 0.3.14":                       {agent: "v03.mjs", dialect: a2aclient.DialectV03, header: "x-a2a-extensions", methods: rpcOf0},
	"JavaScript SDK 0.2.5":                        {agent: "v02.mjs", dialect: a2aclient.DialectV02, header: "x-a2a-extensions", methods: rpcOf0, deaf: true},
}

// payload has its keys in an order of its own, and text that a careless encoder would change.
const payload = `{"b":"Tiger & <Co>","a":"Lion \"the é🦁\""}`

func TestAcceptance01TaggedFormReachesAgent(t *testing.T) {
	for name, p := range all {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fight(t, p)
		})
	}
}

// fight sends a tagged form, streamed and polled, and looks at both ends.
func fight(t *testing.T, p peer) {
	base := start(t, p.agent)
	card, err := a2aclient.Fetch(t.Context(), base)
	if err != nil {
		t.Fatal(err)
	}
	if card.Dialect != p.dialect {
		t.Errorf("dialect %q, by %s", card.Dialect, card.Evidence)
	}
	input := fightForm(t, card)
	for mode, method := range p.methods {
		result := submit(t, card, a2aclient.Request{Data: json.RawMessage(payload), Tag: input.Tag, Mode: mode})
		checkResult(t, card, result)
		checkReceived(t, p, received(t, base), method)
	}
}

func fightForm(t *testing.T, card *a2aclient.Card) a2aclient.Input {
	t.Helper()
	skill := card.Skill("fight-comparison")
	if skill == nil || len(skill.Inputs) != 1 {
		t.Fatalf("skill %+v, warnings %v", skill, card.Warnings)
	}
	input := skill.Inputs[0]
	if input.Tag != safe.Text("application/json;schema=fightComparison") || !strings.HasPrefix(string(input.Schema), `{"$schema"`) {
		t.Fatalf("input %s %s", input.Tag, input.Schema)
	}
	return input
}

// submit runs the request to its end and returns the parts of the artifact fight-result.
func submit(t *testing.T, card *a2aclient.Card, r a2aclient.Request) (parts []a2a.Part) {
	t.Helper()
	agent, err := card.Dial()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(agent.Close)
	var last a2a.State
	take := func(a *a2a.Artifact) {
		if a.ID.Exact() == "fight-result" {
			parts = a.Parts
		}
	}
	for e, err := range agent.Run(t.Context(), &r) {
		switch {
		case err != nil:
			t.Fatal(err)
		case e.Task != nil:
			last = e.Task.Status.State
			for i := range e.Task.Artifacts {
				take(&e.Task.Artifacts[i])
			}
		case e.Artifact != nil:
			take(e.Artifact)
		case e.Status != nil:
			last = e.Status.State
		}
	}
	if last != a2a.StateCompleted {
		t.Fatalf("the run ended in %q", last)
	}
	return parts
}

func checkResult(t *testing.T, card *a2aclient.Card, parts []a2a.Part) {
	t.Helper()
	if len(parts) != 1 || parts[0].Kind != a2a.PartData {
		t.Fatalf("parts %+v", parts)
	}
	if name, schema, ok := card.OutputSchema(parts[0].MediaType); !ok || name.Exact() != "fightResponse" || len(schema) == 0 {
		t.Errorf("tag %q is not a declared output", parts[0].MediaType)
	}
	if got := string(parts[0].Data); !strings.HasPrefix(got, `{"winner":`) || !strings.Contains(got, `"probability":0.65,`) {
		t.Errorf("data %s", got)
	}
}

// checkReceived looks at the request that called method: the exact bytes, the headers, and what the SDK made of them.
func checkReceived(t *testing.T, p peer, r record, method string) {
	t.Helper()
	i := slices.IndexFunc(r.Requests, func(q request) bool {
		return strings.Contains(q.Body, `"`+method+`"`) || strings.HasSuffix(q.Path, method)
	})
	if i < 0 || len(r.Messages) == 0 {
		t.Fatalf("no %s in %+v", method, r.Requests)
	}
	sent, got := r.Requests[i], r.Messages[len(r.Messages)-1]
	if !strings.Contains(sent.Body, payload) {
		t.Errorf("the data is not in the body as it was given: %s", sent.Body)
	}
	if sent.Headers[p.header] != extension {
		t.Errorf("header %s is %q", p.header, sent.Headers[p.header])
	}
	if got.Tag != "application/json;schema=fightComparison" || !p.deaf && !slices.Equal(got.Extensions, []string{extension}) {
		t.Errorf("the agent saw tag %q, extensions %q", got.Tag, got.Extensions)
	}
	var want, have map[string]string
	if json.Unmarshal([]byte(payload), &want) != nil || json.Unmarshal(got.Data, &have) != nil || have["a"] != want["a"] || have["b"] != want["b"] {
		t.Errorf("the agent saw %s", got.Data)
	}
}
