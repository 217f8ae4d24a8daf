package fileschema_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/fileschema"
	"a2aform/internal/qa/tomlfile"
	"a2aform/internal/schema"
)

// far is a key that is near to none.
const far = "qqqqqqqqqqqqqqqqqqqqqqqqqqqqqq = 1\n"

// Each table has the keys in its schema that its reader takes: a reader that does not know a key names the ones that it knows.
func TestSchemasHaveTheKeysThatAreRead(t *testing.T) {
	const input = "[input]\ntext = \"x\"\n"
	for _, tt := range []struct{ file, at, text string }{
		{"case", "", far + "version = 1\n" + input},
		{"case", "/properties/input", "version = 1\n" + input + far},
		{"case", "/properties/table", "version = 1\n" + input + "[table]\n" + far},
		{"case", "/properties/matrix", "version = 1\n" + input + "[matrix]\n" + far},
		{"case", "/properties/expect", "version = 1\n" + input + "[expect]\n" + far},
		{"case", "/properties/expect/properties/artifacts/oneOf/1", "version = 1\n" + input + "[expect.artifacts]\n" + far},
		{"case", "/properties/expect/properties/that/oneOf/1/items", "version = 1\n" + input + "[[expect.that]]\n" + far},
		{"case", "/properties/expect/properties/value/items", "version = 1\n" + input + "[[expect.value]]\n" + far},
		{"case", "/properties/expect/properties/same", "version = 1\n" + input + "[expect.same]\n" + far},
		{"case", "/properties/turn/items", "version = 1\n" + input + "[[turn]]\n" + far},
		{"case", "/properties/turn/items/properties/expect", "version = 1\n" + input + "[[turn]]\n[turn.expect]\n" + far},
	} {
		if have, want := keysOf(t, tt.file, tt.at), keysRead(t, tt.text); !slices.Equal(have, want) {
			t.Errorf("%s %s has the keys\n%q, and the reader\n%q", tt.file, tt.at, have, want)
		}
	}
}

// keysRead are the keys that the reader names for one that it does not know.
func keysRead(t *testing.T, text string) []string {
	t.Helper()
	_, problems := casefile.Parse("c", []byte(text), casefile.Options{})
	for _, p := range problems {
		if _, list, ok := strings.Cut(p.Text, "the keys here are "); ok {
			return strings.Split(list, ", ")
		}
	}
	t.Fatalf("no unknown key in %s: %v", text, problems)
	return nil
}

func keysOf(t *testing.T, file, at string) (keys []string) {
	t.Helper()
	text, err := fileschema.Of(file)
	if err != nil {
		t.Fatal(err)
	}
	var s map[string]any
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	var value any = s
	for _, step := range strings.Split(at, "/")[1:] {
		if list, ok := value.([]any); ok {
			value = list[step[0]-'0']
			continue
		}
		value, _ = value.(map[string]any)[step]
	}
	table, _ := value.(map[string]any)
	if extra, ok := table["additionalProperties"]; !ok || extra != false {
		t.Errorf("%s %s allows other keys", file, at)
	}
	members, _ := table["properties"].(map[string]any)
	for key := range members {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

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
