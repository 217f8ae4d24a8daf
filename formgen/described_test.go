package formgen_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
	"a2aform/ui/uitest"
)

// maxListed is how many fields of a form are listed: lists of the corpus may be long.
const maxListed = 24

// TestFormsOfTheCorpus compares the forms of the schemas in testdata, empty and filled in with each value, with a golden file: their
// fields, their rows, and what is sent or why nothing is. Each field then gets the next presence and back.
func TestFormsOfTheCorpus(t *testing.T) {
	t.Parallel()
	schemas, _ := filepath.Glob("../testdata/schemas/*/schema.json")
	more, _ := filepath.Glob("../testdata/repro/*.json")
	if schemas = append(schemas, more...); len(schemas) < 30 {
		t.Fatalf("%d schemas", len(schemas))
	}
	var b strings.Builder
	for _, path := range schemas {
		doc, err := schema.Load(read(t, path))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "== %s\n", strings.TrimPrefix(filepath.ToSlash(path), "../testdata/"))
		empty := formOn(doc)
		describeForm(&b, empty)
		for _, kind := range []string{"positive", "negative"} {
			values, _ := filepath.Glob(filepath.Join(filepath.Dir(path), kind, "*.json"))
			for _, value := range values {
				v, err := ojson.Parse(read(t, value), ojson.DataLimits)
				if err != nil {
					t.Fatal(err)
				}
				f := formOn(doc)
				f.Load(v)
				fmt.Fprintf(&b, "-- %s %s\n", kind, v.Compact())
				describeForm(&b, f)
				walkPresences(&b, f)
			}
		}
	}
	uitest.Text(t, "forms", b.String())
}

func formOn(doc *schema.Document) *formgen.Form {
	f := formgen.New(doc)
	f.SetClock(func() time.Time { return time.Date(2026, time.March, 13, 12, 0, 0, 0, time.UTC) })
	return f
}

func describeForm(b *strings.Builder, f *formgen.Form) {
	f.Accept(f.Validate()())
	data, err := f.Submit()
	fmt.Fprintf(b, "sends %s, %v\n", data, err)
	v, isComplete := f.Value()
	c := f.Counts()
	fmt.Fprintf(b, "value %s, complete %t, required %d, filled %d, problems %d, warnings %d, left out %q, secret %t\n",
		v.Compact(), isComplete, c.Required, c.Filled, c.Problems, c.Warnings, f.LeftOut(), f.HasSecret())
	for _, l := range f.Problems() {
		said := l.Complaint()
		fmt.Fprintf(b, "problem of %q: %q %q %q, %s\n", l.Field.Pointer(), said.Part, said.Wrong, said.Advice, said.Brief())
	}
	left := maxListed
	for _, row := range f.Pages().Rows(f.Root()) {
		if left--; left < 0 {
			break
		}
		fmt.Fprintf(b, "row %d%s %s, inner %t, kind %d\n", row.Union, strings.Repeat("  ", row.Depth), row.Label(), row.IsInner(), row.Kind)
	}
	left = maxListed
	describeField(b, f.Root(), &left)
}

func describeField(b *strings.Builder, x *formgen.Field, left *int) {
	if *left--; *left < 0 {
		return
	}
	filled, of := x.Filled()
	fmt.Fprintf(b, "%s%s: %s %s, presence %d of %v then %d, from %s, %d of %d", strings.Repeat("  ", strings.Count(x.Pointer(), "/")), x.Path(),
		x.Kind(), x.JSON(), x.Presence(), x.Presences(), x.NextPresence(), x.Origin(), filled, of)
	for _, fact := range []struct {
		name string
		is   bool
	}{
		{"text", x.IsText()},
		{"bytes", x.IsBinary()},
		{"extra", x.IsExtra()},
		{"item", x.IsItem()},
		{"locked", x.IsLocked()},
		{"nullable", x.IsNullable()},
		{"required", x.IsRequired()},
		{"secret", x.IsSecret()},
		{"touched", x.IsTouched()},
		{"blank item", x.HasBlankItem()},
		{"takes names", x.CanAddKey()},
		{"takes items", x.CanAppend()},
		{"leaves JSON", x.CanLeaveJSON()},
		{"offers names", x.OffersKeys()},
	} {
		if fact.is {
			b.WriteString(", " + fact.name)
		}
	}
	fmt.Fprintf(b, ", chosen %d", x.Chosen())
	if v := x.Offered(); v != nil {
		fmt.Fprintf(b, ", offered %s", v.Compact())
	}
	for _, u := range x.Unions() {
		fmt.Fprintf(b, ", shape %d of %q %q", u.Chosen, u.Branches, u.Notes)
	}
	for _, d := range x.Demands() {
		fmt.Fprintf(b, ", demands %q %t", d.Text(), d.IsMet())
	}
	for _, p := range x.OwnProblems() {
		fmt.Fprintf(b, ", own problem %q", p.Message())
	}
	for _, p := range x.Warnings() {
		fmt.Fprintf(b, ", warning %q", p.Message())
	}
	b.WriteString("\n")
	for _, child := range x.Children() {
		describeField(b, child, left)
	}
}

// walkPresences says what is left of a form as each of its fields gets its next presence, and undoes that.
func walkPresences(b *strings.Builder, f *formgen.Form) {
	for _, child := range f.Root().Children() {
		child.SetPresence(child.NextPresence())
		v, _ := f.Value()
		fmt.Fprintf(b, "%s as %d: %s", child.Path(), child.Presence(), v.Compact())
		at, undone := f.Undo()
		v, _ = f.Value()
		fmt.Fprintf(b, ", undone %t at %q: %s\n", undone, at, v.Compact())
	}
}
