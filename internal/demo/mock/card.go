package mock

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"a2aform/internal/demo/server"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// card is what a mock needs of a card.
type card struct {
	root       *ojson.Value
	name       string
	skills     []*skill // the last one is the agent itself, with its default modes
	schemas    map[string]*schema.Document
	names      []string // of the schemas
	extensions []string // that it declares
	required   []string // of those
}

// skill is a skill of a card, or the agent itself.
type skill struct {
	id      string
	inputs  []string // names of schemas
	outputs []string
	input   *schema.Document // of the skill alone, without a name (seed 001)
	output  *schema.Document
}

// readCard reads a card. Schemas that cannot be used are left out, and named.
func readCard(data []byte) (*card, []string, error) {
	root, err := ojson.Parse(data, ojson.CardLimits)
	if err != nil {
		return nil, nil, fmt.Errorf("the card cannot be read: %w", err)
	}
	if !root.Is(ojson.Object) {
		return nil, nil, errors.New("the card is not a JSON object")
	}
	c := &card{root: root, name: root.Get("name").Text(), schemas: map[string]*schema.Document{}}
	var notes []string
	for _, m := range root.Get("schemas").Members() {
		doc, err := usable(m.Value)
		if err != nil {
			notes = append(notes, fmt.Sprintf("the schema %s cannot be used, so its data is not validated: %v", m.Name, err))
		}
		c.names, c.schemas[m.Name] = append(c.names, m.Name), doc
	}
	for _, s := range root.Get("skills").Items() {
		read := &skill{id: s.Get("id").Text(), inputs: schemasOf(s.Get("inputModes")), outputs: schemasOf(s.Get("outputModes"))}
		if s.Get("inputSchema").Exists() {
			read.input, _ = usable(s.Get("inputSchema"))
		}
		if s.Get("outputSchema").Exists() {
			read.output, _ = usable(s.Get("outputSchema"))
		}
		c.skills = append(c.skills, read)
	}
	c.skills = append(c.skills, &skill{inputs: schemasOf(root.Get("defaultInputModes")), outputs: schemasOf(root.Get("defaultOutputModes"))})
	for _, e := range root.Get("capabilities").Get("extensions").Items() {
		if uri := e.Get("uri").Text(); uri != "" {
			c.extensions = append(c.extensions, uri)
			if e.Get("required").Bool() {
				c.required = append(c.required, uri)
			}
		}
	}
	return c, notes, nil
}

func usable(v *ojson.Value) (*schema.Document, error) {
	doc, err := schema.Load(v.Compact())
	if err == nil {
		err = doc.Compile()
	}
	if err != nil {
		return nil, err
	}
	return doc, nil
}

// schemasOf are the schemas that modes name.
func schemasOf(modes *ojson.Value) (names []string) {
	for _, mode := range modes.Items() {
		if name, ok := server.SchemaOf(mode.Text()); ok {
			names = append(names, name)
		}
	}
	return names
}

// skillOf is the first skill with a form of that schema, else the agent itself.
func (c *card) skillOf(schema string) *skill {
	for _, s := range c.skills {
		if slices.Contains(s.inputs, schema) {
			return s
		}
	}
	return c.skills[len(c.skills)-1]
}

func (c *card) skillByID(id string) *skill {
	for _, s := range c.skills {
		if id != "" && s.id == id {
			return s
		}
	}
	return nil
}

// with sets members of an object: a nil value removes one.
func with(v *ojson.Value, set ...ojson.Member) *ojson.Value {
	members := slices.Clone(v.Members())
	for _, m := range set {
		at := slices.IndexFunc(members, func(old ojson.Member) bool { return old.Name == m.Name })
		switch {
		case m.Value == nil && at >= 0:
			members = slices.Delete(members, at, at+1)
		case m.Value == nil:
		case at >= 0:
			members[at].Value = m.Value
		default:
			members = append(members, m)
		}
	}
	return ojson.NewObject(members...)
}

func text(name, value string) ojson.Member {
	return ojson.Member{Name: name, Value: ojson.NewString(value)}
}

// versions are the dialects that the card is written in.
func (c *card) versions() (list []string) {
	add := func(version string) {
		for _, known := range []string{"1.0", "0.3", "0.2"} {
			if strings.HasPrefix(strings.TrimPrefix(version, "v"), known) && !slices.Contains(list, known) {
				list = append(list, known)
			}
		}
	}
	switch {
	case c.root.Get("capabilities").Is(ojson.Array), c.root.Get("api").Get("type").Text() == "a2a":
		return []string{"sessions"}
	case c.isWorkshop():
		return []string{"workshop"}
	}
	for _, i := range c.root.Get("supportedInterfaces").Items() {
		add(i.Get("protocolVersion").Text())
	}
	add(c.root.Get("protocolVersion").Text())
	if list == nil {
		list = []string{"0.3"}
		if c.root.Get("supportedInterfaces").Exists() {
			list = []string{"1.0"}
		}
	}
	return list
}

// isWorkshop reports a card of seed 001: it has skills with a schema and no version.
func (c *card) isWorkshop() bool {
	if c.root.Get("protocolVersion").Exists() || c.root.Get("supportedInterfaces").Exists() || c.root.Get("defaultInputModes").Exists() {
		return false
	}
	return slices.ContainsFunc(c.skills, func(s *skill) bool { return s.input != nil || s.output != nil })
}

// served is the card with the address of the mock, in the dialects that it is written in.
func (c *card) served(bearer bool, base string) *ojson.Value {
	v := with(c.root, ojson.Member{Name: "signatures"})
	if !bearer {
		v = with(v, ojson.Member{Name: "security"}, ojson.Member{Name: "securityRequirements"})
	}
	versions := c.versions()
	switch versions[0] {
	case "sessions":
		return with(v, ojson.Member{Name: "api", Value: with(v.Get("api"), text("type", "a2a"), text("url", base+server.PathSessions))})
	case "workshop":
		return with(v, text("url", base+server.PathWorkshop))
	}
	if caps := v.Get("capabilities"); caps.Exists() {
		for _, lacks := range []string{"pushNotifications", "extendedAgentCard"} {
			if caps.Get(lacks).Bool() {
				caps = with(caps, ojson.Member{Name: lacks, Value: ojson.NewBool(false)})
			}
		}
		v = with(v, ojson.Member{Name: "capabilities", Value: caps}, ojson.Member{Name: "supportsAuthenticatedExtendedCard"})
	}
	old, current := "", false
	var interfaces []*ojson.Value
	for _, version := range versions {
		path := server.PathV03
		if version == "1.0" {
			path, current = server.PathV10, true
		} else {
			old = version
		}
		interfaces = append(interfaces, ojson.NewObject(text("url", base+path), text("protocolBinding", "JSONRPC"), text("protocolVersion", version)))
	}
	set := []ojson.Member{{Name: "supportedInterfaces"}, {Name: "url"}, {Name: "protocolVersion"}, {Name: "preferredTransport"}, {Name: "additionalInterfaces"}}
	if current {
		set[0].Value = ojson.NewArray(interfaces...)
	}
	if old != "" {
		set[1], set[2], set[3] = text("url", base+server.PathV03), text("protocolVersion", old+".0"), text("preferredTransport", "JSONRPC")
	}
	return with(v, set...)
}

// changes says what the served card does not have of the original.
func (c *card) changes(bearer bool) []string {
	notes := []string{"the card is served with the address of the mock"}
	if c.root.Get("signatures").Exists() {
		notes = append(notes, "the signatures of the card are left out: they do not hold for another address")
	}
	if !bearer && (c.root.Get("security").Len() > 0 || c.root.Get("securityRequirements").Len() > 0) {
		notes = append(notes, "the card's security requirements are left out; --require-bearer asks for a token")
	}
	return notes
}
