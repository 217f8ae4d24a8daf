package formgen

import (
	"slices"
	"strconv"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// place is where a field is in its form, and what it is called.
type place struct {
	form     *Form
	parent   *Field
	base     schema.Location // as the parent gives it
	name     string          // member name, or the index of an item
	required bool
	nullable bool
	extra    bool // a member that the schema does not declare
}

// Form is the form that the field is part of.
func (p *place) Form() *Form { return p.form }

// Parent is the field that holds this one, nil for the root.
func (p *place) Parent() *Field { return p.parent }

// Name is the member name or item index, as in the JSON Pointer.
func (p *place) Name() string { return p.name }

// Pointer is the JSON Pointer of the field in the value.
func (p *place) Pointer() string {
	if p.parent == nil {
		return ""
	}
	return ojson.Pointer(p.parent.Pointer(), p.name)
}

// Declared is what the schema says here before any branch is chosen.
func (p *place) Declared() schema.Location { return p.base }

// IsRequired reports whether the field must be sent while its parent is.
func (p *place) IsRequired() bool { return p.required }

// IsNullable reports whether null is a value here.
func (p *place) IsNullable() bool { return p.nullable }

// offersNull reports a location whose schema names null among its values.
func (p *place) offersNull() bool { return p.nullable && p.base.NamesNull() }

// IsItem reports an item of a list.
func (p *place) IsItem() bool { return p.parent != nil && p.parent.Kind() == schema.Array }

// Index is the position among the parent's children, -1 for the root.
func (p *place) Index() int {
	if p.parent == nil {
		return -1
	}
	return slices.IndexFunc(p.parent.children, func(c *Field) bool { return &c.place == p })
}

// IsExtra reports a member that the schema does not declare, such as an entry
// of a map.
func (p *place) IsExtra() bool { return p.extra }

// isEntry reports a field that is there because the user added it: it is sent,
// or it is removed.
func (p *place) isEntry() bool { return p.extra || p.IsItem() }

// Label names the field: the title of the member, or its name made readable. The
// title of a type that it refers to is not, as one type may be that of several members.
func (p *place) Label() string {
	if p.IsItem() {
		return p.itemLabel()
	}
	if p.extra {
		if name := shown(p.name); strings.TrimSpace(name) != "" {
			return name // it is data
		}
		return strconv.Quote(shown(p.name))
	}
	title := p.base.MemberTitle()
	if p.parent == nil {
		title = p.base.Title()
	}
	switch {
	case !title.IsEmpty():
		label := title.Line(0).String()
		if p.sharesTitle(label) {
			label += " (" + shown(p.name) + ")"
		}
		return label
	case p.parent == nil:
		return "Value"
	}
	return shown(Humanize(p.name))
}

// sharesTitle reports that a field beside this one has the same title.
func (p *place) sharesTitle(title string) bool { return p.parent != nil && p.parent.titles[title] > 1 }

// itemLabel counts items from one, as people do; a position with a schema of
// its own has its title too.
func (p *place) itemLabel() string {
	i, _ := strconv.Atoi(p.name)
	label := strconv.Itoa(i + 1)
	if title := p.base.Title(); i < p.parent.loc.Prefix() && !title.IsEmpty() {
		label += " " + title.Line(0).String()
	}
	return label
}

// Path is the labels from the root to the field: "Stops › 2 › City".
func (p *place) Path() string {
	if p.parent == nil {
		return "the value"
	}
	label := p.Label()
	if p.parent.parent == nil {
		return label
	}
	return p.parent.Path() + " › " + label
}
