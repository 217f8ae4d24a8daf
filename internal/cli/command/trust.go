package command

import (
	"context"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/internal/safe"
	"a2aform/internal/store"
)

// trustFlags are where the user lets credentials and messages go.
type trustFlags struct {
	Trusted []string        // hosts that only a file names and that credentials may go to, or origins
	agreed  map[string]bool // to which origins --endpoint may lead
}

// add adds the flag for hosts that only a file names.
func (f *trustFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.Trusted, "trust", nil, "send credentials to this `HOST`, such as agents.example.com, though only a file of the repository, a card or a catalog names it, and messages of --endpoint, though the card is from another one; may be repeated; see a2aform agents trust")
}

// isTrusted reports whether the command line says that credentials may go to an origin that a file names.
func (f *trustFlags) isTrusted(origin string) bool {
	u, err := url.Parse(origin)
	return err == nil && slices.ContainsFunc(f.Trusted, func(host string) bool {
		return strings.EqualFold(host, u.Host) || strings.EqualFold(host, u.Hostname()) || strings.EqualFold(host, origin)
	})
}

// FetchFrom is [ConnectFlags.Fetch] for an agent that a file names, such as a test case or a presentation. Its host gets no
// credentials before the user agrees, unless ref is the name of one of the user's own agents. The file of a card must be below the
// repository of the file or an allowed directory.
func (f *ConnectFlags) FetchFrom(ctx context.Context, s *Streams, file, ref string, allowed ...string) (*a2aclient.Card, error) {
	found, saved, err := (&AgentFlag{Value: ref}).Find(s, nil)
	if err != nil {
		return nil, err
	}
	if saved == nil && !IsDemo(ref) {
		saved = &store.Saved{File: absolute(file), Local: true}
		if saved.URL, saved.Card, err = a2aclient.Locate(ref); err != nil {
			return nil, err
		}
		if err := checkCard(file, ref, allowed...); err != nil {
			return nil, err
		}
	}
	return f.FetchSaved(ctx, s, found, saved)
}

// checkCard says why a file may not name an agent: it is the file of a card, or of a catalog, that is not of its repository.
func checkCard(file, ref string, allowed ...string) error {
	base := ref
	if !isFile(ref) {
		base, _, _ = strings.Cut(ref, "#") // of a catalog
	}
	_, path, err := a2aclient.Locate(base)
	if err != nil || path == "" { // opening it says what is wrong
		return nil
	}
	if err := store.CheckPath(file, path, allowed...); err != nil {
		return Usagef("%s names the agent %s: %s", shown(file), shown(ref), err)
	}
	return nil
}

// absolute returns the path of a file from the root; an address stays as it is.
func absolute(file string) string {
	if strings.Contains(file, "://") || file == store.StandardInput {
		return file
	}
	if path, err := filepath.Abs(file); err == nil {
		return path
	}
	return file
}

// namedBy is what named the agent, other than an address.
type namedBy struct {
	saved   *store.Saved // where a name was given or a file names the agent
	catalog string       // that named the host of the agent; "" for none
}

// named is the agent of a card as a file named its host; nil where the user named or saved that. IsArgument reports the file of a
// card that the user named.
func (n *namedBy) named(card *a2aclient.Card) (saved *store.Saved, isArgument bool) {
	switch {
	case n.saved != nil && n.saved.Local:
		return n.saved, false
	case n.catalog != "":
		return &store.Saved{File: absolute(n.catalog), Local: true}, false
	case n.saved != nil:
		return nil, false
	}
	if u, err := url.Parse(card.Source); err == nil && auth.Origin(u) != "" {
		return nil, false // the card is from the host itself
	}
	return &store.Saved{File: absolute(card.Source), Local: true}, true
}

// keepsVersion keeps with the user's saved agent which version of A2A it turned out to speak; nil for another agent.
func (n *namedBy) keepsVersion(keep *store.Store) func(version string) {
	if n.saved == nil || n.saved.Local || n.saved.Name == "" || n.saved.Environment != "" || keep == nil {
		return nil
	}
	name := n.saved.Name
	return func(version string) {
		_ = keep.SetSpoken(name, "", version) // where that fails, the agent is asked in two versions again
	}
}

// mayUse is the one place that decides whether credentials go to the host of an agent: to one that the user named or saved, and to
// one that a file named once the user has agreed. That is so for those of flags, of variables, of files and of auth login. The
// note says where those of flags go for a card that the user named.
func (f *ConnectFlags) mayUse(keep *store.Store, agent *a2aclient.Agent, variables []string) (note string, err error) {
	saved, isArgument := f.named(agent.Card())
	if saved == nil {
		return "", nil
	}
	credentials, err := auth.NewCredentialSet(agent.Interface().URL)
	if err != nil {
		return "", nil // nothing is sent there
	}
	origin := credentials.Origin()
	var sends []string
	isEmpty := f.Credentials.isEmpty()
	hasFlags := f.Cert != "" || saved.Environment == "" && (!isEmpty || len(f.Credentials.Headers) > len(saved.Headers) || len(f.Credentials.params) > 0)
	if len(variables) > 0 {
		sends = append(sends, variables...)
	} else if hasFlags && !isArgument {
		sends = append(sends, "credentials of the command line")
	}
	if isEmpty && !saved.HasOwnHost && keepsFor(keep, agent.Card(), origin) {
		sends = append(sends, "the credentials that are stored for it")
	}
	if len(sends)+len(saved.TrustIn(origin).Headers) > 0 {
		return "", f.mayGoTo(keep, saved, origin, sends)
	}
	if hasFlags {
		note = shown(saved.File) + " names the host " + shown(origin) + ", which gets the credentials of the command line"
		if warning := originWarning(origin); warning != "" {
			note += ". " + warning
		}
	}
	return note, nil
}

// keepsFor reports whether something is kept for an origin that a scheme of the card takes.
func keepsFor(keep *store.Store, card *a2aclient.Card, origin string) bool {
	if keep == nil {
		return false
	}
	kept, _ := keep.Credentials() // run.Dial says what is wrong with them
	return slices.ContainsFunc(kept, func(c store.Credential) bool {
		_, takes := card.Scheme(c.Scheme)
		return c.Origin == origin && takes
	})
}

// mayLeave is the one place that decides whether messages go to another host than that of the card, to an address that --endpoint
// or a file gave: once the user has agreed, or where the user saved that address. No credential goes there; with are the flags
// without any, where that is so.
func (f *ConnectFlags) mayLeave(keep *store.Store, agent *a2aclient.Agent) (with *ConnectFlags, leaves bool, err error) {
	from, to, leaves := agent.OtherEndpoint()
	if !leaves {
		return f, false, nil
	}
	isSaved := f.saved != nil && !f.saved.Local && f.saved.Endpoint == f.endpoint
	if trust := store.EndpointTrust(absolute(agent.Card().Source), to); !isSaved && !f.isTrusted(to) && !keep.IsTrusted(trust) && !f.agreed[to] {
		return nil, false, &store.EndpointError{Trust: trust, Card: from, Warning: originWarning(to)}
	}
	without, had := f.withoutCredentials()
	if had {
		return nil, false, Usagef("the card is from %s, and messages go to %s, which is another host, so no credential is sent there; leave out the flags and headers with credentials", from, to)
	}
	return &without, true, nil
}

// agreesToEndpoint asks on a terminal whether messages may go to another host than that of the card, if err says that they would.
// It saves that the user agrees.
func (f *ConnectFlags) agreesToEndpoint(s *Streams, err error) bool {
	var leaves *store.EndpointError
	if !errors.As(err, &leaves) || !s.InTTY || !s.OutTTY || !s.Confirm(leaves.Asks()+" Send them there?") {
		return false
	}
	f.agreed = map[string]bool{leaves.Trust.Origin: true}
	if keep := s.Store(); keep != nil && leaves.Trust.File != store.StandardInput {
		if err := keep.Trust(leaves.Trust); err != nil {
			s.Warn("note: you will be asked again: " + err.Error())
		}
	}
	return true
}

// IsUntrusted reports an error that says that the user was not asked before credentials or messages go to a host.
func IsUntrusted(err error) bool {
	var untrusted *store.UntrustedError
	var leaves *store.EndpointError
	return errors.As(err, &untrusted) || errors.As(err, &leaves)
}

// CheckEndpoint says why an agent may not be saved with the address for messages: it is at another host than ref, and the user
// does not agree to that. An address that is not written as one is an error, too.
func CheckEndpoint(s *Streams, ref, endpoint string, trusted []string) (address string, err error) {
	if address, err = a2aclient.ParseEndpoint(endpoint); err != nil {
		return "", Usagef("--endpoint: %s", err)
	}
	from, to := originOf(ref), originOf(address)
	if from == "" || from == to {
		return address, nil
	}
	f := trustFlags{Trusted: trusted}
	leaves := &store.EndpointError{Trust: store.EndpointTrust(ref, to), Card: from, Warning: originWarning(to)}
	switch {
	case f.isTrusted(to):
	case !s.InTTY || !s.OutTTY:
		return "", leaves
	case !s.Confirm(leaves.Asks() + " Save it?"):
		return "", Usagef("nothing was saved")
	}
	return address, nil
}

// mayIdentify is mayUse for the certificate that goes to the card's host before anything is known of the agent.
func (f *ConnectFlags) mayIdentify(keep *store.Store) error {
	if f.saved == nil || !f.saved.Local || f.Cert == "" || f.saved.URL == "" {
		return nil
	}
	return f.mayGoTo(keep, f.saved, originOf(f.saved.URL), []string{"the certificate of --client-cert"})
}

// originOf is the origin of the address that a word for an agent means, "" for none.
func originOf(ref string) string {
	address, _, err := a2aclient.Locate(ref)
	if err != nil {
		return ""
	}
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return auth.Origin(u)
}

func (f *trustFlags) mayGoTo(keep *store.Store, saved *store.Saved, origin string, sends []string) error {
	if trust := saved.TrustIn(origin); !f.isTrusted(origin) && !keep.IsTrusted(trust) {
		return &store.UntrustedError{Trust: trust, Sends: sends, Warning: originWarning(origin)}
	}
	return nil
}

// withoutCredentials returns the flags for an agent that neither the user nor a file of the user named: without
// credentials, headers and certificate, whatever the flags say. It reports whether the flags gave any.
func (f *ConnectFlags) withoutCredentials() (flags ConnectFlags, had bool) {
	flags = *f
	flags.Credentials, flags.Cert, flags.Key = CredentialFlags{}, "", ""
	return flags, !f.Credentials.isEmpty() || len(f.Credentials.Headers)+len(f.Credentials.params) > 0 || f.Cert != ""
}

// AgreeToCredentials saves that the user agrees to what a file of a repository sends to its agent.
func AgreeToCredentials(ctx context.Context, s *Streams, saved *store.Saved) error {
	keep := s.Store()
	if keep == nil {
		return errNoHome
	}
	card, err := FetchCard(ctx, s, saved.Ref())
	if err != nil {
		return err
	}
	credentials, err := CredentialsOf(card)
	if err != nil {
		return err
	}
	trust := saved.TrustIn(credentials.Origin())
	if saved.Environment != "" && len(trust.Headers) == 0 && !keepsFor(keep, card, trust.Origin) {
		return Usagef("the environment %s sends no secret, so there is nothing to allow", saved.Environment)
	}
	return agree(s, keep, trust)
}

// AgreeByLogin saves that the user, who gave a credential for the host of a card, agrees that it goes there for the file that names
// the host. That says nothing of the headers that the file asks for.
func (f *ConnectFlags) AgreeByLogin(keep *store.Store, card *a2aclient.Card, origin string) error {
	saved, _ := f.named(card)
	if saved == nil || saved.File == store.StandardInput {
		return nil
	}
	trust := saved.TrustIn(origin)
	if len(trust.Headers) > 0 || keep.IsTrusted(trust) {
		return nil
	}
	return keep.Trust(trust)
}

// AgreeToHost saves that the user agrees to send credentials to a host that a file names: the card of an agent, a catalog, a test
// case or a presentation.
func AgreeToHost(s *Streams, host, file string) error {
	keep := s.Store()
	if keep == nil {
		return errNoHome
	}
	origin := originOf(host)
	if origin == "" {
		return Usagef("%s is no host; write one such as https://agents.example.com", safe.Text(host).Line(200))
	}
	if file = absolute(file); !strings.Contains(file, "://") {
		if _, err := os.Stat(file); err != nil {
			return Usagef("--in: %s", FileFault(err))
		}
	}
	return agree(s, keep, store.Trust{File: file, Origin: origin})
}

var errNoHome = errors.New("there is no home directory to save this in: set HOME or A2AFORM_HOME")

func agree(s *Streams, keep *store.Store, trust store.Trust) error {
	if err := keep.Trust(trust); err != nil {
		return err
	}
	s.Warn("agreed: " + trust.Asks())
	s.WarnOrigin(trust.Origin)
	return nil
}

// originWarning says that the host of an origin looks like another one, and what it is in ASCII; "" where it does not.
func originWarning(origin string) string {
	u, err := url.Parse(origin)
	if err != nil {
		return ""
	}
	return strings.Join(a2aclient.URLWarnings(u), " ")
}

// WarnOrigin is a note with originWarning, if there is any.
func (s *Streams) WarnOrigin(origin string) {
	if warning := originWarning(origin); warning != "" {
		s.Warn("note: " + warning)
	}
}

func shown(text string) string { return safe.Text(text).Line(safe.TextLimit()).String() }
