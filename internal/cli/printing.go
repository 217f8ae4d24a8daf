package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/cli/command"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/render"
)

// printing is how the outcome of a run is printed.
type printing struct {
	output command.OutputFlag
	save   command.SaveFlag
	stream bool
	failOn []string
	about  subject
}

// subject is what the outcome is of, in the words of the command line.
type subject struct {
	agent, endpoint string // as the user named them
	skill           string
	task            string        // that the message answers; "" for none
	isChat          bool          // the message has a text
	asked           *run.AnswerAs // of the answer; nil for anything
	isTask          bool          // that was there already, not a message
}

// add adds the flags of a command that sends a message.
func (p *printing) add(cmd *cobra.Command) {
	p.output.AddExports(cmd)
	p.save.Add(cmd)
	cmd.Flags().StringSliceVar(&p.failOn, "fail-on", nil, "exit with 10 on the outcomes of this `LIST`: "+strings.Join(outcomes, ", "))
	excludeFromRaw(cmd, "output", "save", "fail-on")
}

// addStream adds the flag of words that are printed as they come.
func (p *printing) addStream(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&p.stream, "stream", false, "print the agent's words and states when they come; with -o json a line of JSON for each event")
	excludeFromRaw(cmd, "stream")
}

// checkFailOn refuses an outcome that is not known.
func (p *printing) checkFailOn() error {
	for _, name := range p.failOn {
		if !slices.Contains(outcomes, name) {
			return command.Usagef("--fail-on %s is not known: use %s", safe.Text(name).Line(40), strings.Join(outcomes, ", "))
		}
	}
	return nil
}

// checkStream refuses --stream with a format of the whole result.
func (p *printing) checkStream() error {
	if p.stream && p.output.Value != "text" && !p.output.JSON() {
		return command.Usagef("--stream goes with -o text or -o json")
	}
	return nil
}

// isForOne reports flags that need a single result.
func (p *printing) isForOne() bool {
	return p.stream || p.save.Dir != "" || p.output.Artifact.Name != "" || len(p.failOn) > 0
}

// options are those of a run that is reported: the traffic goes to see.
func (p *printing) options(s *command.Streams, agent *a2aclient.Agent, see func(a2aclient.Frame)) run.Options {
	return run.Options{See: see, Protocol: p.output.JSON() && !p.stream, Event: p.printEvent(s, agent)}
}

// agentWord is the agent as the user named it, with the address of its messages, as words of a command.
func (a *subject) agentWord() string {
	if a.agent == "" || a.agent == "-" {
		return "AGENT"
	}
	word := command.ShellWord(safe.Text(a.agent))
	if a.endpoint != "" {
		word += " --endpoint " + command.ShellWord(safe.Text(a.endpoint))
	}
	return word
}

// noteDemo says that how to go on does not hold for the built-in agent.
func (a *subject) noteDemo(s *command.Streams) {
	if command.IsDemo(a.agent) {
		s.Warn("note: the demo agent ends with this command; a2aform demo --serve starts one that goes on")
	}
}

// warnOtherTask says that an answer was not taken for the task that it was meant for.
func (a *subject) warnOtherTask(s *command.Streams, now run.Snapshot) {
	if asked := safe.Text(a.task); a.task != "" && !now.TaskID.IsEmpty() && now.TaskID != asked {
		s.Warn("note: the agent did not take this as an answer to task " + asked.Line(60).String() + ": it began task " + command.Line(now.TaskID))
	}
}

func (p *printing) print(ctx context.Context, s *command.Streams, r *run.Run) error {
	now := r.Snapshot()
	switch {
	case p.stream && p.output.JSON(): // every event was printed when it came
		return nil
	case p.output.JSON():
		raw, err := r.Protocol(ctx)
		if err != nil {
			return err
		}
		return command.PrintRaw(s, p.response(now, raw))
	}
	ids := taskFields(now.TaskID, now.ContextID, now.State)
	if _, isExport := p.output.Format(); isExport { // whose standard output contains data alone
		if err := ids.Print(s.Notes()); err != nil {
			return err
		}
	} else if err := ids.Print(s.Text()); err != nil {
		return err
	}
	document := r.Document()
	if p.stream && isWords(document) { // which were printed when they came
		return nil
	}
	return p.output.PrintResult(ctx, s, document, safe.Text(p.about.skill).Line(0).String())
}

// isWords reports a result of text alone.
func isWords(d *render.Document) bool {
	return !slices.ContainsFunc(d.Answer().Blocks(), func(b render.Block) bool { return !render.IsText(b) })
}

// response is what a command with -o json prints: the answer to a send for send itself, the
// bare task for commands about a task (a2a-cli specification v0.2, appendix B).
func (p *printing) response(now run.Snapshot, raw json.RawMessage) json.RawMessage {
	agent := now.Plan.Agent
	switch {
	case p.about.isTask || agent == nil:
		return raw
	case now.IsReply():
		return agent.SendResponse("message", raw)
	}
	return agent.SendResponse("task", raw)
}

// taskFields are the fields that every command about a task prints.
func taskFields(taskID, contextID safe.Raw, state a2a.State) *command.Rows {
	w := &command.Rows{}
	w.Add("Task:", taskID.Line(0).String())
	w.Add("Context:", contextID.Line(0).String())
	w.Add("State:", string(state))
	return w
}

// printTaken says which task the agent has made of the message.
func (p *printing) printTaken(ctx context.Context, s *command.Streams, r *run.Run) error {
	now := r.Snapshot()
	s.Warn("  to wait for its result: a2aform task wait " + p.about.agentWord() + " " + command.ShellWord(now.TaskID))
	p.about.noteDemo(s)
	if p.output.JSON() {
		return p.print(ctx, s, r)
	}
	return taskFields(now.TaskID, now.ContextID, now.State).Print(s.Text())
}

// printEvent returns the function that prints each event of a run as JSON when it comes, nil without --stream and for text, which a
// [wordPrinter] prints.
func (p *printing) printEvent(s *command.Streams, agent *a2aclient.Agent) func(a2a.Event) {
	if !p.stream || !p.output.JSON() {
		return nil
	}
	s.Streaming = true
	return func(e a2a.Event) {
		_ = command.PrintRaw(s, eventLine(agent, e)) // where it fails, the run goes on
	}
}

// words returns what prints the words of the agent when they come; nil without --stream.
func (p *printing) words(s *command.Streams) *wordPrinter {
	if !p.stream || p.output.JSON() {
		return nil
	}
	return &wordPrinter{to: s.Text()}
}

// eventLine is an event on one line, as the stream of its version has it: a task that was
// polled is wrapped as one that was streamed.
func eventLine(agent *a2aclient.Agent, e a2a.Event) []byte {
	raw := e.Raw
	var line bytes.Buffer
	if json.Compact(&line, raw) == nil {
		raw = line.Bytes()
	}
	name := ""
	switch {
	case e.Task != nil:
		name = "task"
	case e.Message != nil:
		name = "message"
	}
	if name == "" || ojson.Find(raw, name) != nil || agent == nil {
		return raw
	}
	return agent.SendResponse(name, raw)
}
