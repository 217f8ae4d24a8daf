package formgen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// Choose takes choice i of an enumeration; an index outside it changes nothing.
func (f *Field) Choose(i int) {
	if i < 0 || i >= len(f.Choices()) || f.Kind() != schema.Enum {
		return
	}
	f.choose(f.Choices()[i].Value)
}

// SetBool sets a boolean; on other kinds it does nothing.
func (f *Field) SetBool(b bool) {
	if f.Kind() != schema.Boolean {
		return
	}
	f.choose(ojson.NewBool(b))
}

// IsToggled reports whether choice i is in a list of choices.
func (f *Field) IsToggled(i int) bool {
	choices := f.Choices()
	return f.presence == Set && i >= 0 && i < len(choices) && indexOf(f.chosen.Items(), choices[i].Value) >= 0
}

// Toggle takes choice i into a list of choices, at its end, or out of it; an
// index outside the choices changes nothing.
func (f *Field) Toggle(i int) {
	choices := f.Choices()
	if f.Kind() != schema.MultiEnum || i < 0 || i >= len(choices) {
		return
	}
	var taken []*ojson.Value
	if f.presence == Set {
		taken = f.chosen.Items()
	}
	if at := indexOf(taken, choices[i].Value); at >= 0 {
		taken = slices.Concat(taken[:at], taken[at+1:])
	} else {
		taken = append(slices.Clip(taken), choices[i].Value)
	}
	f.choose(ojson.NewArray(taken...))
}

// ChooseSeveral makes a list of choices consist of these, in their order.
func (f *Field) ChooseSeveral(choices []int) {
	if f.Kind() != schema.MultiEnum {
		return
	}
	f.form.history.edit(f, nil, func() {
		f.choose(ojson.NewArray())
		for _, i := range choices {
			f.Toggle(i)
		}
	})
}

// choose makes a value the chosen one.
func (f *Field) choose(v *ojson.Value) {
	f.form.history.edit(f, nil, func() {
		f.chosen, f.presence = v, Set
		f.markSetUpwards()
	})
}

func indexOf(values []*ojson.Value, v *ojson.Value) int {
	return slices.IndexFunc(values, func(have *ojson.Value) bool { return ojson.Equal(have, v) })
}

// AreChoices reports values that are all choices, each at most once.
//
// Not stable, see the package comment.
func AreChoices(item schema.Location, values []*ojson.Value) bool {
	seen := map[int]bool{}
	for _, v := range values {
		i := item.ChoiceOf(v)
		if i < 0 || seen[i] {
			return false
		}
		seen[i] = true
	}
	return true
}

// enumKind is that of one of the choices.
type enumKind struct{ leaf }

func (enumKind) value(x *Field) *ojson.Value { return x.chosen }

func (enumKind) take(x *Field, v *ojson.Value) bool {
	x.chosen = v
	return x.loc.ChoiceOf(v) >= 0
}

func (enumKind) assign(x *Field, text string) error { return chooseByText(x, text) }

// spell finds a choice whatever its capitals are.
func (enumKind) spell(x *Field, text string) string {
	labels := ChoiceLabels(x.Choices())
	for i, c := range x.Choices() {
		if strings.EqualFold(labels[i], text) || strings.EqualFold(c.Value.Text(), text) {
			return c.Value.Text()
		}
	}
	return text
}

func (enumKind) fill(x *Field) {
	if choices := x.Choices(); x.chosen == nil && len(choices) > 0 {
		x.chosen = choices[0].Value
	}
}

// severalKind is that of lists of choices, each of which is there at most once.
type severalKind struct{ leaf }

func (severalKind) value(x *Field) *ojson.Value { return x.chosen }

func (severalKind) take(x *Field, v *ojson.Value) bool {
	x.chosen = nil
	if v.Is(ojson.Array) && AreChoices(x.loc.Item(0), v.Items()) {
		x.chosen = v
	}
	return x.chosen != nil
}

func (severalKind) assign(x *Field, text string) error { return toggleByText(x, text) }

func (severalKind) fill(x *Field) {
	if x.chosen == nil {
		x.chosen = ojson.NewArray()
	}
}

// boolKind is that of truth values.
type boolKind struct{ leaf }

func (boolKind) value(x *Field) *ojson.Value { return x.chosen }

func (boolKind) take(x *Field, v *ojson.Value) bool {
	x.chosen = v
	return v.Is(ojson.Bool)
}

func (boolKind) assign(x *Field, text string) error {
	b, err := strconv.ParseBool(text)
	if err != nil {
		return fmt.Errorf("%s is neither true nor false", safe.Text(text).Line(60))
	}
	x.SetBool(b)
	return nil
}

func (boolKind) spell(_ *Field, text string) string {
	switch {
	case strings.EqualFold(text, "yes"):
		return "true"
	case strings.EqualFold(text, "no"):
		return "false"
	}
	return text
}

func (boolKind) fill(x *Field) {
	if x.chosen == nil {
		x.chosen = ojson.NewBool(false)
	}
}
