package demo

import (
	"encoding/json"
	"strings"
	"testing"

	"a2aform/internal/demo/server"
)

// The rules of seed 000 §3, each in both dialects.

func TestTaggedDataMakesTask(t *testing.T) {
	bothDialects(t, Options{}, func(t *testing.T, p *peer) {
		o := p.send(p.say(fightForm("Lion", "Tiger"), nil))
		if o.Kind != "task" || len(o.Artifacts) != 1 || len(o.Artifacts[0].Parts) != 1 {
			t.Fatalf("got %+v", o)
		}
		p.wantState(o.Status.State, server.StateCompleted)
		got := o.Artifacts[0].Parts[0]
		if string(got.Metadata) != `{"mimeType":"application/json;schema=fightResponse"}` {
			t.Errorf("metadata %s", got.Metadata)
		}
		var v struct {
			Winner      string
			Probability json.Number
		}
		if err := json.Unmarshal(got.Data, &v); err != nil || v.Winner != "Tiger" || v.Probability != "0.65" {
			t.Errorf("got %s: %v", got.Data, err)
		}
		if string(o.Metadata) != `{"title":"Who would win in a fight between Lion and Tiger?"}` {
			t.Errorf("metadata %s", o.Metadata)
		}
		if len(o.History) == 0 || string(o.History[0].Parts[0].Data) != `{"a":"Lion","b":"Tiger"}` || o.History[0].TaskID != o.ID {
			t.Errorf("history %+v", o.History)
		}
	})
}

func TestStreamBeginsWithTask(t *testing.T) {
	bothDialects(t, Options{}, func(t *testing.T, p *peer) {
		all := p.stream("SendStreamingMessage", p.say(fightForm("Lion", "Tiger"), nil))
		var kinds []string
		for _, o := range all {
			kinds = append(kinds, o.Kind)
		}
		want := "task status-update status-update artifact-update status-update"
		if got := strings.Join(kinds, " "); got != want {
			t.Fatalf("got %s, want %s", got, want)
		}
		p.wantState(all[0].Status.State, server.StateSubmitted)
		p.wantState(all[1].Status.State, server.StateWorking)
		p.wantState(all[4].Status.State, server.StateCompleted)
		if final := all[4].Final; p.codec.Old != (final != nil && *final) {
			t.Errorf("final is %v", final)
		}
		if !all[3].LastChunk || all[3].Append {
			t.Errorf("chunk %+v", all[3])
		}
	})
}

func TestUndeclaredSchemaAndInvalidData(t *testing.T) {
	for name, c := range map[string]struct {
		part server.Part
		says []string
	}{
		"undeclared":     {tagged("fistFight", `{}`), []string{`"fistFight" is not declared`, "fightComparison"}},
		"missing":        {tagged(schemaFight, `{"a":"Lion"}`), []string{"does not correspond", "b"}},
		"wrong type":     {tagged(schemaFight, `{"a":"Lion","b":7}`), []string{"/b: must be"}},
		"not an object":  {tagged(schemaFight, `"Lion"`), []string{"object"}},
		"inner":          {tagged(schemaExpense, `{"title":"abc","currency":"EUR","items":[{"date":"2026-02-30","what":"xx","category":"meals","amount":1}],"note":null,"confirmed":true}`), []string{"/items/0/date"}},
		"empty name":     {tagged("", `{}`), []string{`""`}},
		"exact decimals": {tagged(schemaExpense, `{"title":"abc","currency":"EUR","items":[{"date":"2026-02-03","what":"xx","category":"meals","amount":1.005}],"note":null,"confirmed":true}`), []string{"/items/0/amount"}},
	} {
		t.Run(name, func(t *testing.T) {
			bothDialects(t, Options{}, func(t *testing.T, p *peer) {
				o := p.send(p.say([]server.Part{c.part}, nil))
				p.wantState(o.Status.State, server.StateRejected)
				for _, want := range c.says {
					if !strings.Contains(words(o.Status.Message), want) {
						t.Errorf("%q does not say %q", words(o.Status.Message), want)
					}
				}
				all := p.stream("SendStreamingMessage", p.say([]server.Part{c.part}, nil))
				if len(all) != 2 || all[0].Kind != "task" {
					t.Fatalf("stream %+v", all)
				}
				p.wantState(all[1].Status.State, server.StateRejected)
			})
		})
	}
}

func TestFirstTaggedPartOnly(t *testing.T) {
	bothDialects(t, Options{}, func(t *testing.T, p *peer) {
		good, bad := fightForm("Lion", "Tiger")[0], tagged("nothing", `{}`)
		untagged := server.Part{Data: json.RawMessage(`{"a":1}`)}
		o := p.send(p.say([]server.Part{server.TextPart("Hello"), untagged, good, bad}, nil))
		p.wantState(o.Status.State, server.StateCompleted)
		o = p.send(p.say([]server.Part{bad, good}, nil))
		p.wantState(o.Status.State, server.StateRejected)
		if len(o.Artifacts) != 0 {
			t.Errorf("a rejected task has artifacts")
		}
	})
}

func TestOutputSchemaAsInputMakesTask(t *testing.T) {
	bothDialects(t, Options{}, func(t *testing.T, p *peer) {
		o := p.send(p.say([]server.Part{tagged(schemaFightResponse, `{"winner":"a","probability":1,"explanation":""}`)}, nil))
		if o.Kind != "task" {
			t.Fatalf("got %s", o.Kind)
		}
		p.wantState(o.Status.State, server.StateRejected)
	})
}

func TestTaggedDataOnTaskIsRejected(t *testing.T) {
	bothDialects(t, Options{}, func(t *testing.T, p *peer) {
		asking := p.send(p.say([]server.Part{tagged(schemaExpense, ownSkills()[1].Examples[0])}, nil))
		p.wantState(asking.Status.State, server.StateAsking)
		onTask := map[string]any{"taskId": asking.ID}
		for name, q := range map[string]server.Part{
			"valid": fightForm("a", "b")[0], "invalid": tagged(schemaFight, `{}`), "undeclared": tagged("x", `{}`),
		} {
			o := p.send(p.say([]server.Part{q, server.TextPart("yes")}, onTask))
			if o.Kind != "message" || o.TaskID != asking.ID || !strings.Contains(wordsOf(o.Parts), "rejected") {
				t.Errorf("%s: got %+v", name, o)
			}
			all := p.stream("SendStreamingMessage", p.say([]server.Part{q}, onTask))
			if len(all) != 1 || all[0].Kind != "message" {
				t.Errorf("%s: stream %+v", name, all)
			}
		}
		still := p.call("GetTask", map[string]any{"id": asking.ID})
		var task server.WireTask
		if err := json.Unmarshal(still.Result, &task); err != nil {
			t.Fatal(err)
		}
		p.wantState(task.Status.State, server.StateAsking)
		done := p.send(p.say([]server.Part{server.TextPart("yes")}, onTask))
		p.wantState(done.Status.State, server.StateCompleted)
		settled := p.send(p.say(fightForm("a", "b"), onTask))
		if settled.Kind != "message" || !strings.Contains(wordsOf(settled.Parts), "rejected") {
			t.Errorf("settled: got %+v", settled)
		}
	})
}

func TestUntaggedDataIsAnsweredWithMessage(t *testing.T) {
	bothDialects(t, Options{}, func(t *testing.T, p *peer) {
		for want, q := range map[string]server.Part{
			"Nice to meet you":                    server.TextPart("Hello there!"),
			`It fits "fightComparison"`:           {Data: json.RawMessage(`{"a":"x","b":"y"}`)},
			"fits none":                           {Data: json.RawMessage(`[1]`)},
			"no use for files":                    {File: &server.File{URI: "https://example.org/x"}},
			"fits none of my forms. Set the part": {Data: json.RawMessage(`{}`), Metadata: json.RawMessage(`{"mimeType":"application/json"}`)},
		} {
			o := p.send(p.say([]server.Part{q}, nil))
			if o.Kind != "message" || o.Role != p.codec.Role(server.RoleAgent) || !strings.Contains(wordsOf(o.Parts), want) {
				t.Errorf("got %+v, want %q", o, want)
			}
			all := p.stream("SendStreamingMessage", p.say([]server.Part{q}, nil))
			if len(all) != 1 || all[0].Kind != "message" {
				t.Errorf("stream %+v", all)
			}
		}
		o := p.send(p.say([]server.Part{server.TextPart("Lion vs. Tiger?")}, nil))
		if o.Kind != "task" || !strings.Contains(wordsOf(o.Artifacts[0].Parts), "Tiger wins") {
			t.Errorf("got %+v", o)
		}
	})
}
