package run_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/a2aclient/auth"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
)

// cardOf is a card of A2A 1.0 with some members.
func cardOf(address, members string) string {
	return `{"name":"A","version":"1","capabilities":{},` + members + `"skills":[],"defaultInputModes":[],"defaultOutputModes":[],"supportedInterfaces":[{"url":"` + address + `/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`
}

// The command of a plan has all that it sends, in the order in which it sends it.
func TestCommandsHaveAllOfAPlan(t *testing.T) {
	as, err := run.ParseAnswerAs("name, price: number")
	if err != nil {
		t.Fatal(err)
	}
	inText := *as
	inText.InText = true
	for want, change := range map[string]func(p *run.Plan){
		"":                                func(p *run.Plan) {},
		"--task-id t-1 --text x":          func(p *run.Plan) { p.TaskID, p.Text = safe.Text("t-1"), "x" },
		"--skill s --text x":              func(p *run.Plan) { p.Skill, p.Text = &a2aclient.Skill{ID: safe.Text("s")}, "x" },
		"--skill s --text x --skill-hint": func(p *run.Plan) { p.Skill, p.Text, p.SkillHint = &a2aclient.Skill{ID: safe.Text("s")}, "x", true },
		"--schema s --data 1 --send-invalid": func(p *run.Plan) {
			p.Input, p.Data, p.Invalid = &a2aclient.Input{Name: safe.Text("s")}, []byte("1"), true
		},
		"--part '{}' --data 1 --text x --part '[]' --part 2": func(p *run.Plan) {
			p.Parts, p.PartsBefore, p.Data, p.Text = []json.RawMessage{json.RawMessage("{}"), json.RawMessage("[]"), json.RawMessage("2")}, 1, []byte("1"), "x"
		},
		"--part '{}' --data 1 --media-type a/b --text x": func(p *run.Plan) {
			p.Parts, p.PartsBefore, p.Data, p.Text, p.Tag = []json.RawMessage{json.RawMessage("{}")}, 9, []byte("1"), "x", safe.Text("a/b")
		},
		"--text x --answer-as 'name, price: number'":                  func(p *run.Plan) { p.Text, p.AnswerAs = "x", as },
		"--text x --answer-as 'name, price: number' --answer-in-text": func(p *run.Plan) { p.Text, p.AnswerAs = "x", &inText },
	} {
		p := &run.Plan{Agent: planOf(t, plainCard).Agent}
		change(p)
		if got := strings.TrimSpace(strings.TrimPrefix(p.Command(), "a2aform send http://h/card.json")); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	current := planOf(t, cardOf("http://h", ""))
	current.Skill, current.Input, current.Data, current.Text = nil, nil, nil, "x"
	if got, err := current.StandardCommand(); err != nil || !strings.HasPrefix(got, "a2a send http://h/rpc --transport jsonrpc") || strings.Contains(got, "--stream") {
		t.Errorf("%s, %v", got, err)
	}
	if _, err := (&run.Plan{}).Preview(); err == nil || err.Error() != "no agent is open" {
		t.Errorf("without an agent: %v", err)
	}
}

// What a plan sends depends on its input: data, a text, or an answer to a task, which has no tag.
func TestRequestsOfPlans(t *testing.T) {
	as, err := run.ParseAnswerAs(`{"type":"object"}`)
	if err != nil {
		t.Fatal(err)
	}
	inText := *as
	inText.InText = true
	asks := a2a.Form{}
	for _, c := range []struct {
		name string
		plan run.Plan
		want string
	}{
		{"text", run.Plan{Text: "x"}, "text x"},
		{"data of a form", run.Plan{Data: []byte("1"), Input: &a2aclient.Input{Tag: safe.Text("a/b")}}, "data 1 tag a/b"},
		{"data with a tag of its own", run.Plan{Data: []byte("1"), Tag: safe.Text("c/d"), Input: &a2aclient.Input{Tag: safe.Text("a/b")}}, "data 1 tag c/d"},
		{"data without a tag", run.Plan{Data: []byte("1")}, "data 1 tag application/json"},
		{"data as text", run.Plan{Data: []byte("1"), Input: &a2aclient.Input{AsText: true, Tag: safe.Text("a/b")}}, "text 1"},
		{"an answer", run.Plan{Data: []byte("1"), TaskID: safe.Text("t"), Input: &a2aclient.Input{Tag: safe.Text("a/b")}, Skill: &a2aclient.Skill{ID: safe.Text("s")}}, "data 1 task t"},
		{"an answer to a form", run.Plan{Text: "1", TaskID: safe.Text("t"), Question: &asks}, "text 1 task t"},
		{"a skill", run.Plan{Text: "x", Skill: &a2aclient.Skill{ID: safe.Text("s")}}, "text x skill s"},
		{"a skill with a hint", run.Plan{Text: "x", Skill: &a2aclient.Skill{ID: safe.Text("s")}, SkillHint: true}, "text x skill s hint"},
		{"an answer by a schema", run.Plan{Text: "x", AnswerAs: as, Agent: planOf(t, cardOf("http://h", "")).Agent}, `text x schema {"type":"object"}`},
		{"an answer by a schema in the text", run.Plan{Text: "x\n", AnswerAs: &inText}, "text x\n\nAnswer with JSON alone, without any other text. It must follow this JSON Schema:\n{\"type\":\"object\"} schema {\"type\":\"object\"}"},
		{"an answer by a schema that the text has", run.Plan{Text: `x {"type":"object"}`, AnswerAs: &inText}, `text x {"type":"object"} schema {"type":"object"}`},
		{"data and an answer by a schema", run.Plan{Data: []byte("1"), AnswerAs: as}, "data 1 tag application/json"},
		{"polling", run.Plan{Text: "x", Async: true}, "text x poll"},
	} {
		r := c.plan.Request()
		var got []string
		for _, part := range []struct{ name, text string }{
			{"text", r.Text}, {"data", string(r.Data)}, {"tag", r.Tag.Exact()}, {"task", r.TaskID.Exact()}, {"skill", r.SkillID}, {"schema", string(r.AnswerSchema)},
		} {
			if part.text != "" {
				got = append(got, part.name+" "+part.text)
			}
		}
		if r.SkillHint {
			got = append(got, "hint")
		}
		if r.Mode == a2aclient.ModePoll {
			got = append(got, "poll")
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: %q, want %q", c.name, text, c.want)
		}
		if again := c.plan.Request(); again != r || c.plan.Repeat().Request().MessageID == r.MessageID || r.MessageID == "" {
			t.Errorf("%s: its id is not fixed, or stays for another message", c.name)
		}
	}
}

// What the answer is to be has words, is kept with the skill, and names no file elsewhere.
func TestWhatAnAnswerIsToBe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.json")
	if err := os.WriteFile(path, []byte(`{"type":"string"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	keep := home(t)
	agent, skill := safe.Text("http://h"), safe.Text("s")
	if run.KeptAnswerAs(keep, agent, skill) != nil {
		t.Error("something was kept before")
	}
	for _, c := range []struct{ spec, about, portable string }{
		{"table", "a table", "table"},
		{"name, price: number", "a table of name, price: number", "name, price: number"},
		{"@" + path, "JSON by the schema " + path, `{"type":"string"}`},
		{`{"type":"string"}`, "JSON by a schema", `{"type":"string"}`},
	} {
		as, err := run.ParseAnswerAs(c.spec)
		if err != nil {
			t.Errorf("%s: %v", c.spec, err)
			continue
		}
		as.InText = true
		if as.About() != c.about || as.Portable() != c.portable {
			t.Errorf("%s: %q, %q", c.spec, as.About(), as.Portable())
		}
		if err := run.KeepAnswerAs(keep, agent, skill, as); err != nil {
			t.Fatal(err)
		}
		kept := run.KeptAnswerAs(keep, agent, skill)
		if kept == nil || string(kept.Schema) != string(as.Schema) || !kept.InText || kept.Spec.Exact() != c.portable {
			t.Errorf("%s: kept is %+v", c.spec, kept)
		}
		if line := as.Line(); line == nil || run.AnswerAsOf(runfile.Line{AnswerAs: line}).About() != c.about || !line.InText {
			t.Errorf("%s: its line is %+v", c.spec, line)
		}
	}
	if err := run.KeepAnswerAs(keep, agent, skill, nil); err != nil || run.KeptAnswerAs(keep, agent, skill) != nil {
		t.Errorf("it is not forgotten: %v", err)
	}
	if run.AnswerAsOf(runfile.Line{}) != nil || (*run.AnswerAs)(nil).Line() != nil {
		t.Error("nothing was asked for")
	}
	for _, spec := range []string{"@", "@" + path + "x", "{", `{"type":7,"$ref":"#/none"}x`, "a,a", ",", "a:", "a: b", "x.json"} {
		if as, err := run.ParseAnswerAs(spec); err == nil {
			t.Errorf("%s is %+v", spec, as)
		}
	}
}

// The schemas of the skill are promised where there are no others, and those that the user asked for.
func TestPromisedSchemas(t *testing.T) {
	schemas := []a2aclient.Output{{Rule: "of the skill"}}
	as, _ := run.ParseAnswerAs("table")
	for _, c := range []struct {
		plan run.Plan
		want int
	}{
		{run.Plan{}, 0}, {run.Plan{Skill: &a2aclient.Skill{Outputs: schemas}}, 0}, {run.Plan{Skill: &a2aclient.Skill{Outputs: schemas, OnlySchemas: true}}, 1}, {run.Plan{AnswerAs: as}, 1}, {run.Plan{Agent: planOf(t, cardOf("http://h", "")).Agent}, 0},
	} {
		if got := c.plan.Promised(); len(got) != c.want {
			t.Errorf("%+v: %v", c.plan, got)
		}
	}
}

// The data of a part comes with the schema that was sent with it, and out of the text that it was encoded into.
func TestDataOfATask(t *testing.T) {
	for _, c := range []struct{ data, metadata, want, schema, told string }{
		{`{"a":1}`, ``, `{"a":1}`, "", ""},
		{`"x"`, ``, `"x"`, "", ""},
		{`""`, ``, `""`, "", ""},
		{`" {\"a\":1} "`, ``, `{"a":1}`, "", "the data is JSON in a text; here it is as data"},
		{`"[1]"`, ``, `[1]`, "", "the data is JSON in a text; here it is as data"},
		{`"{a"`, ``, `"{a"`, "", ""},
		{`"7"`, ``, `"7"`, "", ""},
		{`{"result":[1]}`, `{"json_schema":{"type":"array"}}`, `[1]`, `{"type":"array"}`, ""},
		{`{"result":[1]}`, `{"json_schema":{"properties":{"result":{}}}}`, `{"result":[1]}`, `{"properties":{"result":{}}}`, ""},
		{`{"result":[1],"b":2}`, `{"jsonSchema":{"type":"object"}}`, `{"result":[1],"b":2}`, `{"type":"object"}`, ""},
		{`{"other":[1]}`, `{"schema":{"type":"object"}}`, `{"other":[1]}`, `{"type":"object"}`, ""},
		{`[1]`, `{"schema":{"type":"array"}}`, `[1]`, `{"type":"array"}`, ""},
		{`[1]`, `{"schema":"a name","jsonSchema":{"type":"array"}}`, `[1]`, `{"type":"array"}`, ""},
		{`[1]`, `{"schema":"a name"}`, `[1]`, "", ""},
	} {
		task := &a2a.Task{Status: a2a.Status{State: a2a.StateCompleted}, Artifacts: []a2a.Artifact{{ID: safe.Text("a"), Parts: []a2a.Part{{Kind: a2a.PartData, Data: []byte(c.data), Metadata: []byte(c.metadata)}}}}}
		results := run.OfTask(task).Results()
		if len(results) != 1 || len(results[0].Parts) != 1 {
			t.Errorf("%s: %v", c.data, results)
			continue
		}
		if p := results[0].Parts[0]; string(p.Data) != c.want || string(p.Schema) != c.schema || p.Told != c.told {
			t.Errorf("%s with %s: %s, %s, %q", c.data, c.metadata, p.Data, p.Schema, p.Told)
		}
	}
}

// The schema of what comes back is that of its tag, that of the user, or that of the skill.
func TestSchemasOfWhatComesBack(t *testing.T) {
	const tagged = "application/json;schema=s"
	card, err := a2aclient.Parse([]byte(cardOf("http://h", `"schemas":{"s":{"type":"object"}},`)), "c.json")
	if err != nil {
		t.Fatal(err)
	}
	own := &a2aclient.Skill{ID: safe.Text("k"), Output: json.RawMessage(`{"type":"array"}`)}
	attached := &a2aclient.Skill{ID: safe.Text("k"), Outputs: []a2aclient.Output{{Rule: "of o.json", Attached: json.RawMessage(`{"type":"string"}`)}}}
	for _, c := range []struct {
		name    string
		skill   *a2aclient.Skill
		tag     string
		want    string
		schema  bool
		assumed bool
	}{
		{"a tag of the card", nil, tagged, "s", true, false},
		{"a tag that is not declared", nil, tagged + "x", "sx", false, false},
		{"no tag", nil, "application/json", "", false, false},
		{"no tag, of a skill with a schema", own, "application/json", "output of k", true, true},
		{"a tag, of a skill with a schema", own, tagged, "s", true, false},
		{"an unknown tag, of a skill with a schema", own, tagged + "x", "sx", false, false},
		{"a schema of the user", attached, tagged, "of o.json", true, false},
	} {
		find := run.OutputSchemas(card, c.skill)
		got := find(safe.Text(c.tag))
		if got.Name.Exact() != c.want || (got.Document != nil) != c.schema || got.Assumed != c.assumed {
			t.Errorf("%s: %+v", c.name, got)
		}
		if again := find(safe.Text(c.tag)); again.Document != got.Document || again.Name != got.Name {
			t.Errorf("%s: it is loaded again", c.name)
		}
	}
	as, _ := run.ParseAnswerAs("table")
	p := planOf(t, cardOf("http://h", `"schemas":{"s":{"type":"object"}},`))
	p.AnswerAs = as
	if got := p.OutputSchemas()(safe.Text("application/json")); got.Name.Exact() != "you asked for" || string(got.Asked) != string(as.Schema) {
		t.Errorf("asked for: %+v", got)
	}
	if got := p.OutputSchemas()(safe.Text(tagged)); got.Name.Exact() != "s" || got.Asked != nil {
		t.Errorf("with a tag: %+v", got)
	}
}

// The extended card takes the place of the public one where there are credentials to ask with, and not at another host.
func TestExtendedCards(t *testing.T) {
	for _, c := range []struct {
		name                  string
		has, signedIn, isSame bool
		status                int
		note                  string
	}{
		{"none", false, true, true, 200, ""},
		{"without credentials", true, false, true, 200, run.NotePublicCard},
		{"taken", true, true, true, 200, "this is the extended card"},
		{"refused", true, true, true, 403, "this is the public card, because the extended card cannot be used: "},
		{"at another host", true, true, false, 200, "this is the public card, because the extended card cannot be used: it has an address at another host"},
	} {
		var server *httptest.Server
		server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			address := server.URL
			if !c.isSame {
				address = "https://other.example"
			}
			if c.status != http.StatusOK {
				w.WriteHeader(c.status)
				return
			}
			var call struct{ ID json.RawMessage }
			_ = json.NewDecoder(r.Body).Decode(&call)
			_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, call.ID, strings.Replace(cardOf(address, ""), `"name":"A"`, `"name":"Extended"`, 1))
		}))
		card, err := a2aclient.Parse([]byte(strings.Replace(cardOf(server.URL, ""), `"capabilities":{}`, fmt.Sprintf(`"capabilities":{"extendedAgentCard":%t}`, c.has), 1)), server.URL+"/card")
		if err != nil {
			t.Fatal(err)
		}
		agent, err := card.Dial()
		if err != nil {
			t.Fatal(err)
		}
		if c.signedIn {
			credentials, err := auth.NewCredentialSet(agent.Interface().URL)
			if err != nil {
				t.Fatal(err)
			}
			if err := credentials.PutHeader("X-Key", "secret", "typed", true); err != nil {
				t.Fatal(err)
			}
			if agent, err = card.Dial(a2aclient.WithCredentials(credentials)); err != nil {
				t.Fatal(err)
			}
		}
		got, note := run.Extend(t.Context(), agent)
		isTaken := note == "this is the extended card"
		if !strings.HasPrefix(note, c.note) || (c.note == "") != (note == "") || (got.Card().Name.Exact() == "Extended") != isTaken {
			t.Errorf("%s: %q, the card of %s", c.name, note, got.Card().Name.Line(0))
		}
		if isTaken {
			if _, note := run.Extend(t.Context(), got); note != "" {
				t.Errorf("%s: it is asked for again: %q", c.name, note)
			}
		}
		got.Close()
		agent.Close()
		server.Close()
	}
}
