package formgen_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/schema"
)

const lists = `{"type":"object","properties":{
	"tags":{"type":"array","default":["d"],"items":{"type":"string"}},
	"name":{"type":"string","default":"n"}}}`

func TestUndoGoesBackStepByStep(t *testing.T) {
	f := open(t, lists)
	var values []string
	do := func(edit func()) {
		values = append(values, valueOf(f))
		edit()
	}
	tags := field(t, f, "/tags")
	do(func() { tags.Append() })
	do(func() {
		for _, text := range []string{"t", "ty", "typ"} {
			field(t, f, "/tags/0").SetText(text)
		}
	})
	f.EndStep()
	do(func() { field(t, f, "/tags/0").SetText("typed") })
	do(func() { tags.Append() })
	do(func() { tags.Remove(0) })
	do(func() { tags.SetPresence(formgen.Omitted) })
	do(func() { field(t, f, "/name").UseDefault() })
	last := valueOf(f)
	for i, want := range slices.Backward(values) {
		if _, ok := f.Undo(); !ok || valueOf(f) != want {
			t.Fatalf("step %d: %v, %s, want %s", i, ok, valueOf(f), want)
		}
	}
	if _, ok := f.Undo(); ok {
		t.Errorf("there was more to undo: %s", valueOf(f))
	}
	for _, want := range append(values[1:], last) {
		if _, ok := f.Redo(); !ok || valueOf(f) != want {
			t.Fatalf("again: %v, %s, want %s", ok, valueOf(f), want)
		}
	}
	f.Undo()
	tags.SetPresence(formgen.Set)
	if _, ok := f.Redo(); ok {
		t.Error("what was taken back came after another edit")
	}
}

// What changes nothing is no step.
func TestUndoSkipsWhatChangedNothing(t *testing.T) {
	f := open(t, lists)
	name := field(t, f, "/name")
	name.SetText("x")
	f.EndStep()
	name.SetText("y")
	name.SetText("x")
	f.EndStep()
	name.SetText("x")
	if f.Undo(); name.Text() != "" || name.Presence() != formgen.Omitted {
		t.Errorf("undone once: %q", name.Text())
	}
}

func TestTogetherIsOneStep(t *testing.T) {
	f := open(t, lists)
	f.Together(func() {
		field(t, f, "/name").SetText("x")
		field(t, f, "/tags").Append().SetText("y")
	})
	if got := valueOf(f); got != `{"tags":["y"],"name":"x"}` {
		t.Fatal(got)
	}
	if f.Undo(); valueOf(f) != `{}` {
		t.Errorf("undone once: %s", valueOf(f))
	}
	if f.Redo(); valueOf(f) != `{"tags":["y"],"name":"x"}` {
		t.Errorf("again: %s", valueOf(f))
	}
}

// Whatever is done to whatever form: taken back to the start it is what it was, byte for byte, and
// done again it is what it became.
func TestUndoBackToTheStartGivesTheStart(t *testing.T) {
	schemas := []string{trip, lists}
	files, err := filepath.Glob(filepath.Join("..", "testdata", "schemas", "*", "schema.json"))
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, file := range files {
		schemas = append(schemas, string(read(t, file)))
	}
	docs := map[string]*schema.Document{}
	rapid.Check(t, func(t *rapid.T) {
		text := randomSchema(t)
		switch rapid.IntRange(0, 2).Draw(t, "known") {
		case 0:
			text = conditional
		case 1:
			text = pickOf(t, schemas)
		}
		doc := docs[text]
		if doc == nil {
			if doc, err = schema.Load([]byte(text)); err != nil {
				t.Skip()
			}
			docs[text] = doc
		}
		f := formgen.New(doc)
		start, end := all(t, f), ""
		for range rapid.IntRange(1, 20).Draw(t, "edits") {
			randomVerb(t, f, anyField(t, f.Root()))
			if rapid.Bool().Draw(t, "leave") {
				f.EndStep()
			}
		}
		for ok := true; ok; {
			_, ok = f.Redo()
		}
		end = all(t, f)
		for n := 0; ; n++ {
			if _, ok := f.Undo(); !ok {
				break
			}
			isWhole(t, f)
			if n > 30 {
				t.Fatal("undo has no end")
			}
		}
		if got := all(t, f); got != start {
			t.Fatalf("%s\nbegan as %s\nand is  %s", text, start, got)
		}
		isWhole(t, f)
		for ok := true; ok; {
			_, ok = f.Redo()
		}
		if got := all(t, f); got != end {
			t.Fatalf("%s\nbecame %s\nand is %s", text, end, got)
		}
		isWhole(t, f)
	})
}

// conditional has members that come with the values of others, also inside of a list.
const conditional = `{"type":"object","properties":{"kind":{"enum":["a","b"]},"deep":{"type":"object","properties":{"n":{"type":"integer"},"t":{"type":"string"}}},"list":{"type":"array","items":{"type":"object","properties":{"k":{"type":"string"}},"if":{"properties":{"k":{"const":"1"}},"required":["k"]},"then":{"properties":{"more":{"type":"string","default":"d"}},"required":["more"]}}}},
	"if":{"properties":{"kind":{"const":"a"}},"required":["kind"]},"then":{"required":["deep"],"properties":{"deep":{"required":["t"],"properties":{"n":{"minimum":1}}},"only":{"type":"object","required":["x"],"properties":{"x":{"type":"integer","default":1}}}},"required":["only"]},"else":{"properties":{"other":{"type":"string"}}}}`

// all is the whole state of a form: what it sends, and what is typed, chosen and left out in it.
func all(t *rapid.T, f *formgen.Form) string {
	draft, err := json.Marshal(f.Draft())
	if err != nil {
		t.Fatal(err)
	}
	var fields strings.Builder
	var visit func(x *formgen.Field)
	visit = func(x *formgen.Field) {
		fmt.Fprintf(&fields, "\n%s %v %v %q", x.Pointer(), x.IsRequired(), x.Kind(), words.Hint(x))
		for _, c := range x.Children() {
			visit(c)
		}
	}
	visit(f.Root())
	return valueOf(f) + " " + string(draft) + fields.String()
}

func TestDefaultCanBeTakenBack(t *testing.T) {
	f := open(t, lists)
	field(t, f, "/name").SetText("typed")
	field(t, f, "/name").UseDefault()
	f.Undo()
	if got := valueOf(f); got != `{"name":"typed"}` {
		t.Errorf("after undo: %s", got)
	}
	f.Redo()
	if got := valueOf(f); got != `{"name":"n"}` {
		t.Errorf("done again: %s", got)
	}
}

func TestDefaultOfAnObjectCanBeTakenBack(t *testing.T) {
	f := open(t, `{"type":"object","properties":{"o":{"type":"object","default":{"a":"d"},"properties":{"a":{"type":"string"}}}}}`)
	field(t, f, "/o").SetPresence(formgen.Set)
	field(t, f, "/o/a").SetText("typed")
	field(t, f, "/o").UseDefault()
	f.Undo()
	if got := valueOf(f); got != `{"o":{"a":"typed"}}` {
		t.Errorf("after undo: %s", got)
	}
}

// An older undo must not reach into a list that was replaced.
func TestDefaultAfterMoveIsUndone(t *testing.T) {
	f := open(t, lists)
	tags := field(t, f, "/tags")
	for _, text := range []string{"a", "b", "c"} {
		tags.Append().SetText(text)
	}
	tags.Move(2, 0)
	tags.UseDefault()
	f.Undo()
	if got := valueOf(f); got != `{"tags":["c","a","b"]}` {
		t.Errorf("after undo: %s", got)
	}
}

func TestAddingToHiddenListKeepsItems(t *testing.T) {
	f := open(t, lists)
	tags := field(t, f, "/tags")
	tags.Append().SetText("a")
	tags.SetPresence(formgen.Omitted)
	tags.Append().SetText("b")
	f.Undo()
	f.Undo()
	tags.SetPresence(formgen.Set)
	if got := valueOf(f); got != `{"tags":["a"]}` {
		t.Errorf("after undo: %s", got)
	}
}
