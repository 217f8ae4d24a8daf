package cli

import (
	"io"
	"regexp"
	"strings"

	mango "github.com/muesli/mango-cobra"
	"github.com/muesli/roff"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"a2aform/internal/cli/command"
)

// shorthand is a flag of one letter, as the library writes it.
var shorthand = regexp.MustCompile(`\\fB--([A-Za-z]) --`)

// plainUsages removes the marks of the values from the usages of all flags.
func plainUsages(cmd *cobra.Command) {
	plain := func(f *pflag.Flag) { f.Usage = strings.ReplaceAll(f.Usage, "`", "") }
	cmd.Flags().VisitAll(plain)
	cmd.PersistentFlags().VisitAll(plain)
	for _, sub := range cmd.Commands() {
		plainUsages(sub)
	}
}

func newMan(s *command.Streams) *cobra.Command {
	return &cobra.Command{
		Use:     "man",
		Short:   "Print the manual page",
		Long:    "Print the manual page with all commands and flags, for man(1).",
		Example: "  a2aform man | man -l -",
		Args:    command.UsageArgs(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			plainUsages(cmd.Root())
			page, err := mango.NewManPage(1, cmd.Root())
			if err != nil {
				return err
			}
			head, rest, _ := strings.Cut(shorthand.ReplaceAllString(page.Build(roff.NewDocument()), `\fB-$1\fP, \fB--`), "\n")
			if i := strings.LastIndex(head, ` "`); i >= 0 { // the library puts the whole description at the top of each page
				head = head[:i] + ` "User Commands"`
			}
			_, err = io.WriteString(s.Out, head+"\n"+rest)
			return err
		},
	}
}
