package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/demo/mock"
	"a2aform/internal/demo/server"
	"a2aform/internal/qa/gen"
	"a2aform/internal/safe"
)

// maxChunks bounds --chunks.
const maxChunks = 10_000

type options struct {
	agent    command.AgentFlag
	listen   string
	runs     []string
	latency  string
	chunks   int
	versions []string
	strict   bool
	bearer   string
	script   string
	faults   []string
	seed     uint64
	quiet    bool
}

// newMock is the command mock.
func newMock(s *command.Streams) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:   "mock AGENT",
		Short: "Serve an agent that is made from a card",
		Long: "Serves an agent from any card, on this machine only: it takes the forms of the card, validates them and answers. The answer is\n" +
			"that of a recorded run with the same input, or from --script, or an example of the output schema, or made by --seed.\n" +
			"--fault makes it do something wrong, to see what a client or a test does then: NAME[=VALUE][@SKILL][:20%].\n\n" +
			"Faults: " + strings.Join(mock.FaultNames(), ", ") + ".",
		Example: "  a2aform mock localhost:9999\n  a2aform mock localhost:9999 --from-run last --latency 200ms±50\n  a2aform mock localhost:9999 --fault invalid-output:20% --fault status=429",
		Args:    command.UsageArgs(cobra.MaximumNArgs(1)),
		RunE:    func(cmd *cobra.Command, args []string) error { return o.serve(cmd.Context(), s, args) },
	}
	o.agent.Add(cmd)
	f := cmd.Flags()
	f.StringVar(&o.listen, "listen", "127.0.0.1:0", "`HOST:PORT` to serve on, of this machine; port 0 takes a free one")
	f.StringArrayVar(&o.runs, "from-run", nil, "answer as in this `RUN` where the input is the same; repeat it for more runs")
	f.StringVar(&o.latency, "latency", "", "the `TIME` of each step, such as 200ms or 200ms±50")
	f.IntVar(&o.chunks, "chunks", 1, "send each artifact in `N` pieces")
	f.StringSliceVar(&o.versions, "a2a-version", nil, "the `VERSIONS` of A2A to speak: "+strings.Join(mock.Versions, ", ")+" (default: those of the card)")
	f.BoolVar(&o.strict, "strict", true, "keep to the object-schemas extension to the letter; --strict=false also takes data without a tag that fits one form")
	f.StringVar(&o.bearer, "require-bearer", "", "ask for the bearer token in a variable, `env:NAME`")
	f.StringVar(&o.script, "script", "", "say what skills answer, in the TOML `FILE`")
	f.StringArrayVar(&o.faults, "fault", nil, "a `FAULT` to make: NAME[=VALUE][@SKILL][:20%]; repeat it for more faults")
	f.Uint64Var(&o.seed, "seed", 1, "the `NUMBER` that generated answers and shares are made from")
	f.BoolVar(&o.quiet, "quiet", false, "do not log requests and faults")
	_ = cmd.RegisterFlagCompletionFunc("fault", cobra.FixedCompletions(mock.FaultNames(), cobra.ShellCompDirectiveNoFileComp)) // the flag is there
	return cmd
}

func (o *options) serve(ctx context.Context, s *command.Streams, args []string) error {
	settings, err := o.settings(s)
	if err != nil {
		return err
	}
	if settings.Recorded, err = recorded(s, o.runs); err != nil {
		return err
	}
	card, err := o.agent.Fetch(ctx, s, args)
	if err != nil {
		return err
	}
	agent, notes, err := mock.New(card.Raw, settings)
	if err != nil {
		return err
	}
	running, err := server.StartLocal(ctx, o.listen, agent, mock.MaxConnections)
	if errors.Is(err, server.ErrAddress) || errors.Is(err, server.ErrLoopback) {
		return command.Usagef("--listen: %s", err)
	}
	if err != nil {
		return err
	}
	defer func() { _ = running.Close() }()
	for _, note := range notes {
		s.Warn("note: " + safe.Text(note).Line(500).String())
	}
	s.Warn("the mock is running; ctrl+c stops it") // before the address, after which the log may begin
	if _, err := fmt.Fprintln(s.Out, running.URL); err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}

// settings reads the flags.
func (o *options) settings(s *command.Streams) (mock.Options, error) {
	settings := mock.Options{Chunks: o.chunks, Lenient: !o.strict, Versions: o.versions, Seed: o.seed, Sample: gen.Sample}
	if o.chunks < 1 || o.chunks > maxChunks {
		return settings, command.Usagef("--chunks: write a number from 1 to %d", maxChunks)
	}
	for _, v := range o.versions {
		if !slices.Contains(mock.Versions, v) {
			return settings, command.Usagef("--a2a-version %s: the versions are %s", safe.Text(v).Line(40), strings.Join(mock.Versions, ", "))
		}
	}
	var err error
	if settings.Latency, settings.Spread, err = readLatency(o.latency); err != nil {
		return settings, err
	}
	for _, text := range o.faults {
		fault, err := mock.ParseFault(text)
		if err != nil {
			return settings, command.Usagef("--fault: %s", safe.Text(err.Error()).Line(2000))
		}
		settings.Faults = append(settings.Faults, fault)
	}
	if o.bearer != "" {
		name, ok := strings.CutPrefix(o.bearer, "env:")
		if settings.Bearer = s.Getenv(name); !ok || settings.Bearer == "" {
			return settings, command.Usagef("--require-bearer: write env:NAME, the name of a variable with the token")
		}
	}
	if o.script != "" {
		script, problems := mock.ReadScript(o.script)
		if len(problems) > 0 {
			return settings, command.Usagef("%s", problems[0])
		}
		settings.Script = script
	}
	if !o.quiet {
		var mu sync.Mutex
		settings.Log = func(text string) {
			mu.Lock()
			defer mu.Unlock()
			s.Warn(time.Now().Format("15:04:05.000 ") + safe.Text(text).Line(300).String())
		}
	}
	return settings, nil
}

// readLatency reads 200ms, or 200ms±50, where the second number has the unit of the first.
func readLatency(text string) (d, spread time.Duration, err error) {
	if text == "" {
		return 0, 0, nil
	}
	first, second, hasSpread := strings.Cut(text, "±")
	if d, err = time.ParseDuration(first); err == nil && hasSpread {
		if spread, err = time.ParseDuration(second); err != nil {
			spread, err = time.ParseDuration(second + strings.TrimLeft(first, "0123456789."))
		}
	}
	if err != nil || d < 0 || spread < 0 {
		return 0, 0, command.Usagef("--latency %s: write a time such as 200ms or 200ms±50", safe.Text(text).Line(40))
	}
	return d, spread, nil
}
