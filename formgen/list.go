package formgen

import (
	"slices"
	"strconv"

	"a2aform/internal/schema"
)

// IsItem reports an item of a list.
func (f *Field) IsItem() bool { return f.parent != nil && f.parent.Kind() == schema.Array }

// Index is the position among the parent's children, -1 for the root.
func (f *Field) Index() int {
	if f.parent == nil {
		return -1
	}
	return slices.Index(f.parent.children, f)
}

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
	switch {
	case f.presence == Omitted:
		return true
	case f.presence == Null || f.Kind() == schema.Const:
		return false
	case f.IsText():
		return f.text == ""
	}
	isLeft := func(c *Field) bool { return c.Kind() == schema.Const || c.isBlank() }
	isGroup := f.Kind() == schema.Object || f.Kind() == schema.Array
	return isGroup && len(f.children) > 0 && !slices.ContainsFunc(f.children, func(c *Field) bool { return !isLeft(c) })
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
	f.restructure(f.shifted(i), func() {
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
		f.children = append(slices.Clip(f.children), item)
	}
}

// Duplicate inserts a copy of item i of a list after it and returns the copy;
// nil where there is no such item.
func (f *Field) Duplicate(i int) *Field {
	if f.Kind() != schema.Array || i < 0 || i >= len(f.Children()) {
		return nil
	}
	item := newField(f.form, f, "", f.loc.Item(i+1), true)
	f.restructure(f.shifted(i+1), func() {
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
	f.restructure(f.shifted(i), func() {
		f.form.history.at(at)
		f.children = slices.Concat(f.children[:i], f.children[i+1:])
		f.renumber()
	})
}

// Move takes item i of a list to position j.
func (f *Field) Move(i, j int) {
	if f.Kind() != schema.Array || i == j || min(i, j) < 0 || max(i, j) >= len(f.Children()) {
		return
	}
	item := f.children[i]
	f.restructure(f.shifted(min(i, j)), func() {
		f.children = slices.Insert(slices.Concat(f.children[:i], f.children[i+1:]), j, item)
		f.renumber()
		f.form.history.at(item.Pointer())
	})
}

// shifted are the items that an edit at item i changes: those that move get other names, and where positions have schemas
// of their own, these.
func (f *Field) shifted(i int) []*Field {
	children := f.Children()
	if f.loc.Prefix() > 0 {
		return children
	}
	return children[min(max(i, 0), len(children)):]
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

// makeItems makes the items of a list without a state.
func (f *Field) makeItems(n int) {
	f.children = make([]*Field, n)
	for i := range n {
		f.children[i] = newField(f.form, f, "", f.loc.Item(i), true)
	}
	f.renumber()
}

// refit gives the items the locations of their positions.
func (f *Field) refit() {
	for i, item := range f.children {
		item.adapt(f.loc.Item(i), true)
	}
}
