package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/internal/catalog"
	"a2aform/internal/cli/command"
	"a2aform/internal/safe"
)

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
