package formgen

import (
	"fmt"
	"strings"
	"time"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// TextInput joins the input of a text, of any library, to its field: what the input itself made of the text
// when it was built is not an edit. Words for a date stay in the input, and the field gets
// the date.
type TextInput struct {
	field  *Field
	format string           // of a date, "" for other texts
	now    func() time.Time // what words such as "tomorrow" count from
	last   string           // as it is shown
	model  string           // as the field had it then
	words  string           // that are shown for model, "" for none
	empty  string           // what is shown where the text is empty
	ready  bool
	edited bool // since Start
}

// NewTextInput joins an input to a field. Call [TextInput.Start] once the input shows the text.
func NewTextInput(x *Field, now func() time.Time) *TextInput {
	return &TextInput{field: x, format: DateFormat(x), now: now}
}

// DateFormat is the format of a field that takes dates in words, "" for all others.
func DateFormat(x *Field) string {
	format := x.Location().Format().Exact()
	if format != DateOnly && format != DateTime || x.Kind() != schema.String || x.IsSecret() {
		return ""
	}
	return format
}

// FitDate is a date in the spelling that the field takes, such as in UTC where its pattern
// demands that; the date as it is where none fits.
func FitDate(x *Field, date string) string {
	for _, text := range dateSpellings(date, DateFormat(x)) {
		if len(x.Location().Validate(ojson.NewString(text))) == 0 {
			return text
		}
	}
	return date
}

// ResolveDate is the date that words mean in a field of dates, in the spelling that the field takes;
// any other text as it is.
func ResolveDate(x *Field, text string, now time.Time) string {
	if date, ok := parseDateWords(text, DateFormat(x), now); ok {
		return FitDate(x, date)
	}
	return text
}

// Weekday is the day of the week of the date in a field, "" where it contains none.
func Weekday(x *Field) string { return weekdayOf(x.Text(), DateFormat(x)) }

// Start says what the input shows: from now on what differs is an edit.
func (t *TextInput) Start(shown any) {
	t.last, t.model, t.ready, t.edited = fmt.Sprint(shown), t.text(), true, false
	t.empty = Placeholder(t.field)
}

// IsCurrent reports that the field has the text that is shown.
func (t *TextInput) IsCurrent() bool {
	text := t.text()
	return text == t.model && (text != "" || Placeholder(t.field) == t.empty)
}

// Get is the text to edit: the words that were typed for the date of the field, else the text
// of the field.
func (t *TextInput) Get() string {
	if text := t.text(); t.words == "" || text != t.model {
		return text
	}
	return t.words
}

// text is that of the field, "" while it is not set.
func (t *TextInput) text() string {
	if t.field.Presence() != Set {
		return ""
	}
	return t.field.Text()
}

// IsUnfinishedDate reports a date that is being typed, in words or digits; no TextInput has none.
func (t *TextInput) IsUnfinishedDate() bool {
	if t == nil {
		return false
	}
	isDigits := strings.Trim(t.last, "0123456789-") == ""
	return t.edited && t.format != "" && (!isDigits || len(t.last) < len(time.DateOnly))
}

// Words are what the user typed for the date that the field has, "" for none.
func (t *TextInput) Words() string { return t.words }

// Shown is the text that the input shows.
func (t *TextInput) Shown() string { return t.last }

// DateNote is a note on a date that is typed: the date that the words mean,
// and its day of the week; "" for other texts.
func (t *TextInput) DateNote() string {
	day := weekdayOf(t.text(), t.format)
	if day == "" || t.words == "" {
		return day
	}
	return "→ " + t.model + " " + day
}

// Set takes the text after an edit. Emptying a field takes its value away; the
// presence key says "empty text" where that is meant.
func (t *TextInput) Set(text string) {
	if !t.ready || text == t.last {
		return
	}
	t.last, t.model, t.words, t.edited = text, ResolveDate(t.field, text, t.now()), "", true
	if t.model != text {
		t.words = text
	}
	t.field.form.beginTyping(t.field)
	t.field.typeText(t.model)
}
