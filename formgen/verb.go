package formgen

import (
	"slices"
	"strconv"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// SetText sets the text of a text, number or JSON field and makes it sent. Text
// that is no value of the kind stays, with its problem. Other kinds have no
// text, and nothing changes.
func (x *Field) SetText(s string) {
	if !x.IsText() {
		return
	}
	x.text, x.presence = s, Set
	x.touchUp()
}

// SetBool sets a boolean; on other kinds it does nothing.
func (x *Field) SetBool(b bool) {
	if x.Kind() != schema.Boolean {
		return
	}
	x.chosen, x.presence = ojson.NewBool(b), Set
	x.touchUp()
}

// Choose takes choice i of an enumeration; an index outside it changes nothing.
func (x *Field) Choose(i int) {
	if i < 0 || i >= len(x.Choices()) || x.Kind() != schema.Enum {
		return
	}
	x.chosen, x.presence = x.Choices()[i].Value, Set
	x.touchUp()
}

// SetPresence makes the field absent, null or set. Null has no effect where it
// is no value. What was typed stays and comes back with [Set].
func (x *Field) SetPresence(p Presence) {
	if p == Null && !x.nullable {
		return
	}
	x.presence = p
	if x.hasRows() {
		x.form.shape++
	}
	if p == Set {
		x.fill()
		x.touchUp()
		return
	}
	x.touch()
}

// hasRows reports a field that has rows besides its own while it is set.
func (x *Field) hasRows() bool {
	kind := x.Kind()
	return kind == schema.Object || kind == schema.Array || len(x.Unions()) > 0
}

// fill makes the least value of a field that becomes set without one.
func (x *Field) fill() {
	switch {
	case x.Kind() == schema.Union:
		x.takeBranch(slices.IndexFunc(x.Unions(), func(u Union) bool { return u.Chosen < 0 }), 0)
	case x.Kind() == schema.Object:
		x.form.made = 0
		x.grow()
	case x.Kind() == schema.Const:
		x.chosen = x.place.Const()
	case x.Kind() == schema.Enum && x.chosen == nil && len(x.Choices()) > 0:
		x.chosen = x.Choices()[0].Value
	case x.Kind() == schema.Boolean && x.chosen == nil:
		x.chosen = ojson.NewBool(false)
	}
}

// Presences are the presences that the field can take, in the order in which
// [Field.CyclePresence] goes through them.
func (x *Field) Presences() []Presence {
	if x.isEntry() || x.root {
		if x.nullable {
			return []Presence{Set, Null}
		}
		return []Presence{Set}
	}
	if x.required && x.offersNull() && x.Kind() != schema.JSON && x.kind != schema.Null {
		return []Presence{Null, Set} // it must be sent; null is one press away
	}
	states := []Presence{Absent}
	if x.kind != schema.Null {
		states = append(states, Set)
	}
	if x.nullable {
		states = append(states, Null)
	}
	return states
}

// CyclePresence goes to the next presence that the field can take.
func (x *Field) CyclePresence() {
	states := x.Presences()
	next := (slices.Index(states, x.presence) + 1) % len(states)
	x.SetPresence(states[next])
}

// UseDefault takes the declared default exactly as it is written, the first
// example where there is none; it does nothing without either.
func (x *Field) UseDefault() {
	origin := Given
	if x.place.Default() == nil {
		origin = Example
	}
	if v := x.Offered(); v != nil {
		x.LoadFrom(v, origin)
	}
}

// Offered is what [Field.UseDefault] takes: the default, else the first example,
// nil where the schema gives neither.
func (x *Field) Offered() *ojson.Value {
	if v := x.place.Default(); v != nil {
		return v
	}
	if examples := x.place.Examples(); len(examples) > 0 {
		return examples[0]
	}
	return nil
}

// replace loads a value in place of what the field holds, which [Form.Undo]
// brings back.
func (x *Field) replace(v *ojson.Value) {
	before := *x
	x.form.shape++
	x.asJSON = false
	x.form.fitting(v, func() { x.load(v) })
	x.remember(x.Pointer(), before)
	x.touchUp()
}

// CanAppend reports whether the list may take one more item.
func (x *Field) CanAppend() bool {
	if x.Kind() != schema.Array {
		return false
	}
	most, n := x.place.Bounds().MaxItems, len(x.Children())
	return (most == nil || n < *most) && x.place.TakesItem(n)
}

// Append adds an item at the end of a list and returns it.
func (x *Field) Append() *Field { return x.Insert(len(x.Children())) }

// Insert adds an item before item i of a list and returns it. Where x is no
// list it does nothing and returns nil.
func (x *Field) Insert(i int) *Field {
	if x.Kind() != schema.Array {
		return nil
	}
	before := *x
	if x.presence != Set {
		x.children = nil
	}
	i = min(max(i, 0), len(x.children))
	item := newField(x.form, x, "", x.place.Item(i), true)
	x.form.made = 0
	item.begin()
	x.insert(item, i)
	x.complete()
	x.form.shape++
	x.remember(x.Pointer(), before)
	x.touchUp()
	return item
}

// complete adds the items that a tuple has by its positions, and does nothing
// for other lists.
func (x *Field) complete() {
	least, prefix := x.place.Bounds().MinItems, x.place.Prefix()
	if prefix == 0 || least == nil {
		return
	}
	for i := len(x.children); i < min(prefix, *least); i++ {
		item := newField(x.form, x, strconv.Itoa(i), x.place.Item(i), true)
		item.begin()
		x.children = append(x.children, item)
	}
}

// Duplicate inserts a copy of item i of a list behind it and returns the copy;
// nil where there is no such item.
func (x *Field) Duplicate(i int) *Field {
	if x.Kind() != schema.Array || i < 0 || i >= len(x.Children()) {
		return nil
	}
	before, v := *x, x.children[i].value()
	x.form.shape++
	item := newField(x.form, x, "", x.place.Item(i+1), true)
	if v != nil {
		item.load(v)
	} else {
		item.begin()
	}
	x.insert(item, i+1)
	x.remember(x.Pointer(), before)
	x.touchUp()
	return item
}

// Remove takes item i out of a list, or the undeclared member i out of an
// object. [Form.Undo] brings it back as it was.
func (x *Field) Remove(i int) {
	if i < 0 || i >= len(x.Children()) || (x.kind != schema.Array && !x.children[i].extra) {
		return
	}
	before, at := *x, x.children[i].Pointer()
	x.form.shape++
	x.children = slices.Concat(x.children[:i], x.children[i+1:])
	x.renumber()
	x.remember(at, before)
	x.touchUp()
}

// Move takes item i of a list to position j.
func (x *Field) Move(i, j int) {
	if x.Kind() != schema.Array || i == j || min(i, j) < 0 || max(i, j) >= len(x.Children()) {
		return
	}
	before, item := *x, x.children[i]
	rest := slices.Concat(x.children[:i], x.children[i+1:])
	x.children = slices.Insert(rest, j, item)
	x.renumber()
	x.form.shape++
	x.remember(item.Pointer(), before)
	x.touchUp()
}

func (x *Field) insert(item *Field, i int) {
	x.presence = Set
	x.children = slices.Insert(slices.Clip(x.children), i, item)
	x.renumber()
}

// renumber gives items their positions as names, and where positions have
// schemas of their own, these.
func (x *Field) renumber() {
	if x.kind != schema.Array {
		return
	}
	for i, item := range x.children {
		item.name = strconv.Itoa(i)
	}
	if x.place.Prefix() > 0 {
		x.refit()
	}
}

// Index is the position among the parent's children, -1 for the root.
func (x *Field) Index() int {
	if x.parent == nil {
		return -1
	}
	return slices.Index(x.parent.children, x)
}

// touchUp is touch for a field that is sent from now on: so are all that hold
// it.
func (x *Field) touchUp() {
	for p := x.parent; p != nil; p = p.parent {
		if p.presence != Set {
			p.presence, p.touched = Set, true
			x.form.shape++
		}
	}
	x.touch()
}

// SetJSON replaces the field's value by JSON text. It fails with an
// [*ojson.SyntaxError] or [*ojson.LimitError] and then changes nothing.
func (x *Field) SetJSON(text string) error {
	v, err := ojson.Parse([]byte(text), ojson.DataLimits)
	if err != nil {
		return err
	}
	x.replace(v)
	return nil
}

// AsJSON flips the field to JSON text and back. Going back fails where the text
// is not JSON; nothing is changed then. A value that does not fit the typed
// field stays JSON text; without any text the typed field is empty.
func (x *Field) AsJSON(on bool) error {
	if on == x.asJSON || x.kind == schema.JSON {
		return nil
	}
	x.form.shape++
	if on {
		v := x.value()
		x.change(func(s *seldom) { s.behind = x.text })
		x.text, x.asJSON, x.flipped = "", true, true
		if v != nil {
			x.showJSON(v)
		}
		x.touch()
		return nil
	}
	return x.fromJSON()
}

// fromJSON reads the JSON text back into the typed field. Text that was not
// edited changes nothing, so that drafts behind it are still there; of an edited
// form they come back with [Form.Undo].
func (x *Field) fromJSON() error {
	if x.flipped && (x.text == "" || x.source != nil && x.text == x.sourceText) {
		x.text, x.asJSON, x.flipped = x.behind, false, false
		x.touch()
		return nil
	}
	if strings.TrimSpace(x.text) == "" {
		x.text, x.asJSON, x.presence = "", false, Absent
		if x.root && x.kind == schema.Object {
			x.presence = Set
			x.grow()
		}
		x.touch()
		return nil
	}
	v, err := x.parseJSON()
	if err != nil {
		return err
	}
	if x.root {
		if x.flipped { // undo goes back to what was there before
			x.text, x.asJSON, x.flipped = x.behind, false, false
		}
		x.form.Load(v)
		return nil
	}
	x.replace(v)
	return nil
}
