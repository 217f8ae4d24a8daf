package schema

import (
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
)

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
