package schema

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
	"a2aform/internal/schema/message"
	"a2aform/internal/schema/normalize"
)

// Variants are a choice between schemas at a location: anyOf, oneOf, or a type that is
// one of several. Null is no branch; it is a presence, see [Location.AllowsNull].
type Variants struct {
	Key      string // names the union within the document: the location of its keyword
	Branches []Branch
	Picked   int // the branch that was picked, -1 for none

	in        Location           // where the union is
	of        *jsonschema.Schema // the schema that has the union, nil for a choice of types and for the sides of a condition
	condition *jsonschema.Schema // the schema that has the condition, nil for other choices
}

// Branch is one alternative of a union.
type Branch struct {
	Index int // position among the keyword's schemas, the null ones counted

	schema *jsonschema.Schema // nil for a type
	kind   Kind               // the type
}

// At names the picked branch of a union of the value at a pointer, for
// [Document.ValidateAs]; false where none is picked, or it is one of types.
func (u Variants) At(pointer string) (at message.UnionAt, index int, ok bool) {
	if u.Picked < 0 || u.of == nil {
		return message.UnionAt{}, 0, false
	}
	return message.UnionAt{Pointer: pointer, Union: u.Key}, u.Branches[u.Picked].Index, true
}

// pick notes the branch that was picked.
func (u *Variants) pick(picks Picks) {
	if i, ok := picks[u.Key]; ok && i >= 0 && i < len(u.Branches) {
		u.Picked = i
	}
}

// typeKey is the key of the choice between several types.
const typeKey = "type"

// Unions are the choices at this location, outermost first; those inside a branch
// come when it is picked, see [Location.Resolve].
func (l Location) Unions() []Variants {
	if l.isZero() {
		return nil
	}
	return l.unions
}

// isOpen reports a choice that was not made.
func (l Location) isOpen() bool {
	return slices.ContainsFunc(l.Unions(), func(u Variants) bool { return u.Picked < 0 })
}

// shapes reports whether a union makes a difference to the shape: one that only
// demands some of the declared names, or forbids them, does not.
func shapes(branches []*jsonschema.Schema) bool {
	return slices.ContainsFunc(branches, func(s *jsonschema.Schema) bool { return !isCombination(s) })
}

// isCombination reports a schema that says nothing but which members must be
// there, or must not.
func isCombination(s *jsonschema.Schema) bool {
	if s.Bool != nil || s.Types != nil || s.Ref != nil || len(s.Properties)+len(s.PatternProperties) > 0 || s.Enum != nil || s.Const != nil {
		return false
	}
	if s.Not != nil && isCombination(s.Not) || len(s.Required) > 0 {
		return true
	}
	all := slices.Concat(s.AllOf, s.AnyOf, s.OneOf)
	return len(all) > 0 && !shapes(all)
}

func (c *collector) newUnion(s *jsonschema.Schema, keyword string, branches []*jsonschema.Schema) Variants {
	u := Variants{Key: s.Location + "/" + keyword, Picked: -1, in: c.location(), of: s}
	for i, sub := range branches {
		if isNull(sub) || sub.Bool != nil && !*sub.Bool {
			continue
		}
		u.Branches = append(u.Branches, Branch{Index: i, schema: sub})
	}
	return u
}

// chooseType makes a choice of the types that are left, once all other choices
// are made.
func (l Location) chooseType(picks Picks) {
	if l.isOpen() || l.Const() != nil || len(l.Choices()) > 0 {
		return
	}
	kinds := l.types()
	if len(kinds) < 2 {
		return
	}
	u := Variants{Key: typeKey, Picked: -1, in: l}
	for i, kind := range kinds {
		u.Branches = append(u.Branches, Branch{Index: i, kind: kind})
	}
	if u.pick(picks); u.Picked >= 0 {
		l.typed = kinds[u.Picked]
	}
	l.unions = append(l.unions, u)
}

// For is the location as it is for the value v: of each union the branch that v
// satisfies, or comes closest to, has joined the schemas.
func (l Location) For(v *ojson.Value) Location {
	_, resolved := l.Fit(nil, v, nil)
	return resolved
}

// Fit picks, for each union of which no branch was picked yet, the branch that v
// satisfies, or comes closest to. Where v has not even the type of one, none is picked.
// Several locations may share steps; nil are those for v. A branch that is not validated
// within them counts as one with a fault.
func (l Location) Fit(picked Picks, v *ojson.Value, steps *Steps) (Picks, Location) {
	if steps == nil {
		steps = StepsFor(v)
	}
	picks := maps.Clone(picked)
	if picks == nil {
		picks = Picks{}
	}
	maps.DeleteFunc(picks, func(_ string, branch int) bool { return branch < 0 })
	resolved := l.resolve(picks, v, steps)
	for range maxCollected {
		open := slices.IndexFunc(resolved.Unions(), func(u Variants) bool {
			_, seen := picks[u.Key]
			return !seen
		})
		if open < 0 {
			break
		}
		u := resolved.unions[open]
		picks[u.Key] = u.closest(v, steps)
		resolved = l.resolve(picks, v, steps)
	}
	return picks, resolved
}

// PickRest adds to picks the first branch of each union that has none, and is
// the location with all of them.
func (l Location) PickRest(picks Picks, v *ojson.Value) Location {
	resolved := l.Resolve(picks, v)
	for range maxCollected {
		open := slices.IndexFunc(resolved.Unions(), func(u Variants) bool { return u.Picked < 0 })
		if open < 0 {
			break
		}
		picks[resolved.unions[open].Key] = 0
		resolved = l.Resolve(picks, v)
	}
	return resolved
}

// location is where only a branch applies; not known for a type.
func (u Variants) location(branch int) Location {
	if s := u.Branches[branch].schema; s != nil {
		return u.in.Sub(s)
	}
	return Location{}
}

// closest is the position of the branch that v satisfies and that knows most of
// it, else of the one with the least faults, -1 where v is of another type than
// all.
func (u Variants) closest(v *ojson.Value, steps *Steps) int {
	if u.condition != nil {
		if verdict, _ := u.in.doc.compiled.validateCounted(u.condition.If, v.Any(), steps); verdict != nil {
			return 1
		}
		return 0
	}
	if i := u.tagged(v); i >= 0 {
		return i
	}
	best, minimum, maximum := -1, hopeless, -1
	var data any
	if u.Key != typeKey {
		data = v.Any()
	}
	for i := range u.Branches {
		faults := u.faults(i, v, data, steps)
		if faults > 0 {
			if faults < minimum {
				best, minimum = i, faults
			}
			continue
		}
		known := u.knows(i, v)
		if known >= max(v.Len(), 1) {
			return i
		}
		if known > maximum {
			best, minimum, maximum = i, 0, known
		}
	}
	return best
}

// knows is how many members of v a branch says something of; of other values,
// whether it does.
func (u Variants) knows(branch int, v *ojson.Value) int {
	if u.Branches[branch].schema == nil {
		return max(v.Len(), 1)
	}
	l := u.location(branch)
	switch {
	case l.Kind() == JSON:
		return 0
	case v.Len() == 0 || !v.Is(ojson.Object):
		return max(v.Len(), 1)
	}
	known := 0
	for _, m := range v.Members() {
		if l.Property(m.Name).Kind() != JSON {
			known++
		}
	}
	return known
}

// The weights of faults: a branch of another type is out of the question, one
// with another tag is less likely than one with many small faults.
const (
	hopeless = 1_000_000
	tagFault = 1_000
)

func (u Variants) faults(branch int, v *ojson.Value, data any, steps *Steps) int {
	b := u.Branches[branch]
	if b.schema == nil {
		if b.kind.fits(v) {
			return 0
		}
		return hopeless
	}
	verdict, fault := u.in.doc.compiled.validateCounted(b.schema, data, steps)
	switch {
	case fault != "":
		return 1
	case verdict == nil:
		return 0
	}
	return weigh(message.Flatten(verdict), func(name string) bool {
		return u.inSeveral(name, func(member Location) bool { return member.Const() != nil || len(member.Choices()) > 0 })
	})
}

// weigh adds up the problems of a branch; isTag reports a member that distinguishes the
// branches apart.
func weigh(problems []message.Problem, isTag func(name string) bool) int {
	total := 0
	for _, problem := range problems {
		depth := strings.Count(problem.Pointer, "/")
		switch {
		case depth == 0 && (problem.Keyword == "type" || problem.Keyword == "const" || problem.Keyword == "enum"):
			return hopeless
		case depth == 1 && (problem.Keyword == "const" || problem.Keyword == "enum") && isTag(ojson.Tokens(problem.Pointer)[0]):
			total += tagFault
		default:
			total++
		}
	}
	return min(total, hopeless-1)
}

// fits reports whether a value is of the kind.
func (k Kind) fits(v *ojson.Value) bool {
	if k.IsString() {
		return v.Is(ojson.String)
	}
	switch k {
	case Boolean:
		return v.Is(ojson.Bool)
	case Integer:
		r := ojson.Rat(v.Text())
		return v.Is(ojson.Number) && r != nil && r.IsInt()
	case Number:
		return v.Is(ojson.Number)
	case Object:
		return v.Is(ojson.Object)
	case Array:
		return v.Is(ojson.Array)
	}
	return false
}

// inSeveral reports whether a member is of some sort in several branches.
func (u Variants) inSeveral(name string, is func(member Location) bool) bool {
	n := 0
	for i := range u.Branches {
		if member := u.location(i).Property(name); member.IsKnown() && is(member) {
			n++
		}
	}
	return n > 1
}

// IsTag reports whether a member distinguishes the branches: it is the
// discriminator that the schema names, or a constant in several branches.
func (u Variants) IsTag(name string) bool {
	if u.of == nil {
		return false
	}
	if named := message.TagName(u.in.Node(u.of)); named != "" {
		return named == name
	}
	return u.inSeveral(name, func(member Location) bool { return member.Only() != nil })
}

// Schema is the schema of a branch, nil for one that is a type.
func (b Branch) Schema() *jsonschema.Schema { return b.schema }

// tagged is the position of the branch that the discriminator of a value names, -1 where
// it names none.
func (u Variants) tagged(v *ojson.Value) int {
	if u.of == nil || !u.in.doc.compiled.mention("discriminator") {
		return -1
	}
	union := u.in.Node(u.of)
	tag := v.Get(message.TagName(union))
	if !tag.Is(ojson.String) {
		return -1
	}
	return slices.IndexFunc(u.Branches, func(b Branch) bool {
		return slices.Contains(message.TagsOf(union, u.in.Node(b.schema)), tag.Text())
	})
}

// addTag adds the value that the discriminator of a union has for the picked branch.
func (c *collector) addTag(u Variants) {
	if !c.doc.compiled.mention("discriminator") {
		return
	}
	key := u.Key + "\n" + strconv.Itoa(u.Picked)
	known, ok := c.doc.made.Load(key)
	if !ok {
		known, _ = c.doc.made.LoadOrStore(key, c.makeTag(u, u.Branches[u.Picked].schema))
	}
	c.add(known.(*jsonschema.Schema))
}

// makeTag is a schema of the values that the discriminator of a union has for a branch,
// nil where the branch says them itself, or refuses them.
func (c *collector) makeTag(u Variants, branch *jsonschema.Schema) *jsonschema.Schema {
	union := c.doc.compiled.Node(u.of.Location)
	name := message.TagName(union)
	if name == "" {
		return nil
	}
	member := c.doc.locationOf(c.shape.scope, branch).Property(name)
	if !member.IsKnown() || member.Only() != nil {
		return nil
	}
	var choices []Choice
	for _, tag := range message.TagsOf(union, c.doc.compiled.Node(branch.Location)) {
		if v := ojson.NewString(tag); !isWrong(member.Validate(v)) {
			choices = append(choices, Choice{Value: v})
		}
	}
	if len(choices) == 0 {
		return nil
	}
	return &jsonschema.Schema{
		Location:   normalize.UncheckedURL,
		Properties: map[string]*jsonschema.Schema{name: choiceSchema(choices)},
	}
}
