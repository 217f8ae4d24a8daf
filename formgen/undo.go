package formgen

// Undo takes back the last structural edit: a removed, added or moved item, a
// chosen branch, a default taken, a loaded preset; once more does it again, so
// that what was typed into it is not lost. It reports the location to look at, and
// false where there is nothing to undo; [Form.IsUndone] says which way it went.
func (f *Form) Undo() (pointer string, ok bool) {
	if f.undo == nil {
		return "", false
	}
	f.undo()
	f.undone = !f.undone
	f.root.forget()
	f.root.recomputeAll()
	f.layoutVersion++
	f.changed()
	return f.undoAt, true
}

// IsUndone reports that the last structural edit is taken back, so that
// [Form.Undo] would do it again.
func (f *Form) IsUndone() bool { return f.undone }

// remember keeps what changes the form for the one before a structural edit at
// a location, and back.
func (f *Form) remember(pointer string, swap func()) {
	f.undo, f.undoAt, f.undone = swap, pointer, false
}

// remember lets [Form.Undo] change the state of the field for the one before a
// structural edit, and for the later one again.
func (f *Field) remember(before Field) {
	other := before
	f.form.remember(f.Pointer(), func() {
		now := *f
		f.restore(other)
		other = now
	})
}

// restore brings another state of the field back, at the position in a list where
// it is now.
func (f *Field) restore(state Field) {
	if f.IsItem() {
		state.name = f.name
	}
	state.version = f.version + 1
	*f = state
	f.renumber()
}
