package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/cli/command"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/run/each"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
	"a2aform/render"
	"a2aform/render/export"
)

// maxEachSaid is how many rows with problems are told.
const maxEachSaid = 10

// checkEach refuses the flags that go with one message only.
func (o *sendOptions) checkEach() error {
	switch {
	case o.each == "":
		return nil
	case o.jobs < 1 || o.jobs > each.MaxJobs:
		return command.Usagef("-j %d: send 1 to %d messages at the same time", o.jobs, each.MaxJobs)
	case o.skill == "":
		return command.Usagef("--each fills in a form for each row: name its skill with --skill")
	case o.from != "" || len(o.all(dataContent)) > 0 || o.text != "" || len(o.files)+len(o.rest)+len(o.before) > 0:
		return command.Usagef("--each fills in the form: only --set and --answer go with it, for every row")
	case o.async || o.stream || o.task != "" || o.context != "" || o.save.Dir != "" || o.output.Artifact.Name != "" || o.answerAs != "" || len(o.failOn) > 0 || o.sendInvalid:
		return command.Usagef("--async, --stream, --task-id, --context-id, --save, --artifact, --answer-as, --fail-on and --send-invalid are for one message: they do not go with --each")
	}
	return nil
}

// sendEach sends a message for each row, and prints one table of the rows and the answers. Nothing is sent unless all rows fit the form.
func (o *sendOptions) sendEach(ctx context.Context, s *command.Streams, agent *a2aclient.Agent) error {
	skill, inputs, err := o.skillOf(agent.Card())
	if err != nil {
		return err
	}
	input, err := o.input(inputs)
	if err != nil {
		return err
	}
	rows, fedBy, err := o.readEach(s)
	if err != nil {
		return err
	}
	batch, err := o.fillEach(s, &run.Plan{Agent: agent, Skill: skill, Input: input, FedBy: fedBy, SkillHint: o.skillHint, Private: o.hasVariable()}, rows)
	if err != nil {
		return err
	}
	if o.dryRun {
		return printEachPlan(s, batch)
	}
	command.WarnCredentials(s, agent, skill)
	if pricing := agent.Card().Pricing; !pricing.IsEmpty() {
		s.Warn("note: the card names a price: " + command.Line(pricing))
	}
	defer o.limitRuns(s)
	o.runEach(ctx, s, batch)
	if err := o.printEach(ctx, s, batch); err != nil {
		return err
	}
	return eachError(ctx, batch)
}

// readEach reads the rows of a file, or of the result of a run.
func (o *sendOptions) readEach(s *command.Streams) (rows []*ojson.Value, fedBy *runfile.FedBy, err error) {
	var v *ojson.Value
	if _, missing := os.Stat(o.each); missing != nil && o.each != "-" && filepath.Ext(o.each) == "" || strings.Contains(o.each, ":/") {
		if v, fedBy, err = valueOf(s, "--each", o.each); err != nil {
			return nil, nil, err
		}
	} else if v, err = valueOfFile(s, o.each); err != nil {
		return nil, nil, err
	}
	if v.Is(ojson.Object) {
		v = ojson.NewArray(v)
	}
	switch n := v.Len(); {
	case !v.Is(ojson.Array) || n == 0:
		return nil, nil, command.Usagef("--each: there are no rows in %s; %s", safe.Text(o.each).Line(60), whatIsThere(v))
	case n > each.MaxRows:
		return nil, nil, command.Usagef("--each sends at most %d messages, and there are %d rows", each.MaxRows, n)
	}
	for i, item := range v.Items() {
		if !item.Is(ojson.Object) {
			return nil, nil, command.Usagef("--each: row %d is not an object whose members are columns", i+1)
		}
		rows = append(rows, item)
	}
	return rows, fedBy, nil
}

// valueOfFile is the value of a file of CSV, JSON or JSON Lines.
func valueOfFile(s *command.Streams, path string) (*ojson.Value, error) {
	data, err := readShown(s, path)
	if err != nil {
		return nil, err
	}
	document, err := render.OpenFile(path, data, render.Schema{})
	if err == nil {
		var v *ojson.Value
		if v, err = export.Value(document); err == nil {
			return v, nil
		}
	}
	return nil, command.Usagef("--each: %s has no rows: %s", safe.Text(filepath.Base(path)).Line(60), err)
}

// fillEach fills in the form with each row. All problems are told before anything is sent.
func (o *sendOptions) fillEach(s *command.Streams, like *run.Plan, rows []*ojson.Value) (*each.Batch, error) {
	batch, err := each.New(like, rows, each.Options{
		IsText: like.FedBy == nil && !isJSONFile(o.each), NotSecret: notSecretOf(s, like.Agent),
		Fill: func(form *formgen.Form) error { return o.fill(s, form, nil) },
		Problems: func(err error) []string {
			lines, _ := problemsOf(err)
			return lines
		},
	})
	if err != nil {
		return nil, err
	}
	if batch.Used == 0 {
		return nil, command.Usagef("--each: no column has the name of a field of the form; it has %s", strings.Join(batch.Fields(), ", "))
	}
	if wrong := batch.Unfit(); wrong > 0 {
		var problems []string
		for i, r := range batch.Rows {
			if r.Plan == nil && len(problems) < maxEachSaid {
				problems = append(problems, fmt.Sprintf("row %d: %s", i+1, strings.Join(r.Problems, "; ")))
			}
		}
		if wrong > maxEachSaid {
			problems = append(problems, fmt.Sprintf("and %d more", wrong-maxEachSaid))
		}
		return nil, command.Usagef("%d of %s not fit the form, so nothing was sent:\n  %s", wrong, counted(len(rows), "row does", "rows do"), strings.Join(problems, "\n  "))
	}
	var unused []string
	for _, name := range batch.Unused[:min(len(batch.Unused), maxEachSaid)] {
		unused = append(unused, safe.Text(name).Line(40).String())
	}
	if len(unused) > 0 {
		s.Warn("note: no field of the form is called " + strings.Join(unused, ", ") + ": only in the table")
	}
	return batch, nil
}

// isJSONFile reports a file in which an empty text is one, and not a cell without a value.
func isJSONFile(path string) bool { return strings.HasPrefix(filepath.Ext(path), ".json") }

// printEachPlan prints what would be sent, a line each.
func printEachPlan(s *command.Streams, batch *each.Batch) error {
	var text bytes.Buffer
	for i := range batch.Rows {
		v, err := batch.Masked(i)
		if err != nil {
			return err
		}
		text.Write(v.Compact())
		text.WriteByte('\n')
	}
	return command.PrintRaw(s, bytes.TrimSuffix(text.Bytes(), []byte("\n")))
}

// runEach sends the messages, so many at once, and tells of each that came to its end. After a ctrl+c no other one is sent.
func (o *sendOptions) runEach(ctx context.Context, s *command.Streams, batch *each.Batch) {
	count := 0
	batch.Send(ctx, each.Sending{
		Jobs: o.jobs, Run: run.Options{Store: s.Store(), Record: o.record, See: o.connect.PrintFrame(s)},
		Wait: func(ctx context.Context, r *run.Run) error {
			one := sendOptions{answers: slices.Clone(o.answers)}
			return one.wait(ctx, r)
		},
		Done: func(i int, r each.Result) {
			count++
			s.Warn(fmt.Sprintf("%d of %d  row %d  %s", count, len(batch.Rows), i+1, r.Text()))
		},
	})
}

// printEach prints the table: a row as it was read, how its run ended, and the answer beside it.
func (o *sendOptions) printEach(ctx context.Context, s *command.Streams, batch *each.Batch) error {
	if o.output.JSON() {
		return command.PrintRaw(s, batch.Table())
	}
	document := batch.Document()
	if o.output.IsText() {
		return command.PrintDocument(s, document)
	}
	format, _ := o.output.Format()
	return s.ExportDocument(ctx, s.Out, document, command.ArtifactFlag{}, format, "Answers")
}

// eachError says how many messages failed, and after a ctrl+c how many were not sent.
func eachError(ctx context.Context, batch *each.Batch) error {
	failed, sent := 0, 0
	for _, r := range batch.Results() {
		if r.Outcome != "" {
			sent++
		}
		if r.HasFailed {
			failed++
		}
	}
	if cause := context.Cause(ctx); cause != nil {
		why := "interrupted"
		if errors.Is(cause, context.DeadlineExceeded) {
			why = "the --timeout has expired"
		}
		return &stopped{fmt.Sprintf("%s: %d of %d messages were sent", why, sent, len(batch.Rows)), cause}
	}
	if failed > 0 {
		return command.CheckFailed(fmt.Sprintf("%d of %s", failed, counted(len(batch.Rows), "message failed", "messages failed")), nil)
	}
	return nil
}
