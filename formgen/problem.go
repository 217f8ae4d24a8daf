package formgen

import (
	"cmp"
	"slices"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// Located is a problem at the field where the user can correct it.
type Located struct {
	Field   *Field
	Problem schema.Problem
}

// Validation is the validation result of one edit of the form.
type Validation struct {
	edit     uint64
	problems []schema.Problem
	doubts   []schema.Problem // what could not be validated
	warnings []schema.Problem // what is valid by its discriminators alone
	secret   bool
}

// HoldsSecret reports whether a secret is in the validated value; such a payload
// must not be stored.
func (j Validation) HoldsSecret() bool { return j.secret }

// Validate captures the value as it is now and returns the function that validates
// it. That function is slow for large values and safe to run on another
// goroutine; give its result to [Form.Accept].
func (f *Form) Validate() func() Validation {
	v, _ := f.Value()
	edit, doc, chosen := f.edit, f.doc, schema.Chosen{}
	f.root.collectChosen(chosen)
	return func() Validation {
		if v == nil {
			return Validation{edit: edit}
		}
		problems, doubts, warnings := split(doc.ValidateAs(v, chosen))
		return Validation{edit, problems, doubts, warnings, doc.Root().HoldsSecret(v)}
	}
}

// collectChosen notes the branches that are chosen, so that only they say what
// is wrong.
func (f *Field) collectChosen(chosen schema.Chosen) {
	if f.presence != Set || f.asJSON {
		return
	}
	for _, u := range f.loc.Unions() {
		if at, index, ok := u.At(f.Pointer()); ok {
			chosen[at] = index
		}
	}
	for _, c := range f.children {
		c.collectChosen(chosen)
	}
}

// Accept takes a verdict. It is dropped, and false returned, if the form has
// changed since the value was captured.
func (f *Form) Accept(j Validation) bool {
	if j.edit != f.edit {
		return false
	}
	f.validated, f.doubts, f.ambiguous, f.validatedEdit = j.problems, j.doubts, j.warnings, j.edit
	return true
}

// split separates problems from what merely could not be validated, and from what only
// deserves a warning.
func split(all []schema.Problem) (problems, doubts, warnings []schema.Problem) {
	for _, p := range all {
		switch {
		case p.IsUnchecked():
			doubts = append(doubts, p)
		case p.IsAmbiguous():
			warnings = append(warnings, p)
		default:
			problems = append(problems, p)
		}
	}
	return problems, doubts, warnings
}

// IsValidated reports whether the verdict on the value as it is now is in.
func (f *Form) IsValidated() bool { return f.validatedEdit == f.edit }

// check validates the field's own value by its own schemas, which is quick enough
// for every key. Objects and lists are left to the validator.
func (f *Field) check() {
	f.diagnostics = nil
	if f.presence != Set || f.Kind() == schema.Object || f.Kind() == schema.Array {
		return
	}
	v := f.value()
	if v == nil {
		f.diagnostics = &diagnostics{problems: []schema.Problem{{Message: f.draftProblem()}}}
		return
	}
	problems, warnings, _ := split(f.loc.Validate(v))
	if len(problems) == 0 {
		warnings = append(append(warnings, f.loc.Warn(v)...), f.warnBinary()...)
	}
	if len(problems) > 0 {
		if why := f.loc.Contradiction(); why != "" {
			warnings = append(warnings, schema.Problem{Message: why + "; ctrl+s twice offers to send it as it is"})
		}
	}
	if len(problems)+len(warnings) > 0 {
		f.diagnostics = &diagnostics{problems, warnings}
	}
}

func (f *Field) draftProblem() string {
	_, message := f.parse()
	return cmp.Or(message, "needs a value")
}

// OwnProblems are the problems of the field by its own schemas, known at once.
func (f *Field) OwnProblems() []schema.Problem {
	if f.diagnostics == nil {
		return nil
	}
	return f.diagnostics.problems
}

// Warnings are doubts that do not stop the value from being sent.
func (f *Field) Warnings() []schema.Problem {
	var warnings []schema.Problem
	if f.diagnostics != nil {
		warnings = f.diagnostics.warnings
	}
	for _, p := range f.form.ambiguous {
		if field, _ := f.form.nearest(p.Pointer); field == f {
			warnings = append(slices.Clip(warnings), p)
		}
	}
	return warnings
}

// Problems are all problems of the form at their fields, in the order of the
// form. Until the validation of the last edit is done, fields that were not
// changed keep the problems of the validation before.
func (f *Form) Problems() []Located {
	byField := map[*Field][]schema.Problem{}
	for _, p := range f.validated {
		field, _ := f.nearest(p.Pointer)
		p.Message = within(strings.TrimPrefix(p.Pointer, field.Pointer())) + p.Message
		byField[field] = append(byField[field], p)
	}
	var all []Located
	f.root.gather(byField, &all)
	return all
}

// within names the part of a pointer that has no field of its own, such as the
// member of a value that is edited as JSON.
func within(rest string) string {
	if rest == "" {
		return ""
	}
	tokens := ojson.Tokens(rest)
	for i, t := range tokens {
		tokens[i] = shown(t)
	}
	return strings.Join(tokens, ".") + " "
}

// gather lists the field's problems, own before validated, then its children's. A problem that a missing child settles is
// listed where that child is.
func (f *Field) gather(validated map[*Field][]schema.Problem, all *[]Located) {
	own := len(*all)
	switch {
	case f.presence == Set && len(f.OwnProblems()) > 0 && !f.isSettled():
		for _, p := range f.OwnProblems() {
			p.Message = inLabels(f, within(p.Pointer)+p.Message)
			*all = append(*all, Located{f, p})
		}
	case f.isEntry() && f.presence == Omitted:
		*all = append(*all, Located{f, schema.Problem{Keyword: "required", Message: "needs a value"}})
	case f.root && f.presence == Omitted:
		*all = append(*all, Located{f, schema.Problem{Keyword: "required", Message: "is required"}})
	default:
		for _, p := range validated[f] {
			if !f.isRepaired(p) {
				p.Message = inLabels(f, p.Message)
				*all = append(*all, Located{f, p})
			}
		}
	}
	if f.presence != Set || f.asJSON {
		return
	}
	var late []Located
	missing := f.Missing()
	if slices.Contains(f.children, missing) {
		late = slices.Clone((*all)[own:])
		*all = (*all)[:own]
	}
	for _, c := range f.children {
		if c == missing {
			*all = append(*all, late...)
		}
		c.gather(validated, all)
	}
}

// isSettled reports that the validator has answered for the whole value with that of the
// field in it. What applies to a field alone may depend on branches that are
// not chosen.
func (f *Field) isSettled() bool {
	return f.form.IsValidated() && len(f.form.doubts) == 0 && f.value() != nil
}

// isRepaired reports whether the current field settles a problem of an older validation,
// before the validator has answered again.
func (f *Field) isRepaired(p schema.Problem) bool {
	if f.form.IsValidated() || p.Pointer != f.Pointer() {
		return false // it is so, or it is about a part that has no field of its own
	}
	if p.Keyword == "required" {
		return f.presence != Omitted
	}
	return f.touched && f.Kind() != schema.Object && f.Kind() != schema.Array
}

// isAdded reports a field of an item that was added after submit was asked for last.
func (f *Form) isAdded(x *Field) bool {
	for ; x != nil; x = x.parent {
		if f.added[x] {
			return true
		}
	}
	return false
}

// Showing are the problems to show now, by field: those of fields that were touched, and all
// once submit was asked for. The map must not be changed; it is made once for each edit and verdict.
func (f *Form) Showing() map[*Field][]schema.Problem {
	now := moment{f.edit, f.validatedEdit, f.pressed, len(f.added)}
	if f.showing != nil && f.shownAt == now {
		return f.showing
	}
	f.showing, f.shownAt = map[*Field][]schema.Problem{}, now
	f.inside = map[*Field]int{}
	for _, l := range f.Problems() {
		if wasAsked := f.pressed && !f.isAdded(l.Field); !wasAsked && (!l.Field.touched || l.Field.isBlank()) {
			continue
		}
		f.showing[l.Field] = append(f.showing[l.Field], l.Problem)
		for x := l.Field; x != nil; x = x.parent {
			f.inside[x]++
		}
	}
	f.counts = Counts{Problems: f.inside[f.root]}
	f.root.count(&f.counts)
	return f.showing
}

// isBlank reports a field whose branch was chosen just now: that is still to do, and no mistake.
func (f *Field) isBlank() bool {
	return f.presence == Set && f.IsText() && f.Kind() != schema.String && f.text == ""
}

// ShowingIn counts the problems that are shown at a field and below it.
func (f *Form) ShowingIn(x *Field) int {
	f.Showing()
	return f.inside[x]
}

// moment is all that the shown problems depend on.
type moment struct {
	edit, verdict uint64
	pressed       bool
	added         int
}

// Counts are the numbers that say how far a form is.
type Counts struct {
	// Required counts the required fields. An object counts by its fields, or as one while it is not there; what can only
	// be one thing does not count.
	Required int
	Filled   int // those of them that are filled in with what is valid by itself
	Problems int // shown ones
	Warnings int // fields with a warning
}

// Counts counts the fields. It is made once for each edit and verdict.
func (f *Form) Counts() Counts {
	f.Showing()
	return f.counts
}

func (f *Field) count(n *Counts) {
	if len(f.Warnings()) > 0 {
		n.Warnings++
	}
	leaf := f.Kind() != schema.Const && (f.Kind() != schema.Object || f.presence != Set)
	if leaf && f.required && !f.IsItem() {
		n.Required++
		if f.presence != Omitted && f.value() != nil && len(f.OwnProblems()) == 0 {
			n.Filled++
		}
	}
	for _, c := range f.Children() {
		c.count(n)
	}
}

// Found is a problem or a warning to go to.
type Found struct {
	Field     *Field
	N, Of     int // it is the nth of so many, from 1
	IsWarning bool
}

// NextProblem is the problem after a field, in the order of the form; after the last comes
// the first again. Where there is no problem, it is a warning. False if there is neither.
func (f *Form) NextProblem(after *Field) (Found, bool) {
	showing := f.Showing()
	fields, next := f.fieldsWith(after, func(x *Field) bool { return len(showing[x]) > 0 })
	isWarning := len(fields) == 0
	if isWarning {
		fields, next = f.fieldsWith(after, func(x *Field) bool { return len(x.Warnings()) > 0 })
	}
	if len(fields) == 0 {
		return Found{}, false
	}
	i := next % len(fields)
	return Found{fields[i], i + 1, len(fields), isWarning}, true
}

// fieldsWith are fields in the order of the form, and which of them is the first after a
// field. A member that is missing from an object stands for it.
func (f *Form) fieldsWith(after *Field, has func(*Field) bool) (fields []*Field, next int) {
	missing := map[*Field]bool{}
	f.root.walk(func(x *Field) {
		if m := x.Missing(); has(x) && m != nil {
			missing[m] = true
		} else if has(x) || missing[x] {
			fields = append(fields, x)
		}
		if x == after {
			next = len(fields)
		}
	})
	return fields, next
}
