package huhform

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"charm.land/huh/v2"

	"a2aform/formgen"
	"a2aform/internal/schema"
)

// Suffix is how the name of a file with the content of a location ends.
//
// Not stable, see the package comment.
func Suffix(x *formgen.Field) string {
	switch {
	case IsComposite(x) || x.Kind() == schema.JSON:
		return ".json"
	case isMarkdown(x):
		return ".md"
	}
	return ".txt"
}

func isMarkdown(x *formgen.Field) bool {
	return x.Location().Format().Exact() == "markdown" || x.Location().MediaType().Exact() == "text/markdown" //nolint:forbidigo // compared, never drawn
}

// isArea reports a text of several lines.
func isArea(x *formgen.Field) bool {
	if x.Kind() == schema.JSON {
		return true
	}
	if !x.Kind().IsString() || x.IsSecret() {
		return false
	}
	return isMarkdown(x) || x.Location().IsTextArea() || x.Location().Format().Exact() == "textarea" || //nolint:forbidigo // compared, never drawn
		x.Presence() == formgen.Set && strings.ContainsRune(x.Text(), '\n')
}

// huhLines is how many lines huh's text area gets: it lays out all of them on
// every key.
const huhLines = 50

// needsEditor reports what is not for huh's text area: JSON, whose errors are
// found by line and column, long texts, and those with tabs, which it rewrites.
func needsEditor(x *formgen.Field) bool {
	return x.Kind() == schema.JSON || isArea(x) && wouldRewrite(x.Text(), true)
}

// wouldRewrite reports text that huh would change, or take too long with: it drops
// what controls a terminal.
func wouldRewrite(text string, area bool) bool {
	lines := strings.Count(text, "\n")
	return strings.ContainsFunc(text, isDropped) || lines >= huhLines || lines > 0 && !area
}

func isDropped(r rune) bool { return r == unicode.ReplacementChar || r != '\n' && unicode.IsControl(r) }

func newInput(x *formgen.Field, masked bool, now func() time.Time) (huh.Field, *textInput) {
	input := huh.NewInput().Prompt("").Placeholder(placeholder(x))
	if masked {
		input.EchoMode(huh.EchoModePassword)
	}
	access := newTextInput(x, now)
	input.Accessor(access)
	access.start(input.GetValue())
	return input, access
}

func newArea(x *formgen.Field, now func() time.Time) (huh.Field, *textInput) {
	area := huh.NewText().Placeholder(placeholder(x)).ExternalEditor(false)
	access := newTextInput(x, now)
	area.Accessor(access)
	access.start(area.GetValue())
	return area, access
}

// IsComposite reports a location whose value is edited as JSON outside the form.
//
// Not stable, see the package comment.
func IsComposite(x *formgen.Field) bool {
	switch x.Kind() {
	case schema.Object, schema.Array, schema.Union, schema.MultiEnum:
		return true
	}
	return false
}

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

// newTextInput joins an input to a field. Call textInput.start once the input shows the text.
func newTextInput(x *formgen.Field, now func() time.Time) *textInput {
	return &textInput{field: x, format: formgen.DateFormat(x), now: now}
}

// start says what the input shows: from now on what differs is an edit.
func (t *textInput) start(shown any) {
	t.last, t.model, t.ready, t.edited = fmt.Sprint(shown), t.text(), true, false
	t.empty = placeholder(t.field)
}

// isCurrent reports that the field has the text that is shown.
func (t *textInput) isCurrent() bool {
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

// isUnfinishedDate reports a date that is being typed, in words or digits; no textInput has none.
func (t *textInput) isUnfinishedDate() bool {
	if t == nil {
		return false
	}
	isDigits := strings.Trim(t.last, "0123456789-") == ""
	return t.edited && t.format != "" && (!isDigits || len(t.last) < len(time.DateOnly))
}

// words are what the user typed for the date that the field has, "" for none.
func (t *textInput) words() string { return t.typed }

// shown is the text that the input shows.
func (t *textInput) shown() string { return t.last }

// dateNote is a note on a date that is typed: the date that the words mean,
// and its day of the week; "" for other texts.
func (t *textInput) dateNote() string {
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

// SetClock says what time it is: words such as "tomorrow" count from it.
func (p *Page) SetClock(now func() time.Time) {
	p.now = now
	p.form.SetClock(now)
	p.rebuildEditor()
}

// replacedWords are the words for a date that the date has taken the place of.
type replacedWords struct {
	field       *formgen.Field
	words, date string
	edit        uint64 // of the form when the row was left
}

// keep keeps the words of the row that is left for Page.undo.
func (r *replacedWords) keep(e *fieldEditor, edit uint64) {
	if e != nil && e.access != nil && e.access.words() != "" {
		*r = replacedWords{e.row.Field, e.access.words(), e.row.Field.Text(), edit}
	}
}

// bringWords shows the words again that a date has replaced: those of the focused row, or
// of another one if nothing was changed since.
func (p *Page) bringWords() bool {
	r := p.replaced
	if r.field == nil || r.field.Text() != r.date || r.edit != p.form.Edit() && r.field != p.Focused() {
		return false
	}
	p.replaced = replacedWords{}
	if p.rows.of(r.field) < 0 || !p.Focus(r.field) || p.fieldEditor == nil || p.fieldEditor.access == nil {
		return false
	}
	p.fieldEditor.setText(r.words)
	return true
}

// typedBinary is up to how many characters the text of a binary field is edited
// by hand.
const typedBinary = 200

// isLargeBinary reports bytes that are chosen from a file, not typed.
func isLargeBinary(x *formgen.Field) bool {
	if !x.IsBinary() || x.Presence() != formgen.Set || len(x.Text()) <= typedBinary {
		return false
	}
	_, ok := x.Bytes()
	return ok
}

// binarySize is the size of a binary field in words; "" where it contains other
// text.
func binarySize(x *formgen.Field) string {
	if !x.IsBinary() || x.Presence() != formgen.Set || x.Text() == "" {
		return ""
	}
	n, ok := x.Bytes()
	if !ok {
		return ""
	}
	return formgen.ByteSize(n)
}
