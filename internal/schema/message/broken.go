package message

import (
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"a2aform/internal/ojson"
)

// Broken lists every keyword of a verdict, also those inside branches, without messages.
func Broken(e *jsonschema.ValidationError) []Problem {
	here := pointer(e.InstanceLocation)
	var list []Problem
	switch k := e.ErrorKind.(type) {
	case NameFault:
		list = []Problem{{Pointer: ojson.Pointer(here, k.Property), Keyword: "propertyNames"}}
	case *kind.PropertyNames: // its causes have lost their places; see [NameFault]
		return []Problem{{Pointer: ojson.Pointer(here, k.Property), Keyword: "propertyNames"}}
	case *kind.Not:
		list = []Problem{{Pointer: here, Keyword: "not"}}
	case *kind.Schema, *kind.Group, *kind.AllOf, *kind.Reference:
	default:
		for _, p := range Leaf(e) {
			list = append(list, Problem{Pointer: p.Pointer, Keyword: p.Keyword})
		}
	}
	for _, cause := range e.Causes {
		list = append(list, Broken(cause)...)
	}
	return list
}
