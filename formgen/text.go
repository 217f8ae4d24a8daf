package formgen

import (
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// IsText reports a field that is edited as text.
func (f *Field) IsText() bool { return kinds[f.Kind()].isText() }

// SetText sets the text of a text, number or JSON field and makes it sent. Text
// that is no value of the kind stays, with its problem. Other kinds have no
// text, and nothing changes.
func (f *Field) SetText(s string) {
	if !f.IsText() {
		return
	}
	f.form.history.editText(f, func() { f.putText(s) })
}

func (f *Field) putText(s string) {
	f.text, f.presence = s, Set
	f.markSetUpwards()
}

// Type is [Field.SetText] for what a user types: emptying a field takes its value away, and what is wrong with a text that was
// right shows once the field is left.
func (f *Field) Type(s string) {
	f.form.beginTyping(f)
	if !f.IsText() {
		return
	}
	f.form.history.editText(f, func() {
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

// textual is what kinds that are edited as text have in common.
type textual struct{ leaf }

func (textual) isText() bool { return true }

func (textual) assign(x *Field, text string) error {
	x.SetText(ResolveDate(x, text, x.form.now()))
	return nil
}

func (textual) isBlank(x *Field) bool { return x.text == "" }

// carry leaves text that is no value here in the branch that was left.
func (textual) carry(x *Field, left *content) {
	if left.kind == schema.JSON || !kinds[left.kind].isText() {
		return
	}
	x.text = left.text
	if v, _ := kinds[x.Kind()].parse(x); v == nil {
		x.text = ""
	}
}

// convert keeps the text.
func (textual) convert(*Field) {}

// textKind is that of fields whose value is their text.
type textKind struct{ textual }

func (textKind) value(x *Field) *ojson.Value { return ojson.NewString(x.text) }

func (textKind) parse(x *Field) (*ojson.Value, schema.Problem) {
	return ojson.NewString(x.text), schema.Problem{}
}

func (textKind) take(x *Field, v *ojson.Value) bool {
	x.text = v.Text()
	return v.Is(ojson.String) && isTypable(x.text)
}
