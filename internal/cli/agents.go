package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/internal/catalog"
	"a2aform/internal/cli/command"
	"a2aform/internal/cli/qa"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/store"
)

func newAgents(s *command.Streams) *cobra.Command {
	return command.Group(&cobra.Command{
		Use:   "agents",
		Short: "Give agents names, list and remove them",
		Long: "Give agents names. A name works wherever a command takes an AGENT.\n\n" +
			"Your names are in agents.toml in the directory of the configuration. A repository may have more in\n" +
			".a2aform/agents.toml. Nothing of that file is run, your own names win over its names, and credentials go to a\n" +
			"host that it names only after you agree (agents trust).",
	}, newAgentsList(s), newAgentsAdd(s), newAgentsRemove(s), newAgentsSchema(s), newAgentsTrust(s))
}

func newAgentsAdd(s *command.Streams) *cobra.Command {
	var headers, trusted []string
	var a store.Saved
	cmd := &cobra.Command{
		Use:     "add NAME AGENT",
		Short:   "Save an agent under a name; it need not answer now",
		Example: "  a2aform agents add fight localhost:9999\n  a2aform fight\n  a2aform agents add work https://agent.example.com \\\n    --header Authorization=env:WORK_AUTH",
		Args:    command.UsageArgs(cobra.ExactArgs(2)),
		RunE: func(_ *cobra.Command, args []string) error {
			a.Name = args[0]
			if a.Endpoint != "" {
				address, err := command.CheckEndpoint(s, args[1], a.Endpoint, trusted)
				if err != nil {
					return err
				}
				a.Endpoint = address
			}
			if err := addAgent(s, a, args[1], headers); err != nil {
				return err
			}
			s.Warn("saved " + a.Name + "; open it with: a2aform " + a.Name)
			return nil
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&headers, "header", nil, "a header to send, as `NAME=env:VARIABLE`; may be repeated")
	f.StringVar(&a.Transport, "transport", "", "prefer this `BINDING`: JSONRPC, HTTP+JSON or GRPC")
	f.StringVar(&a.Version, "a2a-version", "", "use this protocol `VERSION`, such as 0.3, whatever the card says")
	f.StringVar(&a.Tenant, "tenant", "", "send this `TENANT` instead of the card's")
	f.StringVar(&a.Endpoint, "endpoint", "", "send messages to this `URL` instead of the card's address")
	f.StringArrayVar(&trusted, "trust", nil, "let --endpoint be at this `HOST`, though AGENT is at another one")
	return cmd
}

func addAgent(s *command.Streams, a store.Saved, ref string, headers []string) error {
	keep := s.Store()
	if keep == nil {
		return errors.New("there is no home directory to save it in: set HOME or A2AFORM_HOME")
	}
	address, file, err := a2aclient.Locate(ref)
	switch {
	case err != nil:
		return err
	case file != "":
		if file, err = filepath.Abs(file); err != nil {
			return command.Usagef("card file not found: %s", safe.Text(err.Error()).Line(200))
		}
	}
	a.URL, a.Card = address, file
	a.Transport = strings.ToUpper(a.Transport)
	for _, pair := range headers {
		name, value, _ := strings.Cut(pair, "=")
		variable, ok := strings.CutPrefix(value, "env:")
		if !ok {
			return command.Usagef("--header: write NAME=env:VARIABLE; the value itself is not saved")
		}
		a.Headers = append(a.Headers, store.SavedHeader{Name: name, Env: variable})
	}
	if err := keep.SaveAgent(a); err != nil {
		if errors.Is(err, store.ErrSaved) {
			return command.Usagef("%s; remove it first: a2aform agents remove %s", err, a.Name)
		}
		return command.Usagef("%s", err)
	}
	return nil
}

func newAgentsList(s *command.Streams) *cobra.Command {
	var output command.OutputFlag
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the saved agents, your own and the repository's",
		Args:  command.UsageArgs(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			if err := output.Check(); err != nil {
				return err
			}
			list, problems := s.Store().Saved(command.WorkingDir())
			for _, problem := range problems {
				s.Warn("note: " + problem.Error())
			}
			if output.JSON() {
				return printAgents(s, list)
			}
			if len(list) == 0 {
				s.Warn("no saved agents; save one with: a2aform agents add NAME AGENT")
			}
			var w command.Rows
			for _, a := range list {
				w.Add(a.Name, safe.Text(a.Ref()).Line(200).String(), sourceOf(a), strings.Join(headersOf(a), ", "))
			}
			return w.Print(s.Text())
		},
	}
	cmd.Flags().StringVarP(&output.Value, "output", "o", "text", "print as `FORMAT`: text or json")
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

// schemasOf are the schemas that are kept with an agent, by skill: of what the skills take, or
// of what they answer with.
func schemasOf(a store.Saved, isOutput bool) map[string]string {
	schemas := map[string]string{}
	for _, s := range a.Schemas {
		if s.IsOutput == isOutput {
			schemas[s.Skill] = s.Ref
		}
	}
	return schemas
}

// printAgents writes the saved agents as a JSON array.
func printAgents(s *command.Streams, list []store.Saved) error {
	type agent struct {
		Name      string            `json:"name"`
		URL       string            `json:"url,omitempty"`
		Card      string            `json:"card,omitempty"`
		Transport string            `json:"transport,omitempty"`
		Version   string            `json:"a2aVersion,omitempty"`
		Tenant    string            `json:"tenant,omitempty"`
		Endpoint  string            `json:"endpoint,omitempty"`
		Headers   []string          `json:"headers,omitempty"`
		Schemas   map[string]string `json:"schemas,omitempty"`
		Outputs   map[string]string `json:"outputSchemas,omitempty"`
		Source    string            `json:"source"`
		File      string            `json:"file"`
	}
	all := make([]agent, len(list))
	for i, a := range list {
		all[i] = agent{a.Name, a.URL, a.Card, a.Transport, a.Version, a.Tenant, a.Endpoint, headersOf(a), schemasOf(a, false), schemasOf(a, true), sourceOf(a), a.File}
	}
	raw, err := json.Marshal(all)
	if err != nil {
		return fmt.Errorf("write the agents: %w", err)
	}
	return command.PrintRaw(s, raw)
}

func newAgentsRemove(s *command.Streams) *cobra.Command {
	return &cobra.Command{
		Use:               "remove NAME",
		Short:             "Remove a saved agent",
		Args:              command.UsageArgs(cobra.ExactArgs(1)),
		ValidArgsFunction: completeNames(s, false),
		RunE: func(_ *cobra.Command, args []string) error {
			keep := s.Store()
			if keep == nil {
				return errors.New("there is no home directory: set HOME or A2AFORM_HOME")
			}
			found, err := keep.RemoveAgent(args[0])
			if err == nil && !found {
				return command.Usagef("no saved agent named %s", safe.Text(args[0]).Line(80))
			}
			return err
		},
	}
}

func newAgentsTrust(s *command.Streams) *cobra.Command {
	env, in := "", ""
	cmd := &cobra.Command{
		Use:   "trust NAME",
		Short: "Allow credentials to go to the host that a repository names",
		Long: "Allow credentials to go to the host that a repository's .a2aform/agents.toml has for NAME. Its author chose the host and the\n" +
			"variables to send. If the host or a header changes, you are asked again. With --env, NAME is an agent of an environment\n" +
			"of .a2aform/suite.toml. With --in, NAME is a host that another file names.\n\n" +
			"A NAME with a slash is a program that test cases run, such as ./check.py: you agree to run it as long as it does not change.",
		Args:              command.UsageArgs(cobra.ExactArgs(1)),
		ValidArgsFunction: completeNames(s, true),
		RunE: func(cmd *cobra.Command, args []string) error {
			if in != "" {
				return command.AgreeToHost(s, args[0], in)
			}
			if strings.ContainsAny(args[0], "/\\") {
				return qa.TrustProgram(s, args[0])
			}
			if env != "" {
				return qa.Trust(cmd.Context(), s, env, args[0])
			}
			return trustSaved(cmd.Context(), s, args[0])
		},
	}
	cmd.Flags().StringVar(&env, "env", "", "NAME is an agent of this `ENVIRONMENT`")
	_ = cmd.RegisterFlagCompletionFunc("env", command.CompleteEnvironments)
	cmd.Flags().StringVar(&in, "in", "", "NAME is a host, such as https://agents.example.com, that this `FILE` names: a card, a catalog (or its URL), a case or a presentation")
	cmd.MarkFlagsMutuallyExclusive("env", "in")
	return cmd
}

// completeNames offers the saved names, of a repository or the user's own.
func completeNames(s *command.Streams, local bool) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) (names []string, _ cobra.ShellCompDirective) {
		list, _ := s.Store().Saved(command.WorkingDir())
		for _, a := range list {
			if a.Local == local {
				names = append(names, a.Name)
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
}

// trustSaved notes that the user agrees to credentials for a repository's agent.
func trustSaved(ctx context.Context, s *command.Streams, name string) error {
	_, saved, err := (&command.AgentFlag{Value: name}).Find(s, nil)
	switch {
	case err != nil:
		return err
	case saved == nil:
		return command.Usagef("no saved agent named %s", safe.Text(name).Line(80))
	case !saved.Local:
		return command.Usagef("%s is your own saved agent, so there is nothing to allow", saved.Name)
	}
	return command.AgreeToCredentials(ctx, s, saved)
}

func newAgentsSchema(s *command.Streams) *cobra.Command {
	var remove, output bool
	cmd := &cobra.Command{
		Use:   "schema NAME SKILL [FILE]",
		Short: "Attach a schema of your own to a skill of a saved agent",
		Long: "Attach a JSON Schema to a skill whose card declares none, or a wrong one. The form is made from it, and data is\n" +
			"checked against it, wherever you use the saved name. With --output the schema is of what the skill answers with:\n" +
			"results take their labels, order and units from it, and what differs is marked.\n\n" +
			"FILE#NAME takes one of the file's $defs, of its OpenAPI schemas, or the input schema of an MCP tool. The file is\n" +
			"read each time the agent is opened, so that you can edit it.",
		Example: "  a2aform agents schema work create-order order.json\n  a2aform agents schema work create-order api.json#Order\n" +
			"  a2aform agents schema --output work create-order api.json#Receipt\n" +
			"  a2aform agents schema work create-order --remove",
		Args:              command.UsageArgs(cobra.RangeArgs(2, 3)),
		ValidArgsFunction: completeNames(s, false),
		RunE: func(_ *cobra.Command, args []string) error {
			if remove == (len(args) == 3) {
				return command.Usagef("pass either a FILE or --remove")
			}
			ref := ""
			if !remove {
				ref = args[2]
			}
			return attachSchema(s, args[0], store.SavedSchema{Skill: args[1], Ref: ref, IsOutput: output})
		},
	}
	cmd.Flags().BoolVar(&remove, "remove", false, "remove the schema, and use that of the card again")
	cmd.Flags().BoolVar(&output, "output", false, "the schema is of what the skill answers with")
	return cmd
}

// attachSchema keeps a schema with a saved agent; an empty ref removes it.
func attachSchema(s *command.Streams, name string, saved store.SavedSchema) error {
	keep := s.Store()
	if keep == nil {
		return errors.New("there is no home directory to save it in: set HOME or A2AFORM_HOME")
	}
	if ref := saved.Ref; ref != "" {
		if _, err := schema.ReadFile(ref); err != nil {
			return command.Usagef("%s", err)
		}
		path, part, hasName := strings.Cut(ref, "#")
		absolute, err := filepath.Abs(path)
		if err != nil {
			return command.Usagef("%s: %s", safe.Text(path).Line(200), safe.Text(err.Error()).Line(200))
		}
		if ref = absolute; hasName {
			ref += "#" + part
		}
		saved.Ref = ref
	}
	err := keep.AttachSchema(name, saved)
	if errors.Is(err, store.ErrNotSaved) {
		return command.Usagef("%s; save it first: a2aform agents add %s AGENT", err, safe.Text(name).Line(80))
	}
	return err
}

type catalogOptions struct {
	output command.OutputFlag
	filter string
	skills bool
}

func newCatalog(s *command.Streams) *cobra.Command {
	var o catalogOptions
	cmd := &cobra.Command{
		Use:   "catalog URL|FILE",
		Short: "List the agents of a catalog",
		Long: "List the agents of a catalog: an AI Catalog, or a JSON list of agent cards or of their addresses. For a host,\n" +
			"the catalog is at " + catalog.WellKnown + ". To choose an agent on the screens, open the catalog\n" +
			"like an agent: a2aform URL.",
		Example: "  a2aform catalog catalog.json\n  a2aform catalog catalog.json --filter invoice --skills",
		Args:    command.UsageArgs(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.output.Check(); err != nil {
				return err
			}
			return listCatalog(cmd.Context(), s, &o, args[0])
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&o.output.Value, "output", "o", "text", "print as `FORMAT`: text or json")
	flags.StringVar(&o.filter, "filter", "", "list only agents whose name, description, tags or address contain these `WORDS`")
	flags.BoolVar(&o.skills, "skills", false, "read the card of each agent, and list its skills")
	return cmd
}

func listCatalog(ctx context.Context, s *command.Streams, o *catalogOptions, ref string) error {
	found, err := catalog.Open(ctx, ref)
	var failed *a2aclient.CardError
	switch {
	case errors.As(err, &failed):
		return err
	case err != nil:
		return command.Usagef("%s is not a catalog: %s", safe.Text(ref).Line(200), err)
	}
	words := strings.Fields(o.filter)
	list := slices.DeleteFunc(found.Entries, func(e catalog.Entry) bool { return !e.Matches(words) })
	if o.skills {
		catalog.ReadSkills(ctx, list)
	}
	s.Warn(found.Summary())
	if len(words) > 0 {
		s.Warn(fmt.Sprintf("--filter leaves %d", len(list)))
	}
	if o.output.JSON() {
		return printCatalog(s, list)
	}
	var w command.Rows
	for _, e := range list {
		w.Add(catalogRow(e)...)
		for _, skill := range e.Skills {
			w.Add("  " + skill)
		}
	}
	return w.Print(s.Text())
}

func catalogRow(e catalog.Entry) []string {
	name, where := e.Name.Line(60).String(), safe.Text(e.Ref).Line(0).String()
	if e.Name == safe.Text(e.Ref) {
		name = "(no name)"
	}
	switch {
	case e.Card != nil:
		where = "(in the catalog)"
	case e.IsCatalog:
		where += " (another catalog)"
	}
	about := e.Description.Summary().Line(100).String()
	if e.Problem != "" {
		about = "card not read: " + e.Problem
	}
	return []string{name, where, about}
}

func printCatalog(s *command.Streams, list []catalog.Entry) error {
	type agent struct {
		Name        safe.Raw        `json:"name"`
		Description safe.Raw        `json:"description,omitzero"`
		Version     safe.Raw        `json:"version,omitzero"`
		Publisher   safe.Raw        `json:"publisher,omitzero"`
		URL         string          `json:"url,omitempty"`
		Catalog     bool            `json:"isCatalog,omitempty"`
		Tags        []safe.Raw      `json:"tags,omitempty"`
		Skills      []string        `json:"skills,omitempty"`
		Card        json.RawMessage `json:"card,omitempty"`
		Problem     string          `json:"problem,omitempty"`
	}
	all := make([]agent, len(list))
	for i, e := range list {
		all[i] = agent{e.Name, e.Description, e.Version, e.Publisher, e.Ref, e.IsCatalog, e.Tags, e.Skills, e.Card, e.Problem}
	}
	raw, err := json.Marshal(all)
	if err != nil {
		return fmt.Errorf("write the agents: %w", err)
	}
	return command.PrintRaw(s, raw)
}
