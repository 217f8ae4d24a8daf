package environment

import (
	"context"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/internal/cli/command"
	"a2aform/internal/qa/casefile"
)

// Named returns the name of the agent that an argument names in the environment; "" where it is another agent, which is that of
// the command line from then on.
func (a *Agents) Named(args []string) (name string, err error) {
	if in, err := a.Environment("", false); err == nil && in != nil && len(args) == 1 {
		if _, ok := in.Agent(args[0]); ok {
			return args[0], nil
		}
	}
	a.Flag.Value, err = a.Flag.Ref(a.Streams, args)
	return "", err
}

// AddTargetFlags adds the flags of a command that sends messages of its own, to an agent or to that of an environment.
func (a *Agents) AddTargetFlags(cmd *cobra.Command) {
	a.AddAgentFlags(cmd)
	a.AddEnvironmentFlags(cmd)
	cmd.Flags().Lookup("allow").Usage = "send messages to the protected environment `ENV`"
	a.AddTrust(cmd)
}

// AddTrust adds the flag for hosts that receive secrets of an environment.
func (a *Agents) AddTrust(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&a.Connect.Trusted, "trust", nil, "send secrets of an environment to this `HOST`, such as agents.example.com; may be repeated; see a2aform agents trust")
}

// OpenTarget opens the agent of such a command. A protected environment needs --allow, because of what is sent.
func (a *Agents) OpenTarget(ctx context.Context, args []string, what string) (*a2aclient.Agent, error) {
	if err := a.Read(); err != nil {
		return nil, err
	}
	name, err := a.Named(args)
	if err != nil {
		return nil, err
	}
	if a.Allow != "" {
		if _, err := a.Suite.Environment(a.Allow); err != nil {
			return nil, command.Usagef("--allow: %s", err)
		}
	}
	c := &casefile.Case{Agent: name}
	in, err := a.Protected(c)
	if err != nil {
		return nil, err
	}
	if in != nil && in.Name != a.Allow {
		return nil, command.Usagef("the environment %s is protected, so nothing was sent: %s; allow it with --allow %s", in.Name, what, in.Name)
	}
	agent, err := a.Open(ctx, c)
	return agent, Unwrap(err)
}
