package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	mango "github.com/muesli/mango-cobra"
	"github.com/muesli/roff"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"a2aform/internal/cli/command"
	"a2aform/internal/cli/qa"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/version"
)

// Main runs the command line and returns the exit code.
func Main(s *command.Streams) int {
	startWithoutCollection()
	log.SetOutput(io.Discard) // net/http logs what an agent sent, which would be in the middle of a screen
	err := command.RunWithSignals(func(ctx context.Context) error { return Run(ctx, s) })
	command.Report(s, err)
	return command.ExitCode(err)
}

// startWithoutCollection delays the first garbage collection until the heap has 16 MB, in place of the 4 MB of the Go runtime.
// Most commands never have that much, and end without a collection. The first collection finds an object that nothing refers
// to any more, and its cleanup sets the usual percentage again. A GOGC of the environment counts instead.
func startWithoutCollection() {
	const untilFirst, after = 400, 100 // percent of 4 MB, then of what is in use
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(untilFirst)
	runtime.AddCleanup(new([64]byte), func(percent int) { debug.SetGCPercent(percent) }, after)
}

// Run builds the command tree and runs the command that the arguments name.
func Run(ctx context.Context, s *command.Streams) error {
	s.Args = withOurNames(s.Args)
	root := newRoot(s)
	root.SetArgs(withoutAll(s.Args))
	root.SetIn(s.In)
	root.SetOut(s.Out)
	root.SetErr(s.Err)
	if err := checkCommand(s, root); err != nil {
		return err
	}
	if !asksForOffers(s.Args) {
		return root.ExecuteContext(ctx)
	}
	var offers bytes.Buffer
	root.SetOut(&offers)
	return errors.Join(root.ExecuteContext(ctx), writeOffers(s.Out, offers.String()))
}

func newRoot(s *command.Streams) *cobra.Command {
	var agent command.AgentFlag
	var connect command.ConnectFlags
	var preferences preferenceFlags
	var limits limitFlags
	var skill string
	root := &cobra.Command{
		Use:   "a2aform [AGENT]",
		Short: "Open any A2A agent in the terminal: schemas become forms, results become tables",
		Long: "a2aform opens any A2A (Agent2Agent) agent in a terminal, turns the input schemas it declares into forms,\n" +
			"follows the task live, and shows what comes back as tables.\n\n" +
			"AGENT is a saved name, a URL, a host, the path of a card file, or - for a card on standard input. Without it,\n" +
			"a2aform asks.",
		Example:           "  a2aform demo\n  a2aform localhost:9999\n  a2aform send localhost:9999 --skill fight-comparison \\\n    --set a=Lion --set b=Tiger",
		Args:              command.UsageArgs(cobra.MaximumNArgs(1)),
		Version:           version.Version(),
		SilenceErrors:     true,
		SilenceUsage:      true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return limits.set(s, cmd) },
		RunE: func(cmd *cobra.Command, args []string) error {
			ref, _ := agent.Ref(s, args)
			isPlain, err := preferences.isPlain(s)
			switch {
			case err != nil:
				return err
			case isPlain:
				return runPlain(cmd.Context(), s, &preferences, &connect, opening{ref: ref, skill: skill})
			}
			o, err := screens(s, &connect)
			if err != nil {
				return err
			}
			o.Ref, o.Skill = ref, skill
			return runTUI(cmd.Context(), s, &preferences, o)
		},
	}
	limits.add(root)
	agent.Add(root)
	preferences.add(root)
	connect.Add(root)
	connect.AddMetadata(root)
	connect.AddSchema(root, &skill)
	root.Flags().StringVar(&skill, "skill", "", "open the form of the skill of this `ID` or name at once")
	command.MoveFlags(root, command.AllFlags, "color")
	command.ShowFlags(root, "bearer")
	root.SetFlagErrorFunc(command.FlagFault)
	root.AddCommand(
		newDemo(s), newCard(s), newSkills(s), newCatalog(s), newFill(s), newSend(s), newTask(s), newShow(s),
		qa.NewTest(s, answerInLines(s)), qa.NewCases(s), newMock(s), newDoctor(s), newDiff(s),
		newPresent(s, addStagePreferences), newInit(s), newAuth(s), newAgents(s), newRuns(s), newConfig(s), newMan(s), newVersion(s),
	)
	completeAgents(s, root)
	addCompletions(s, root)
	refineCompletion(root)
	root.SetHelpCommand(newHelpCommand(s, root))
	setHelp(s, root)
	return root
}

// refineCompletion lets cobra's command for the shells answer as ours do.
func refineCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() == "completion" {
			command.Group(cmd, nil)
		}
	}
}

func newVersion(s *command.Streams) *cobra.Command {
	var output command.OutputFlag
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Long:  "Print the version. With -o json also the commit, the Go version, the system and the time zone: what a run file says of the program.",
		Args:  command.UsageArgs(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			if err := output.Check(); err != nil {
				return err
			}
			if output.JSON() {
				return command.PrintJSON(s, version.This())
			}
			_, err := s.Out.Write([]byte("a2aform " + version.Version() + "\n"))
			return err
		},
	}
	cmd.Flags().StringVarP(&output.Value, "output", "o", "text", "print as `FORMAT`: text or json")
	return cmd
}

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

// standardNames are commands of the a2a-cli specification (v0.2, §7.1) that have other names
// here.
var standardNames = []struct{ theirs, ours []string }{
	{[]string{"card", "get"}, []string{"card"}},
	{[]string{"demo-server"}, []string{"demo", "--serve"}},
	{[]string{"task", "download"}, []string{"task", "get", "--save", "."}},
	{[]string{"task", "push-config", "create"}, []string{"task", "push-config", "set"}},
}

// withOurNames replaces a command of the specification by ours.
func withOurNames(args []string) []string {
	for _, name := range standardNames {
		if n := len(name.theirs); len(args) >= n && slices.Equal(args[:n], name.theirs) {
			return slices.Concat(name.ours, args[n:])
		}
	}
	return args
}

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
