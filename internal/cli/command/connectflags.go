package command

import (
	"context"
	"crypto/tls"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/store"
)

// ConnectFlags are how an agent is spoken to, where the card's word is not enough.
type ConnectFlags struct {
	transports           []string          // in the order of preference
	demanded             a2aclient.Binding // in place of these; "" for none
	version, tenant      string
	endpoint             string // of the flag or the saved agent; "" for the card's
	pollInterval         time.Duration
	unverified           bool // any certificate is accepted
	extensions, metadata []string
	Credentials          CredentialFlags
	Cert, Key            string
	inputSchema          string  // FILE or FILE#NAME; "" for what the card declares
	outputSchema         string  // likewise, of what the skill answers with
	skill                *string // that inputSchema is for; nil where a command has no such flag
	Debug                bool
	Anonymous            bool            // no credentials, whatever the flags and variables say
	Trusted              []string        // hosts that only a file names and that credentials may go to, or origins
	agreed               map[string]bool // to which origins --endpoint may lead
	saved                *store.Saved    // the agent, where a name was given or a file names it
	catalog              string          // that named the host of the agent; "" for none
	IsPublic             bool            // there is another card, for which credentials are missing
}

// Add adds the flags of every command that speaks to an agent.
func (f *ConnectFlags) Add(cmd *cobra.Command) {
	f.Credentials.add(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.Cert, "client-cert", "", "a PEM `FILE`: the certificate for an agent that asks for one; its key is in --client-key")
	flags.StringVar(&f.Key, "client-key", "", "a PEM `FILE`: the private key of --client-cert")
	flags.StringArrayVar(&f.transports, "transport", nil, "prefer this `BINDING`: JSONRPC, HTTP+JSON or GRPC; may be repeated, the first one that the card has is used (default the card's order)")
	flags.BoolVar(&f.unverified, "insecure", false, "do not verify certificates, for development: anybody on the way can read and change what is sent")
	flags.StringVar(&f.version, "a2a-version", "", "use this protocol `VERSION`, such as 0.3, whatever the card says (default the card's order)")
	flags.StringVar(&f.endpoint, "endpoint", "", "send messages to this `URL` instead of the card's address")
	flags.StringVar(&f.tenant, "tenant", "", "send this `TENANT` instead of the card's")
	flags.StringArrayVar(&f.extensions, "extension", nil, "activate the extension of this `URI` too; may be repeated")
	f.addTrust(cmd)
	MoveFlags(cmd, AgentPage, "trust", "bearer", "basic", "api-key", "credential", "svc-param", "header", "client-cert", "client-key", "transport", "insecure", "a2a-version", "endpoint", "tenant", "extension")
}

// AddMetadata adds the flag of those who send messages.
func (f *ConnectFlags) AddMetadata(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.metadata, "extension-metadata", nil, "`KEY=JSON` for an extension, sent with every message; KEY begins with its URI; may be repeated")
	MoveFlags(cmd, AgentPage, "extension-metadata")
}

// AddSchema adds the flag of those who fill in a form of the skill.
func (f *ConnectFlags) AddSchema(cmd *cobra.Command, skill *string) {
	f.skill = skill
	cmd.Flags().StringVar(&f.inputSchema, "input-schema", "", "a `FILE` with the JSON Schema of what --skill takes; FILE#NAME for one of its $defs, OpenAPI schemas or MCP tools")
	cmd.Flags().StringVar(&f.outputSchema, "output-schema", "", "a `FILE` with the JSON Schema of what --skill answers with, or FILE#NAME; results are shown and checked by it")
	MoveFlags(cmd, AgentPage, "input-schema", "output-schema")
}

// AddPolling adds the flag of those who wait for a task.
func (f *ConnectFlags) AddPolling(cmd *cobra.Command) {
	cmd.Flags().DurationVar(&f.pollInterval, "poll-interval", 0, "ask for the state of a task every `TIME` where it is not streamed, such as 2s (default 500ms, growing to 3s)")
	MoveFlags(cmd, AgentPage, "poll-interval")
}

// AddDebug adds the flag of those who write to standard error.
func (f *ConnectFlags) AddDebug(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.Debug, "debug", false, "show requests and answers on standard error; credentials are masked")
	MoveFlags(cmd, AgentPage, "debug")
}

// IsForCalls reports whether any of the flags was given that have no effect on
// reading a public card and choosing one of its interfaces.
func (f *ConnectFlags) IsForCalls() bool {
	return len(f.extensions)+len(f.metadata)+len(f.Credentials.Headers)+len(f.Credentials.params) > 0 || !f.Credentials.isEmpty()
}

// Options are the flags for [a2aclient.Card.Dial].
func (f *ConnectFlags) Options() ([]a2aclient.Option, error) {
	var list []a2aclient.Option
	if _, err := f.bindings(); err != nil {
		return nil, err
	}
	if f.pollInterval < 0 {
		return nil, Usagef("--poll-interval %s: use a time such as 2s", f.pollInterval)
	}
	list = append(list, a2aclient.WithPollInterval(f.pollInterval))
	identity, err := f.Identity()
	if err != nil {
		return nil, err
	}
	list = append(list, identity...)
	if f.version != "" {
		list = append(list, a2aclient.WithVersion(f.version))
	}
	if f.endpoint != "" {
		endpoint, err := a2aclient.ParseEndpoint(f.endpoint)
		if err != nil {
			return nil, Usagef("--endpoint: %s", err)
		}
		list = append(list, a2aclient.WithEndpoint(endpoint))
	}
	if f.tenant != "" {
		list = append(list, a2aclient.WithTenant(f.tenant))
	}
	if slices.Contains(f.extensions, "") {
		return nil, Usagef("--extension: write the URI of an extension")
	}
	list = append(list, a2aclient.WithExtensions(f.extensions...))
	if f.inputSchema != "" {
		schema, err := schema.ReadFile(f.inputSchema)
		if err != nil {
			return nil, Usagef("--input-schema: %s", err)
		}
		list = append(list, a2aclient.WithInputSchema(*f.skill, schema, attachedFrom(f.inputSchema)))
	}
	if f.outputSchema != "" {
		schema, err := schema.ReadFile(f.outputSchema)
		if err != nil {
			return nil, Usagef("--output-schema: %s", err)
		}
		list = append(list, a2aclient.WithOutputSchema(*f.skill, schema, attachedFrom(f.outputSchema)))
	}
	for _, pair := range f.metadata {
		m, err := f.extensionMetadata(pair)
		if err != nil {
			return nil, err
		}
		list = append(list, a2aclient.WithMetadata(m))
	}
	return list, nil
}

// bindings are the bindings that the user prefers, in order.
func (f *ConnectFlags) bindings() (list []a2aclient.Binding, err error) {
	for _, name := range f.transports {
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

// preferred is the option for the first preferred binding that the card has. If it has none
// of them, its own order counts and the note says so.
func (f *ConnectFlags) preferred(card *a2aclient.Card) (options []a2aclient.Option, note string) {
	if f.demanded != "" {
		return []a2aclient.Option{a2aclient.WithBinding(f.demanded)}, ""
	}
	list, _ := f.bindings() // checked with the other flags
	var names []string
	for _, b := range list {
		if slices.ContainsFunc(card.Interfaces, func(i a2aclient.Interface) bool { return i.Binding == b }) {
			return []a2aclient.Option{a2aclient.WithBinding(b)}, ""
		}
		names = append(names, string(b))
	}
	if names == nil {
		return nil, ""
	}
	return nil, "the card has no " + strings.Join(names, " or ") + " interface, so its own order counts"
}

// Choose returns an agent at the interface of the card that the flags choose, with a note where they cannot. It is not for calls.
func (f *ConnectFlags) Choose(s *Streams, card *a2aclient.Card) (*a2aclient.Agent, error) {
	options, err := f.Options()
	if err != nil {
		return nil, err
	}
	binding, note := f.preferred(card)
	if note != "" {
		s.Warn("note: " + note)
	}
	return card.Dial(slices.Concat(options, binding)...)
}

// SavedSchemas are the schemas that are kept with the agent, and what is wrong with those
// that cannot be used.
func (f *ConnectFlags) SavedSchemas() (list []a2aclient.Option, problems []string) {
	if f.saved == nil {
		return nil, nil
	}
	for _, saved := range f.saved.Schemas {
		schema, err := schema.ReadFile(saved.Ref)
		if err != nil {
			problems = append(problems, "the schema attached to "+safe.Text(saved.Skill).Line(80).String()+" is not used: "+err.Error())
			continue
		}
		attach := a2aclient.WithInputSchema
		if saved.IsOutput {
			attach = a2aclient.WithOutputSchema
		}
		list = append(list, attach(saved.Skill, schema, attachedFrom(saved.Ref)))
	}
	return list, problems
}

func attachedFrom(ref string) string { return "attached from " + safe.Text(ref).Line(200).String() }

// extensionMetadata reads KEY=JSON. A URI may contain =, so the key ends at the
// first one with JSON behind it.
func (f *ConnectFlags) extensionMetadata(pair string) (a2aclient.Metadata, error) {
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

// Identity is the certificate to show, for [a2aclient.Fetch] and
// [a2aclient.Card.Dial].
func (f *ConnectFlags) Identity() ([]a2aclient.Option, error) {
	var list []a2aclient.Option
	if f.unverified {
		list = append(list, a2aclient.WithoutVerification())
	}
	if f.Cert == "" && f.Key == "" {
		return list, nil
	}
	if f.Cert == "" || f.Key == "" {
		return nil, Usagef("--client-cert and --client-key must be used together")
	}
	identity, err := tls.LoadX509KeyPair(f.Cert, f.Key)
	if err != nil {
		return nil, Usagef("--client-cert and --client-key: %s", safe.Text(err.Error()).Line(200))
	}
	return append(list, a2aclient.WithIdentity(identity)), nil
}

// Fetch reads the card that an argument or flag names, as the flags have it.
func (f *ConnectFlags) Fetch(ctx context.Context, s *Streams, agent *AgentFlag, args []string) (*a2aclient.Card, error) {
	_, saved, err := agent.Find(s, args)
	if err != nil {
		return nil, err
	}
	return f.FetchSaved(ctx, s, agent, args, saved)
}

// Traced returns a context whose calls are shown, if --debug is set.
func (f *ConnectFlags) Traced(ctx context.Context, s *Streams) context.Context {
	if see := f.PrintFrame(s); see != nil {
		return a2aclient.WithTrace(ctx, see)
	}
	return ctx
}

// PrintFrame returns the function that prints the traffic, nil without --debug.
func (f *ConnectFlags) PrintFrame(s *Streams) func(a2aclient.Frame) {
	if !f.Debug {
		return nil
	}
	return func(frame a2aclient.Frame) {
		arrow := "<"
		if frame.Sent {
			arrow = ">"
		}
		s.Warn(arrow + " " + frame.Head.Line(0).String())
		names := slices.Sorted(maps.Keys(frame.Header))
		for _, name := range names {
			s.Warn(arrow + "   " + safe.Text(name+": "+strings.Join(frame.Header[name], ", ")).Line(0).String())
		}
		if len(frame.Body) > 0 {
			s.Warn(arrow + "   " + safe.Text(string(frame.Body)).Line(limit.WireBytes.Int()).String())
		}
	}
}

// Open is dial, with the authenticated extended card in place of
// the public one where that can be had.
func (f *ConnectFlags) Open(ctx context.Context, s *Streams, card *a2aclient.Card) (*a2aclient.Agent, error) {
	agent, err := f.DialWithNotes(ctx, s, card)
	if err != nil {
		return nil, err
	}
	agent, note := run.Extend(f.Traced(ctx, s), agent)
	if f.IsPublic = note == run.NotePublicCard; note != "" && (!f.IsPublic || f.Debug) {
		s.Warn("note: " + note)
	}
	return agent, nil
}

// DialWithNotes is dial, and writes its notes to standard error.
func (f *ConnectFlags) DialWithNotes(ctx context.Context, s *Streams, card *a2aclient.Card) (*a2aclient.Agent, error) {
	agent, notes, err := f.Dial(ctx, s, card, s.Store())
	if f.agreesToEndpoint(s, err) {
		agent, notes, err = f.Dial(ctx, s, card, s.Store())
	}
	if err != nil {
		return nil, err
	}
	for _, note := range notes {
		s.Warn("note: " + note)
	}
	if from, to, differ := agent.OtherServer(); differ {
		s.Warn("note: the card is from " + from + ", and messages go to another host, " + to)
	}
	return agent, nil
}

// Dial chooses an interface of the card, with what is kept for it and what the
// flags give.
func (f *ConnectFlags) Dial(ctx context.Context, s *Streams, card *a2aclient.Card, keep *store.Store) (agent *a2aclient.Agent, notes []string, err error) {
	given := f
	f, variables := f.withVariables(s, card)
	options, err := f.Options()
	if err != nil {
		return nil, nil, err
	}
	attached, problems := f.SavedSchemas()
	binding, note := f.preferred(card)
	options = slices.Concat(attached, options, binding, f.keepsVersion(keep), s.Network()) // a flag comes after what is saved
	if agent, err = card.Dial(options...); err != nil {
		return nil, nil, err
	}
	if with, leaves, err := given.mayLeave(keep, agent); err != nil {
		return nil, nil, err
	} else if leaves {
		f, variables = with, nil
	}
	goesTo, err := f.mayUse(keep, agent, variables)
	if err != nil {
		return nil, nil, err
	}
	if agent, notes, err = run.WithKept(ctx, agent, keep); err != nil {
		return nil, nil, err
	}
	notes = append(problems, notes...)
	for _, note := range []string{note, goesTo, agent.Interface().Note} {
		if note != "" {
			notes = append(notes, note)
		}
	}
	if f.Cert != "" { // who one is goes to the card's own host alone, as a secret does
		if _, err := credentialsFor(card, agent.Interface().URL); err != nil {
			return nil, nil, err
		}
	}
	credentials, err := f.Credentials.set(s, card, agent)
	if err != nil {
		return nil, nil, err
	}
	if credentials != nil {
		agent, err = agent.Redial(card, a2aclient.WithCredentials(credentials))
	}
	s.hadCredentials = agent != nil && agent.HasCredentials()
	if f.unverified && s.hadCredentials {
		notes = append(notes, "WARNING: credentials are sent over connections whose certificates are not verified (--insecure)")
	}
	return agent, notes, err
}

// WarnUnverified warns that certificates are not verified, if so.
func (f *ConnectFlags) WarnUnverified(s *Streams) {
	if f.unverified {
		s.Warn("WARNING: certificates are not verified (--insecure), so anybody on the way can pretend to be the agent")
	}
}

// withVariables returns the flags with the credentials of the environment variables that the
// a2a-cli specification names: the ones that the card declares a scheme for, where no flag
// gives any, and the names of these variables. An agent of an environment gets what the environment says alone.
func (f *ConnectFlags) withVariables(s *Streams, card *a2aclient.Card) (with *ConnectFlags, names []string) {
	if f.Anonymous || !f.Credentials.isEmpty() || f.saved != nil && f.saved.Environment != "" {
		return f, nil
	}
	g := *f
	for _, v := range []struct {
		name  string
		into  *string
		kinds []auth.SchemeKind
	}{
		{"A2ACLI_BEARER", &g.Credentials.bearer, bearerKinds},
		{"A2ACLI_BASIC", &g.Credentials.basic, basicKinds},
		{"A2ACLI_API_KEY", &g.Credentials.apiKey, apiKeyKinds},
	} {
		isDeclared := slices.ContainsFunc(card.Schemes, func(scheme auth.Scheme) bool { return slices.Contains(v.kinds, scheme.Kind) })
		if isDeclared && s.Getenv(v.name) != "" {
			*v.into = "env:" + v.name
			names = append(names, v.name)
		}
	}
	return &g, names
}

// WarnCredentials says what the agent asks for and will not get. Skill is what will be
// used of it, nil for itself.
func WarnCredentials(s *Streams, agent *a2aclient.Agent, skill *a2aclient.Skill) {
	if what := agent.Card().Asked(agent.Card().Missing(agent.Credentials(), skill)); what != "" {
		s.Warn("note: the agent asks for " + what + "; pass it with --bearer, --basic, --api-key or --credential (each env:NAME), or store it with a2aform auth login")
	}
	for _, uri := range agent.Missing() {
		s.Warn("note: the agent requires the extension " + Line(uri) + ", which a2aform does not know; if it rejects the message, send with --extension " + Line(uri))
	}
}
