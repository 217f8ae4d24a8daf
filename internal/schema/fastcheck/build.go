package fastcheck

import (
	"encoding/json"
	"math/bits"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
	"a2aform/internal/schema/compile"
)

// rulesBuilder turns compiled schemas into rules. It follows the validator's own reading
// of a compiled schema, keyword by keyword.
type rulesBuilder struct {
	written func(location string) *ojson.Value
	known   map[*jsonschema.Schema]*rules
	forming map[*jsonschema.Schema]bool // being formed, for the same value
	due     []*jsonschema.Schema        // asked for, and not formed yet
}

// all returns the rules of all of the schemas.
func (b *rulesBuilder) all(entries []*jsonschema.Schema) *rules {
	root := &rules{kinds: everyKind, may: everyKind, formed: true}
	for _, s := range entries {
		b.also(root, s)
	}
	for len(b.due) > 0 {
		s := b.due[len(b.due)-1]
		b.due = b.due[:len(b.due)-1]
		b.here(s)
	}
	if len(root.also) == 1 {
		return root.also[0]
	}
	return root
}

// inside returns the rules of a schema for a value inside; they may not be formed yet.
func (b *rulesBuilder) inside(s *jsonschema.Schema) *rules {
	if p := b.known[s]; p != nil {
		return p
	}
	p := &rules{}
	b.known[s] = p
	b.due = append(b.due, s)
	return p
}

// here returns the rules of a schema for the same value. A schema that leads back to
// itself is unsupported; the validator does not accept it either.
func (b *rulesBuilder) here(s *jsonschema.Schema) *rules {
	if b.forming[s] {
		return unsupported
	}
	p := b.inside(s)
	if p.formed {
		return p
	}
	b.forming[s] = true
	b.form(p, s)
	p.formed = true
	delete(b.forming, s)
	return p
}

// form fills in the rules of a schema.
func (b *rulesBuilder) form(p *rules, s *jsonschema.Schema) {
	p.kinds, p.may = everyKind, everyKind
	if s.Bool != nil {
		if p.own = true; !*s.Bool {
			p.kinds, p.may = 0, 0
		}
		return
	}
	p.formScalars(s)
	if s.Ref != nil {
		b.also(p, s.Ref)
		if s.DraftVersion < 2019 {
			return // nothing else counts next to a reference
		}
	}
	if s.RecursiveRef != nil || s.DynamicRef != nil || s.Not != nil ||
		s.If != nil && (s.Then != nil || s.Else != nil) || !b.knows(s.Extensions) {
		p.kinds = 0
	}
	for _, sub := range s.AllOf {
		b.also(p, sub)
	}
	b.alternatives(p, s)
	p.formTexts(s)
	p.formNumbers(s)
	b.formArrays(p, s)
	b.formObjects(p, s)
}

// knows reports whether the extensions of the schema are ours. They validate nothing but
// objects with propertyNames, which are unsupported.
func (b *rulesBuilder) knows(extensions []jsonschema.SchemaExt) bool {
	for _, e := range extensions {
		switch e.(type) {
		case *compile.Budget, compile.Names:
		default:
			return false
		}
	}
	return true
}

// also asks for another schema of the same value.
func (b *rulesBuilder) also(p *rules, s *jsonschema.Schema) {
	sub := b.here(s)
	p.also = append(p.also, sub)
	p.kinds &= sub.kinds
	p.may &= sub.may
}

// alternatives are anyOf and oneOf.
func (b *rulesBuilder) alternatives(p *rules, s *jsonschema.Schema) {
	if len(s.AnyOf) > 0 {
		branches, can, may := b.branches(s.AnyOf)
		p.anyOf = append(p.anyOf, branches)
		p.kinds, p.may = p.kinds&can, p.may&may
	}
	if len(s.OneOf) > 0 {
		branches, _, may := b.branches(s.OneOf)
		one, can := exclude(branches)
		p.oneOf = append(p.oneOf, one)
		p.kinds, p.may = p.kinds&can, p.may&may
	}
}

func (b *rulesBuilder) branches(list []*jsonschema.Schema) (branches []*rules, can, may kinds) {
	for _, s := range list {
		b := b.here(s)
		branches = append(branches, b)
		can, may = can|b.kinds, may|b.may
	}
	return branches, can, may
}

// exclude finds the branch that each kind leaves.
func exclude(branches []*rules) (one exclusive, can kinds) {
	for i := range one {
		kind, left := kinds(1)<<i, 0
		for _, b := range branches {
			if b.may&kind != 0 {
				one[i] = b
				left++
			}
		}
		if left != 1 || one[i].kinds&kind == 0 {
			one[i] = nil
			continue
		}
		can |= kind
	}
	return one, can
}

func (e exclusive) of(kind kinds) *rules { return e[bits.TrailingZeros8(uint8(kind))] }

// formScalars takes type, const and enum.
func (r *rules) formScalars(s *jsonschema.Schema) {
	if s.Types != nil && !s.Types.IsEmpty() {
		var types kinds
		for _, name := range s.Types.ToStrings() {
			types |= kindsOfType[name]
		}
		r.own = true
		r.kinds, r.may = r.kinds&types, r.may&types
	}
	if s.Const != nil {
		r.choose([]any{*s.Const})
	}
	if s.Enum != nil {
		r.choose(s.Enum.Values)
	}
}

// choose allows only some values. Lists and objects among them are unsupported.
func (r *rules) choose(values []any) {
	c := &choiceRules{texts: map[string]struct{}{}}
	var can, may kinds
	for _, v := range values {
		kind := c.add(v)
		may |= kind
		can |= kind &^ (arrayKind | objectKind)
	}
	r.own, r.only = true, append(r.only, c)
	r.kinds, r.may = r.kinds&can, r.may&may
}

func (c *choiceRules) add(v any) kinds {
	switch v := v.(type) {
	case nil:
		c.null = true
		return nullKind
	case bool:
		c.yes, c.no = c.yes || v, c.no || !v
		return boolKind
	case string:
		c.texts[v] = struct{}{}
		return textKind
	case json.Number:
		if n, ok := newRatio(v.String()); ok {
			c.numbers = append(c.numbers, n)
		}
		return numberKinds
	case []any:
		return arrayKind
	case map[string]any:
		return objectKind
	}
	return everyKind
}
