package huhform

import (
	"reflect"
	"testing"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/formgen"
	"a2aform/internal/schema"
)

// Each key of a page has one row in the table, but for that to the next problem, which may be on another page.
func TestEveryKeyHasOneCommand(t *testing.T) {
	rows := map[*key.Binding]int{}
	for _, c := range commands {
		rows[c.on]++
	}
	fields := reflect.ValueOf(&Keys).Elem()
	for i := range fields.NumField() {
		b := fields.Field(i).Addr().Interface().(*key.Binding)
		want := 1
		if b == &Keys.NextProblem {
			want = 0
		}
		if rows[b] != want {
			t.Errorf("%s: %d rows", fields.Type().Field(i).Name, rows[b])
		}
	}
}

// A key that is shown as one that works does something at a field that the agent sets, too.
func TestUndoWorksAtALockedField(t *testing.T) {
	doc, err := schema.Load([]byte(`{"type":"object","properties":{"a":{"type":"string"},"set":{"type":"string","readOnly":true}}}`))
	if err != nil {
		t.Fatal(err)
	}
	f := formgen.New(doc)
	f.At("/a").SetText("x")
	p := New(f, f.Root(), TestStyles)
	p.Focus(f.At("/set"))
	for _, k := range p.Keys() {
		if k.Help().Key == Keys.Undo.Help().Key && !k.Enabled() {
			t.Error("undo is shown as a key that does nothing")
		}
		if k.Help().Key == Keys.Presence.Help().Key && (k.Enabled() || k.Why != "this field is set by the agent") {
			t.Errorf("the presence can be changed: %q", k.Why)
		}
	}
	if event, _ := p.Update(tea.KeyPressMsg{Code: 'g', Mod: tea.ModCtrl}); event.Say != "Set is set by the agent" {
		t.Errorf("the key of the presence says %q", event.Say)
	}
	p.Update(tea.KeyPressMsg{Code: 'z', Mod: tea.ModCtrl})
	if f.At("/a").Presence() != formgen.Omitted {
		t.Error("nothing was undone")
	}
}
