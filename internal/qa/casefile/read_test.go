package casefile_test

import (
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"a2aform/internal/qa/casefile"
	"a2aform/internal/tomlfile"
)

const whole = `version = 1
name = "expenses ask once"
why = "T-1432"
agent = "expenses"
skill = "expense-report"
schema = "expenseReport"
tags = ["smoke", "safe"]
timeout = "30s"
repeat = 5
pass-rate = 0.7
[input]
json = '''{"b": 1.00, "a": null, "big": 1e400}'''
set = { "items.0.amount" = 1.10, who.name = "Ada", list = [1, "x"] }
files = ["a.pdf", "https://example.com/b.pdf"]
[expect]
state = ["completed", "answered"]
output = "valid"
schemas = ["expenseSummary"]
artifacts = { min = 1 }
settled = "5s"
that = '.data.total == 1'
[[expect.value]]
at = "/data/share"
near = 1.000
within = "1%"
why = "rounding"
[[expect.value]]
at = "/data/list"
length = { max = 3 }
[[turn]]
json = '{ "yes": 1.0 }'
`

func TestCaseIsReadAsWritten(t *testing.T) {
	t.Parallel()
	cases, problems := parse(filepath.Join("dir", "x.toml"), []byte(whole))
	if problems != nil {
		t.Fatal(problems)
	}
	c := cases[0]
	if c.Name != "expenses ask once" || c.Repeat != 5 || c.Timeout != 30*time.Second || c.PassRate.Cmp(big.NewRat(7, 10)) != 0 {
		t.Errorf("%+v", c)
	}
	if got, want := string(c.Input.Data), `{"b": 1.00, "a": null, "big": 1e400}`; got != want {
		t.Errorf("the input is %s", got)
	}
	want := []casefile.Setting{{"items.0.amount", "1.10"}, {"who.name", "Ada"}, {"list", `[1,"x"]`}}
	if !slices.Equal(c.Input.Set, want) {
		t.Errorf("set is %q", c.Input.Set)
	}
	if got := c.Input.Files; got[0] != filepath.Join("dir", "a.pdf") || got[1] != "https://example.com/b.pdf" {
		t.Errorf("files are %q", got)
	}
	e := c.Expect
	if *e.Artifacts != (casefile.Count{1, -1}) || e.Settled != 5*time.Second || len(e.That) != 1 || len(e.Values) != 2 {
		t.Errorf("%+v", e)
	}
	if v := e.Values[0]; v.Relation != casefile.Near || v.Operand.Text() != "1.000" || !v.Percent || v.Within.Cmp(big.NewRat(1, 1)) != 0 || v.Why != "rounding" {
		t.Errorf("%+v", v)
	}
	if len(c.Turns) != 1 || string(c.Turns[0].Data) != `{"yes":1.0}` {
		t.Errorf("%+v", c.Turns)
	}
}

func TestNeedIsRoundedUpExactly(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		rate    string
		n, want int
	}{{"0.7", 10, 7}, {"0.8", 5, 4}, {"0.1", 3, 1}, {"1", 4, 4}, {"0.29", 100, 29}} {
		rate, _ := new(big.Rat).SetString(test.rate)
		if got := (&casefile.Case{PassRate: rate}).Need(test.n); got != test.want {
			t.Errorf("%s of %d: %d, want %d", test.rate, test.n, got, test.want)
		}
	}
}

// Each of these files has one problem, reported with its line and column.
func TestProblemsOfAFile(t *testing.T) {
	t.Parallel()
	const head, text = "version = 1\n", "version = 1\n[input]\ntext = 'x'\n"
	for _, test := range []struct{ file, want string }{
		{"version = 1\n[input\n", "2:7: it is not TOML"},
		{"[input]\ntext = 'x'\n", "1:1: version = 1 is missing"},
		{"version = 2\n[input]\ntext = 'x'\n", "1:1: version must be 1"},
		{head + "tgas = []\n[input]\ntext = 'x'\n", "2:1: unknown key tgas; did you mean tags?"},
		{text + "[matrix]\n", "4:2: matrix is empty: one case for every combination"},
		{text + "[matrix]\nstream = []\n", "5:1: stream is empty"},
		{text + "[matrix]\ntransport = ['grpc']\n", "5:1: transport grpc is not known"},
		{text + "[matrix]\nstream = ['yes']\n", "5:1: item 1 of stream must be true or false"},
		{text + "[matrix]\na2a-version = [1.0, true]\n", "5:1: item 2 of a2a-version must be a version"},
		{text + "[matrix]\nversion = ['1.0']\n", "5:1: unknown key version; the keys here are a2a-version"},
		{head, "1:1: [input] is missing"},
		{head + "[input]\n", "2:2: [input] needs json"},
		{head + "[input]\ntext = 'x'\njson = '1'\n", "2:2: [input] has one of"},
		{head + "[input]\njson = '{'\n", "3:1: json is not JSON"},
		{head + "[input]\njson = '{\"o\": [{\"a\": 1, \"a\": 1}]}'\n", "3:1: o.0.a is set more than once"},
		{head + "[input]\njson = '{\"a\": \"${row.x}\"}'\n", "3:1: ${row.x} needs a [table]"},
		{head + "[input]\ntext = '${var.x}'\n", "3:1: ${var.x} needs an environment"},
		{text + "[[turn]]\ntext = '${turn.1.ask}'\n", "5:1: ${turn.1.ask}: this is turn 1, so only turns before it"},
		{head + "[input]\njson-file = 'none.json'\n", "3:1: json-file "},
		{head + "[input]\ntext = 'x'\nset = { a = 1 }\n", "4:1: set fills in a form"},
		{head + "[input]\nset = { a = 2026-01-01 }\n", "3:9: 2026-01-01 is not a value of JSON; write it as text"},
		{head + "[input]\ntext = 3\n", "3:1: text must be text in quotes"},
		{head + "name = ''\n[input]\ntext = 'x'\n", "2:1: name is empty"},
		{head + "pass-rate = 1.5\n[input]\ntext = 'x'\n", "2:1: pass-rate must be at most 1"},
		{head + "timeout = 5\n[input]\ntext = 'x'\n", "2:1: timeout must be a time in quotes, such as \"30s\""},
		{text + "[expect]\nstate = 'done'\n", "5:1: state done is not known"},
		{text + "[expect]\noutput = 'good'\n", "5:1: output good is not known"},
		{text + "[expect]\nartifacts = { min = 2, max = 1 }\n", "5:1: artifacts: min 2 is above max 1"},
		{text + "[expect]\nthat = '.a ='\n", "5:1: jq: "},
		{text + "[expect.same]\n", "4:9: file is missing: the golden file, from the directory of this file, such as \"golden/${case}.json\""},
		{text + "[expect.same]\nfile = 'x'\nignore = ['a']\n", "4:9: a is not a JSON Pointer"},
		{text + "[expect.same]\nfile = 'x'\nformats = ['dat']\n", "6:1: the format dat is not known"},
		{text + "[expect.same]\nfile = 'x'\nnumber = { '/a' = -1 }\n", "6:12: number./a must be at least 0"},
		{text + "[[expect.value]]\nis = 1\n", "4:10: at is missing: a JSON Pointer into the verdict document, such as \"/data/total\""},
		{text + "[[expect.value]]\nat = '/a'\n", "4:10: [[expect.value]] needs exactly one of: is, not, near, in"},
		{text + "[[expect.value]]\nat = '/a'\nis = 1\nnot = 2\n", "4:10: [[expect.value]] needs exactly one of"},
		{text + "[[expect.value]]\nat = 'a'\nis = 1\n", "5:1: at must be a JSON Pointer: it begins with /"},
		{text + "[[expect.value]]\nat = '/a'\nnear = 1\n", "6:1: near needs within"},
		{text + "[[expect.value]]\nat = '/a'\nis = 1\nwithin = 2\n", "7:1: within goes with near"},
		{text + "[[expect.value]]\nat = '/a'\nof-format = 'dat'\n", "6:1: the format dat is not known"},
		{text + "[[expect.value]]\nat = '/a'\nmatches = '('\n", "6:1: matches is a regular"},
		{text + "[[turn]]\ndo = 'cancel'\ntext = 'x'\n", "4:3: cancel sends nothing"},
		{text + "[[turn]]\n", "4:3: an answer has one of"},
		{text + "[[turn]]\ndo = 'message'\n", "4:3: a message has one of"},
		{text + "[[turn]]\ndo = 'wait'\n", "5:1: do wait is not known: use answer, message, cancel"},
		{text + "[[turn]]\nwhen = 'soon'\ntext = 'x'\n", "5:1: when soon is not known"},
		{text + "[[turn]]\ntext = 'x'\n[turn.expect]\nsettled = '1s'\n", "7:1: move settled to [expect]"},
	} {
		c, problems := parse("x.toml", []byte(test.file))
		if c != nil || len(problems) != 1 || !strings.HasPrefix(problems[0].Error(), "x.toml:"+test.want) {
			t.Errorf("%q: %v, want %s", test.file, problems, test.want)
		}
	}
}

func TestFilesAreFoundInOrder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"cases/b.toml": "version = 1\n[input]\ntext = 'x'\n", "cases/a/c.toml": "version = 1\n[input]\njson-file = '../d.json'\n",
		"cases/d.json": `{"a": 1}`, ".git/config": "", "cases/.hidden/e.toml": "no",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	files, problems := casefile.Find([]string{filepath.Join(dir, "cases"), filepath.Join(dir, "cases", "b.toml"), filepath.Join(dir, "none")})
	if len(files) != 2 || len(problems) != 1 {
		t.Fatalf("%q, %v", files, problems)
	}
	read, problems := casefile.ReadAll(files, casefile.Options{})
	cases := slices.Collect(casefile.All(read))
	if len(cases) != 2 || problems != nil || cases[0].Name != "c" || string(cases[0].Input.Data) != `{"a": 1}` {
		t.Errorf("%v, %v", cases, problems)
	}
}

// parse are all cases of a file.
func parse(path string, data []byte) ([]*casefile.Case, []*tomlfile.Problem) {
	f, problems := casefile.Parse(path, data, casefile.Options{})
	if problems != nil {
		return nil, problems
	}
	return slices.Collect(f.Cases()), nil
}
