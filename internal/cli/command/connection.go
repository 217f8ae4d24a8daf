package command

import (
	"crypto/tls"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/store"
)

// routing is which way of the card is taken.
type routing struct {
	transports      []string          // in the order of preference
	demanded        a2aclient.Binding // in place of these; "" for none
	version, tenant string
}

// add adds the flags.
func (r *routing) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringArrayVar(&r.transports, "transport", nil, "prefer this `BINDING`: JSONRPC, HTTP+JSON or GRPC; may be repeated, the first one that the card has is used (default the card's order)")
	flags.StringVar(&r.version, "a2a-version", "", "use this protocol `VERSION`, such as 0.3, whatever the card says (default the card's order)")
	flags.StringVar(&r.tenant, "tenant", "", "send this `TENANT` instead of the card's")
}

// bindings are the bindings that the user prefers, in order.
func (r *routing) bindings() (list []a2aclient.Binding, err error) {
	for _, name := range r.transports {
		switch strings.ToUpper(name) {
		case "JSONRPC", "JSON-RPC":
			list = append(list, a2aclient.BindingJSONRPC)
		case "HTTP+JSON", "REST":
			list = append(list, a2aclient.BindingHTTPJSON)
		case "GRPC":
			list = append(list, a2aclient.BindingGRPC)
		default:
			return nil, Usagef("--transport %s is not known: use JSONRPC, HTTP+JSON or GRPC", safe.Text(name).Line(40))
		}
	}
	return list, nil
}

// identity is who one is to a server that asks for a certificate, and whether the server must prove who it is.
type identity struct {
	unverified bool // any certificate of a server is accepted
	Cert, Key  string
}

// add adds the flags.
func (i *identity) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&i.Cert, "client-cert", "", "a PEM `FILE`: the certificate for an agent that asks for one; its key is in --client-key")
	flags.StringVar(&i.Key, "client-key", "", "a PEM `FILE`: the private key of --client-cert")
	flags.BoolVar(&i.unverified, "insecure", false, "do not verify certificates, for development: anybody on the way can read and change what is sent")
}

// certificate is the one to show; nil for none.
func (i *identity) certificate() (*tls.Certificate, error) {
	switch {
	case i.Cert == "" && i.Key == "":
		return nil, nil
	case i.Cert == "" || i.Key == "":
		return nil, Usagef("--client-cert and --client-key must be used together")
	}
	c, err := tls.LoadX509KeyPair(i.Cert, i.Key)
	if err != nil {
		return nil, Usagef("--client-cert and --client-key: %s", safe.Text(err.Error()).Line(200))
	}
	return &c, nil
}

// Identity is the certificate to show, for [a2aclient.Fetch] and
// [a2aclient.Card.Dial].
func (i *identity) Identity() ([]a2aclient.Option, error) {
	c := connection{unverified: i.unverified}
	var err error
	c.certificate, err = i.certificate()
	return c.identityOptions(), err
}

// schemaFlags are the schemas of a skill in place of those of the card.
type schemaFlags struct {
	inputSchema  string  // FILE or FILE#NAME; "" for what the card declares
	outputSchema string  // likewise, of what the skill answers with
	skill        *string // that both are for; nil where a command has no such flags
}

// AddSchema adds the flags of those who fill in a form of the skill.
func (f *schemaFlags) AddSchema(cmd *cobra.Command, skill *string) {
	f.skill = skill
	cmd.Flags().StringVar(&f.inputSchema, "input-schema", "", "a `FILE` with the JSON Schema of what --skill takes; FILE#NAME for one of its $defs, OpenAPI schemas or MCP tools")
	cmd.Flags().StringVar(&f.outputSchema, "output-schema", "", "a `FILE` with the JSON Schema of what --skill answers with, or FILE#NAME; results are shown and checked by it")
	MoveFlags(cmd, AgentPage, "input-schema", "output-schema")
}

// extensionFlags are the extensions that are activated, and what they get with every message.
type extensionFlags struct {
	extensions, metadata []string
}

// add adds the flag of those who speak to an agent.
func (f *extensionFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.extensions, "extension", nil, "activate the extension of this `URI` too; may be repeated")
}

// AddMetadata adds the flag of those who send messages.
func (f *extensionFlags) AddMetadata(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.metadata, "extension-metadata", nil, "`KEY=JSON` for an extension, sent with every message; KEY begins with its URI; may be repeated")
	MoveFlags(cmd, AgentPage, "extension-metadata")
}

// HasExtensions reports that the user asked for extensions.
func (f *extensionFlags) HasExtensions() bool { return len(f.extensions) > 0 }

// members are the members of metadata for the extensions.
func (f *extensionFlags) members() (list []a2aclient.Metadata, err error) {
	if slices.Contains(f.extensions, "") {
		return nil, Usagef("--extension: write the URI of an extension")
	}
	for _, pair := range f.metadata {
		m, err := f.member(pair)
		if err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	return list, nil
}

// member reads KEY=JSON. A URI may contain =, so the key ends at the
// first one with JSON behind it.
func (f *extensionFlags) member(pair string) (a2aclient.Metadata, error) {
	for i, c := range pair {
		if c != '=' || i == 0 {
			continue
		}
		value, err := ojson.Parse([]byte(pair[i+1:]), ojson.DataLimits)
		if err != nil {
			continue
		}
		if key := pair[:i]; slices.ContainsFunc(f.extensions, func(uri string) bool { return strings.HasPrefix(key, uri) }) {
			return a2aclient.Metadata{Key: key, Value: value.Compact()}, nil
		}
		return a2aclient.Metadata{}, Usagef("--extension-metadata %s: its key begins with the URI of no extension that --extension activates", safe.Text(pair[:i]).Line(200))
	}
	return a2aclient.Metadata{}, Usagef("--extension-metadata: write KEY=JSON, a text in quotes: KEY='\"text\"'")
}

// connection is how a card is dialed: what is saved with the agent, with the flags over it. Each member is decided once, so
// that the order of options does not matter.
type connection struct {
	binding                   a2aclient.Binding // "" for the card's order
	version, tenant, endpoint string            // "" for the card's
	pollInterval              time.Duration
	unverified                bool             // any certificate of the server is accepted
	certificate               *tls.Certificate // to show; nil for none
	extensions                []string
	metadata                  []a2aclient.Metadata
	schemas                   map[place]attached
	versionLearned            func(version string) // nil for nobody to tell
	plainHTTP                 bool                 // to other machines
}

// place is where a schema takes the place of those of the card.
type place struct {
	skill    string // "" for the agent itself
	isOutput bool
}

// attached is a schema of the user.
type attached struct {
	schema json.RawMessage
	ref    string // where it is from
}

// attach reads a schema for a skill, in place of an earlier one.
func (c *connection) attach(at place, ref string) error {
	raw, err := schema.ReadFile(ref)
	if err != nil {
		return err
	}
	if c.schemas == nil {
		c.schemas = map[place]attached{}
	}
	c.schemas[at] = attached{raw, ref}
	return nil
}

// attachSaved attaches the schemas that are kept with an agent, nil for none, and returns what is wrong with those that
// cannot be used.
func (c *connection) attachSaved(saved *store.Saved) (problems []string) {
	if saved == nil {
		return nil
	}
	for _, kept := range saved.Schemas {
		if err := c.attach(place{kept.Skill, kept.IsOutput}, kept.Ref); err != nil {
			problems = append(problems, "the schema attached to "+safe.Text(kept.Skill).Line(80).String()+" is not used: "+err.Error())
		}
	}
	return problems
}

// prefer chooses the first preferred binding that the card has. If it has none
// of them, its own order counts and the note says so.
func (c *connection) prefer(r routing, card *a2aclient.Card) (note string) {
	if c.binding = r.demanded; c.binding != "" {
		return ""
	}
	list, _ := r.bindings() // checked with the other flags
	var names []string
	for _, b := range list {
		if slices.ContainsFunc(card.Interfaces, func(i a2aclient.Interface) bool { return i.Binding == b }) {
			c.binding = b
			return ""
		}
		names = append(names, string(b))
	}
	if names == nil {
		return ""
	}
	return "the card has no " + strings.Join(names, " or ") + " interface, so its own order counts"
}

// options are the connection for [a2aclient.Card.Dial].
func (c *connection) options() []a2aclient.Option {
	list := []a2aclient.Option{
		a2aclient.WithBinding(c.binding), a2aclient.WithVersion(c.version), a2aclient.WithTenant(c.tenant), a2aclient.WithEndpoint(c.endpoint),
		a2aclient.WithPollInterval(c.pollInterval), a2aclient.WithExtensions(c.extensions...), a2aclient.WithMetadata(c.metadata...),
		a2aclient.WithVersionLearned(c.versionLearned),
	}
	if c.plainHTTP {
		list = append(list, a2aclient.WithInsecureHTTP())
	}
	return slices.Concat(list, c.identityOptions(), c.schemaOptions())
}

// identityOptions are those about certificates.
func (c *connection) identityOptions() (list []a2aclient.Option) {
	if c.unverified {
		list = append(list, a2aclient.WithoutVerification())
	}
	if c.certificate != nil {
		list = append(list, a2aclient.WithIdentity(*c.certificate))
	}
	return list
}

// schemaOptions are those with schemas in place of the card's.
func (c *connection) schemaOptions() (list []a2aclient.Option) {
	for at, a := range c.schemas {
		attach := a2aclient.WithInputSchema
		if at.isOutput {
			attach = a2aclient.WithOutputSchema
		}
		list = append(list, attach(at.skill, a.schema, "attached from "+safe.Text(a.ref).Line(200).String()))
	}
	return list
}

// Check refuses flags that cannot be used, also where nothing is sent.
func (f *ConnectFlags) Check() error {
	_, _, err := f.connection()
	return err
}

// connection is what is saved with the agent, and the flags over it, with what is wrong with saved schemas.
func (f *ConnectFlags) connection() (c *connection, problems []string, err error) {
	c = &connection{version: f.version, tenant: f.tenant, pollInterval: f.pollInterval, unverified: f.unverified, extensions: f.extensions}
	if _, err := f.bindings(); err != nil {
		return nil, nil, err
	}
	if f.pollInterval < 0 {
		return nil, nil, Usagef("--poll-interval %s: use a time such as 2s", f.pollInterval)
	}
	if c.certificate, err = f.certificate(); err != nil {
		return nil, nil, err
	}
	if f.endpoint != "" {
		if c.endpoint, err = a2aclient.ParseEndpoint(f.endpoint); err != nil {
			return nil, nil, Usagef("--endpoint: %s", err)
		}
	}
	if c.metadata, err = f.members(); err != nil {
		return nil, nil, err
	}
	problems = c.attachSaved(f.saved)
	if f.inputSchema != "" {
		if err := c.attach(place{*f.skill, false}, f.inputSchema); err != nil {
			return nil, nil, Usagef("--input-schema: %s", err)
		}
	}
	if f.outputSchema != "" {
		if err := c.attach(place{*f.skill, true}, f.outputSchema); err != nil {
			return nil, nil, Usagef("--output-schema: %s", err)
		}
	}
	return c, problems, nil
}

// Choose returns an agent at the interface of the card that the flags choose, with a note where they cannot. It is not for calls.
func (f *ConnectFlags) Choose(s *Streams, card *a2aclient.Card) (*a2aclient.Agent, error) {
	c, _, err := f.connection()
	if err != nil {
		return nil, err
	}
	if note := c.prefer(f.routing, card); note != "" {
		s.Warn("note: " + note)
	}
	return card.Dial(c.options()...)
}

// ProblemsOfSaved are what is wrong with the schemas that are kept with the agent.
func (f *ConnectFlags) ProblemsOfSaved() []string {
	var c connection
	return c.attachSaved(f.saved)
}
