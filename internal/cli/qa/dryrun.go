package qa

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/dustin/go-humanize/english"

	"a2aform/internal/cli/command"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/runner"
	"a2aform/internal/safe"
)

// wouldSend describes what a case would send.
type wouldSend struct {
	Name     string          `json:"name"`
	Env      string          `json:"environment,omitempty"`
	Host     string          `json:"host,omitempty"`
	Skill    string          `json:"skill,omitempty"`
	Messages int             `json:"messages"` // at most
	Data     json.RawMessage `json:"data,omitempty"`
	Text     string          `json:"text,omitempty"`
	Skip     string          `json:"skip,omitempty"`
	Error    string          `json:"error,omitempty"`
}

// printDryRun prints what the cases would send. It reads the cards of the agents and sends no message.
func (o *testOptions) printDryRun(ctx context.Context, s *command.Streams, cases *selected, v *survey) error {
	list, failed := []wouldSend{}, 0
	for c := range cases.cases() {
		w := o.wouldSend(ctx, s, c)
		if w.Error != "" {
			failed++
		}
		if o.output == "json" {
			list = append(list, w)
		} else if err := w.print(s); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	last := fmt.Sprintf("%s · %s · nothing was sent (--dry-run)", english.Plural(v.cases, "case", "cases"), upTo(v.messages))
	if o.overBudget(v) != "" {
		last += " · over the budget of the suite"
	}
	if o.output == "json" {
		if err := command.PrintJSON(s, list); err != nil {
			return err
		}
		s.Warn(last)
	} else if _, err := fmt.Fprintln(command.NewLines(s), last); err != nil {
		return err
	}
	if failed > 0 {
		return command.CheckFailed(fmt.Sprintf("%d of %d cases could not be checked", failed, v.cases), nil)
	}
	return nil
}

func (o *testOptions) wouldSend(ctx context.Context, s *command.Streams, c *casefile.Case) wouldSend {
	w := wouldSend{Name: c.Name, Skill: c.Skill, Skip: c.Skip}
	if in, err := o.Environment(o.IsOwn()); err == nil && in != nil {
		w.Env = in.Name
	}
	if c.Skip != "" {
		return w
	}
	err := c.Problem
	if err == nil {
		w.Messages = c.Messages() * o.repeats(c)
		err = o.build(ctx, s, c, &w)
	}
	if err != nil {
		w.Error = err.Error()
	}
	return w
}

func (o *testOptions) build(ctx context.Context, s *command.Streams, c *casefile.Case, w *wouldSend) error {
	agent, err := o.Open(ctx, c)
	if err != nil {
		return err
	}
	w.Host = runner.PaceHost(agent)
	if c.UsesCaptured() { // which is not known yet
		w.Data, w.Text = c.Input.Data, c.Input.Text
		return nil
	}
	built, err := runner.Build(c, agent, s.Store())
	if err != nil {
		return err
	}
	if built.Private {
		w.Text = "not shown, because it holds a secret"
		return nil
	}
	w.Data, w.Text = built.Data, built.Text
	return nil
}

func upTo(messages int) string {
	if messages < 2 {
		return english.Plural(messages, "message", "messages")
	}
	return "up to " + english.Plural(messages, "message", "messages")
}

// print writes the lines of a case.
func (w *wouldSend) print(s *command.Streams) error {
	switch {
	case w.Error != "":
		_, err := fmt.Fprintf(command.NewLines(s), "! %s\n    error  %s\n", line(w.Name), safe.Text(w.Error).Line(400))
		return err
	case w.Skip != "":
		_, err := fmt.Fprintf(command.NewLines(s), "– %s  skipped: %s\n", line(w.Name), line(w.Skip))
		return err
	}
	content := w.Text
	if w.Data != nil {
		content = string(w.Data)
	}
	_, err := fmt.Fprintf(command.NewLines(s), "  %s  %s to %s\n    %s\n", line(w.Name), upTo(w.Messages), line(w.Host), safe.Text(content).Line(400))
	return err
}
