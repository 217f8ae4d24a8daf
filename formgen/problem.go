package formgen

import (
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// Located is a problem at the field where the user can mend it.
type Located struct {
	Field   *Field
	Problem schema.Problem
}

// located is a problem by pointer, as the judge reports it.
type located = schema.Problem

// Judgement is the judge's verdict on one edit of the form.
type Judgement struct {
	edit     uint64
	problems []schema.Problem
	doubts   []schema.Problem // what could not be judged
	secret   bool
}

// HoldsSecret reports whether a secret is in the judged value; such a payload
// must not be stored.
func (j Judgement) HoldsSecret() bool { return j.secret }

// Judge captures the value as it stands and returns the function that judges
// it. That function is slow for large values and safe to run on another
// goroutine; give its result to [Form.Accept].
func (f *Form) Judge() func() Judgement {
	v, _ := f.Value()
	edit, doc, chosen := f.edit, f.doc, schema.Chosen{}
	f.root.collectChosen(chosen)
	return func() Judgement {
		if v == nil {
			return Judgement{edit: edit}
		}
		problems, doubts := split(doc.ValidateAs(v, chosen))
		return Judgement{edit, problems, doubts, doc.Root().HoldsSecret(v)}
	}
}

// collectChosen notes the branches that are chosen, so that only they tell what
// is wrong.
func (x *Field) collectChosen(chosen schema.Chosen) {
	if x.presence != Set || x.asJSON {
		return
	}
	for _, u := range x.place.Unions() {
		if at, index, ok := u.At(x.Pointer()); ok {
			chosen[at] = index
		}
	}
	for _, c := range x.children {
		c.collectChosen(chosen)
	}
}

// Accept takes a verdict. It is dropped, and false returned, if the form has
// changed since the value was captured.
func (f *Form) Accept(j Judgement) bool {
	if j.edit != f.edit {
		return false
	}
	f.judged, f.doubts, f.verdict = j.problems, j.doubts, j.edit
	return true
}

// split tells problems from what merely could not be judged.
func split(all []schema.Problem) (problems, doubts []schema.Problem) {
	for _, p := range all {
		if p.IsUnchecked() {
			doubts = append(doubts, p)
		} else {
			problems = append(problems, p)
		}
	}
	return problems, doubts
}

// IsJudged reports whether the verdict on the value as it stands is in.
func (f *Form) IsJudged() bool { return f.verdict == f.edit }

// check judges the field's own value by its own schemas, which is quick enough
// for every key. Objects and lists are left to the judge.
func (x *Field) check() {
	x.findings = nil
	if x.presence != Set || x.Kind() == schema.Object || x.Kind() == schema.Array {
		return
	}
	v := x.value()
	if v == nil {
		x.findings = &findings{problems: []schema.Problem{{Message: x.draftProblem()}}}
		return
	}
	problems, warnings := split(x.place.Validate(v))
	if len(problems) == 0 {
		warnings = append(append(warnings, x.place.Warn(v)...), x.warnBinary()...)
	}
	if len(problems) > 0 {
		if why := x.place.Contradiction(); why != "" {
			warnings = append(warnings, schema.Problem{Message: why + "; ctrl+s twice sends it as it is"})
		}
	}
	if len(problems)+len(warnings) > 0 {
		x.findings = &findings{problems, warnings}
	}
}

func (x *Field) draftProblem() string {
	if _, message := x.parse(); message != "" {
		return message
	}
	return "needs a value"
}

// OwnProblems are the problems of the field by its own schemas, known at once.
func (x *Field) OwnProblems() []schema.Problem {
	if x.findings == nil {
		return nil
	}
	return x.findings.problems
}

// Warnings are doubts that do not stop the value from being sent.
func (x *Field) Warnings() []schema.Problem {
	if x.findings == nil {
		return nil
	}
	return x.findings.warnings
}

// Problems are all problems of the form at their fields, in the order of the
// form. Until the judge's verdict on the last edit is in, those of the last
// verdict stand for fields that were not changed since.
func (f *Form) Problems() []Located {
	byField := map[*Field][]schema.Problem{}
	for _, p := range f.judged {
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
	return strings.Join(shownTokens(rest), ".") + " "
}

// gather lists the field's problems, own before judged, then its children's.
func (x *Field) gather(judged map[*Field][]schema.Problem, all *[]Located) {
	switch {
	case x.presence == Set && len(x.OwnProblems()) > 0 && !x.isSettled():
		for _, p := range x.OwnProblems() {
			p.Message = x.inLabels(within(p.Pointer) + p.Message)
			*all = append(*all, Located{x, p})
		}
	case x.isEntry() && x.presence == Absent:
		*all = append(*all, Located{x, schema.Problem{Keyword: "required", Message: "needs a value"}})
	case x.root && x.presence == Absent:
		*all = append(*all, Located{x, schema.Problem{Keyword: "required", Message: "is required"}})
	default:
		for _, p := range judged[x] {
			if !x.isMended(p) {
				p.Message = x.inLabels(p.Message)
				*all = append(*all, Located{x, p})
			}
		}
	}
	if x.presence != Set || x.asJSON {
		return
	}
	for _, c := range x.children {
		c.gather(judged, all)
	}
}

// isSettled reports that the judge has spoken on the whole value with that of the
// field in it. What applies to a field alone may depend on branches that nobody
// chose.
func (x *Field) isSettled() bool {
	return x.form.IsJudged() && len(x.form.doubts) == 0 && x.value() != nil
}

// isMended reports that a problem of an older verdict is settled by the field as
// it stands, though the judge has not spoken again yet.
func (x *Field) isMended(p schema.Problem) bool {
	if x.form.IsJudged() || p.Pointer != x.Pointer() {
		return false // it is so, or it is about a part that has no field of its own
	}
	if p.Keyword == "required" {
		return x.presence != Absent
	}
	simple := x.Kind() != schema.Object && x.Kind() != schema.Array
	return simple && x.touched
}

// Showing are the problems to show now, by field: those of fields that were
// touched, and all once submit was asked for. The rest is still to do.
// The map must not be changed; it is made once for each edit and verdict.
func (f *Form) Showing() map[*Field][]schema.Problem {
	now := moment{f.edit, f.verdict, f.pressed}
	if f.showing != nil && f.shownAt == now {
		return f.showing
	}
	f.showing, f.shownAt = map[*Field][]schema.Problem{}, now
	f.inside = map[*Field]int{}
	for _, l := range f.Problems() {
		if !f.pressed && (!l.Field.touched || l.Field.isBlank()) {
			continue
		}
		f.showing[l.Field] = append(f.showing[l.Field], l.Problem)
		for x := l.Field; x != nil; x = x.parent {
			f.inside[x]++
		}
	}
	return f.showing
}

// isBlank reports a field that is sent and waits to be typed into, as when its
// branch was chosen just now: that is still to do, and no mistake.
func (x *Field) isBlank() bool {
	return x.presence == Set && x.IsText() && x.Kind() != schema.String && x.text == ""
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
}

// Due counts the required fields and how many of them are filled in. An object
// counts by its fields, or as one while it is not there; what can only be one
// thing does not count.
func (f *Form) Due() (filled, required int) {
	f.root.countDue(&filled, &required)
	return filled, required
}

func (x *Field) countDue(filled, required *int) {
	leaf := x.Kind() != schema.Const && (x.Kind() != schema.Object || x.presence != Set)
	if leaf && x.required && !x.IsItem() {
		*required++
		if x.presence != Absent && x.value() != nil {
			*filled++
		}
	}
	for _, c := range x.Children() {
		c.countDue(filled, required)
	}
}

func shownTokens(pointer string) []string {
	tokens := ojson.Tokens(pointer)
	for i, t := range tokens {
		tokens[i] = shown(t)
	}
	return tokens
}
