package cli

import (
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/cli/helptext"
	"a2aform/internal/safe"
	"a2aform/internal/store"
)

// checkCommand refuses a first word that is a bare word without a dot, a colon or a slash
// and neither a command, a saved agent, a file, nor localhost. It would be taken for the
// name of a host.
func checkCommand(s *command.Streams, root *cobra.Command) error {
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
	saved, _ := s.Store().Saved(command.WorkingDir())
	if slices.ContainsFunc(saved, func(a store.Saved) bool { return a.Name == word }) {
		return nil
	}
	err := command.NoCommand(root, word)
	if isHostName(word) {
		return command.Usagef("%s; to use the host of that name, write http://%s", err, safe.Text(word).Line(60))
	}
	return err
}

// isHostName reports letters, digits and hyphens.
func isHostName(word string) bool {
	return word != "" && strings.Trim(strings.ToLower(word), "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
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
				return command.NoCommand(root, args[0])
			case len(rest) > 0:
				return command.Usagef("%s has no command %s (see %s --help)", cmd.CommandPath(), safe.Text(rest[0]).Line(60), cmd.CommandPath())
			}
			return cmd.Help()
		},
	}
}

// setHelp gives a command and those below it our help.
func setHelp(s *command.Streams, root *cobra.Command) {
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		cmd.InitDefaultHelpFlag()
		cmd.InitDefaultVersionFlag()
		_, _ = io.WriteString(s.Out, newHelp(s).Render(cmd))
	})
}

func newHelp(s *command.Streams) *helptext.Page {
	if !s.OutTTY {
		return helptext.Plain(80)
	}
	return helptext.ForTerminal(s.Width(), s.IsDumb() || s.Getenv("NO_COLOR") != "")
}

// completeAgents lets the shell complete saved names wherever a command takes an
// AGENT, besides the names of files.
func completeAgents(s *command.Streams, cmd *cobra.Command) {
	offer := func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		list, _ := s.Store().Saved(command.WorkingDir())
		var names []string
		for _, a := range list {
			names = append(names, a.Name+"\t"+safe.Text(a.Ref()).Line(80).String())
		}
		return names, cobra.ShellCompDirectiveDefault
	}
	if cmd.Flags().Lookup("agent-card") != nil {
		// The flag is there, and has no other completion.
		_ = cmd.RegisterFlagCompletionFunc("agent-card", offer)
		if cmd.ValidArgsFunction != nil { // its arguments are something else
			return
		}
		cmd.ValidArgsFunction = func(c *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return offer(c, args, typed)
		}
	}
	for _, sub := range cmd.Commands() {
		completeAgents(s, sub)
	}
}
