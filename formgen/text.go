package formgen

import (
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// IsText reports a field that is edited as text.
func (f *Field) IsText() bool {
	switch f.Kind() {
	case schema.String, schema.Integer, schema.Number, schema.JSON:
		return true
	}
	return false
}

// Text is what was typed into a text, number or JSON field, kept as it was even
// while the field is omitted.
func (f *Field) Text() string { return f.text }

// SetText sets the text of a text, number or JSON field and makes it sent. Text
// that is no value of the kind stays, with its problem. Other kinds have no
// text, and nothing changes.
func (f *Field) SetText(s string) {
	if !f.IsText() {
		return
	}
	f.editText(func() { f.putText(s) })
}

func (f *Field) putText(s string) {
	f.text, f.presence = s, Set
	f.markSetUpwards()
}

// typeText is [Field.SetText] for what a user types: emptying a field takes its value away.
func (f *Field) typeText(s string) {
	if !f.IsText() {
		return
	}
	f.editText(func() {
		f.putText(s)
		if s == "" {
			f.setPresence(Omitted)
		}
	})
}

// Paste adds text at the end of a text field exactly as it is: a text with
// characters that cannot be seen is written with escapes from then on. On other
// kinds it does nothing.
func (f *Field) Paste(text string) {
	if f.Kind() != schema.String {
		return
	}
	if f.presence == Set {
		text = f.text + text
	}
	if isTypable(text) {
		f.SetText(text)
		return
	}
	f.form.layoutVersion++
	f.replace(ojson.NewString(text))
}
