package a2aclient_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// dialed is an agent of a card of A2A 1.0 with some members, read at an address.
func dialed(t *testing.T, source, members string, o ...a2aclient.Option) *a2aclient.Agent {
	t.Helper()
	return dialedOver(t, source, "JSONRPC", "1.0", members, o...)
}

func dialedOver(t *testing.T, source, binding, version, members string, o ...a2aclient.Option) *a2aclient.Agent {
	t.Helper()
	text := fmt.Sprintf(`{"name":"A","version":"1",%s"supportedInterfaces":[{"url":"https://a.example/rpc","protocolBinding":"%s","protocolVersion":"%s"}]}`, members, binding, version)
	card, err := a2aclient.Parse([]byte(text), source)
	if err != nil {
		t.Fatal(err)
	}
	agent, err := card.Dial(o...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(agent.Close)
	return agent
}

// Messages that go to another server than the one of the card, or than any that the card names, are noticed.
func TestServersThatDiffer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		source, endpoint, server, other string
	}{
		{"https://a.example/card", "", "", ""},
		{"https://b.example/card", "", "https://b.example:443 https://a.example:443", ""},
		{"card.json", "", "", ""},
		{"https://a.example/card", "https://c.example/rpc", "https://a.example:443 https://c.example:443", "https://a.example:443 https://c.example:443"},
		{"https://b.example/card", "https://b.example/rpc", "", ""},
		{"https://b.example/card", "https://a.example/x", "https://b.example:443 https://a.example:443", ""},
		{"card.json", "https://c.example/rpc", "", "https://a.example:443 https://c.example:443"},
	} {
		var o []a2aclient.Option
		if c.endpoint != "" {
			o = append(o, a2aclient.WithEndpoint(c.endpoint))
		}
		agent := dialed(t, c.source, `"skills":[],`, o...)
		said := func(a, b string, differ bool) string {
			if !differ {
				return a + b
			}
			return a + " " + b
		}
		if got := said(agent.OtherServer()); got != c.server {
			t.Errorf("%s, %s: servers %q, want %q", c.source, c.endpoint, got, c.server)
		}
		if got := said(agent.OtherEndpoint()); got != c.other {
			t.Errorf("%s, %s: endpoints %q, want %q", c.source, c.endpoint, got, c.other)
		}
	}
}

// gRPC carries numbers as floats: what is lost of data is said before it is sent.
func TestNumbersThatABindingRounds(t *testing.T) {
	t.Parallel()
	precise := []byte(`{"n":12345678901234567890.5}`)
	v, err := ojson.Parse(precise, ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	text, binary := dialed(t, "c.json", `"skills":[],`), dialedOver(t, "c.json", "GRPC", "1.0", `"skills":[],`)
	if text.NumberWarning() != nil || (*a2aclient.Agent)(nil).NumberWarning() != nil || text.DataNotice(precise) != "" || text.Notice() != "" {
		t.Error("JSON-RPC rounds numbers")
	}
	if warn := binary.NumberWarning(); warn == nil || warn(v.Get("n")) == "" || binary.DataNotice(precise) == "" || binary.DataNotice(nil) != "" || binary.DataNotice([]byte(`{"n":1}`)) != "" {
		t.Error("gRPC rounds no number")
	}
}

// What becomes of an extension is said in a few words.
func TestUseOfExtensions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ extension, want string }{
		{`{"uri":"https://a2a.example/facultyai/a2a-extension-object-schemas/v1","required":true}`, "typed forms: on"},
		{`{"uri":"urn:x","required":true}`, "required, but not supported here"},
		{`{"uri":"urn:x","params":{"schemas":{"a":{"type":"object"}}}}`, "its schemas are read"},
		{`{"uri":"urn:x","params":{"skills":[{"id":"a"}]}}`, "its schemas are read"},
		{`{"uri":"urn:x","params":{"schemas":{},"other":1}}`, "not used"},
		{`{"uri":"urn:x"}`, "not used"},
	} {
		card := dialed(t, "c.json", `"skills":[],"capabilities":{"extensions":[{"uri":""},`+c.extension+`]},`).Card()
		if len(card.Extensions) != 1 || card.Extensions[0].Use() != c.want {
			t.Errorf("%s: %+v", c.extension, card.Extensions)
		}
	}
}

// A user names a skill by its id or by its name, which only one may have; an id comes first.
func TestSkillsByName(t *testing.T) {
	t.Parallel()
	var list []string
	for _, s := range [][2]string{{"invoices", "List invoices"}, {"a", "Same"}, {"b", "Same"}, {"c", "INVOICES"}} {
		list = append(list, fmt.Sprintf(`{"id":%q,"name":%q,"description":"d","tags":[]}`, s[0], s[1]))
	}
	card := dialed(t, "c.json", `"skills":[`+strings.Join(list, ",")+`],`).Card()
	for word, want := range map[string]string{"invoices": "invoices", "LIST invoices": "invoices", "Invoices": "c", "same": "", "": "", "list": ""} {
		got := ""
		if skill := card.SkillNamed(word); skill != nil {
			got = skill.ID.Exact()
		}
		if got != want {
			t.Errorf("%q is the skill %q; want %q", word, got, want)
		}
	}
}

// A skill that there is not is answered with the nearest one, else with those that there are.
func TestSkillsThatThereAreNot(t *testing.T) {
	t.Parallel()
	named := func(n int) string {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprintf(`{"id":"skill-number-%02d","name":"S","description":"d","tags":[]}`, i))
		}
		return `"skills":[` + strings.Join(list, ",") + `],`
	}
	for _, c := range []struct {
		n        int
		id, want string
	}{
		{0, "x", "the agent has no skill x, nor any other"},
		{2, "skill-number-1", "the agent has no skill skill-number-1; did you mean skill-number-01?"},
		{2, "x", "the agent has no skill x; it has skill-number-00, skill-number-01"},
		{20, "x", "skill-number-19"},
		{22, "x", "skill-number-18, skill-number-19 and 2 more"},
	} {
		card := dialed(t, "c.json", named(c.n)).Card()
		if err := card.NoSkill(c.id); !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%d skills, %s: %v", c.n, c.id, err)
		}
		if card.Skill(c.id) != nil {
			t.Errorf("%d skills: there is %s", c.n, c.id)
		}
	}
}

// A schema of the user takes the place of those of the card, of one skill or of the agent.
func TestSchemasOfTheUser(t *testing.T) {
	t.Parallel()
	const members = `"defaultInputModes":["text/plain"],"skills":[
		{"id":"text","name":"T","description":"d","tags":[],"inputModes":["text/plain"]},
		{"id":"json","name":"J","description":"d","tags":[],"inputModes":["application/json"]},
		{"id":"both","name":"B","description":"d","tags":[],"inputModes":["application/json","text/plain"]}],`
	s := json.RawMessage(`{"type":"object"}`)
	for _, c := range []struct {
		skill  string
		asText bool
	}{{"text", true}, {"json", false}, {"both", false}} {
		card := dialed(t, "c.json", members, a2aclient.WithInputSchema(c.skill, s, "of s.json"), a2aclient.WithOutputSchema(c.skill, s, "of o.json")).Card()
		for _, skill := range card.Skills {
			isIt := skill.ID.Exact() == c.skill
			if attached := len(skill.Inputs) == 1 && skill.Inputs[0].IsAttached; attached != isIt || isIt && (skill.Inputs[0].AsText != c.asText || skill.Inputs[0].Rule != "of s.json" || !skill.Inputs[0].IsNoted()) {
				t.Errorf("%s of %s: %+v", c.skill, skill.ID.Line(0), skill.Inputs)
			}
			if attached := len(skill.Outputs) == 1 && string(skill.Outputs[0].Attached) == string(s) && skill.Outputs[0].Rule == "of o.json"; attached != isIt {
				t.Errorf("%s of %s: %+v", c.skill, skill.ID.Line(0), skill.Outputs)
			}
		}
		if len(card.Outputs) > 0 && card.Outputs[0].Attached != nil {
			t.Errorf("%s: the agent has %+v", c.skill, card.Outputs)
		}
	}
	for _, c := range []struct {
		members string
		asText  bool
	}{{members, true}, {strings.Replace(members, `"text/plain"]`, `"text/plain","application/json"]`, 1), false}, {strings.Replace(members, `"text/plain"`, `"application/json"`, 1), false}} {
		card := dialed(t, "c.json", c.members, a2aclient.WithInputSchema("", s, "of s.json"), a2aclient.WithOutputSchema("", s, "of o.json"), a2aclient.WithOutputSchema("none", s, "lost")).Card()
		if len(card.Inputs) != 1 || card.Inputs[0].AsText != c.asText || len(card.Outputs) != 1 || card.Outputs[0].Rule != "of o.json" {
			t.Errorf("%s: %+v, %+v", c.members, card.Inputs, card.Outputs)
		}
	}
	if card := dialed(t, "c.json", members).Card(); len(card.Skill("text").Inputs) > 0 && card.Skill("text").Inputs[0].IsAttached {
		t.Error("there is a schema of the user")
	}
}

// What the user typed is an address, with its scheme, or a file.
func TestWhereACardIs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "card.json")
	if err := os.WriteFile(path, []byte(`{"name":"A","skills":[]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for typed, want := range map[string]string{
		"a.example": "https://a.example|", " localhost:9/x ": "http://localhost:9/x|", "http://a.example": "http://a.example|", path: "|" + path, "https://u:p@a.example": "it contains a user name or password",
	} {
		address, file, err := a2aclient.Locate(typed)
		got := address + "|" + file
		if err != nil {
			got = err.Error()
		}
		if err == nil && got != want || err != nil && !strings.Contains(got, want) {
			t.Errorf("%q: %s, want %s", typed, got, want)
		}
	}
	card, err := a2aclient.Read(strings.NewReader(`{"name":"In","skills":[]}`), "standard input")
	if err != nil || card.Name.Exact() != "In" || card.Source != "standard input" {
		t.Errorf("%+v, %v", card, err)
	}
	if _, err = a2aclient.Read(failing{}, "standard input"); err == nil || !strings.Contains(err.Error(), "it cannot be read") {
		t.Errorf("%v", err)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("broken") }

// A document is read from a file or an address, up to a size.
func TestDocumentsAreRead(t *testing.T) {
	t.Parallel()
	const text = `["0123456789"]`
	path := filepath.Join(t.TempDir(), "list.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/list" {
			http.Redirect(w, r, "/list", http.StatusFound)
			return
		}
		_, _ = io.WriteString(w, text)
	}))
	t.Cleanup(server.Close)
	for _, c := range []struct {
		at      string
		size    int
		from    string
		problem string
	}{
		{path, len(text), path, ""},
		{path, len(text) - 1, "", "it is larger than 13 B"},
		{path + "x.json", 99, "", "there is no such file"},
		{server.URL + "/list", len(text), server.URL + "/list", ""},
		{server.URL + "/old", len(text), server.URL + "/list", ""},
		{server.URL + "/list", len(text) - 1, "", "larger"},
		{"https://u:p@a.example", 99, "", "user name"},
	} {
		data, from, err := a2aclient.ReadDocument(t.Context(), c.at, c.size)
		if (err == nil) != (c.problem == "") || err != nil && !strings.Contains(err.Error(), c.problem) || err == nil && string(data) != text || from != c.from && err == nil {
			t.Errorf("%s, %d bytes: %s from %q, %v", c.at, c.size, data, from, err)
		}
	}
}

// The most telling of several failures is reported, and a host that refuses is not asked further.
func TestWhichFailureIsReported(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		answers []string // of one address after the other: a status, or a body
		want    string
		asked   int
	}{
		{[]string{"404", "404", "404", "404", "404"}, "has no card at", 0},
		{[]string{"404", "500", "404"}, "500 Internal Server Error", 0},
		{[]string{"500", "404", "404"}, "500 Internal Server Error", 0},
		{[]string{"405", "418", "404"}, "418 I'm a teapot", 0},
		{[]string{"404", "405", "404"}, "has no card at", 0},
		{[]string{"500", "<html>", "404"}, "web page", 0},
		{[]string{"<html>", `{"name":1}`, "500"}, "card: ", 0},
		{[]string{`{"name":1}`, "<html>", "500"}, "card: ", 0},
		{[]string{"401", "404"}, "401 Unauthorized", 1},
		{[]string{"403", "404"}, "403 Forbidden", 1},
		{[]string{"429", "404"}, "429 Too Many Requests", 1},
		{[]string{"404", "429", "404"}, "429 Too Many Requests", 2},
	} {
		asked := 0
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			answer := c.answers[min(asked, len(c.answers)-1)]
			asked++
			var status int
			if _, err := fmt.Sscan(answer, &status); err == nil {
				w.WriteHeader(status)
				return
			}
			_, _ = io.WriteString(w, answer)
		}))
		_, err := a2aclient.Fetch(t.Context(), server.URL)
		server.Close()
		if err == nil || !strings.Contains(err.Error(), c.want) || c.asked != 0 && asked != c.asked || c.asked == 0 && asked < 3 {
			t.Errorf("%v: %d requests, %v", c.answers, asked, err)
		}
	}
}

// The answer to a send has a member around the task in A2A 1.0 alone, and a notification is an event.
func TestFormsOfAnswers(t *testing.T) {
	t.Parallel()
	task := json.RawMessage(`{"id":"t"}`)
	newer, older := dialed(t, "c.json", `"skills":[],`), dialedOver(t, "c.json", "JSONRPC", "0.3.0", `"skills":[],`)
	if got := string(newer.SendResponse("task", task)); got != `{"task":{"id":"t"}}` || newer.SendResponse("task", nil) != nil {
		t.Errorf("1.0: %s", got)
	}
	if got := string(older.SendResponse("task", task)); got != `{"id":"t"}` {
		t.Errorf("0.3: %s", got)
	}
	for body, want := range map[string]bool{
		`{"statusUpdate":{"taskId":"t","status":{"state":"TASK_STATE_COMPLETED"}}}`: true, `{}`: false, `[`: false,
	} {
		e, ok := newer.ReadNotification([]byte(body))
		if ok != want || ok && e.Status == nil {
			t.Errorf("%s: %+v, %t", body, e, ok)
		}
	}
}

// What breaks the input is found in the text and the data of a message.
func TestViolationsInAMessage(t *testing.T) {
	t.Parallel()
	const list = `{"violations":[{"field":"a","description":"is required"},{"field":"b","description":"is no number"}]}`
	for _, c := range []struct {
		parts []a2a.Part
		want  int
	}{
		{nil, 0},
		{[]a2a.Part{{Kind: a2a.PartText, Text: safe.Text("all is well")}}, 0},
		{[]a2a.Part{{Kind: a2a.PartData, Data: []byte(list)}}, 2},
		{[]a2a.Part{{Kind: a2a.PartData, Data: []byte(list)}, {Kind: a2a.PartData, Data: []byte(`{"violations":[{"field":"c","description":"x"}]}`)}}, 3},
		{[]a2a.Part{{Kind: a2a.PartFile}}, 0},
	} {
		if got := a2aclient.ViolationsIn(&a2a.Message{Parts: c.parts}); len(got) != c.want {
			t.Errorf("%v: %v", c.parts, got)
		}
	}
}
