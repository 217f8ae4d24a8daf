package formgen

import (
	"cmp"
	"slices"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// Located is a problem at the field where the user can correct it.
//
// Not stable: programs of others get a [Problem].
type Located struct {
	Field   *Field
	Problem schema.Problem
}

// Validation is the validation result of one edit of the form.
//
// Not stable, see the package comment.
type Validation struct {
	edit     uint64
	problems []schema.Problem
	doubts   []schema.Problem // what could not be validated
	warnings []schema.Problem // what is valid by its discriminators alone
	noDates  []schema.Problem // of values edited as JSON, which the validator accepts
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
	collectChosen(f.root, chosen)
	search := f.formatSearch()
	return func() Validation {
		if v == nil {
			return Validation{edit: edit}
		}
		problems, doubts, warnings := split(doc.ValidateAs(v, chosen))
		formats := search()
		return Validation{edit, problems, doubts, append(warnings, formats.warnings...), formats.noDates, doc.Root().HoldsSecret(v)}
	}
}

// formatSearch captures the values that have no fields, and returns the function that finds the texts without their format in them.
func (f *Form) formatSearch() func() formatSearch {
	type found struct {
		at      schema.Location
		value   *ojson.Value
		pointer string
	}
	var values []found
	f.root.walk(func(x *Field) {
		if x.presence == Set && x.Kind() == schema.JSON && x.Value() != nil {
			values = append(values, found{x.base, x.Value(), x.Pointer()})
		}
	})
	return func() formatSearch {
		s := formatSearch{left: maxSearched}
		for _, v := range values {
			s.search(v.at, v.value, v.pointer)
		}
		isOwn := func(p schema.Problem) bool { // which the field says itself
			return slices.ContainsFunc(values, func(v found) bool { return v.pointer == p.Pointer })
		}
		s.noDates, s.warnings = slices.DeleteFunc(s.noDates, isOwn), slices.DeleteFunc(s.warnings, isOwn)
		return s
	}
}

// collectChosen notes the branches that are chosen, so that only they say what
// is wrong.
func collectChosen(x *Field, chosen schema.Chosen) {
	if x.presence != Set || x.asJSON {
		return
	}
	for _, u := range x.loc.Unions() {
		if at, index, ok := u.At(x.Pointer()); ok {
			chosen[at] = index
		}
	}
	for _, c := range x.children {
		collectChosen(c, chosen)
	}
}

// Accept takes a verdict. It is dropped, and false returned, if the form has
// changed since the value was captured.
func (f *Form) Accept(j Validation) bool {
	if j.edit != f.edit {
		return false
	}
	f.validation = j
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
func (f *Form) IsValidated() bool { return f.validation.edit == f.edit }

// findings are what is wrong with a field by its own schemas.
type findings struct {
	problems []schema.Problem
	warnings []schema.Problem
	noDate   bool // the problems say that its text is no date, which the validator accepts
}

// OwnProblems are the problems of the field by its own schemas, known at once.
func (f *findings) OwnProblems() []schema.Problem { return f.problems }

// check validates the field's own value by its own schemas, which is quick enough
// for every key. Objects and lists are left to the validator.
func (f *findings) check(x *Field) {
	*f = findings{}
	if x.presence != Set || x.Kind() == schema.Object || x.Kind() == schema.Array {
		return
	}
	v := x.Value()
	if v == nil {
		_, problem := kinds[x.Kind()].parse(x)
		f.problems = []schema.Problem{cmp.Or(problem, schema.Problem{Fault: schema.Empty})}
		return
	}
	f.problems, f.warnings, _ = split(x.loc.Validate(v))
	if len(f.problems) == 0 {
		f.warnings = append(append(f.warnings, x.loc.Warn(v)...), warnBinary(x)...)
		isOdd := len(f.warnings) > 0 && f.warnings[0].Fault == schema.NotValid // no date as its format writes it
		if f.noDate = isOdd && isNoDate(v.Text(), dateFormatOf(x.loc)); f.noDate {
			f.problems, f.warnings = f.warnings, nil
		}
	} else if why := x.loc.Contradiction(); why != "" {
		if !x.form.standalone {
			why += "; ask for the review twice to send it as it is"
		}
		f.warnings = append(f.warnings, schema.Problem{Want: why})
	}
}

// Warnings are doubts that do not stop the value from being sent.
func (f *Field) Warnings() []schema.Problem {
	if f.Kind().IsString() && f.form.isUnfinished(f) {
		return nil // those of a number are about too many digits
	}
	warnings := f.warnings
	for _, p := range f.form.validation.warnings {
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
	l := problemLister{validated: map[*Field][]schema.Problem{}}
	for _, p := range slices.Concat(f.validation.problems, f.validation.noDates) {
		field, _ := f.nearest(p.Pointer)
		l.validated[field] = append(l.validated[field], p)
	}
	l.add(f.root)
	return l.all
}

// problemLister lists problems in the order of the form.
type problemLister struct {
	validated map[*Field][]schema.Problem // by the validator
	all       []Located
}

// add lists a field's problems, then its children's. A problem that a missing child settles is
// listed where that child is.
func (l *problemLister) add(x *Field) {
	own := l.problemsAt(x)
	if x.presence != Set || x.asJSON {
		l.all = append(l.all, own...)
		return
	}
	missing := x.Demands().Missing()
	if !slices.Contains(x.children, missing) {
		l.all = append(l.all, own...)
	}
	for _, c := range x.children {
		if c == missing {
			l.all = append(l.all, own...)
		}
		l.add(c)
	}
}

// problemsAt are the problems of a field, its own before validated ones.
func (l *problemLister) problemsAt(x *Field) (all []Located) {
	switch {
	case x.presence == Set && len(x.problems) > 0 && !isSettled(x):
		for _, p := range x.problems {
			p.Pointer = x.Pointer() + p.Pointer
			all = append(all, Located{x, p})
		}
	case x.isEntry() && x.presence == Omitted:
		all = []Located{{x, schema.Problem{Pointer: x.Pointer(), Keyword: "required", Fault: schema.Empty}}}
	case x.parent == nil && x.presence == Omitted:
		all = []Located{{x, schema.Problem{Keyword: "required", Fault: schema.Missing}}}
	default:
		for _, p := range l.validated[x] {
			if isOfChoice(x, p) {
				p = schema.Problem{Pointer: p.Pointer, Keyword: p.Keyword, Want: "choose one of the kinds"}
			}
			if !isRepaired(x, p) {
				all = append(all, Located{x, p})
			}
		}
		if x.presence == Set && x.noDate && len(all) == 0 { // the validator accepts it
			p := x.problems[0]
			p.Pointer = x.Pointer()
			all = append(all, Located{x, p})
		}
	}
	return all
}

// isOfChoice reports a problem of an object whose shape is to be chosen, that it fits none or several.
func isOfChoice(x *Field, p schema.Problem) bool {
	return (p.Keyword == "anyOf" || p.Keyword == "oneOf") && x.Kind() == schema.Object && x.loc.NeedsChoice()
}

// isSettled reports that the validator has answered for the whole value with that of the
// field in it. What applies to a field alone may depend on branches that are
// not chosen.
func isSettled(x *Field) bool {
	return x.form.IsValidated() && len(x.form.validation.doubts) == 0 && x.Value() != nil
}

// isRepaired reports whether the current field settles a problem of an older validation,
// before the validator has answered again.
func isRepaired(x *Field, p schema.Problem) bool {
	if x.form.IsValidated() || p.Pointer != x.Pointer() {
		return false // it is so, or it is about a part that has no field of its own
	}
	if p.Keyword == "required" {
		return x.presence != Omitted
	}
	return x.touched && x.Kind() != schema.Object && x.Kind() != schema.Array
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

// beginTyping says that a text is being typed. Where it was right until now, what is wrong with it shows once it is left:
// a text that is not finished is no mistake. Where it was wrong, it is checked with each key.
func (f *Form) beginTyping(x *Field) {
	if f.typing == x {
		return
	}
	f.Leave()
	f.typingShows = len(f.Showing()[x])+len(x.Warnings()) > 0
	f.typing = x
}

// Leave says that the focus leaves the field whose text is being typed.
func (f *Form) Leave() {
	if f.typing != nil {
		f.typing.version++
		f.typing = nil
	}
}

// isUnfinished reports a text that is being typed and was never wrong.
func (f *Form) isUnfinished(x *Field) bool { return f.typing == x && !f.typingShows }

// isExcess reports a problem that more typing makes worse: it shows at once.
func isExcess(p schema.Problem) bool {
	return slices.Contains([]string{"maxLength", "maximum", "exclusiveMaximum"}, p.Keyword)
}

// Showing are the problems to show now, by field: those of fields that were touched, and all
// once submit was asked for, but not yet those of a text that is being typed. The map must not be changed; it is made once for each edit and verdict.
func (f *Form) Showing() map[*Field][]schema.Problem {
	now := moment{f.edit, f.validation.edit, f.pressed, len(f.added), f.typing}
	if f.display.problems != nil && f.display.at == now {
		return f.display.problems
	}
	f.display = display{at: now, problems: map[*Field][]schema.Problem{}, inside: map[*Field]int{}, wrong: map[*Field]bool{}}
	for _, l := range f.Problems() {
		for x := l.Field; x != nil; x = x.parent {
			f.display.wrong[x] = true
		}
		if wasAsked := f.pressed && !f.isAdded(l.Field); !wasAsked && (!l.Field.touched || isBlank(l.Field)) {
			continue
		}
		if f.isUnfinished(l.Field) && !isExcess(l.Problem) {
			continue
		}
		f.display.problems[l.Field] = append(f.display.problems[l.Field], l.Problem)
		for x := l.Field; x != nil; x = x.parent {
			f.display.inside[x]++
		}
	}
	f.display.counts.Problems = f.display.inside[f.root]
	f.display.counts.add(f.root)
	return f.display.problems
}

// isBlank reports a field whose branch was chosen just now: that is still to do, and no mistake.
func isBlank(x *Field) bool {
	return x.presence == Set && x.IsText() && !x.Kind().IsString() && x.text == ""
}

// ShowingIn counts the problems that are shown at a field and below it.
func (f *Form) ShowingIn(x *Field) int {
	f.Showing()
	return f.display.inside[x]
}

// IsWrong reports a problem of a field or below it, whether it is shown yet or not.
func (f *Form) IsWrong(x *Field) bool {
	f.Showing()
	return f.display.wrong[x]
}

// display is what is shown of the problems.
type display struct {
	at       moment
	problems map[*Field][]schema.Problem
	inside   map[*Field]int // how many of them are at a field or below
	wrong    map[*Field]bool
	counts   Counts
}

// moment is all that the shown problems depend on.
type moment struct {
	edit, verdict uint64
	pressed       bool
	added         int
	typing        *Field
}

// Counts are the numbers that say how far a form is.
//
// Not stable, see the package comment.
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
	return f.display.counts
}

// add counts a field and those below it.
func (n *Counts) add(x *Field) {
	x.walk(func(x *Field) {
		if len(x.Warnings()) > 0 {
			n.Warnings++
		}
		leaf := x.Kind() != schema.Const && (x.Kind() != schema.Object || x.presence != Set)
		if !leaf && x.Kind() == schema.Object && x.loc.NeedsChoice() {
			n.Required++
		}
		if leaf && x.required && !x.IsItem() {
			n.Required++
			if x.presence != Omitted && x.Value() != nil && len(x.problems) == 0 && (DateFormat(x) == "" || len(x.warnings) == 0) {
				n.Filled++
			}
		}
	})
}

// Found is a problem or a warning to go to.
//
// Not stable, see the package comment.
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
		if m := x.Demands().Missing(); has(x) && m != nil {
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

// AddWarning shows a warning at the field until the field is changed.
func (f *Field) AddWarning(text string) {
	warning := schema.Problem{Want: text}
	if !slices.Contains(f.warnings, warning) {
		f.warnings = append(slices.Clip(f.warnings), warning)
		f.form.display = display{} // its counts are of before
		f.version++
	}
}

// RemoveWarning takes a warning of [Field.AddWarning] away.
func (f *Field) RemoveWarning(text string) {
	warning := schema.Problem{Want: text}
	if slices.Contains(f.warnings, warning) {
		f.warnings = slices.DeleteFunc(slices.Clone(f.warnings), func(p schema.Problem) bool { return p == warning })
		f.form.display = display{} // its counts are of before
		f.version++
	}
}
