package formgen

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// SetText sets the field at path to a value written as text: a choice by its value or title, a
// number or a truth value as in SetJSON, an object or a list as SetJSON. It fails where there is
// no such field, or the field cannot contain the text.
//
// A path is written with dots, "stops.0.place", or as a JSON pointer, "/stops/0/place"
// (RFC 6901). Objects, list items and shapes on the way are added and chosen.
func SetText(form *Form, path, value string) error {
	x, err := fieldAt(form, path)
	if err != nil {
		return err
	}
	return setField(x, value)
}

// SetJSON sets the field at path to a value written as SetJSON.
func SetJSON(form *Form, path, value string) error {
	if _, err := ojson.Parse([]byte(value), ojson.DataLimits); err != nil {
		return fmt.Errorf("it is not JSON: %w", err)
	}
	x, err := fieldAt(form, path)
	if err != nil {
		return err
	}
	return x.SetJSON(value)
}

// SetEach calls set for each of n fields in order. A field that is not there yet is tried again
// once others are set, as a condition may bring it. The error is that of field failed.
func SetEach(n int, set func(i int) error) (failed int, err error) {
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
func fieldAt(form *Form, path string) (*Field, error) {
	tokens := strings.Split(path, ".")
	if strings.HasPrefix(path, "/") {
		tokens = ojson.Tokens(path)
	}
	x := form.Root()
	for len(tokens) > 0 {
		n := 1
		if !strings.HasPrefix(path, "/") {
			n = longestName(form, x, tokens)
		}
		next, err := stepInto(form, x, strings.Join(tokens[:n], "."))
		if err != nil {
			return nil, err
		}
		x, tokens = next, tokens[n:]
	}
	return x, nil
}

// longestName is how many of the tokens, with points between them, are the name of a member: it may be called service.name.
func longestName(form *Form, x *Field, tokens []string) int {
	if x.Presence() != Set && x.Kind() == schema.Object && len(tokens) > 1 {
		x.SetPresence(Set)
	}
	for n := len(tokens); n > 1; n-- {
		if form.At(ojson.Pointer(x.Pointer(), strings.Join(tokens[:n], "."))) != nil {
			return n
		}
	}
	return 1
}

func stepInto(form *Form, x *Field, token string) (*Field, error) {
	if x.Presence() != Set && x.Kind() == schema.Object {
		x.SetPresence(Set)
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
func chooseBranchWith(form *Form, x *Field, at string) {
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
func onlyBranchWith(form *Form, x *Field, union int, at string) int {
	type held struct {
		text  string
		value *ojson.Value
	}
	set := map[string]held{}
	for _, c := range x.Children() {
		if c.IsTouched() && c.Presence() != Omitted {
			set[c.Pointer()] = held{c.Text(), c.Value()}
		}
	}
	u, found, n := x.Unions()[union], -1, 0
	for b := range u.Branches {
		x.ChooseBranch(union, b)
		has := form.At(at) != nil
		for pointer, before := range set {
			kept := form.At(pointer)
			has = has && kept != nil && kept.Presence() != Omitted && ojson.Equal(kept.Value(), before.value) &&
				(before.value != nil || kept.Text() == before.text)
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

func noField(x *Field, token string) error {
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

// setField sets a field by the text of its kind: a choice by its value or
// title, anything composite as SetJSON.
func setField(x *Field, value string) error {
	if value == "null" && x.IsNullable() && x.Location().Kind() != schema.String && x.Location().Kind() != schema.Enum {
		x.SetPresence(Null)
		return nil
	}
	if x.Location().Kind() == schema.String && x.Kind() == schema.JSON {
		return x.SetJSON(string(ojson.NewString(value).Compact())) // what was there before needed escapes
	}
	if len(x.Unions()) > 0 {
		return x.SetJSON(unionText(x, value))
	}
	return kinds[x.Kind()].assign(x, value)
}

// assignList sets a list to words with commas between them, or as SetJSON.
func assignList(x *Field, value string) error {
	if made, ok := listOf(x, value); ok {
		return x.SetJSON(made)
	}
	if !ojson.IsValid([]byte(value)) && !strings.HasPrefix(strings.TrimSpace(value), "[") {
		return fmt.Errorf(`%s is no list: write one as JSON, such as ["a","b"]`, safe.Text(value).Line(60))
	}
	return x.SetJSON(value)
}

// listOf is the list that words with commas between them mean, as JSON; not ok where the items are lists or objects, or the text is
// a list itself.
func listOf(x *Field, value string) (made string, ok bool) {
	if strings.TrimSpace(value) == "" || value == "null" || strings.ContainsAny(strings.TrimSpace(value)[:1], "[{") {
		return "", false
	}
	var items []*ojson.Value
	for word := range strings.SplitSeq(value, ",") {
		word = strings.TrimSpace(word)
		item := ojson.NewString(word)
		switch x.Location().Item(len(items)).Kind() {
		case schema.Object, schema.Array, schema.Union, schema.JSON, schema.Null:
			return "", false
		case schema.Integer, schema.Number, schema.Boolean, schema.Enum:
			if v, err := ojson.Parse([]byte(word), ojson.DataLimits); err == nil && len(x.Location().Item(len(items)).Validate(item)) > 0 {
				item = v
			}
		}
		items = append(items, item)
	}
	return string(ojson.NewArray(items...).Compact()), true
}

// setConst sends a constant by its text. That of another branch, as of a
// discriminator, takes that branch.
func setConst(x *Field, value string) error {
	if isConst(x, value) {
		x.SetPresence(Set)
		return nil
	}
	object, name := x.Parent(), x.Name()
	words := []string{constWord(x)}
	for i, u := range object.Unions() {
		for b := range u.Branches {
			object.ChooseBranch(i, b)
			c := object.child(name)
			if c != nil && isConst(c, value) {
				c.SetPresence(Set)
				return nil
			}
			words = append(words, constWord(c))
		}
		object.ChooseBranch(i, u.Chosen)
	}
	slices.Sort(words)
	words = slices.DeleteFunc(slices.Compact(words), func(w string) bool { return w == "" })
	return fmt.Errorf("it can only be %s", strings.Join(words, ", "))
}

func isConst(x *Field, value string) bool {
	fixed := x.Location().Const()
	return fixed.Exists() && (fixed.Text() == value || string(fixed.Compact()) == value)
}

// constWord is the constant of a field, "" where it has none.
func constWord(x *Field) string {
	if x == nil || !x.Location().Const().Exists() {
		return ""
	}
	return Summary(x.Location().Const())
}

// unionText reads the text as SetJSON where a shape of the location takes that, else as
// plain text.
func unionText(x *Field, value string) string {
	v, err := ojson.Parse([]byte(value), ojson.DataLimits)
	text := ojson.NewString(value)
	if err != nil || len(x.Location().Validate(v)) > 0 && len(x.Location().Validate(text)) == 0 {
		return string(text.Compact())
	}
	return value
}

// toggleByText takes a list of choices, as SetJSON or by their values with commas
// between them.
func toggleByText(x *Field, value string) error {
	if strings.HasPrefix(value, "[") {
		return x.SetJSON(value)
	}
	var choices []int
	for word := range strings.SplitSeq(value, ",") {
		i, err := findChoice(x, strings.TrimSpace(word))
		if err != nil {
			return err
		}
		choices = append(choices, i)
	}
	x.ChooseSeveral(choices)
	return nil
}

func chooseByText(x *Field, value string) error {
	i, err := findChoice(x, value)
	switch {
	case err == nil:
		x.Choose(i)
		return nil
	case value == "null" && x.IsNullable():
		x.SetPresence(Null)
		return nil
	}
	return err
}

// findChoice is the choice of that value or title.
func findChoice(x *Field, value string) (int, error) {
	spellings := []func(schema.Choice) string{ // a title never hides a value
		func(c schema.Choice) string { return string(c.Value.Compact()) },
		func(c schema.Choice) string { return c.Value.Text() },
		func(c schema.Choice) string { return c.Title.Exact() },
	}
	if value == "" {
		spellings = spellings[:2] // no title is not an empty one
	}
	for _, spelled := range spellings {
		is := func(c schema.Choice) bool { return spelled(c) == value }
		if i := slices.IndexFunc(x.Choices(), is); i >= 0 {
			return i, nil
		}
	}
	var labels []string
	for i := range x.Choices() {
		labels = append(labels, ChoiceLabel(x.Choices(), i))
	}
	said := safe.Text(value).Line(60).String()
	if x.IsSecret() {
		said = "the value"
	}
	return -1, fmt.Errorf("%s is not one of %s", said, strings.Join(labels, ", "))
}
