package render

import (
	"strconv"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// problemsOf is what is wrong with a value. Where it fits no branch of a union, but
// has a member that only the closest one declares, that branch shows what is
// wrong, at the member, as the value is shown by it.
func problemsOf(d *schema.Document, v *ojson.Value) []schema.Problem {
	problems := d.Validate(v)
	chosen, tried := schema.Chosen{}, 0
	for range maxRounds {
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

// maxRounds is how often a value is validated again by the branches that were found.
const maxRounds = 3

// maxChosen bounds for how many unions of a value the branch is looked for, each
// of which means validating a part of it again.
const maxChosen = 64

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
