package cli

import (
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
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

// withoutAll are arguments without --all next to --help, which commands do not know. It is read from [command.Streams].
func withoutAll(args []string) []string {
	if !slices.Contains(args, "--help") && !slices.Contains(args, "-h") {
		return args
	}
	return slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return arg == "--all" })
}

// newHelpCommand is cobra's help command, but for a word that is no command.
func newHelpCommand(s *command.Streams, root *cobra.Command) *cobra.Command {
	help := &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Show the help of a command",
		Long:    "Show the help of a command. The page agent has the flags that say how an agent is reached, and with which credentials.",
		Example: "  a2aform help send\n  a2aform help agent",
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 && args[0] == command.AgentPage {
				_, err := io.WriteString(s.Out, newHelp(s).Agent(agentFlags(s, root)))
				return err
			}
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
	help.Flags().Bool("all", false, "also flags that few need") // read from the arguments
	return help
}

// agentFlags is a command with all flags that say how an agent is reached, and no others.
func agentFlags(s *command.Streams, root *cobra.Command) *cobra.Command {
	cmd := &cobra.Command{}
	agents := command.NewAgents(s)
	agents.AddAgentFlags(cmd)
	agents.Connect.AddSchema(cmd, new(string))
	cmd.Flags().AddFlag(root.PersistentFlags().Lookup("insecure-http"))
	return cmd
}

// setHelp gives a command and those below it our help.
func setHelp(s *command.Streams, root *cobra.Command) {
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		cmd.InitDefaultHelpFlag()
		cmd.InitDefaultVersionFlag()
		_, _ = io.WriteString(s.Out, newHelp(s).Render(cmd))
	})
}

func newHelp(s *command.Streams) *command.HelpPage {
	page := command.PlainHelp(80)
	if s.OutTTY {
		page = command.TerminalHelp(s.Width(), s.IsDumb() || s.Getenv("NO_COLOR") != "")
	}
	page.All = slices.Contains(s.Args, "--all")
	return page
}

// completeAgents lets the shell complete saved names wherever a command takes an
// AGENT, besides the names of files.
func completeAgents(s *command.Streams, cmd *cobra.Command) {
	offer := offerAgents(s)
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

// offerAgents offers the saved names and their addresses, and files.
func offerAgents(s *command.Streams) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) (names []string, _ cobra.ShellCompDirective) {
		list, _ := s.Store().Saved(command.WorkingDir())
		for _, a := range list {
			names = append(names, a.Name+"\t"+safe.Text(a.Ref()).Line(80).String())
		}
		return names, cobra.ShellCompDirectiveDefault
	}
}
