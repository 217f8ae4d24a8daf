package gen

import (
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// Limits of the search for a valid value.
const (
	maxTries = 10_000 // values that are made, parts of values among them
	maxDepth = 12     // levels of a value
	attempts = 40     // for the value of one location
	maxExtra = 3      // items or members beyond the minimum in a random value
)

// errNone says that no valid value was found; there may be one all the same.
var errNone = errors.New("no valid value was found in " + strconv.Itoa(maxTries) + " tries")

// Smallest returns a valid value that has only what is required. It prefers defaults and examples of the schema.
func Smallest(doc *schema.Document) (*ojson.Value, error) {
	return found(doc, newMaker(doc, 0).value(doc.Root(), 0))
}

// SmallestAt returns such a value of a location; nil if none is found soon.
func SmallestAt(doc *schema.Document, l schema.Location) *ojson.Value {
	v := newMaker(doc, 0).with(maxTries/100).value(l, 0)
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
	return &maker{doc: doc, random: rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)), tries: maxTries} //nolint:gosec // the values are no secrets
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
	switch kind := r.Kind(); {
	case kind.IsString():
		return m.text(r, n, -1)
	case kind == schema.Const:
		return r.Const()
	case kind == schema.Null:
		return ojson.NewNull()
	case kind == schema.Enum:
		choices := r.Choices()
		if i := m.number(n, len(choices)); i < len(choices) {
			return choices[i].Value
		}
		return ojson.NewNull()
	case kind == schema.Boolean:
		return ojson.NewBool(m.number(n, 2) == 1)
	case kind.IsNumber():
		return m.numeric(r, n)
	case kind == schema.Array, kind == schema.MultiEnum:
		return m.array(r, depth, n)
	case kind == schema.Object:
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

// place is a location in a value, where one change is made.
type place struct {
	pointer  string
	at       string // where the whole value differs from the base value if the value here does
	loc      schema.Location
	value    *ojson.Value
	root     func(*ojson.Value) *ojson.Value // the whole value with another value here; nil leaves it out
	virtual  bool                            // the base value has no value here
	optional bool
	level    int
	detours  int
	above    []place
}

// member is the place of a member. Where the value has none, one is made; ok is false if that is not possible.
func (g *Generator) member(p place, name string, l schema.Location) (place, bool) {
	v := p.value.Get(name)
	child := p.inside(ojson.Pointer(p.pointer, name), l)
	child.virtual = p.virtual || v == nil
	if v == nil {
		if v = g.make.with(maxTries/10).value(l, p.level+1); v == nil {
			return place{}, false
		}
	}
	child.value = v
	child.root = func(v *ojson.Value) *ojson.Value { return p.root(setMember(p.value, name, v)) }
	return child, true
}

// item is the place of an item that the value has.
func (p place) item(i int) place {
	child := p.inside(ojson.Pointer(p.pointer, strconv.Itoa(i)), p.loc.For(p.value).Item(i))
	child.value, child.virtual = p.value.Index(i), p.virtual
	child.root = func(v *ojson.Value) *ojson.Value {
		items := slices.Clone(p.value.Items())
		items[i] = v
		return p.root(ojson.NewArray(items...))
	}
	return child
}

// inside is a place below, without its value.
func (p place) inside(pointer string, l schema.Location) place {
	child := place{pointer: pointer, at: pointer, loc: l, level: p.level + 1, detours: p.detours, above: append(slices.Clone(p.above), p)}
	if p.virtual {
		child.at = p.at
	}
	return child
}

// instead is the place with another value, which the base value does not have.
func (p place) instead(v *ojson.Value) place {
	p.value, p.virtual = v, true
	p.detours++
	return p
}

// setMember sets a member of an object, or leaves it out for nil.
func setMember(object *ojson.Value, name string, v *ojson.Value) *ojson.Value {
	var members []ojson.Member
	found := false
	for _, m := range object.Members() {
		if m.Name == name {
			if found = true; v == nil {
				continue
			}
			m.Value = v
		}
		members = append(members, m)
	}
	if !found && v != nil {
		members = append(members, ojson.Member{Name: name, Value: v})
	}
	return ojson.NewObject(members...)
}

// walk adds the cases of a place and of those inside.
func (g *Generator) walk(p place) {
	if p.level > maxLevels || g.tried >= maxCases || !p.loc.IsKnown() {
		return
	}
	r := p.loc.For(p.value)
	g.choices(p, r)
	switch p.value.Kind() {
	case ojson.String:
		g.texts(p, r)
	case ojson.Number:
		g.numbers(p, r)
	case ojson.Object:
		g.objects(p, r)
	case ojson.Array:
		g.arrays(p, r)
	}
	g.types(p, r)
	g.branches(p, r)
}

// valid adds a case that should be valid. It is disputed where a text is not of its format, which some validators check.
func (g *Generator) valid(p place, keyword, change string, v *ojson.Value) {
	if isOffFormat(p.loc, v, 0) {
		g.disputed(p, keyword, change, v)
		return
	}
	g.add(Case{Pointer: p.pointer, Keyword: keyword, Change: change, Kind: Valid, At: p.at, Value: v, Whole: p.root(v)})
}

// isOffFormat reports whether a value contains a text that is not of its format.
func isOffFormat(l schema.Location, v *ojson.Value, level int) bool {
	if !l.IsKnown() || level > maxLevels {
		return false
	}
	r := l.For(v)
	if v.Is(ojson.String) && len(r.Warn(v)) > 0 {
		return true
	}
	for _, m := range v.Members() {
		if isOffFormat(r.Property(m.Name), m.Value, level+1) {
			return true
		}
	}
	for i, item := range v.Items() {
		if isOffFormat(r.Item(i), item, level+1) {
			return true
		}
	}
	return false
}

// invalid adds a case that breaks a keyword of its place.
func (g *Generator) invalid(p place, change string, v *ojson.Value, keywords ...string) bool {
	if v == nil {
		return false
	}
	return g.add(Case{Pointer: p.pointer, Change: change, Kind: Invalid, At: p.at, Value: v, Whole: p.root(v)}, keywords...)
}

// disputed adds a case of which validators say one or the other.
func (g *Generator) disputed(p place, keyword, change string, v *ojson.Value) {
	if v != nil {
		g.add(Case{Pointer: p.pointer, Keyword: keyword, Change: change, Kind: Disputed, At: p.at, Value: v, Whole: p.root(v)})
	}
}

// holds reports whether the whole value is valid with a value at a place.
func (g *Generator) holds(p place, v *ojson.Value) bool { return isValid(g.doc.Validate(p.root(v))) }

// accepts reports whether the schemas of a location accept a value.
func accepts(l schema.Location, v *ojson.Value) bool { return v != nil && isValid(l.Validate(v)) }

// simple are values of each JSON type, with their names.
var simple = []struct {
	name  string
	value *ojson.Value
}{
	{"null", ojson.NewNull()},
	{"false", ojson.NewBool(false)},
	{"0", numberOf(0)},
	{"empty text", ojson.NewString("")},
	{"text", ojson.NewString("text")},
	{"empty list", ojson.NewArray()},
	{"empty object", ojson.NewObject()},
}

// ofAny are the keywords that a value of the wrong type may break.
var ofAny = []string{"type", "enum", "const", "oneOf", "anyOf", "not"}

// types adds values of each JSON type.
func (g *Generator) types(p place, r schema.Location) {
	known := r.StatesValue() || len(r.Unions()) > 0
	for _, s := range simple {
		switch {
		case s.value.Kind() == p.value.Kind() && s.name == "text":
		case accepts(p.loc, s.value):
			if known {
				g.valid(p, "type", s.name, s.value)
			}
		case s.value.Kind() == p.value.Kind(): // breaks a bound, which its own keyword tries
		case s.value.Is(ojson.Null) && p.optional:
			g.disputed(p, "type", "null for an optional member", s.value)
		case s.value.Is(ojson.Null) && p.pointer == "": // some SDKs drop a part whose data is null, so that the agent never sees it
			g.disputed(p, "type", s.name, s.value)
		case s.name != "empty text":
			g.invalid(p, s.name, s.value, ofAny...)
		}
	}
	switch p.value.Kind() {
	case ojson.Number, ojson.Bool:
		if asText := ojson.NewString(p.value.Text()); !accepts(p.loc, asText) {
			g.invalid(p, "as text", asText, ofAny...)
		}
	}
}

// choices adds the values of an enumeration, and some that are none.
func (g *Generator) choices(p place, r schema.Location) {
	choices := r.Choices()
	keyword := "enum"
	if c := r.Const(); c != nil {
		choices, keyword = []schema.Choice{{Value: c}}, "const"
	}
	if len(choices) == 0 {
		return
	}
	for i, c := range choices {
		if i == maxChoices {
			break
		}
		g.valid(p, keyword, keyword+" "+short(c.Value), c.Value)
	}
	first := choices[0].Value
	for _, near := range nearChoices(first) {
		if !accepts(p.loc, near.value) {
			g.invalid(p, near.name, near.value, "enum", "const", "oneOf", "anyOf", "type")
		}
	}
}

// maxChoices bounds the values of an enumeration that are tried.
const maxChoices = 64
