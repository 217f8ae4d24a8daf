package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/demo"
	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

type demoOptions struct {
	serve       bool
	listen      string
	skill       string
	preferences preferenceFlags
}

func newDemo(s *command.Streams) *cobra.Command {
	var o demoOptions
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Open the built-in demo agent",
		Args:  command.UsageArgs(cobra.NoArgs),
		RunE:  func(cmd *cobra.Command, _ []string) error { return runDemo(cmd.Context(), s, &o) },
	}
	o.preferences.add(cmd)
	cmd.Flags().BoolVar(&o.serve, "serve", false, "only serve the agent and print its card's URL")
	cmd.Flags().StringVar(&o.skill, "skill", "", "open the form of the skill `ID` at once")
	registerCompletion(cmd, "skill", func(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return (&completer{s}).fromCard(completeSkills)(cmd, []string{"demo"}, typed)
	})
	cmd.Flags().StringVar(&o.listen, "listen", "127.0.0.1:0", "`HOST:PORT` to serve on; port 0 takes a free one")
	return cmd
}

// runDemo starts the demo agent and opens the screens on it, or only serves it
// until it is interrupted.
func runDemo(ctx context.Context, s *command.Streams, o *demoOptions) error {
	isPlain := false
	if !o.serve {
		var err error
		if isPlain, err = o.preferences.isPlain(s); err != nil {
			return err
		}
	}
	if why := s.NoTerminal(); why != "" && !o.serve && !isPlain {
		return command.Usagef("%s, so the screens cannot be shown\n  without a terminal use: a2aform demo --plain, or a2aform send demo", why)
	}
	server, err := demo.Start(ctx, o.listen, demo.Options{Pace: demo.DefaultPace})
	if errors.Is(err, demo.ErrAddress) {
		return command.Usagef("--listen %s: %s", safe.Text(o.listen).Line(80), demo.ErrAddress)
	}
	if err != nil {
		return err
	}
	defer func() { _ = server.Close() }()
	if !o.serve && isPlain {
		return runPlain(ctx, s, &o.preferences, &command.ConnectFlags{}, opening{server.URL, o.skill, true})
	}
	if !o.serve {
		running := func() (string, error) { return server.URL, nil }
		return runTUI(ctx, s, &o.preferences, kit.Options{Ref: server.URL, Demo: running, Forget: true, Skill: o.skill})
	}
	if _, err := fmt.Fprintln(s.Out, server.CardURL); err != nil {
		return err
	}
	s.Warn("demo agent is running; Ctrl+C stops it")
	<-ctx.Done()
	return nil
}
