package formtest

import (
	"fmt"
	"slices"
	"strings"
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

// stable is property P7: what is left comes back, what is moved keeps what
// is next to it, and a value opens the form in the state that it was typed
// in.
func (p props) stable() []error {
	return p.each(func(f *formgen.Form, v *ojson.Value) []error {
		all := reopens(f, v, p.doc)
		var fields []*formgen.Field
		walk(f.Root(), func(x *formgen.Field) { fields = append(fields, x) })
		for _, x := range fields {
			for _, err := range []error{branchesComeBack(f, x), itemsStay(f, x), namesStay(f, x), flipsBack(f, x)} {
				if err != nil {
					all = append(all, err)
				}
			}
		}
		return all
	})
}

// reopens compares the form that a value was typed into with one that it was
// loaded into.
func reopens(f *formgen.Form, v *ojson.Value, doc *schema.Document) []error {
	loaded := formgen.New(doc)
	loaded.Load(v)
	typed, again := state(f), state(loaded)
	var all []error
	for at, state := range typed {
		isLeftOpen := strings.Contains(state, " branch -1") // a choice that need not be made
		if again[at] != state && !isLeftOpen {
			all = append(all, fmt.Errorf("%q is %s when typed and %s when loaded", at, state, again[at]))
		}
	}
	return all
}

// state describes what each sent field of a form is and contains, by pointer.
func state(f *formgen.Form) map[string]string {
	states := map[string]string{}
	walk(f.Root(), func(x *formgen.Field) {
		var sb strings.Builder
		fmt.Fprintf(&sb, "%v %d", x.Kind(), x.Presence())
		if x.Presence() == formgen.Omitted {
			states[x.Pointer()] = "omitted"
			return
		}
		for _, u := range x.Unions() {
			fmt.Fprintf(&sb, " branch %d", u.Chosen)
		}
		states[x.Pointer()] = sb.String()
	})
	return states
}

// same runs an edit and its inverse, and reports what they left changed.
func same(f *formgen.Form, at, what string, do func()) error {
	before, _ := f.Value()
	do()
	after, _ := f.Value()
	if text(before) == text(after) {
		return nil
	}
	if where, differs := Difference(after, before, ""); differs {
		return fmt.Errorf("%q after %s: %q is %s, and was %s", at, what, where, text(after.At(where)), text(before.At(where)))
	}
	return fmt.Errorf("%q after %s: members stand in another order", at, what)
}

// maxTried bounds how many branches, items and names are tried at a field.
const maxTried = 4

func branchesComeBack(f *formgen.Form, x *formgen.Field) error {
	for i, u := range x.Unions() {
		for other := range min(len(u.Branches), maxTried) {
			if other == u.Chosen || u.Chosen < 0 {
				continue
			}
			err := same(f, x.Pointer(), fmt.Sprintf("branch %d, %d and back", u.Chosen, other), func() {
				x.ChooseBranch(i, other)
				x.ChooseBranch(i, u.Chosen)
			})
			if err != nil {
				return err
			}
			err = same(f, x.Pointer(), fmt.Sprintf("branch %d and undo", other), func() {
				x.ChooseBranch(i, other)
				f.Undo()
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func itemsStay(f *formgen.Form, x *formgen.Field) error {
	n := len(x.Children())
	if x.Kind() != schema.Array || n == 0 {
		return nil
	}
	for what, do := range map[string]func(){
		"moving there and back": func() { x.Move(0, n-1); x.Move(n-1, 0) },
		"moving and undo":       func() { x.Move(n-1, 0); undoIf(f, n > 1) },
		"removing and undo":     func() { x.Remove(0); f.Undo() },
		"appending and undo":    func() { x.Append(); f.Undo() },
		"a copy and its end":    func() { x.Duplicate(n - 1); x.Remove(n) },
		"an insert and its end": func() { x.Insert(0); x.Remove(0) },
	} {
		if x.Location().Prefix() > 0 && strings.Contains(what, "end") {
			continue // a tuple completes itself
		}
		if err := same(f, x.Pointer(), what, do); err != nil {
			return err
		}
	}
	return nil
}

func undoIf(f *formgen.Form, moved bool) {
	if moved {
		f.Undo()
	}
}

func namesStay(f *formgen.Form, x *formgen.Field) error {
	for _, c := range slices.Clone(x.Children()) {
		if !c.IsExtra() {
			continue
		}
		name := c.Name()
		err := same(f, x.Pointer(), "removing "+name+" and undo", func() { x.Remove(c.Index()); f.Undo() })
		if err != nil {
			return err
		}
		to := name + "x"
		if x.CheckKey(to) != "" {
			continue
		}
		err = same(f, x.Pointer(), "renaming "+name+" and back", func() {
			_ = x.RenameKey(name, to)
			if x.RenameKey(to, name) != nil {
				f.Undo() // a field of the old name came when it was free
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func flipsBack(f *formgen.Form, x *formgen.Field) error {
	return same(f, x.Pointer(), "flipping to JSON and back", func() {
		if x.Kind() == schema.JSON {
			return
		}
		_ = x.AsJSON(true)
		_ = x.AsJSON(false)
	})
}

// untouched is property P6: a form that was only opened contains the required
// members with one possible value or a valid default, required objects in which that
// holds too, and nothing else.
func (p props) untouched() []error {
	want := first(p.doc.Root(), nil)
	got, _ := formgen.New(p.doc).Value()
	if at, differs := Difference(got, want, ""); differs {
		return []error{fmt.Errorf("%q holds %s, not %s", at, text(got.At(at)), text(want.At(at)))}
	}
	return nil
}

// first is what a location must contain from the beginning, nil for nothing.
func first(p schema.Location, above []schema.Location) *ojson.Value {
	for _, outer := range above {
		if outer.RecursesInto(p) {
			return nil // it requires itself
		}
	}
	root := len(above) == 0
	for _, fixed := range []*ojson.Value{p.Const(), p.Default(), p.Only()} {
		if fixed != nil && len(p.Validate(fixed)) == 0 && !(root && p.Kind() == schema.Object) {
			return fixed
		}
	}
	switch p.Kind() {
	case schema.Null:
		return ojson.NewNull()
	case schema.Object:
		if p.AllowsNull() && p.NamesNull() && !root {
			return nil // the user takes null or an object
		}
		return firstMembers(p, above)
	}
	return nil
}

// firstMembers follows the conditions of an object until they rest.
func firstMembers(p schema.Location, above []schema.Location) *ojson.Value {
	var v *ojson.Value
	for range maxRounds {
		var members []ojson.Member
		for _, m := range p.Properties() {
			if !m.Required {
				continue
			}
			if one := first(m.Location, append(above[:len(above):len(above)], p)); one != nil {
				members = append(members, ojson.Member{Name: m.Name, Value: one})
			}
		}
		next := ojson.NewObject(members...)
		if _, differs := Difference(next, v, ""); !differs {
			break
		}
		v = next
		p = p.Resolve(nil, v)
		if p.Kind() != schema.Object {
			break
		}
	}
	return v
}

// nothings are values that are easily taken for one another.
var nothings = []*ojson.Value{
	ojson.NewString(""), ojson.NewNull(), ojson.NewArray(), ojson.NewObject(), ojson.NewBool(false), zero,
}

var zero, _ = ojson.NewNumber("0")

// omitted is the other half of P6: an optional member that is set and made
// omitted again leaves nothing behind, and each kind of nothing can be entered
// where the schema takes it.
func (p props) omitted() []error {
	var all []error
	f := formgen.New(p.doc)
	for _, x := range f.Root().Children() {
		if err := comesAndGoes(f, x); err != nil {
			all = append(all, err)
		}
	}
	for _, member := range p.doc.Root().Properties() {
		for _, nothing := range nothings {
			if len(member.Location.Validate(nothing)) > 0 {
				continue
			}
			f := formgen.New(p.doc)
			at := ojson.Pointer("", member.Name)
			x := f.At(at)
			if x == nil {
				continue // it belongs to a branch that is not chosen
			}
			if err := (&enterer{form: f}).enter(x, nothing); err != nil {
				all = append(all, err)
				continue
			}
			v, _ := f.Value()
			if got := v.At(at); !got.Exists() || text(got) != text(nothing) {
				all = append(all, fmt.Errorf("%q cannot be %s, it is %s", at, text(nothing), text(got)))
			}
		}
	}
	return all
}

func comesAndGoes(f *formgen.Form, x *formgen.Field) error {
	if x.Presence() != formgen.Omitted {
		return nil
	}
	before, _ := f.Value()
	x.SetPresence(formgen.Set)
	x.SetPresence(formgen.Omitted)
	if after, _ := f.Value(); text(after) != text(before) {
		return fmt.Errorf("%q was set and made omitted again: %s became %s", x.Pointer(), text(before), text(after))
	}
	return nil
}
