package qa

import (
	"context"
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/internal/cli/command"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/store"
)

// agents open the agent of each case, each once.
type agents struct {
	streams *command.Streams
	flag    command.AgentFlag
	connect command.ConnectFlags
	opened  map[string]*opened
}

type opened struct {
	agent *a2aclient.Agent
	err   error
}

// agentError says that an agent could not be opened.
type agentError struct{ err error }

func (e *agentError) Error() string { return e.err.Error() }

func (e *agentError) Unwrap() error { return e.err }

func (a *agents) add(cmd *cobra.Command) {
	a.flag.Add(cmd)
	a.connect.Add(cmd)
	a.connect.AddDebug(cmd)
	a.connect.AddPolling(cmd)
	a.connect.AddMetadata(cmd)
}

// open is the agent of the command line, else that of the case, else that of A2ACLI_AGENT_CARD.
func (a *agents) open(ctx context.Context, c *casefile.Case) (*a2aclient.Agent, error) {
	flag := a.flag
	if flag.Value == "" {
		flag.Value = c.Agent
	}
	ref, err := flag.Ref(a.streams, nil)
	if err != nil {
		return nil, errors.New("no agent: name one in the case, with -a, or in A2ACLI_AGENT_CARD")
	}
	if known := a.opened[ref]; known != nil {
		return known.agent, known.err
	}
	if a.opened == nil {
		a.opened = map[string]*opened{}
	}
	connect := a.connect // what is saved with one agent is not for another
	if a.flag.Value == "" && ref == c.Agent && !a.isSaved(ref) {
		var had bool
		if connect, had = a.connect.WithoutCredentials(); had {
			a.streams.Warn("note: a case names the agent " + line(ref) + ", so no credentials of flags are sent there; to send them, name the agent with -a or save it")
		}
	}
	found := &opened{}
	card, err := connect.Fetch(ctx, a.streams, &flag, nil)
	if err == nil {
		found.agent, err = connect.Open(ctx, a.streams, card)
	}
	if err != nil {
		found.agent, found.err = nil, &agentError{err}
	}
	a.opened[ref] = found
	if found.err == nil {
		command.WarnCredentials(a.streams, found.agent, nil)
	}
	return found.agent, found.err
}

// isSaved reports a name of agents.toml. What such a file of a repository may name is checked where it is opened.
func (a *agents) isSaved(ref string) bool {
	list, _ := a.streams.Store().Saved(command.WorkingDir())
	return slices.ContainsFunc(list, func(s store.Saved) bool { return s.Name == ref })
}

// close ends the connections.
func (a *agents) close() {
	for _, o := range a.opened {
		if o.agent != nil {
			o.agent.Close()
		}
	}
}
