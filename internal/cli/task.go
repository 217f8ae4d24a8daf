package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/cli/command"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/webhook"
	"a2aform/render"
)

// taskOptions are shared by the commands about tasks that an agent already has.
type taskOptions struct {
	agent         command.AgentFlag
	connect       command.ConnectFlags
	output        command.OutputFlag
	save          command.SaveFlag
	send          sendOptions // what following a task shares with sending
	query         a2aclient.Query
	context, page string // of the query, as they were given
	state, since  string
	messages      []a2a.Message // of the task, to be printed
}

func newTask(s *command.Streams) *cobra.Command {
	task := &cobra.Command{
		Use:   "task",
		Short: "Show, follow, answer or cancel an agent's tasks",
		Args:  command.UsageArgs(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return command.Usagef("choose a command: answer, cancel, get, list, push-config, subscribe or wait (see %s --help)", cmd.CommandPath())
		},
	}
	task.AddCommand(
		newTaskGet(s),
		newTaskCommand(s, "cancel", "Ask the agent to cancel a task", cancelTask),
		newSubscribe(s),
		newTaskAnswer(s),
		newTaskList(s),
		newTaskWait(s),
		newPushConfig(s),
	)
	return task
}

// taskAction does something with one task of a dialled agent.
type taskAction func(ctx context.Context, s *command.Streams, o *taskOptions, agent *a2aclient.Agent, id safe.Raw) error

// newTaskCommand is a command about a task whose result it prints.
func newTaskCommand(s *command.Streams, name, short string, do taskAction) *cobra.Command {
	var o taskOptions
	cmd := o.command(s, name, short, do)
	o.output.AddExports(cmd)
	o.save.Add(cmd)
	return cmd
}

func (o *taskOptions) command(s *command.Streams, name, short string, do taskAction) *cobra.Command {
	cmd := &cobra.Command{
		Use:   name + " AGENT TASK",
		Short: short,
		Args:  command.UsageArgs(cobra.RangeArgs(1, 2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			id := safe.Text(args[len(args)-1])
			return o.with(cmd.Context(), s, args[:len(args)-1], func(ctx context.Context, agent *a2aclient.Agent) error {
				return do(ctx, s, o, agent, id)
			})
		},
	}
	o.agent.Add(cmd)
	o.connect.Add(cmd)
	o.connect.AddDebug(cmd)
	return cmd
}

func newTaskGet(s *command.Streams) *cobra.Command {
	history := -1
	cmd := newTaskCommand(s, "get", "Show the current state of a task", func(ctx context.Context, s *command.Streams, o *taskOptions, agent *a2aclient.Agent, id safe.Raw) error {
		if history < 0 {
			return getTask(ctx, s, o, agent, id)
		}
		return getHistory(ctx, s, o, agent, id, history)
	})
	cmd.Flags().IntVar(&history, "history", -1, "show the last `N` messages of the task too, as far as the agent has kept them")
	return cmd
}

func newSubscribe(s *command.Streams) *cobra.Command {
	cmd := newTaskCommand(s, "subscribe", "Follow a task until it ends or needs an answer", followTask)
	cmd.Long = "Follow a task until it ends or needs an answer, and print its result.\n\nThe task is streamed; without a stream, its status is polled."
	return cmd
}

func newTaskWait(s *command.Streams) *cobra.Command {
	hook := webhook.Options{Check: webhook.CheckEvery, Say: s.Warn}
	cmd := newTaskCommand(s, "wait", "Wait until a task ends or needs an answer", func(ctx context.Context, s *command.Streams, o *taskOptions, agent *a2aclient.Agent, id safe.Raw) error {
		if hook.Address == "" {
			return followTask(ctx, s, o, agent, id)
		}
		task, err := webhook.Wait(ctx, agent, id, hook)
		if err != nil {
			return pushError(agent, err)
		}
		return o.printTask(ctx, s, agent, task)
	})
	cmd.Long = "Wait until a task ends or needs an answer, and print its result.\n\n" +
		"With --webhook the agent is told to post the events of the task to a receiver of this program, which checks " +
		"the token of each and prints it. Without, it is task subscribe."
	cmd.Flags().StringVar(&hook.Address, "webhook", "", "receive notifications at `HOST:PORT`; without a value, at a free port of this machine")
	cmd.Flags().Lookup("webhook").NoOptDefVal = "127.0.0.1:0"
	cmd.Flags().StringVar(&hook.URL, "webhook-url", "", "the `URL` by which the agent reaches the receiver, such as that of a tunnel")
	return cmd
}

// newTaskAnswer is send with a task.
func newTaskAnswer(s *command.Streams) *cobra.Command {
	var o sendOptions
	cmd := &cobra.Command{
		Use:   "answer AGENT TASK",
		Short: "Answer a task that waits for input, wait, and print what comes back",
		Args:  command.UsageArgs(cobra.RangeArgs(1, 2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.task = args[len(args)-1]
			return runSend(cmd.Context(), s, &o, args[:len(args)-1])
		},
	}
	o.agent.Add(cmd)
	o.connect.Add(cmd)
	o.connect.AddDebug(cmd)
	o.output.AddExports(cmd)
	o.save.Add(cmd)
	o.addContent(cmd)
	return cmd
}

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

// with dials the agent that an argument or flag names.
func (o *taskOptions) with(ctx context.Context, s *command.Streams, args []string, do func(context.Context, *a2aclient.Agent) error) error {
	if err := o.output.Check(); err != nil {
		return err
	}
	card, err := o.connect.Fetch(ctx, s, &o.agent, args)
	if err != nil {
		return err
	}
	agent, err := o.connect.Open(ctx, s, card)
	if err != nil {
		return err
	}
	command.WarnCredentials(s, agent, nil)
	defer agent.Close()
	return do(o.connect.Traced(ctx, s), agent)
}

func getTask(ctx context.Context, s *command.Streams, o *taskOptions, agent *a2aclient.Agent, id safe.Raw) error {
	task, err := agent.Get(ctx, id)
	if err != nil {
		return err
	}
	return o.printTask(ctx, s, agent, task)
}

// getHistory is getTask with the last n messages of the task.
func getHistory(ctx context.Context, s *command.Streams, o *taskOptions, agent *a2aclient.Agent, id safe.Raw, n int) error {
	task, err := agent.GetWithHistory(ctx, id, n)
	if err != nil {
		return err
	}
	o.messages = task.History[max(0, len(task.History)-n):]
	if len(o.messages) == 0 && n > 0 {
		s.Warn("note: the agent has kept no messages of this task")
	}
	return o.printTask(ctx, s, agent, task)
}

func cancelTask(ctx context.Context, s *command.Streams, o *taskOptions, agent *a2aclient.Agent, id safe.Raw) error {
	task, err := agent.Cancel(ctx, id)
	if err != nil {
		return err
	}
	if !task.Status.State.Settled() {
		s.Warn("the agent accepted the request, but the task is " + string(task.Status.State) + "; task get tells what became of it")
	}
	return o.printTask(ctx, s, agent, task)
}

func (o *taskOptions) printTask(ctx context.Context, s *command.Streams, agent *a2aclient.Agent, task *a2a.Task) error {
	document := run.TaskDocument(agent.Card(), task)
	if err := o.printState(ctx, s, task, document); err != nil {
		return err
	}
	warnProblems(s, document.Problems())
	return o.save.Files(s, document)
}

func (o *taskOptions) printState(ctx context.Context, s *command.Streams, task *a2a.Task, document *render.Document) error {
	if o.output.JSON() {
		return command.PrintRaw(s, task.Raw)
	}
	if _, exports := o.output.Format(); exports {
		s.Warn("state: " + string(task.Status.State))
		return o.output.PrintResult(ctx, s, document, task.ID.Line(0).String())
	}
	var w command.Rows
	w.Add("task", task.ID.Line(0).String())
	w.Add("context", task.ContextID.Line(0).String())
	w.Add("state", string(task.Status.State))
	if !task.Status.Time.IsZero() {
		w.Add("since", task.Status.Time.Format("2006-01-02 15:04:05 MST"))
	}
	w.Add("says", messageText(task.Status.Message))
	addMetadata(&w, task.Metadata)
	for _, m := range o.messages {
		w.Add(writerOf(m), messageText(&m))
	}
	if err := w.Print(s.Out); err != nil || len(task.Artifacts) == 0 {
		return err
	}
	if _, err := fmt.Fprintln(s.Out); err != nil {
		return err
	}
	return command.PrintDocument(s, document)
}

// addMetadata adds the members of a task's metadata, such as its title or a price.
func addMetadata(w *command.Rows, metadata json.RawMessage) {
	v, err := ojson.Parse(metadata, ojson.DataLimits)
	if err != nil {
		return
	}
	for _, m := range v.Members() {
		text := string(m.Value.Compact())
		if m.Value.Is(ojson.String) {
			text = m.Value.Text()
		}
		name := "title"
		if m.Name != name {
			name, text = "metadata", m.Name+": "+text
		}
		w.Add(name, safe.Text(text).Line(safe.TextLimit()).String())
	}
}

// writerOf is who wrote a message.
func writerOf(m a2a.Message) string {
	if m.Role == a2a.RoleUser {
		return "you"
	}
	return "agent"
}

// messageText is a message on one line, "" for none: its text, or what else is in it.
func messageText(m *a2a.Message) string {
	if m == nil {
		return ""
	}
	var texts []string
	for _, p := range m.Parts {
		switch p.Kind {
		case a2a.PartText:
			return p.Text.Line(safe.TextLimit()).String()
		case a2a.PartData:
			texts = append(texts, safe.Text(string(p.Data)).Line(safe.TextLimit()).String())
		default:
			texts = append(texts, "("+string(p.Kind)+")")
		}
	}
	return strings.Join(texts, " ")
}

func followTask(ctx context.Context, s *command.Streams, o *taskOptions, agent *a2aclient.Agent, id safe.Raw) error {
	r := run.Follow(ctx, agent, id, run.Options{See: o.connect.PrintFrame(s), Protocol: o.output.JSON()})
	defer r.Close()
	o.send.output, o.send.save = o.output, o.save
	if err := watch(ctx, s, r, waitAnswerable); err != nil {
		return o.send.concludeBroken(ctx, s, r.Snapshot(), err)
	}
	return o.send.conclude(ctx, s, r)
}

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
	var w command.Rows
	for _, task := range page.Tasks {
		w.Add(task.ID.Line(0).String(), string(task.Status.State), messageText(task.Status.Message))
	}
	if len(page.Tasks) == 0 {
		s.Warn("the agent has no tasks")
	}
	if !page.Next.IsEmpty() {
		s.Warn("more tasks: --page-token " + page.Next.Line(0).String())
	}
	return w.Print(s.Out)
}
