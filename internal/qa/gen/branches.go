package gen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// enter walks a place, unless a schema repeats inside itself there: then it tries how deep that goes.
func (g *Generator) enter(p place) {
	for i := len(p.above) - 1; i >= 0; i-- {
		if repeats(p.loc, p.above[i].loc) {
			g.recursion(p, p.above[i])
			return
		}
	}
	g.walk(p)
}

// repeats reports whether the schema of an outer location applies at an inner one too.
func repeats(inner, outer schema.Location) bool {
	for _, s := range outer.Applied() {
		if s.Ref == nil || len(s.Properties) > 0 {
			return slices.Contains(inner.Applied(), s)
		}
	}
	return false
}

// recursion nests a value in itself, and breaks the innermost one.
func (g *Generator) recursion(p, outer place) {
	key := "recursion " + p.pointer
	if g.visited[key] || p.detours > 0 {
		return
	}
	g.visited[key] = true
	path := ojson.Tokens(strings.TrimPrefix(p.pointer, outer.pointer))
	embed := func(v *ojson.Value) *ojson.Value { return setAt(outer.value, path, v) }
	leaf := g.make.with(maxTries/10).value(p.loc, p.level)
	if leaf == nil {
		return
	}
	g.valid(p, "$ref", "recursion, 1 deep", leaf)
	deep := embed(embed(leaf))
	if !g.holds(p, deep) {
		return
	}
	g.valid(p, "$ref", "recursion, 3 deep", deep)
	inner := p
	inner.pointer = p.pointer + pointerOf(path) + pointerOf(path)
	inner.root = func(v *ojson.Value) *ojson.Value { return p.root(embed(embed(v))) }
	for _, s := range simple {
		if !accepts(p.loc, s.value) && g.invalid(inner, s.name+", 3 deep", s.value, ofAny...) {
			return
		}
	}
}

func pointerOf(path []string) (pointer string) {
	for _, token := range path {
		pointer = ojson.Pointer(pointer, token)
	}
	return pointer
}

// setAt is a value with another one at a path. What is missing on the way is made: lists where the path has an index.
func setAt(v *ojson.Value, path []string, leaf *ojson.Value) *ojson.Value {
	if len(path) == 0 {
		return leaf
	}
	if v.Is(ojson.Array) || !v.Exists() && path[0] == "0" {
		items := slices.Clone(v.Items())
		for i := range items {
			if fmt.Sprint(i) == path[0] {
				items[i] = setAt(items[i], path[1:], leaf)
				return ojson.NewArray(items...)
			}
		}
		return ojson.NewArray(append(items, setAt(nil, path[1:], leaf))...)
	}
	return setMember(v, path[0], setAt(v.Get(path[0]), path[1:], leaf))
}

// branches adds the alternatives of a place, and values between them.
func (g *Generator) branches(p place, r schema.Location) {
	for _, u := range r.Unions() {
		g.union(p, r, u)
	}
	for _, s := range r.Applied() {
		if s.Not != nil {
			g.negated(p, r, s.Not)
		}
		if s.If != nil && (s.Then != nil || s.Else != nil) {
			g.condition(p, r, s)
		}
		for _, name := range schemaNames(s) {
			g.dependentSchema(p, r, s, name)
		}
	}
	for i, c := range r.Combinations() {
		g.combination(p, r, c, i)
	}
}

// detour adds another valid value for a place, and tries its keywords.
func (g *Generator) detour(p place, key, keyword, change string, v *ojson.Value) {
	if !accepts(p.loc, v) {
		return
	}
	g.valid(p, keyword, change, v)
	if key = p.pointer + " " + key; p.detours < maxDetour && !g.visited[key] {
		g.visited[key] = true
		g.walk(p.instead(v))
	}
}

// maxBranches bounds the branches of a union that are tried.
const maxBranches = 32

// union adds each branch, no branch, and two at once.
func (g *Generator) union(p place, r schema.Location, u schema.Variants) {
	keyword := u.Key[strings.LastIndexByte(u.Key, '/')+1:]
	if len(u.Branches) > 0 && u.Branches[0].Schema() != nil && keyword != "oneOf" && keyword != "anyOf" {
		return // the sides of a condition, which is tried as one
	}
	labels := u.Labels()
	for i := range u.Branches {
		if i == maxBranches {
			break
		}
		if i != u.Picked {
			v := g.make.with(maxTries/10).picked(p.loc, schema.Picks{u.Key: i}, p.level)
			g.detour(p, fmt.Sprint(u.Key, i), keyword, "branch "+labels[i], v)
		}
	}
	if keyword == "type" {
		return
	}
	if p.value.Is(ojson.Object) {
		g.invalid(p, "no branch", ojson.NewObject(ojson.Member{Name: "unknown", Value: ojson.NewString("text")}), keyword)
	}
	if keyword == "oneOf" {
		g.twoBranches(p, r, u)
	}
}

// twoBranches looks for a value that two branches accept.
func (g *Generator) twoBranches(p place, r schema.Location, u schema.Variants) {
	for i, a := range u.Branches[:min(len(u.Branches), 6)] {
		for _, b := range u.Branches[i+1 : min(len(u.Branches), 6)] {
			if a.Schema() == nil || b.Schema() == nil {
				return
			}
			both := r.Sub(a.Schema(), b.Schema())
			v := g.make.with(200).value(both, p.level)
			if v == nil {
				continue
			}
			if g.invalid(p, "two branches at once", merged(p.value, v), "oneOf") || g.invalid(p, "two branches at once", v, "oneOf") {
				return
			}
		}
	}
}

// merged is an object with the members of another one; of other values the second.
func merged(a, b *ojson.Value) *ojson.Value {
	if !a.Is(ojson.Object) || !b.Is(ojson.Object) {
		return b
	}
	for _, m := range b.Members() {
		a = setMember(a, m.Name, m.Value)
	}
	return a
}

// negated adds a value that the schema excludes.
func (g *Generator) negated(p place, r schema.Location, not *jsonschema.Schema) {
	v := g.make.with(maxTries/10).value(r.Sub(not), p.level)
	if v == nil {
		return
	}
	if !g.invalid(p, "what must not be", merged(p.value, v), "not") {
		g.invalid(p, "what must not be", v, "not")
	}
}

// condition adds a value for each side of a condition.
func (g *Generator) condition(p place, r schema.Location, s *jsonschema.Schema) {
	test := r.Sub(s.If)
	if v := g.make.with(maxTries/10).value(p.loc.With(s.If, s.Then), p.level); v != nil && !accepts(test, p.value) {
		g.detour(p, s.Location+" then", "if", "condition holds", v)
	}
	if !accepts(test, p.value) {
		return
	}
	for range attempts {
		v := g.make.with(maxTries/10).other(p.loc.With(s.Else), p.level)
		if v != nil && !accepts(test, v) {
			g.detour(p, s.Location+" else", "if", "condition does not hold", v)
			return
		}
	}
}

// schemaNames are the members that bring schemas of their own.
func schemaNames(s *jsonschema.Schema) (names []string) {
	for name := range s.DependentSchemas {
		names = append(names, name)
	}
	for name, d := range s.Dependencies {
		if _, ok := d.(*jsonschema.Schema); ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// dependentSchema adds an object with a member that brings a schema, and one without it.
func (g *Generator) dependentSchema(p place, r schema.Location, s *jsonschema.Schema, name string) {
	if !p.value.Is(ojson.Object) {
		return
	}
	keyword, brings := "dependentSchemas", s.DependentSchemas[name]
	if brings == nil {
		keyword = "dependencies"
		brings, _ = s.Dependencies[name].(*jsonschema.Schema)
	}
	if p.value.Get(name) != nil {
		g.without(p, Valid, name, "left out", keyword)
		return
	}
	member := g.make.with(maxTries/10).value(r.Property(name), p.level+1)
	with := g.make.with(maxTries/10).value(p.loc.With(brings), p.level)
	if member != nil && with != nil {
		g.detour(p, s.Location+name, keyword, name+" is set", setMember(with, name, member))
	}
}

// combination adds objects that have one of the sets of members, and none.
func (g *Generator) combination(p place, r schema.Location, c schema.Combination, index int) {
	if c.Never || !p.value.Is(ojson.Object) {
		return
	}
	keyword := "anyOf"
	if c.Exactly {
		keyword = "oneOf"
	}
	none := p.value
	for _, set := range c.Sets {
		for _, name := range set {
			none = setMember(none, name, nil)
		}
	}
	g.invalid(p, "none of the members", none, keyword)
	all := none
	for i, set := range c.Sets {
		v := none
		for _, name := range set {
			if child, ok := g.member(p, name, r.Property(name)); ok {
				v, all = setMember(v, name, child.value), setMember(all, name, child.value)
			}
		}
		g.detour(p, fmt.Sprint("members", index, i), keyword, "with "+strings.Join(set, ", "), v)
	}
	if c.Exactly {
		g.invalid(p, "members of several", all, keyword)
	}
}

type named struct {
	name  string
	value *ojson.Value
}

// short is a value in a few characters.
func short(v *ojson.Value) string {
	s := []rune(string(v.Compact()))
	if len(s) > 24 {
		return string(s[:23]) + "…"
	}
	return string(s)
}

// nearChoices are values that are nearly one of an enumeration.
func nearChoices(v *ojson.Value) []named {
	if !v.Is(ojson.String) {
		return []named{{"as text", ojson.NewString(v.Text())}}
	}
	s := v.Text()
	other := strings.ToUpper(s)
	if other == s {
		other = strings.ToLower(s)
	}
	return []named{
		{"in other case", ojson.NewString(other)},
		{"with a space behind", ojson.NewString(s + " ")},
		{"empty text", ojson.NewString("")},
	}
}
