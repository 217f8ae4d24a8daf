package gen

import (
	"fmt"
	"slices"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/gen/pairs"
	"a2aform/internal/schema"
)

// parameter is a place of the base value with few valid values.
type parameter struct {
	pointer string
	values  []*ojson.Value
}

// maxPaired bounds the values of a place that are combined with those of others.
const maxPaired = 10

// pairs adds values that combine the choices of several places, so that each two of them come together.
func (g *Generator) pairs() {
	var list []parameter
	root := place{loc: g.doc.Root(), value: g.base}
	g.parameters(root, &list)
	slices.SortStableFunc(list, func(a, b parameter) int { return len(b.values) - len(a.values) })
	sizes := make([]int, len(list))
	for i, p := range list {
		sizes[i] = len(p.values)
	}
	for n, row := range pairs.Rows(sizes) {
		v := g.base
		var parts []string
		for i, choice := range row {
			v = setAt(v, ojson.Tokens(list[i].pointer), list[i].values[choice])
			parts = append(parts, strings.TrimPrefix(list[i].pointer, "/")+"="+short(list[i].values[choice]))
		}
		g.add(Case{Keyword: "pairs", Change: fmt.Sprintf("pairs %d: %s", n+1, strings.Join(parts, ", ")), Kind: Valid, Value: v, Whole: v})
	}
}

// parameters collects the places with choices. One with branches is taken whole.
func (g *Generator) parameters(p place, list *[]parameter) {
	r := p.loc.For(p.value)
	values := []*ojson.Value{}
	for _, c := range r.Choices() {
		values = append(values, c.Value)
	}
	switch {
	case p.value.Is(ojson.Bool):
		values = []*ojson.Value{ojson.NewBool(true), ojson.NewBool(false)}
	case p.pointer != "":
		for _, u := range r.Unions() {
			for i := range u.Branches {
				if v := g.make.with(MaxTries/10).picked(p.loc, schema.Picks{u.Key: i}, p.level); v != nil {
					values = append(values, v)
				}
			}
		}
	}
	values = slices.DeleteFunc(values, func(v *ojson.Value) bool { return !accepts(p.loc, v) })
	if len(values) > 1 {
		*list = append(*list, parameter{p.pointer, values[:min(len(values), maxPaired)]})
		return
	}
	if p.level > maxLevels {
		return
	}
	for _, m := range p.value.Members() {
		child := p.inside(ojson.Pointer(p.pointer, m.Name), r.Property(m.Name))
		child.value = m.Value
		g.parameters(child, list)
	}
}
