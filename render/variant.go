package render

import (
	"strconv"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// variantOf is the location of a value with the branches that it satisfies, or
// comes closest to, and the names of those; safe to show, "" where the schema
// leaves no choice.
func variantOf(loc schema.Location, v *ojson.Value) (resolved schema.Location, name string) {
	if !isOpen(loc) {
		return loc, ""
	}
	resolved = loc.For(v)
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

// isOpen reports a location where what applies depends on the value.
func isOpen(p schema.Location) bool { return p.IsKnown() && (len(p.Unions()) > 0 || p.IsConditional()) }

// isTagged reports whether a member of the objects at a location names their
// variant already.
func isTagged(p schema.Location) bool {
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

// maxChosen bounds for how many unions of a value the branch is looked for, each
// of which means validating a part of it again.
const maxChosen = 64

// problemsOf is what is wrong with a value. Where it fits no branch of a union, but
// has a member that only the closest one declares, that branch shows what is
// wrong, at the member, as the value is shown by it.
func problemsOf(d *schema.Document, v *ojson.Value) []schema.Problem {
	problems := d.Validate(v)
	chosen, tried := schema.Chosen{}, 0
	for range maxVariants {
		before := len(chosen)
		for _, p := range problems {
			if tried < maxChosen && (p.Keyword == "anyOf" || p.Keyword == "oneOf") {
				tried++
				choose(chosen, d.Root(), v, p.Pointer)
			}
		}
		if len(chosen) == before {
			break
		}
		problems = d.ValidateAs(v, chosen)
	}
	return problems
}

// choose notes the branches on the way to a pointer and at it.
func choose(chosen schema.Chosen, loc schema.Location, v *ojson.Value, pointer string) {
	at := ""
	for _, token := range ojson.Tokens(pointer) {
		loc = loc.For(v)
		at = ojson.Pointer(at, token)
		if v.Is(ojson.Array) {
			i, err := strconv.Atoi(token)
			if err != nil {
				return
			}
			loc, v = loc.Item(i), v.Index(i)
		} else {
			loc, v = loc.Property(token), v.Get(token)
		}
	}
	resolved := loc.For(v)
	for _, u := range resolved.Unions() {
		if union, index, ok := u.At(at); ok && isDistinct(loc, u, v) {
			chosen[union] = index
		}
	}
}

// isDistinct reports whether a value has a member that the picked branch declares
// and no other.
func isDistinct(loc schema.Location, u schema.Variants, v *ojson.Value) bool {
	own := map[string]bool{}
	declared := func(branch int) []schema.Property {
		return loc.Resolve(schema.Picks{u.Key: branch}, v).Properties()
	}
	for _, p := range declared(u.Picked) {
		own[p.Name] = v.Get(p.Name).Exists()
	}
	for i := range u.Branches {
		if i == u.Picked {
			continue
		}
		for _, p := range declared(i) {
			delete(own, p.Name)
		}
	}
	for _, has := range own {
		if has {
			return true
		}
	}
	return false
}
