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
	agent    command.AgentFlag
	connect  command.ConnectFlags
	print    printing
	timeout  timeLimit
	messages []a2a.Message // of the task, to be printed
}

func newTask(s *command.Streams) *cobra.Command {
	return command.Group(&cobra.Command{
		Use:   "task",
		Short: "Show, follow, answer or cancel an agent's tasks",
	}, nil, // the list needs an agent
		newTaskGet(s),
		newTaskCancel(s),
		newSubscribe(s),
		newTaskAnswer(s),
		newTaskList(s),
		newTaskWait(s),
		newPushConfig(s),
	)
}

// taskAction does something with one task of a dialed agent.
type taskAction func(ctx context.Context, s *command.Streams, o *taskOptions, agent *a2aclient.Agent, id safe.Raw) error

// newTaskCommand is a command about a task whose result it prints.
func newTaskCommand(s *command.Streams, name, short string, do taskAction) (*cobra.Command, *taskOptions) {
	o := &taskOptions{}
	cmd := o.command(s, name, short, do)
	o.print.output.AddExports(cmd)
	o.print.save.Add(cmd)
	return cmd, o
}

// addWaiting adds the flags of commands that wait for a task.
func (o *taskOptions) addWaiting(cmd *cobra.Command) {
	o.connect.AddPolling(cmd)
	o.timeout.add(cmd)
}

func (o *taskOptions) command(s *command.Streams, name, short string, do taskAction) *cobra.Command {
	cmd := &cobra.Command{
		Use:   name + " AGENT TASK",
		Short: short,
		Args:  command.UsageArgs(cobra.RangeArgs(1, 2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			id := safe.Text(args[len(args)-1])
			if len(args) == 1 && strings.Contains(args[0], "://") {
				return command.Usagef("name the task, too: %s AGENT TASK", cmd.CommandPath())
			}
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
	wait := false
	cmd, o := newTaskCommand(s, "get", "Show the current state of a task", func(ctx context.Context, s *command.Streams, o *taskOptions, agent *a2aclient.Agent, id safe.Raw) error {
		switch {
		case wait && history >= 0:
			return command.Usagef("--wait and --history do not go together")
		case wait:
			return followTask(ctx, s, o, agent, id)
		case history < 0:
			return getTask(ctx, s, o, agent, id)
		}
		return getHistory(ctx, s, o, agent, id, history)
	})
	o.addWaiting(cmd)
	cmd.Flags().BoolVar(&wait, "wait", false, "wait until the task ends or needs an answer, as task wait does")
	cmd.Flags().IntVar(&history, "history", -1, "show the last `N` messages of the task too, as far as the agent has kept them")
	return cmd
}

func newSubscribe(s *command.Streams) *cobra.Command {
	cmd, o := newTaskCommand(s, "subscribe", "Follow a task until it ends or needs an answer", followTask)
	o.addWaiting(cmd)
	cmd.Flags().BoolVar(&o.print.stream, "stream", false, "print each event when it comes; with -o json a line of JSON for each")
	cmd.Long = "Follow a task until it ends or needs an answer, and print its result.\n\nThe task is streamed; without a stream, its status is polled."
	return cmd
}

func newTaskWait(s *command.Streams) *cobra.Command {
	hook := webhook.Options{Check: webhook.CheckEvery, Say: s.Warn}
	cmd, o := newTaskCommand(s, "wait", "Wait until a task ends or needs an answer", func(ctx context.Context, s *command.Streams, o *taskOptions, agent *a2aclient.Agent, id safe.Raw) error {
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
		"the token of each and prints it. Without it, the command does what task subscribe does."
	o.addWaiting(cmd)
	cmd.Flags().StringVar(&hook.Address, "webhook", "", "receive notifications at `HOST:PORT`; without a value, at a free port of this machine")
	cmd.Flags().Lookup("webhook").NoOptDefVal = "127.0.0.1:0"
	cmd.Flags().StringVar(&hook.URL, "webhook-url", "", "the `URL` by which the agent reaches the receiver, such as that of a tunnel")
	return cmd
}

// newTaskAnswer is send with a task.
func newTaskAnswer(s *command.Streams) *cobra.Command {
	var o sending
	cmd := &cobra.Command{
		Use:   "answer AGENT TASK",
		Short: "Answer a task that waits for input, wait, and print what comes back",
		Args:  command.UsageArgs(cobra.RangeArgs(1, 2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.draft.task = args[len(args)-1]
			return o.answerTask(cmd.Context(), s, args[:len(args)-1])
		},
	}
	o.addAgent(cmd)
	o.draft.form.addSettings(cmd)
	o.draft.contents.add(cmd)
	o.wait.add(cmd)
	o.print.add(cmd)
	return cmd
}

// with dials the agent that an argument or flag names.
func (o *taskOptions) with(ctx context.Context, s *command.Streams, args []string, do func(context.Context, *a2aclient.Agent) error) error {
	if err := o.print.output.Check(); err != nil {
		return err
	}
	o.print.about.agent, _ = o.agent.Ref(s, args) // without one, fetching says so
	o.print.about.endpoint = o.connect.Endpoint()
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

func newTaskCancel(s *command.Streams) *cobra.Command {
	cmd, _ := newTaskCommand(s, "cancel", "Ask the agent to cancel a task", cancelTask)
	cmd.Long = "Ask the agent to cancel a task, and print what has become of it. A task that is canceled already stays so."
	return cmd
}

func cancelTask(ctx context.Context, s *command.Streams, o *taskOptions, agent *a2aclient.Agent, id safe.Raw) error {
	task, err := agent.Cancel(ctx, id)
	var said *a2aclient.Error
	if errors.As(err, &said) && said.Code == a2aclient.CodeNotCancelable {
		if now, getErr := agent.Get(ctx, id); getErr == nil && now.Status.State == a2a.StateCanceled {
			task, err = now, nil
		}
	}
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
	warnProblems(s, document)
	if task.Status.State == a2a.StateInputRequired && !o.print.output.JSON() {
		noteForm(s, task.Status.Message)
		printQuestion(s, o.print.about.agentWord(), task.ID, "the agent waits for an answer", task.Status.Message)
	}
	return o.print.save.Files(s, document)
}

func (o *taskOptions) printState(ctx context.Context, s *command.Streams, task *a2a.Task, document *render.Document) error {
	if o.print.output.JSON() {
		return command.PrintRaw(s, task.Raw)
	}
	w := taskFields(task.ID, task.ContextID, task.Status.State)
	if _, exports := o.print.output.Format(); exports {
		if err := w.Print(s.Notes()); err != nil {
			return err
		}
		return o.print.output.PrintResult(ctx, s, document, task.ID.Line(0).String())
	}
	if !task.Status.Time.IsZero() {
		w.Add("Since:", task.Status.Time.Format("2006-01-02 15:04:05 MST"))
	}
	if run.OfTask(task).ResultMessage() != task.Status.Message { // which is the result below
		w.Add("Says:", messageText(task.Status.Message))
	}
	addMetadata(w, task.Metadata)
	for _, m := range o.messages {
		w.Add(writerOf(m), messageText(&m))
	}
	if err := w.Print(s.Text()); err != nil {
		return err
	}
	return command.PrintBlock(s, "Result", document)
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
		label := "Title:"
		if m.Name != "title" {
			label, text = "Metadata:", m.Name+": "+text
		}
		w.Add(label, safe.Text(text).Line(safe.TextLimit()).String())
	}
}

// writerOf is the label of a message: who wrote it.
func writerOf(m a2a.Message) string {
	if m.Role == a2a.RoleUser {
		return "You:"
	}
	return "Agent:"
}

// messageText is a message on one line, "" for none: its text, or what else is in it.
func messageText(m *a2a.Message) string {
	if m == nil {
		return ""
	}
	if f, ok := m.Form(); ok && f.IsInMetadata() && !f.Instructions.IsEmpty() {
		return strings.TrimSpace(partText(m) + " " + f.Instructions.Line(safe.TextLimit()).String())
	}
	return partText(m)
}

// partText is what the parts of a message say on one line: the first text, or what else is in them.
func partText(m *a2a.Message) string {
	var texts []string
	for _, p := range m.Parts {
		if p.IsThought() {
			continue
		}
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
	o.print.about.isTask = true
	if err := o.print.checkStream(); err != nil {
		return err
	}
	ctx, cancel := o.timeout.within(ctx)
	defer cancel()
	r := run.Follow(ctx, agent, id, o.print.options(s, agent, o.connect.PrintFrame(s)))
	defer r.Close()
	if err := watch(ctx, s, r, o.print.words(s), waitStopped); err != nil {
		return o.print.concludeBroken(ctx, s, r, err)
	}
	return o.print.conclude(ctx, s, r, 0)
}

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
