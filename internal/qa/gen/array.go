package gen

import (
	"fmt"
	"slices"

	"github.com/dustin/go-humanize/english"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// maxItems bounds the items of a list that is made.
const maxItems = 1_000

// arrays adds the cases of a list and of its items.
func (g *Generator) arrays(p place, r schema.Location) {
	b := r.Bounds()
	g.sizes(p, b.Items, maxItems, func(n int) *ojson.Value { return g.ofItems(p, r, n) })
	if b.UniqueItems {
		g.unique(p, r)
	}
	for _, s := range r.Applied() {
		if s.Contains != nil {
			g.contains(p, r, s)
		}
	}
	g.items(p, r)
}

// ofItems is the list with so many items; nil if there is none.
func (g *Generator) ofItems(p place, r schema.Location, size int) *ojson.Value {
	if size < 0 || size > maxItems {
		return nil
	}
	items := p.value.Items()
	if len(items) >= size {
		return ojson.NewArray(items[:size]...)
	}
	list := &arrayMaker{maker: g.make.with(maxTries), depth: p.level, unique: r.Bounds().UniqueItems, items: slices.Clone(items), seen: map[string]bool{}}
	for _, v := range items {
		list.seen[v.Key()] = true
	}
	for len(list.items) < size {
		if !list.add(r.Item(len(list.items))) {
			return nil
		}
	}
	return ojson.NewArray(list.items...)
}

// unique adds a list of distinct items, and one where two are equal.
func (g *Generator) unique(p place, r schema.Location) {
	if v := g.ofItems(p, r, max(2, p.value.Len())); accepts(p.loc, v) {
		g.valid(p, "uniqueItems", "distinct items", v)
	}
	items := p.value.Items()
	if len(items) == 0 {
		items = g.ofItems(p, r, 1).Items()
	}
	if len(items) == 0 {
		return
	}
	if g.invalid(p, "the same item twice", ojson.NewArray(append(slices.Clone(items), items[0])...), "uniqueItems") || len(items) < 2 {
		return
	}
	items = slices.Clone(items)
	items[len(items)-1] = items[0]
	g.invalid(p, "the same item twice", ojson.NewArray(items...), "uniqueItems")
}

// contains adds lists with as many matching items as they need, none, and too many.
func (g *Generator) contains(p place, r schema.Location, s *jsonschema.Schema) {
	matching := r.Sub(s.Contains)
	var rest []*ojson.Value
	for _, v := range p.value.Items() {
		if !accepts(matching, v) {
			rest = append(rest, v)
		}
	}
	with := func(n int) *ojson.Value {
		items := slices.Clone(rest)
		for range n {
			v := g.make.with(maxTries/10).value(r.Item(len(items)).With(s.Contains), p.level+1)
			if v == nil {
				return nil
			}
			items = append(items, v)
		}
		return ojson.NewArray(items...)
	}
	low := containsMin(s)
	if v := with(low); accepts(p.loc, v) {
		g.valid(p, "contains", fmt.Sprintf("%d matching items", low), v)
	}
	if low > 0 && low < maxItems {
		if len(rest) == 0 {
			rest = g.notMatching(r.Item(0), matching)
		}
		g.invalid(p, "too few matching items", with(low-1), "contains", "minContains")
	}
	if s.MaxContains != nil && *s.MaxContains < maxItems {
		g.invalid(p, "too many matching items", with(*s.MaxContains+1), "maxContains")
	}
}

// notMatching is an item that does not match what the list must contain.
func (g *Generator) notMatching(item, matching schema.Location) []*ojson.Value {
	for _, s := range simple {
		if accepts(item, s.value) && !accepts(matching, s.value) {
			return []*ojson.Value{s.value}
		}
	}
	for range attempts {
		if v := g.make.with(maxTries/10).other(item, 1); v != nil && !accepts(matching, v) {
			return []*ojson.Value{v}
		}
	}
	return nil
}

// items tries the keywords of items: of each with a position of its own, and of the first and the last of the others.
func (g *Generator) items(p place, r schema.Location) {
	prefix := r.Prefix()
	if p.value.Len() < max(prefix, 1) && r.TakesItem(0) {
		if v := g.ofItems(p, r, max(prefix, 1)); accepts(p.loc, v) {
			p.value, p.virtual = v, true
			g.valid(p, "items", english.Plural(v.Len(), "item", ""), v)
		}
	}
	n := p.value.Len()
	for i := range n {
		if i <= prefix {
			g.enter(p.item(i))
		} else if i == n-1 {
			last := p.item(i)
			g.types(last, last.loc.For(last.value))
		}
	}
	if n > 0 && n == prefix && !r.TakesItem(n) {
		more := ojson.NewArray(append(slices.Clone(p.value.Items()), ojson.NewString("text"))...)
		if !g.invalid(p, "one more item", more, "items", "additionalItems", "unevaluatedItems") {
			c := Case{Pointer: fmt.Sprintf("%s/%d", p.pointer, n), Change: "one more item", Kind: Invalid, At: p.at, Value: ojson.NewString("text"), Whole: p.root(more)}
			g.add(c, "items", "additionalItems", "unevaluatedItems", "")
		}
	}
}

// array makes a list with the items that it must have.
func (m *maker) array(l schema.Location, depth, n int) *ojson.Value {
	b := l.Bounds()
	size := b.Items.Least()
	if size > maxTries {
		return nil
	}
	if m.varies(n) {
		size += m.random.IntN(maxExtra)
	}
	list := &arrayMaker{maker: m, depth: depth, unique: b.UniqueItems, seen: map[string]bool{}}
	for _, s := range l.Applied() {
		for range containsMin(s) {
			if !list.add(l.Item(len(list.items)).With(s.Contains)) {
				return nil
			}
		}
	}
	for len(list.items) < size && l.TakesItem(len(list.items)) && list.add(l.Item(len(list.items))) {
		continue
	}
	if b.Items.IsFull(len(list.items)) {
		list.items = list.items[:*b.Items.Max]
	}
	return ojson.NewArray(list.items...)
}

type arrayMaker struct {
	*maker
	depth  int
	unique bool
	items  []*ojson.Value
	seen   map[string]bool
}

// add adds an item, unless no value is found for it that differs from the others where it must.
func (a *arrayMaker) add(l schema.Location) bool {
	v := a.value(l, a.depth+1)
	for range attempts {
		if v == nil || !a.unique || !a.seen[v.Key()] {
			break
		}
		v = a.other(l, a.depth+1)
	}
	if v == nil || a.unique && a.seen[v.Key()] {
		return false
	}
	a.items, a.seen[v.Key()] = append(a.items, v), true
	return true
}

// other makes a random value, to differ from one that was made.
func (m *maker) other(l schema.Location, depth int) *ojson.Value {
	was := m.isRandom
	m.isRandom = true
	v := m.value(l, depth)
	m.isRandom = was
	return v
}

// containsMin is how many items must match contains; 0 for none.
func containsMin(s *jsonschema.Schema) int {
	switch {
	case s.Contains == nil:
		return 0
	case s.MinContains != nil:
		return min(*s.MinContains, maxTries)
	}
	return 1
}

// sizes adds values at the bounds of their size, and beyond. of makes the value of a size up to a limit, nil where there is none.
func (g *Generator) sizes(p place, size schema.Size, limit int, of func(n int) *ojson.Value) {
	for _, bound := range []struct {
		keyword string
		at      *int
		inward  int // the direction to allowed sizes
	}{{size.MinKeyword, size.Min, 1}, {size.MaxKeyword, size.Max, -1}} {
		if bound.at == nil || *bound.at > limit || *bound.at == 0 && bound.inward > 0 { // a minimum of 0 says nothing
			continue
		}
		for _, by := range []int{0, bound.inward} {
			if v := of(*bound.at + by); accepts(p.loc, v) {
				g.valid(p, bound.keyword, moved(bound.keyword, by), v)
			}
		}
		g.invalid(p, moved(bound.keyword, -bound.inward), of(*bound.at-bound.inward), bound.keyword)
	}
}

// moved names a bound, or a value next to it.
func moved(keyword string, by int) string {
	if by == 0 {
		return keyword
	}
	return fmt.Sprintf("%s%+d", keyword, by)
}
