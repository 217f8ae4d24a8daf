package qa

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/qa/fileschema"
	"a2aform/internal/safe"
)

func newSchema(s *command.Streams) *cobra.Command {
	of := fileschema.Names[0]
	cmd := &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of case files or suite files",
		Long: "Print a JSON Schema that lets an editor complete and explain the keys of case files or suite files. A file names its\n" +
			"schema in its first line, such as: #:schema ../case.schema.json",
		Example: "  a2aform cases schema > .a2aform/case.schema.json\n  a2aform cases schema --of suite > .a2aform/suite.schema.json",
		Args:    command.UsageArgs(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			if !slices.Contains(fileschema.Names, of) {
				return command.Usagef("--of %s is not known: use %s", safe.Text(of).Line(40), strings.Join(fileschema.Names, ", "))
			}
			schema, err := fileschema.Of(of)
			if err != nil {
				return err
			}
			return command.PrintRaw(s, schema)
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	cmd.Flags().StringVar(&of, "of", of, "the schema of which `FILE`: case or suite")
	_ = cmd.RegisterFlagCompletionFunc("of", cobra.FixedCompletions(fileschema.Names, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}
