package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/cli/command"
	"a2aform/internal/qa/check"
	"a2aform/internal/run"
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
// error, and how many answers were unused. Where --fail-on names the outcome, that is what counts.
func (p *printing) conclude(ctx context.Context, s *command.Streams, r *run.Run, unused int) error {
	failed := p.print(ctx, s, r)
	if err := p.save.Files(s, r.Document()); err != nil {
		failed = errors.Join(failed, err)
	}
	now := r.Snapshot()
	if unused > 0 && now.Phase != run.Paused {
		s.Warn(fmt.Sprintf("note: the agent did not ask for %s, so it was not sent", counted(unused, "--answer", "--answers")))
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
	return command.CheckFailed("the agent violates "+counted(len(list), "rule", "rules")+" (--fail-on)", nil)
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
	if p.output.IsText() && len(now.ResultParts()) > 0 {
		if err := p.print(ctx, s, r); err != nil {
			s.Warn("note: " + err.Error())
		}
	}
	s.Warn("outcome: " + now.OutcomeText())
	check := p.checked(now.Outcome(), why)
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

// printOutcome writes the outcome of a run, and how to go on.
func (p *printing) printOutcome(s *command.Streams, snapshot run.Snapshot) (outcome string) {
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
