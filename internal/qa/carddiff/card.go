package carddiff

import (
	"encoding/json"
	"slices"
	"strings"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/diff"
	"a2aform/internal/safe"
)

// Kind is what happened to a part of a card.
type Kind string

// The kinds of changes.
const (
	Added    Kind = "added"
	Removed  Kind = "removed"
	Narrowed Kind = "narrowed" // a schema rejects what it accepted
	Widened  Kind = "widened"  // a schema accepts what it rejected
	Changed  Kind = "changed"
	Unproven Kind = "unproven" // schemas differ, and no value was found that only one of them accepts
)

// Part is what of a card changed.
type Part string

// The parts of cards.
const (
	SkillPart     Part = "skill"
	Input         Part = "input"
	Output        Part = "output"
	InputMode     Part = "input mode"
	OutputMode    Part = "output mode"
	SignIn        Part = "sign-in"
	ExtensionPart Part = "extension"
	Protocol      Part = "protocol"
	Capability    Part = "capability"
	CardPart      Part = "card" // anything else
)

// Change is one difference of two cards.
type Change struct {
	Skill    safe.Raw // its id; empty for the agent as a whole
	Part     Part
	Kind     Kind
	Breaking bool     // callers of the old card may fail at the new one
	Name     safe.Raw // of what changed: a mode, an extension, a schema; empty for the only one
	Text     string   // more, safe to show
	Witness  *Witness // of schemas that are narrowed or widened, nil else
	Tries    int      // values that were validated under both schemas

	isOneOfSeveral bool // the new card has more than one schema for this
}

// Report is what changed between two cards.
type Report struct {
	Changes []Change // those of the agent as a whole first, then those of each skill
}

// Breaking counts the changes that callers may fail at.
func (r *Report) Breaking() (n int) { return r.count(func(c Change) bool { return c.Breaking }) }

// Unproven counts the schemas that differ without a witness.
func (r *Report) Unproven() (n int) {
	return r.count(func(c Change) bool { return c.Kind == Unproven })
}

func (r *Report) count(is func(Change) bool) (n int) {
	for _, c := range r.Changes {
		if is(c) {
			n++
		}
	}
	return n
}

// Compare lists what changed from one card to another one.
func Compare(before, after *a2aclient.Card) *Report {
	c := &cards{before: before, after: after, compared: map[string]*outcome{}}
	c.protocol()
	c.signIn(safe.Raw{}, before.Requirements, after.Requirements)
	c.schemes()
	c.extensions()
	c.own()
	for i := range before.Skills {
		old := &before.Skills[i]
		if renewed := after.Skill(old.ID.Exact()); renewed != nil {
			c.skill(old, renewed)
		} else {
			c.add(Change{Skill: old.ID, Part: SkillPart, Kind: Removed, Breaking: true})
		}
	}
	for _, s := range after.Skills {
		if before.Skill(s.ID.Exact()) == nil {
			c.add(Change{Skill: s.ID, Part: SkillPart, Kind: Added})
		}
	}
	c.schemas()
	c.rest()
	slices.SortStableFunc(c.changes, func(a, b Change) int { return c.order(a.Skill) - c.order(b.Skill) })
	return &Report{c.changes}
}

type cards struct {
	before, after *a2aclient.Card
	changes       []Change
	compared      map[string]*outcome // by both schemas
	used          []safe.Raw          // names of schemas of inputs and outputs
}

// outcome is what came of comparing two schemas.
type outcome struct {
	found *schemas
	err   error
}

func (c *cards) add(change Change) { c.changes = append(c.changes, change) }

// order is the position of a skill: the old card's, then the new one's.
func (c *cards) order(id safe.Raw) int {
	is := func(s a2aclient.Skill) bool { return s.ID == id }
	if i := slices.IndexFunc(c.before.Skills, is); i >= 0 {
		return i + 1
	}
	if i := slices.IndexFunc(c.after.Skills, is); i >= 0 {
		return len(c.before.Skills) + i + 1
	}
	return 0
}

// protocol compares where and how the agent is spoken to.
func (c *cards) protocol() {
	same := func(i a2aclient.Interface) func(a2aclient.Interface) bool {
		return func(j a2aclient.Interface) bool { return i.Binding == j.Binding && i.Version == j.Version }
	}
	for _, i := range c.before.Interfaces {
		n := slices.IndexFunc(c.after.Interfaces, same(i))
		switch {
		case n < 0:
			c.add(Change{Part: Protocol, Kind: Removed, Breaking: true, Name: nameOf(i)})
		case !slices.ContainsFunc(c.after.Interfaces, func(j a2aclient.Interface) bool {
			return same(i)(j) && j.URL == i.URL && j.Tenant == i.Tenant
		}):
			j := c.after.Interfaces[n]
			c.add(Change{Part: Protocol, Kind: Changed, Name: nameOf(i), Text: line(place(i)) + " → " + line(place(j))})
		}
	}
	for _, i := range c.after.Interfaces {
		if !slices.ContainsFunc(c.before.Interfaces, same(i)) {
			c.add(Change{Part: Protocol, Kind: Added, Name: nameOf(i)})
		}
	}
	for _, flag := range []struct {
		name        string
		before, now bool
	}{
		{"streaming", c.before.Streaming, c.after.Streaming},
		{"push notifications", c.before.PushNotifications, c.after.PushNotifications},
		{"state of a chat", c.before.StateManagement, c.after.StateManagement},
		{"extended card", c.before.HasExtended, c.after.HasExtended},
	} {
		switch {
		case flag.before && !flag.now:
			c.add(Change{Part: Capability, Kind: Removed, Breaking: true, Name: safe.Text(flag.name)})
		case flag.now && !flag.before:
			c.add(Change{Part: Capability, Kind: Added, Name: safe.Text(flag.name)})
		}
	}
}

// nameOf is the binding and the version of an interface.
func nameOf(i a2aclient.Interface) safe.Raw {
	return safe.Text(strings.TrimSpace(string(i.Binding) + " " + i.Version.Exact()))
}

// place is where an interface is.
func place(i a2aclient.Interface) safe.Raw {
	if i.Tenant.IsEmpty() {
		return i.URL
	}
	return safe.Text(i.URL.Exact() + " (tenant " + i.Tenant.Exact() + ")")
}

// signIn compares what is required of callers. Any one of the requirements is enough.
func (c *cards) signIn(skill safe.Raw, before, after []auth.Requirement) {
	if len(before) == 0 && len(after) > 0 {
		c.add(Change{Skill: skill, Part: SignIn, Kind: Added, Breaking: true, Text: "required now: " + waysOf(c.after, after)})
		return
	}
	if len(before) > 0 && len(after) == 0 {
		c.add(Change{Skill: skill, Part: SignIn, Kind: Removed, Text: "not required any more: " + waysOf(c.before, before)})
		return
	}
	for _, r := range before {
		if !slices.ContainsFunc(after, isSame(r)) {
			c.add(Change{Skill: skill, Part: SignIn, Kind: Removed, Breaking: true, Text: "not enough any more: " + waysOf(c.before, []auth.Requirement{r})})
		}
	}
	for _, r := range after {
		if !slices.ContainsFunc(before, isSame(r)) {
			c.add(Change{Skill: skill, Part: SignIn, Kind: Added, Text: "enough now: " + waysOf(c.after, []auth.Requirement{r})})
		}
	}
}

func isSame(r auth.Requirement) func(auth.Requirement) bool {
	return func(other auth.Requirement) bool {
		return slices.EqualFunc(r, other, func(a, b auth.Need) bool { return a.Scheme == b.Scheme && slices.Equal(a.Scopes, b.Scopes) })
	}
}

// waysOf are requirements in words, with their scopes.
func waysOf(card *a2aclient.Card, list []auth.Requirement) string {
	var ways []string
	for _, r := range list {
		words := []string{"nothing"}
		for i, need := range r {
			word := line(need.Scheme)
			if scheme, ok := card.Scheme(need.Scheme); ok {
				word = scheme.Label()
			}
			if len(need.Scopes) > 0 {
				var scopes []string
				for _, s := range need.Scopes {
					scopes = append(scopes, line(s))
				}
				word += " for " + strings.Join(scopes, ", ")
			}
			words = append(words[:i], word)
		}
		ways = append(ways, strings.Join(words, " and "))
	}
	return strings.Join(ways, ", or ")
}

// schemes compares the kinds of the ways to sign in.
func (c *cards) schemes() {
	for _, old := range c.before.Schemes {
		renewed, ok := c.after.Scheme(old.Name)
		if ok && (old.Kind != renewed.Kind || old.Declared != renewed.Declared || old.In != renewed.In || old.Param != renewed.Param) {
			c.add(Change{Part: SignIn, Kind: Changed, Breaking: true, Text: old.Label() + " → " + renewed.Label()})
		}
	}
}

func (c *cards) extensions() {
	find := func(list []a2aclient.Extension, uri safe.Raw) int {
		return slices.IndexFunc(list, func(e a2aclient.Extension) bool { return e.URI == uri })
	}
	for _, old := range c.before.Extensions {
		i := find(c.after.Extensions, old.URI)
		switch {
		case i < 0:
			c.add(Change{Part: ExtensionPart, Kind: Removed, Breaking: true, Name: old.URI})
		case !old.Required && c.after.Extensions[i].Required:
			c.add(Change{Part: ExtensionPart, Kind: Changed, Breaking: true, Name: old.URI, Text: "required now"})
		case old.Required && !c.after.Extensions[i].Required:
			c.add(Change{Part: ExtensionPart, Kind: Changed, Name: old.URI, Text: "not required any more"})
		}
	}
	for _, e := range c.after.Extensions {
		if find(c.before.Extensions, e.URI) < 0 {
			text := ""
			if e.Required {
				text = "required"
			}
			c.add(Change{Part: ExtensionPart, Kind: Added, Breaking: e.Required, Name: e.URI, Text: text})
		}
	}
}

// own compares the forms and the outputs of the agent itself.
func (c *cards) own() {
	c.inputs(safe.Raw{}, c.before.Inputs, c.after.Inputs)
	c.pairs(safe.Raw{}, Output, c.outputs(c.before, nil, c.before.Outputs), c.outputs(c.after, nil, c.after.Outputs))
}

func (c *cards) skill(before, after *a2aclient.Skill) {
	c.modes(before.ID, InputMode, before.InputModes, after.InputModes)
	c.modes(before.ID, OutputMode, before.OutputModes(), after.OutputModes())
	c.signIn(before.ID, before.Requirements, after.Requirements)
	c.inputs(before.ID, before.Inputs, after.Inputs)
	c.pairs(before.ID, Output, c.outputs(c.before, before, before.Outputs), c.outputs(c.after, after, after.Outputs))
}

func (c *cards) modes(skill safe.Raw, part Part, before, after []safe.Raw) {
	for _, m := range before {
		if !slices.Contains(after, m) {
			c.add(Change{Skill: skill, Part: part, Kind: Removed, Breaking: true, Name: m})
		}
	}
	for _, m := range after {
		if !slices.Contains(before, m) {
			c.add(Change{Skill: skill, Part: part, Kind: Added, Name: m})
		}
	}
}

// named is a schema of an input or an output.
type named struct {
	name   safe.Raw
	schema json.RawMessage
}

func (c *cards) inputs(skill safe.Raw, before, after []a2aclient.Input) {
	declared := func(list []a2aclient.Input) (found []named) {
		for _, in := range list {
			if !in.IsGuess && !in.IsAttached {
				c.used = append(c.used, in.Name)
				found = append(found, named{in.Name, in.Schema})
			}
		}
		return found
	}
	c.pairs(skill, Input, declared(before), declared(after))
}

// outputs are the schemas of outputs that a card has. The skill is nil for the agent itself.
func (c *cards) outputs(card *a2aclient.Card, skill *a2aclient.Skill, list []a2aclient.Output) (found []named) {
	for _, o := range list {
		if o.Attached != nil || slices.ContainsFunc(found, func(n named) bool { return n.name == o.Name }) {
			continue
		}
		c.used = append(c.used, o.Name)
		if raw, ok := card.Schema(o.Name.Exact()); ok && !o.Name.IsEmpty() {
			found = append(found, named{o.Name, raw})
		}
	}
	if skill != nil && skill.Output != nil {
		found = append(found, named{safe.Raw{}, skill.Output})
	}
	return found
}

// pairs compares schemas of the same name, and the only ones left on both sides: they have a new name.
func (c *cards) pairs(skill safe.Raw, part Part, before, after []named) {
	var gone []named
	change := Change{Skill: skill, Part: part, isOneOfSeveral: len(after) > 1}
	for _, old := range before {
		i := slices.IndexFunc(after, func(n named) bool { return n.name == old.name })
		if i < 0 {
			gone = append(gone, old)
			continue
		}
		c.pair(change, old, after[i])
		after = slices.Delete(slices.Clone(after), i, i+1)
	}
	if len(gone) == 1 && len(after) == 1 {
		c.add(Change{Skill: skill, Part: part, Kind: Changed, Breaking: true, Text: "the schema " + word(gone[0].name) + " is " + word(after[0].name) + " now"})
		c.pair(change, gone[0], after[0])
		return
	}
	for _, n := range gone {
		c.add(Change{Skill: skill, Part: part, Kind: Removed, Breaking: true, Name: n.name, Text: "the card has no such schema any more"})
	}
	for _, n := range after {
		c.add(Change{Skill: skill, Part: part, Kind: Added, Name: n.name, Text: "the card has a schema now"})
	}
}

// word is the name of a schema in a sentence.
func word(name safe.Raw) string {
	if name.IsEmpty() {
		return "without a name"
	}
	return line(name)
}

// pair compares two schemas. An input that accepts less breaks callers, and so does an output that may be more.
func (c *cards) pair(change Change, old, renewed named) {
	key := string(old.schema) + "\x00" + string(renewed.schema)
	o := c.compared[key]
	if o == nil {
		o = &outcome{}
		o.found, o.err = compareSchemas(old.schema, renewed.schema)
		c.compared[key] = o
	}
	change.Kind, change.Name = Unproven, renewed.name
	if o.err != nil {
		if string(old.schema) != string(renewed.schema) {
			change.Text = o.err.Error()
			c.add(change)
		}
		return
	}
	change.Tries = o.found.Tries
	for _, direction := range []struct {
		kind      Kind
		breaks    Part
		witnesses []Witness
	}{{Narrowed, Input, o.found.Narrowed}, {Widened, Output, o.found.Widened}} {
		for i := range direction.witnesses {
			w := change
			w.Kind, w.Witness, w.Breaking = direction.kind, &direction.witnesses[i], change.Part == direction.breaks
			w.Text = strings.Join(o.found.Notices, "; ")
			c.add(w)
		}
	}
	if o.found.IsCut {
		more := change
		more.Kind, more.Text, more.Tries = Changed, "more than is listed", 0
		c.add(more)
	}
	if len(o.found.Narrowed)+len(o.found.Widened) == 0 && !o.found.IsSame {
		change.Text = strings.Join(o.found.Notices, "; ")
		c.add(change)
	}
}

// schemas are those that no skill names, of which nobody knows who sends them.
func (c *cards) schemas() {
	for _, old := range c.before.Schemas {
		if slices.Contains(c.used, old.Name) {
			continue
		}
		renewed, ok := c.after.Schema(old.Name.Exact())
		switch {
		case !ok:
			c.add(Change{Part: CardPart, Kind: Removed, Name: safe.Text("schemas/" + old.Name.Exact())})
		case string(renewed) != string(old.Schema):
			c.add(Change{Part: CardPart, Kind: Changed, Name: safe.Text("schemas/" + old.Name.Exact())})
		}
	}
	for _, s := range c.after.Schemas {
		_, isOld := c.before.Schema(s.Name.Exact())
		if !isOld && !slices.Contains(c.used, s.Name) {
			c.add(Change{Part: CardPart, Kind: Added, Name: safe.Text("schemas/" + s.Name.Exact())})
		}
	}
}

// apart are the places of a card that are compared by what they mean.
var apart = []string{
	"/schemas", "/supportedInterfaces", "/additionalInterfaces", "/url", "/preferredTransport", "/protocolVersion", "/security", "/securityRequirements",
	"/capabilities/streaming", "/capabilities/pushNotifications", "/capabilities/extendedAgentCard", "/supportsAuthenticatedExtendedCard",
	"/capabilities/extensions/*/required", "/capabilities/extensions/*/params/schemas", "/skills/*/inputModes", "/skills/*/outputModes",
	"/skills/*/security", "/skills/*/securityRequirements", "/skills/*/inputSchema", "/skills/*/outputSchema",
}

// maxRest bounds the changes of other parts of a card.
const maxRest = 50

// rest lists what else changed: words, parameters of extensions, limits.
func (c *cards) rest() {
	before, err := ojson.Parse(c.before.Raw, ojson.CardLimits)
	after, err2 := ojson.Parse(c.after.Raw, ojson.CardLimits)
	if err != nil || err2 != nil {
		return // cards that were read
	}
	found := diff.Compare(before, after, &diff.Rules{Ignore: apart, By: map[string]string{"/skills": "id", "/capabilities/extensions": "uri"}})
	n := 0
	for _, d := range found.Changes {
		steps, root := ojson.Tokens(d.At), after
		if d.Kind == diff.Removed {
			root = before
		}
		change := Change{Part: CardPart, Kind: Changed, Text: shortOf(d.A) + " → " + shortOf(d.B)}
		isEntry := len(steps) == 2 && steps[0] == "skills" || len(steps) == 3 && steps[0] == "capabilities" && steps[1] == "extensions"
		if d.Allowed != "" || d.Kind == diff.Moved || isEntry {
			continue // it is compared elsewhere
		}
		switch d.Kind {
		case diff.Added:
			change.Kind, change.Text = Added, shortOf(d.B)
		case diff.Removed:
			change.Kind, change.Text = Removed, shortOf(d.A)
		}
		if len(steps) > 2 && steps[0] == "skills" {
			change.Skill = safe.Text(root.Get("skills").At(ojson.Pointer("", steps[1])).Get("id").Text())
			steps = steps[2:]
		} else if len(steps) > 3 && steps[0] == "capabilities" && steps[1] == "extensions" {
			change.Part = ExtensionPart
			steps[2] = root.Get("capabilities").Get("extensions").At(ojson.Pointer("", steps[2])).Get("uri").Text()
			steps = steps[2:]
		}
		if n++; n > maxRest {
			c.add(Change{Part: CardPart, Kind: Changed, Text: "more of the card changed, which is not listed"})
			return
		}
		change.Name = safe.Text(strings.Join(steps, " "))
		c.add(change)
	}
}

// maxShort bounds a value on a line.
const maxShort = 60

func shortOf(v *ojson.Value) string { return safe.Text(string(v.Compact())).Line(maxShort).String() }

func line(r safe.Raw) string { return r.Line(0).String() }
