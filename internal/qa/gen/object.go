package gen

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
	"a2aform/internal/schema/normalize"
)

// object makes an object with the members that it must have. l is the location before its branches were picked, r is after.
func (m *maker) object(l, r schema.Location, depth, n int) *ojson.Value {
	o := &objectMaker{maker: m, depth: depth, picked: r}
	random := m.varies(n) && depth < maxDepth/2
	for _, p := range r.Properties() {
		wanted := p.Required || random && !p.Location.IsReadOnly() && m.random.IntN(2) == 0
		if wanted && !o.add(p.Name, p.Location) && p.Required {
			return nil
		}
	}
	o.combine(n)
	o.require(l)
	size := r.Bounds().Members
	if size.Min != nil && !o.fill(*size.Min) {
		return nil
	}
	if random && r.IsMap() && !size.IsFull(len(o.members)) {
		o.extra(m.random.IntN(maxExtra))
	}
	return ojson.NewObject(o.members...)
}

type objectMaker struct {
	*maker
	depth   int
	picked  schema.Location
	members []ojson.Member
}

func (o *objectMaker) has(name string) bool {
	return slices.ContainsFunc(o.members, func(m ojson.Member) bool { return m.Name == name })
}

// add adds a member, unless no value is found for it.
func (o *objectMaker) add(name string, l schema.Location) bool {
	if o.has(name) {
		return true
	}
	v := o.value(l, o.depth+1)
	if v == nil {
		return false
	}
	o.members = append(o.members, ojson.Member{Name: name, Value: v})
	return true
}

// combine adds one of the sets of members that the schema demands.
func (o *objectMaker) combine(n int) {
	for _, c := range o.picked.Combinations() {
		if c.Never || c.IsMet(o.has) || len(c.Sets) == 0 {
			continue
		}
		for _, name := range c.Sets[o.number(n, len(c.Sets))] {
			o.add(name, o.picked.Property(name))
		}
	}
}

// require adds members that the others require, and members that these require.
func (o *objectMaker) require(l schema.Location) {
	added := l.IsConditional()
	for range maxDepth {
		if !added {
			return
		}
		added = false
		for _, p := range l.For(ojson.NewObject(o.members...)).Properties() {
			if p.Required && !o.has(p.Name) {
				added = o.add(p.Name, p.Location) || added
			}
		}
	}
}

// fill adds members until there are enough.
func (o *objectMaker) fill(size int) bool {
	for _, p := range o.picked.Properties() {
		if len(o.members) >= size {
			return true
		}
		o.add(p.Name, p.Location)
	}
	o.extra(size - len(o.members))
	return len(o.members) >= size
}

// extra adds members that the schema does not declare, as many as it takes.
func (o *objectMaker) extra(n int) {
	if n <= 0 || n > maxTries {
		return
	}
	for _, name := range o.names(o.picked, n) {
		if n == 0 {
			return
		}
		if !o.has(name) && o.add(name, o.picked.Property(name)) {
			n--
		}
	}
}

// names are names that an object may have besides the declared ones.
func (m *maker) names(l schema.Location, n int) (names []string) {
	candidates := l.KeyChoices()
	for _, s := range l.Applied() {
		for _, re := range sortedPatterns(s) {
			if p := normalize.NewTextPattern(re); p != nil {
				for range n + 3 {
					candidates = append(candidates, p.Make(m.random, -1))
				}
			}
		}
		if s.PropertyNames != nil {
			for i := range n + 3 {
				if v := m.text(l.Sub(s.PropertyNames), i, -1); v != nil {
					candidates = append(candidates, v.Text())
				}
			}
		}
	}
	candidates = append(candidates, "extra", "other")
	for i := range n {
		candidates = append(candidates, "extra"+strings.Repeat("x", i/26)+string(rune('A'+i%26)))
	}
	for _, name := range candidates {
		if len(names) < n+3 && !slices.Contains(names, name) && !l.Declares(name) && l.CheckKey(name) == "" {
			names = append(names, name)
		}
	}
	return names
}

// sortedPatterns are the patterns of patternProperties, in order.
func sortedPatterns(s *jsonschema.Schema) (list []string) {
	for re := range s.PatternProperties {
		list = append(list, re.String())
	}
	slices.Sort(list)
	return list
}

// maxMembers bounds the members of an object that are tried.
const maxMembers = 200

// objects adds the cases of an object and of its members.
func (g *Generator) objects(p place, r schema.Location) {
	properties := r.Properties()
	g.required(p, properties)
	for _, s := range r.Applied() {
		g.dependent(p, r, s)
	}
	g.sizes(p, r.Bounds().Members, maxMembers, func(n int) *ojson.Value { return g.ofSize(p, r, n) })
	g.extras(p, r)
	for i, property := range properties {
		if i == maxMembers {
			break
		}
		if property.Location.IsReadOnly() && !property.Required {
			continue
		}
		child, ok := g.member(p, property.Name, property.Location)
		if !ok {
			continue
		}
		child.optional = !property.Required
		if child.virtual && !p.virtual {
			g.valid(child, "required", "optional member", child.value)
		}
		g.enter(child)
	}
}

// without is a case that leaves out a member.
func (g *Generator) without(p place, kind Kind, name, change, keyword string) {
	at := ojson.Pointer(p.pointer, name)
	c := Case{Pointer: at, Keyword: keyword, Change: change, Kind: kind, At: at, Whole: p.root(setMember(p.value, name, nil))}
	if p.virtual {
		c.At = p.at
	}
	g.add(c, keyword, "dependentRequired", "dependencies", "required")
}

// required leaves out members, and adds all of them.
func (g *Generator) required(p place, properties []schema.Property) {
	var alone []ojson.Member
	all := p.value
	optional := 0
	for _, property := range properties {
		has := p.value.Get(property.Name)
		switch {
		case property.Required && has != nil:
			g.without(p, Invalid, property.Name, "left out", "required")
			alone = append(alone, ojson.Member{Name: property.Name, Value: has})
		case property.Required:
		case has != nil:
			optional++
			g.without(p, Valid, property.Name, "left out", "required")
		default:
			if child, ok := g.member(p, property.Name, property.Location); ok && !property.Location.IsReadOnly() && len(all.Members()) < maxMembers {
				optional++
				all = setMember(all, property.Name, child.value)
			}
		}
	}
	if optional > 0 {
		g.valid(p, "required", "required members alone", ojson.NewObject(alone...))
		o := &objectMaker{maker: g.make.with(maxTries / 10), depth: p.level, picked: p.loc.For(all), members: slices.Clone(all.Members())}
		o.require(p.loc)
		g.valid(p, "required", "all members", ojson.NewObject(o.members...))
	}
}

// dependent adds members that ask for others.
func (g *Generator) dependent(p place, r schema.Location, s *jsonschema.Schema) {
	asked := map[string][]string{}
	keyword := "dependentRequired"
	maps.Copy(asked, s.DependentRequired)
	for name, d := range s.Dependencies {
		if required, ok := d.([]string); ok {
			asked[name], keyword = required, "dependencies"
		}
	}
	for _, name := range normalize.SortedNames(asked) {
		on, off := p.value, setMember(p.value, name, nil)
		if on.Get(name) == nil {
			child, ok := g.member(p, name, r.Property(name))
			if !ok {
				continue
			}
			on = setMember(p.value, name, child.value)
		}
		for _, other := range asked[name] {
			v := setMember(on, other, nil)
			g.add(Case{Pointer: ojson.Pointer(p.pointer, other), Change: "left out though " + name + " is set", Kind: Invalid, At: p.at, Whole: p.root(v)}, keyword)
			if on.Get(other) == nil {
				if child, ok := g.member(p, other, r.Property(other)); ok {
					on = setMember(on, other, child.value)
				}
			}
		}
		g.valid(p, keyword, name+" and what it needs", on)
		g.valid(p, keyword, "without "+name, off)
	}
}

// closed are the keywords that a member of an unknown name may break.
var closed = []string{"additionalProperties", "unevaluatedProperties", "propertyNames", "not", ""}

// extras adds members that the schema does not declare.
func (g *Generator) extras(p place, r schema.Location) {
	if r.CheckKey("extra") != "" {
		g.extra(p, "extra", "unknown member", ojson.NewString("text"))
	}
	for _, m := range p.value.Members() {
		if name := otherCase(m.Name); p.value.Get(name) == nil && r.CheckKey(name) != "" {
			g.extra(p, name, "known name in other case", m.Value)
			break
		}
	}
	g.namesThatFit(p, r)
	for _, s := range r.Applied() {
		if s.PropertyNames != nil {
			g.brokenNames(p)
		}
	}
}

// extra adds a member that is not allowed.
func (g *Generator) extra(p place, name, change string, v *ojson.Value) {
	at := ojson.Pointer(p.pointer, name)
	c := Case{Pointer: at, Change: change, Kind: Invalid, At: at, Value: v, Whole: p.root(setMember(p.value, name, v))}
	if p.virtual {
		c.At = p.at
	}
	g.add(c, closed...)
}

// namesThatFit adds members with names that the schema allows and does not declare.
func (g *Generator) namesThatFit(p place, r schema.Location) {
	names := g.make.names(r, 1)
	for _, s := range r.Applied() {
		for _, re := range sortedPatterns(s) {
			if made := normalize.NewTextPattern(re); made != nil {
				g.fitting(p, r, made.Make(g.make.random, -1), "patternProperties")
			}
		}
	}
	for i, name := range names {
		if i == 2 {
			break
		}
		keyword := "additionalProperties"
		for _, s := range r.Applied() {
			if s.PropertyNames != nil {
				keyword = "propertyNames"
			} else if s.UnevaluatedProperties != nil {
				keyword = "unevaluatedProperties"
			}
		}
		g.fitting(p, r, name, keyword)
	}
}

// fitting adds one member, and tries the keywords of its value.
func (g *Generator) fitting(p place, r schema.Location, name, keyword string) {
	if p.value.Get(name) != nil || r.Declares(name) || r.CheckKey(name) != "" {
		return
	}
	child, ok := g.member(p, name, r.Property(name))
	if !ok || !g.holds(child, child.value) {
		return
	}
	g.valid(child, keyword, "one more member", child.value)
	if child.loc.IsKnown() {
		g.enter(child)
	}
}

// brokenNames adds a member whose name the schema does not allow.
func (g *Generator) brokenNames(p place) {
	for _, name := range []string{"", "~ ~", "Extra", "0", strings.Repeat("x", 300)} {
		at := ojson.Pointer(p.pointer, name)
		c := Case{Pointer: at, Change: "name that is not allowed", Kind: Invalid, At: at, Value: ojson.NewString("text"), Whole: p.root(setMember(p.value, name, ojson.NewString("text")))}
		if p.virtual {
			c.At = p.at
		}
		if p.value.Get(name) == nil && g.add(c, "propertyNames") {
			return
		}
	}
}

// otherCase is a name whose first letter has the other case.
func otherCase(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	if unicode.IsUpper(first) {
		return string(unicode.ToLower(first)) + name[size:]
	}
	return string(unicode.ToUpper(first)) + name[size:]
}

// ofSize is the object with so many members; nil if there is none.
func (g *Generator) ofSize(p place, r schema.Location, size int) *ojson.Value {
	if size < 0 {
		return nil
	}
	o := &objectMaker{maker: g.make.with(maxTries / 10), depth: p.level, picked: r, members: slices.Clone(p.value.Members())}
	required := map[string]bool{}
	for _, property := range r.Properties() {
		required[property.Name] = property.Required
	}
	for i := len(o.members) - 1; i >= 0 && len(o.members) > size; i-- {
		if !required[o.members[i].Name] {
			o.members = slices.Delete(o.members, i, i+1)
		}
	}
	o.fill(size)
	for i := 0; len(o.members) < size && i < maxMembers; i++ { // also beyond what the schema takes
		o.members = append(o.members, ojson.Member{Name: fmt.Sprintf("extra%d", i), Value: ojson.NewString("text")})
	}
	if len(o.members) != size {
		return nil
	}
	return ojson.NewObject(o.members...)
}
