package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/cli/command"
	"a2aform/internal/qa/check"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/render"
)

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
// error. Where --fail-on names the outcome, that is what counts.
func (o *sendOptions) conclude(ctx context.Context, s *command.Streams, r *run.Run) error {
	failed := o.print(ctx, s, r)
	if err := o.save.Files(s, r.Document()); err != nil {
		failed = errors.Join(failed, err)
	}
	now := r.Snapshot()
	if n := len(o.answers); n > 0 && now.Phase != run.Paused {
		s.Warn(fmt.Sprintf("note: the agent did not ask for %s, so it was not sent", counted(n, "--answer", "--answers")))
	}
	o.warnOtherTask(s, now)
	outcome := o.printOutcome(s, now)
	var artifact *command.ArtifactError
	if errors.As(failed, &artifact) && !now.TaskID.IsEmpty() {
		s.Warn("  to print an artifact without sending again: a2aform task get " + o.agentWord() + " " + now.TaskID.Line(0).String() + " --artifact NAME")
	}
	if now.Problems > 0 {
		warnProblems(s, r.Document())
	}
	lacksAsked := o.answerAs != "" && check.LacksPromised(now)
	if lacksAsked {
		s.Warn("note: " + o.notAsAsked())
	}
	result := o.failOnResult(ctx, s, r, outcome, lacksAsked)
	if result == nil {
		return failed
	}
	if failed != nil {
		s.Warn("note: " + failed.Error())
	}
	return result
}

// failOnResult is what --fail-on makes of a run that came to its end, nil for nothing.
func (o *sendOptions) failOnResult(ctx context.Context, s *command.Streams, r *run.Run, outcome string, lacksAsked bool) error {
	now, result := r.Snapshot(), o.checked(outcome, nil)
	if result == nil && slices.Contains(o.failOn, invalidOutput) {
		result = checkWhole(ctx, r.Document(), "the output")
	}
	if result == nil && slices.Contains(o.failOn, noOutput) && lacksOutput(now) {
		result = command.CheckFailed("the skill promises data, and none came (--fail-on)", nil)
	}
	if result == nil && slices.Contains(o.failOn, noOutput) && lacksAsked {
		result = command.CheckFailed("--answer-as asks for JSON, and none came (--fail-on)", nil)
	}
	if slices.Contains(o.failOn, violation) {
		result = cmp.Or(result, violates(s, now))
	}
	if result == nil && len(now.Repairs) > 0 && slices.Contains(o.failOn, repaired) {
		result = command.CheckFailed("the agent's answer had to be put right: "+now.Repairs[0]+" (--fail-on)", nil)
	}
	return result
}

// notAsAsked says that the answer is nothing that --answer-as asked for, and what to try.
func (o *sendOptions) notAsAsked() string {
	const none = "the answer has no JSON for --answer-as, or several values of it"
	if o.answerInText {
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
	return command.CheckFailed("the agent violates "+counted(len(list), "rule", "rules")+" (--fail-on)", nil)
}

// checked is the error of an outcome that --fail-on names, nil for any other.
func (o *sendOptions) checked(outcome string, cause error) error {
	if !slices.Contains(o.failOn, outcome) {
		return nil
	}
	return command.CheckFailed("the outcome is "+outcome+" (--fail-on)", cause)
}

// concludeBroken says how a run broke off, and why, and prints as text what came before. An export has nothing of it, as nobody
// could tell a part from the whole. Where --fail-on names the outcome, that is what counts, but not for a run that the user ended.
func (o *sendOptions) concludeBroken(ctx context.Context, s *command.Streams, r *run.Run, why error) error {
	now := r.Snapshot()
	if now.Phase != run.Errored {
		return why
	}
	if o.output.IsText() && len(now.ResultParts()) > 0 {
		if err := o.print(ctx, s, r); err != nil {
			s.Warn("note: " + err.Error())
		}
	}
	s.Warn("outcome: " + now.OutcomeText())
	check := o.checked(now.Outcome(), why)
	if check == nil || errors.Is(ctx.Err(), context.Canceled) {
		return why
	}
	s.Warn("note: " + why.Error())
	return check
}

// counted is a number with its noun.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// warnProblems says of output that it breaks its schema, or has none that is known.
func warnProblems(s *command.Streams, d *render.Document) {
	if n := d.Problems(); n > 0 {
		s.Warn("note: the output does not match its schema in " + counted(n, "place", "places"))
	}
	for _, reason := range d.Unchecked() {
		s.Warn("note: " + reason)
	}
}

// agentWord is the agent as the user named it, with the address of its messages, as words of a command.
func (o *sendOptions) agentWord() string {
	if o.ref == "" || o.ref == "-" {
		return "AGENT"
	}
	word := command.ShellWord(safe.Text(o.ref))
	if endpoint := o.connect.Endpoint(); endpoint != "" {
		word += " --endpoint " + command.ShellWord(safe.Text(endpoint))
	}
	return word
}

// noteDemo says that how to go on does not hold for the built-in agent.
func (o *sendOptions) noteDemo(s *command.Streams) {
	if command.IsDemo(o.ref) {
		s.Warn("note: the demo agent ends with this command; a2aform demo --serve starts one that goes on")
	}
}

// printOutcome writes the outcome of a run, and how to go on.
func (o *sendOptions) printOutcome(s *command.Streams, snapshot run.Snapshot) (outcome string) {
	if snapshot.Violation != "" {
		s.Warn("note: " + snapshot.Violation)
	}
	if len(snapshot.Activated) > 0 {
		var uris []string
		for _, uri := range snapshot.Activated {
			uris = append(uris, uri.Line(200).String())
		}
		s.Warn("note: the agent activated: " + strings.Join(uris, ", "))
	}
	if snapshot.RecordErr != nil {
		s.Warn("note: the run file is incomplete: " + snapshot.RecordErr.Error())
	}
	if snapshot.HasFailed() && snapshot.Reason().IsEmpty() {
		s.Warn("outcome: " + snapshot.Outcome() + "\n  " + run.NoReason)
	} else {
		s.Warn("outcome: " + snapshot.OutcomeText())
	}
	if used := snapshot.Details.Usage(); !used.IsEmpty() {
		s.Warn("used: " + command.Line(used))
	}
	if o.text != "" && !snapshot.ContextID.IsEmpty() && snapshot.Phase != run.Paused {
		s.Warn("  to continue this chat: a2aform send " + o.agentWord() + " --context-id " + command.ShellWord(snapshot.ContextID) + " --text TEXT")
	}
	switch {
	case snapshot.Phase == run.Paused && snapshot.State == a2a.StateAuthRequired:
		s.Warn("  the agent needs credentials for task " + snapshot.TaskID.Line(0).String() +
			"; pass them with --bearer, --basic, --api-key or --credential (each env:NAME), or as the agent says; --answer is not sent to it")
	case snapshot.Phase == run.Paused:
		printQuestion(s, o.agentWord(), snapshot.TaskID, cmp.Or(snapshot.AskedAgain(), "the agent waits for an answer"), snapshot.Question)
		o.noteDemo(s)
	}
	return snapshot.Outcome()
}

func (o *sendOptions) print(ctx context.Context, s *command.Streams, r *run.Run) error {
	now := r.Snapshot()
	switch {
	case o.stream && o.output.JSON(): // every event was printed when it came
		return nil
	case o.output.JSON():
		raw, err := r.Protocol(ctx)
		if err != nil {
			return err
		}
		return command.PrintRaw(s, o.response(now, raw))
	}
	ids := taskFields(now.TaskID, now.ContextID, now.State)
	if _, isExport := o.output.Format(); isExport { // whose standard output contains data alone
		if err := ids.Print(s.Notes()); err != nil {
			return err
		}
	} else if err := ids.Print(s.Text()); err != nil {
		return err
	}
	document := r.Document()
	if o.stream && isWords(document) { // which were printed when they came
		return nil
	}
	return o.output.PrintResult(ctx, s, document, safe.Text(o.skill).Line(0).String())
}

// isWords reports a result of text alone.
func isWords(d *render.Document) bool {
	return !slices.ContainsFunc(d.Answer().Blocks(), func(b render.Block) bool { return !render.IsText(b) })
}

// response is what a command with -o json prints: the answer to a send for send itself, the
// bare task for commands about a task (a2a-cli specification v0.2, appendix B).
func (o *sendOptions) response(now run.Snapshot, raw json.RawMessage) json.RawMessage {
	agent := now.Plan.Agent
	switch {
	case o.follows || agent == nil:
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
