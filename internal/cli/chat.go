package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/cli/command"
	"a2aform/internal/run"
	"a2aform/internal/safe"
)

type chatOptions struct {
	agent   command.AgentFlag
	connect command.ConnectFlags
	skill   string
	context string
}

func newChat(s *command.Streams) *cobra.Command {
	var o chatOptions
	cmd := &cobra.Command{
		Use:   "chat AGENT",
		Short: "Write to an agent line by line",
		Long: "Write to an agent line by line. Each line is a message in the same context; while a task waits for an\n" +
			"answer, the next line answers it. An empty line or the end of the input ends the chat.\n\n" +
			"On the screens, c on the card opens a chat with the same agent.",
		Example: "  a2aform chat localhost:9999\n  echo 'hello' | a2aform chat localhost:9999",
		Args:    command.UsageArgs(cobra.MaximumNArgs(1)),
		RunE:    func(cmd *cobra.Command, args []string) error { return runChat(cmd.Context(), s, &o, args) },
	}
	o.agent.Add(cmd)
	o.connect.Add(cmd)
	o.connect.AddDebug(cmd)
	o.connect.AddPolling(cmd)
	cmd.Flags().StringVar(&o.skill, "skill", "", "the skill's `ID`; without it the messages have no skill")
	cmd.Flags().StringVar(&o.context, "context-id", "", "continue the context with this `ID`")
	return cmd
}

func runChat(ctx context.Context, s *command.Streams, o *chatOptions, args []string) error {
	if ref, _ := o.agent.Ref(s, args); ref == "-" {
		return command.Usagef("standard input holds the messages, so it cannot hold the card; save the card to a file")
	}
	card, err := o.connect.Fetch(ctx, s, &o.agent, args)
	if err != nil {
		return err
	}
	agent, err := o.connect.Open(ctx, s, card)
	if err != nil {
		return err
	}
	defer agent.Close()
	var skill *a2aclient.Skill
	if o.skill != "" {
		if skill = agent.Card().Skill(o.skill); skill == nil {
			return noSkill(agent.Card(), o.skill)
		}
	}
	command.WarnCredentials(s, agent, skill)
	c := &chat{streams: s, agent: agent, skill: skill, see: o.connect.PrintFrame(s), contextID: safe.Text(o.context)}
	return c.answerLines(ctx)
}

// chat is a series of messages in one context.
type chat struct {
	streams           *command.Streams
	agent             *a2aclient.Agent
	skill             *a2aclient.Skill
	see               func(a2aclient.Frame)
	contextID, taskID safe.Raw // of the last turn; the task only while it waits for an answer
}

// answerLines sends each line of the input and prints what comes back.
func (c *chat) answerLines(ctx context.Context) error {
	lines := bufio.NewReader(c.streams.In)
	for {
		if c.streams.InTTY {
			_, _ = fmt.Fprint(c.streams.Err, "You: ") // the line can be typed without it
		}
		line, err := lines.ReadString('\n')
		if text := strings.TrimSpace(line); text != "" {
			if err := c.turn(ctx, text); err != nil {
				return err
			}
		} else if err == nil {
			return nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("read the next line: %w", err)
		}
		if err != nil || ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// turn sends one message, waits, and prints the answer.
func (c *chat) turn(ctx context.Context, text string) error {
	plan := &run.Plan{Agent: c.agent, Skill: c.skill, Text: text, ContextID: c.contextID, TaskID: c.taskID}
	r := run.Start(ctx, plan, run.Options{Store: c.streams.Store(), See: c.see})
	defer r.Close()
	if err := watch(ctx, c.streams, r, waitAnswerable); err != nil {
		return err
	}
	now := r.Snapshot()
	c.contextID, c.taskID = now.ContextID, safe.Raw{}
	if now.Phase == run.Paused {
		c.taskID = now.TaskID
	}
	w := taskFields(now.TaskID, now.ContextID, now.State)
	if now.State == a2a.StateInputRequired || now.State == a2a.StateAuthRequired {
		w.Add("Asks:", messageText(now.Question))
	}
	if err := w.Print(c.streams.Out); err != nil {
		return err
	}
	return command.PrintBlock(c.streams, "Agent", r.Document())
}
