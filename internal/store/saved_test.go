package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"a2aform/internal/safe"
	"a2aform/internal/store"
)

// write makes a file and the directories above it.
func write(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func agentsFile(s *store.Store) string { return filepath.Join(s.ConfigDir(), "agents.toml") }

func savedNames(list []store.Saved) (names []string) {
	for _, a := range list {
		names = append(names, a.Name)
	}
	return names
}

func TestSavedAgentsAreReadCompletely(t *testing.T) {
	s := open(t)
	path := write(t, agentsFile(s), `version = 1
[agents.fight] # ours
url = "https://fight.example/a2a"
transport = "HTTP+JSON"
a2a-version = "0.3"
tenant = "t1"
headers = { Authorization = { env = "FIGHT_TOKEN" }, X-Team = { env = "TEAM" } }

[agents.local]
card = "cards/fight.json"
`)
	list, problems := s.Saved(t.TempDir())
	if len(problems) > 0 || len(list) != 2 {
		t.Fatal(list, problems)
	}
	a, b := list[0], list[1]
	if a.Ref() != "https://fight.example/a2a" || a.Transport != "HTTP+JSON" || a.Version != "0.3" || a.Tenant != "t1" || a.Local || a.File != path {
		t.Errorf("%+v", a)
	}
	if !slices.Equal(a.Headers, []store.SavedHeader{{Name: "Authorization", Env: "FIGHT_TOKEN"}, {Name: "X-Team", Env: "TEAM"}}) {
		t.Errorf("%v", a.Headers)
	}
	if b.Ref() != filepath.Join(s.ConfigDir(), "cards", "fight.json") {
		t.Errorf("%+v", b)
	}
}

// The file of a repository is found from anywhere in it and no further, and a
// name of the user's own is not taken over by one.
func TestSavedAgentsOfARepository(t *testing.T) {
	s := open(t)
	root := t.TempDir()
	repo, deep := filepath.Join(root, "repo"), filepath.Join(root, "repo", "a", "b")
	write(t, filepath.Join(deep, "x"), "")
	above := write(t, filepath.Join(root, ".a2aform", "agents.toml"), "[agents.above]\nurl='http://above.example'\n")
	if err := os.MkdirAll(filepath.Join(repo, ".git"), 0o700); err != nil {
		t.Fatal(err)
	}
	if list, problems := s.Saved(deep); len(list)+len(problems) > 0 {
		t.Fatalf("%v %v: the file above the repository %s counts", list, problems, above)
	}
	write(t, filepath.Join(repo, ".a2aform", "agents.toml"), "[agents.mine]\nurl='http://other.example'\n[agents.theirs]\ncard='card.json'\n")
	write(t, agentsFile(s), "[agents.mine]\nurl='http://mine.example'\n")
	list, problems := s.Saved(deep)
	if !slices.Equal(savedNames(list), []string{"mine", "theirs"}) || list[0].URL != "http://mine.example" || list[0].Local {
		t.Fatalf("%+v", list)
	}
	if !list[1].Local || list[1].Card != filepath.Join(repo, ".a2aform", "card.json") {
		t.Errorf("%+v", list[1])
	}
	if len(problems) != 1 || !strings.Contains(problems[0].Error(), "your own agent of that name comes first") {
		t.Errorf("%v", problems)
	}
	if list, _ := (*store.Store)(nil).Saved(repo); !slices.Equal(savedNames(list), []string{"mine", "theirs"}) {
		t.Errorf("without a home: %v", list)
	}
	if list, _ := s.Saved(root); !slices.Equal(savedNames(list), []string{"mine", "above"}) {
		t.Errorf("without a repository: %v", list)
	}
}

func TestDamagedSavedAgentsErrorHasPosition(t *testing.T) {
	tests := []struct{ text, want string }{
		{"[agents.a]\nurl = \"http://x\n", "agents.toml:2:"},
		{"[agents.a]\nurl = \"http://x\"\ntoken = \"s3cret\"\n", "agents.toml:3:1: unknown key token; the keys here are a2a-version, card,"},
		{"[agents.a]\nurl = \"http://x\"\nheaders = { Authorization = \"Bearer s3cret\" }\n", "agents.toml:3:13: headers.Authorization must be { env = \"NAME\" }"},
		{"\n  [agents.a]\n", "agents.toml:2:11: a needs either url or card"},
		{"[agents.a]\nurl='http://x'\ncard='y'\n", "agents.toml:1:9: a needs either"},
		{"[agents.a]\nurl='/etc/passwd'\n", "must begin with http:// or https://"},
		{"[agents.a]\nurl='http://u:p@x'\n", "hold no password"},
		{"[agents.localhost]\nurl='http://x'\n", "is no name for an agent"},
		{"[agents.\"a b\"]\nurl='http://x'\n", "agents.toml:1:9: a b is no name"},
		{"[agents.a]\nurl='http://x'\ntransport='SOAP'\n", "transport SOAP is not known: use JSONRPC, HTTP+JSON, GRPC"},
		{"[agents.a]\nurl='http://x'\nheaders={X={env='A B'}}\n", "env must be the name of a variable"},
		{"agents = 5\n", "agents.toml:1:"},
		{"version = 2\n", "version 2, and this a2aform reads version 1"},
		{"[[agents.a]]\nurl='http://x'\n", "agents.toml:1:"},
		{"\x00", "agents.toml:1:"},
	}
	for _, tt := range tests {
		s := open(t)
		path := write(t, agentsFile(s), tt.text)
		list, problems := s.Saved(t.TempDir())
		if len(list) > 0 || len(problems) != 1 || !strings.Contains(problems[0].Error(), tt.want) {
			t.Errorf("%q: %v %v, want %s", tt.text, list, problems, tt.want)
			continue
		}
		if text := problems[0].Error(); strings.Contains(text, "s3cret") || strings.Contains(text, "Go ") || strings.Contains(text, "store.") {
			t.Errorf("%q: %s", tt.text, text)
		}
		if err := s.SaveAgent(store.Saved{Name: "n", URL: "http://n.example"}); err == nil || !strings.Contains(err.Error(), "the file is unchanged") {
			t.Errorf("%q: saved into: %v", tt.text, err)
		}
		if data, _ := os.ReadFile(path); string(data) != tt.text {
			t.Errorf("%q became %q", tt.text, data)
		}
	}
}

func TestSavingAgentKeepsUserText(t *testing.T) {
	s := open(t)
	for _, a := range []store.Saved{
		{Name: "one", URL: "http://one.example/ü?a=\"b\"", Headers: []store.SavedHeader{{Name: "X-Key", Env: "KEY"}}},
		{Name: "two", Card: "/cards/it's.json", Version: "0.3"},
	} {
		if err := s.SaveAgent(a); err != nil {
			t.Fatal(err)
		}
	}
	list, problems := s.Saved(t.TempDir())
	if len(problems) > 0 || list[0].URL != "http://one.example/ü?a=\"b\"" || list[0].Headers[0].Env != "KEY" || list[1].Card != "/cards/it's.json" {
		t.Fatal(list, problems)
	}
	if err := s.SaveAgent(store.Saved{Name: "one", URL: "http://else.example"}); !errors.Is(err, store.ErrSaved) {
		t.Errorf("saved twice: %v", err)
	}
	if err := s.SaveAgent(store.Saved{Name: "no name", URL: "http://else.example"}); err == nil {
		t.Error("a bad name was saved")
	}
	text := "# top\n[agents.one] # one\nurl = 'http://one.example'\n\n# about two\n[agents.two]\ncard = '/two.json'\n[agents.one.headers]\nX = { env = 'K' }\n# end\n"
	write(t, agentsFile(s), text)
	if found, err := s.RemoveAgent("none"); found || err != nil {
		t.Error(found, err)
	}
	if found, err := s.RemoveAgent("one"); !found || err != nil {
		t.Fatal(found, err)
	}
	if data, _ := os.ReadFile(agentsFile(s)); string(data) != "# top\n\n# about two\n[agents.two]\ncard = '/two.json'\n" {
		t.Errorf("%q", data)
	}
	write(t, agentsFile(s), "agents = { one = { url = 'http://one.example' }, two = { url = 'http://two.example' } }\n")
	if _, err := s.RemoveAgent("one"); err == nil || !strings.Contains(err.Error(), "in an editor") {
		t.Errorf("an inline table: %v", err)
	}
}

func TestTrustCoversOneHostAndItsHeaders(t *testing.T) {
	s := open(t)
	a := store.Saved{Name: "a", File: "/repo/.a2aform/agents.toml", Headers: []store.SavedHeader{{Name: "Authorization", Env: "TOKEN"}}, Local: true}
	trust := a.TrustIn("https://a.example:443")
	if s.IsTrusted(trust) {
		t.Error("trusted before anybody was asked")
	}
	if err := s.Trust(trust); err != nil {
		t.Fatal(err)
	}
	if !s.IsTrusted(trust) {
		t.Error("not trusted though the user agreed")
	}
	other := a
	other.Headers = []store.SavedHeader{{Name: "Authorization", Env: "OTHER"}}
	if s.IsTrusted(a.TrustIn("https://b.example:443")) || s.IsTrusted(other.TrustIn(trust.Origin)) {
		t.Error("trust goes to another host or another variable")
	}
	write(t, filepath.Join(s.StateDir(), "trusted.json"), "{")
	if err := s.Trust(trust); err == nil || s.IsTrusted(trust) {
		t.Errorf("a damaged list: %v", err)
	}
}

// A file may name several hosts, each of which is agreed to. What the error says to run means itself in a shell.
func TestTrustOfHostsThatAFileNames(t *testing.T) {
	s := open(t)
	one := store.Trust{File: "/repo/it's $(touch x)/card.json", Origin: "https://a.example:443"}
	other := one
	other.Origin = "https://$(id):8443"
	for _, trust := range []store.Trust{one, other} {
		if err := s.Trust(trust); err != nil {
			t.Fatal(err)
		}
	}
	elsewhere := one
	elsewhere.File = "/repo/other.json"
	if !s.IsTrusted(one) || !s.IsTrusted(other) || s.IsTrusted(elsewhere) {
		t.Error("each host is agreed to for one file")
	}
	want := `a2aform agents trust 'https://$(id):8443' --in '/repo/it'\''s $(touch x)/card.json'; or allow the host for one call with --trust '$(id):8443'`
	if err := (&store.UntrustedError{Trust: other, Sends: []string{"A2ACLI_BEARER"}}); !strings.HasSuffix(err.Error(), want) || !strings.Contains(err.Error(), "asks to send A2ACLI_BEARER to ") {
		t.Error(err)
	}
}

func TestForgettingAnAgentOpenedBefore(t *testing.T) {
	s := open(t)
	for _, ref := range []string{"a", "b", "c"} {
		if err := s.Remember(store.Agent{Ref: ref}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Forget("b"); err != nil {
		t.Fatal(err)
	}
	agents, err := s.Agents()
	if err != nil || len(agents) != 2 || agents[0].Ref != "c" || agents[1].Ref != "a" {
		t.Error(agents, err)
	}
}

// No text of a file of agents makes the program fail, and what is read can be
// saved again under other names.
func FuzzSavedAgents(f *testing.F) {
	f.Add("version = 1\n[agents.a]\nurl = 'http://x'\nheaders = { X = { env = 'Y' } }\n")
	f.Add("[agents.a.headers]\nX.env='y'\n[agents]\n[agents.b]\ncard=\"\"\"\n# \\u0041\"\"\"\n")
	f.Add("agents = {}\n[[x]]\n")
	f.Fuzz(func(t *testing.T, text string) {
		s := open(t)
		write(t, agentsFile(s), text)
		list, problems := s.Saved(s.ConfigDir())
		for _, p := range problems {
			if p.Error() == "" || strings.ContainsAny(p.Error(), "\x1b\n") {
				t.Errorf("%q: %q", text, p)
			}
		}
		if len(list) == 0 {
			return
		}
		name := list[0].Name
		if _, err := s.RemoveAgent(name); err != nil {
			return
		}
		if now, problems := s.Saved(s.ConfigDir()); len(problems) > 0 || len(now) != len(list)-1 {
			t.Errorf("%q without %s: %v %v", text, name, now, problems)
		}
	})
}

// Schemas are kept with an agent, one for each skill, and the rest of the file stays.
func TestSchemasAreKeptWithAnAgent(t *testing.T) {
	s := open(t)
	const before = "# mine\n[agents.shop] # ours\nurl = 'http://shop.example'\n\n# the other\n[agents.other]\nurl = 'http://other.example'\n"
	path := write(t, agentsFile(s), before)
	schemas := func() []store.SavedSchema {
		list, problems := s.Saved(t.TempDir())
		i := slices.IndexFunc(list, func(a store.Saved) bool { return a.Name == "shop" })
		if len(problems) > 0 || len(list) != 2 || i < 0 {
			t.Fatal(list, problems)
		}
		return list[i].Schemas
	}
	attach := func(skill, ref string) {
		if err := s.AttachSchema("shop", store.SavedSchema{Skill: skill, Ref: ref}); err != nil {
			t.Fatal(err)
		}
	}
	attach("order", "/a.json#Order")
	attach("a skill.with \"quotes\"", "/b.json")
	attach("order", "/c.json")
	if got := schemas(); !slices.Equal(got, []store.SavedSchema{{Skill: "a skill.with \"quotes\"", Ref: "/b.json"}, {Skill: "order", Ref: "/c.json"}}) {
		t.Errorf("%v", got)
	}
	attach("order", "")
	attach("a skill.with \"quotes\"", "")
	if got := schemas(); len(got) > 0 {
		t.Errorf("%v", got)
	}
	after, err := os.ReadFile(path)
	if err != nil || !strings.HasPrefix(string(after), before) || strings.Contains(string(after), "schemas") {
		t.Errorf("%s, %v", after, err)
	}
	if err := s.AttachSchema("none", store.SavedSchema{Skill: "order", Ref: "/a.json"}); !errors.Is(err, store.ErrNotSaved) {
		t.Error(err)
	}
	write(t, path, "[agents.shop]\nurl = 'http://shop.example'\n[agents.shop.schemas]\nplan = 'plans/plan.json#Plan'\n[agents.other]\nurl = 'http://other.example'\n")
	if got := schemas(); !slices.Equal(got, []store.SavedSchema{{Skill: "plan", Ref: filepath.Join(s.ConfigDir(), "plans", "plan.json#Plan")}}) {
		t.Errorf("a path in the file is not relative to it: %v", got)
	}
}

// How an agent is spoken to is kept in its table, and the rest of the file stays.
func TestSpokenIsKeptWithASavedAgent(t *testing.T) {
	s := open(t)
	path := write(t, agentsFile(s), "# mine\n[agents.shop] # the shop\nurl = 'http://shop.example'\na2a-version = '0.3' # old\n\n[agents.other]\nurl = 'http://other.example'")
	for _, set := range [][3]string{{"shop", "http://shop.example/a2a", ""}, {"shop", "http://shop.example/b", "1.0"}, {"other", "http://other.example/a2a", ""}} {
		if err := s.SetSpoken(set[0], set[1], set[2]); err != nil {
			t.Fatal(err)
		}
	}
	const want = "# mine\n[agents.shop] # the shop\nendpoint = \"http://shop.example/b\"\nurl = 'http://shop.example'\na2a-version = \"1.0\"\n\n[agents.other]\nendpoint = \"http://other.example/a2a\"\nurl = 'http://other.example'"
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s, %v\nwant\n%s", got, err, want)
	}
	if err := s.SetSpoken("none", "http://shop.example/a2a", ""); !errors.Is(err, store.ErrNotSaved) {
		t.Error(err)
	}
	write(t, path, "agents.shop.url = 'http://shop.example'\n")
	if err := s.SetSpoken("shop", "http://shop.example/a2a", ""); err == nil || !strings.Contains(err.Error(), "change it in an editor") {
		t.Error(err)
	}
}

// What is written in another way than the program writes it is changed by hand.
func TestInlineSchemasAreLeftAlone(t *testing.T) {
	s := open(t)
	const before = "[agents]\nshop = { url = 'http://shop.example', schemas = { order = '/a.json' } }\n"
	path := write(t, agentsFile(s), before)
	for _, ref := range []string{"/b.json", ""} {
		if err := s.AttachSchema("shop", store.SavedSchema{Skill: "order", Ref: ref}); err == nil || !strings.Contains(err.Error(), "change it in an editor") {
			t.Errorf("%q: %v", ref, err)
		}
	}
	if after, err := os.ReadFile(path); err != nil || string(after) != before {
		t.Errorf("%s, %v", after, err)
	}
}

// Schemas of what a skill answers with are kept beside those of what it takes.
func TestOutputSchemasAreKeptBesideInputs(t *testing.T) {
	s := open(t)
	write(t, agentsFile(s), "[agents.shop]\nurl = 'http://shop.example'\n")
	steps := []struct {
		attach store.SavedSchema
		want   []store.SavedSchema
	}{
		{store.SavedSchema{Skill: "order", Ref: "/out.json", IsOutput: true}, []store.SavedSchema{{"order", "/out.json", true}}},
		{store.SavedSchema{Skill: "order", Ref: "/in.json"}, []store.SavedSchema{{"order", "/in.json", false}, {"order", "/out.json", true}}},
		{store.SavedSchema{Skill: "a", Ref: "/a.json", IsOutput: true}, []store.SavedSchema{{"order", "/in.json", false}, {"a", "/a.json", true}, {"order", "/out.json", true}}},
		{store.SavedSchema{Skill: "order"}, []store.SavedSchema{{"a", "/a.json", true}, {"order", "/out.json", true}}},
		{store.SavedSchema{Skill: "order", IsOutput: true}, []store.SavedSchema{{"a", "/a.json", true}}},
		{store.SavedSchema{Skill: "a", IsOutput: true}, nil},
	}
	for _, step := range steps {
		if err := s.AttachSchema("shop", step.attach); err != nil {
			t.Fatal(step.attach, err)
		}
		list, problems := s.Saved(t.TempDir())
		if len(problems) > 0 || len(list) != 1 || !slices.Equal(list[0].Schemas, step.want) {
			t.Errorf("%v: got %v, %v", step.attach, list, problems)
		}
	}
}

func TestNotSecretNamesAreKeptPerOrigin(t *testing.T) {
	keep := open(t)
	for _, n := range []store.NotSecret{{Origin: "https://a", Name: safe.Text("api_key")}, {Origin: "https://a", Name: safe.Text("api_key")}, {Origin: "https://b", Name: safe.Text("secret")}} {
		if err := keep.KeepNotSecret(n); err != nil {
			t.Fatal(err)
		}
	}
	if got := keep.NotSecret("https://a"); !slices.Equal(got, []string{"api_key"}) {
		t.Errorf("%q", got)
	}
	if got := keep.NotSecret("https://c"); got != nil {
		t.Errorf("%q", got)
	}
}

func TestAnswerAsIsKeptForEachSkill(t *testing.T) {
	keep := open(t)
	agent, skill := safe.Text("https://a.example"), safe.Text("chat")
	first := store.AnswerAs{Agent: agent, Skill: skill, Spec: safe.Text("name")}
	other := store.AnswerAs{Agent: agent, Spec: safe.Text("table"), InText: true}
	changed := store.AnswerAs{Agent: agent, Skill: skill, Spec: safe.Text("name, price: number")}
	for _, a := range []store.AnswerAs{first, other, changed} {
		if err := keep.KeepAnswerAs(a); err != nil {
			t.Fatal(err)
		}
	}
	if got := keep.AnswerAs(agent, skill); got != changed {
		t.Errorf("%+v", got)
	}
	if got := keep.AnswerAs(agent, safe.Raw{}); got != other {
		t.Errorf("%+v", got)
	}
	if err := keep.KeepAnswerAs(store.AnswerAs{Agent: agent, Skill: skill}); err != nil {
		t.Fatal(err)
	}
	if got := keep.AnswerAs(agent, skill); got != (store.AnswerAs{}) {
		t.Errorf("forgotten, and still %+v", got)
	}
}
