package command

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/internal/limit"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
)

// ConnectFlags are how an agent is spoken to, where the card's word is not enough.
type ConnectFlags struct {
	routing
	identity
	schemaFlags
	extensionFlags
	trustFlags
	namedBy
	endpoint     string // of the flag or the saved agent; "" for the card's
	pollInterval time.Duration
	Credentials  CredentialFlags
	Debug        bool
	Anonymous    bool // no credentials, whatever the flags and variables say
	IsPublic     bool // there is another card, for which credentials are missing
}

// Add adds the flags of every command that speaks to an agent.
func (f *ConnectFlags) Add(cmd *cobra.Command) {
	f.Credentials.add(cmd)
	f.identity.add(cmd)
	f.routing.add(cmd)
	cmd.Flags().StringVar(&f.endpoint, "endpoint", "", "send messages to this `URL` instead of the card's address")
	f.extensionFlags.add(cmd)
	f.trustFlags.add(cmd)
	MoveFlags(cmd, AgentPage, "trust", "bearer", "basic", "api-key", "credential", "svc-param", "header", "client-cert", "client-key", "transport", "insecure", "a2a-version", "endpoint", "tenant", "extension")
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

// Fetch reads the card that an argument or flag names, as the flags have it.
func (f *ConnectFlags) Fetch(ctx context.Context, s *Streams, agent *AgentFlag, args []string) (*a2aclient.Card, error) {
	ref, saved, err := agent.Find(s, args)
	if err != nil {
		return nil, err
	}
	return f.FetchSaved(ctx, s, ref, saved)
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
	c, problems, err := f.connection()
	if err != nil {
		return nil, nil, err
	}
	note := c.prefer(f.routing, card)
	c.versionLearned, c.plainHTTP = f.keepsVersion(keep), s.InsecureHTTP
	if agent, err = card.Dial(c.options()...); err != nil {
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

// WorkingDir is where the program was started, "" if it is unknown.
func WorkingDir() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	return dir
}

// Find is the agent by argument, flag or variable: what opens it, and the saved
// agent where a name was given.
func (f *AgentFlag) Find(s *Streams, args []string) (ref string, saved *store.Saved, err error) {
	ref, err = f.Ref(s, args)
	if err != nil || !store.IsAgentName(ref) {
		return ref, nil, err
	}
	list, problems := s.Store().Saved(WorkingDir())
	if i := slices.IndexFunc(list, func(a store.Saved) bool { return a.Name == ref }); i >= 0 {
		return list[i].Ref(), &list[i], nil
	}
	for _, problem := range problems {
		var refused *store.RefusedAgentError
		if errors.As(problem, &refused) && refused.Name == ref && !IsDemo(ref) {
			return "", nil, Usagef("%s", problem)
		}
	}
	if len(problems) > 0 {
		// The name may be in the file that cannot be read.
		s.Warn("note: " + errors.Join(problems...).Error())
	}
	return ref, nil, nil
}

// Adopt takes over how a saved agent is to be spoken to, where the flags do not
// say; nil for one that is not saved.
func (f *ConnectFlags) Adopt(saved *store.Saved) {
	f.saved = saved
	if saved == nil {
		return
	}
	if len(f.transports) == 0 && saved.Transport != "" {
		f.transports = []string{saved.Transport}
	}
	f.version = cmp.Or(f.version, saved.Version)
	f.tenant = cmp.Or(f.tenant, saved.Tenant)
	f.endpoint = cmp.Or(f.endpoint, saved.Endpoint)
	var headers []string
	for _, h := range saved.Headers {
		value := "env:" + h.Env
		if h.Env == "" {
			value = h.Text
		}
		headers = append(headers, h.Name+"="+value)
	}
	for _, c := range saved.Credentials {
		f.Credentials.named = append(f.Credentials.named, c.Name+"=env:"+c.Env)
	}
	f.Credentials.Headers = append(headers, f.Credentials.Headers...) // the last one counts
}

// AdoptNamed is Adopt for an agent whose host a catalog named, "" for none.
func (f *ConnectFlags) AdoptNamed(saved *store.Saved, catalog string) {
	f.Adopt(saved)
	f.catalog = catalog
}

// FetchSaved is [ConnectFlags.Fetch] of an agent that was found, with what is saved of it, nil for nothing.
func (f *ConnectFlags) FetchSaved(ctx context.Context, s *Streams, ref string, saved *store.Saved) (*a2aclient.Card, error) {
	f.AdoptNamed(saved, "")
	f.WarnUnverified(s)
	if err := f.mayIdentify(s.Store()); err != nil {
		return nil, err
	}
	options, err := f.Identity()
	if err != nil {
		return nil, err
	}
	var c connection
	_ = c.attachSaved(f.saved) // who dials is told of those that cannot be used
	card, catalog, err := fetch(f.Traced(ctx, s), s, ref, options, c.schemaOptions())
	f.catalog = catalog
	if err == nil && saved != nil {
		_ = s.Store().StoreFirstCard(*saved, card.Raw) // for diff, which says that it has none
	}
	return card, err
}

// At returns the flags with an address for messages in place of theirs, "" for the card's.
func (f *ConnectFlags) At(endpoint string) ConnectFlags {
	changed := *f
	changed.endpoint = endpoint
	return changed
}

// Agreeing returns the flags for a user who agreed that messages go to the origin of --endpoint, "" for none.
func (f ConnectFlags) Agreeing(origin string) ConnectFlags {
	f.agreed = map[string]bool{origin: origin != ""}
	return f
}

// Endpoint is the address for messages of the command line, "" for that of the saved agent or the card.
func (f *ConnectFlags) Endpoint() string {
	if f.saved != nil && f.saved.Endpoint == f.endpoint {
		return ""
	}
	return f.endpoint
}

// demanding is the flags with a binding and a version in place of theirs, where these are not empty. A card without an
// interface of this binding is an error.
func (f *ConnectFlags) demanding(binding, version string) ConnectFlags {
	changed := *f
	changed.demanded = a2aclient.Binding(binding)
	changed.version = cmp.Or(version, changed.version)
	return changed
}
