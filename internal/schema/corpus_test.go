package schema_test

import (
	"os"
	"path/filepath"
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

// TestCorpusSuite runs the required tests of the JSON-Schema-Test-Suite through
// our loading, our patterns and our budget. Schemas that reach for other
// documents must be turned down: nothing is fetched.
func TestCorpusSuite(t *testing.T) {
	root := filepath.Join(corpus(t), "fetched", "json-schema-test-suite", "tests")
	for dir, dialect := range map[string]string{
		"draft4":       "http://json-schema.org/draft-04/schema#",
		"draft7":       "http://json-schema.org/draft-07/schema#",
		"draft2020-12": "https://json-schema.org/draft/2020-12/schema",
	} {
		t.Run(dir, func(t *testing.T) {
			files, err := filepath.Glob(filepath.Join(root, dir, "*.json"))
			if err != nil || len(files) < 20 {
				t.Fatalf("%d files, %v", len(files), err)
			}
			verdicts, refused := 0, 0
			for _, file := range files {
				v, r := runSuite(t, file, dialect)
				verdicts, refused = verdicts+v, refused+r
			}
			t.Logf("%d verdicts, %d schemas turned down for reaching outside", verdicts, refused)
			if verdicts < 500 || refused > 60 {
				t.Errorf("%d verdicts and %d refusals: the suite was not really read", verdicts, refused)
			}
		})
	}
}

func runSuite(t *testing.T, file, dialect string) (verdicts, refused int) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	groups, err := ojson.Parse(text, ojson.Limits{})
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	for _, group := range groups.Items() {
		d := load(t, string(inDialect(group.Get("schema"), dialect).Compact()))
		if err := d.Compile(); err != nil {
			if !strings.Contains(err.Error(), "not followed") {
				t.Errorf("%s: %s: %v", filepath.Base(file), group.Get("description").Text(), err)
			}
			refused++
			continue
		}
		for _, c := range group.Get("tests").Items() {
			verdicts++
			if valid := len(d.Validate(c.Get("data"))) == 0; valid != c.Get("valid").Bool() {
				t.Errorf("%s: %s: %s: valid is %v", filepath.Base(file), group.Get("description").Text(), c.Get("description").Text(), valid)
			}
		}
	}
	return verdicts, refused
}

// inDialect names the dialect of a schema that does not.
func inDialect(s *ojson.Value, dialect string) *ojson.Value {
	if !s.Is(ojson.Object) || s.Get("$schema").Exists() {
		return s
	}
	named := append([]ojson.Member{{Name: "$schema", Value: ojson.NewString(dialect)}}, s.Members()...)
	return ojson.NewObject(named...)
}

// TestCorpusInstances judges the valid instances of real schemas as valid.
func TestCorpusInstances(t *testing.T) {
	instances := 0
	for _, pattern := range []string{"fetched/*/schema.json", "own/*/schema.json"} {
		files, err := filepath.Glob(filepath.Join(corpus(t), filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			instances += judgeInstances(t, file)
		}
	}
	if instances < 50 {
		t.Errorf("only %d instances: the corpus was not really read", instances)
	}
}

func judgeInstances(t *testing.T, file string) int {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	d, err := schema.Load(text)
	if err != nil {
		t.Errorf("%s: %v", file, err)
		return 0
	}
	if err := d.Compile(); err != nil {
		t.Logf("%s does not compile yet (issue 3): %v", filepath.Base(filepath.Dir(file)), err)
		return 0
	}
	positives, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "positive", "*.json"))
	for _, positive := range positives {
		text, err := os.ReadFile(positive)
		if err != nil {
			t.Fatal(err)
		}
		if problems := d.Validate(value(t, string(text))); len(problems) > 0 {
			t.Errorf("%s: %+v", positive, problems[0])
		}
	}
	return len(positives)
}
