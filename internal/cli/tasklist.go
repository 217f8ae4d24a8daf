package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/cli/command"
	"a2aform/internal/safe"
	"a2aform/internal/store"

	"github.com/spf13/cobra"
)

func newTaskList(s *command.Streams) *cobra.Command {
	var o taskOptions
	cmd := &cobra.Command{
		Use:   "list AGENT",
		Short: "List the agent's tasks, newest first (A2A 1.0, workshop)",
		Args:  command.UsageArgs(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if size := o.query.PageSize; cmd.Flags().Changed("page-size") && (size < 1 || size > 100) {
				return command.Usagef("--page-size goes from 1 to 100")
			}
			if err := o.filter(time.Now()); err != nil {
				return err
			}
			return o.with(cmd.Context(), s, args, func(ctx context.Context, agent *a2aclient.Agent) error {
				return listTasks(ctx, s, &o, agent)
			})
		},
	}
	o.agent.Add(cmd)
	o.connect.Add(cmd)
	o.connect.AddDebug(cmd)
	o.output.Add(cmd)
	cmd.Flags().StringVar(&o.context, "context-id", "", "only tasks of the context `ID`")
	cmd.Flags().StringVar(&o.state, "status", "", "only tasks in this `STATE`, such as working or input-required")
	cmd.Flags().StringVar(&o.since, "since", "", "only tasks whose state changed since this `TIME`: 2h, 30d or 2026-05-14T09:30:00Z")
	cmd.Flags().IntVar(&o.query.PageSize, "page-size", 0, "at most `N` tasks, 1 to 100")
	cmd.Flags().StringVar(&o.page, "page-token", "", "the `TOKEN` from the previous page")
	return cmd
}

// filter reads the flags that choose tasks.
func (o *taskOptions) filter(now time.Time) error {
	if o.state != "" {
		if o.query.State = a2a.ParseState(o.state); o.query.State == a2a.StateUnknown {
			return command.Usagef("--status %s is not known: use %s", safe.Text(o.state).Line(40), strings.Join(states, ", "))
		}
	}
	if o.since == "" {
		return nil
	}
	var age store.Keep
	if age.UnmarshalText([]byte(o.since)) == nil {
		o.query.Since = now.Add(-time.Duration(age))
		return nil
	}
	var err error
	if o.query.Since, err = time.Parse(time.RFC3339, o.since); err != nil {
		return command.Usagef("--since %s: use an age such as 2h or 30d, or a time such as 2026-05-14T09:30:00Z", safe.Text(o.since).Line(40))
	}
	return nil
}

// states are the words of --status.
var states = []string{"submitted", "working", "input-required", "auth-required", "completed", "failed", "canceled", "rejected"}

func listTasks(ctx context.Context, s *command.Streams, o *taskOptions, agent *a2aclient.Agent) error {
	o.query.ContextID, o.query.PageToken = safe.Text(o.context), safe.Text(o.page)
	page, err := agent.List(ctx, o.query)
	switch {
	case errors.Is(err, a2aclient.ErrUnsupported):
		return fmt.Errorf("%s has no way to list tasks: that came with A2A 1.0", agent.Card().Dialect)
	case err != nil:
		return err
	case o.output.JSON():
		return command.PrintRaw(s, page.Raw)
	}
	for i, task := range page.Tasks {
		w := taskFields(task.ID, task.ContextID, task.Status.State)
		w.Add("Says:", messageText(task.Status.Message))
		if i > 0 {
			if _, err := fmt.Fprintln(s.Text()); err != nil {
				return err
			}
		}
		if err := w.Print(s.Text()); err != nil {
			return err
		}
	}
	if len(page.Tasks) == 0 {
		s.Warn("the agent has no tasks")
	}
	if !page.Next.IsEmpty() {
		s.Warn("more tasks: --page-token " + page.Next.Line(0).String())
	}
	return nil
}
