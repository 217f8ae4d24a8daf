package assign

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"a2aform/formgen"
	"a2aform/formgen/bind"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// setField sets a field by the text of its kind: a choice by its value or
// title, anything composite as JSON.
func setField(x *formgen.Field, value string) error {
	if value == "null" && x.IsNullable() && x.Location().Kind() != schema.String && x.Location().Kind() != schema.Enum {
		x.SetPresence(formgen.Null)
		return nil
	}
	if x.Location().Kind() == schema.String && x.Kind() == schema.JSON {
		return x.SetJSON(string(ojson.NewString(value).Compact())) // what was there before needed escapes
	}
	if len(x.Unions()) > 0 {
		return x.SetJSON(unionText(x, value))
	}
	switch x.Kind() {
	case schema.Enum:
		return chooseByText(x, value)
	case schema.MultiEnum:
		return toggleByText(x, value)
	case schema.Boolean:
		b, err := strconv.ParseBool(value)
		if err != nil {
			return fmt.Errorf("%s is neither true nor false", safe.Text(value).Line(60))
		}
		x.SetBool(b)
		return nil
	case schema.Const:
		return setConst(x, value)
	case schema.Object, schema.Array, schema.Null:
		return x.SetJSON(value)
	}
	x.SetText(bind.ResolveDate(x, value, time.Now()))
	return nil
}

// setConst sends a constant by its text. That of another branch, as of a
// discriminator, takes that branch.
func setConst(x *formgen.Field, value string) error {
	if isConst(x, value) {
		x.SetPresence(formgen.Set)
		return nil
	}
	object, name := x.Parent(), x.Name()
	words := []string{constWord(x)}
	for i, u := range object.Unions() {
		for b := range u.Branches {
			object.ChooseBranch(i, b)
			c := memberNamed(object, name)
			if c != nil && isConst(c, value) {
				c.SetPresence(formgen.Set)
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

func isConst(x *formgen.Field, value string) bool {
	fixed := x.Location().Const()
	return fixed.Exists() && (fixed.Text() == value || string(fixed.Compact()) == value)
}

// constWord is the constant of a field, "" where it has none.
func constWord(x *formgen.Field) string {
	if x == nil || !x.Location().Const().Exists() {
		return ""
	}
	return formgen.Summary(x.Location().Const())
}

func memberNamed(object *formgen.Field, name string) *formgen.Field {
	for _, c := range object.Children() {
		if c.Name() == name {
			return c
		}
	}
	return nil
}

// unionText reads the text as JSON where a shape of the location takes that, else as
// plain text.
func unionText(x *formgen.Field, value string) string {
	v, err := ojson.Parse([]byte(value), ojson.DataLimits)
	text := ojson.NewString(value)
	if err != nil || len(x.Location().Validate(v)) > 0 && len(x.Location().Validate(text)) == 0 {
		return string(text.Compact())
	}
	return value
}

// toggleByText takes a list of choices, as JSON or by their values with commas
// between them.
func toggleByText(x *formgen.Field, value string) error {
	if strings.HasPrefix(value, "[") {
		return x.SetJSON(value)
	}
	x.SetPresence(formgen.Set)
	for _, i := range x.Toggled() {
		x.Toggle(i)
	}
	for word := range strings.SplitSeq(value, ",") {
		i, err := findChoice(x, strings.TrimSpace(word))
		if err != nil {
			return err
		}
		x.Toggle(i)
	}
	return nil
}

func chooseByText(x *formgen.Field, value string) error {
	i, err := findChoice(x, value)
	switch {
	case err == nil:
		x.Choose(i)
		return nil
	case value == "null" && x.IsNullable():
		x.SetPresence(formgen.Null)
		return nil
	}
	return err
}

// findChoice is the choice of that value or title.
func findChoice(x *formgen.Field, value string) (int, error) {
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
		labels = append(labels, x.ChoiceLabel(i))
	}
	said := safe.Text(value).Line(60).String()
	if x.IsSecret() {
		said = "the value"
	}
	return -1, fmt.Errorf("%s is not one of %s", said, strings.Join(labels, ", "))
}
