package gen

import (
	"errors"
	"maps"
	"math/rand/v2"
	"strconv"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// Limits of the search for a valid value.
const (
	MaxTries = 10_000 // values that are made, parts of values among them
	maxDepth = 12     // levels of a value
	attempts = 40     // for the value of one location
	maxExtra = 3      // items or members beyond the minimum in a random value
)

// errNone says that no valid value was found; there may be one all the same.
var errNone = errors.New("no valid value was found in " + strconv.Itoa(MaxTries) + " tries")

// Smallest returns a valid value that has only what is required. It prefers defaults and examples of the schema.
func Smallest(doc *schema.Document) (*ojson.Value, error) {
	return found(doc, newMaker(doc, 0).value(doc.Root(), 0))
}

// SmallestAt returns such a value of a location; nil if none is found soon.
func SmallestAt(doc *schema.Document, l schema.Location) *ojson.Value {
	v := newMaker(doc, 0).with(MaxTries/100).value(l, 0)
	if v == nil || !isValid(l.Validate(v)) {
		return nil
	}
	return v
}

// Sample returns a random valid value.
func Sample(doc *schema.Document, seed uint64) (*ojson.Value, error) {
	m := newMaker(doc, seed)
	m.isRandom = true
	return found(doc, m.value(doc.Root(), 0))
}

func found(doc *schema.Document, v *ojson.Value) (*ojson.Value, error) {
	if err := doc.Compile(); err != nil {
		return nil, err
	}
	if v == nil || !isValid(doc.Validate(v)) {
		return nil, errNone
	}
	return v, nil
}

// maker makes values. Those that are not random are as small as the schema allows.
type maker struct {
	doc      *schema.Document
	random   *rand.Rand
	isRandom bool
	tries    int // that are left
}

func newMaker(doc *schema.Document, seed uint64) *maker {
	return &maker{doc: doc, random: rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)), tries: MaxTries} //nolint:gosec // the values are no secrets
}

// with is a maker with the same source of random numbers and tries of its own.
func (m *maker) with(tries int) *maker {
	return &maker{doc: m.doc, random: m.random, isRandom: m.isRandom, tries: tries}
}

// value makes a value of a location; nil if none is found.
func (m *maker) value(l schema.Location, depth int) *ojson.Value {
	if depth > maxDepth {
		return nil
	}
	if v := m.stated(l); v != nil {
		return v
	}
	return m.picked(l, nil, depth)
}

// picked makes a value of a location of which some branches are chosen; nil if none is found.
func (m *maker) picked(l schema.Location, picks schema.Picks, depth int) *ojson.Value {
	var last *ojson.Value
	for n := range attempts {
		if m.tries--; m.tries < 0 {
			return nil
		}
		v := m.attempt(l, picks, last, depth, n)
		if v == nil {
			continue
		}
		if isValid(l.Validate(v)) {
			return v
		}
		last = v
	}
	return nil
}

// stated is a default or an example of the schema that is valid; nil if there is none. A random value is one of them at times.
func (m *maker) stated(l schema.Location) *ojson.Value {
	if !l.IsKnown() {
		return nil
	}
	list := l.Examples()
	if v := l.Default(); v != nil {
		list = append([]*ojson.Value{v}, list...)
	}
	if len(list) == 0 {
		return nil
	}
	start := 0
	if m.isRandom {
		if m.random.IntN(3) > 0 {
			return nil
		}
		start = m.random.IntN(len(list))
	}
	for i := range list {
		if v := list[(start+i)%len(list)]; isValid(l.Validate(v)) {
			return v
		}
	}
	return nil
}

// attempt makes a value that may be valid. The first attempt is the smallest one; later ones vary. last is a value that was not
// valid, by which conditions are decided.
func (m *maker) attempt(l schema.Location, picked schema.Picks, last *ojson.Value, depth, n int) *ojson.Value {
	r := m.pick(l, picked, last, n)
	if m.isRandom && n == 0 && picked == nil && l.NamesNull() && m.random.IntN(6) == 0 {
		return ojson.NewNull()
	}
	switch r.Kind() {
	case schema.Const:
		return r.Const()
	case schema.Null:
		return ojson.NewNull()
	case schema.Enum:
		choices := r.Choices()
		if i := m.number(n, len(choices)); i < len(choices) {
			return choices[i].Value
		}
		return ojson.NewNull()
	case schema.Boolean:
		return ojson.NewBool(m.number(n, 2) == 1)
	case schema.Integer, schema.Number:
		return m.numeric(r, n)
	case schema.String:
		return m.text(r, n, -1)
	case schema.Array, schema.MultiEnum:
		return m.array(r, depth, n)
	case schema.Object:
		return m.object(l, r, depth, n)
	}
	return anything[m.number(n, len(anything))]
}

// anything are values for a location of which the schema does not say the type.
var anything = []*ojson.Value{
	ojson.NewObject(), ojson.NewString("text"), numberOf(1), ojson.NewBool(true), ojson.NewArray(), ojson.NewNull(), ojson.NewString(""), numberOf(0),
}

func numberOf(n int) *ojson.Value {
	v, _ := ojson.NewNumber(strconv.Itoa(n))
	return v
}

// number is which of several possibilities attempt n takes.
func (m *maker) number(n, of int) int {
	switch {
	case of <= 1:
		return 0
	case m.isRandom:
		return m.random.IntN(of)
	}
	return n % of
}

// varies reports whether an attempt takes something other than the smallest.
func (m *maker) varies(n int) bool { return m.isRandom || n > 0 && m.random.IntN(2) == 0 }

// pick takes a branch of each union of a location that has none yet.
func (m *maker) pick(l schema.Location, picked schema.Picks, last *ojson.Value, n int) schema.Location {
	picks := schema.Picks{}
	maps.Copy(picks, picked)
	r := l.Resolve(picks, last)
	for range 64 {
		open := -1
		for i, u := range r.Unions() {
			if u.Picked < 0 {
				open = i
				break
			}
		}
		if open < 0 {
			break
		}
		u := r.Unions()[open]
		picks[u.Key] = m.number(n, len(u.Branches))
		n /= max(len(u.Branches), 1)
		r = l.Resolve(picks, last)
	}
	return r
}

// isValid reports a value without problems. One that could not be validated is not known to be valid.
func isValid[T any](problems []T) bool { return len(problems) == 0 }
