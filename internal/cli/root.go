package cli

import (
	"context"
	"io"
	"log"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/internal/cli/signals"
	"a2aform/internal/demo"
	"a2aform/internal/gcdelay"
	"a2aform/internal/safe"
	"a2aform/internal/version"
)

// startTime is how long the program may take until it is on the screen.
const startTime = time.Second

// Main runs the command line and returns the exit code.
func Main(s *Streams) int {
	time.AfterFunc(startTime, gcdelay.End)
	log.SetOutput(io.Discard) // net/http logs what an agent sent, which would be in the middle of a screen
	err := signals.Run(func(ctx context.Context) error { return Run(ctx, s) })
	report(s, err)
	return exitCode(err)
}

// Run builds the command tree and runs the command that the arguments name.
func Run(ctx context.Context, s *Streams) error {
	root := newRoot(s)
	root.SetArgs(s.Args)
	root.SetIn(s.In)
	root.SetOut(s.Out)
	root.SetErr(s.Err)
	if err := checkCommand(s, root); err != nil {
		return err
	}
	return root.ExecuteContext(ctx)
}

func newRoot(s *Streams) *cobra.Command {
	var agent agentFlag
	var connect connectFlags
	var preferences preferenceFlags
	var limits limitFlags
	var skill string
	root := &cobra.Command{
		Use:   "a2aform [AGENT]",
		Short: "Open any A2A agent in the terminal: schemas become forms, results become tables",
		Long: "a2aform opens any A2A (Agent2Agent) agent in a terminal, turns the input schemas it declares into forms,\n" +
			"follows the task live, and shows what comes back as tables.\n\n" +
			"AGENT is a saved name, a URL, a host, the path of a card file, or - for a card on standard input. Without it a2aform asks.\n" +
			"A host without a dot or a port is written with its scheme: http://myhost. localhost needs none.",
		Example:           "  a2aform demo\n  a2aform localhost:9999\n  a2aform send localhost:9999 --skill fight-comparison \\\n    --set a=Lion --set b=Tiger",
		Args:              usageArgs(cobra.MaximumNArgs(1)),
		Version:           version.Version(),
		SilenceErrors:     true,
		SilenceUsage:      true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return limits.set(s, cmd) },
		RunE: func(cmd *cobra.Command, args []string) error {
			ref, _ := agent.ref(s, args)
			isPlain, err := preferences.isPlain(s)
			switch {
			case err != nil:
				return err
			case isPlain:
				return runPlain(cmd.Context(), s, &preferences, &connect, opening{ref: ref, skill: skill})
			}
			o, err := connect.screens(s)
			if err != nil {
				return err
			}
			o.Ref, o.Skill = ref, skill
			return runTUI(cmd.Context(), s, &preferences, o)
		},
	}
	limits.add(root)
	agent.add(root)
	preferences.add(root)
	connect.add(root)
	connect.addMetadata(root)
	connect.addSchema(root, &skill)
	root.Flags().StringVar(&skill, "skill", "", "open the form of the skill `ID` at once")
	root.SetFlagErrorFunc(flagFault)
	root.AddCommand(newDemo(s), newCard(s), newSkills(s), newCatalog(s), newSend(s), newTask(s), newShow(s), newAuth(s), newAgents(s), newRuns(s), newConfig(s), newVersion(s))
	completeAgents(s, root)
	refineCompletion(root)
	root.SetHelpCommand(newHelpCommand(root))
	setHelp(s, root)
	return root
}

// refineCompletion lets cobra's command for the shells answer as ours do.
func refineCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() == "completion" {
			cmd.Args = usageArgs(cobra.NoArgs)
			cmd.RunE = func(cmd *cobra.Command, _ []string) error {
				return usagef("choose a command: %s (see %s --help)", commandsOf(cmd), cmd.CommandPath())
			}
		}
	}
}

// usageArgs makes a wrong number of arguments a usage error that says how the
// command is written, and a word that is no command of a group one that names
// those that are.
func usageArgs(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if check(cmd, args) == nil {
			return nil
		}
		if cmd.HasParent() && cmd.HasAvailableSubCommands() {
			return usagef("%s is not a command of %s: %s (see %s --help)", safe.Text(args[0]).Line(60), cmd.Name(), commandsOf(cmd), cmd.CommandPath())
		}
		if !cmd.HasParent() {
			return noCommand(cmd, args[0])
		}
		given := "nothing was"
		if n := len(args); n == 1 {
			given = "1 argument was"
		} else if n > 1 {
			given = strconv.Itoa(n) + " arguments were"
		}
		return usagef("write it as %s; %s given (see %s --help)", strings.TrimSuffix(cmd.UseLine(), " [flags]"), given, cmd.CommandPath())
	}
}

// commandsOf are the names of the commands of a group: "add, list or remove".
func commandsOf(cmd *cobra.Command) string {
	var names []string
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// demoAgent names the built-in agent, which a command starts for itself.
const demoAgent = "demo"

// agentFlag is the agent by flag, for those who are used to a2a-cli.
type agentFlag struct{ value string }

func (f *agentFlag) add(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&f.value, "agent-card", "a", "", "the `AGENT`: saved name, URL, host or card file; demo is the built-in agent, - a card on standard input")
}

// ref is the agent by argument, flag or the variable A2ACLI_AGENT_CARD.
func (f *agentFlag) ref(s *Streams, args []string) (string, error) {
	for _, ref := range append(args, f.value, s.Getenv("A2ACLI_AGENT_CARD")) {
		if ref != "" {
			return ref, nil
		}
	}
	return "", usagef("no agent: pass a URL, a host, a card file or a saved name as argument, with -a, or in A2ACLI_AGENT_CARD")
}

// fetch reads the card that an argument or flag names.
func (f *agentFlag) fetch(ctx context.Context, s *Streams, args []string, o ...a2aclient.Option) (*a2aclient.Card, error) {
	ref, _, err := f.find(s, args)
	if err != nil {
		return nil, err
	}
	if ref == demoAgent {
		server, err := demo.Start(ctx, "", demo.Options{Pace: demo.DefaultPace})
		if err != nil {
			return nil, err
		}
		ref = server.URL // until the command ends
	}
	if ref != "-" {
		return a2aclient.Fetch(ctx, ref, append(o, s.network()...)...)
	}
	if s.InTTY {
		return nil, usagef("the agent is -, but standard input has no card; try: cat card.json | a2aform card -")
	}
	return a2aclient.Read(s.In, "standard input")
}

func newVersion(s *Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  usageArgs(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			_, err := s.Out.Write([]byte("a2aform " + version.Version() + "\n"))
			return err
		},
	}
}
