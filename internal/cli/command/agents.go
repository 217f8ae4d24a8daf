package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/internal/catalog"
	"a2aform/internal/demo"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/runner"
	"a2aform/internal/qa/suite"
	"a2aform/internal/safe"
	"a2aform/internal/store"
)

// Agents opens the agent of each case, and each agent once.
type Agents struct {
	Environments
	Flag    AgentFlag
	Connect ConnectFlags
	Rate    suite.Rate // of the command line
	Pace    *runner.Pace
	opened  map[string]*opened
	saved   func() []store.Saved // read once
}

type opened struct {
	agent *a2aclient.Agent
	err   error
}

// AgentError says that an agent could not be opened.
type AgentError struct{ Err error }

func (e *AgentError) Error() string { return e.Err.Error() }

func (e *AgentError) Unwrap() error { return e.Err }

// NewAgents returns the agents and environments of a command.
func NewAgents(s *Streams) Agents {
	return Agents{Environments: Environments{Streams: s}, saved: sync.OnceValue(func() []store.Saved {
		list, _ := s.Store().Saved(WorkingDir()) // opening an agent reports what is wrong
		return list
	})}
}

// AddAgentFlags adds the flags that name the agent and say how to reach it.
func (a *Agents) AddAgentFlags(cmd *cobra.Command) {
	a.Pace = runner.NewPace()
	a.Flag.Add(cmd)
	a.Connect.Add(cmd)
	a.Connect.AddDebug(cmd)
	a.Connect.AddPolling(cmd)
	a.Connect.AddMetadata(cmd)
}

// Open returns the agent of the command line, else of the environment, else of the case, else of
// A2ACLI_AGENT_CARD.
func (a *Agents) Open(ctx context.Context, c *casefile.Case) (*a2aclient.Agent, error) {
	in, err := a.Environment(a.IsOwn())
	if err != nil {
		return nil, err
	}
	if a.IsOwn() || in == nil || len(in.Agents) == 0 {
		return a.openNamed(ctx, in, c)
	}
	agent, ok := in.Agent(c.Agent)
	switch {
	case !ok && c.Agent == "":
		return nil, errNoAgent(in)
	case !ok:
		return a.openNamed(ctx, in, c)
	}
	return a.once(in.Name+"\x00"+agent.Name, c, func() (*a2aclient.Agent, error) { return a.openIn(ctx, in, agent, c) })
}

// NameInHistory names the agent that a case runs against in the history, before it is opened. It
// may be called from any goroutine.
func (a *Agents) NameInHistory(c *casefile.Case) string {
	flag := a.Flag
	if !a.IsOwn() {
		flag.Value = c.Agent
		if in, err := a.Suite.Environment(a.Name); err == nil {
			if agent, ok := in.Agent(c.Agent); ok {
				flag.Value = agent.Ref
			}
		}
	}
	ref, _ := flag.Ref(a.Streams, nil) // opening the agent reports that there is none
	return runner.AgentName(a.saved(), ref)
}

// IsOwn reports that the user named the agent on the command line, which wins over environments and cases.
func (a *Agents) IsOwn() bool { return a.Flag.Value != "" }

// once opens an agent on the first call, and returns the same one afterwards.
func (a *Agents) once(key string, c *casefile.Case, open func() (*a2aclient.Agent, error)) (*a2aclient.Agent, error) {
	key += "\x00" + c.Entry.Transport + "\x00" + c.Entry.Version
	if known := a.opened[key]; known != nil {
		return known.agent, known.err
	}
	if a.opened == nil {
		a.opened = map[string]*opened{}
	}
	found := &opened{}
	if found.agent, found.err = open(); found.err != nil {
		found.agent, found.err = nil, &AgentError{found.err}
	} else {
		WarnCredentials(a.Streams, found.agent, nil)
	}
	a.opened[key] = found
	return found.agent, found.err
}

// openNamed opens the agent of the command line, or the one that a case names itself.
func (a *Agents) openNamed(ctx context.Context, in *Environment, c *casefile.Case) (*a2aclient.Agent, error) {
	flag := a.Flag
	if flag.Value == "" {
		flag.Value = c.Agent
	}
	ref, err := flag.Ref(a.Streams, nil)
	if err != nil {
		return nil, errNoAgent(in)
	}
	agent, err := a.once(ref, c, func() (*a2aclient.Agent, error) {
		connect := a.Connect.demanding(c.Entry.Transport, c.Entry.Version) // an agent must not inherit what is saved with another
		if !a.IsOwn() {
			connect = connect.At("")
		}
		if a.IsOwn() || ref != c.Agent || a.isSaved(ref) {
			return a.fetched(ctx, in, &connect, func() (*a2aclient.Card, error) { return connect.Fetch(ctx, a.Streams, &flag, nil) })
		}
		if !connect.isTrusted(originOf(ref)) {
			var had bool
			if connect, had = connect.withoutCredentials(); had {
				a.Streams.Warn("note: a case names the agent " + environmentLine(ref) + ", so no credentials of flags are sent there; to send them, name the agent with -a, save it, or allow its host with --trust")
			}
		}
		return a.fetched(ctx, in, &connect, func() (*a2aclient.Card, error) { return connect.FetchFrom(ctx, a.Streams, c.Path, ref, a.files...) })
	})
	if err == nil && in.holdsSecret(c) && !a.Connect.isTrusted(runner.PaceHost(agent)) {
		return nil, &AgentError{Usagef("the case sends a variable of the environment %s to %s, which the environment does not name; allow the host with --trust %s",
			in.Name, environmentLine(runner.PaceHost(agent)), environmentLine(runner.PaceHost(agent)))}
	}
	return agent, err
}

// openIn opens an agent of an environment, with what the environment sends to it. Credentials of flags go only to a host that a
// flag trusts.
func (a *Agents) openIn(ctx context.Context, in *Environment, agent suite.Agent, c *casefile.Case) (*a2aclient.Agent, error) {
	saved, err := a.SavedAgent(in, agent)
	if err != nil {
		return nil, err
	}
	connect := a.Connect.demanding(c.Entry.Transport, c.Entry.Version)
	connect = connect.At("")
	if !connect.isTrusted(originOf(saved.URL)) {
		var had bool
		if connect, had = connect.withoutCredentials(); had {
			a.Streams.Warn("note: the environment " + in.Name + " names the agent " + environmentLine(agent.Name) + ", so no credentials of flags are sent there; to send them, allow its host with --trust")
		}
	}
	return a.fetched(ctx, in, &connect, func() (*a2aclient.Card, error) {
		return connect.FetchSaved(ctx, a.Streams, saved.Ref(), saved)
	})
}

// fetched opens the agent of a card that fetch reads. It masks the values of the variables of the environment wherever the agent
// repeats them.
func (a *Agents) fetched(ctx context.Context, in *Environment, connect *ConnectFlags, fetch func() (*a2aclient.Card, error)) (*a2aclient.Agent, error) {
	card, err := fetch()
	if err != nil {
		return nil, err
	}
	agent, err := connect.Open(ctx, a.Streams, card)
	if err != nil {
		return nil, err
	}
	rate := a.Rate
	if in != nil && !a.IsOwn() {
		rate = rate.Slower(in.Rate)
	}
	a.Pace.Limit(runner.PaceHost(agent), rate.Interval())
	if in == nil || len(in.secrets) == 0 {
		return agent, nil
	}
	credentials := agent.Credentials()
	if credentials == nil {
		if credentials, err = auth.NewCredentialSet(agent.Interface().URL); err != nil {
			return nil, Usagef("%s, so the variables of the environment %s could not be masked", err, in.Name)
		}
		if agent, err = agent.Redial(agent.Card(), a2aclient.WithCredentials(credentials)); err != nil {
			return nil, err
		}
	}
	for _, secret := range in.secrets {
		credentials.Hide(secret)
	}
	return agent, nil
}

// isSaved reports whether ref is a name in agents.toml. Opening the agent checks what a file of a repository may name.
func (a *Agents) isSaved(ref string) bool {
	list, _ := a.Streams.Store().Saved(WorkingDir())
	return slices.ContainsFunc(list, func(s store.Saved) bool { return s.Name == ref })
}

// TakeAgent takes the agent out of arguments that are files otherwise, as the flag names it: an address, a saved name, or the
// built-in agent. It returns the paths that are left.
func (a *Agents) TakeAgent(args []string) (paths []string, err error) {
	for _, arg := range args {
		switch {
		case isFile(arg) || !isAddress(arg) && !IsDemo(arg) && !a.isSaved(arg):
			paths = append(paths, arg)
		case a.IsOwn():
			return nil, Usagef("%s and %s both name the agent; use one of them", environmentLine(a.Flag.Value), environmentLine(arg))
		default:
			a.Flag.Value = arg
		}
	}
	return paths, nil
}

// isAddress reports whether an argument is a URL, or a host with its port.
func isAddress(arg string) bool {
	if strings.Contains(arg, "://") {
		return true
	}
	host, port, err := net.SplitHostPort(arg)
	if err != nil || host == "" || strings.ContainsAny(host, `/\`) {
		return false
	}
	_, err = strconv.ParseUint(port, 10, 16)
	return err == nil
}

// Close ends the connections.
func (a *Agents) Close() {
	for _, o := range a.opened {
		if o.agent != nil {
			o.agent.Close()
		}
	}
}

// Reset forgets the suite and the agents, so that they are read again.
func (a *Agents) Reset() {
	a.Suite, a.isRead, a.inUse, a.isInUse, a.opened = nil, false, nil, false, nil
}

// Protected is the protected environment that cases run in, nil for none: the one in use, or one whose agent the command line names.
func (a *Agents) Protected() (*suite.Environment, error) {
	if a.IsOwn() {
		return a.ProtectedAgent(a.Flag.Value), nil
	}
	in, err := a.Environment(false)
	if err != nil || in == nil || !in.Protect {
		return nil, err
	}
	return in.Environment, nil
}

// ProtectedAgent is the protected environment that has an agent, nil for none.
func (e *Environments) ProtectedAgent(ref string) *suite.Environment {
	if e.Suite == nil {
		return nil
	}
	for _, in := range e.Suite.Environments {
		for _, named := range in.Agents {
			if in.Protect && strings.TrimSuffix(named.Ref, "/") == strings.TrimSuffix(ref, "/") {
				return in
			}
		}
	}
	return nil
}

// Unwrap returns the reason of an [AgentError].
func Unwrap(err error) error {
	var failed *AgentError
	if errors.As(err, &failed) {
		return failed.Err
	}
	return err
}

// IsDemo reports the name of the built-in agent, which a command starts for itself and which ends with it.
func IsDemo(ref string) bool { return strings.TrimSpace(ref) == store.BuiltIn }

// AgentFlag is the agent by flag, for those who are used to a2a-cli.
type AgentFlag struct{ Value string }

// Add adds the flag.
func (f *AgentFlag) Add(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&f.Value, "agent-card", "a", "", "the `AGENT`: saved name, URL, host, card file, or an agent of a catalog (CATALOG#NAME); demo is the built-in agent, - a card on standard input")
	if strings.Contains(cmd.Use, "AGENT") {
		MoveFlags(cmd, AgentPage, "agent-card")
	}
}

// Ref is the agent by argument, flag or the variable A2ACLI_AGENT_CARD.
func (f *AgentFlag) Ref(s *Streams, args []string) (string, error) {
	for _, ref := range append(args, f.Value, s.Getenv("A2ACLI_AGENT_CARD")) {
		if ref != "" {
			return ref, nil
		}
	}
	return "", Usagef("no agent: pass a URL, a host, a card file or a saved name as argument, with -a, or in A2ACLI_AGENT_CARD")
}

// Fetch reads the card that an argument or flag names.
func (f *AgentFlag) Fetch(ctx context.Context, s *Streams, args []string) (*a2aclient.Card, error) {
	ref, _, err := f.Find(s, args)
	if err != nil {
		return nil, err
	}
	return FetchCard(ctx, s, ref)
}

// FetchCard reads the card of an agent that was found.
func FetchCard(ctx context.Context, s *Streams, ref string) (*a2aclient.Card, error) {
	card, _, err := fetch(ctx, s, ref, nil, nil)
	return card, err
}

// fetch is FetchCard with an identity, which is shown to the host that the user named alone. It returns the catalog that named the
// host, "" where the user did.
func fetch(ctx context.Context, s *Streams, ref string, identity, o []a2aclient.Option) (card *a2aclient.Card, catalog string, err error) {
	if IsDemo(ref) {
		server, err := demo.Start(ctx, "", demo.Options{Pace: demo.DefaultPace})
		if err != nil {
			return nil, "", err
		}
		ref = server.URL // until the command ends
	}
	if ref != "-" {
		return fetchRef(ctx, s, ref, identity, append(o, s.Network()...))
	}
	if s.InTTY {
		return nil, "", Usagef("the agent is -, but standard input has no card; try: cat card.json | a2aform card -")
	}
	card, err = a2aclient.Read(s.In, store.StandardInput)
	return card, "", err
}

// maxNamedAgents bounds how many agents of a catalog an error names.
const maxNamedAgents = 20

// fetchRef reads the card that a reference leads to: a card itself, or an agent of a catalog,
// CATALOG#NAME. A catalog of one agent needs no name. It returns the catalog, if that alone names the host of the agent; such a
// host does not see the identity.
func fetchRef(ctx context.Context, s *Streams, ref string, identity, o []a2aclient.Option) (card *a2aclient.Card, from string, err error) {
	own := slices.Concat(identity, o)
	if base, name, ok := strings.Cut(ref, "#"); ok && base != "" && !isFile(ref) {
		list, err := catalog.Open(ctx, base, own...)
		if err != nil {
			return nil, "", fmt.Errorf("find %s in the catalog: %w", safe.Text(name).Line(80), err)
		}
		return fetchEntry(ctx, list, name, own, o)
	}
	card, err = a2aclient.Fetch(ctx, ref, own...)
	if err == nil {
		return card, "", nil
	}
	list := catalog.OpenInstead(ctx, ref, err, own...)
	switch {
	case list == nil:
		return nil, "", err
	case len(list.Entries) == 1 && !list.Entries[0].IsCatalog:
		s.Warn("note: the catalog has one agent, " + list.Entries[0].Name.Line(80).String())
		return fetchEntry(ctx, list, "", own, o)
	}
	return nil, "", Usagef("this is a catalog of agents: write %s#NAME with the name of one; it has %s", safe.Text(ref).Line(200), namesIn(list))
}

func isFile(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// fetchEntry reads the card of an agent of a catalog, by its name or its address; "" is the
// only one.
func fetchEntry(ctx context.Context, list *catalog.Catalog, name string, own, others []a2aclient.Option) (card *a2aclient.Card, from string, err error) {
	i := slices.IndexFunc(list.Entries, func(e catalog.Entry) bool {
		return !e.IsCatalog && (name == "" || strings.EqualFold(e.Name.Line(0).String(), safe.Text(name).Line(0).String()) || e.Ref == name)
	})
	if i < 0 {
		return nil, "", Usagef("the catalog has no agent %s; it has %s", safe.Text(name).Line(80), namesIn(list))
	}
	e, o := list.Entries[i], own
	if list.NamesHost(e) {
		from, o = list.From, others
	}
	if e.Card == nil {
		card, err = a2aclient.Fetch(ctx, e.Ref, o...)
		return card, from, err
	}
	source := list.From
	if name != "" {
		source += "#" + name
	}
	card, err = a2aclient.Read(bytes.NewReader(e.Card), source)
	return card, from, err
}

func namesIn(list *catalog.Catalog) string {
	var names []string
	for _, e := range list.Entries {
		if len(names) == maxNamedAgents {
			names = append(names, fmt.Sprintf("%d more", len(list.Entries)-len(names)))
			break
		}
		names = append(names, e.Name.Line(80).String())
	}
	if names == nil {
		return "none"
	}
	return strings.Join(names, ", ")
}
