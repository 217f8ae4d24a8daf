package formgen

// undo changes the form for the one before the last structural edit, and back.
type undo struct {
	pointer string // where the edit was
	swap    func() // nil where there is nothing to undo
	isDone  bool   // the edit is taken back, and swap makes it again
}

// Undo takes back the last structural edit: a removed, added or moved item, a
// chosen branch, a default taken, a loaded preset; once more does it again, so
// that what was typed into it is not lost. It reports the location to look at, and
// false where there is nothing to undo; [Form.IsUndone] says which way it went.
func (f *Form) Undo() (pointer string, ok bool) {
	if f.undo.swap == nil {
		return "", false
	}
	f.undo.swap()
	f.undo.isDone = !f.undo.isDone
	f.root.forget()
	f.root.recomputeAll()
	f.layoutVersion++
	f.changed()
	return f.undo.pointer, true
}

// IsUndone reports that the last structural edit is taken back, so that
// [Form.Undo] would do it again.
func (f *Form) IsUndone() bool { return f.undo.isDone }

// remember lets [Form.Undo] change the state of the field for the one before a
// structural edit, and for the later one again. An item stays at its position.
func (f *Field) remember(before Field) {
	other := before
	f.form.undo = undo{f.Pointer(), func() {
		now := *f
		if f.IsItem() {
			other.name = now.name
		}
		other.version = now.version + 1
		*f, other = other, now
		f.renumber()
	}, false}
	f.form.structural++
}

// StructuralEdits counts the edits that [Form.Undo] took back or could have taken back.
func (f *Form) StructuralEdits() uint64 { return f.structural }

// restructure makes a structural edit, which [Form.Undo] takes back. The field is sent
// from then on.
func (f *Field) restructure(change func()) {
	before := *f
	f.form.layoutVersion++
	change()
	f.remember(before)
	f.markSetUpwards()
}
