package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/internal/cli/command"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

type schemaOptions struct {
	agent   command.AgentFlag
	connect command.ConnectFlags
	skill   string
	name    string
}

func newSchema(s *command.Streams) *cobra.Command {
	var o schemaOptions
	cmd := &cobra.Command{
		Use:   "schema AGENT",
		Short: "Print a JSON Schema of an agent",
		Long: "Print the JSON Schema of what a skill takes, or one that the card names, as the card has it. What a2aform reads\n" +
			"in another way than it is written is noted on standard error.\n\n" +
			"A schema that is guessed from examples is printed as it is used; a note says so.",
		Example: "  a2aform schema demo --skill trip-planner\n  a2aform schema demo --schema itinerary > itinerary.schema.json",
		Args:    command.UsageArgs(cobra.MaximumNArgs(1)),
		RunE:    func(cmd *cobra.Command, args []string) error { return printSchema(cmd.Context(), s, &o, args) },
	}
	o.agent.Add(cmd)
	o.connect.Add(cmd)
	o.connect.AddDebug(cmd)
	cmd.Flags().StringVar(&o.skill, "skill", "", "the `ID` of the skill whose input schema is printed")
	cmd.Flags().StringVar(&o.name, "schema", "", "the `NAME` of the schema, where there are several; any one of the card without --skill")
	return cmd
}

func printSchema(ctx context.Context, s *command.Streams, o *schemaOptions, args []string) error {
	card, err := o.connect.Fetch(ctx, s, &o.agent, args)
	if err != nil {
		return err
	}
	raw, err := o.find(s, card)
	if err != nil {
		return err
	}
	doc, err := schema.Load(raw)
	if err != nil {
		return err
	}
	for _, notice := range doc.Notices() {
		s.Warn("note: " + notice.Text)
	}
	v, err := ojson.Parse(raw, ojson.DataLimits)
	if err != nil {
		return command.PrintRaw(s, raw)
	}
	return command.PrintRaw(s, v.Indent("  "))
}

// find is the schema that the flags name.
func (o *schemaOptions) find(s *command.Streams, card *a2aclient.Card) ([]byte, error) {
	if o.skill == "" && o.name != "" {
		if raw, ok := card.Schema(o.name); ok {
			return raw, nil
		}
		return nil, command.Usagef("the card has no schema %s; it has %s", safe.Text(o.name).Line(60), schemaNames(card))
	}
	send := sendOptions{skill: o.skill, schema: o.name}
	_, inputs, err := send.skillOf(card)
	if err != nil {
		return nil, err
	}
	switch {
	case o.skill == "" && len(inputs) == 0:
		return nil, command.Usagef("name a --skill or a --schema; the card has %s", schemaNames(card))
	case len(inputs) == 0:
		return nil, command.Usagef("this skill has no input schema")
	}
	input, err := send.input(inputs)
	if err != nil {
		return nil, err
	}
	if input.IsGuess || input.IsAttached {
		s.Warn("note: " + input.Rule)
	}
	return input.Schema, nil
}

// schemaNames are the names of the schemas of a card, as far as they fit.
func schemaNames(card *a2aclient.Card) string {
	var names []string
	for _, known := range card.Schemas[:min(len(card.Schemas), maxNamedSkills)] {
		names = append(names, command.Line(known.Name))
	}
	if len(names) == 0 {
		return "none"
	}
	if n := len(card.Schemas) - len(names); n > 0 {
		names = append(names, "…")
	}
	return strings.Join(names, ", ")
}
