package formgen

import (
	"maps"
	"reflect"
	"slices"
)

// history is what was done to a form, step by step, and what of it was taken back.
type history struct {
	done, undone []step
	count        int   // steps that were ever made
	open         *step // that is being made
	depth        int   // of edits inside of edits, which are one step
	typing       *Field
	covered      map[*Field]bool // fields that the open step keeps
}

// step is an edit: what it changed, as it was before, or as it was after where it is taken back.
type step struct {
	pointer string // where it was
	root    *Field
	fields  []image
}

// image is the state of a field at a time. It shares lists and maps with the field, which
// replaces them and never changes them.
type image struct {
	field *Field
	state Field
}

// The bounds of what is kept to be taken back.
const (
	maxSteps  = 500
	maxImages = 200_000
)

// Undo takes back the last step: what was typed in a field at a time, a choice, what was left out, an
// item that was added, removed or moved, a preset. It reports the location to look at, and false where
// there is nothing to take back.
func (f *Form) Undo() (pointer string, ok bool) {
	return f.swapStep(&f.history.done, &f.history.undone)
}

// Redo makes the step again that was taken back last.
func (f *Form) Redo() (pointer string, ok bool) {
	return f.swapStep(&f.history.undone, &f.history.done)
}

// CanUndo reports that there is a step to take back.
func (f *Form) CanUndo() bool { return len(f.history.done) > 0 || f.history.open != nil }

// CanRedo reports that a step was taken back.
func (f *Form) CanRedo() bool { return len(f.history.undone) > 0 }

// EndStep says that what is typed from now on is a step of its own, as when the focus leaves a field.
func (f *Form) EndStep() { f.history.end() }

// Together makes one step of several edits.
func (f *Form) Together(edits func()) {
	f.history.edit(f.root, nil, edits)
}

// try makes one step of several edits, or none if they fail.
func (f *Form) try(edits func() error) (err error) {
	f.history.end()
	before, undone := f.history.count, f.history.undone
	f.Together(func() { err = edits() })
	if err == nil {
		return nil
	}
	if done := f.history.done; f.history.count != before {
		f.history.done = done[:len(done)-1]
		f.swap(&done[len(done)-1])
	}
	f.history.undone = undone
	return err
}

// swapStep goes to the state before the last step that can be seen, or after it.
func (f *Form) swapStep(from, to *[]step) (pointer string, ok bool) {
	f.history.end()
	for n := len(*from); n > 0 && !ok; n-- {
		s := (*from)[n-1]
		*from = (*from)[:n-1]
		pointer, ok = s.pointer, f.swap(&s)
		*to = append(*to, s)
	}
	return pointer, ok
}

// swap takes a step back, or makes it again. It reports whether that can be seen.
func (f *Form) swap(s *step) (isSeen bool) {
	isSeen = s.swap(f)
	f.root.forget()
	f.layoutVersion++
	f.changed()
	return isSeen
}

// swap exchanges the state of the form and that of the step, and reports whether that can be seen.
func (s *step) swap(f *Form) (isSeen bool) {
	isSeen = s.root != f.root
	f.root, s.root = s.root, f.root
	for i := range s.fields {
		kept := &s.fields[i]
		now := *kept.field
		isSeen = isSeen || !kept.shows(&now)
		*kept.field = kept.state
		kept.field.version = max(now.version, kept.state.version) + 1
		kept.field.fresh = false
		kept.state = now
	}
	return isSeen
}

// edit makes a change of a field, which [Form.Undo] takes back with all that follows from it. Besides the field and those around it,
// it changes only the fields of also and what depends on them.
func (h *history) edit(x *Field, also []*Field, change func()) {
	if h.depth == 0 {
		h.begin(x)
	}
	h.cover(x, also)
	h.depth++
	change()
	h.depth--
	if h.depth == 0 {
		h.end()
	}
}

// editText is edit of the text of a field. What is typed one after the other is one step.
func (h *history) editText(x *Field, change func()) {
	switch {
	case h.depth > 0:
		h.edit(x, nil, change)
		return
	case h.typing != x:
		h.begin(x)
	}
	h.undone = nil
	h.cover(x, nil)
	change()
	h.typing = x
}

func (h *history) begin(f *Field) {
	h.end()
	h.open = &step{pointer: f.Pointer(), root: f.form.root}
	h.covered = map[*Field]bool{}
}

// at says where the edit is that is being made, if not at its field.
func (h *history) at(pointer string) {
	if h.open != nil {
		h.open.pointer = pointer
	}
}

// cover keeps the fields that an edit may change: the field itself, those around it, and where these depend on
// what is in them, all that is there.
func (h *history) cover(f *Field, also []*Field) {
	var top *Field
	for p := f; p != nil; p = p.parent {
		h.keep(p)
		if p.loc.IsConditional() || p.base.IsConditional() {
			top = p
		}
	}
	h.keepAll(top)
	for _, x := range also {
		h.keepAll(x)
	}
}

func (h *history) keep(x *Field) bool {
	if h.covered[x] {
		return false
	}
	h.covered[x] = true
	h.open.fields = append(h.open.fields, image{x, *x})
	return true
}

// keepAll keeps a field with all that is in it, also what waits in other branches.
func (h *history) keepAll(x *Field) {
	var visit func(x *Field)
	seen := map[*Field]bool{}
	visit = func(x *Field) {
		if seen[x] {
			return
		}
		seen[x] = true
		h.keep(x)
		x.eachIn(visit)
		for _, c := range x.memory {
			c.eachIn(visit)
		}
	}
	if x != nil {
		visit(x)
	}
}

// end closes the step that is being made, and drops it where it changed nothing.
func (h *history) end() {
	s := h.open
	h.open, h.typing, h.covered = nil, nil, nil
	if s == nil {
		return
	}
	root := s.root
	s.fields = slices.Clip(slices.DeleteFunc(s.fields, func(kept image) bool { return kept.is(kept.field) }))
	if len(s.fields) == 0 && root == root.form.root {
		return
	}
	h.done, h.undone, h.count = append(h.done, *s), nil, h.count+1
	images := 0
	for i := len(h.done) - 1; i >= 0; i-- {
		images += len(h.done[i].fields)
		if len(h.done)-i > maxSteps || images > maxImages && i < len(h.done)-1 {
			h.done = slices.Clone(h.done[i+1:])
			break
		}
	}
}

// isSameMap reports the same map, not an equal one: it is replaced where it changes.
func isSameMap[K comparable, V any](a, b map[K]V) bool {
	return reflect.ValueOf(a).Pointer() == reflect.ValueOf(b).Pointer()
}

// is reports that a field has the same state, but for what is made of it.
func (i *image) is(x *Field) bool {
	return i.shows(x) && x.touched == i.state.touched && x.origin == i.state.origin && x.added == i.state.added &&
		x.base.Is(i.state.base) && isSameMap(x.memory, i.state.memory) && isSameMap(x.hiddenMembers, i.state.hiddenMembers) &&
		x.savedText == i.state.savedText && x.source == i.state.source && x.expanded == i.state.expanded &&
		x.text == i.state.text && x.chosen == i.state.chosen && slices.Equal(x.children, i.state.children)
}

// shows reports that a field looks the same.
func (i *image) shows(x *Field) bool {
	if x.presence != i.state.presence || x.name != i.state.name || x.kind != i.state.kind || x.asJSON != i.state.asJSON || x.flipped != i.state.flipped ||
		x.required != i.state.required || x.extra != i.state.extra || x.nullable != i.state.nullable ||
		!x.loc.Is(i.state.loc) || !maps.Equal(x.picks, i.state.picks) {
		return false
	}
	return x.presence != Set || x.text == i.state.text && x.chosen == i.state.chosen && slices.Equal(x.children, i.state.children)
}
