package formtest

import (
	"fmt"
	"slices"
	"strings"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

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
	typed, again := State(f), State(loaded)
	var all []error
	for at, state := range typed {
		isLeftOpen := strings.Contains(state, " branch -1") // a choice that need not be made
		if again[at] != state && !isLeftOpen {
			all = append(all, fmt.Errorf("%q is %s when typed and %s when loaded", at, state, again[at]))
		}
	}
	return all
}

// State describes what each sent field of a form is and contains, by pointer.
func State(f *formgen.Form) map[string]string {
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
