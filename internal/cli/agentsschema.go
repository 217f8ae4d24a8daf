package cli

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/store"
)

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
