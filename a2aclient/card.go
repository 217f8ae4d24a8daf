package a2aclient

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"a2aform/a2aclient/a2a"
	"a2aform/a2aclient/auth"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// Dialect is the family of A2A that a card belongs to (docs/reference/dialects.md).
type Dialect string

// The dialects that are recognized.
const (
	DialectV10      Dialect = "A2A 1.0"
	DialectV03      Dialect = "A2A 0.3"
	DialectV02      Dialect = "A2A 0.2"
	DialectWorkshop Dialect = "workshop" // seed 001: inputSchema is a member of the skill
	DialectSessions Dialect = "sessions" // seed 003: a list of capabilities, sessions over REST
)

// Binding is how an interface is spoken to, spelled as A2A 1.0 §5.8 does.
type Binding string

// The bindings of the specification. Another one is kept as the card spells it.
const (
	BindingJSONRPC  Binding = "JSONRPC"
	BindingHTTPJSON Binding = "HTTP+JSON"
	BindingGRPC     Binding = "GRPC"
	BindingSessions Binding = "sessions" // of seed 003
)

// Interface is one address at which the agent can be reached.
type Interface struct {
	URL     safe.Raw // absolute, but for a relative URL in a card read from a file
	Binding Binding  // untrusted text where it is none of the constants
	Version safe.Raw // "1.0", "0.3"; empty where the card does not say
	Tenant  safe.Raw // goes into every request (A2A 1.0 §4.4.6); empty for none
	Note    string   // our words: why URL is not what the card says; "" where it is
}

// Card is what an agent says about itself, in one shape for all dialects.
// It is immutable.
type Card struct {
	Source   string // where it was read: a URL or a file path
	Dialect  Dialect
	Evidence string // our words: by what the dialect was recognized

	Name, Description, Version, Provider safe.Raw
	ProviderURL, Documentation           safe.Raw
	Contact, Pricing                     safe.Raw // their leading values

	Interfaces        []Interface // in the card's order, without duplicates
	Streaming         bool
	PushNotifications bool
	StateManagement   bool // of contexts (seed 001)
	Signatures        int  // how many the card has; none is verified here
	HasExtended       bool // there is an authenticated extended card, too
	IsExtended        bool // this is that card
	Extensions        []Extension
	Skills            []Skill
	Inputs            []Input            // forms of the agent itself, from defaultInputModes
	Outputs           []Output           // the schemas of defaultOutputModes
	OnlySchemas       bool               // the agent promises data of Outputs: it declares no other output
	Text              bool               // the agent as a whole accepts plain text
	Schemas           []NamedSchema      // in the card's order
	Schemes           []auth.Scheme      // ways to show who one is
	Requirements      []auth.Requirement // any one of them is enough; none where anybody may ask
	AuthNote          safe.Raw           // what the card says about credentials, in one line; empty for nothing
	Warnings          []string           // our words, safe to show
	Raw               json.RawMessage

	isAtOrigin bool           // its only interface is where it is from, as it names none
	byName     map[string]int // places in Schemas
	inputModes []string       // defaultInputModes as written: the encoder asks for the exact tag
	// outputModes are defaultOutputModes as written: what messages without a skill accept.
	outputModes []string
}

// Extension is one entry of capabilities.extensions.
type Extension struct {
	URI, Description safe.Raw
	Required         bool
	Params           safe.Raw // their beginning, as JSON; empty for those that are known
	HasSchemas       bool     // the card keeps schemas in its params, which are read
	Known            bool     // a2aform follows it: object schemas (seed 000), and forms of AgentStack
	IsForm           bool     // it is one of those for forms
}

// Use says in our words what becomes of the extension.
func (e *Extension) Use() string {
	switch {
	case e.Known:
		return "typed forms: on"
	case e.Required:
		return "required, but not supported here"
	case e.HasSchemas:
		return "its schemas are read"
	}
	return "not used"
}

// Skill is one thing the agent offers (a capability in dialect 003).
type Skill struct {
	ID, Name, Description safe.Raw
	Tags, Examples        []safe.Raw
	InputModes            []safe.Raw         // that apply: its own, else the agent's
	Requirements          []auth.Requirement // of its own, besides the card's; any one is enough
	Inputs                []Input            // its forms; those of the agent where it names no modes
	Outputs               []Output           // what its data may follow, as far as that is declared
	// OnlySchemas says that the skill promises data of Outputs: it declares no other output.
	OnlySchemas bool
	// Output is the skill's own outputSchema (seed 001), nil where it has none.
	Output json.RawMessage
	Facts  safe.Raw // the beginning of what else a capability says of itself, as JSON (seed 003)
	Text   bool     // accepts text/plain, or JSON alone without a schema and an example of it: a text is tried first
	JSON   bool     // accepts JSON without a named schema

	outputModes []string // that apply: its own, else the agent's
}

// Detail is one line of what a card says, with its label.
type Detail struct {
	Label string
	Text  safe.Raw
}

// Details are the members of the card that are shown as they are, in the order in which the command line and the screens show them.
// A member that the card does not have is not among them.
func (c *Card) Details() []Detail {
	state := ""
	if c.StateManagement {
		state = "the agent keeps the state of a chat"
	}
	return withText(
		Detail{"State", safe.Text(state)},
		Detail{"Website", c.ProviderURL},
		Detail{"Contact", c.Contact},
		Detail{"Manual", c.Documentation},
		Detail{"Pricing", c.Pricing},
	)
}

// Details are the members of the skill that are shown as they are, like [Card.Details].
func (s *Skill) Details() []Detail {
	return withText(Detail{"Facts", s.Facts})
}

func withText(all ...Detail) []Detail {
	return slices.DeleteFunc(all, func(d Detail) bool { return d.Text.IsEmpty() })
}

// OutputModes are the output modes that apply: its own, else the agent's.
func (s *Skill) OutputModes() (modes []safe.Raw) {
	for _, m := range s.outputModes {
		modes = append(modes, safe.Text(m))
	}
	return modes
}

// Input is one form: a schema and how data that follows it is marked.
type Input struct {
	SkillID safe.Raw // empty for a form of the agent itself
	Name    safe.Raw // the schema's name, empty for a schema without one
	// Tag is the input mode exactly as the card declares it, such as
	// "application/json;schema=NAME"; empty where the schema has no name.
	Tag    safe.Raw
	Schema json.RawMessage
	Rule   string // our words: why this schema is a form here
	// GuessedFrom says what a template is guessed from: "the description". It is part of Rule.
	GuessedFrom string
	// IsGuess says that the card declares no schema, and this one describes its examples.
	// Data is never refused because of it.
	IsGuess bool
	// IsPrivate says that the card has the schema where no version of A2A has one.
	IsPrivate bool
	// IsAttached says that the user gave the schema, see [WithInputSchema].
	IsAttached bool
	// AsText says to send the data as a text part, since the skill takes no JSON.
	AsText bool
	// Template makes the text of the data; nil for the JSON itself.
	Template *schema.Template
	// Form is the form of an extension, which puts the data into the metadata of the message; nil for others.
	Form *a2a.Form
}

// IsNoted reports whether the user should see where the schema is from: it is a guess, a file of
// the user, or in a place of the card that other clients do not read.
func (i *Input) IsNoted() bool { return i.IsGuess || i.IsAttached || i.IsPrivate }

// Text is the text that is sent of data, where AsText says that it is one.
func (i *Input) Text(data []byte) string {
	v, err := ojson.Parse(data, ojson.DataLimits)
	if i.Template == nil || err != nil {
		return string(data)
	}
	return i.Template.Text(v)
}

// Output is one schema that a skill's answers may follow.
type Output struct {
	Name safe.Raw // empty for a schema without one
	Rule string   // our words: why this schema is meant
	// Attached is a schema of the user, which counts for any data; nil for one of the card.
	Attached json.RawMessage
}

// NamedSchema is one entry of the card's root member "schemas" (seed 000 §1),
// or of an extension's params.
type NamedSchema struct {
	Name   safe.Raw
	Schema json.RawMessage // exactly as in the card
	Place  string          // our words: where on the card it lies
}

// Schema is the declared schema of that name; the last one where a card
// declares it twice.
func (c *Card) Schema(name string) (json.RawMessage, bool) {
	i, ok := c.byName[name]
	if !ok {
		return nil, false
	}
	return c.Schemas[i].Schema, true
}

func (c *Card) addSchema(name string, schema json.RawMessage, place string) {
	c.byName[name] = len(c.Schemas)
	c.Schemas = append(c.Schemas, NamedSchema{safe.Text(name), schema, place})
}

// OutputSchema is the declared schema that a part's media type names by its
// parameter "schema" (seed 000 §4). The name is given even where the schema is
// not declared; ok says that it is.
func (c *Card) OutputSchema(mediaType safe.Raw) (name safe.Raw, schema json.RawMessage, ok bool) {
	m := a2a.ParseMediaType(mediaType.Exact())
	if !m.HasSchema {
		return safe.Raw{}, nil, false
	}
	schema, ok = c.Schema(m.Schema)
	return safe.Text(m.Schema), schema, ok
}

// maxNamedSkills bounds how many skills an error names.
const maxNamedSkills = 20

// NoSkill says that the agent has no such skill, and which is near, or which there are.
func (c *Card) NoSkill(id string) error {
	var ids []string
	for _, s := range c.Skills {
		ids = append(ids, s.ID.Line(60).String())
	}
	shown := safe.Text(id).Line(60)
	if near := safe.NearestID(id, ids); near != "" {
		return fmt.Errorf("the agent has no skill %s; did you mean %s?", shown, near)
	}
	if len(ids) == 0 {
		return fmt.Errorf("the agent has no skill %s, nor any other", shown)
	}
	return fmt.Errorf("the agent has no skill %s; it has %s", shown, namedSkills(ids))
}

// namedSkills names skills in an error, as far as they fit.
func namedSkills(ids []string) string {
	more := ""
	if n := len(ids) - maxNamedSkills; n > 0 {
		ids, more = ids[:maxNamedSkills], fmt.Sprintf(" and %d more", n)
	}
	return strings.Join(ids, ", ") + more
}

// OnlyForm is what fills in a form without a skill: the agent itself, where skill is nil, or the only skill that has a form. There
// may be no form at all. The error names the skills where several have one.
func (c *Card) OnlyForm() (skill *Skill, inputs []Input, err error) {
	if len(c.Inputs) > 0 {
		return nil, c.Inputs, nil
	}
	var ids []string
	for i := range c.Skills {
		if s := &c.Skills[i]; len(s.Inputs) > 0 {
			skill, inputs, ids = s, s.Inputs, append(ids, s.ID.Line(60).String())
		}
	}
	if len(ids) > 1 {
		return nil, nil, fmt.Errorf("several skills have a form: %s", namedSkills(ids))
	}
	return skill, inputs, nil
}

// Skill is the skill of that id, nil if there is none.
func (c *Card) Skill(id string) *Skill {
	for i := range c.Skills {
		if c.Skills[i].ID.Exact() == id {
			return &c.Skills[i]
		}
	}
	return nil
}

// SkillNamed is the skill that a user means: that of the id or, where only one skill has it, of the name, whatever its case. It is nil
// if there is none.
func (c *Card) SkillNamed(word string) (named *Skill) {
	if skill := c.Skill(word); skill != nil {
		return skill
	}
	for i := range c.Skills {
		if !strings.EqualFold(c.Skills[i].Name.Line(0).String(), word) {
			continue
		}
		if named != nil {
			return nil
		}
		named = &c.Skills[i]
	}
	return named
}

// Extended returns the authenticated extended card of the agent, read as the
// public one is: it takes that one's place, as A2A 1.0 §3.1.11 has it, but for
// the schemas, which the SDKs drop on the way; those of the public card stay
// where the extended one has none. It fails with [ErrUnsupported] where the
// public card promises none. Dial the result to speak to what it names.
func (a *Agent) Extended(ctx context.Context) (*Card, error) {
	if !a.card.HasExtended {
		return nil, ErrUnsupported
	}
	data, err := a.extendedCard(ctx)
	if err != nil {
		return nil, err
	}
	if len(data) > limit.CardBytes.Int() {
		return nil, &CardError{Ref: a.card.Source, Layer: LayerContent, What: "the extended card is larger than " + limit.CardBytes.String(), Next: "use the public card; " + limit.CardBytes.Hint()}
	}
	data, kept := withSchemas(data, a.card.Raw)
	c, err := Parse(data, a.card.Source)
	if err != nil {
		return nil, err
	}
	c.IsExtended = true
	if kept {
		c.warn("the extended card has no schemas; the public card's are used")
	}
	return c, nil
}

// extendedCard asks for the authenticated extended card, and returns it as it was
// received. [Agent.Extended] reads it.
func (a *Agent) extendedCard(ctx context.Context) (json.RawMessage, error) {
	if a.protocol.methods[opExtendedCard] == "" {
		return nil, ErrUnsupported
	}
	c := a.newCall(opExtendedCard, "")
	switch {
	case a.protocol.rest != nil:
	case a.card.Dialect == DialectV02:
		c.verb, c.url = http.MethodGet, extendedCardURL(a.iface.URL.Exact())
		c.method = c.verb + " " + v02ExtendedCard
	default:
		c.body = a.protocol.closeBody(a.openBody(c, NewID(), 0))
	}
	return a.conn().askRaw(ctx, c)
}

const v02ExtendedCard = "agent/authenticatedExtendedCard"

// extendedCardURL is where 0.2 has the extended card: at {url}/../agent/… (0.2.6 §9.1).
func extendedCardURL(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address // asking will fail with the reason
	}
	return u.JoinPath("..", v02ExtendedCard).String()
}

// withSchemas adds the schemas of the public card to an extended one that has
// none, and reports whether it has.
func withSchemas(extended, public []byte) ([]byte, bool) {
	schemas := memberObject(public, "schemas")
	if schemas == nil || memberObject(extended, "schemas") != nil {
		return extended, false
	}
	end := bytes.LastIndexByte(extended, '}')
	if end < 0 || !ojson.IsObject(extended) || !ojson.IsValid(extended) {
		return extended, false // reading it will fail with the reason
	}
	e := &encoder{bytes.TrimRight(bytes.Clone(extended[:end]), " \t\r\n")}
	e.rawMember("schemas", schemas)
	e.close('}')
	return e.b, true
}

// memberObject is the last member of that name that is an object with members,
// nil for none.
func memberObject(raw []byte, name string) (found []byte) {
	s := ojson.NewReader(bytes.TrimPrefix(raw, []byte(ojson.ByteOrderMark)))
	if !s.Enter('{') {
		return nil
	}
	for s.Member() {
		named := string(s.Key) == name
		if v := s.Value(); named && ojson.IsObject(v) && len(bytes.Trim(v, "{} \t\r\n")) > 0 {
			found = v
		}
	}
	return found
}
