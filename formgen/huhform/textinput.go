package huhform

import (
	"fmt"
	"strings"
	"time"

	"a2aform/formgen"
)

// textInput joins the input of a text, of any library, to its field: what the input itself made of the text
// when it was built is not an edit. Words for a date stay in the input, and the field gets
// the date.
type textInput struct {
	field  *formgen.Field
	format string           // of a date, "" for other texts
	now    func() time.Time // what words such as "tomorrow" count from
	last   string           // as it is shown
	model  string           // as the field had it then
	typed  string           // that are shown for model, "" for none
	empty  string           // what is shown where the text is empty
	ready  bool
	edited bool // since Start
}

// newTextInput joins an input to a field. Call [textInput.Start] once the input shows the text.
func newTextInput(x *formgen.Field, now func() time.Time) *textInput {
	return &textInput{field: x, format: formgen.DateFormat(x), now: now}
}

// Start says what the input shows: from now on what differs is an edit.
func (t *textInput) Start(shown any) {
	t.last, t.model, t.ready, t.edited = fmt.Sprint(shown), t.text(), true, false
	t.empty = placeholder(t.field)
}

// IsCurrent reports that the field has the text that is shown.
func (t *textInput) IsCurrent() bool {
	text := t.text()
	return text == t.model && (text != "" || placeholder(t.field) == t.empty)
}

// Get is the text to edit: the words that were typed for the date of the field, else the text
// of the field.
func (t *textInput) Get() string {
	if text := t.text(); t.typed == "" || text != t.model {
		return text
	}
	return t.typed
}

// text is that of the field, "" while it is not set.
func (t *textInput) text() string {
	if t.field.Presence() != formgen.Set {
		return ""
	}
	return t.field.Text()
}

// IsUnfinishedDate reports a date that is being typed, in words or digits; no textInput has none.
func (t *textInput) IsUnfinishedDate() bool {
	if t == nil {
		return false
	}
	isDigits := strings.Trim(t.last, "0123456789-") == ""
	return t.edited && t.format != "" && (!isDigits || len(t.last) < len(time.DateOnly))
}

// Words are what the user typed for the date that the field has, "" for none.
func (t *textInput) Words() string { return t.typed }

// Shown is the text that the input shows.
func (t *textInput) Shown() string { return t.last }

// DateNote is a note on a date that is typed: the date that the words mean,
// and its day of the week; "" for other texts.
func (t *textInput) DateNote() string {
	if t.field.Presence() != formgen.Set {
		return ""
	}
	day := formgen.Weekday(t.field)
	if day == "" || t.typed == "" {
		return day
	}
	return "→ " + t.model + " " + day
}

// Set takes the text after an edit. Emptying a field takes its value away; the
// presence key says "empty text" where that is meant.
func (t *textInput) Set(text string) {
	if !t.ready || text == t.last {
		return
	}
	t.last, t.model, t.typed, t.edited = text, formgen.ResolveDate(t.field, text, t.now()), "", true
	if t.model != text {
		t.typed = text
	}
	t.field.Type(t.model)
}
