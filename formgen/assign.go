package formgen

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
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
// A path is written with dots, "stops.0.place", of names or labels, or as a JSON pointer, "/stops/0/place"
// (RFC 6901). Objects, list items and shapes on the way are added and chosen.
//
// Not stable: programs of others use [Input.SetText].
func SetText(form *Form, path, value string) error {
	x, err := fieldAt(form, path)
	if err != nil {
		return err
	}
	return setField(x, value)
}

// SetJSON sets the field at path to a value written as JSON. The constant of another branch takes that branch, as with SetText.
//
// Not stable: programs of others use [Input.Set].
func SetJSON(form *Form, path, value string) error {
	v, err := ojson.Parse([]byte(value), ojson.DataLimits)
	if err != nil {
		return fmt.Errorf("it is not JSON: %w", err)
	}
	return setValue(form, path, v)
}

// setValue is SetJSON for a value.
func setValue(form *Form, path string, v *ojson.Value) error {
	x, err := fieldFor(form, path, v)
	if err != nil {
		return err
	}
	if x.Location().Const().Exists() && chooseConst(x, func(fixed *ojson.Value) bool { return ojson.Equal(fixed, v) }) {
		return nil
	}
	x.replace(v)
	return nil
}

// Labeled is the path of the only field with a label, by which people know it; "" for none, for several, and where the text is the name of
// a field.
//
// Not stable, see the package comment.
func Labeled(form *Form, label string) (path string) {
	root := form.Root()
	if root.Presence() != Set && root.Kind() == schema.Object {
		root.SetPresence(Set)
	}
	if form.At(ojson.Pointer("", label)) != nil {
		return ""
	}
	n := 0
	var find func(x *Field)
	find = func(x *Field) {
		for _, c := range x.Children() {
			if x.Kind() != schema.Array && strings.EqualFold(c.Label(), label) {
				path = c.Pointer()
				n++
			}
			find(c)
		}
	}
	find(root)
	if n != 1 {
		return ""
	}
	return path
}

// SetEach calls set for each of n fields in order. A field that is not there yet is tried again
// once others are set, as a condition may bring it. The error is that of field failed.
//
// Not stable, see the package comment.
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
func fieldAt(form *Form, path string) (*Field, error) { return fieldFor(form, path, nil) }

// fieldFor is fieldAt for a value. Where several branches have the field, one that takes the value goes first.
func fieldFor(form *Form, path string, v *ojson.Value) (*Field, error) {
	tokens := strings.Split(path, ".")
	if strings.HasPrefix(path, "/") {
		tokens = ojson.Tokens(path)
	}
	x := form.Root()
	for len(tokens) > 0 {
		n, value := 1, v
		if !strings.HasPrefix(path, "/") {
			n = longestName(form, x, tokens)
		}
		if n < len(tokens) {
			value = nil
		}
		name := strings.Join(tokens[:n], ".")
		next, err := stepInto(form, x, name, value)
		if err != nil && !strings.HasPrefix(path, "/") {
			next = labeledIn(x, name)
		}
		if next == nil {
			return nil, err
		}
		x, tokens = next, tokens[n:]
	}
	return x, nil
}

// labeledIn is the only member of an object with a label; nil for none and for several.
func labeledIn(x *Field, label string) (only *Field) {
	if x.Kind() == schema.Array {
		return nil
	}
	for _, c := range x.Children() {
		if strings.EqualFold(c.Label(), label) {
			if only != nil {
				return nil
			}
			only = c
		}
	}
	return only
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

func stepInto(form *Form, x *Field, token string, v *ojson.Value) (*Field, error) {
	if x.Presence() != Set && x.Kind() == schema.Object {
		x.SetPresence(Set)
	}
	at := ojson.Pointer(x.Pointer(), token)
	if form.At(at) == nil {
		for range maxRounds { // a branch may bring another choice
			if !chooseBranchWith(form, x, token, v) || form.At(at) != nil {
				break
			}
		}
	}
	if x.Kind() == schema.Array && x.CanAppend() && form.At(at) == nil && (token == "-" || token == strconv.Itoa(len(x.Children()))) {
		return x.Append(), nil
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

// chooseBranchWith takes the first branch of an open union that has a member and takes its value, else the first that has it, or the
// only other branch of a chosen union, unless a field that was set would be lost. It reports whether it took one.
func chooseBranchWith(form *Form, x *Field, name string, v *ojson.Value) bool {
	for i, u := range x.Unions() {
		if u.Chosen >= 0 {
			if b := onlyBranchWith(form, x, i, name); b >= 0 {
				x.ChooseBranch(i, b)
				return true
			}
			continue
		}
		best, suits := -1, 0
		for b := range u.Branches {
			if n := suitsMember(x, i, b, name, v); n > suits {
				best, suits = b, n
			}
		}
		if best >= 0 {
			x.ChooseBranch(i, best)
			return true
		}
	}
	return false
}

// suitsMember says how well a branch of union i suits a member or an item that is to be set: 3 if it takes the value, 2 if it declares
// the member, 1 if it takes others than it declares, 0 if it has no such member.
func suitsMember(x *Field, i, branch int, name string, v *ojson.Value) int {
	picks := picksFor(x.loc.Unions(), i, branch)
	member, isDeclared := declaredIn(x, picks, name)
	loc := x.base.PickRest(picks, x.Value())
	switch {
	case isDeclared && v.Exists() && len(member.Validate(v)) == 0:
		return 3
	case isDeclared:
		return 2
	case loc.Kind() == schema.Object && loc.IsMap() && loc.CheckKey(name) == "",
		loc.Kind() == schema.Array && (name == "0" || name == "-"):
		return 1
	}
	return 0
}

// declaredIn is a member that the picked branches declare, or one of the branches inside of them.
func declaredIn(x *Field, picks schema.Picks, name string) (member schema.Location, ok bool) {
	loc := x.base.Resolve(picks, x.Value())
	for _, p := range loc.Properties() {
		if p.Name == name {
			return p.Location, true
		}
	}
	outer := func(u schema.Variants) bool {
		return slices.ContainsFunc(x.loc.Unions(), func(o schema.Variants) bool { return o.Key == u.Key })
	}
	for _, u := range loc.Unions() {
		if _, isPicked := picks[u.Key]; isPicked || outer(u) {
			continue
		}
		for b := range u.Branches {
			inner := maps.Clone(picks)
			inner[u.Key] = b
			if member, ok = declaredIn(x, inner, name); ok {
				return member, true
			}
		}
	}
	return member, false
}

// onlyBranchWith is the branch of a chosen union that has the field and all that is set, -1 for
// none or several.
func onlyBranchWith(form *Form, x *Field, union int, name string) int {
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
	u, found, n, at := x.Unions()[union], -1, 0, ojson.Pointer(x.Pointer(), name)
	for b := range u.Branches {
		if suitsMember(x, union, b, name, nil) < 2 {
			continue
		}
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

// noField says that a field has nothing of a name or index inside, what there is instead, and what to do.
func noField(x *Field, token string) error {
	name, at := cmp.Or(shown(token), `""`), x.Pointer()
	if x.Kind() == schema.Array {
		if !x.CanAppend() && len(x.Children()) > 0 {
			return noFieldError(fmt.Sprintf("there is no item %s; the list takes no more than %d", name, len(x.Children())))
		}
		next := ojson.Pointer(at, strconv.Itoa(len(x.Children())))
		return noFieldError(fmt.Sprintf("there is no item %s; the next one is %s", name, shownPointer(next)))
	}
	text := "there is no field " + name
	names := namesIn(x)
	near := safe.Nearest(name, names)
	switch {
	case near != "" && len(names) > 1 && strings.EqualFold(near[:1], name[:1]): // a short name is near to any other
		text += "; did you mean " + near + "? There is " + strings.Join(names, ", ")
	case len(names) > 0:
		text += "; there is " + strings.Join(names, ", ")
	case x.Kind() != schema.Object && x.Kind() != schema.Union && x.Kind() != schema.JSON:
		text += "; " + shownPointer(at) + " has no fields"
	}
	if x.form.standalone {
		text += otherWayToSet(x, name)
	}
	return noFieldError(text)
}

// otherWayToSet says how a member is set of which an object has no field.
func otherWayToSet(x *Field, name string) string {
	whole := "the whole " + cmp.Or(safe.Text(x.Pointer()).Line(120).String(), "value")
	hasChosen := slices.ContainsFunc(x.Unions(), func(u Union) bool { return u.Chosen >= 0 })
	switch {
	case hasChosen && slices.Contains(branchNames(x), name):
		return fmt.Sprintf("; another kind has %s, but not what is set: set %s", name, whole)
	case x.Kind() == schema.JSON:
		return "; set " + whole
	case x.Kind() == schema.Object && x.Location().TakesKeys():
		return fmt.Sprintf("; to add a name that the schema does not declare, set %s", whole)
	}
	return ""
}

// namesIn are the members of a field, or those of all its branches while none is chosen.
func namesIn(x *Field) []string {
	var names []string
	for _, c := range x.Children() {
		names = append(names, shown(c.Name()))
	}
	if slices.ContainsFunc(x.Unions(), func(u Union) bool { return u.Chosen < 0 }) {
		for _, name := range branchNames(x) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// branchNames are the members that the branches of a field declare, each name once.
func branchNames(x *Field) (names []string) {
	unions := x.loc.Unions()
	for i := range unions {
		for b := range unions[i].Branches {
			for _, p := range x.base.Resolve(picksFor(unions, i, b), x.Value()).Properties() {
				if name := shown(p.Name); !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
		}
	}
	return names
}

// setField sets a field by the text of its kind: a choice by its value or
// title, anything composite as SetJSON.
func setField(x *Field, value string) error {
	if value == "null" && x.IsNullable() && !x.Location().Kind().IsString() && x.Location().Kind() != schema.Enum {
		x.SetPresence(Null)
		return nil
	}
	if x.Location().Kind().IsString() && x.Kind() == schema.JSON {
		return x.SetJSON(string(ojson.NewString(value).Compact())) // what was there before needed escapes
	}
	if x.asJSON && x.kind != schema.JSON {
		x.replace(nil) // as what was there before did not fit
	}
	if len(x.Unions()) > 0 {
		if err := x.SetJSON(unionText(x, value)); err != nil || !x.Kind().IsString() {
			return err
		}
		if date := ResolveDate(x, x.Text(), x.form.now()); date != x.Text() {
			x.SetText(date)
		}
		return nil
	}
	return kinds[x.Kind()].assign(x, value)
}

// assignList sets a list to words with commas between them, or as SetJSON.
func assignList(x *Field, value string) error {
	if made, ok := listOf(x, value); ok {
		return x.SetJSON(made)
	}
	return assignJSON(x, value, "[", "list", "["+outline(x.Location().Item(0), `"a","b"`)+"]")
}

// assignObject sets an object as SetJSON.
func assignObject(x *Field, value string) error {
	return assignJSON(x, value, "{", "object", outline(x.Location(), `{"a": …}`))
}

// assignJSON is SetJSON for what people type, who may not know that it is JSON.
func assignJSON(x *Field, value, begin, noun, example string) error {
	err := x.SetJSON(value)
	switch {
	case err == nil:
		return nil
	case strings.HasPrefix(strings.TrimSpace(value), begin):
		return fmt.Errorf("the value is not JSON: %w", err)
	}
	return fmt.Errorf("%s is no %s: write one as JSON, such as %s", cmp.Or(safe.Text(value).Line(60).String(), `""`), noun, example)
}

// outline shows how an object begins as JSON; what is no object is written as otherwise.
func outline(at schema.Location, otherwise string) string {
	properties := at.Properties()
	if at.Kind() != schema.Object || len(properties) == 0 {
		return otherwise
	}
	return fmt.Sprintf("{%q: …}", shown(properties[0].Name))
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
		item := ojson.NewString(resolveDate(x.Location().Item(len(items)), word, x.form.now()))
		switch kind := x.Location().Item(len(items)).Kind(); {
		case kind == schema.Object, kind == schema.Array, kind == schema.Union, kind == schema.JSON, kind == schema.Null:
			return "", false
		case kind.IsNumber(), kind == schema.Boolean, kind == schema.Enum:
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
	is := func(fixed *ojson.Value) bool { return fixed.Text() == value || string(fixed.Compact()) == value }
	if chooseConst(x, is) {
		return nil
	}
	words := []string{constWord(x)}
	for _, member := range branchMembers(x) {
		if fixed := member.Const(); fixed.Exists() {
			words = append(words, Summary(fixed))
		}
	}
	slices.Sort(words)
	words = slices.DeleteFunc(slices.Compact(words), func(w string) bool { return w == "" })
	return fmt.Errorf("it can only be %s", strings.Join(words, ", "))
}

// chooseConst sends a constant, and takes the branch that has it. It reports false where there is none.
func chooseConst(x *Field, is func(fixed *ojson.Value) bool) bool {
	if fixed := x.Location().Const(); fixed.Exists() && is(fixed) {
		constKind{}.use(x)
		return true
	}
	object, name := x.Parent(), x.Name()
	if object == nil {
		return false
	}
	unions := object.loc.Unions()
	for i := range unions {
		for b := range unions[i].Branches {
			member, ok := declaredIn(object, picksFor(unions, i, b), name)
			if fixed := member.Const(); !ok || !fixed.Exists() || !is(fixed) {
				continue
			}
			object.ChooseBranch(i, b)
			if c := object.child(name); c != nil && c.Location().Const().Exists() && is(c.Location().Const()) {
				constKind{}.use(c)
				return true
			}
			object.ChooseBranch(i, unions[i].Picked)
		}
	}
	return false
}

// branchMembers are what the branches of the object around a field declare under its name.
func branchMembers(x *Field) (members []schema.Location) {
	object := x.Parent()
	if object == nil {
		return nil
	}
	unions := object.loc.Unions()
	for i := range unions {
		for b := range unions[i].Branches {
			if member, ok := declaredIn(object, picksFor(unions, i, b), x.Name()); ok {
				members = append(members, member)
			}
		}
	}
	return members
}

// picksFor picks a branch of union i, with those that are chosen around it.
func picksFor(unions []schema.Variants, i, branch int) schema.Picks {
	picks := schema.Picks{unions[i].Key: branch}
	for _, outer := range unions[:i] {
		picks[outer.Key] = outer.Picked
	}
	return picks
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
	labels := ChoiceLabels(x.Choices())
	said := safe.Text(value).Line(60).String()
	if x.IsSecret() {
		said = "the value"
	}
	return -1, fmt.Errorf("%s is not one of %s", said, strings.Join(labels, ", "))
}
