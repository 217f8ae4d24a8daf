package learn_test

import (
	"strings"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/golden"
	"a2aform/internal/qa/learn"
	"a2aform/internal/qa/plan"
)

func parse(t *testing.T, text string) *ojson.Value {
	t.Helper()
	v, err := ojson.Parse([]byte(text), ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func result(t *testing.T, c *casefile.Case, data ...string) *plan.Result {
	t.Helper()
	r := &plan.Result{Case: c, Attempts: []plan.Attempt{{}}}
	for _, text := range data {
		document := parse(t, `{"state":"completed","artifacts":[{"name":"a","parts":[{"kind":"data","valid":true,"data":`+text+`}]}]}`)
		r.Attempts = append(r.Attempts, plan.Attempt{Result: &check.Result{Document: document}})
	}
	return r
}

func TestProposalsComeFromWhatDiffers(t *testing.T) {
	c := &casefile.Case{Path: "c.toml"}
	data := []string{
		`{"id":"7f2b8a52-2f4d-4a53-9a8a-1d9bc0a5f001","at":"2026-03-02T10:00:00Z","total":10.10,"same":1,"lines":[{"note":"x","n":1}],"kind":1}`,
		`{"id":"7f2b8a52-2f4d-4a53-9a8a-1d9bc0a5f002","at":"2026-03-02T10:00:01Z","total":10.35,"same":1,"lines":[{"note":"y","n":1}],"kind":"a"}`,
		`{"id":"7f2b8a52-2f4d-4a53-9a8a-1d9bc0a5f003","at":"2026-03-02T10:00:02Z","total":10.2,"same":1,"lines":[{"note":"x","n":2},{"note":"z","n":1}]}`,
	}
	var l learn.Learner
	l.Add(result(t, c, data...))
	p := l.Proposals()
	if len(p) != 1 || p[0].Attempts != 3 {
		t.Fatalf("%+v", p)
	}
	const want = `[expect.same]
file = "golden/${case}.json"
ignore = ["/0/parts/0/data/lines/*/note", "/0/parts/0/data/kind", "/0/parts/0/data/lines/*"]
formats = ["uuid", "date-time"]
number = { "/0/parts/0/data/total" = 0.25, "/0/parts/0/data/lines/*/n" = 1 }`
	if got := strings.Join(p[0].Lines(), "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	// What is proposed allows what was seen, whichever attempt the golden file is of, and a case file takes it.
	text := "version = 1\n[input]\ntext = \"x\"\n[expect]\n" + strings.Join(p[0].Lines(), "\n")
	file, problems := casefile.Parse("c.toml", []byte(text), casefile.Options{})
	if problems != nil {
		t.Fatal(problems)
	}
	same := file.First().Expect.Same
	for _, old := range data {
		for _, now := range data {
			if d := golden.Compare(artifacts(t, old), artifacts(t, now), same); d != nil {
				t.Errorf("%+v", d)
			}
		}
	}
	if d := golden.Compare(artifacts(t, data[0]), artifacts(t, strings.Replace(data[0], `"same":1`, `"same":2`, 1)), same); len(d) != 1 {
		t.Errorf("what did not differ is allowed, too: %+v", d)
	}
	l = learn.Learner{}
	l.Add(result(t, file.First(), data...))
	if p := l.Proposals(); len(p) != 1 || !p[0].IsEmpty() {
		t.Errorf("what is allowed is proposed again: %q", p[0].Lines())
	}
}

func artifacts(t *testing.T, data string) *ojson.Value {
	t.Helper()
	return parse(t, `[{"name":"a","parts":[{"data":`+data+`}]}]`)
}

func TestOneOutputTeachesNothing(t *testing.T) {
	var l learn.Learner
	l.Add(result(t, &casefile.Case{Path: "a"}, `{"a":1}`))
	l.Add(result(t, &casefile.Case{Path: "b"}))
	if p := l.Proposals(); p != nil {
		t.Errorf("%+v", p)
	}
	l.Add(result(t, &casefile.Case{Path: "c"}, `{"a":1}`, `{"a":1}`))
	if p := l.Proposals(); len(p) != 1 || !p[0].IsEmpty() {
		t.Errorf("%+v", p)
	}
}

func TestAProposalReplacesAnEarlierOne(t *testing.T) {
	var l learn.Learner
	l.Add(result(t, &casefile.Case{Path: "c"}, `{"a":0.1}`, `{"a":0.30}`))
	p := l.Proposals()[0]
	for _, file := range []string{"", "version = 1", "version = 1\n"} {
		once := string(p.Insert([]byte(file)))
		want := strings.TrimSuffix(file, "\n")
		if want != "" {
			want += "\n"
		}
		want += `# Proposed by a2aform test --learn from 2 attempts. Uncomment the lines that you want to use.
# [expect.same]
# file = "golden/${case}.json"
# number = { "/0/parts/0/data/a" = 0.2 }
# End of the proposal
`
		if once != want {
			t.Errorf("got\n%s\nwant\n%s", once, want)
		}
		if twice := string(p.Insert([]byte(once))); twice != once {
			t.Errorf("twice:\n%s", twice)
		}
		if between := string(p.Insert([]byte(once + "[expect]\n"))); between != file+map[bool]string{true: "\n"}[file == "version = 1"]+"[expect]\n"+strings.TrimPrefix(want, "version = 1\n") {
			t.Errorf("with a table behind it:\n%s", between)
		}
	}
}
