package formtest

import (
	"fmt"
	"testing"

	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// Case is a schema with values that it accepts and others that it refuses.
type Case struct {
	Schema    []byte
	Positives []*ojson.Value
	Negatives []*ojson.Value
	Mutants   []Mutant
}

// Props checks for the form of a schema the properties that every form has:
// every valid value can be typed and leaves unchanged, nothing else leaves,
// faults are shown where they are, nothing is dropped silently, an untouched
// form sends what must be sent, edits can be taken back, and order is kept.
func Props(t *testing.T, c Case) {
	t.Helper()
	doc, err := schema.Load(c.Schema)
	if err != nil {
		t.Fatal(err)
	}
	p := props{c, doc}
	for name, check := range map[string]func() []error{
		"reach": p.reach, "sound": p.sound, "located": p.located, "reasons": p.reasons,
		"untouched": p.untouched, "omitted": p.omitted, "stable": p.stable, "order": p.order,
	} {
		for _, err := range check() {
			t.Errorf("%s: %v", name, err)
		}
	}
}

type props struct {
	Case
	doc *schema.Document
}

// entered is a form with a value typed into it.
func (p props) entered(v *ojson.Value) (*formgen.Form, error) {
	f := formgen.New(p.doc)
	return f, Enter(f, v)
}

// each collects what goes wrong with each valid value once it is typed.
func (p props) each(check func(f *formgen.Form, v *ojson.Value) []error) []error {
	var all []error
	for i, v := range p.Positives {
		f, err := p.entered(v)
		if err != nil {
			continue // reach reports it
		}
		for _, err := range check(f, v) {
			all = append(all, fmt.Errorf("positive %d: %w", i, err))
		}
	}
	return all
}

// reach is property P1: every valid value can be typed, into typed fields where
// the schema states what they are, and leaves as it is.
func (p props) reach() []error {
	var all []error
	for i, v := range p.Positives {
		f, err := p.entered(v)
		if err == nil {
			err = leaves(f, v)
		}
		if err != nil {
			all = append(all, fmt.Errorf("positive %d: %w", i, err))
		}
		if c := CountLeaves(f, p.doc); c.JSON > 0 {
			all = append(all, fmt.Errorf("positive %d: the schema states what %q are, and they were written as JSON", i, c.Pointers))
		}
	}
	return all
}

// leaves reports whether a form submits exactly a value.
func leaves(f *formgen.Form, v *ojson.Value) error {
	data, err := f.Submit()
	if err != nil {
		return err
	}
	out, err := ojson.Parse(data, ojson.DataLimits)
	if err != nil {
		return err
	}
	if at, differs := Difference(out, v, ""); differs {
		return fmt.Errorf("%q: %s is sent, not %s", at, text(out.At(at)), text(v.At(at)))
	}
	return nil
}

// sound is property P2: what the validator refuses does not leave, what leaves is
// the value, and every part of it is to be seen on some page.
func (p props) sound() []error {
	all := p.each(func(f *formgen.Form, _ *ojson.Value) []error { return fieldsWithoutPage(f) })
	for i, v := range p.Negatives {
		if len(p.doc.Validate(v)) == 0 && len(p.doc.Notices()) > 0 {
			continue // the schema is checked more weakly, and the form says so
		}
		f := formgen.New(p.doc)
		f.Load(v)
		if err := CheckSound(f, p.doc); err != nil {
			all = append(all, fmt.Errorf("negative %d, loaded: %w", i, err))
		}
		if _, err := f.Submit(); err == nil {
			all = append(all, fmt.Errorf("negative %d is sent", i))
		}
		f = formgen.New(p.doc)
		if EnterAny(f, v) != nil {
			continue // it could not even be typed
		}
		if _, err := f.Submit(); err == nil {
			all = append(all, fmt.Errorf("negative %d is sent when typed", i))
		}
	}
	return all
}

// CheckSound reports whether what a form submits, if it does, is valid and is
// the value of the form.
func CheckSound(f *formgen.Form, doc *schema.Document) error {
	data, err := f.Submit()
	if err != nil {
		return nil
	}
	out, err := ojson.Parse(data, ojson.DataLimits)
	if err != nil {
		return fmt.Errorf("%s is sent: %w", data, err)
	}
	v, complete := f.Value()
	if at, differs := Difference(out, v, ""); differs || !complete {
		return fmt.Errorf("%s is sent, and the value differs at %q (complete: %v)", data, at, complete)
	}
	for _, problem := range doc.Validate(out) {
		if !problem.IsUnchecked() {
			return fmt.Errorf("%s is sent, and it is not valid at %q: %s", data, problem.Pointer, problem.Message())
		}
	}
	return nil
}

// located is property P3: a fault is shown where it is.
func (p props) located() []error {
	var all []error
	for _, m := range p.Mutants {
		f := formgen.New(p.doc)
		f.Load(m.Apply())
		if err := CheckLocated(f, m.Path); err != nil {
			all = append(all, fmt.Errorf("%s: %w", m.Name, err))
		}
	}
	for _, v := range p.Positives {
		for _, m := range faults(p.doc, v) {
			f := formgen.New(p.doc)
			f.Load(m.Apply())
			if err := checkLocated(f, m.Path, true); err != nil {
				all = append(all, fmt.Errorf("%s: %w", m.Name, err))
			}
		}
	}
	return all
}

// reasons checks property P5: a location without a typed field says why, and so does
// every check that is weaker than the schema.
func (p props) reasons() []error {
	var all []error
	for _, notice := range p.doc.Notices() {
		if notice.Text == "" {
			all = append(all, fmt.Errorf("a notice without words"))
		}
	}
	return append(all, p.each(func(f *formgen.Form, _ *ojson.Value) []error {
		var all []error
		walk(f.Root(), func(x *formgen.Field) {
			if (x.Kind() == schema.JSON) != (words.Reason(x) != "") {
				all = append(all, fmt.Errorf("%q of kind %q has the reason %q", x.Pointer(), x.Kind(), words.Reason(x)))
			}
		})
		return all
	})...)
}

// walk goes through the fields that are sent, from the top.
func walk(x *formgen.Field, visit func(*formgen.Field)) {
	visit(x)
	for _, c := range x.Children() {
		walk(c, visit)
	}
}

// fieldsWithoutPage returns the fields that are sent and are on no page, but for constants that must be sent.
func fieldsWithoutPage(f *formgen.Form) []error {
	pages := map[*formgen.Field]bool{}
	shown := map[*formgen.Field]bool{f.Root(): true}
	waiting := []*formgen.Field{f.Root()}
	for len(waiting) > 0 {
		page := waiting[0]
		waiting, pages[page] = waiting[1:], true
		for _, r := range page.Form().Pages().Rows(page) {
			shown[r.Field] = true
			if r.Kind == formgen.Subpage && !pages[r.Field] {
				waiting = append(waiting, r.Field)
			}
		}
	}
	var all []error
	walk(f.Root(), func(x *formgen.Field) {
		isSettled := x.Kind() == schema.Const && x.IsRequired()
		if x.Presence() != formgen.Omitted && !shown[x] && !isSettled {
			all = append(all, fmt.Errorf("%q is sent and on no page", x.Pointer()))
		}
	})
	return all
}
