package formgen

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// Form is one schema being filled in. It is not safe for concurrent use; only
// the function that [Form.Validate] returns may run in another goroutine.
//
// Not stable: programs of others use an [Input].
type Form struct {
	doc           *schema.Document
	endless       string // why no value fits, as members need one another without end; "" where one may
	root          *Field
	edit          uint64          // counts changes, to recognize a late validation
	layoutVersion uint64          // counts changes of what fields there are
	validation    Validation      // the last one
	pressed       bool            // submit was asked for: show what is due
	added         map[*Field]bool // items since then
	offering      map[*Field]bool // objects with a row to add members that are not declared
	display       display
	history       history
	loader        loader
	typing        *Field // whose text is being typed, nil for none
	typingShows   bool   // all its problems, as it had some when the typing began
	pages         Pages
	now           func() time.Time
	standalone    bool // it is that of an [Input]: its words name no agent, and no key of a screen of a2aform
}

// New opens a form on a schema. Required fields that have only one possible
// value or a default start with it; everything else starts omitted.
//
// Not stable: programs of others use [Open].
func New(doc *schema.Document) *Form {
	f := &Form{doc: doc, edit: 1, endless: doc.Root().Endless(), now: time.Now, offering: map[*Field]bool{}}
	f.pages.form = f
	f.root = f.newRoot()
	return f
}

func (f *Form) newRoot() *Field {
	f.loader.made = 0
	root := newField(f, nil, "", f.doc.Root(), true)
	f.loader.start(root)
	return root
}

// SetClock says what time it is, for words such as "tomorrow" and for dates that are shown as an example.
func (f *Form) SetClock(now func() time.Time) { f.now = now }

// Now is the time by the clock of the form.
func (f *Form) Now() time.Time { return f.now() }

// FormOf is the form of an input. Like all of Form, it is not stable.
//
// Not stable, see the package comment.
func FormOf(in *Input) *Form { return in.form }

// IsStandalone reports the form of an [Input], around which there are no screens of a2aform.
func (f *Form) IsStandalone() bool { return f.standalone }

// Pages are the pages that the form is shown on.
func (f *Form) Pages() *Pages { return &f.pages }

// Root is the field of the whole value.
func (f *Form) Root() *Field { return f.root }

// Notices are what relaxes the checks of this form, safe to show.
func (f *Form) Notices() []schema.Notice {
	notices := f.doc.Notices()
	if f.endless != "" {
		notices = append(notices[:len(notices):len(notices)], schema.Notice{Text: f.endless})
	}
	for _, doubt := range f.validation.doubts {
		notices = append(notices[:len(notices):len(notices)], schema.Notice{Text: "the value " + doubt.Message()})
	}
	return notices
}

// Edit is the number of the last change; it grows with each.
func (f *Form) Edit() uint64 { return f.edit }

// At is the field of a JSON Pointer, nil if no field is there now.
func (f *Form) At(pointer string) *Field {
	field, exact := f.nearest(pointer)
	if !exact {
		return nil
	}
	return field
}

// Nearest is the field of a JSON Pointer, or the closest one around it.
func (f *Form) Nearest(pointer string) *Field {
	field, _ := f.nearest(pointer)
	return field
}

// nearest is the field of the pointer or its closest ancestor that is one.
func (f *Form) nearest(pointer string) (*Field, bool) { return f.nearestTo(ojson.Tokens(pointer)) }

// nearestTo is that of the names and indexes of a pointer.
func (f *Form) nearestTo(tokens []string) (*Field, bool) {
	field := f.root
	for _, token := range tokens {
		child := field.child(token)
		if child == nil {
			return field, false
		}
		field = child
	}
	return field, true
}

// Value is the value as it is now: nil if it is omitted as a whole. It is not
// complete where a field holds text that is no value; such fields are left out.
func (f *Form) Value() (v *ojson.Value, complete bool) {
	v = f.root.Value()
	return v, !f.root.hasDraft()
}

// Load replaces the whole content by v, as a preset does. [Form.Undo] brings
// back what was there.
func (f *Form) Load(v *ojson.Value) {
	fresh := f.newRoot()
	f.loader.loadWithin(fresh, v)
	f.replaceRoot(fresh)
}

// Clear makes the form what it was when it was opened. [Form.Undo] brings back what was there.
func (f *Form) Clear() {
	f.pressed = false // what is empty is still to do
	f.replaceRoot(f.newRoot())
}

// replaceRoot shows another content; [Form.Undo] brings back what was there.
func (f *Form) replaceRoot(fresh *Field) {
	f.history.edit(f.root, nil, func() {
		f.root = fresh
		f.layoutVersion++
		f.changed()
	})
}

func (f *Form) changed() { f.edit++ }

// LayoutVersion grows with every change of what fields there are, so that a page of
// rows can be kept until it does.
func (f *Form) LayoutVersion() uint64 { return f.layoutVersion }

// Refused says that a form cannot be submitted, and why.
//
// Not stable: programs of others get an [InvalidError].
type Refused struct{ Problems []Located }

// Error counts the problems and names the first.
func (r *Refused) Error() string {
	if len(r.Problems) == 0 {
		return "the form holds no value yet"
	}
	text := r.Problems[0].line(r.Problems[:1])
	if n := len(r.Problems) - 1; n > 0 {
		text += fmt.Sprintf(" (and %d more)", n)
	}
	return text
}

// IsValid reports that the schema accepts the value: all that is wrong are dates that are none.
func (r *Refused) IsValid() bool {
	isFault := func(l Located) bool {
		return !l.Field.noDate && !slices.Contains(l.Field.form.validation.noDates, l.Problem)
	}
	return len(r.Problems) > 0 && !slices.ContainsFunc(r.Problems, isFault)
}

// Line says what is wrong with a field.
//
// Not stable, see the package comment.
type Line struct {
	Field *Field
	Text  string // "First day: required · at least 2 characters"
}

// Lines says what is wrong with each field.
func (r *Refused) Lines() []Line {
	var lines []Line
	for rest := r.Problems; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].Field == rest[0].Field {
			n++
		}
		lines = append(lines, Line{rest[0].Field, rest[0].line(rest[:n])})
		rest = rest[n:]
	}
	return lines
}

// Submit is the exact payload, compact JSON in the order of the form. It fails
// with [*Refused] unless the validator accepts the whole value.
func (f *Form) Submit() ([]byte, error) { return f.SubmitWith(f.Validate()()) }

// SubmitWith is [Form.Submit] with the result of a validation in another goroutine. It
// fails with [ErrChanged] if the form has changed since. From now on the form shows
// what is required, not only what is wrong.
func (f *Form) SubmitWith(j Validation) ([]byte, error) {
	if !f.Accept(j) {
		return nil, ErrChanged
	}
	f.pressed, f.added = true, map[*Field]bool{}
	f.Leave()
	problems := f.Problems()
	if len(problems) == 0 && len(j.problems) > 0 {
		problems = []Located{{f.root, j.problems[0]}} // nothing leaves that the validator refuses
	}
	if len(problems) > 0 {
		return nil, &Refused{problems}
	}
	v, _ := f.Value()
	if v == nil {
		return nil, &Refused{}
	}
	return v.Compact(), nil
}

// SubmitAnyway is [Form.SubmitWith] for a value that breaks its schema, by the user's word. It fails where a field holds no value.
func (f *Form) SubmitAnyway(j Validation) ([]byte, error) {
	data, err := f.SubmitWith(j)
	var refused *Refused
	if !errors.As(err, &refused) || len(refused.Problems) == 0 {
		return data, err
	}
	for _, p := range refused.Problems {
		if p.Field.hasDraft() {
			return nil, err
		}
	}
	v, complete := f.Value()
	if v == nil || !complete {
		return nil, err
	}
	return v.Compact(), nil
}

// ErrChanged says that a verdict is not about the form as it is now.
//
// Not stable, see the package comment.
var ErrChanged = errors.New("the form has changed since it was checked")

// SetNotSecret says which member names suggest a secret and by the user's word hold none.
func (f *Form) SetNotSecret(names []string) {
	f.doc.SetNotSecret(names)
	f.layoutVersion++
	f.changed()
}

// HasSecret reports whether a secret is among what is sent now; such a payload
// must not be stored.
func (f *Form) HasSecret() bool { return f.root.HoldsSecret() }

// IsRefused reports whether err is a refusal of [Form.Submit].
//
// Not stable, see the package comment.
func IsRefused(err error) bool {
	var refused *Refused
	return errors.As(err, &refused)
}
