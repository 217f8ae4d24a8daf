package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/cli/qa"
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
			"a2aform asks. A host without a dot or a port needs its scheme, such as http://myhost; localhost does not.",
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
	root.Flags().StringVar(&skill, "skill", "", "open the form of the skill `ID` at once")
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
			cmd.Args = command.UsageArgs(cobra.NoArgs)
			cmd.RunE = func(cmd *cobra.Command, _ []string) error {
				return command.Usagef("choose a command: %s (see %s --help)", command.CommandsOf(cmd), cmd.CommandPath())
			}
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
