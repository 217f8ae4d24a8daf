package render

import (
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// variantOf is the place of a value with the branches that it satisfies, or
// comes closest to, and the names of those; safe to show, "" where the schema
// leaves no choice.
func variantOf(place schema.Place, v *ojson.Value) (resolved schema.Place, name string) {
	if !isOpen(place) {
		return place, ""
	}
	resolved = place.For(v)
	var names []string
	for _, u := range resolved.Unions() {
		if _, _, named := u.At(""); named && len(u.Branches) > 1 && len(names) < maxVariants {
			names = append(names, resolved.BranchLabels(u)[u.Picked])
		}
	}
	return resolved, strings.Join(names, ", ")
}

// maxVariants is of how many unions of one value the branch is named.
const maxVariants = 3

// isOpen reports a place where what applies depends on the value.
func isOpen(p schema.Place) bool { return p.IsKnown() && (len(p.Unions()) > 0 || p.IsConditional()) }

// isTagged reports whether a member of the objects at a place names their
// variant already.
func isTagged(p schema.Place) bool {
	for _, u := range p.Unions() {
		for i := range u.Branches {
			resolved := p.Resolve(schema.Picks{u.Key: i}, nil)
			for _, member := range resolved.Properties() {
				if p.IsTag(u, member.Name) {
					return true
				}
			}
		}
	}
	return false
}
