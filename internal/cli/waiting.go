package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/cli/command"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/safego"
)

// waiting is how a task is followed, and what the agent is answered meanwhile.
type waiting struct {
	timeout    timeLimit
	cancelLate bool // the task, after the timeout
	answers    []answer
	async      bool // only until there is a task
}

// add adds the flags of a message that may be long on its way.
func (w *waiting) add(cmd *cobra.Command) {
	w.timeout.add(cmd)
	f := cmd.Flags()
	f.BoolVar(&w.cancelLate, "cancel-on-timeout", false, "ask the agent to cancel the task when --timeout expires")
	excludeFromRaw(cmd, "cancel-on-timeout")
}

// addAnswers adds the flags of what is done while the agent works, or asks.
func (w *waiting) addAnswers(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Var(answerFlag{list: &w.answers}, "answer", "answer the agent's next question with `TEXT`; may be repeated")
	f.Var(answerFlag{&w.answers, true}, "answer-json", "answer the agent's next question with `JSON` data; may be repeated")
	f.BoolVar(&w.async, "async", false, "do not wait for the result: print the task and exit")
	command.MoveFlags(cmd, command.AllFlags, "answer-json")
	excludeFromRaw(cmd, "answer", "answer-json", "async")
}

// timeLimit is how long a whole command may take; 0 for any time.
type timeLimit time.Duration

// add adds the flag of every command that waits.
func (l *timeLimit) add(cmd *cobra.Command) {
	cmd.Flags().DurationVar((*time.Duration)(l), "timeout", 0, "stop the whole command after `TIME`, such as 30s; 0 sets no limit")
}

// within returns a context that ends with the time.
func (l *timeLimit) within(ctx context.Context) (context.Context, context.CancelFunc) {
	if *l > 0 {
		return context.WithTimeout(ctx, time.Duration(*l))
	}
	return ctx, func() {}
}

func (w *waiting) check() error {
	switch {
	case w.timeout < 0:
		return command.Usagef("--timeout %s: use a time such as 30s, or 0 to never give up", time.Duration(w.timeout))
	case w.cancelLate && w.timeout == 0:
		return command.Usagef("--cancel-on-timeout needs a --timeout")
	}
	return nil
}

// follow prints the timeline and waits until the task ends, or waits for an answer that
// was not given. With --async it prints nothing, and waits for a task.
func (w *waiting) follow(ctx context.Context, s *command.Streams, r *run.Run, words *wordPrinter) error {
	if w.async {
		return awaitTask(ctx, r)
	}
	return watch(ctx, s, r, words, w.wait)
}

// watch writes the timeline to standard error, and words to standard output, until wait returns.
func watch(ctx context.Context, s *command.Streams, r *run.Run, words *wordPrinter, wait func(context.Context, *run.Run) error) error {
	stop, printed := make(chan struct{}), make(chan struct{})
	safego.Go(func() {
		defer close(printed)
		printTimeline(s, r, words, stop)
	})
	err := wait(ctx, r)
	close(stop)
	<-printed
	return err
}

// wait answers the agent for as long as there are answers, and is done with the
// first question that has none. A run that came to its end is done, even where the
// time ran out in the same moment.
func (w *waiting) wait(ctx context.Context, r *run.Run) error {
	whole := context.WithoutCancel(ctx)
	for {
		now := r.Wait(whole)
		if now.Phase != run.Paused || now.State == a2a.StateAuthRequired || len(w.answers) == 0 { // an answer is no credential
			return endOf(ctx, now)
		}
		err := w.answers[0].send(r)
		if errors.Is(err, run.ErrBusy) { // it has just gone on
			continue
		}
		if err != nil {
			return err
		}
		w.answers = w.answers[1:]
	}
}

// reply is the next answer as a message in the context of a run that was answered with a message; nil for none. A message with a question
// leaves no task to answer (A2A 1.0 §3.4.3).
func (w *waiting) reply(now run.Snapshot) *run.Plan {
	if !now.IsReply() || now.ContextID.IsEmpty() || len(w.answers) == 0 {
		return nil
	}
	answer := w.answers[0]
	w.answers = w.answers[1:]
	return &run.Plan{Agent: now.Plan.Agent, Skill: now.Plan.Skill, Text: answer.text, Data: answer.data, ContextID: now.ContextID}
}

// waitStopped is done once the task waits for an answer, or has ended.
func waitStopped(ctx context.Context, r *run.Run) error {
	return endOf(ctx, r.Wait(context.WithoutCancel(ctx)))
}

// awaitTask returns once the agent has taken the message as a task, or has answered it.
func awaitTask(ctx context.Context, r *run.Run) error {
	for {
		now := r.Snapshot()
		if now.Phase.IsOver() || now.Phase == run.Paused {
			return endOf(ctx, now)
		}
		if !now.TaskID.IsEmpty() {
			return nil
		}
		select {
		case <-r.Wake():
		case <-r.Stopped():
		case <-ctx.Done():
			return lost(now, ctx.Err())
		}
	}
}

// endOf is the error that a run ended with.
func endOf(ctx context.Context, snapshot run.Snapshot) error {
	if err := ctx.Err(); err != nil && snapshot.Err != nil {
		return lost(snapshot, err)
	}
	return snapshot.Err
}

// stopped says that the wait ended here, not at the agent.
type stopped struct {
	text  string
	cause error
}

func (e *stopped) Error() string { return e.text }

func (e *stopped) Unwrap() error { return e.cause }

// lost words an end that came from here, with the task to look for.
func lost(snapshot run.Snapshot, cause error) error {
	why := "interrupted"
	if errors.Is(cause, context.DeadlineExceeded) {
		why = "the --timeout has expired"
	}
	if isUnsent(snapshot.Err) {
		return &stopped{why + ", and nothing was sent: " + snapshot.Err.Error(), cause}
	}
	if snapshot.TaskID.IsEmpty() {
		return &stopped{why + "; the agent had not returned a task yet, but may have started one", cause}
	}
	return &stopped{fmt.Sprintf("%s; task %s may continue on the agent", why, snapshot.TaskID.Line(0)), cause}
}

// isUnsent reports a message that did not leave.
func isUnsent(err error) bool {
	var wire *a2aclient.TransportError
	return !errors.Is(err, a2aclient.ErrUnsettled) && errors.As(err, &wire) && !wire.Sent
}

// cancelTime is how long the agent has to answer a cancel after the timeout.
const cancelTime = 10 * time.Second

// cancelAfter asks the agent to cancel the task of a run whose time ran out, if the user wants that. It returns err, the end of the
// wait, with what came of it.
func (w *waiting) cancelAfter(ctx context.Context, r *run.Run, err error) error {
	if !w.cancelLate || !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return err
	}
	now := r.Snapshot()
	if now.TaskID.IsEmpty() {
		return err // says that there is no task
	}
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), cancelTime)
	defer stop()
	end := "the --timeout has expired; task " + now.TaskID.Line(0).String()
	task, failed := now.Plan.Agent.Cancel(ctx, now.TaskID)
	if failed != nil {
		return &stopped{fmt.Sprintf("%s may continue on the agent, which did not cancel it: %s", end, failed), err}
	}
	return &stopped{fmt.Sprintf("%s is %s (--cancel-on-timeout)", end, safe.Text(string(task.Status.State)).Line(60)), err}
}

// answer is an --answer or --answer-json.
type answer struct {
	text string
	data json.RawMessage // in place of text
}

func (a answer) send(r *run.Run) error { return r.Answer(a.text, a.data) }

// answerFlag collects answers in the order of their flags.
type answerFlag struct {
	list   *[]answer
	isJSON bool
}

func (f answerFlag) Set(text string) error {
	switch {
	case !utf8.ValidString(text):
		return command.Usagef("--answer: not valid UTF-8")
	case !f.isJSON:
		*f.list = append(*f.list, answer{text: text})
		return nil
	}
	data, err := compact("--answer-json", text)
	*f.list = append(*f.list, answer{data: data})
	return err
}

func (answerFlag) String() string { return "" }

func (answerFlag) Type() string { return "stringArray" }
