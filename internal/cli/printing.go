package cli

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"
	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/cli/command"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/check"
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
	extensions      bool          // the user asked for some
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
	cmd.Flags().BoolVar(&p.stream, "stream", false, "print the agent's words and states as they come; with -o json a line for each event")
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

// outcomes are what --fail-on takes.
var outcomes = []string{
	"completed", "failed", "rejected", "canceled", "input-required", "auth-required", "answered", run.Refused, run.Crashed, run.Lost, run.Interrupted, invalidOutput, noOutput, violation, repaired,
}

// invalidOutput is what --fail-on takes for output that breaks its schema, whatever
// the outcome.
const invalidOutput = "invalid-output"

// noOutput is what --fail-on takes for a skill that promises schemas, and sent no data of one.
const noOutput = "no-output"

// violation is what --fail-on takes for a rule of doctor about the agent itself that the run shows to be violated.
const violation = "violation"

// repaired is what --fail-on takes for a run in which the client put right what the agent sent.
const repaired = "repaired"

// conclude prints the result on standard output and the outcome on standard
// error, and how many answers were unused. Where --fail-on names the outcome, that is what counts.
func (p *printing) conclude(ctx context.Context, s *command.Streams, r *run.Run, unused int) error {
	failed := p.print(ctx, s, r)
	if err := p.save.Files(s, r.Document()); err != nil {
		failed = errors.Join(failed, err)
	}
	now := r.Snapshot()
	if unused > 0 && now.Phase != run.Paused {
		s.Warn(fmt.Sprintf("note: the agent did not ask for %s, so it was not sent", english.Plural(unused, "--answer", "--answers")))
	}
	p.about.warnOtherTask(s, now)
	outcome := p.printOutcome(s, now)
	var artifact *command.ArtifactError
	if errors.As(failed, &artifact) && !now.TaskID.IsEmpty() {
		s.Warn("  to print an artifact without sending again: a2aform task get " + p.about.agentWord() + " " + now.TaskID.Line(0).String() + " --artifact NAME")
	}
	if now.Problems > 0 {
		warnProblems(s, r.Document())
	}
	lacksAsked := p.about.asked != nil && check.LacksPromised(now)
	if lacksAsked {
		s.Warn("note: " + p.notAsAsked())
	}
	result := p.failOnResult(ctx, s, r, outcome, lacksAsked)
	if result == nil {
		return failed
	}
	if failed != nil {
		s.Warn("note: " + failed.Error())
	}
	return result
}

// failOnResult is what --fail-on makes of a run that came to its end, nil for nothing.
func (p *printing) failOnResult(ctx context.Context, s *command.Streams, r *run.Run, outcome string, lacksAsked bool) error {
	now, result := r.Snapshot(), p.checked(outcome, nil)
	if result == nil && slices.Contains(p.failOn, invalidOutput) {
		result = checkWhole(ctx, r.Document(), "the output")
	}
	if result == nil && slices.Contains(p.failOn, noOutput) && lacksOutput(now) {
		result = command.CheckFailed("the skill promises data, and none came (--fail-on)", nil)
	}
	if result == nil && slices.Contains(p.failOn, noOutput) && lacksAsked {
		result = command.CheckFailed("--answer-as asks for JSON, and none came (--fail-on)", nil)
	}
	if slices.Contains(p.failOn, violation) {
		result = cmp.Or(result, violates(s, now))
	}
	if result == nil && len(now.Repairs) > 0 && slices.Contains(p.failOn, repaired) {
		result = command.CheckFailed("the agent's answer had to be put right: "+now.Repairs[0]+" (--fail-on)", nil)
	}
	return result
}

// notAsAsked says that the answer is nothing that --answer-as asked for, and what to try.
func (p *printing) notAsAsked() string {
	const none = "the answer has no JSON for --answer-as, or several values of it"
	if p.about.asked.InText {
		return none
	}
	return none + "; --answer-in-text also writes the schema into the text, which more agents follow"
}

// violates prints the rules that a run violates; nil for none.
func violates(s *command.Streams, now run.Snapshot) error {
	list := check.Violations(now)
	for _, v := range list {
		s.Warn("violation: " + v.ID + "  " + v.What)
	}
	if len(list) == 0 {
		return nil
	}
	return command.CheckFailed("the agent violates "+english.Plural(len(list), "rule", "rules")+" (--fail-on)", nil)
}

// checked is the error of an outcome that --fail-on names, nil for any other.
func (p *printing) checked(outcome string, cause error) error {
	if !slices.Contains(p.failOn, outcome) {
		return nil
	}
	return command.CheckFailed("the outcome is "+outcome+" (--fail-on)", cause)
}

// concludeBroken says how a run broke off, and why, and prints as text what came before. An export has nothing of it, as nobody
// could tell a part from the whole. Where --fail-on names the outcome, that is what counts, but not for a run that the user ended.
func (p *printing) concludeBroken(ctx context.Context, s *command.Streams, r *run.Run, why error) error {
	now := r.Snapshot()
	if now.Phase != run.Errored {
		return why
	}
	if unsettled, ok := why.(*a2aclient.UnsettledError); ok { //nolint:errorlint // a copy takes the place of the error itself
		told := *unsettled
		told.Check = "a2aform task get " + p.about.agentWord() + " " + command.ShellWord(told.TaskID)
		why = &told
	}
	if p.output.IsText() && len(now.ResultParts()) > 0 {
		if err := p.print(ctx, s, r); err != nil {
			s.Warn("note: " + err.Error())
		}
	}
	s.Warn("outcome: " + now.WholeOutcome())
	check := p.checked(now.Outcome(), why)
	if check == nil || errors.Is(ctx.Err(), context.Canceled) {
		return why
	}
	s.Warn("note: " + why.Error())
	return check
}

// warnProblems says of output that it breaks its schema, or has none that is known.
func warnProblems(s *command.Streams, d *render.Document) {
	if n := d.Problems(); n > 0 {
		s.Warn("note: the output does not match its schema in " + english.Plural(n, "place", "places"))
	}
	for _, reason := range d.Unchecked() {
		s.Warn("note: " + reason)
	}
}

// printOutcome writes the outcome of a run, and how to go on.
func (p *printing) printOutcome(s *command.Streams, snapshot run.Snapshot) (outcome string) {
	if snapshot.Violation != "" {
		s.Warn("note: " + snapshot.Violation)
	}
	if p.about.extensions && len(snapshot.Activated) > 0 {
		var uris []string
		for _, uri := range snapshot.Activated {
			uris = append(uris, uri.Line(200).String())
		}
		s.Warn("note: the agent activated: " + strings.Join(uris, ", "))
	}
	if snapshot.RecordErr != nil {
		s.Warn("note: the run file is incomplete: " + snapshot.RecordErr.Error())
	}
	isTold := s.OutTTY && p.output.IsText() // by the state above
	switch text := snapshot.WholeOutcome(); {
	case snapshot.HasFailed() && snapshot.Reason().IsEmpty():
		s.Warn("outcome: " + snapshot.Outcome() + "\n  " + run.NoReason)
	case !isTold || text != string(snapshot.State):
		s.Warn("outcome: " + text)
	}
	if used := snapshot.Details.Usage(); !used.IsEmpty() {
		s.Warn("used: " + command.Line(used))
	}
	if p.about.isChat && !snapshot.ContextID.IsEmpty() && snapshot.Phase != run.Paused {
		s.Warn("  to continue this chat: a2aform send " + p.about.agentWord() + " --context-id " + command.ShellWord(snapshot.ContextID) + " --text TEXT")
	}
	switch {
	case snapshot.Phase == run.Paused && snapshot.State == a2a.StateAuthRequired:
		s.Warn("  the agent needs credentials for task " + snapshot.TaskID.Line(0).String() +
			"; pass them with --bearer, --basic, --api-key or --credential (each env:NAME), or as the agent says; --answer is not sent to it")
	case snapshot.Phase == run.Paused:
		printQuestion(s, p.about.agentWord(), snapshot.TaskID, cmp.Or(snapshot.AskedAgain(), "the agent waits for an answer"), snapshot.Question)
		p.about.noteDemo(s)
	}
	return snapshot.Outcome()
}

// lacksOutput reports a result without data, or without data of a schema, of a skill that
// promises it.
func lacksOutput(now run.Snapshot) bool {
	outputs := now.Plan.Agent.Card().Outputs
	if skill := now.Plan.Skill; skill != nil {
		outputs = skill.Outputs
	}
	if len(outputs) == 0 {
		return false
	}
	return !slices.ContainsFunc(now.ResultParts(), func(p a2a.Part) bool {
		isAttached := outputs[0].Attached != nil                                                           // such a schema counts for any data
		return p.Kind == a2a.PartData && (isAttached || a2a.ParseMediaType(p.MediaType.Exact()).HasSchema) //nolint:forbidigo // parsed, never printed
	})
}
