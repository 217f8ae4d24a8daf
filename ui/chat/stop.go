package chat

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

// cancelTime is how long the agent may take to answer a cancel. The chat then waits no longer for its answer to the message either.
const cancelTime = 10 * time.Second

// errNoAnswer says that an agent has not answered a cancel.
var errNoAnswer = errors.New("it did not answer within 10 s")

// stoppedMsg says what came of a cancel.
type stoppedMsg struct {
	task kit.Task
	err  error
}

// cancel ends a task early: the agent is asked to, and where it cannot, only the wait for it ends.
type cancel struct {
	host *kit.Host
	to   kit.Screen // of the chat, for the messages of commands
	of   kit.Task   // that the agent was asked to cancel; nil for none
}

// stop asks the agent to cancel a task, and leaves the task where the agent cannot. A second stop leaves at once.
func (c *cancel) stop(t kit.Task) (kit.Action, tea.Cmd) {
	if c.of == t {
		return leave(t, "Stopped waiting for the agent, which may continue."), nil
	}
	if t.Run().EndWait() {
		return kit.Infof("Stopped waiting for more."), nil
	}
	if t.Snapshot().TaskID.IsEmpty() {
		return leave(t, "Stopped waiting. The agent has named no task to cancel, so it may continue."), nil
	}
	c.of = t
	ctx := c.host.Context
	return kit.Infof("Asking the agent to cancel …"), kit.Later(c.to, func() tea.Msg {
		ctx, stop := context.WithTimeoutCause(ctx, cancelTime, errNoAnswer)
		defer stop()
		err := t.Run().CancelTask(ctx)
		if err != nil && context.Cause(ctx) == errNoAnswer { //nolint:errorlint // the cause itself
			err = errNoAnswer
		}
		return stoppedMsg{t, err}
	})
}

// cannotCancel reports an agent that knows no cancel, be it that it calls it unsupported.
func cannotCancel(err error) bool {
	var refused *a2aclient.Error
	return errors.As(err, &refused) && (refused.Code == a2aclient.CodeMethodNotFound || refused.Code == a2aclient.CodeUnsupported)
}

// leave ends the wait for a task.
func leave(t kit.Task, words string) kit.Action {
	if !t.Run().Leave() {
		return kit.Infof("The task has ended.")
	}
	return kit.Infof("%s", words)
}

func (c *cancel) stopped(m stoppedMsg) kit.Action {
	if c.of == m.task {
		c.of = nil
	}
	now := m.task.Run().Snapshot()
	switch {
	case now.State == a2a.StateCanceled:
		return kit.Infof("The task was canceled.")
	case now.Phase.IsOver():
		return kit.Infof("The task has ended.")
	case cannotCancel(m.err):
		return leave(m.task, "Stopped waiting, and the agent may continue: it cannot cancel tasks.")
	case m.err != nil:
		return leave(m.task, "Stopped waiting, and the agent may continue: it does not cancel the task ("+safe.Text(m.err.Error()).Line(120).String()+").")
	}
	c.of = m.task
	return kit.Infof("The agent was asked to cancel the task.")
}
