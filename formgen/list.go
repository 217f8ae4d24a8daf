package formgen

import (
	"slices"
	"strconv"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// CanAppend reports whether the list may take one more item.
func (f *Field) CanAppend() bool {
	if f.Kind() != schema.Array {
		return false
	}
	n := len(f.Children())
	return !f.loc.Bounds().Items.IsFull(n) && f.loc.TakesItem(n)
}

// HasBlankItem reports a list whose last item is still to be filled in.
func (f *Field) HasBlankItem() bool {
	children := f.Children()
	return f.Kind() == schema.Array && len(children) > 0 && children[len(children)-1].isBlank()
}

// isBlank reports a field in which nothing is filled in.
func (f *Field) isBlank() bool {
	return f.presence == Omitted || f.presence == Set && kinds[f.Kind()].isBlank(f)
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
	f.restructure(listKind{}.shifted(f, i), func() {
		if f.presence != Set {
			f.children = nil
		}
		i = min(max(i, 0), len(f.children))
		item = newField(f.form, f, "", f.loc.Item(i), true)
		f.form.loader.made = 0
		f.form.loader.begin(item)
		listKind{}.insert(f, item, i)
		listKind{}.complete(f)
	})
	if f.form.added != nil {
		f.form.added[item] = true
	}
	return item
}

// Duplicate inserts a copy of item i of a list after it and returns the copy;
// nil where there is no such item.
func (f *Field) Duplicate(i int) *Field {
	if f.Kind() != schema.Array || i < 0 || i >= len(f.Children()) {
		return nil
	}
	item := newField(f.form, f, "", f.loc.Item(i+1), true)
	f.restructure(listKind{}.shifted(f, i+1), func() {
		if v := f.children[i].Value(); v != nil {
			f.form.loader.load(item, v)
		} else {
			f.form.loader.begin(item)
		}
		listKind{}.insert(f, item, i+1)
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
	f.restructure(listKind{}.shifted(f, i), func() {
		f.form.history.at(at)
		f.children = slices.Concat(f.children[:i], f.children[i+1:])
		if f.kind == schema.Array {
			listKind{}.renumber(f)
		}
	})
}

// Move takes item i of a list to position j.
func (f *Field) Move(i, j int) {
	if f.Kind() != schema.Array || i == j || min(i, j) < 0 || max(i, j) >= len(f.Children()) {
		return
	}
	item := f.children[i]
	f.restructure(listKind{}.shifted(f, min(i, j)), func() {
		f.children = slices.Insert(slices.Concat(f.children[:i], f.children[i+1:]), j, item)
		listKind{}.renumber(f)
		f.form.history.at(item.Pointer())
	})
}

// listKind is that of fields with items.
type listKind struct{ leaf }

// value keeps the positions: an item without a value counts as null, so
// that problems of the others are found where they are.
func (listKind) value(x *Field) *ojson.Value {
	items := make([]*ojson.Value, len(x.children))
	for i, c := range x.children {
		if items[i] = c.Value(); items[i] == nil {
			items[i] = ojson.NewNull()
		}
	}
	return ojson.NewArray(items...)
}

func (k listKind) take(x *Field, v *ojson.Value) bool {
	if !v.Is(ojson.Array) {
		return false
	}
	k.makeItems(x, v.Len())
	for i, item := range v.Items() {
		x.form.loader.load(x.children[i], item)
	}
	return true
}

func (listKind) assign(x *Field, text string) error { return assignList(x, text) }

func (listKind) isBlank(x *Field) bool { return isBlankInside(x) }

func (k listKind) carry(x *Field, left *content) {
	if left.kind != schema.Array {
		return
	}
	for _, from := range left.children {
		item := newField(x.form, x, "", x.loc.Item(len(x.children)), true)
		if v := from.Value(); v != nil && item.Takes(v) {
			x.children = append(x.children, item)
			x.form.loader.load(item, v)
		}
	}
	k.renumber(x)
}

func (k listKind) restore(x *Field, s *state) {
	k.makeItems(x, len(s.Items))
	for i := range s.Items {
		x.form.loader.begin(x.children[i])
		s.Items[i].restore(x.children[i])
	}
}

// complete adds the items that a tuple has by its positions, and does nothing
// for other lists.
func (listKind) complete(x *Field) {
	due := min(x.loc.Prefix(), x.loc.Bounds().Items.Least())
	for i := len(x.children); i < due; i++ {
		item := newField(x.form, x, strconv.Itoa(i), x.loc.Item(i), true)
		x.form.loader.begin(item)
		x.children = append(slices.Clip(x.children), item)
	}
}

// shifted are the items that an edit at item i changes: those that move get other names, and where positions have schemas
// of their own, these.
func (listKind) shifted(x *Field, i int) []*Field {
	children := x.Children()
	if x.loc.Prefix() > 0 {
		return children
	}
	return children[min(max(i, 0), len(children)):]
}

func (k listKind) insert(x, item *Field, i int) {
	x.presence = Set
	x.children = slices.Insert(slices.Clip(x.children), i, item)
	k.renumber(x)
}

// renumber gives items their positions as names, and where positions have
// schemas of their own, these.
func (k listKind) renumber(x *Field) {
	for i, item := range x.children {
		item.name = strconv.Itoa(i)
	}
	if x.loc.Prefix() > 0 {
		k.follow(x, false)
	}
}

// makeItems makes the items of a list without a state.
func (k listKind) makeItems(x *Field, n int) {
	x.children = make([]*Field, n)
	for i := range n {
		x.children[i] = newField(x.form, x, "", x.loc.Item(i), true)
	}
	k.renumber(x)
}

// follow gives the items the locations of their positions.
func (listKind) follow(x *Field, _ bool) {
	for i, item := range x.children {
		item.adapt(x.loc.Item(i), true)
	}
}
