package command

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/internal/demo"
	"a2aform/internal/store"
)

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
func (f *AgentFlag) Fetch(ctx context.Context, s *Streams, args []string, o ...a2aclient.Option) (*a2aclient.Card, error) {
	card, _, err := f.fetch(ctx, s, args, nil, o)
	return card, err
}

// fetch is Fetch with an identity, which is shown to the host that the user named alone. It returns the catalog that named the
// host, "" where the user did.
func (f *AgentFlag) fetch(ctx context.Context, s *Streams, args []string, identity, o []a2aclient.Option) (card *a2aclient.Card, catalog string, err error) {
	ref, _, err := f.Find(s, args)
	if err != nil {
		return nil, "", err
	}
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
