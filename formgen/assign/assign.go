package assign

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// Text sets the field at path to a value written as text: a choice by its value or title, a
// number or a truth value as in JSON, an object or a list as JSON. It fails where there is
// no such field, or the field cannot contain the text.
func Text(form *formgen.Form, path, value string) error {
	x, err := fieldAt(form, path)
	if err != nil {
		return err
	}
	return setField(x, value)
}

// JSON sets the field at path to a value written as JSON.
func JSON(form *formgen.Form, path, value string) error {
	if _, err := ojson.Parse([]byte(value), ojson.DataLimits); err != nil {
		return fmt.Errorf("it is not JSON: %w", err)
	}
	x, err := fieldAt(form, path)
	if err != nil {
		return err
	}
	return x.SetJSON(value)
}

// Each calls set for each of n fields in order. A field that is not there yet is tried again
// once others are set, as a condition may bring it. The error is that of field failed.
func Each(n int, set func(i int) error) (failed int, err error) {
	left := make([]int, n)
	for i := range left {
		left[i] = i
	}
	for len(left) > 0 {
		var missing []int
		var first error
		for _, i := range left {
			err := set(i)
			switch {
			case err == nil:
			case !errors.As(err, new(noFieldError)):
				return i, err
			default:
				missing = append(missing, i)
				first = cmp.Or(first, err)
			}
		}
		if len(missing) == len(left) {
			return left[0], first
		}
		left = missing
	}
	return 0, nil
}

// noFieldError says that a path leads to no field as the form is now, and which fields there
// are instead.
type noFieldError string

func (e noFieldError) Error() string { return string(e) }

// fieldAt finds the field of a path such as "stops.0.place" or "/stops/0/place",
// adding objects and list items on the way.
func fieldAt(form *formgen.Form, path string) (*formgen.Field, error) {
	tokens := strings.Split(path, ".")
	if strings.HasPrefix(path, "/") {
		tokens = ojson.Tokens(path)
	}
	x := form.Root()
	for _, token := range tokens {
		next, err := step(form, x, token)
		if err != nil {
			return nil, err
		}
		x = next
	}
	return x, nil
}

func step(form *formgen.Form, x *formgen.Field, token string) (*formgen.Field, error) {
	if x.Presence() != formgen.Set && x.Kind() == schema.Object {
		x.SetPresence(formgen.Set)
	}
	if x.Kind() == schema.Array {
		if i, err := strconv.Atoi(token); err == nil && i == len(x.Children()) && x.CanAppend() {
			return x.Append(), nil
		}
	}
	at := ojson.Pointer(x.Pointer(), token)
	if form.At(at) == nil {
		chooseBranchWith(form, x, at)
	}
	if next := form.At(at); next != nil {
		return next, nil
	}
	if x.Kind() == schema.Object && x.Location().IsMap() {
		next, err := x.AddKey(token)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", safe.Text(token).Line(60), err)
		}
		return next, nil
	}
	return nil, noField(x, token)
}

// chooseBranchWith takes the first branch of an open union that has the field, or the only other
// branch of a chosen one, unless a field that was set would be lost.
func chooseBranchWith(form *formgen.Form, x *formgen.Field, at string) {
	for i, u := range x.Unions() {
		if u.Chosen >= 0 {
			if b := onlyBranchWith(form, x, i, at); b >= 0 {
				x.ChooseBranch(i, b)
				return
			}
			continue
		}
		for b := range u.Branches {
			if x.ChooseBranch(i, b); form.At(at) != nil {
				return
			}
		}
	}
}

// onlyBranchWith is the branch of a chosen union that has the field and all that is set, -1 for
// none or several.
func onlyBranchWith(form *formgen.Form, x *formgen.Field, union int, at string) int {
	set := map[string]string{}
	for _, c := range x.Children() {
		if c.IsTouched() && c.Presence() != formgen.Omitted {
			set[c.Pointer()] = c.Summary()
		}
	}
	u, found, n := x.Unions()[union], -1, 0
	for b := range u.Branches {
		x.ChooseBranch(union, b)
		has := form.At(at) != nil
		for pointer, value := range set {
			kept := form.At(pointer)
			has = has && kept != nil && kept.Presence() != formgen.Omitted && kept.Summary() == value
		}
		if has {
			found, n = b, n+1
		}
	}
	x.ChooseBranch(union, u.Chosen)
	if n != 1 {
		return -1
	}
	return found
}

func noField(x *formgen.Field, token string) error {
	var names []string
	for _, c := range x.Children() {
		names = append(names, safe.Text(c.Name()).Line(60).String())
	}
	text := "there is no field " + safe.Text(token).Line(60).String()
	if len(names) > 0 {
		text += "; there is " + strings.Join(names, ", ")
	}
	return noFieldError(text)
}
