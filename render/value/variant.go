package value

import (
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// Resolve is the location of a value with the branches that it satisfies, or
// comes closest to, and the names of those; safe to show, "" where the schema
// leaves no choice.
func Resolve(loc schema.Location, v *ojson.Value) (resolved schema.Location, name string) {
	if !DependsOnValue(loc) {
		return loc, ""
	}
	resolved = loc.For(v)
	var names []string
	for _, u := range resolved.Unions() {
		if _, _, named := u.At(""); named && len(u.Branches) > 1 && len(names) < maxVariants {
			names = append(names, u.Labels()[u.Picked])
		}
	}
	return resolved, strings.Join(names, ", ")
}

// maxVariants is of how many unions of one value the branch is named.
const maxVariants = 3

// DependsOnValue reports a location where what applies depends on the value.
func DependsOnValue(p schema.Location) bool {
	return p.IsKnown() && (len(p.Unions()) > 0 || p.IsConditional())
}

// IsTagged reports whether a member of the objects at a location names their
// variant already.
func IsTagged(p schema.Location) bool {
	for _, u := range p.Unions() {
		for i := range u.Branches {
			resolved := p.Resolve(schema.Picks{u.Key: i}, nil)
			for _, member := range resolved.Properties() {
				if u.IsTag(member.Name) {
					return true
				}
			}
		}
	}
	return false
}
