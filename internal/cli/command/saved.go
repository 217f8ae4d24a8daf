package command

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"os"
	"slices"
	"strings"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/internal/safe"
	"a2aform/internal/store"
)

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
	if len(problems) > 0 {
		// The name may be in the file that cannot be read.
		s.Warn("note: " + errors.Join(problems...).Error())
	}
	return ref, nil, nil
}

// AgreeToCredentials saves that the user agrees to what a file of a repository sends to its agent.
func AgreeToCredentials(ctx context.Context, s *Streams, saved *store.Saved) error {
	keep := s.Store()
	if keep == nil {
		return errors.New("there is no home directory to save this in: set HOME or A2AFORM_HOME")
	}
	card, err := (&AgentFlag{Value: saved.Ref()}).Fetch(ctx, s, nil)
	if err != nil {
		return err
	}
	credentials, err := CredentialsOf(card)
	if err != nil {
		return err
	}
	trust := saved.TrustIn(credentials.Origin())
	if err := keep.Trust(trust); err != nil {
		return err
	}
	s.Warn("agreed: " + trust.Asks())
	return nil
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

// FetchSaved is [ConnectFlags.Fetch] with what is saved of the agent, nil for nothing.
func (f *ConnectFlags) FetchSaved(ctx context.Context, s *Streams, agent *AgentFlag, args []string, saved *store.Saved) (*a2aclient.Card, error) {
	f.Adopt(saved)
	f.WarnUnverified(s)
	if err := f.mayIdentify(s.Store()); err != nil {
		return nil, err
	}
	options, err := f.Identity()
	if err != nil {
		return nil, err
	}
	attached, _ := f.SavedSchemas()
	options = append(options, attached...)
	return agent.Fetch(f.Traced(ctx, s), s, args, options...)
}

// Demanding is the flags with a binding and a version in place of theirs, where these are not empty. A card without an
// interface of this binding is an error.
func (f *ConnectFlags) Demanding(binding, version string) ConnectFlags {
	changed := *f
	changed.demanded = a2aclient.Binding(binding)
	changed.version = cmp.Or(version, changed.version)
	return changed
}

// mayUse refuses credentials for a host that a repository named, until the user
// has agreed. What `auth login` keeps is bound to a host that the user named, and
// needs no such question.
func (f *ConnectFlags) mayUse(keep *store.Store, agent *a2aclient.Agent) error {
	switch {
	case f.saved == nil || !f.saved.Local:
		return nil
	case f.saved.Environment != "" && len(f.saved.TrustIn("").Headers) == 0 && f.Cert == "": // what it sends is in its file
		return nil
	case f.saved.Environment == "" && f.Credentials.isEmpty() && len(f.Credentials.Headers) == 0 && f.Cert == "":
		return nil
	}
	credentials, err := auth.NewCredentialSet(agent.Interface().URL)
	if err != nil {
		return Usagef("%s", err)
	}
	return f.mayGoTo(keep, credentials.Origin())
}

// mayIdentify is mayUse for the certificate that goes to the card's host before
// anything is known of the agent.
func (f *ConnectFlags) mayIdentify(keep *store.Store) error {
	if f.saved == nil || !f.saved.Local || f.Cert == "" || f.saved.URL == "" {
		return nil
	}
	credentials, err := auth.NewCredentialSet(safe.Text(f.saved.URL))
	if err != nil {
		return Usagef("%s", err)
	}
	return f.mayGoTo(keep, credentials.Origin())
}

func (f *ConnectFlags) mayGoTo(keep *store.Store, origin string) error {
	if trust := f.saved.TrustIn(origin); !f.IsTrusted(origin) && !keep.IsTrusted(trust) {
		return &store.UntrustedError{Trust: trust}
	}
	return nil
}

// IsTrusted reports whether the command line says that credentials of a repository's file may go to an origin.
func (f *ConnectFlags) IsTrusted(origin string) bool {
	u, err := url.Parse(origin)
	return err == nil && slices.ContainsFunc(f.Trusted, func(host string) bool {
		return strings.EqualFold(host, u.Host) || strings.EqualFold(host, u.Hostname()) || strings.EqualFold(host, origin)
	})
}

// WithoutCredentials returns the flags for an agent that neither the user nor a file of the user named: without
// credentials, headers and certificate, whatever the flags and variables say. It reports whether the flags gave any.
func (f *ConnectFlags) WithoutCredentials() (flags ConnectFlags, had bool) {
	flags = *f
	flags.Credentials, flags.Cert, flags.Key, flags.Anonymous = CredentialFlags{}, "", "", true
	return flags, !f.Credentials.isEmpty() || len(f.Credentials.Headers)+len(f.Credentials.params) > 0 || f.Cert != ""
}
