package cli

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/cli/command"
	"a2aform/internal/safe"
)

// pushFlags describe where an agent posts the events of a task.
type pushFlags struct{ url, id, token, bearer string }

func newPushConfig(s *command.Streams) *cobra.Command {
	return command.Group(&cobra.Command{
		Use:   "push-config",
		Short: "Say where an agent posts the events of a task",
	}, nil,
		newPush(s, "set", "Set where the agent posts the events of a task", setPush),
		newPush(s, "get", "Show one push configuration of a task", getPush),
		newPush(s, "list", "List the push configurations of a task", listPush),
		newPush(s, "delete", "Delete a push configuration of a task", deletePush))
}

// pushAction does something with the push configurations of a task.
type pushAction func(ctx context.Context, s *command.Streams, o *taskOptions, f *pushFlags, agent *a2aclient.Agent, task safe.Raw) error

func newPush(s *command.Streams, name, short string, do pushAction) *cobra.Command {
	var o taskOptions
	var f pushFlags
	cmd := o.command(s, name, short, func(ctx context.Context, s *command.Streams, o *taskOptions, agent *a2aclient.Agent, task safe.Raw) error {
		if !agent.Card().PushNotifications {
			s.Warn("note: the card does not say that this agent sends push notifications")
		}
		return pushError(agent, do(ctx, s, o, &f, agent, task))
	})
	o.print.output.Add(cmd)
	switch name {
	case "list":
	case "set":
		cmd.Aliases = []string{"create"}
		cmd.Flags().StringVar(&f.url, "url", "", "the `URL` that the agent posts to (required)")
		cmd.Flags().StringVar(&f.id, "id", "", "the `ID` of the configuration; without it the agent chooses one")
		cmd.Flags().StringVar(&f.token, "token", "", "the token that the agent repeats with each notification; `env:NAME` names the variable that has it")
		cmd.Flags().StringVar(&f.bearer, "url-bearer", "", "the bearer token that the URL asks for, as `env:NAME`")
	default:
		cmd.Flags().StringVar(&f.id, "id", "", "the `ID` of the configuration (required)")
	}
	return cmd
}

// pushError says of a version without push notifications which ones have them.
func pushError(agent *a2aclient.Agent, err error) error {
	if errors.Is(err, a2aclient.ErrUnsupported) {
		return fmt.Errorf("there are no push notifications in %s over %s: they need A2A 1.0, or 0.3 over JSON-RPC", agent.Card().Dialect, agent.Interface().Binding)
	}
	return err
}

// config reads the flags of set.
func (f *pushFlags) config(s *command.Streams) (c a2a.PushConfig, err error) {
	if u, err := url.Parse(f.url); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return c, command.Usagef("--url: name the address that the agent posts to, such as https://me.example/hook")
	}
	c.ID, c.URL = safe.Text(f.id), safe.Text(f.url)
	for flag, secret := range map[string]struct {
		value string
		to    *safe.Raw
	}{"--token": {f.token, &c.Token}, "--url-bearer": {f.bearer, &c.Credentials}} {
		if secret.value == "" {
			continue
		}
		text, err := s.Secret(flag, secret.value)
		if err != nil {
			return c, err
		}
		*secret.to = safe.Text(text)
	}
	if f.bearer != "" {
		c.Scheme = safe.Text("Bearer")
	}
	return c, nil
}

func setPush(ctx context.Context, s *command.Streams, o *taskOptions, f *pushFlags, agent *a2aclient.Agent, task safe.Raw) error {
	config, err := f.config(s)
	if err != nil {
		return err
	}
	set, err := agent.SetPush(ctx, task, config)
	if err != nil {
		return err
	}
	return o.printPush(s, set.Raw, set)
}

func getPush(ctx context.Context, s *command.Streams, o *taskOptions, f *pushFlags, agent *a2aclient.Agent, task safe.Raw) error {
	if f.id == "" {
		return command.Usagef("--id: name the configuration; task push-config list shows them")
	}
	config, err := agent.PushConfig(ctx, task, safe.Text(f.id))
	if err != nil {
		return err
	}
	return o.printPush(s, config.Raw, config)
}

func listPush(ctx context.Context, s *command.Streams, o *taskOptions, _ *pushFlags, agent *a2aclient.Agent, task safe.Raw) error {
	list, raw, err := agent.PushConfigs(ctx, task)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		s.Warn("the task has no push configurations")
	}
	return o.printPush(s, raw, list...)
}

func deletePush(ctx context.Context, s *command.Streams, _ *taskOptions, f *pushFlags, agent *a2aclient.Agent, task safe.Raw) error {
	if f.id == "" {
		return command.Usagef("--id: name the configuration; task push-config list shows them")
	}
	if err := agent.DeletePush(ctx, task, safe.Text(f.id)); err != nil {
		return err
	}
	s.Warn("deleted")
	return nil
}

// printPush prints configurations, their secrets only in JSON.
func (o *taskOptions) printPush(s *command.Streams, raw []byte, list ...a2a.PushConfig) error {
	if o.print.output.JSON() {
		return command.PrintRaw(s, raw)
	}
	var w command.Rows
	for _, c := range list {
		cells := []string{command.Line(c.ID), command.Line(c.URL)}
		if !c.Token.IsEmpty() {
			cells = append(cells, "with a token")
		}
		if !c.Scheme.IsEmpty() {
			cells = append(cells, "with "+command.Line(c.Scheme)+" credentials")
		}
		w.Add(cells...)
	}
	return w.Print(s.Text())
}
