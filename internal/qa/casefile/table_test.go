package casefile_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"a2aform/internal/qa/casefile"
)

// Each row is a case; cells reach the input with every digit, quote and line break.
func TestRowsAreCases(t *testing.T) {
	t.Parallel()
	const input = "version = 1\nname = 'n'\n[input]\njson = '''{\"a\": \"${row.a}\", \"b\": \"x ${row.b}!\", \"c\": [\"${row.a}\"]}'''\n"
	for name, test := range map[string]struct{ file, want string }{
		"t.csv": {
			"\ufeffa,b,set:t,skip,expect.state\r\n0.10,\"q\"\"u\r\no\",,,\r\n1e400,,é,later,rejected\r\n",
			`n [0.10 q"u o] {"a":"0.10","b":"x q\"u\no!","c":["0.10"]} [{/a 0.10} {/c/0 0.10}]  []|` +
				`n [1e400 é] {"a":"1e400","b":"x !","c":["1e400"]} [{/a 1e400} {/c/0 1e400} {t é}] later [rejected]`,
		},
		"t.jsonl": {
			"{\"a\":0.10,\"b\":\"B\"}\n\n{\"a\":null,\"b\":1.0,\"name\":\"none\"}\n",
			`n [0.10 B] {"a":0.10,"b":"x B!","c":[0.10]} []  []|n [none] {"a":null,"b":"x 1.0!","c":[null]} []  []`,
		},
		"t.json": {`[{"a":{"z":1,"y":2},"b":""},{"a":{"z":1,"y":2},"b":""}]`, `n [{"z":1,"y":2}] {"a":{"z":1,"y":2},"b":"x !","c":[{"z":1,"y":2}]} []  []|n [2: {"z":1,"y":2}] {"a":{"z":1,"y":2},"b":"x !","c":[{"z":1,"y":2}]} []  []`},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(test.file), 0o600); err != nil {
			t.Fatal(err)
		}
		cases, problems := parse(filepath.Join(dir, "c.toml"), []byte(input+"[table]\nfile = '"+name+"'\n"))
		var got []string
		for i, c := range cases {
			if c.Row != i+1 {
				t.Errorf("row %d is %d", i+1, c.Row)
			}
			got = append(got, fmt.Sprintf("%s %s %v %s %v", c.Name, c.Input.Data, c.Input.Set, c.Skip, c.Expect.States))
		}
		if all := strings.Join(got, "|"); problems != nil || all != test.want {
			t.Errorf("%s: %v\n%s\n%s", name, problems, all, test.want)
		}
	}
	cases, problems := parse("c.toml", []byte(input+"[table]\nrows = [{ a = 1.50, b = 'x' }, { a = 'y', b = true }]\n"))
	if problems != nil || len(cases) != 2 || string(cases[0].Input.Data) != `{"a":1.50,"b":"x x!","c":[1.50]}` || cases[1].Name != "n [y true]" {
		t.Errorf("%v, %v", cases, problems)
	}
}

func TestProblemsOfATable(t *testing.T) {
	t.Parallel()
	const input = "version = 1\n[input]\ntext = '${row.a}'\n[table]\n"
	for table, want := range map[string]string{
		"colums = 1\n":                    "5:1: unknown key colums",
		"rows = []\n":                     "4:2: the table has no rows",
		"":                                "4:2: [table] has either file or rows",
		"rows = [{ b = 1, 'c;d' = 2 }]\n": "4:2: row 1: there is no column a; there are b, c;d",
		"rows = [{ a = 1, 'expect.value' = 1 }]\n":         "4:2: row 1: the column expect.value is no key: the keys of a table are set:FIELD, expect.state, expect.value:PLACE, name and skip",
		"rows = [{ a = 1, 'expect.total' = 1 }]\n":         "4:2: row 1: the column expect.total is no key",
		"rows = [{ a = 1, 'expect:/data/total' = 1 }]\n":   "4:2: row 1: the column expect:/data/total is no key",
		"rows = [{ a = 1, 'input.text' = 'x' }]\n":         "4:2: row 1: the column input.text is no key",
		"rows = [{ a = 1, 'expct.state' = 'x' }]\n":        "4:2: row 1: the column expct.state is no key",
		"rows = [{ a = 1, 'Expect.State' = 'x' }]\n":       "4:2: row 1: the column Expect.State is no key",
		"rows = [{ a = 1, ' expect.state' = 'x' }]\n":      "4:2: row 1: the column  expect.state is no key",
		"rows = [{ a = 1, 'value:/data/total' = 1 }]\n":    "4:2: row 1: the column value:/data/total is no key",
		"rows = [{ a = 1, '/data/total' = 1 }]\n":          "4:2: row 1: the column /data/total is no key",
		"rows = [{ a = 1, 'Set:b' = 1 }]\n":                "4:2: row 1: the column Set:b is no key",
		"rows = [{ a = 1, '' = 1 }]\n":                     "4:2: row 1: column 2 has no name",
		"rows = [{ a = 1, 'set:' = 'x' }]\n":               "4:2: row 1: the column set: is no key",
		"rows = [{ a = 1, 'expect.value:total' = 'x' }]\n": "4:2: row 1: the column expect.value:total has no place",
		"file = 'none.csv'\n":                              "5:1: file ",
		"rows = [1]\n":                                     "5:1: item 1 of rows must be a table",
		"rows = [{ a = 1, 'expect.state' = 'x' }]\n":       "4:2: row 1: expect.state x is not known",
	} {
		cases, problems := parse("x.toml", []byte(input+table))
		if cases != nil || len(problems) != 1 || !strings.HasPrefix(problems[0].Error(), "x.toml:"+want) {
			t.Errorf("%q: %v, want %s", table, problems, want)
		}
	}
}

// Each row runs with each entry of the matrix.
func TestMatrix(t *testing.T) {
	t.Parallel()
	const text = "version = 1\nname = 'n'\n[input]\ntext = '${row.a} ${var.who} ${var.where} ${case} ${uuid} ${x}'\n[table]\nrows = [{ a = 'A' }, { a = 'B' }]\n" +
		"[matrix]\na2a-version = ['1.0', '0.3']\nstream = [true]\n"
	f, problems := casefile.Parse("c.toml", []byte(text), casefile.Options{Env: "qa", Vars: map[string]string{"who": "nobody", "where": "qa"}})
	if problems != nil || f.Count != 4 {
		t.Fatal(problems)
	}
	var got []string
	for c := range f.Cases() {
		got = append(got, fmt.Sprint(c.Name, "|", c.Input.Text, "|", c.Entry.Version, *c.Entry.Stream, c.HasPlaceholders()))
	}
	want := []string{
		"n [A] 1.0 streamed|A nobody qa n-A-1.0-streamed-1005d3f7 ${uuid} ${x}|1.0true true", "n [A] 0.3 streamed|A nobody qa n-A-0.3-streamed-7778a528 ${uuid} ${x}|0.3true true",
		"n [B] 1.0 streamed|B nobody qa n-B-1.0-streamed-6ffd6894 ${uuid} ${x}|1.0true true", "n [B] 0.3 streamed|B nobody qa n-B-0.3-streamed-b72006d3 ${uuid} ${x}|0.3true true",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// An expectation takes its operand from the row: typed where the cell is, else as text.
func TestExpectationsOfRows(t *testing.T) {
	t.Parallel()
	const text = "version = 1\n[input]\ntext = 'x'\n[[expect.value]]\nat = '/data/n'\nis = '${row.n}'\n[[expect.value]]\nat = '/data/n'\nnear = '${row.n}'\nwithin = 1\n[table]\n"
	cases, problems := parse("c.toml", []byte(text+"rows = [{ n = 1.50 }]\n"))
	if problems != nil || cases[0].Expect.Values[0].IsText || cases[0].Expect.Values[1].Operand.Text() != "1.50" {
		t.Fatal(problems)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "t.csv"), []byte("n\n1.50\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cases, problems = parse(filepath.Join(dir, "c.toml"), []byte(text+"file = 't.csv'\n"))
	if v := cases[0].Expect.Values[0]; problems != nil || !v.IsText || v.Operand.Text() != "1.50" {
		t.Errorf("%v %+v", problems, v)
	}
}

// A column expect.value:PLACE is an expectation of each row that has a cell in it. A column that comes twice is told, as one of them would be lost.
func TestColumnsOfExpectedValues(t *testing.T) {
	t.Parallel()
	read := func(table string) ([]*casefile.Case, string) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "t.csv"), []byte(table), 0o600); err != nil {
			t.Fatal(err)
		}
		cases, problems := parse(filepath.Join(dir, "c.toml"), []byte("version = 1\n[input]\ntext = '${row.a}'\n[table]\nfile = 't.csv'\n"))
		return cases, fmt.Sprint(problems)
	}
	cases, problems := read("a,expect.value:/data/total,note\nx,24.90,n\ny,,n\n")
	if len(cases) != 2 || len(cases[0].Expect.Values) != 1 || len(cases[1].Expect.Values) != 0 {
		t.Fatalf("%d cases, %s", len(cases), problems)
	}
	if v := cases[0].Expect.Values[0]; v.At != "/data/total" || v.Relation != casefile.Is || v.Operand.Text() != "24.90" || !v.IsText {
		t.Errorf("expects %+v", v)
	}
	if _, problems := read("a,b,a\nx,y,z\n"); !strings.Contains(problems, "the column a comes twice") {
		t.Errorf("a column that comes twice: %s", problems)
	}
	for _, separator := range []string{";", "\t"} {
		if _, problems := read("b" + separator + "a\nx" + separator + "y\n"); !strings.Contains(problems, "its only column is b") || !strings.Contains(problems, "separate columns by commas") {
			t.Errorf("columns between %q: %s", separator, problems)
		}
	}
	if cases, problems := read("a,\nx,\n"); len(cases) != 1 { // a comma too many, as spreadsheets write it
		t.Errorf("an empty last column: %s", problems)
	}
}

// A column that no case uses is no mistake, but whoever expects that it is checked has to know. One that the file names may look like a key.
func TestUnusedColumns(t *testing.T) {
	t.Parallel()
	for table, want := range map[string]string{
		"rows = [{ a = 'x', winner = 'Tiger', note = 'n', 'set:b' = '1', name = 'n', skip = '', 'expect.value:/text' = 'x' }]": "winner note",
		"rows = [{ a = 'x' }]": "",
	} {
		f, problems := casefile.Parse("c.toml", []byte("version = 1\n[input]\ntext = '${row.a}'\n[table]\n"+table), casefile.Options{})
		if problems != nil || strings.Join(f.Unused, " ") != want {
			t.Errorf("%s: %v, %v", table, f, problems)
		}
	}
	if f, problems := casefile.Parse("c.toml", []byte("version = 1\n[input]\ntext = '${row./path}'\n[table]\nrows = [{ '/path' = 'x' }]"), casefile.Options{}); problems != nil || f.Unused != nil {
		t.Error(problems)
	}
}
