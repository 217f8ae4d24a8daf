package cli

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// maxInput bounds what --data reads, in bytes.
const maxInput = 64 << 20

// plan fills in the form, or takes the text.
func (o *sendOptions) plan(s *Streams, card *a2aclient.Card) (*run.Plan, error) {
	skill, inputs, err := o.skillOf(card)
	if err != nil {
		return nil, err
	}
	if o.text != "" {
		return &run.Plan{Skill: skill, Text: o.text}, nil
	}
	input, err := o.input(inputs)
	if err != nil {
		return nil, err
	}
	doc, err := schema.Load(input.Schema)
	if err != nil {
		return nil, fmt.Errorf("the schema %s cannot be used: %w", line(input.Name), err)
	}
	form := formgen.New(doc)
	for _, n := range form.Notices() {
		s.tell("note: " + n.Text)
	}
	if err := o.fill(s, form); err != nil {
		return nil, err
	}
	data, err := form.Submit()
	if err != nil {
		return nil, refusal(err)
	}
	return &run.Plan{Skill: skill, Input: input, Data: data, Private: form.HasSecret()}, nil
}

// input is the form that --schema names, or the only one.
func (o *sendOptions) input(inputs []a2aclient.Input) (*a2aclient.Input, error) {
	var names []string
	for i := range inputs {
		if o.schema == "" && len(inputs) == 1 || o.schema != "" && inputs[i].Name.Exact() == o.schema {
			return &inputs[i], nil
		}
		names = append(names, line(inputs[i].Name))
	}
	switch {
	case len(inputs) == 0:
		return nil, usagef("this skill declares no form: send it --text")
	case o.schema == "":
		return nil, usagef("there are several forms, name one with --schema: %s", strings.Join(names, ", "))
	}
	return nil, usagef("there is no form %s; there is %s", safe.Text(o.schema).Line(60), strings.Join(names, ", "))
}

// fill loads --data, then sets each --set over it.
func (o *sendOptions) fill(s *Streams, form *formgen.Form) error {
	if o.data != "" {
		text, err := readData(s, o.data)
		if err != nil {
			return err
		}
		v, err := ojson.Parse(text, ojson.DataLimits)
		if err != nil {
			return usagef("--data is not JSON: %s", err)
		}
		form.Load(v)
	}
	for _, set := range o.sets {
		path, value, ok := strings.Cut(set, "=")
		if !ok {
			return usagef("--set %s: write NAME=VALUE", safe.Text(set).Line(60))
		}
		x, err := fieldAt(form, path)
		if err != nil {
			return err
		}
		if err := setField(x, value); err != nil {
			return usagef("--set %s: %s", safe.Text(path).Line(60), err)
		}
	}
	return nil
}

// readData reads JSON from the argument itself, a file or standard input.
func readData(s *Streams, arg string) ([]byte, error) {
	switch {
	case arg == "-":
		return readAtMost(s.In, "standard input")
	case strings.HasPrefix(arg, "@"):
		f, err := os.Open(arg[1:])
		if err != nil {
			return nil, usagef("--data: %s", err)
		}
		defer func() { _ = f.Close() }()
		return readAtMost(f, arg[1:])
	}
	return []byte(arg), nil
}

func readAtMost(r io.Reader, name string) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxInput+1))
	if err != nil {
		return nil, usagef("--data: %s cannot be read: %s", safe.Text(name).Line(0), err)
	}
	if len(data) > maxInput {
		return nil, usagef("--data: %s holds more than %d MiB", safe.Text(name).Line(0), maxInput>>20)
	}
	return data, nil
}

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
			return nil, usagef("--set %s: %s", safe.Text(path).Line(60), err)
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
	next := form.At(ojson.Pointer(x.Pointer(), token))
	if next == nil {
		return nil, noField(x, token)
	}
	return next, nil
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
	return usagef("%s", text)
}

// setField sets a field by the text of its kind: a choice by its value or
// title, anything composite as JSON.
func setField(x *formgen.Field, value string) error {
	if value == "null" && x.IsNullable() && x.Place().Kind() != schema.String && x.Place().Kind() != schema.Enum {
		x.SetPresence(formgen.Null)
		return nil
	}
	if x.Place().Kind() == schema.String && x.Kind() == schema.JSON {
		return x.SetJSON(string(ojson.NewString(value).Compact())) // what was there before needed escapes
	}
	switch x.Kind() {
	case schema.Enum:
		return chooseByText(x, value)
	case schema.Boolean:
		b, err := strconv.ParseBool(value)
		if err != nil {
			return usagef("%s is neither true nor false", safe.Text(value).Line(60))
		}
		x.SetBool(b)
		return nil
	case schema.Object, schema.Array, schema.Const, schema.Null:
		return x.SetJSON(value)
	}
	x.SetText(value)
	return nil
}

func chooseByText(x *formgen.Field, value string) error {
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
			x.Choose(i)
			return nil
		}
	}
	if value == "null" && x.IsNullable() {
		x.SetPresence(formgen.Null)
		return nil
	}
	var labels []string
	for i := range x.Choices() {
		labels = append(labels, x.ChoiceLabel(i))
	}
	return usagef("%s is not one of %s", safe.Text(value).Line(60), strings.Join(labels, ", "))
}

// refusal lists every problem of a form that cannot be sent.
func refusal(err error) error {
	refused, ok := err.(*formgen.Refused) //nolint:errorlint // Submit returns it bare
	if !ok {
		return err
	}
	lines := []string{"the input does not fit the schema, so nothing was sent:"}
	for _, l := range refused.Problems {
		lines = append(lines, fmt.Sprintf("  %s (%s): %s", l.Field.Path(), safe.Text(l.Field.Pointer()).Line(0), l.Problem.Message))
	}
	if len(refused.Problems) == 0 {
		lines = []string{err.Error()}
	}
	return usagef("%s", strings.Join(lines, "\n"))
}
