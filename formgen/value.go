package formgen

import (
	"slices"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// value is what the field sends now: nil while it is omitted or holds a draft
// that is no value.
func (f *Field) value() *ojson.Value {
	if !f.fresh {
		f.cached, f.fresh = f.build(), true
	}
	return f.cached
}

func (f *Field) build() *ojson.Value {
	switch f.presence {
	case Omitted:
		return nil
	case Null:
		return ojson.NewNull()
	}
	switch f.Kind() {
	case schema.Object:
		return objectOf(f.children)
	case schema.Array:
		return arrayOf(f.children)
	case schema.Enum, schema.MultiEnum, schema.Boolean, schema.Const:
		return f.chosen
	case schema.Union, schema.Null:
		return nil
	}
	v, _ := f.parse()
	return v
}

func objectOf(children []*Field) *ojson.Value {
	members := make([]ojson.Member, 0, len(children))
	for _, c := range children {
		if v := c.value(); v != nil {
			members = append(members, ojson.Member{Name: c.name, Value: v})
		}
	}
	return ojson.NewObject(members...)
}

// arrayOf keeps the positions: an item without a value counts as null, so
// that problems of the others are found where they are.
func arrayOf(children []*Field) *ojson.Value {
	items := make([]*ojson.Value, len(children))
	for i, c := range children {
		if items[i] = c.value(); items[i] == nil {
			items[i] = ojson.NewNull()
		}
	}
	return ojson.NewArray(items...)
}

// parse reads the typed text; the problem says why it is no value.
func (f *Field) parse() (*ojson.Value, schema.Problem) {
	switch f.Kind() {
	case schema.Integer, schema.Number:
		return parseNumber(f.text)
	case schema.JSON:
		v, err := f.parseJSON()
		if err == nil {
			return v, schema.Problem{}
		}
		if text := f.bareText(); text != nil {
			return text, schema.Problem{}
		}
		return nil, schema.Problem{Fault: schema.IsNot, Want: "JSON", Got: err.Error()}
	}
	return ojson.NewString(f.text), schema.Problem{}
}

// takes reports that the schema allows a value.
func (f *Field) takes(v *ojson.Value) bool { return len(f.base.Validate(v)) == 0 }

// hasDraft reports text that is no value, in the field or below.
func (f *Field) hasDraft() bool {
	if f.presence != Set {
		return f.isEntry() && f.presence == Omitted
	}
	return slices.ContainsFunc(f.Children(), (*Field).hasDraft) || f.value() == nil
}
