package cli

import (
	"context"
	"errors"
	"slices"
	"strings"

	"a2aform/internal/run"
	"a2aform/internal/safe"
)

// outcomes are what --fail-on takes.
var outcomes = []string{"completed", "failed", "rejected", "canceled", "input-required", "auth-required", "answered"}

// conclude prints the result on standard output and the outcome on standard
// error. Where --fail-on names the outcome, that is what counts.
func (o *sendOptions) conclude(ctx context.Context, s *Streams, r *run.Run) error {
	failed := o.print(ctx, s, r)
	if err := o.save.files(s, r.Document()); err != nil {
		failed = errors.Join(failed, err)
	}
	outcome := tellOutcome(s, r.Snapshot(), o.text != "")
	if !slices.Contains(o.failOn, outcome) {
		return failed
	}
	if failed != nil {
		s.tell("note: " + failed.Error())
	}
	return &checkError{"the outcome is " + outcome + ", as --fail-on names it"}
}

// tellOutcome tells what came of a run, and how to go on.
func tellOutcome(s *Streams, snapshot run.Snapshot, isTalk bool) (outcome string) {
	if snapshot.Bent != "" {
		s.tell("note: " + snapshot.Bent)
	}
	if len(snapshot.Activated) > 0 {
		var uris []string
		for _, uri := range snapshot.Activated {
			uris = append(uris, uri.Line(200).String())
		}
		s.tell("note: the agent activated: " + strings.Join(uris, ", "))
	}
	if snapshot.RecordErr != nil {
		s.tell("note: the run file is not complete: " + snapshot.RecordErr.Error())
	}
	outcome = snapshot.Outcome()
	s.tell("outcome: " + outcome)
	if isTalk && !snapshot.ContextID.IsEmpty() {
		s.tell("  to go on in this conversation, send with --context-id " + snapshot.ContextID.Line(0).String())
	}
	if snapshot.Phase == run.Paused {
		s.tell("  the agent waits for an answer on task " + snapshot.TaskID.Line(0).String() + "; to answer in the same run, send with --answer TEXT")
	}
	return outcome
}

func (o *sendOptions) print(ctx context.Context, s *Streams, r *run.Run) error {
	if !o.output.json() {
		return o.output.printResult(ctx, s, r.Document(), safe.Text(o.skill).Line(0).String())
	}
	raw, err := r.Protocol(ctx)
	if err != nil {
		return err
	}
	return printRaw(s, raw)
}
