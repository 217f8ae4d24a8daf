package carddiff

import (
	"cmp"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/gen"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/schema/message"
)

// Limits of the search for witnesses.
const (
	maxTries     = 4_000 // values that are validated under both schemas
	samples      = 100   // random values of each schema
	maxBases     = 2     // values whose neighbors are tried
	maxWitnesses = 20    // of one direction
	maxShrink    = 150   // values that are tried to make a witness smaller
	maxValue     = 64 << 10
)

// Witness is a value that one of two schemas accepts and the other rejects.
type Witness struct {
	Value *ojson.Value
	// Problems are those of the rejecting schema that no earlier witness has.
	Problems []schema.Problem
	// Label and Shown are the value at the first problem as the form of the accepting schema shows it.
	Label, Shown safe.Raw
}

// schemas is what comparing two schemas came to.
type schemas struct {
	Narrowed []Witness // the old schema accepts them, the new one does not
	Widened  []Witness // the new schema accepts them, the old one does not
	Tries    int       // values that were validated under both
	IsCut    bool      // there are more witnesses than are listed
	IsSame   bool      // they differ in their words at most, such as titles
	Notices  []string  // what of the schemas is not checked, safe to show
}

// compareSchemas looks for values that one schema accepts and the other rejects. That it finds none proves nothing, unless IsSame.
func compareSchemas(before, after json.RawMessage) (*schemas, error) {
	c := &comparison{found: &schemas{}, seen: map[string]*candidate{}}
	for i, raw := range []json.RawMessage{before, after} {
		side := []string{"old", "new"}[i]
		doc, err := schema.Load(raw)
		if err == nil {
			err = doc.Compile()
		}
		if err != nil {
			return nil, fmt.Errorf("the %s schema cannot be used: %w", side, err)
		}
		c.docs[i] = doc
		for _, n := range doc.Notices() {
			c.found.Notices = append(c.found.Notices, side+" schema: "+n.Text)
		}
	}
	if ojson.Equal(withoutWords(c.docs[0].Raw()), withoutWords(c.docs[1].Raw())) {
		c.found.IsSame = true
		return c.found, nil
	}
	for v, origin := range c.values() {
		if c.found.Tries >= maxTries {
			break
		}
		c.try(v, origin)
	}
	c.found.Narrowed, c.found.Widened = c.choose(0), c.choose(1)
	return c.found, nil
}

type comparison struct {
	docs  [2]*schema.Document
	found *schemas
	seen  map[string]*candidate // by the value as JSON; nil for a value that is none
	tried [2][]*candidate       // by the index of the schema that accepts them
	bases []*ojson.Value        // values that both accept
}

// candidate is a value that one schema accepts, with the problems of the other.
type candidate struct {
	value    *ojson.Value
	size     int
	accepts  int  // the index of the schema that accepts it
	isEdge   bool // it was made from the other schema, to be just beyond what that accepts
	problems []schema.Problem
}

// rank is how well a candidate shows one problem: the fewer others, the nearer to what is accepted and the smaller, the better.
func (c *candidate) rank(d *candidate) int {
	if n := cmp.Compare(len(c.problems), len(d.problems)); n != 0 {
		return n
	}
	switch {
	case c.isEdge && d.isEdge:
		return 0 // the usual ones are made first
	case c.isEdge:
		return -1
	case d.isEdge:
		return 1
	}
	return cmp.Compare(c.size, d.size)
}

// try validates a value under both schemas. It was made from the schema of an index, -1 for neither.
func (c *comparison) try(v *ojson.Value, origin int) {
	text := string(v.Compact())
	if len(text) > maxValue {
		return
	}
	if t, ok := c.seen[text]; ok {
		if t != nil {
			t.isEdge = t.isEdge || origin == 1-t.accepts
		}
		return
	}
	c.seen[text] = nil
	c.found.Tries++
	var problems [2][]schema.Problem
	for i, doc := range c.docs {
		problems[i] = doc.Validate(v)
		if slices.ContainsFunc(problems[i], message.Problem.IsUnchecked) {
			return
		}
	}
	for i := range c.docs {
		if len(problems[i]) == 0 && len(problems[1-i]) > 0 {
			t := &candidate{v, len(text), i, origin == 1-i, problems[1-i]}
			c.seen[text] = t
			c.tried[i] = append(c.tried[i], t)
		}
	}
	if len(problems[0])+len(problems[1]) == 0 && len(c.bases) < maxBases {
		c.bases = append(c.bases, v)
	}
}

// values are what is tried, each with the index of the schema that it was made from, -1 for none: first the neighbors of the smallest
// values, which have one change each, then random values, then the neighbors of values that both schemas accept.
func (c *comparison) values() iter.Seq2[*ojson.Value, int] {
	return func(yield func(*ojson.Value, int) bool) {
		if !c.neighbors(nil, yield) {
			return
		}
		for _, v := range plain {
			if !yield(v, -1) {
				return
			}
		}
		for seed := range uint64(samples) {
			for i, doc := range c.docs {
				if v, err := gen.Sample(doc, seed); err == nil && !yield(v, i) {
					return
				}
			}
		}
		for i := 0; i < len(c.bases); i++ { // it grows
			if !c.neighbors(c.bases[i], yield) {
				return
			}
		}
	}
}

// neighbors yields the values at the edges of each keyword of both schemas, with one change each from a value; nil for the smallest
// of each.
func (c *comparison) neighbors(base *ojson.Value, yield func(*ojson.Value, int) bool) bool {
	for i, doc := range c.docs {
		g, err := gen.New(doc, gen.Options{Base: base})
		if err != nil {
			continue // it has no such value
		}
		for made := range g.Cases() {
			if !yield(made.Whole, i) {
				return false
			}
		}
	}
	return true
}

// plain are values of each type.
var plain = []*ojson.Value{
	ojson.NewNull(), ojson.NewBool(true), number("0"), number("1.5"), ojson.NewString(""), ojson.NewString("text"), ojson.NewArray(), ojson.NewObject(),
}

func number(literal string) *ojson.Value {
	v, _ := ojson.NewNumber(literal)
	return v
}

// choose picks the witnesses that show each problem once, those with the fewest problems and of those the smallest.
func (c *comparison) choose(accepts int) (list []Witness) {
	slices.SortStableFunc(c.tried[accepts], (*candidate).rank)
	shown := map[string]bool{}
	for _, t := range c.tried[accepts] {
		var fresh []schema.Problem
		for _, p := range t.problems {
			if !shown[c.placeOf(t.value, p)] {
				fresh = append(fresh, p)
			}
		}
		if len(fresh) == 0 {
			continue
		}
		if len(list) == maxWitnesses {
			c.found.IsCut = true
			break
		}
		w := Witness{Value: c.shrink(t.value, accepts, fresh)}
		for _, p := range c.docs[1-accepts].Validate(w.Value) {
			if !shown[c.placeOf(w.Value, p)] {
				w.Problems = append(w.Problems, p)
			}
		}
		for _, p := range t.problems {
			shown[c.placeOf(t.value, p)] = true
		}
		for _, p := range w.Problems {
			shown[c.placeOf(w.Value, p)] = true
		}
		w.Label, w.Shown = asForm(c.docs[accepts], w.Value, w.Problems[0].Pointer)
		list = append(list, w)
	}
	return list
}

// placeOf tells problems of a value apart: by keyword, and by the place without indexes and without names that no schema declares.
func (c *comparison) placeOf(v *ojson.Value, p schema.Problem) string {
	place := p.Keyword
	before, after := c.docs[0].Root(), c.docs[1].Root()
	for _, token := range ojson.Tokens(p.Pointer) {
		before, after = before.For(v), after.For(v)
		if i, err := strconv.Atoi(token); err == nil && v.Is(ojson.Array) {
			place += "/*"
			before, after, v = before.Item(i), after.Item(i), v.Index(i)
			continue
		}
		name := "*"
		if before.Declares(token) || after.Declares(token) {
			name = token
		}
		place += "/" + name
		before, after, v = before.Property(token), after.Property(token), v.Get(token)
	}
	return place
}

// shrink leaves out members and items as long as one schema accepts the value and the other rejects it for one of the problems.
func (c *comparison) shrink(v *ojson.Value, accepts int, problems []schema.Problem) *ojson.Value {
	tries, wanted := 0, map[string]bool{}
	for _, p := range problems {
		wanted[c.placeOf(v, p)] = true
	}
	isWitness := func(v *ojson.Value) bool {
		if tries++; tries > maxShrink || len(c.docs[accepts].Validate(v)) > 0 {
			return false
		}
		return slices.ContainsFunc(c.docs[1-accepts].Validate(v), func(p schema.Problem) bool {
			return !p.IsUnchecked() && wanted[c.placeOf(v, p)]
		})
	}
	return smaller(v, isWitness)
}

// smaller is a value without the members and items that it does not need.
func smaller(v *ojson.Value, is func(*ojson.Value) bool) *ojson.Value {
	switch v.Kind() {
	case ojson.Object:
		members := slices.Clone(v.Members())
		for i := len(members) - 1; i >= 0; i-- {
			less := slices.Delete(slices.Clone(members), i, i+1)
			if is(ojson.NewObject(less...)) {
				members = less
				continue
			}
			members[i].Value = smaller(members[i].Value, func(inner *ojson.Value) bool {
				changed := slices.Clone(members)
				changed[i].Value = inner
				return is(ojson.NewObject(changed...))
			})
		}
		return ojson.NewObject(members...)
	case ojson.Array:
		items := slices.Clone(v.Items())
		for i := len(items) - 1; i >= 0; i-- {
			less := slices.Delete(slices.Clone(items), i, i+1)
			if is(ojson.NewArray(less...)) {
				items = less
				continue
			}
			items[i] = smaller(items[i], func(inner *ojson.Value) bool {
				changed := slices.Clone(items)
				changed[i] = inner
				return is(ojson.NewArray(changed...))
			})
		}
		return ojson.NewArray(items...)
	}
	return v
}
