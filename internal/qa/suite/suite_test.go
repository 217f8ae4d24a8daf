package suite_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"a2aform/internal/qa/suite"
)

const example = `version = 1
cases   = ["cases"]
default-environment = "staging"
rejection = { states = ["rejected"], codes = [-32602], that = '.text | test("not valid"; "i")' }
[defaults]
timeout = "30s"
expect.output = "valid"
[budget]
messages = 2000
[environments.staging]
agents  = { expenses = "https://staging.example.com", card = "agent.json" }
headers = { Authorization = { env = "STAGING_AUTH" }, X-Tenant = "${var.tenant}" }
vars    = { tenant = "qa", key = { env = "STAGING_KEY" } }
[environments.prod]
agents  = { expenses = "https://agents.example.com" }
credentials = { k = { env = "PROD_TOKEN" } }
protect = true
rate    = "2/s"
`

func TestSuiteIsReadCompletely(t *testing.T) {
	s, problems := suite.Parse("dir/suite.toml", []byte(example))
	if problems != nil {
		t.Fatal(problems)
	}
	if len(s.Cases) != 1 || s.Cases[0] != "cases" || s.Budget != 2000 {
		t.Errorf("cases %q, budget %+v", s.Cases, s.Budget)
	}
	if s.Defaults.Timeout != 30*time.Second || s.Defaults.Expect.Output != "valid" {
		t.Errorf("defaults %+v", s.Defaults)
	}
	if r := s.Defaults.Rejection; r == nil || !reflect.DeepEqual(r.States, []string{"rejected"}) || !reflect.DeepEqual(r.Codes, []int{-32602}) || r.That == nil {
		t.Errorf("rejection %+v", r)
	}
	staging, err := s.Environment("")
	if err != nil || staging.Name != "staging" || staging.Protect {
		t.Fatalf("%+v, %v", staging, err)
	}
	if a, ok := staging.Agent("card"); !ok || a.Ref != filepath.Join("dir", "agent.json") {
		t.Errorf("agent %+v", a)
	}
	if _, ok := staging.Agent(""); ok {
		t.Error("a case without an agent has one of two")
	}
	prod, err := s.Environment("prod")
	if err != nil || !prod.Protect || prod.Rate.Interval() != 500*time.Millisecond {
		t.Fatalf("%+v, %v", prod, err)
	}
	if a, ok := prod.Agent(""); !ok || a.Ref != "https://agents.example.com" {
		t.Errorf("the only agent is %+v", a)
	}
	if _, err := s.Environment("prd"); err == nil || !strings.Contains(err.Error(), "did you mean prod?") {
		t.Error(err)
	}
}

func TestProblemsOfASuiteHavePositions(t *testing.T) {
	for text, want := range map[string]string{
		"cases = [\"x\"]":                                                           "s:1:1: version = 1 is missing",
		"version = 2":                                                               "s:1:1: version must be 1",
		"version = 1\ncasess = []":                                                  "s:2:1: unknown key casess; did you mean cases?",
		"version = 1\ncases = [\"[\"]":                                              "s:2:1: cases: [ is not a path",
		"version = 1\ncases = [\"/etc/*\"]":                                         "is not a path",
		"version = 1\ncases = []":                                                   "s:2:1: cases is empty",
		"version = 1\nrejection = {}":                                               "s:2:1: rejection is empty",
		"version = 1\nrejection = { codes = [\"x\"] }":                              "s:2:15: item 1 of codes must be a whole number, such as -32602",
		"version = 1\nrejection = { states = [\"no\"] }":                            "states no is not known",
		"version = 1\nrejection = { that = \"(\" }":                                 "jq: ",
		"version = 1\ndefault-environment = \"a\"":                                  "s:2:1: default-environment: there is no [environments.a]",
		"version = 1\n[defaults]\ntimeot = \"1s\"":                                  "s:3:1: unknown key timeot; did you mean timeout?",
		"version = 1\n[budget]\nmessages = 0":                                       "s:3:1: messages must be at least 1",
		"version = 1\n[environments.\"a b\"]":                                       "a b is not a name",
		"version = 1\n[environments.a]\nrate = \"5\"":                               "s:3:1: rate: a rate is a number and a time",
		"version = 1\n[environments.a]\nheaders = { Authorization = \"Bearer x\" }": "headers: Authorization holds a secret",
		"version = 1\n[environments.a]\ncredentials = { k = \"x\" }":                "credentials: k is a secret",
		"version = 1\n[environments.a]\nvars = { k = {} }":                          "s:3:10: env is missing: the variable that holds a secret",
		"version = 1\n[environments.a]\nvars = { k = { evn = \"A\" } }":             "unknown key evn; did you mean env?",
		"version = 1\n[environments.a]\nagents = { k = { env = \"A\" } }":           "s:3:12: agents.k must be a URL, a card file or a saved name",
		"version = 1\n[environments.a]\nprotect = 1":                                "s:3:1: protect must be true or false",
		"version = 1\n[environments.a]\nvars = { k = 1 }":                           `s:3:10: vars.k must be text, or { env = "NAME" }`,
		"version = 1\n[environments.a]\nagents = { demo = \"x.json\" }":             "s:3:12: agents: demo is the built-in agent",
		"version = 1\ncases = 1":                                                    "s:2:1: cases must be text or a list",
		"version = 1\nrejection = { codes = [1.0] }":                                "s:2:15: item 1 of codes must be a whole number, without a point",
		"version = 1\nrejection = { states = [\"complete\"] }":                      "s:2:15: states complete is not known; did you mean completed?",
		"version = 1\n[defaults]\ntimeout = 2026-01-01":                             "s:3:1: 2026-01-01 is not a value of JSON; write it as text in quotes",
		"version = ": "s:1:10: it is not TOML",
	} {
		_, problems := suite.Parse("s", []byte(text))
		if len(problems) == 0 || !strings.Contains(problems[0].Error(), want) {
			t.Errorf("%s\n%v, want %s", text, problems, want)
		}
	}
}

func TestVariablesAreResolved(t *testing.T) {
	s, _ := suite.Parse("s", []byte(example))
	e, _ := s.Environment("staging")
	env := map[string]string{"STAGING_KEY": " key-of-staging\n", "SHORT": "1234567", "BREAK": "a\nbcdefghijk"}
	getenv := func(name string) string { return env[name] }
	vars, secrets, err := e.Resolve("vars", e.Vars, getenv)
	if err != nil || vars["tenant"] != "qa" || vars["key"] != "key-of-staging" || !reflect.DeepEqual(secrets, suite.Secrets{"key-of-staging"}) {
		t.Errorf("%v, %v, %v", vars, secrets, err)
	}
	headers, err := e.FilledHeaders()
	if err != nil || headers[1].Text != "qa" {
		t.Errorf("%v, %v", headers, err)
	}
	e.Headers[1].Text = "${var.key}" // a secret
	if _, err := e.FilledHeaders(); err == nil || !strings.Contains(err.Error(), "headers.X-Tenant: there is no text vars.key") {
		t.Error(err)
	}
	for name, want := range map[string]string{"NONE": "headers.H: the variable NONE is empty or not set", "SHORT": "SHORT has less than 8 characters", "BREAK": "line break"} {
		_, _, err := e.Resolve("headers", []suite.Value{{Name: "H", Env: name}}, getenv)
		if err == nil || !strings.Contains(err.Error(), want) || env[name] != "" && strings.Contains(err.Error(), env[name]) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFilesOfASuite(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"cases/a.toml", "cases/b/c/d.toml", "cases/b/e.txt", "cases/.git/x.toml", "more/f.toml", ".git/config"} {
		path := filepath.Join(dir, ".a2aform", name)
		if name == ".git/config" {
			path = filepath.Join(dir, name)
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(dir, suite.Name)
	for pattern, want := range map[string]string{
		`"cases"`:                     "cases/a.toml cases/b/c/d.toml",
		`"cases/*.toml", "cases/b"`:   "cases/a.toml cases/b/c/d.toml",
		`"more/f.toml"`:               "more/f.toml",
		`"./more/?.toml", "more/f.*"`: "more/f.toml",
		`"none/*.toml"`:               "",
	} {
		if err := os.WriteFile(path, []byte("version = 1\ncases = ["+pattern+"]"), 0o600); err != nil {
			t.Fatal(err)
		}
		s, problems := suite.Read(path)
		if problems != nil {
			t.Fatal(problems)
		}
		files, problems := s.Files()
		for i, file := range files {
			below, err := filepath.Rel(filepath.Dir(path), file)
			if err != nil {
				t.Fatal(err)
			}
			files[i] = filepath.ToSlash(below)
		}
		if got := strings.Join(files, " "); got != want || (len(problems) > 0) != (want == "") {
			t.Errorf("%s: %q, %v", pattern, got, problems)
		}
	}
	sub := filepath.Join(dir, "x", "y")
	if err := os.MkdirAll(sub, 0o700); err != nil {
		t.Fatal(err)
	}
	if found, err := suite.Find(sub); found != path || err != nil {
		t.Errorf("found %q, %v", found, err)
	}
	if err := os.Mkdir(filepath.Join(dir, "x", ".git"), 0o700); err != nil {
		t.Fatal(err)
	}
	if found, err := suite.Find(sub); found != "" || err != nil {
		t.Errorf("beyond the root of the repository: %q, %v", found, err)
	}
	for _, git := range []string{filepath.Join(dir, "x", ".git"), filepath.Join(dir, ".git")} {
		if err := os.RemoveAll(git); err != nil {
			t.Fatal(err)
		}
	}
	if found, err := suite.Find(sub); found != "" || err != nil {
		t.Errorf("above a directory that is in no repository: %q, %v", found, err)
	}
}

func TestRates(t *testing.T) {
	for text, want := range map[string]time.Duration{"5/s": 200 * time.Millisecond, "30/m": 2 * time.Second, "1/h": time.Hour, "5": 0, "0/s": 0, "x/s": 0, "1/d": 0} {
		r, err := suite.ParseRate(text)
		if r.Interval() != want || (err != nil) != (want == 0) {
			t.Errorf("%s: %s, %v", text, r.Interval(), err)
		}
	}
	fast, _ := suite.ParseRate("5/s")
	slow, _ := suite.ParseRate("30/m")
	if fast.Slower(slow) != slow || slow.Slower(fast) != slow || fast.Slower(suite.Rate{}) != fast || (suite.Rate{}).Slower(fast) != fast {
		t.Error("the slower rate is not taken")
	}
}
