// Package formtest fills in forms as a person does, for tests: it types whole
// values with the mutators of [a2aform/formgen], counts what could be typed, and
// checks for a schema with its instances the properties that every form has.
package formtest

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// maxRounds bounds how often the form is gone through: what is typed may bring
// fields that were not there when they were passed.
const maxRounds = 12

// Enter types v into a form with the exported mutators only, as a person with v on
// paper would: choosing branches, adding items and names, typing text and
// numbers. JSON text is only written where the schema does not state what the
// value is, and for texts that cannot be typed. The error names the first place
// that cannot be brought to its value; it is a [*JSONError] where JSON text would
// be the only way.
func Enter(f *formgen.Form, v *ojson.Value) error {
	return (&enterer{form: f}).rounds(v)
}

// EnterAny is [Enter] for values that the schema need not accept: what does not fit
// the field that is offered is written as JSON text.
func EnterAny(f *formgen.Form, v *ojson.Value) error {
	return (&enterer{form: f, any: true}).rounds(v)
}

func (e *enterer) rounds(v *ojson.Value) error {
	f := e.form
	for range maxRounds {
		if e.holds("", v) {
			return nil
		}
		e.left = nil
		if err := e.enter(f.Root(), v); err != nil {
			return err
		}
	}
	if e.left != nil {
		return e.left
	}
	got, _ := f.Value()
	if at, differs := Difference(got, v, ""); differs {
		return fmt.Errorf("%q: %s stands there, not %s", at, text(got.At(at)), text(v.At(at)))
	}
	return nil
}

func text(v *ojson.Value) string {
	if v == nil {
		return "nothing"
	}
	return string(v.Compact())
}

// NoKeyError says that an object does not take a member of a name.
type NoKeyError struct {
	Pointer string
	Err     error
}

// Error names the member and what the form says.
func (e *NoKeyError) Error() string {
	return fmt.Sprintf("%q: the name cannot be added: %v", e.Pointer, e.Err)
}

// JSONError says that a value could only be entered as JSON text, although the
// schema states what it is.
type JSONError struct{ Pointer string }

// Error names the location.
func (e *JSONError) Error() string {
	return fmt.Sprintf("%q: the schema states what this is, and only JSON text takes it", e.Pointer)
}

type enterer struct {
	form *formgen.Form
	any  bool  // values that do not fit are written as JSON text
	left error // a location of this round that no field took: what is entered after it may change that
}

// holds reports whether the form has the value at a location already.
func (e *enterer) holds(pointer string, v *ojson.Value) bool {
	whole, complete := e.form.Value()
	if !complete && pointer == "" {
		return false
	}
	_, differs := Difference(whole.At(pointer), v, pointer)
	return !differs
}

// enter brings one field to its value as far as that goes at once.
func (e *enterer) enter(x *formgen.Field, v *ojson.Value) error {
	switch {
	case v == nil:
		x.SetPresence(formgen.Omitted)
		return nil
	case v.Is(ojson.Null) && x.IsNullable():
		x.SetPresence(formgen.Null)
		return nil
	}
	if x.Kind() == schema.JSON && x.Location().Kind() != schema.JSON {
		x.SetText("") // a value that did not fit is there
		if err := x.AsJSON(false); err != nil {
			return fmt.Errorf("%q: %w", x.Pointer(), err)
		}
	}
	choose(x, v)
	switch {
	case x.Kind() == schema.Object && v.Is(ojson.Object):
		return e.enterObject(x, v)
	case x.Kind() == schema.Array && v.Is(ojson.Array):
		return e.enterArray(x, v)
	case !enterOne(x, v):
		return e.writeJSON(x, v)
	}
	return nil
}

// enterOne enters what a field without fields in it can contain; it reports false
// for a value that does not fit.
func enterOne(x *formgen.Field, v *ojson.Value) bool {
	kind, p := x.Kind(), x.Location()
	switch {
	case kind == schema.MultiEnum && canToggle(x, v):
		toggle(x, v)
	case kind == schema.Enum && p.ChoiceOf(v) >= 0:
		x.Choose(p.ChoiceOf(v))
	case kind == schema.Boolean && v.Is(ojson.Bool):
		x.SetBool(v.Bool())
	case kind == schema.Const && ojson.Equal(p.Const(), v):
		x.SetPresence(formgen.Set)
	case kind.IsString() && v.Is(ojson.String) && isTypable(v.Text()), kind.IsNumber() && v.Is(ojson.Number):
		x.SetText(v.Text())
	default:
		return false
	}
	return true
}

// isTypable reports text that a person can type and see.
func isTypable(s string) bool {
	return safe.Text(s).Block(len(s)+1).String() == s && !strings.ContainsRune(s, unicode.ReplacementChar)
}

// writeJSON hands the value to the field as JSON text.
func (e *enterer) writeJSON(x *formgen.Field, v *ojson.Value) error {
	isUnseen := x.Location().Kind().IsString() && v.Is(ojson.String) && !isTypable(v.Text())
	if !e.any && !isUnseen && x.Location().For(v).StatesValue() {
		e.left = &JSONError{x.Pointer()}
		return nil
	}
	if err := x.SetJSON(string(v.Compact())); err != nil {
		return fmt.Errorf("%q: %w", x.Pointer(), err)
	}
	return nil
}

// choose takes the branches that fit the value. What fits is looked up in the
// schema; a person reads the labels.
func choose(x *formgen.Field, v *ojson.Value) {
	if len(x.Unions()) == 0 {
		return
	}
	picks, _ := x.Location().Fit(nil, v, nil)
	for i := 0; i < len(x.Unions()); i++ {
		branch, ok := picks[x.Location().Unions()[i].Key]
		if !ok || branch < 0 {
			return
		}
		x.ChooseBranch(i, branch)
	}
}

// enterObject fills in the members there are, in their order, and adds those
// that are still missing when none is left.
func (e *enterer) enterObject(x *formgen.Field, v *ojson.Value) error {
	x.SetPresence(formgen.Set)
	if err := e.enterMembers(x, v); err != nil {
		return err
	}
	for _, m := range v.Members() {
		if named(x, m.Name) != nil {
			continue
		}
		if _, err := x.AddKey(m.Name); err != nil {
			return &NoKeyError{ojson.Pointer(x.Pointer(), m.Name), err}
		}
		if err := e.enterNamed(x, v, m.Name); err != nil {
			return err
		}
	}
	return nil
}

// enterMembers goes through the members until none is left that was not
// entered: typing one may bring others.
func (e *enterer) enterMembers(x *formgen.Field, v *ojson.Value) error {
	entered, asked := map[string]bool{}, len(x.Unions())
	for {
		if n := len(x.Unions()); n != asked {
			choose(x, v)
			asked = len(x.Unions())
		}
		next := slices.IndexFunc(x.Children(), func(c *formgen.Field) bool { return !entered[c.Name()] })
		if next < 0 {
			return nil
		}
		c := x.Children()[next]
		entered[c.Name()] = true
		if c.IsExtra() && v.Get(c.Name()) == nil {
			x.Remove(next)
			continue
		}
		if err := e.enterNamed(x, v, c.Name()); err != nil {
			return err
		}
	}
}

func (e *enterer) enterNamed(x *formgen.Field, v *ojson.Value, name string) error {
	c := named(x, name)
	if c == nil || e.holds(c.Pointer(), v.Get(name)) {
		return nil
	}
	return e.enter(c, v.Get(name))
}

func named(x *formgen.Field, name string) *formgen.Field {
	for _, c := range x.Children() {
		if c.Name() == name {
			return c
		}
	}
	return nil
}

func (e *enterer) enterArray(x *formgen.Field, v *ojson.Value) error {
	x.SetPresence(formgen.Set)
	for len(x.Children()) > v.Len() {
		x.Remove(len(x.Children()) - 1)
	}
	for i, item := range v.Items() {
		if i >= len(x.Children()) {
			x.Append()
		}
		if i >= len(x.Children()) {
			return e.writeJSON(x, v) // what was typed so far is no list by the schema's conditions
		}
		if err := e.enter(x.Children()[i], item); err != nil {
			return err
		}
	}
	return nil
}

// canToggle reports a list of choices, each at most once.
func canToggle(x *formgen.Field, v *ojson.Value) bool {
	item, seen := x.Location().Item(0), map[int]bool{}
	for _, one := range v.Items() {
		i := item.ChoiceOf(one)
		if i < 0 || seen[i] {
			return false
		}
		seen[i] = true
	}
	return v.Is(ojson.Array)
}

func toggle(x *formgen.Field, v *ojson.Value) {
	var choices []int
	for _, item := range v.Items() {
		choices = append(choices, x.Location().Item(0).ChoiceOf(item))
	}
	x.ChooseSeveral(choices)
}
