package signature

import (
	"fmt"
	"slices"

	"google.golang.org/protobuf/reflect/protoreflect"

	"a2aform/a2aclient/a2aproto"
	"a2aform/internal/ojson"
)

// form is one way in which a signer may have written the card before signing it.
type form struct {
	knownOnly bool  // without the members that a2a.proto does not have
	empty     empty // which empty values are left out
}

type empty uint8

const (
	keepEmpty     empty = iota
	dropDefaults        // those of members that are neither required nor explicit (A2A 1.0 §8.4.1)
	dropAllValues       // all of them, as the official SDKs do
)

// forms are the canonical forms to try, in the order of how many members they cover.
var forms = []form{{false, keepEmpty}, {false, dropDefaults}, {false, dropAllValues}, {true, keepEmpty}, {true, dropDefaults}, {true, dropAllValues}}

// payload is a card as it may have been signed.
type payload struct {
	canonical  []byte
	notCovered []string // members that are left out, as paths such as skills[].inputSchema
}

// payloads are the distinct ways to write a card.
func payloads(card *ojson.Value) ([]payload, error) {
	var members []ojson.Member
	for _, m := range card.Members() {
		if m.Name != "signatures" {
			members = append(members, m)
		}
	}
	unsigned := ojson.NewObject(members...)
	var list []payload
	for _, f := range forms {
		w := writer{form: f}
		v := w.object(unsigned, cardMessage(), "")
		if v == nil {
			v = ojson.NewObject()
		}
		canonical, err := v.Canonical()
		if err != nil {
			return nil, fmt.Errorf("the card cannot be written as canonical JSON: %w", err)
		}
		if !slices.ContainsFunc(list, func(p payload) bool { return string(p.canonical) == string(canonical) }) {
			list = append(list, payload{canonical, w.left})
		}
	}
	return list, nil
}

// writer writes a card in a form.
type writer struct {
	form form
	left []string
}

// value returns a value of a message, nil where it is left out.
func (w *writer) value(v *ojson.Value, of protoreflect.MessageDescriptor, path string) *ojson.Value {
	switch {
	case v.Is(ojson.Array):
		return w.list(v, of, path+"[]")
	case v.Is(ojson.Object):
		return w.object(v, of, path)
	case w.form.empty == dropAllValues && isEmpty(v):
		return nil
	}
	return v
}

func (w *writer) list(v *ojson.Value, of protoreflect.MessageDescriptor, path string) *ojson.Value {
	items := []*ojson.Value{}
	for _, item := range v.Items() {
		if kept := w.value(item, of, path); kept != nil {
			items = append(items, kept)
		}
	}
	if len(items) == 0 && w.form.empty == dropAllValues {
		return nil
	}
	return ojson.NewArray(items...)
}

func (w *writer) object(v *ojson.Value, of protoreflect.MessageDescriptor, path string) *ojson.Value {
	var members []ojson.Member
	for _, m := range v.Members() {
		at := m.Name
		if path != "" {
			at = path + "." + m.Name
		}
		var known protoreflect.FieldDescriptor
		if of != nil {
			known = of.Fields().ByJSONName(m.Name)
		}
		if of != nil && known == nil && w.form.knownOnly {
			if !slices.Contains(w.left, at) {
				w.left = append(w.left, at)
			}
			continue
		}
		kept := w.member(m.Value, known, at)
		if kept == nil || known != nil && w.isDefault(kept, known) {
			continue
		}
		members = append(members, ojson.Member{Name: m.Name, Value: kept})
	}
	if len(members) == 0 && w.form.empty == dropAllValues {
		return nil
	}
	return ojson.NewObject(members...)
}

func (w *writer) member(v *ojson.Value, known protoreflect.FieldDescriptor, path string) *ojson.Value {
	of := messageOf(known)
	if known == nil || !known.IsMap() || !v.Is(ojson.Object) {
		return w.value(v, of, path)
	}
	var members []ojson.Member
	for _, m := range v.Members() {
		if kept := w.value(m.Value, of, path+".*"); kept != nil {
			members = append(members, ojson.Member{Name: m.Name, Value: kept})
		}
	}
	if len(members) == 0 && w.form.empty == dropAllValues {
		return nil
	}
	return ojson.NewObject(members...)
}

// isDefault reports a value that the form leaves out because it is the member's default.
func (w *writer) isDefault(v *ojson.Value, known protoreflect.FieldDescriptor) bool {
	if w.form.empty == keepEmpty || a2aproto.IsRequired(known) || known.HasOptionalKeyword() {
		return false
	}
	return isEmpty(v) || v.Is(ojson.Bool) && !v.Bool()
}

// isEmpty reports null, "", [] and {}.
func isEmpty(v *ojson.Value) bool {
	return v.Is(ojson.Null) || v.Is(ojson.String) && v.Text() == "" || (v.Is(ojson.Array) || v.Is(ojson.Object)) && v.Len() == 0
}
