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
	var q taskQuery
	cmd := &cobra.Command{
		Use:   "list AGENT",
		Short: "List the agent's tasks, newest first (A2A 1.0, workshop)",
		Args:  command.UsageArgs(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if size := q.size; cmd.Flags().Changed("page-size") && (size < 1 || size > 100) {
				return command.Usagef("--page-size goes from 1 to 100")
			}
			query, err := q.query(time.Now())
			if err != nil {
				return err
			}
			return o.with(cmd.Context(), s, args, func(ctx context.Context, agent *a2aclient.Agent) error {
				return listTasks(ctx, s, query, &o.print.output, agent)
			})
		},
	}
	o.agent.Add(cmd)
	o.connect.Add(cmd)
	o.connect.AddDebug(cmd)
	o.print.output.Add(cmd)
	cmd.Flags().StringVar(&q.context, "context-id", "", "only tasks of the context `ID`")
	cmd.Flags().StringVar(&q.state, "status", "", "only tasks in this `STATE`, such as working or input-required")
	cmd.Flags().StringVar(&q.since, "since", "", "only tasks whose state changed since this `TIME`: 2h, 30d or 2026-05-14T09:30:00Z")
	cmd.Flags().IntVar(&q.size, "page-size", 0, "at most `N` tasks, 1 to 100")
	cmd.Flags().StringVar(&q.page, "page-token", "", "the `TOKEN` from the previous page")
	return cmd
}

// taskQuery are the flags that choose tasks.
type taskQuery struct {
	context, state, since string
	size                  int
	page                  string
}

// query is what the flags ask for.
func (q *taskQuery) query(now time.Time) (query a2aclient.Query, err error) {
	query = a2aclient.Query{ContextID: safe.Text(q.context), PageSize: q.size, PageToken: safe.Text(q.page)}
	if q.state != "" {
		if query.State = a2a.ParseState(q.state); query.State == a2a.StateUnknown {
			return query, command.Usagef("--status %s is not known: use %s", safe.Text(q.state).Line(40), strings.Join(states, ", "))
		}
	}
	if q.since == "" {
		return query, nil
	}
	var age store.Keep
	if age.UnmarshalText([]byte(q.since)) == nil {
		query.Since = now.Add(-time.Duration(age))
		return query, nil
	}
	if query.Since, err = time.Parse(time.RFC3339, q.since); err != nil {
		return query, command.Usagef("--since %s: use an age such as 2h or 30d, or a time such as 2026-05-14T09:30:00Z", safe.Text(q.since).Line(40))
	}
	return query, nil
}

// states are the words of --status.
var states = []string{"submitted", "working", "input-required", "auth-required", "completed", "failed", "canceled", "rejected"}

func listTasks(ctx context.Context, s *command.Streams, query a2aclient.Query, output *command.OutputFlag, agent *a2aclient.Agent) error {
	page, err := agent.List(ctx, query)
	switch {
	case errors.Is(err, a2aclient.ErrUnsupported):
		return fmt.Errorf("%s has no way to list tasks: that came with A2A 1.0", agent.Card().Dialect)
	case err != nil:
		return err
	case output.JSON():
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
