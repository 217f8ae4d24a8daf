package formgen_test

import (
	"testing"

	"a2aform/formgen"
)

const lists = `{"type":"object","properties":{
	"tags":{"type":"array","default":["d"],"items":{"type":"string"}},
	"name":{"type":"string","default":"n"}}}`

func TestUndoKeepsTypedText(t *testing.T) {
	f := open(t, lists)
	item := field(t, f, "/tags").Append()
	item.SetText("typed")
	f.Undo()
	if !f.IsUndone() {
		t.Error("undone once, and it does not say so")
	}
	f.Undo()
	if got := valueOf(f); got != `{"tags":["typed"]}` || f.IsUndone() {
		t.Errorf("undone twice: %s, undone %v", got, f.IsUndone())
	}
	f.Undo()
	field(t, f, "/tags").Append()
	if f.IsUndone() {
		t.Error("a new edit counts as undone")
	}
}

func TestDefaultCanBeTakenBack(t *testing.T) {
	f := open(t, lists)
	field(t, f, "/name").SetText("typed")
	field(t, f, "/name").UseDefault()
	f.Undo()
	if got := valueOf(f); got != `{"name":"typed"}` {
		t.Errorf("after undo: %s", got)
	}
	f.Undo()
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
	tags.SetPresence(formgen.Set)
	if got := valueOf(f); got != `{"tags":["a"]}` {
		t.Errorf("after undo: %s", got)
	}
}
