package huhform

import (
	"slices"

	"charm.land/huh/v2"

	"a2aform/formgen"
	"a2aform/internal/safe"
	"a2aform/internal/widget/shortcut"
)

// naming is a name being typed, of a member of an object.
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
	return huh.NewInput().Prompt("").Placeholder("a name, then Enter").Accessor(n)
}

// problem says why the name cannot be had, "" where it can or none is typed.
func (n *naming) problem() string {
	name := n.name()
	if name == "" || n.member != nil && name == n.member.Name() {
		return ""
	}
	return n.object.CheckKey(name)
}

// name is the name alone: a member to add may be typed with its value.
func (n *naming) name() string {
	if n.member != nil {
		return n.text
	}
	name, _ := n.object.SplitEntry(n.text)
	return name
}

// options are the names that the member can have, where the schema lists them.
func (n *naming) options(take func(*naming) Event) options {
	names := n.object.KeyChoices()
	return options{labels: shownNames(names), isTaken: func(i int) bool { return i >= 0 && names[i] == n.text }, take: func(i int) Event {
		n.text = names[i]
		return take(n)
	}}
}

// names are those that are being typed.
type names struct {
	added   map[*formgen.Field]*naming // of members that are not there yet, by their object
	changed *naming                    // another name for the focused member, nil for none
}

// at is the name that is typed at the focused row, nil for none. That of a new member is
// kept while the focus is on another row.
func (n *names) at(r formgen.Row) *naming {
	switch object := r.Field; {
	case n.changed != nil:
		return n.changed
	case r.Kind != formgen.AddKey || !object.CanAddKey() || object.KeyChoices() != nil:
		return nil
	case n.added[object] == nil:
		n.added[object] = &naming{object: object}
	}
	return n.added[r.Field]
}

// isTypedAt reports a row with the name of a member that was typed and not added.
func (n *names) isTypedAt(r formgen.Row) bool {
	return r.Kind == formgen.AddKey && n.added[r.Field] != nil && n.added[r.Field].text != ""
}

// FocusTypedName puts the focus on a row with the name of a member that was typed and not added, and reports whether there
// is one.
func (p *Page) FocusTypedName() bool {
	i := slices.IndexFunc(p.rows, p.names.isTypedAt)
	if i >= 0 {
		p.focusRow(i)
	}
	return i >= 0
}

// rename lets another name be typed for a member that the user added, or be
// chosen where the schema lists the names.
func (p *Page) rename(x *formgen.Field) Event {
	if !x.IsExtra() || p.row().Kind == formgen.AddKey {
		return say("%s has its name from the schema", name(x))
	}
	n := &naming{object: x.Parent(), member: x, text: x.Name()}
	p.names.changed = n
	p.rebuildEditor()
	return Event{}
}

// takeName adds a member, or renames it. An invalid name stays in the
// line to be corrected.
func (p *Page) takeName(n *naming) Event {
	if n.member == nil {
		return p.added(n.object.AddEntry(n.text))
	}
	was := n.member.Label()
	if err := n.object.RenameKey(n.member.Name(), n.text); err != nil {
		return complain("not renamed: %s", err)
	}
	p.names.changed = nil
	p.Refresh()
	p.rebuildEditor()
	return say("%s is now %s; %s brings the old name back", was, n.member.Label(), shortcut.InProse(Keys.Undo))
}

// added goes to a member that was added, or says why it was not.
func (p *Page) added(entry *formgen.Field, err error) Event {
	if err != nil {
		return complain("not added: %s", err)
	}
	delete(p.names.added, entry.Parent())
	return p.enterNew(entry)
}

// offerKeys goes to a row that adds a member to the object around the focus,
// which takes more than its schema declares.
func (p *Page) offerKeys(x *formgen.Field) Event {
	if p.row().Kind == formgen.Subpage && x != p.At() {
		x = x.Parent()
	}
	for ; x != nil; x = x.Parent() {
		if x.Presence() != formgen.Set || !x.OfferKeys() {
			continue
		}
		p.Refresh()
		if i := p.rows.addKeyRow(x); i >= 0 {
			p.focusRow(i)
			return Event{}
		}
	}
	return say("no field of your own can be added here")
}

// withdrawKeys takes the rows of offerKeys away in which nothing was typed, but for one, and reports whether there were any.
func (p *Page) withdrawKeys(but formgen.Row) (gone bool) {
	for _, r := range p.rows {
		if r.Kind == formgen.AddKey && !isSame(r, but) && !p.names.isTypedAt(r) {
			gone = r.Field.WithdrawKeys() || gone
		}
	}
	return gone
}

func shownNames(names []string) []string {
	shown := make([]string, len(names))
	for i, name := range names {
		shown[i] = safe.Text(name).Line(0).String()
	}
	return shown
}
