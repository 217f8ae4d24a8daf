package cli

import (
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/helptext"
	"a2aform/internal/nearest"
	"a2aform/internal/safe"
	"a2aform/internal/store"
)

// checkCommand refuses a first word that is a bare word without a dot, a colon or a slash
// and neither a command, a saved agent, a file, nor localhost. It would be taken for the
// name of a host.
func checkCommand(s *Streams, root *cobra.Command) error {
	if len(s.Args) == 0 {
		return nil
	}
	word := s.Args[0]
	if word == "" || word == "localhost" || strings.HasPrefix(word, "-") || strings.ContainsAny(word, "./:") || strings.HasPrefix(word, "__") { // cobra's own commands for completion
		return nil
	}
	root.InitDefaultHelpCmd()
	if slices.ContainsFunc(root.Commands(), func(cmd *cobra.Command) bool { return cmd.Name() == word || cmd.HasAlias(word) }) {
		return nil
	}
	if _, err := os.Stat(word); err == nil {
		return nil
	}
	saved, _ := s.store().Saved(workingDir())
	if slices.ContainsFunc(saved, func(a store.Saved) bool { return a.Name == word }) {
		return nil
	}
	err := noCommand(root, word)
	if isHostName(word) {
		return usagef("%s; to use the host of that name, write http://%s", err, safe.Text(word).Line(60))
	}
	return err
}

// noCommand says that there is no such command, and which is near.
func noCommand(root *cobra.Command, word string) error {
	names := commandNames(root)
	hint := "there are " + strings.Join(names, ", ")
	if near := nearest.Name(word, names); near != "" {
		hint = "did you mean " + near + "?"
	}
	return usagef("there is no command %s; %s (see a2aform --help)", safe.Text(word).Line(60), hint)
}

// isHostName reports letters, digits and hyphens.
func isHostName(word string) bool {
	return word != "" && strings.Trim(strings.ToLower(word), "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

func commandNames(root *cobra.Command) (names []string) {
	root.InitDefaultHelpCmd()
	for _, cmd := range root.Commands() {
		if !cmd.Hidden {
			names = append(names, cmd.Name())
		}
	}
	return names
}

// newHelpCommand is cobra's help command, but for a word that is no command.
func newHelpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Show the help of a command",
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			switch {
			case err != nil || len(rest) > 0 && !cmd.HasParent():
				return noCommand(root, args[0])
			case len(rest) > 0:
				return usagef("%s has no command %s (see %s --help)", cmd.CommandPath(), safe.Text(rest[0]).Line(60), cmd.CommandPath())
			}
			return cmd.Help()
		},
	}
}

// setHelp gives a command and those below it our help.
func setHelp(s *Streams, root *cobra.Command) {
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		cmd.InitDefaultHelpFlag()
		cmd.InitDefaultVersionFlag()
		_, _ = io.WriteString(s.Out, newHelp(s).Render(cmd))
	})
}

func newHelp(s *Streams) *helptext.Page {
	if !s.OutTTY {
		return helptext.Plain(80)
	}
	return helptext.ForTerminal(s.width(), s.isDumb() || s.Getenv("NO_COLOR") != "")
}
