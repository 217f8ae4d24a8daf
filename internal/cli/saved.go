package cli

import (
	"cmp"
	"context"
	"errors"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/internal/safe"
	"a2aform/internal/store"
)

// workingDir is where the program was started, "" if it is unknown.
func workingDir() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	return dir
}

// find is the agent by argument, flag or variable: what opens it, and the saved
// agent where a name was given.
func (f *agentFlag) find(s *Streams, args []string) (ref string, saved *store.Saved, err error) {
	ref, err = f.ref(s, args)
	if err != nil || !store.IsAgentName(ref) {
		return ref, nil, err
	}
	list, problems := s.store().Saved(workingDir())
	if i := slices.IndexFunc(list, func(a store.Saved) bool { return a.Name == ref }); i >= 0 {
		return list[i].Ref(), &list[i], nil
	}
	if len(problems) > 0 {
		// The name may be in the file that cannot be read.
		s.warn("note: " + errors.Join(problems...).Error())
	}
	return ref, nil, nil
}

// adopt takes over how a saved agent is to be spoken to, where the flags do not
// say; nil for one that is not saved.
func (f *connectFlags) adopt(saved *store.Saved) {
	f.saved = saved
	if saved == nil {
		return
	}
	f.transport = cmp.Or(f.transport, saved.Transport)
	f.version = cmp.Or(f.version, saved.Version)
	f.tenant = cmp.Or(f.tenant, saved.Tenant)
	var headers []string
	for _, h := range saved.Headers {
		headers = append(headers, h.Name+"=env:"+h.Env)
	}
	f.credentials.headers = append(headers, f.credentials.headers...) // the last one counts
}

// mayUse refuses credentials for a host that a repository named, until the user
// has agreed. What `auth login` keeps is bound to a host that the user named, and
// needs no such question.
func (f *connectFlags) mayUse(keep *store.Store, agent *a2aclient.Agent) error {
	if f.saved == nil || !f.saved.Local || f.credentials.isEmpty() && len(f.credentials.headers) == 0 && f.cert == "" {
		return nil
	}
	credentials, err := auth.NewCredentialSet(agent.Interface().URL)
	if err != nil {
		return usagef("%s", err)
	}
	return f.mayGoTo(keep, credentials.Origin())
}

// mayIdentify is mayUse for the certificate that goes to the card's host before
// anything is known of the agent.
func (f *connectFlags) mayIdentify(keep *store.Store) error {
	if f.saved == nil || !f.saved.Local || f.cert == "" || f.saved.URL == "" {
		return nil
	}
	credentials, err := auth.NewCredentialSet(safe.Text(f.saved.URL))
	if err != nil {
		return usagef("%s", err)
	}
	return f.mayGoTo(keep, credentials.Origin())
}

func (f *connectFlags) mayGoTo(keep *store.Store, origin string) error {
	if trust := f.saved.TrustIn(origin); !keep.IsTrusted(trust) {
		return &store.UntrustedError{Trust: trust}
	}
	return nil
}

// completeAgents lets the shell complete saved names wherever a command takes an
// AGENT, besides the names of files.
func completeAgents(s *Streams, cmd *cobra.Command) {
	offer := func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		list, _ := s.store().Saved(workingDir())
		var names []string
		for _, a := range list {
			names = append(names, a.Name+"\t"+safe.Text(a.Ref()).Line(80).String())
		}
		return names, cobra.ShellCompDirectiveDefault
	}
	if cmd.Flags().Lookup("agent-card") != nil {
		// The flag is there, and has no other completion.
		_ = cmd.RegisterFlagCompletionFunc("agent-card", offer)
		cmd.ValidArgsFunction = func(c *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return offer(c, args, typed)
		}
	}
	for _, sub := range cmd.Commands() {
		completeAgents(s, sub)
	}
}

// trustSaved notes that the user agrees to credentials for a repository's agent.
func trustSaved(ctx context.Context, s *Streams, name string) error {
	keep := s.store()
	agent := agentFlag{value: name}
	_, saved, err := agent.find(s, nil)
	switch {
	case err != nil:
		return err
	case saved == nil:
		return usagef("no saved agent named %s", safe.Text(name).Line(80))
	case !saved.Local:
		return usagef("%s is your own saved agent, so there is nothing to allow", saved.Name)
	case keep == nil:
		return errors.New("there is no home directory to save this in: set HOME or A2AFORM_HOME")
	}
	card, err := agent.fetch(ctx, s, nil)
	if err != nil {
		return err
	}
	credentials, err := credentialsOf(card)
	if err != nil {
		return err
	}
	trust := saved.TrustIn(credentials.Origin())
	if err := keep.Trust(trust); err != nil {
		return err
	}
	s.warn("agreed: " + trust.Asks())
	return nil
}
