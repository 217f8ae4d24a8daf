package formgen

import (
	"encoding/base64"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// Field is one location of the form. Only its mutators change its state.
//
// There is one type for all kinds, as the kind of a field changes with the value of others and
// with the user's wish, and what was typed or chosen stays while it does. What depends on the
// kind is in kind.go.
//
// Not stable, see the package comment.
type Field struct {
	place
	content
	findings

	version uint64             // grows with every change of what the field shows
	cached  *ojson.Value       // what it sends, if fresh
	memory  map[string]content // what was left behind in other branches

	presence Presence
	origin   Origin
	added    bool // it was extra once, so it stays when a condition no longer declares it
	asJSON   bool // shown and edited as JSON text
	flipped  bool // asJSON by the user's wish: the typed field is still there
	touched  bool
	fresh    bool // cached is up to date
}

func newField(f *Form, parent *Field, name string, p schema.Location, required bool) *Field {
	x := &Field{place: place{form: f, parent: parent, name: name, base: p, required: required, nullable: p.AllowsNull()}}
	x.setLocation(p)
	return x
}

// Kind says how the field is edited now: [schema.JSON] while it is flipped to
// JSON text.
func (f *Field) Kind() schema.Kind {
	if f.asJSON {
		return schema.JSON
	}
	return f.kind
}

// IsLocked reports a location that the agent sets, itself or with what holds it. One
// that must be sent and has no value of its own has to come from the user.
func (f *Field) IsLocked() bool {
	for ; f != nil; f = f.parent {
		if f.loc.IsReadOnly() && (!f.required || f.loc.Only() != nil || f.loc.Default() != nil) {
			return true
		}
	}
	return false
}

// IsTouched reports whether the user or a preset gave the field its state.
func (f *Field) IsTouched() bool { return f.touched }

// Version grows with every change of what the field shows, so that a drawn row
// can be kept until it does.
func (f *Field) Version() uint64 { return f.version }

// HoldsSecret reports that a secret is sent of the field or of what is in it.
func (f *Field) HoldsSecret() bool {
	if f.presence != Set {
		return false
	}
	if f.Kind() == schema.JSON {
		return f.base.HoldsSecret(f.Value())
	}
	return f.IsSecret() || slices.ContainsFunc(f.children, (*Field).HoldsSecret)
}

// Children are the fields of an object or the items of a list that is set.
func (f *Field) Children() []*Field {
	if f.presence != Set || f.asJSON {
		return nil
	}
	return f.children
}

// child is the child of that name, found whether or not it is sent.
func (f *Field) child(name string) *Field {
	if f.asJSON {
		return nil
	}
	if f.kind == schema.Array {
		i, err := strconv.Atoi(name)
		if err != nil || i < 0 || i >= len(f.children) || name != strconv.Itoa(i) {
			return nil
		}
		return f.children[i]
	}
	for _, c := range f.children {
		if c.name == name {
			return c
		}
	}
	return nil
}

// touch notes a change by the user: the field's own value and that of all
// around it are to be made anew, and what depends on them follows.
func (f *Field) touch() {
	f.touched, f.origin = true, Typed
	f.version++
	f.forget()
	for p := f.parent; p != nil; p = p.parent {
		p.fresh = false
		p.version++
	}
	for p := f; p != nil; p = p.parent {
		p.recompute()
	}
	f.check(f)
	f.form.changed()
}

// forget drops cached values of the field and all below.
func (f *Field) forget() {
	f.fresh = false
	for _, c := range f.children {
		c.forget()
	}
}

// markSetUpwards is touch for a field that is sent from now on: so are all that hold
// it.
func (f *Field) markSetUpwards() {
	for p := f.parent; p != nil; p = p.parent {
		if p.presence != Set {
			p.presence, p.touched = Set, true
			f.form.layoutVersion++
		}
	}
	f.touch()
}

// restructure makes a structural edit, which [Form.Undo] takes back. The field is sent
// from then on. Besides it and those around it, it changes only the fields of also.
func (f *Field) restructure(also []*Field, change func()) {
	f.form.history.edit(f, also, func() {
		f.form.layoutVersion++
		change()
		f.markSetUpwards()
	})
}

// content is what a field holds in one branch of its unions: another branch has
// another one. Undo and the branches keep copies of it, so its maps and lists are replaced
// and never changed.
type content struct {
	loc      schema.Location // with what was picked, and with what the value asks for
	text     string          // typed text of a text, number or JSON field
	chosen   *ojson.Value    // of an enumeration, a boolean or a constant; the array of a list of choices
	children []*Field
	titles   map[string]int // of declared children, how many have each
	kind     schema.Kind
	expanded bool // children were made

	picks         schema.Picks
	unions        []Union           // of the location, made when they are first asked for
	hiddenMembers map[string]*Field // members that no longer apply, with what was typed

	source    jsonText // what the JSON text was made of, as long as it is not typed
	savedText string   // the text of the typed field while it is flipped to JSON
}

// setLocation lets other schemas apply.
func (c *content) setLocation(p schema.Location) {
	c.loc, c.kind, c.unions = p, p.Kind(), nil
}

// Location is what the schema says here, given the branches that were chosen.
func (c *content) Location() schema.Location { return c.loc }

// IsSecret reports text that must be masked and not be stored: the schema says
// that it is a password or write-only, or the name of the member says so.
func (c *content) IsSecret() bool { return c.loc.IsSecret() }

// Offered is what [Field.UseDefault] takes: the default, else the first example,
// nil where the schema gives neither.
func (c *content) Offered() *ojson.Value {
	if v := c.loc.Default(); v != nil {
		return v
	}
	if examples := c.loc.Examples(); len(examples) > 0 {
		return examples[0]
	}
	return nil
}

// Text is what was typed into a text, number or JSON field, kept as it was even
// while the field is omitted.
func (c *content) Text() string { return c.text }

// Bytes returns the number of bytes that a binary field encodes, false if its text is
// not encoded as the schema asks.
func (c *content) Bytes() (n int, ok bool) {
	text, encoding := c.text, base64.StdEncoding
	switch c.loc.Encoding() {
	case "base64url":
		encoding = base64.URLEncoding
	case "data-url":
		_, text, ok = strings.Cut(text, ";base64,")
		if !ok {
			return 0, false
		}
	}
	data, err := encoding.DecodeString(text)
	return len(data), err == nil
}

// Choices are the values to choose from, of an enumeration or of a list of
// choices.
func (c *content) Choices() []schema.Choice {
	if c.kind == schema.MultiEnum {
		return c.loc.Item(0).Choices()
	}
	return c.loc.Choices()
}

// Chosen is the index of the chosen value among the choices, -1 for none.
func (c *content) Chosen() int {
	if c.chosen == nil {
		return -1
	}
	return c.loc.ChoiceOf(c.chosen)
}

// Bool is the chosen truth value and whether there is one.
func (c *content) Bool() (value, ok bool) { return c.chosen.Bool(), c.chosen.Is(ojson.Bool) }

// eachIn visits the fields inside, also those that no longer apply.
func (c *content) eachIn(visit func(*Field)) {
	for _, x := range c.children {
		visit(x)
	}
	for _, x := range c.hiddenMembers {
		visit(x)
	}
}

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

// FindPath is the field that a path of another program means, such as
// "message.parts[0].data.items[2].amount", "$.items[2].amount" or "/items/2/amount":
// the end of it that names a field, else the end that comes closest. It is nil where
// no part of the path is a field.
func (f *Form) FindPath(path string) *Field {
	if fragment, ok := strings.CutPrefix(path, "#"); ok && strings.HasPrefix(fragment, "/") { // RFC 6901 §6
		path = fragment
		if plain, err := url.PathUnescape(fragment); err == nil {
			path = plain
		}
	}
	tokens := strings.FieldsFunc(path, func(c rune) bool { return strings.ContainsRune(`./[]"'$`, c) })
	if strings.HasPrefix(path, "/") {
		tokens = ojson.Tokens(path)
	}
	var closest *Field
	for depth := 0; len(tokens) > 0; tokens = tokens[1:] {
		field, exact := f.nearestTo(tokens)
		if exact {
			return field
		}
		if n := len(ojson.Tokens(field.Pointer())); n > depth {
			closest, depth = field, n
		}
	}
	return closest
}

// Value is what the field sends now: nil while it is omitted or holds a draft
// that is no value.
func (f *Field) Value() *ojson.Value {
	if f.fresh {
		return f.cached
	}
	switch f.presence {
	case Omitted:
		f.cached = nil
	case Null:
		f.cached = ojson.NewNull()
	case Set:
		f.cached = kinds[f.Kind()].value(f)
	}
	f.fresh = true
	return f.cached
}

// Takes reports that the schema allows a value.
func (f *Field) Takes(v *ojson.Value) bool { return len(f.base.Validate(v)) == 0 }

// hasDraft reports text that is no value, in the field or below.
func (f *Field) hasDraft() bool {
	if f.presence != Set {
		return f.isEntry() && f.presence == Omitted
	}
	return slices.ContainsFunc(f.Children(), (*Field).hasDraft) || f.Value() == nil
}

// Presence says whether a location is omitted, null, or set to a value.
//
// Not stable, see the package comment.
type Presence uint8

// The presences of a field.
//
// Not stable, see the package comment.
const (
	Omitted Presence = iota
	Null
	Set
)

// Presence is whether the field is sent.
func (f *Field) Presence() Presence { return f.presence }

// SetPresence makes the field omitted, null or set. Null has no effect where it
// is no value. What was typed stays and comes back with [Set].
func (f *Field) SetPresence(p Presence) {
	if p == Null && !f.nullable {
		return
	}
	var also []*Field
	if len(f.Unions()) > 0 {
		also = []*Field{f} // a branch that was left may come back
	}
	f.form.history.edit(f, also, func() { f.setPresence(p) })
}

func (f *Field) setPresence(p Presence) {
	f.presence = p
	if kind := f.Kind(); kind == schema.Object || kind == schema.Array || len(f.Unions()) > 0 {
		f.form.layoutVersion++ // it has rows besides its own while it is set
	}
	if p == Set {
		kinds[f.Kind()].fill(f)
		f.markSetUpwards()
		return
	}
	f.touch()
}

// Presences are the presences that the field can take, in the order in which
// [Field.NextPresence] goes through them.
func (f *Field) Presences() []Presence {
	if f.isEntry() || f.parent == nil {
		if f.nullable {
			return []Presence{Set, Null}
		}
		return []Presence{Set}
	}
	if f.required && f.offersNull() && f.Kind() != schema.JSON && f.kind != schema.Null {
		return []Presence{Null, Set} // it must be sent; null is one press away
	}
	states := []Presence{Omitted}
	if f.kind != schema.Null {
		states = append(states, Set)
	}
	if f.nullable {
		states = append(states, Null)
	}
	return states
}

// lacksValue reports a field of text, or of several choices, that would have no value if it was set, or one that its schema refuses.
func (f *Field) lacksValue() bool {
	switch kind := f.Kind(); {
	case kind == schema.MultiEnum:
		return f.chosen == nil && !f.Takes(ojson.NewArray())
	case kind.IsString():
		empty := ojson.NewString("")
		return f.text == "" && (!f.Takes(empty) || len(f.loc.Warn(empty)) > 0) // also a date, which the validator does not look at
	}
	return f.IsText() && f.text == ""
}

// NextPresence is the one after that of the field: its own where there is no other. A field in which nothing is typed is not set by it
// where its schema refuses what would come of that, as an empty text is no date.
func (f *Field) NextPresence() Presence {
	states := f.Presences()
	if i := slices.Index(states, Set); i >= 0 && f.presence != Set && f.lacksValue() {
		states[i] = Omitted
		states = slices.Compact(states)
	}
	return states[(slices.Index(states, f.presence)+1)%len(states)]
}
