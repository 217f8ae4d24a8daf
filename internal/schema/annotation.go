package schema

import (
	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// Choice is one value of an enumeration with the title the schema gives it, if
// any.
type Choice struct {
	Value *ojson.Value
	Title safe.Raw
}

// annotation is the first value of a keyword among the schemas that apply: the
// place that refers speaks before what it refers to.
func (p Place) annotation(keyword string) *ojson.Value {
	for _, s := range p.applied {
		if v := p.node(s).Get(keyword); v.Exists() {
			return v
		}
	}
	return nil
}

func (p Place) text(keyword string) safe.Raw {
	for _, s := range p.applied {
		if v := p.node(s).Get(keyword); v.Is(ojson.String) {
			return safe.Text(v.Text())
		}
	}
	return safe.Raw{}
}

// Schema is the schema of the place itself as it was written, nil where none
// applies.
func (p Place) Schema() *ojson.Value {
	if len(p.entries) == 0 {
		return nil
	}
	return p.node(p.entries[0])
}

// Title is the name that the schema gives this place; empty if it gives none.
func (p Place) Title() safe.Raw { return p.text("title") }

// Description explains this place; empty if the schema does not.
func (p Place) Description() safe.Raw { return p.text("description") }

// Format is the declared format ("date", "email", …), "" if there is none.
func (p Place) Format() safe.Raw { return p.text("format") }

// Default is the declared default exactly as written, nil if there is none.
func (p Place) Default() *ojson.Value { return p.annotation("default") }

// Examples are the declared examples exactly as written.
func (p Place) Examples() []*ojson.Value { return p.annotation("examples").Items() }

// IsReadOnly reports that the agent sets this place, not the user.
func (p Place) IsReadOnly() bool { return p.annotation("readOnly").Bool() }

// IsWriteOnly reports that the place holds a secret: shown masked, stored
// nowhere.
func (p Place) IsWriteOnly() bool { return p.annotation("writeOnly").Bool() }

// IsSecret reports a place whose value must be masked and never be stored.
func (p Place) IsSecret() bool {
	return p.IsWriteOnly() || p.Format().Exact() == "password"
}

// HoldsSecret reports whether a value holds a secret, at this place or anywhere
// in it.
func (p Place) HoldsSecret(v *ojson.Value) bool {
	if !v.Exists() || !p.IsKnown() {
		return false
	}
	if p.IsSecret() {
		return true
	}
	p = p.For(v)
	for _, m := range v.Members() {
		if p.Property(m.Name).HoldsSecret(m.Value) {
			return true
		}
	}
	for i, item := range v.Items() {
		if p.Item(i).HoldsSecret(item) {
			return true
		}
	}
	return false
}

// IsDeprecated reports that the place should not be used any more.
func (p Place) IsDeprecated() bool { return p.annotation("deprecated").Bool() }

// Const is the only value that the schema allows here, nil if it does not fix
// one.
func (p Place) Const() *ojson.Value {
	for _, s := range p.applied {
		if s.Const != nil {
			return p.node(s).Get("const")
		}
	}
	return nil
}

// Choices are the values that the schema enumerates here, null left out (it is
// a presence, see [Place.AllowsNull]); nil if it enumerates none. A union of
// constants counts as an enumeration with titles.
func (p Place) Choices() []Choice {
	for _, s := range p.applied {
		node := p.node(s)
		if s.Enum != nil {
			return enumChoices(node)
		}
		switch {
		case isTitledEnum(s.OneOf):
			return titledChoices(node.Get("oneOf"))
		case isTitledEnum(s.AnyOf):
			return titledChoices(node.Get("anyOf"))
		}
	}
	return nil
}

func enumChoices(node *ojson.Value) []Choice {
	names := node.Get("enumNames")
	var choices []Choice
	for i, v := range node.Get("enum").Items() {
		if !v.Is(ojson.Null) {
			choices = append(choices, Choice{v, safe.Text(names.Index(i).Text())})
		}
	}
	return choices
}

// isTitledEnum reports whether every branch is one constant.
func isTitledEnum(branches []*jsonschema.Schema) bool {
	for _, s := range branches {
		if s.Const == nil && !isNull(s) {
			return false
		}
	}
	return len(branches) > 0 && besideNull(branches) == nil
}

func titledChoices(branches *ojson.Value) []Choice {
	var choices []Choice
	for _, node := range branches.Items() {
		if v := node.Get("const"); v.Exists() && !v.Is(ojson.Null) {
			choices = append(choices, Choice{v, safe.Text(node.Get("title").Text())})
		}
	}
	return choices
}
