package wording

import (
	"strings"

	"a2aform/formgen"
	"a2aform/internal/schema"
)

// Because says which values of other fields make a field required: "required because Kind is
// Company". It is "" for a field that is optional, or required in any case.
func Because(x *formgen.Field) string {
	object := x.Parent()
	if object == nil || !x.IsRequired() {
		return ""
	}
	names := object.Location().RequiredBecauseOf(x.Name())
	var reasons []string
	for _, other := range object.Children() {
		for _, name := range names {
			if other.Name() == name && other != x {
				reasons = append(reasons, other.Label()+" "+isWhat(other))
			}
		}
	}
	if len(reasons) == 0 {
		return ""
	}
	return "required because " + strings.Join(reasons, " and ")
}

// isWhat says what the value of a field is.
func isWhat(x *formgen.Field) string {
	switch {
	case x.Presence() == formgen.Omitted:
		return "is left out"
	case x.Kind() == schema.Object || x.Kind() == schema.Array:
		return "is filled in"
	case x.Kind() == schema.Boolean:
		return "is " + Bool(x)
	}
	return "is " + x.Summary()
}
