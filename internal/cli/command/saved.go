package command

import (
	"cmp"
	"context"
	"errors"
	"os"
	"slices"

	"a2aform/a2aclient"
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

// FetchSaved is [ConnectFlags.Fetch] with what is saved of the agent, nil for nothing.
func (f *ConnectFlags) FetchSaved(ctx context.Context, s *Streams, agent *AgentFlag, args []string, saved *store.Saved) (*a2aclient.Card, error) {
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
	card, catalog, err := agent.fetch(f.Traced(ctx, s), s, args, options, c.schemaOptions())
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

// keepsVersion keeps with the user's saved agent which version of A2A it turned out to speak; nil for another agent.
func (f *ConnectFlags) keepsVersion(keep *store.Store) func(version string) {
	if f.saved == nil || f.saved.Local || f.saved.Name == "" || f.saved.Environment != "" || keep == nil {
		return nil
	}
	name := f.saved.Name
	return func(version string) {
		_ = keep.SetSpoken(name, "", version) // where that fails, the agent is asked in two versions again
	}
}

// Demanding is the flags with a binding and a version in place of theirs, where these are not empty. A card without an
// interface of this binding is an error.
func (f *ConnectFlags) Demanding(binding, version string) ConnectFlags {
	changed := *f
	changed.demanded = a2aclient.Binding(binding)
	changed.version = cmp.Or(version, changed.version)
	return changed
}
