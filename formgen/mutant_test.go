package formgen_test

import (
	"errors"
	"path/filepath"
	"testing"

	"a2aform/formgen"
	"a2aform/formgen/formtest"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// mutants reads the faults that the corpus has for a schema.
func mutants(t *testing.T, dir string) []formtest.Mutant {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(dir, "mutants.json"))
	if len(files) == 0 {
		return nil
	}
	list, err := ojson.Parse(read(t, files[0]), ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	var all []formtest.Mutant
	for _, m := range list.Items() {
		base, err := ojson.Parse(read(t, filepath.Join(dir, "positive", m.Get("base").Text())), ojson.DataLimits)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(dir) + "/" + m.Get("base").Text() + " " + m.Get("op").Text() + " " + m.Get("path").Text() + " " + m.Get("keyword").Text()
		all = append(all, formtest.Mutant{Name: name, Base: base, Op: m.Get("op").Text(), Path: m.Get("path").Text(), Value: m.Get("value")})
	}
	return all
}

// TestCorpusMutants brings values with one fault each into their forms, as a
// preset and by typing: the form says so at the fault, and nowhere else. A name
// that an object does not take is refused when it is typed.
func TestCorpusMutants(t *testing.T) {
	all, loaded, typed := 0, 0, 0
	eachSchema(t, func(t *testing.T, dir string, doc *schema.Document) {
		for _, m := range mutants(t, dir) {
			all++
			if err := loadFault(doc, m); err != nil {
				t.Errorf("loaded %s: %v", m.Name, err)
			} else {
				loaded++
			}
			if err := typeFault(doc, m); err != nil {
				t.Errorf("typed %s: %v", m.Name, err)
			} else {
				typed++
			}
		}
	})
	t.Logf("%d of %d loaded faults and %d typed ones are shown where they are", loaded, all, typed)
	if all < 400 {
		t.Errorf("only %d faults: the corpus was not really read", all)
	}
}

func loadFault(doc *schema.Document, m formtest.Mutant) error {
	form := formgen.New(doc)
	form.Load(m.Apply())
	return formtest.CheckLocated(form, m.Path)
}

func typeFault(doc *schema.Document, m formtest.Mutant) error {
	form := formgen.New(doc)
	if err := formtest.Enter(form, m.Base); err != nil {
		return err
	}
	err := formtest.EnterAny(form, m.Apply())
	var noKey *formtest.NoKeyError
	switch {
	case errors.As(err, &noKey) && noKey.Pointer == m.Path:
		return nil
	case err != nil:
		return err
	}
	return formtest.CheckLocated(form, m.Path)
}
