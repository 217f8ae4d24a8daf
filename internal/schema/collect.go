package schema

import (
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
	"a2aform/internal/schema/message"
	"a2aform/internal/schema/normalize"
)

// maxCollected bounds how many schemas are collected for one location; more is a
// reference bomb.
const maxCollected = 256

// Picks are the branches chosen at one location: for the key of a union, the
// position among its branches.
type Picks map[string]int

// locationOf collects what applies where entries do, nothing chosen and nothing
// known of the value.
func (d *Document) locationOf(scope []string, entries ...*jsonschema.Schema) Location {
	if len(entries) == 1 && !d.dynamic.is() {
		if known := d.places.of(entries[0]); known != nil {
			return Location{doc: d, shape: known}
		}
	}
	p := d.collect(surroundings{scope: scope}, entries, nil, nil, nil)
	if len(entries) == 1 && !d.dynamic.is() {
		d.places.keep(entries[0], p.shape)
	}
	return p
}

// Resolve is the location as it is with the branches picked and, where the schema
// depends on the value (if/then/else, dependent schemas), for the value v; nil
// is no value.
func (l Location) Resolve(picks Picks, v *ojson.Value) Location {
	return l.resolve(picks, v, nil)
}

// resolve is Resolve with the steps to find what the value asks for; nil are those for
// this value alone.
func (l Location) resolve(picks Picks, v *ojson.Value, steps *Steps) Location {
	if l.isZero() || len(l.unions) == 0 && !l.conditional {
		return l
	}
	resolved := l.doc.collect(surroundings{l.scope, l.asked, l.outer}, l.entries, picks, v, steps)
	resolved.secretName = l.secretName
	return resolved
}

// IsConditional reports whether what applies depends on the value, see
// [Location.Resolve].
func (l Location) IsConditional() bool { return !l.isZero() && l.conditional }

// surroundings are what a location takes over from those around it.
type surroundings struct {
	scope      []string                         // where the references were
	asked      map[*jsonschema.Schema]memberSet // the members that let some of its entries apply
	conditions []condition                      // on its members
}

// collect collects what applies where entries do.
func (d *Document) collect(around surroundings, entries []*jsonschema.Schema, picks Picks, v *ojson.Value, steps *Steps) Location {
	c := &collector{doc: d, picks: picks, value: v, steps: steps, seen: map[*jsonschema.Schema]bool{}}
	c.shape = &shape{entries: entries, scope: around.scope, asked: around.asked, outer: around.conditions}
	for _, s := range entries {
		c.addAsked(around.asked[s], s)
	}
	c.location().chooseType(picks)
	return c.location()
}

// collector gathers the schemas of one location.
type collector struct {
	doc   *Document
	shape *shape
	picks Picks
	value *ojson.Value
	data  any    // value for the validator, made when it is first needed
	steps *Steps // nil until they are first needed, unless given
	seen  map[*jsonschema.Schema]bool
	asked memberSet // whose values brought what is being added
	shapeless
}

// location is what the collector collects for.
func (c *collector) location() Location { return Location{doc: c.doc, shape: c.shape} }

// add appends s and all that applies with it: what it refers to, its allOf, the
// other branch of "T or null", the branches that were picked, and what the
// value asks for.
func (c *collector) add(s *jsonschema.Schema) {
	if s == nil || c.seen[s] || len(c.shape.applied) >= maxCollected {
		return
	}
	c.seen[s] = true
	c.shape.applied = append(c.shape.applied, s)
	c.shape.bring(s, c.asked)
	c.doc.dynamic.enter(c.shape, s)
	c.add(s.Ref)
	c.add(c.doc.dynamic.target(c.shape, s))
	for _, sub := range s.AllOf {
		c.add(sub)
	}
	c.addUnion(s, "anyOf", s.AnyOf)
	c.addUnion(s, "oneOf", s.OneOf)
	c.addConditions(s)
}

func (c *collector) addUnion(s *jsonschema.Schema, keyword string, branches []*jsonschema.Schema) {
	some := withoutNull(branches)
	switch {
	case len(some) == 1:
		c.add(some[0])
		return
	case isTitledEnum(branches) || !shapes(branches):
		return
	}
	if text := c.openEnum(s, some); text != nil {
		c.add(text)
		return
	}
	if fitting, isDecided := c.decidedBranches(some); isDecided {
		for _, sub := range fitting {
			c.add(sub)
		}
		return
	}
	u := c.newUnion(s, keyword, branches)
	if len(u.Branches) == 0 {
		return // no value fits, the validator says
	}
	u.pick(c.picks)
	c.shape.unions = append(c.shape.unions, u)
	if u.Picked >= 0 {
		c.add(u.Branches[u.Picked].schema)
		c.addTag(u)
	}
}

// openEnum is a schema of a text with suggestions, where an anyOf has a branch for any text and others that only name some;
// nil for other unions.
func (c *collector) openEnum(s *jsonschema.Schema, branches []*jsonschema.Schema) *jsonschema.Schema {
	if len(branches) == 0 || !slices.Contains(s.AnyOf, branches[0]) {
		return nil
	}
	key := s.Location + "/anyOf open"
	if known, ok := c.doc.made.Load(key); ok {
		return known.(*jsonschema.Schema)
	}
	known, _ := c.doc.made.LoadOrStore(key, c.makeOpenEnum(branches))
	return known.(*jsonschema.Schema)
}

func (c *collector) makeOpenEnum(branches []*jsonschema.Schema) *jsonschema.Schema {
	var named []*jsonschema.Schema
	hasText := false
	for _, s := range branches {
		target := s
		for range maxAsked {
			if target.Ref != nil {
				target = target.Ref
			}
		}
		switch {
		case target.Const != nil || target.Enum != nil:
			named = append(named, target)
		case isAnyText(c.location().Node(target)):
			hasText = true
		default:
			return nil
		}
	}
	if !hasText || len(named) == 0 {
		return nil
	}
	choices := c.location().statedChoices(named)
	if slices.ContainsFunc(choices, func(choice Choice) bool { return !choice.Value.Is(ojson.String) }) {
		return nil
	}
	types := new(jsonschema.Types)
	types.Add("string")
	return &jsonschema.Schema{Location: normalize.UncheckedURL, Types: types, Extensions: []jsonschema.SchemaExt{choiceList(choices)}}
}

// isAnyText reports a schema that says of a value only that it is a text.
func isAnyText(node *ojson.Value) bool {
	return node.Get("type").Text() == "string" && !slices.ContainsFunc(node.Members(), func(m ojson.Member) bool {
		return m.Name != "type" && !message.IsRemark(m.Name)
	})
}

// decidedBranches is the branch of a union that the value of a member decides on, or none where that is in no branch: the union
// applies because the member is there, and each branch names values of it.
func (c *collector) decidedBranches(branches []*jsonschema.Schema) (fitting []*jsonschema.Schema, isDecided bool) {
	for _, name := range normalize.SortedNames(c.asked) {
		v := c.value.Get(name)
		if v == nil || !c.asked[name].value || slices.ContainsFunc(branches, func(s *jsonschema.Schema) bool {
			member := s.Properties[name]
			return member == nil || member.Const == nil && member.Enum == nil
		}) {
			continue
		}
		fitting = nil
		for _, s := range branches {
			if !isWrong(c.doc.locationOf(c.shape.scope, s.Properties[name]).Validate(v)) {
				fitting = append(fitting, s)
			}
		}
		if len(fitting) < 2 {
			return fitting, true
		}
	}
	return nil, false
}

// addConditions adds the schemas that apply because of the value.
func (c *collector) addConditions(s *jsonschema.Schema) {
	if s.If != nil && (s.Then != nil || s.Else != nil) {
		c.shape.conditional = true
		switch {
		case c.isShapeless() && (statesShape(s.Then) || statesShape(s.Else)):
			c.addSides(s)
		default:
			c.addSide(s)
		}
	}
	for _, name := range normalize.SortedNames(s.DependentSchemas) {
		c.addDependent(name, s.DependentSchemas[name])
	}
	for _, name := range normalize.SortedNames(s.DependentRequired) {
		c.addDue(name, s.DependentRequired[name])
	}
	for _, name := range normalize.SortedNames(s.Dependencies) {
		switch d := s.Dependencies[name].(type) {
		case []string:
			c.addDue(name, d)
		case *jsonschema.Schema:
			c.addDependent(name, d)
		}
	}
}

func (c *collector) addDependent(name string, s *jsonschema.Schema) {
	c.shape.conditional = true
	if c.value.Get(name) != nil {
		c.addAsked(memberSet{name: {value: true}}, s)
	}
}

func (c *collector) addDue(name string, required []string) {
	c.shape.conditional = true
	if c.value.Get(name) != nil {
		c.shape.dependentRequired = append(c.shape.dependentRequired, required...)
		for _, r := range required {
			c.shape.causes = append(c.shape.causes, cause{r, name})
		}
	}
}

func (c *collector) consequence(s *jsonschema.Schema) *jsonschema.Schema {
	if c.data == nil {
		c.data = c.value.Any()
	}
	if c.steps == nil {
		c.steps = StepsFor(c.value)
	}
	verdict, fault := c.doc.compiled.validateCounted(s.If, c.data, c.steps)
	switch {
	case fault != "":
		return nil
	case verdict == nil:
		return s.Then
	}
	return s.Else
}

// withoutNull are the branches that allow more than null.
func withoutNull(branches []*jsonschema.Schema) []*jsonschema.Schema {
	some := make([]*jsonschema.Schema, 0, len(branches))
	for _, s := range branches {
		if !isNull(s) && !isFalse(s) {
			some = append(some, s)
		}
	}
	return some
}

func isNull(s *jsonschema.Schema) bool {
	if s.Const != nil {
		return *s.Const == nil
	}
	return s.Types != nil && len(s.Types.ToStrings()) == 1 && s.Types.ToStrings()[0] == "null"
}

// memo keeps the shape of each schema that was asked for alone. It is safe for
// use by several goroutines and, unlike a sync.Map, small: a form asks for
// thousands.
type memo struct {
	mu     sync.RWMutex
	shapes map[*jsonschema.Schema]*shape
}

func (m *memo) of(s *jsonschema.Schema) *shape {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.shapes[s]
}

func (m *memo) keep(s *jsonschema.Schema, known *shape) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.shapes == nil {
		m.shapes = map[*jsonschema.Schema]*shape{}
	}
	m.shapes[s] = known
}

// partial is what is known of an object while a choice between its shapes is not made.
type partialShape struct {
	shared  []string                      // members that all branches declare alike, in order
	schemas map[string]*jsonschema.Schema // the schemas of those
	needed  []string                      // those of them that all branches require
	decided map[string]bool               // members that depend on the choice
	isFree  bool                          // no choice has to be made
}

// maxShared is how many branches are compared for what they share.
const maxShared = 64

// isPartial reports an object that has members whatever shape is chosen, so that it is there before one is.
func (l Location) isPartial() bool {
	return l.partial() != nil
}

// partial is nil where the choice decides on everything.
func (l Location) partial() *partialShape {
	if !l.isOpen() {
		return nil
	}
	l.oncePartial.Do(func() { l.partialShape = l.findPartial() })
	return l.partialShape
}

func (l Location) findPartial() *partialShape {
	isObject := func(kinds []Kind) bool { return len(kinds) == 1 && kinds[0] == Object }
	own := l.types()
	if len(own) > 0 && !isObject(own) {
		return nil
	}
	p := &partialShape{schemas: map[string]*jsonschema.Schema{}, decided: map[string]bool{}, isFree: true}
	for _, u := range l.unions {
		if u.Picked >= 0 {
			continue
		}
		if u.of == nil || len(u.Branches) > maxShared {
			return nil
		}
		for i := range u.Branches {
			branch := u.location(i)
			kinds := branch.types()
			if !isObject(kinds) && (len(kinds) > 0 || len(own) == 0 || branch.isOpen()) {
				return nil
			}
			for _, s := range branch.schemas() {
				for name := range s.Properties {
					p.decided[name] = true
				}
			}
		}
		p.share(u)
		p.isFree = p.isFree && u.isFree()
	}
	for _, s := range l.schemas() {
		if slices.ContainsFunc(l.declaredBy(s), func(name string) bool { return !p.decided[name] }) {
			return p
		}
	}
	if len(p.shared) == 0 {
		return nil
	}
	return p
}

// isFree reports a choice that need not be made: a shape demands nothing, and others may fit, too.
func (u Variants) isFree() bool {
	return strings.HasSuffix(u.Key, "/anyOf") && slices.ContainsFunc(u.Branches, func(b Branch) bool {
		return len(u.in.Sub(b.schema).Validate(ojson.NewObject())) == 0
	})
}

// NeedsChoice reports a location whose value is incomplete until a shape is chosen.
func (l Location) NeedsChoice() bool {
	p := l.partial()
	return l.isOpen() && (p == nil || !p.isFree)
}

// share notes the members that all branches of a union declare alike.
func (p *partialShape) share(u Variants) {
	first := u.location(0)
	for _, s := range first.schemas() {
		for _, name := range first.declaredBy(s) {
			own := s.Properties[name]
			node, isAlike, isNeeded := first.Node(own), true, true
			for i := range u.Branches {
				branch := u.location(i)
				has, needs := branch.declaration(name)
				isAlike = isAlike && has != nil && ojson.Equal(node, branch.Node(has))
				isNeeded = isNeeded && needs
			}
			if !isAlike || p.schemas[name] != nil {
				continue
			}
			p.shared, p.schemas[name] = append(p.shared, name), own
			delete(p.decided, name)
			if isNeeded {
				p.needed = append(p.needed, name)
			}
		}
	}
}

// declaration is the schema of a member, nil where not just one of the location's schemas declares it, and whether it is required.
func (l Location) declaration(name string) (declared *jsonschema.Schema, isRequired bool) {
	n := 0
	for _, s := range l.schemas() {
		if sub := s.Properties[name]; sub != nil {
			declared = sub
			n++
		}
		isRequired = isRequired || slices.Contains(s.Required, name)
	}
	if n != 1 {
		return nil, isRequired
	}
	return declared, isRequired
}
