package bind

import (
	"fmt"

	"a2aform/formgen"
	"a2aform/formgen/wording"
)

// Text joins the input of a text to its field: what the input itself made of the text
// when it was built is not an edit.
type Text struct {
	field *formgen.Field
	last  string // as it is shown
	model string // as the field had it then
	empty string // what is shown where the text is empty
	ready bool
}

// NewText joins an input to a field. Call [Text.Start] once the input shows the text.
func NewText(x *formgen.Field) *Text { return &Text{field: x} }

// Start says what the input shows: from now on what differs is an edit.
func (t *Text) Start(shown any) {
	t.last, t.model, t.ready = fmt.Sprint(shown), t.Get(), true
	t.empty = wording.Placeholder(t.field)
}

// IsCurrent reports that the field has the text that is shown.
func (t *Text) IsCurrent() bool {
	text := t.Get()
	return text == t.model && (text != "" || wording.Placeholder(t.field) == t.empty)
}

// Get is the text to edit.
func (t *Text) Get() string {
	if t.field.Presence() != formgen.Set {
		return ""
	}
	return t.field.Text()
}

// Set takes the text after an edit. Emptying a field takes its value away; the
// presence key says "empty text" where that is meant.
func (t *Text) Set(text string) {
	if !t.ready || text == t.last {
		return
	}
	t.last = text
	t.field.SetText(text)
	if text == "" {
		t.field.SetPresence(formgen.Omitted)
	}
	t.model = text
}
