package fileschema_test

import (
	"os"
	"path/filepath"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/fileschema"
	"a2aform/internal/schema"
	"a2aform/internal/tomlfile"
)

// Files that are read without a problem are valid, and files with a problem that a schema can tell are not.
func TestFilesAreValid(t *testing.T) {
	paths, err := filepath.Glob("../../../testdata/suite/*.toml")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if problems := problemsOf(t, "case", string(data)); len(problems) > 0 {
			t.Errorf("%s: %v", path, problems)
		}
	}
	const suiteText = `version = 1
cases = ["cases/**/*.toml"]
rejection = { states = ["rejected"], codes = [-32602], that = '.text | test("not valid"; "i")' }
[defaults]
timeout = "1m30s"
expect.output = "valid"
[budget]
messages = 2000
[environments.staging]
agents = { expenses = "https://staging.example.com" }
headers = { Authorization = { env = "STAGING_AUTH" }, X-Tenant = "qa" }
protect = true
rate = "2/s"
`
	if problems := problemsOf(t, "suite", suiteText); len(problems) > 0 {
		t.Error(problems)
	}
	const start = "version = 1\n[input]\ntext = \"x\"\n[expect]\n"
	for text, valid := range map[string]bool{
		start + "state = \"completed\"\nartifacts = { min = 1 }\nthat = '.a'":                                     true,
		start + "[[expect.value]]\nat = \"/a\"\nis = { b = [1, \"c\"] }\n[[expect.that]]\njq = '.a'\nwhy = \"b\"": true,
		start + "state = \"done\"":        false,
		start + "artifacts = -1":          false,
		start + "settled = \"soon\"":      false,
		start + "output = 1":              false,
		start + "[[expect.value]]\nis=1":  false,
		"version = 2\n[input]\ntext=\"\"": false,
		"version = 1":                     false,
	} {
		if problems := problemsOf(t, "case", text); valid != (len(problems) == 0) {
			t.Errorf("%s\n%v", text, problems)
		}
	}
}

func problemsOf(t *testing.T, file, text string) []schema.Problem {
	t.Helper()
	raw, err := fileschema.Of(file)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := schema.Load(raw)
	if err != nil {
		t.Fatal(err)
	}
	tree, problem := tomlfile.Parse([]byte(text))
	if problem != nil {
		t.Fatal(problem)
	}
	v, err := ojson.Parse(tomlfile.Value(tree).Compact(), ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	return doc.Validate(v)
}
