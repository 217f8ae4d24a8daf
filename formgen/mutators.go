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
func (f *Field) SetText(s string) {
	if !f.IsText() {
		return
	}
	f.text, f.presence = s, Set
	f.markSetUpwards()
}

// SetBool sets a boolean; on other kinds it does nothing.
func (f *Field) SetBool(b bool) {
	if f.Kind() != schema.Boolean {
		return
	}
	f.chosen, f.presence = ojson.NewBool(b), Set
	f.markSetUpwards()
}

// Choose takes choice i of an enumeration; an index outside it changes nothing.
func (f *Field) Choose(i int) {
	if i < 0 || i >= len(f.Choices()) || f.Kind() != schema.Enum {
		return
	}
	f.chosen, f.presence = f.Choices()[i].Value, Set
	f.markSetUpwards()
}

// SetPresence makes the field omitted, null or set. Null has no effect where it
// is no value. What was typed stays and comes back with [Set].
func (f *Field) SetPresence(p Presence) {
	if p == Null && !f.nullable {
		return
	}
	f.presence = p
	if kind := f.Kind(); kind == schema.Object || kind == schema.Array || len(f.Unions()) > 0 {
		f.form.layoutVersion++ // it has rows besides its own while it is set
	}
	if p == Set {
		f.fill()
		f.markSetUpwards()
		return
	}
	f.touch()
}

// fill makes the least value of a field that becomes set without one.
func (f *Field) fill() {
	switch {
	case f.Kind() == schema.Union:
		f.takeBranch(slices.IndexFunc(f.Unions(), func(u Union) bool { return u.Chosen < 0 }), 0)
	case f.Kind() == schema.Object:
		f.form.budgetUsed = 0
		f.expand()
	case f.Kind() == schema.Const:
		f.chosen = f.loc.Const()
	case f.Kind() == schema.Enum && f.chosen == nil && len(f.Choices()) > 0:
		f.chosen = f.Choices()[0].Value
	case f.Kind() == schema.MultiEnum && f.chosen == nil:
		f.chosen = ojson.NewArray()
	case f.Kind() == schema.Boolean && f.chosen == nil:
		f.chosen = ojson.NewBool(false)
	}
}

// Presences are the presences that the field can take, in the order in which
// [Field.CyclePresence] goes through them.
func (f *Field) Presences() []Presence {
	if f.isEntry() || f.parent == nil {
		if f.nullable {
			return []Presence{Set, Null}
		}
		return []Presence{Set}
	}
	if f.required && f.offersNull() && f.Kind() != schema.JSON && f.kind != schema.Null {
		return []Presence{Null, Set} // it must be sent; null is one press away
	}
	states := []Presence{Omitted}
	if f.kind != schema.Null {
		states = append(states, Set)
	}
	if f.nullable {
		states = append(states, Null)
	}
	return states
}

// CyclePresence goes to the next presence that the field can take.
func (f *Field) CyclePresence() { f.SetPresence(f.nextPresence()) }

func (f *Field) nextPresence() Presence {
	states := f.Presences()
	return states[(slices.Index(states, f.presence)+1)%len(states)]
}

// UseDefault takes the declared default exactly as it is written, the first
// example where there is none; it does nothing without either.
func (f *Field) UseDefault() {
	origin := Given
	if f.loc.Default() == nil {
		origin = Example
	}
	if v := f.Offered(); v != nil {
		f.LoadFrom(v, origin)
	}
}

// Offered is what [Field.UseDefault] takes: the default, else the first example,
// nil where the schema gives neither.
func (f *Field) Offered() *ojson.Value {
	if v := f.loc.Default(); v != nil {
		return v
	}
	if examples := f.loc.Examples(); len(examples) > 0 {
		return examples[0]
	}
	return nil
}

// restructure makes a structural edit, which [Form.Undo] takes back. The field is sent
// from then on.
func (f *Field) restructure(change func()) {
	before := *f
	f.form.layoutVersion++
	change()
	f.remember(before)
	f.markSetUpwards()
}

// replace loads a value in place of what the field holds, which [Form.Undo]
// brings back.
func (f *Field) replace(v *ojson.Value) {
	f.restructure(func() {
		f.asJSON = false
		f.form.fitting(v, func() { f.load(v) })
	})
}

// CanAppend reports whether the list may take one more item.
func (f *Field) CanAppend() bool {
	if f.Kind() != schema.Array {
		return false
	}
	n := len(f.Children())
	return !f.loc.Bounds().Items.IsFull(n) && f.loc.TakesItem(n)
}

// Append adds an item at the end of a list and returns it.
func (f *Field) Append() *Field { return f.Insert(len(f.Children())) }

// Insert adds an item before item i of a list and returns it. Where f is no
// list it does nothing and returns nil.
func (f *Field) Insert(i int) *Field {
	if f.Kind() != schema.Array {
		return nil
	}
	var item *Field
	f.restructure(func() {
		if f.presence != Set {
			f.children = nil
		}
		i = min(max(i, 0), len(f.children))
		item = newField(f.form, f, "", f.loc.Item(i), true)
		f.form.budgetUsed = 0
		item.begin()
		f.insert(item, i)
		f.complete()
	})
	if f.form.added != nil {
		f.form.added[item] = true
	}
	return item
}

// complete adds the items that a tuple has by its positions, and does nothing
// for other lists.
func (f *Field) complete() {
	due := min(f.loc.Prefix(), f.loc.Bounds().Items.Least())
	for i := len(f.children); i < due; i++ {
		item := newField(f.form, f, strconv.Itoa(i), f.loc.Item(i), true)
		item.begin()
		f.children = append(f.children, item)
	}
}

// Duplicate inserts a copy of item i of a list after it and returns the copy;
// nil where there is no such item.
func (f *Field) Duplicate(i int) *Field {
	if f.Kind() != schema.Array || i < 0 || i >= len(f.Children()) {
		return nil
	}
	item := newField(f.form, f, "", f.loc.Item(i+1), true)
	f.restructure(func() {
		if v := f.children[i].value(); v != nil {
			item.load(v)
		} else {
			item.begin()
		}
		f.insert(item, i+1)
	})
	return item
}

// Remove takes item i out of a list, or the undeclared member i out of an
// object. [Form.Undo] brings it back as it was.
func (f *Field) Remove(i int) {
	if i < 0 || i >= len(f.Children()) || (f.kind != schema.Array && !f.children[i].extra) {
		return
	}
	at := f.children[i].Pointer()
	f.restructure(func() {
		f.children = slices.Concat(f.children[:i], f.children[i+1:])
		f.renumber()
	})
	f.form.undo.pointer = at
}

// Move takes item i of a list to position j.
func (f *Field) Move(i, j int) {
	if f.Kind() != schema.Array || i == j || min(i, j) < 0 || max(i, j) >= len(f.Children()) {
		return
	}
	item := f.children[i]
	f.restructure(func() {
		f.children = slices.Insert(slices.Concat(f.children[:i], f.children[i+1:]), j, item)
		f.renumber()
	})
	f.form.undo.pointer = item.Pointer()
}

func (f *Field) insert(item *Field, i int) {
	f.presence = Set
	f.children = slices.Insert(slices.Clip(f.children), i, item)
	f.renumber()
}

// renumber gives items their positions as names, and where positions have
// schemas of their own, these.
func (f *Field) renumber() {
	if f.kind != schema.Array {
		return
	}
	for i, item := range f.children {
		item.name = strconv.Itoa(i)
	}
	if f.loc.Prefix() > 0 {
		f.refit()
	}
}

// Index is the position among the parent's children, -1 for the root.
func (f *Field) Index() int {
	if f.parent == nil {
		return -1
	}
	return slices.Index(f.parent.children, f)
}

// markSetUpwards is touch for a field that is sent from now on: so are all that hold
// it.
func (f *Field) markSetUpwards() {
	for p := f.parent; p != nil; p = p.parent {
		if p.presence != Set {
			p.presence, p.touched = Set, true
			f.form.layoutVersion++
		}
	}
	f.touch()
}

// SetJSON replaces the field's value by JSON text. It fails with an
// [*ojson.SyntaxError] or [*ojson.LimitError] and then changes nothing.
func (f *Field) SetJSON(text string) error {
	v, err := ojson.Parse([]byte(text), ojson.DataLimits)
	if err != nil {
		return err
	}
	f.replace(v)
	return nil
}

// AsJSON flips the field to JSON text and back. Going back fails where the text
// is not JSON; nothing is changed then. A value that does not fit the typed
// field stays JSON text; without any text the typed field is empty.
func (f *Field) AsJSON(on bool) error {
	if on == f.asJSON || f.kind == schema.JSON {
		return nil
	}
	f.form.layoutVersion++
	if on {
		v := f.value()
		f.savedText = f.text
		f.text, f.asJSON, f.flipped = "", true, true
		if v != nil {
			f.showJSON(v)
		}
		f.touch()
		return nil
	}
	return f.fromJSON()
}

// fromJSON reads the JSON text back into the typed field. Text that was not
// edited changes nothing, so that the text before it are still there; of an edited
// form they come back with [Form.Undo].
func (f *Field) fromJSON() error {
	if f.flipped && (f.text == "" || f.source != nil && f.text == f.sourceText) {
		f.text, f.asJSON, f.flipped = f.savedText, false, false
		f.touch()
		return nil
	}
	if strings.TrimSpace(f.text) == "" {
		f.text, f.asJSON, f.presence = "", false, Omitted
		if f.parent == nil && f.kind == schema.Object {
			f.presence = Set
			f.expand()
		}
		f.touch()
		return nil
	}
	v, err := f.parseJSON()
	if err != nil {
		return err
	}
	if f.parent == nil {
		if f.flipped { // undo goes back to what was there before
			f.text, f.asJSON, f.flipped = f.savedText, false, false
		}
		f.form.Load(v)
		return nil
	}
	f.replace(v)
	return nil
}
