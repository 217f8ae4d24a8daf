package schema_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// corpus is the directory of real schemas (see CONTRIBUTING.md). It is not part
// of the project; without it the tests that read it say so and are skipped.
func corpus(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("A2AFORM_CORPUS")
	if dir == "" {
		t.Skip("A2AFORM_CORPUS is not set: the corpus is NOT TESTED")
	}
	return filepath.Join(dir, "schemas")
}

// suiteSize is how many required tests of the JSON-Schema-Test-Suite are validated,
// by the directory of the draft.
var suiteSize = map[string]int{"draft4": 618, "draft7": 927, "draft2020-12": 1299}

// TestCorpusSuite runs the required tests of the JSON-Schema-Test-Suite through
// our loading, our patterns and our budget. The documents that they refer to
// come from a registry; nothing is fetched.
func TestCorpusSuite(t *testing.T) {
	root := filepath.Join(corpus(t), "fetched", "json-schema-test-suite")
	for dir, dialect := range map[string]string{
		"draft4":       "http://json-schema.org/draft-04/schema#",
		"draft7":       "http://json-schema.org/draft-07/schema#",
		"draft2020-12": "https://json-schema.org/draft/2020-12/schema",
	} {
		t.Run(dir, func(t *testing.T) {
			registry := remotes(t, filepath.Join(root, "remotes"), dialect)
			files, err := filepath.Glob(filepath.Join(root, "tests", dir, "*.json"))
			if err != nil || len(files) < 20 {
				t.Fatalf("%d files, %v", len(files), err)
			}
			verdicts := 0
			for _, file := range files {
				verdicts += runSuite(t, file, dialect, registry)
			}
			t.Logf("%d verdicts", verdicts)
			if verdicts < suiteSize[dir] {
				t.Errorf("%d verdicts: the suite was not really read", verdicts)
			}
		})
	}
}

// remotes are the documents that the suite expects at its local server.
func remotes(t *testing.T, root, dialect string) map[string][]byte {
	t.Helper()
	registry := map[string][]byte{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		v := parsed(t, path)
		name, err := filepath.Rel(root, path)
		registry["http://localhost:1234/"+filepath.ToSlash(name)] = inDialect(v, dialect).Compact()
		return err
	})
	if err != nil || len(registry) < 20 {
		t.Fatalf("%d remotes, %v", len(registry), err)
	}
	return registry
}

func parsed(t *testing.T, file string) *ojson.Value {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	v, err := ojson.Parse(text, ojson.Limits{})
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return v
}

func runSuite(t *testing.T, file, dialect string, registry map[string][]byte) (verdicts int) {
	t.Helper()
	for _, group := range parsed(t, file).Items() {
		name := filepath.Base(file) + ": " + group.Get("description").Text()
		d, err := schema.LoadWith(inDialect(group.Get("schema"), dialect).Compact(), schema.Options{Registry: registry})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := d.Compile(); err != nil || len(d.Notices()) > 0 {
			t.Errorf("%s: %v, notices %v", name, err, d.Notices())
			continue
		}
		for _, c := range group.Get("tests").Items() {
			verdicts++
			if valid := len(d.Validate(c.Get("data"))) == 0; valid != c.Get("valid").Bool() {
				t.Errorf("%s: %s: valid is %v", name, c.Get("description").Text(), valid)
			}
		}
	}
	return verdicts
}

// inDialect names the dialect of a schema that does not.
func inDialect(s *ojson.Value, dialect string) *ojson.Value {
	if !s.Is(ojson.Object) || s.Get("$schema").Exists() {
		return s
	}
	named := append([]ojson.Member{{Name: "$schema", Value: ojson.NewString(dialect)}}, s.Members()...)
	return ojson.NewObject(named...)
}

// TestCorpusInstances validates the valid instances of real schemas as valid.
func TestCorpusInstances(t *testing.T) {
	instances := 0
	for _, pattern := range []string{"fetched/*/schema.json", "own/*/schema.json"} {
		files, err := filepath.Glob(filepath.Join(corpus(t), filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			instances += validateInstances(t, file)
		}
	}
	if instances < 50 {
		t.Errorf("only %d instances: the corpus was not really read", instances)
	}
}

func validateInstances(t *testing.T, file string) int {
	t.Helper()
	d := load(t, string(parsed(t, file).Compact()))
	if err := d.Compile(); err != nil {
		t.Errorf("%s: %v", file, err)
		return 0
	}
	if n := d.Notices(); len(n) > 0 {
		t.Logf("%s: %v", filepath.Base(filepath.Dir(file)), n)
	}
	positives, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "positive", "*.json"))
	for _, positive := range positives {
		if problems := d.Validate(parsed(t, positive)); len(problems) > 0 {
			t.Errorf("%s: %+v", positive, problems[0])
		}
	}
	return len(positives)
}

// hostile says what becomes of schemas that hang, crash or lie to
// naive generators; "!" stands for the number of notices.
var hostile = map[string]map[string]string{
	"ref-self":         {"": "JSON", "!": "1"},
	"ref-two-cycle":    {"/x": "JSON", "!": "1"},
	"ref-dangling":     {"/x": "JSON", "/y": "text", "!": "1"},
	"ref-remote":       {"/x": "JSON", "/y": "text", "!": "1"},
	"ref-file":         {"/x": "JSON", "!": "1"},
	"ref-sibling-file": {"/task": "JSON", "/note": "text", "!": "1"},
	"unknown-dialect":  {"/a": "text", "!": "1"},
	"draft3":           {"/a": "text", "!": "2"},
	"python-types":     {"": "object", "/a": "text", "/b": "number", "/c": "list", "/d": "whole number", "!": "5"},
	"redos":            {"/s": "text", "!": "0"},
	"redos-lookahead":  {"/s": "text", "!": "0"},
	"bad-regex":        {"/s": "text", "/t": "whole number", "!": "1"},
	"exp-number":       {"/n": "number", "!": "0"},
	"anyof-2pow30":     {"": "JSON", "!": "1"},
	"false-prop":       {"/a": "text", "!": "0"},
	"impossible":       {"": "object", "!": "0"},
	"null-props":       {"!": "1"},
	"props-array":      {"!": "1"},
	"bool-true":        {"": "JSON", "!": "0"},
	"empty":            {"": "JSON", "!": "0"},
	"unicode-keys":     {"/": "yes or no", "/a~1b": "text", "/~0t": "whole number", "!": "0"},
	"ansi-title":       {"/a": "text", "!": "0"},
}

func TestCorpusHostile(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(corpus(t), "own", "hostile", "*.json"))
	for _, file := range files {
		id := strings.TrimSuffix(filepath.Base(file), ".json")
		if id == "expect" {
			continue
		}
		t.Run(id, func(t *testing.T) {
			want, known := hostile[id]
			if !known {
				t.Fatal("it is not said what should become of this")
			}
			d := load(t, string(parsed(t, file).Compact()))
			if (d.Compile() != nil) != (id == "anyof-2pow30") {
				t.Errorf("compile: %v", d.Compile())
			}
			for at, kind := range want {
				if at == "!" {
					if n := d.Notices(); strconv.Itoa(len(n)) != kind {
						t.Errorf("notices %q, want %s", texts(n), kind)
					}
					continue
				}
				loc := d.Root()
				for _, name := range ojson.Tokens(at) {
					loc = loc.Property(name)
				}
				if got := loc.Kind().String(); got != kind {
					t.Errorf("%s is of kind %s, want %s", at, got, kind)
				}
			}
		})
	}
	if len(files) < len(hostile) {
		t.Errorf("only %d files", len(files))
	}
}
