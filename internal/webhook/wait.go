package webhook

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"time"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
)

// CheckEvery is how long no notification may come until the agent is asked for the task.
const CheckEvery = 30 * time.Second

// Options say where notifications are received.
type Options struct {
	Address string            // a host and a port to listen at; port 0 is a free one
	URL     string            // by which the agent reaches the address; "" for the address itself
	Check   time.Duration     // without a notification, the agent is asked for the task
	Say     func(text string) // is told what happens
}

// Wait tells an agent to post the events of a task here, and waits until the task ends or
// needs an answer. It returns the task as the agent has it then: an agent need not post
// all of it. The configuration is deleted at the end.
func Wait(ctx context.Context, agent *a2aclient.Agent, taskID safe.Raw, o Options) (*a2a.Task, error) {
	token := rand.Text()
	receiver, err := Listen(ctx, o.Address, token)
	if err != nil {
		return nil, err
	}
	defer receiver.Close()
	if o.URL == "" {
		o.URL = receiver.URL()
	}
	set, err := agent.SetPush(ctx, taskID, a2a.PushConfig{URL: safe.Text(o.URL), Token: safe.Text(token)})
	if err != nil {
		return nil, err
	}
	defer remove(ctx, agent, taskID, set, o)
	o.Say("listening at " + receiver.URL() + "; the agent posts to " + o.URL)
	w := waiter{Options: o, agent: agent, taskID: taskID}
	return w.wait(ctx, receiver)
}

// remove deletes the configuration, also behind an interrupt.
func remove(ctx context.Context, agent *a2aclient.Agent, taskID safe.Raw, set a2a.PushConfig, o Options) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTime)
	defer cancel()
	if set.ID.IsEmpty() {
		o.Say("note: the agent gave its push configuration no id, so it stays")
		return
	}
	if err := agent.DeletePush(ctx, taskID, set.ID); err != nil {
		o.Say("note: the push configuration " + set.ID.Line(80).String() + " was not deleted: " + err.Error())
	}
}

// waiter waits for one task.
type waiter struct {
	Options
	agent    *a2aclient.Agent
	taskID   safe.Raw
	received int
	bad      int // notifications that were refused, or are of no use
}

// maxBad is how many of those are told one by one: anybody who finds the address can post.
const maxBad = 20

// complain tells of a notification that is of no use.
func (w *waiter) complain(text string) {
	switch w.bad++; {
	case w.bad <= maxBad:
		w.Say("note: " + text)
	case w.bad == maxBad+1:
		w.Say("note: more such requests came, and are not listed")
	}
}

func (w *waiter) wait(ctx context.Context, r *Receiver) (*a2a.Task, error) {
	for {
		task, err := w.agent.Get(ctx, w.taskID)
		switch {
		case err != nil:
			return nil, err
		case task.Status.State.Settled() || task.Status.State.Paused():
			w.Say(w.count())
			return task, nil
		}
		if err := w.receive(ctx, r); err != nil {
			return nil, err
		}
	}
}

// receive returns when a notification says that the task ended or paused, or none came
// for a while.
func (w *waiter) receive(ctx context.Context, r *Receiver) error {
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(w.Check):
			return nil
		case n := <-r.Notifications():
			if w.rests(n) {
				return nil
			}
		}
	}
}

// rests tells of a notification, and reports whether the task ended or paused by it.
func (w *waiter) rests(n Notification) bool {
	if n.Refused != "" {
		w.complain("a request was refused: " + n.Refused)
		return false
	}
	e, ok := w.agent.ReadNotification(n.Body)
	if !ok {
		w.complain("a notification is no event of a task: " + safe.Text(string(n.Body)).Line(200).String())
		return false
	}
	w.received++
	stamp := time.Now().Format("15:04:05") + "  "
	status := e.Status
	switch {
	case e.Task != nil:
		status = &e.Task.Status
	case e.Artifact != nil:
		w.Say(stamp + "artifact " + e.Artifact.ID.Line(80).String())
	case e.Message != nil:
		w.Say(stamp + "message" + wordsOf(e.Message))
	}
	if status == nil {
		return false
	}
	if id := e.TaskID; !id.IsEmpty() && id != w.taskID {
		w.complain("a notification is about another task: " + id.Line(80).String())
		return false
	}
	w.Say(stamp + string(status.State) + wordsOf(status.Message))
	return status.State.Settled() || status.State.Paused()
}

// wordsOf are the words of a message behind what the notification is, "" for none.
func wordsOf(m *a2a.Message) string {
	if m == nil {
		return ""
	}
	var texts []string
	for _, p := range m.Parts {
		if p.Kind == a2a.PartText && !p.IsThought() {
			texts = append(texts, p.Text.Exact())
		}
	}
	if len(texts) == 0 {
		return ""
	}
	return "  " + safe.Text(strings.Join(texts, "\n")).Line(safe.TextLimit()).String()
}

// count says how many notifications came.
func (w *waiter) count() string {
	switch w.received {
	case 0:
		return "note: no notification came, and the agent was asked for the task; many agents refuse to post to loopback and private addresses, for which --webhook-url names another"
	case 1:
		return "1 notification came"
	}
	return fmt.Sprintf("%d notifications came", w.received)
}
