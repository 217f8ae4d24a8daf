package formgen_test

import (
	"os"
	"path/filepath"
	"testing"

	"a2aform/formgen"
	"a2aform/formgen/formtest"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// TestCorpusSuiteReach types every value that the required tests of the
// JSON-Schema-Test-Suite call valid into the form of its schema, and loads every
// other one: the valid leave as they are, the others do not leave.
func TestCorpusSuiteReach(t *testing.T) {
	dir := os.Getenv("A2AFORM_CORPUS")
	if dir == "" {
		t.Skip("A2AFORM_CORPUS is not set: the corpus is NOT TESTED")
	}
	dir = filepath.Join(dir, "schemas", "fetched", "json-schema-test-suite", "tests")
	valid, invalid := 0, 0
	for draft, dialect := range map[string]string{
		"draft4":       "http://json-schema.org/draft-04/schema#",
		"draft7":       "http://json-schema.org/draft-07/schema#",
		"draft2020-12": "https://json-schema.org/draft/2020-12/schema",
	} {
		files, err := filepath.Glob(filepath.Join(dir, draft, "*.json"))
		if err != nil || len(files) < 20 {
			t.Fatalf("%d files, %v", len(files), err)
		}
		for _, file := range files {
			groups, err := ojson.Parse(read(t, file), ojson.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			for _, group := range groups.Items() {
				v, i := suiteGroup(t, draft+"/"+filepath.Base(file), group, dialect)
				valid, invalid = valid+v, invalid+i
			}
		}
	}
	t.Logf("%d valid values were typed, %d others refused", valid, invalid)
	if valid < 1000 || invalid < 800 {
		t.Error("the suite was not really read")
	}
}

func suiteGroup(t *testing.T, file string, group *ojson.Value, dialect string) (valid, invalid int) {
	t.Helper()
	text := group.Get("schema")
	if text.Is(ojson.Object) && !text.Get("$schema").Exists() {
		text = ojson.NewObject(append([]ojson.Member{{Name: "$schema", Value: ojson.NewString(dialect)}}, text.Members()...)...)
	}
	doc, err := schema.Load(text.Compact())
	if err != nil || doc.Compile() != nil {
		t.Errorf("%s: %s: %v %v", file, group.Get("description").Text(), err, doc.Compile())
		return 0, 0
	}
	if len(doc.Notices()) > 0 {
		return 0, 0 // it reaches for other documents
	}
	for _, c := range group.Get("tests").Items() {
		v := c.Get("data")
		name := file + ": " + group.Get("description").Text() + ": " + c.Get("description").Text()
		if c.Get("valid").Bool() {
			valid++
			if err := reach(doc, v); err != nil {
				t.Errorf("%s: %s: %v", name, v.Compact(), err)
			}
			continue
		}
		invalid++
		f := formgen.New(doc)
		f.Load(v)
		if data, err := f.Submit(); err == nil {
			t.Errorf("%s: %s is sent", name, data)
		}
		if err := formtest.CheckSound(f, doc); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	return valid, invalid
}
