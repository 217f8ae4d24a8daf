package formgen_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"a2aform/formgen"
	"a2aform/formgen/formtest"
	"a2aform/formgen/words"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// TestRandomForms opens random schemas and does random things to their forms:
// nothing panics, no mutator leaves the tree of fields out of order, an undo is
// undone by another, a value that is loaded is the value, and only what is valid
// is sent.
func TestRandomForms(t *testing.T) { rapid.Check(t, randomForm) }

func FuzzRandomForms(f *testing.F) { f.Fuzz(rapid.MakeFuzz(randomForm)) }

func randomForm(t *rapid.T) {
	text := randomSchema(t)
	doc, err := schema.Load([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	f := formgen.New(doc)
	t.Logf("%s opens as %s", text, valueOf(f))
	for range rapid.IntRange(0, 12).Draw(t, "steps") {
		randomVerb(t, f, anyField(t, f.Root()))
		isWhole(t, f)
	}
	undoAndRedo(t, f)
	if err := formtest.CheckSound(f, doc); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	reloads(t, f, doc)
}

func anyField(t *rapid.T, x *formgen.Field) *formgen.Field {
	for len(x.Children()) > 0 && rapid.IntRange(0, 4).Draw(t, "deeper") > 0 {
		x = rapid.SampledFrom(x.Children()).Draw(t, "child")
	}
	return x
}

func randomVerb(t *rapid.T, f *formgen.Form, x *formgen.Field) {
	index := func() int { return rapid.IntRange(-1, 3).Draw(t, "i") }
	text := func() string { return pickOf(t, randomTexts) }
	name := func() string { return pickOf(t, randomNames) }
	mutators := map[string]func(){
		"SetText":       func() { x.SetText(text()) },
		"SetBool":       func() { x.SetBool(index() > 0) },
		"Choose":        func() { x.Choose(index()) },
		"Toggle":        func() { x.Toggle(index()) },
		"ChooseBranch":  func() { x.ChooseBranch(0, index()) },
		"ChooseBranch1": func() { x.ChooseBranch(1, index()) },
		"Absent":        func() { x.SetPresence(formgen.Omitted) },
		"Null":          func() { x.SetPresence(formgen.Null) },
		"Set":           func() { x.SetPresence(formgen.Set) },
		"NextPresence":  func() { x.SetPresence(x.NextPresence()) },
		"Append":        func() { x.Append() },
		"Insert":        func() { x.Insert(index()) },
		"Duplicate":     func() { x.Duplicate(index()) },
		"Remove":        func() { x.Remove(index()) },
		"Move":          func() { x.Move(index(), index()) },
		"AddKey":        func() { _, _ = x.AddKey(name()) },
		"RenameKey":     func() { _ = x.RenameKey(name(), text()) },
		"OfferKeys":     func() { x.OfferKeys() },
		"UseDefault":    x.UseDefault,
		"SetJSON":       func() { _ = x.SetJSON(pickOf(t, randomAny)) },
		"AsJSON":        func() { _ = x.AsJSON(true) },
		"AsForm":        func() { _ = x.AsJSON(false) },
		"Paste":         func() { x.Paste(text()) },
		"SetBytes":      func() { x.SetBytes([]byte(text())) },
		"Undo":          func() { f.Undo() },
		"Redo":          func() { f.Redo() },
		"Load":          func() { f.Load(value(t, pickOf(t, randomAny))) },
		"Judge":         func() { f.Accept(f.Validate()()) },
	}
	mutator := pickOf(t, slices.Sorted(maps.Keys(mutators)))
	at := x.Pointer()
	mutators[mutator]()
	t.Logf("%s at %q: %s", mutator, at, valueOf(f))
}

func value(t *rapid.T, text string) *ojson.Value {
	v, err := ojson.Parse([]byte(text), ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// isWhole checks that every field is found where it says it is, and that
// everything a screen asks for can be asked.
func isWhole(t *rapid.T, f *formgen.Form) {
	var visit func(x *formgen.Field)
	visit = func(x *formgen.Field) {
		if f.At(x.Pointer()) != x {
			t.Fatalf("%q is not found where it is", x.Pointer())
		}
		for i, c := range x.Children() {
			if c.Parent() != x || c.Index() != i {
				t.Fatalf("%q is child %d of %q and says %d", c.Pointer(), i, x.Pointer(), c.Index())
			}
			visit(c)
		}
		_, _, _ = words.Hint(x), words.Summary(x), x.Label()
		_, _, _ = x.Form().Pages().Rows(x), x.KeyChoices(), words.Reason(x)
		_ = x.Chosen()
	}
	visit(f.Root())
	f.Showing()
}

func undoAndRedo(t *rapid.T, f *formgen.Form) {
	before := valueOf(f)
	if _, ok := f.Undo(); !ok {
		return
	}
	f.Redo()
	if after := valueOf(f); after != before {
		t.Fatalf("undone and done again: %s became %s", before, after)
	}
}

// reloads loads the value of a form into a new one.
func reloads(t *rapid.T, f *formgen.Form, doc *schema.Document) {
	v, _ := f.Value()
	if v == nil {
		return
	}
	again := formgen.New(doc)
	again.Load(v)
	got, _ := again.Value()
	if at, differs := formtest.Difference(got, v, ""); differs {
		t.Fatalf("%s is loaded as %s, which differs at %q", v.Compact(), got.Compact(), at)
	}
}

// TestRandomReach types random values that random schemas accept.
func TestRandomReach(t *testing.T) { rapid.Check(t, randomReach) }

func FuzzRandomReach(f *testing.F) { f.Fuzz(rapid.MakeFuzz(randomReach)) }

func randomReach(t *rapid.T) {
	text := randomSchema(t)
	doc, err := schema.Load([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	for range 8 {
		v := value(t, drawer{t}.value(3))
		if len(doc.Validate(v)) > 0 {
			continue
		}
		// Schemas that contradict themselves need JSON text.
		if err := reachBy(doc, v, formtest.EnterAny); err != nil {
			t.Fatalf("%s: %s: %v", text, v.Compact(), err)
		}
	}
}

// reach types a value and submits it.
func reach(doc *schema.Document, v *ojson.Value) error { return reachBy(doc, v, formtest.Enter) }

func reachBy(doc *schema.Document, v *ojson.Value, enter func(*formgen.Form, *ojson.Value) error) error {
	f := formgen.New(doc)
	err := enter(f, v)
	var noKey *formtest.NoKeyError
	if errors.As(err, &noKey) { // closed by a condition that only the whole value meets
		err = f.Root().SetJSON(string(v.Compact()))
	}
	if err != nil {
		return err
	}
	data, err := f.Submit()
	if err != nil {
		return err
	}
	out, err := ojson.Parse(data, ojson.DataLimits)
	if err != nil {
		return err
	}
	if at, differs := formtest.Difference(out, v, ""); differs {
		return fmt.Errorf("%s is sent: it differs at %q", data, at)
	}
	return nil
}
