package gen

import (
	"slices"
	"strings"

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
	if n <= 0 || n > MaxTries {
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
