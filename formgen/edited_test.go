package formgen_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
	"a2aform/ui/uitest"
)

// edits are what is done to each field of a form, one after the other. Those that a field cannot have change nothing.
var edits = []struct {
	name string
	do   func(x *formgen.Field) any
}{
	{"type 7", func(x *formgen.Field) any { x.Type("7"); return x.Text() }},
	{"text", func(x *formgen.Field) any { x.SetText("tomorrow"); return x.Text() }},
	{"paste", func(x *formgen.Field) any { x.Paste("1\n2"); return x.Text() }},
	{"yes", func(x *formgen.Field) any { x.SetBool(true); v, ok := x.Bool(); return []any{v, ok} }},
	{"append", func(x *formgen.Field) any {
		if !x.CanAppend() {
			return "no"
		}
		return x.Append().Path()
	}},
	{"insert", func(x *formgen.Field) any {
		if x.Kind() != schema.Array || !x.CanAppend() {
			return "no"
		}
		return x.Insert(0).Path()
	}},
	{"move", func(x *formgen.Field) any {
		if len(x.Children()) > 1 && x.Kind() == schema.Array {
			x.Move(0, 1)
		}
		return len(x.Children())
	}},
	{"add a name", func(x *formgen.Field) any {
		entry, err := x.AddEntry("own: 5")
		if err != nil {
			return err
		}
		return entry.Path()
	}},
	{"rename", func(x *formgen.Field) any { return x.RenameKey("own", "other") }},
	{"choose", func(x *formgen.Field) any {
		if len(x.Choices()) > 0 {
			x.Choose(len(x.Choices()) - 1)
		}
		return x.Chosen()
	}},
	{"toggle", func(x *formgen.Field) any {
		if x.Kind() == schema.MultiEnum {
			x.Toggle(0)
			return x.IsToggled(0)
		}
		return "no"
	}},
	{"shape", func(x *formgen.Field) any {
		for i, u := range x.Unions() {
			x.ChooseBranch(i, len(u.Branches)-1)
		}
		return len(x.Unions())
	}},
	{"as JSON", func(x *formgen.Field) any { return x.AsJSON(true) }},
	{"JSON", func(x *formgen.Field) any { return x.SetJSON(`{"a":[1,2.50]}`) }},
	{"as fields", func(x *formgen.Field) any { return x.AsJSON(false) }},
	{"default", func(x *formgen.Field) any { x.UseDefault(); return x.Origin() }},
	{"leave out", func(x *formgen.Field) any { x.SetPresence(formgen.Omitted); return x.Presence() }},
}

// TestEditedFormsOfTheCorpus compares what becomes of the forms of the schemas in testdata, as each of their fields is edited in each way,
// with a golden file: the value, what the edit says, and the value once it is undone and done again.
func TestEditedFormsOfTheCorpus(t *testing.T) {
	t.Parallel()
	schemas, _ := filepath.Glob("../testdata/schemas/*/schema.json")
	if len(schemas) < 30 {
		t.Fatalf("%d schemas", len(schemas))
	}
	var b strings.Builder
	for _, path := range schemas {
		doc, err := schema.Load(read(t, path))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "== %s\n", filepath.Base(filepath.Dir(path)))
		for i := range min(len(formOn(doc).Root().Children())+1, 7) {
			editField(&b, doc, path, i)
		}
		draft(t, &b, doc, filepath.Dir(path))
	}
	uitest.Text(t, "edits", b.String())
}

// editField edits the root, or a field below it.
func editField(b *strings.Builder, doc *schema.Document, path string, i int) {
	for _, edit := range edits {
		f := formOn(doc)
		x := f.Root()
		if i > 0 {
			x = x.Children()[i-1]
		} else if edit.name == "as JSON" {
			continue
		}
		before := shownValue(f)
		said := edit.do(x)
		f.EndStep()
		after := shownValue(f)
		if after == before && f.Counts().Problems == 0 {
			continue
		}
		at, _ := f.Undo()
		undone := shownValue(f)
		f.Redo()
		fmt.Fprintf(b, "%s %s: %v, %s", edit.name, x.Path(), said, after)
		if undone != before || shownValue(f) != after {
			fmt.Fprintf(b, ", undone %s at %q, done again %s", undone, at, shownValue(f))
		}
		if found, ok := f.NextProblem(nil); ok {
			fmt.Fprintf(b, ", problem %d of %d at %s, a warning %t", found.N, found.Of, found.Field.Path(), found.IsWarning)
		}
		fmt.Fprintf(b, ", left out %q, can undo %t\n", f.LeftOut(), f.CanUndo())
	}
}

func shownValue(f *formgen.Form) string {
	v, isComplete := f.Value()
	return fmt.Sprintf("%s %t", v.Compact(), isComplete)
}

// draft fills a form in from a text, keeps what was done, and goes on with that in another form.
func draft(t *testing.T, b *strings.Builder, doc *schema.Document, dir string) {
	t.Helper()
	values, _ := filepath.Glob(filepath.Join(dir, "positive", "*.json"))
	for _, path := range values {
		text := string(read(t, path))
		f := formOn(doc)
		if p, ok := f.ReadPasted(text); ok {
			fmt.Fprintf(b, "pasted %d fields, unused %q", p.Fields(), p.Unused())
			f.FillInPasted(p)
		}
		v, err := ojson.Parse([]byte(text), ojson.DataLimits)
		if err != nil {
			t.Fatal(err)
		}
		filled := formOn(doc)
		filled.FillIn(v, formgen.Typed)
		fmt.Fprintf(b, "; %s; filled in %s; from %v\n", shownValue(f), shownValue(filled), filled.Origins())
	}
}
