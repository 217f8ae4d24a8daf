package huhform

import (
	"charm.land/huh/v2"

	"a2aform/formgen"
	"a2aform/internal/safe"
)

// naming is a name being typed: of a member to add to an object, or a new one
// for a member.
type naming struct {
	object *formgen.Field
	member *formgen.Field // that gets another name, nil for one to add
	text   string
}

// Get is the name as typed.
func (n *naming) Get() string { return n.text }

// Set takes the name as typed.
func (n *naming) Set(text string) { n.text = text }

func (n *naming) input() huh.Field {
	return huh.NewInput().Prompt("").Placeholder("name").Accessor(n)
}

// problem says why the name cannot be had, "" where it can or none is typed.
func (n *naming) problem() string {
	if n.text == "" || n.member != nil && n.text == n.member.Name() {
		return ""
	}
	return n.object.CheckKey(n.text)
}

// startNaming lets the name of a new member be typed, or be chosen where the
// schema lists them.
func (p *Page) startNaming(object *formgen.Field) { p.naming = &naming{object: object} }

// rename lets another name be typed for a member that is not declared. It
// reports false for others.
func (p *Page) rename(x *formgen.Field) Event {
	if !x.IsExtra() {
		return say("only fields that you added can be renamed")
	}
	p.naming = &naming{object: x.Parent(), member: x, text: x.Name()}
	p.enliven()
	return Event{}
}

// takeName adds the member, or renames it. An unusable name stays to be mended.
func (p *Page) takeName() Event {
	n := p.naming
	if n.member != nil {
		if err := n.object.RenameKey(n.member.Name(), n.text); err != nil {
			return complain("%s", err)
		}
		p.naming = nil
		p.Refresh()
		p.enliven()
		return Event{}
	}
	if n.text == "" {
		p.move(1)
		return Event{}
	}
	return p.addKey(n.object, n.text)
}

// addKey adds a member and goes to it: an object opens.
func (p *Page) addKey(object *formgen.Field, name string) Event {
	x, err := object.AddKey(name)
	if err != nil {
		return complain("%s", err)
	}
	p.naming = nil
	p.Refresh()
	p.Focus(x)
	if r := p.row(); r.Kind == formgen.Open && r.Field == x {
		return Event{Open: x}
	}
	return Event{}
}

// openNames lists the names that can still be added.
func (p *Page) openNames(object *formgen.Field, names []string) {
	labels := make([]string, len(names))
	for i, name := range names {
		labels[i] = safe.Text(name).Line(0).String()
	}
	p.choose("New field", labels, nil, -1, func(i int) { p.addKey(object, names[i]) })
}

// offerKeys shows the row to add members to an object that allows them.
func (p *Page) offerKeys(object *formgen.Field) bool {
	if !object.OfferKeys() {
		return false
	}
	p.Refresh()
	for i, r := range p.rows {
		if r.Kind == formgen.AddKey && r.Field == object {
			p.focusRow(i)
		}
	}
	return true
}
