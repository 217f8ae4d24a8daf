package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/internal/safe"
	"a2aform/internal/store"
)

func newAgents(s *Streams) *cobra.Command {
	agents := &cobra.Command{
		Use:   "agents",
		Short: "Give agents names, list and remove them",
		Long: "Give agents names. A name works wherever a command takes an AGENT.\n\n" +
			"Your names are in agents.toml in the directory of the configuration. A repository may have more in\n" +
			".a2aform/agents.toml. Nothing of that file is run, your own names win over its names, and credentials go to a\n" +
			"host that it names only after you agree (agents trust).",
		Args: usageArgs(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return usagef("choose a command: add, list, remove, schema or trust (see %s --help)", cmd.CommandPath())
		},
	}
	agents.AddCommand(newAgentsAdd(s), newAgentsList(s), newAgentsRemove(s), newAgentsSchema(s), newAgentsTrust(s))
	return agents
}

func newAgentsAdd(s *Streams) *cobra.Command {
	var headers []string
	var a store.Saved
	cmd := &cobra.Command{
		Use:     "add NAME AGENT",
		Short:   "Save an agent under a name; it need not answer now",
		Example: "  a2aform agents add fight localhost:9999\n  a2aform fight\n  a2aform agents add work https://agent.example.com \\\n    --header Authorization=env:WORK_AUTH",
		Args:    usageArgs(cobra.ExactArgs(2)),
		RunE: func(_ *cobra.Command, args []string) error {
			a.Name = args[0]
			if err := addAgent(s, a, args[1], headers); err != nil {
				return err
			}
			s.warn("saved " + a.Name + "; open it with: a2aform " + a.Name)
			return nil
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&headers, "header", nil, "a header to send, as `NAME=env:VARIABLE`; may be repeated")
	f.StringVar(&a.Transport, "transport", "", "use only interfaces of this `BINDING`: JSONRPC, HTTP+JSON or GRPC")
	f.StringVar(&a.Version, "a2a-version", "", "use this protocol `VERSION`, such as 0.3, whatever the card says")
	f.StringVar(&a.Tenant, "tenant", "", "send this `TENANT` instead of the card's")
	return cmd
}

func addAgent(s *Streams, a store.Saved, ref string, headers []string) error {
	keep := s.store()
	if keep == nil {
		return errors.New("there is no home directory to save it in: set HOME or A2AFORM_HOME")
	}
	address, file, err := a2aclient.Locate(ref)
	switch {
	case err != nil:
		return err
	case file != "":
		if file, err = filepath.Abs(file); err != nil {
			return usagef("card file not found: %s", safe.Text(err.Error()).Line(200))
		}
	}
	a.URL, a.Card = address, file
	a.Transport = strings.ToUpper(a.Transport)
	for _, pair := range headers {
		name, value, _ := strings.Cut(pair, "=")
		variable, ok := strings.CutPrefix(value, "env:")
		if !ok {
			return usagef("--header: write NAME=env:VARIABLE; the value itself is not saved")
		}
		a.Headers = append(a.Headers, store.SavedHeader{Name: name, Env: variable})
	}
	if err := keep.SaveAgent(a); err != nil {
		if errors.Is(err, store.ErrSaved) {
			return usagef("%s; remove it first: a2aform agents remove %s", err, a.Name)
		}
		return usagef("%s", err)
	}
	return nil
}

func newAgentsList(s *Streams) *cobra.Command {
	var output outputFlag
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the saved agents, your own and the repository's",
		Args:  usageArgs(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			if err := output.check(); err != nil {
				return err
			}
			list, problems := s.store().Saved(workingDir())
			for _, problem := range problems {
				s.warn("note: " + problem.Error())
			}
			if output.json() {
				return printAgents(s, list)
			}
			if len(list) == 0 {
				s.warn("no saved agents; save one with: a2aform agents add NAME AGENT")
			}
			var w rows
			for _, a := range list {
				w.add(a.Name, safe.Text(a.Ref()).Line(200).String(), sourceOf(a), strings.Join(headersOf(a), ", "))
			}
			return w.print(s.Out)
		},
	}
	cmd.Flags().StringVarP(&output.value, "output", "o", "text", "print as `FORMAT`: text or json")
	return cmd
}

func sourceOf(a store.Saved) string {
	if a.Local {
		return "repository"
	}
	return "own"
}

func headersOf(a store.Saved) (list []string) {
	for _, h := range a.Headers {
		list = append(list, h.Name+"=env:"+h.Env)
	}
	return list
}

// schemasOf are the schemas that are kept with an agent, by skill.
func schemasOf(a store.Saved) map[string]string {
	schemas := map[string]string{}
	for _, s := range a.Schemas {
		schemas[s.Skill] = s.Ref
	}
	return schemas
}

// printAgents writes the saved agents as a JSON array.
func printAgents(s *Streams, list []store.Saved) error {
	type agent struct {
		Name      string            `json:"name"`
		URL       string            `json:"url,omitempty"`
		Card      string            `json:"card,omitempty"`
		Transport string            `json:"transport,omitempty"`
		Version   string            `json:"a2aVersion,omitempty"`
		Tenant    string            `json:"tenant,omitempty"`
		Headers   []string          `json:"headers,omitempty"`
		Schemas   map[string]string `json:"schemas,omitempty"`
		Source    string            `json:"source"`
		File      string            `json:"file"`
	}
	all := make([]agent, len(list))
	for i, a := range list {
		all[i] = agent{a.Name, a.URL, a.Card, a.Transport, a.Version, a.Tenant, headersOf(a), schemasOf(a), sourceOf(a), a.File}
	}
	raw, err := json.Marshal(all)
	if err != nil {
		return fmt.Errorf("write the agents: %w", err)
	}
	return printRaw(s, raw)
}

func newAgentsRemove(s *Streams) *cobra.Command {
	return &cobra.Command{
		Use:               "remove NAME",
		Short:             "Remove a saved agent",
		Args:              usageArgs(cobra.ExactArgs(1)),
		ValidArgsFunction: completeNames(s, false),
		RunE: func(_ *cobra.Command, args []string) error {
			keep := s.store()
			if keep == nil {
				return errors.New("there is no home directory: set HOME or A2AFORM_HOME")
			}
			found, err := keep.RemoveAgent(args[0])
			if err == nil && !found {
				return usagef("no saved agent named %s", safe.Text(args[0]).Line(80))
			}
			return err
		},
	}
}

func newAgentsTrust(s *Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "trust NAME",
		Short: "Allow credentials to go to the host that a repository names",
		Long: "The author of a repository's file of agents chose the host and named the variables to send. This command says\n" +
			"that you agree. If the host or a header changes, you are asked again.",
		Args:              usageArgs(cobra.ExactArgs(1)),
		ValidArgsFunction: completeNames(s, true),
		RunE:              func(cmd *cobra.Command, args []string) error { return trustSaved(cmd.Context(), s, args[0]) },
	}
}

// completeNames offers the saved names, of a repository or the user's own.
func completeNames(s *Streams, local bool) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) (names []string, _ cobra.ShellCompDirective) {
		list, _ := s.store().Saved(workingDir())
		for _, a := range list {
			if a.Local == local {
				names = append(names, a.Name)
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
}
