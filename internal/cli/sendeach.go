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

	"github.com/dustin/go-humanize/english"
	"github.com/spf13/cobra"

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

// eachFlags send a message for each row of a table.
type eachFlags struct {
	rows string // where they are; "" for one message
	jobs int    // messages at the same time
}

// add adds the flags.
func (f *eachFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.rows, "each", "", "send a message for each row of a `FILE` of CSV or JSON, or of a run's result (RUN:/POINTER); columns fill in the fields of their names")
	cmd.Flags().IntVarP(&f.jobs, "jobs", "j", 1, "with --each, send `N` messages at the same time, at most 64")
}

// check refuses the flags that go with one message only.
func (f *eachFlags) check(d *draft, w *waiting, p *printing) error {
	switch {
	case f.rows == "":
		return nil
	case f.jobs < 1 || f.jobs > each.MaxJobs:
		return command.Usagef("-j %d: send 1 to %d messages at the same time", f.jobs, each.MaxJobs)
	case d.form.from != "" || d.hasContent():
		return command.Usagef("--each fills in the form: only --set and --answer go with it, for every row")
	case w.async || d.task != "" || d.context != "" || d.answer.as != "" || d.sendInvalid || p.isForOne():
		return command.Usagef("--async, --stream, --task-id, --context-id, --save, --artifact, --answer-as, --fail-on and --send-invalid are for one message: they do not go with --each")
	}
	return nil
}

// sendEach sends a message for each row, and prints one table of the rows and the answers. Nothing is sent unless all rows fit the form.
func (o *sendCommand) sendEach(ctx context.Context, s *command.Streams, agent *a2aclient.Agent) error {
	form := &o.draft.form
	skill, inputs, err := form.skillOf(agent.Card(), true)
	if err != nil {
		return err
	}
	input, err := form.input(inputs)
	if err != nil {
		return err
	}
	rows, fedBy, err := readEach(s, o.each.rows)
	if err != nil {
		return err
	}
	like := &run.Plan{Agent: agent, Skill: skill, Input: input, FedBy: fedBy, SkillHint: o.draft.skillHint, Private: form.hasVariable()}
	batch, err := o.each.fill(s, like, rows, form)
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
	if o.record {
		defer limitRuns(s)
	}
	o.each.run(ctx, s, batch, o.wait.answers, run.Options{Store: s.Store(), Record: o.record, See: o.connect.PrintFrame(s)})
	if err := printEach(ctx, s, batch, &o.print.output); err != nil {
		return err
	}
	return eachError(ctx, batch)
}

// readEach reads the rows of a file, or of the result of a run.
func readEach(s *command.Streams, from string) (rows []*ojson.Value, fedBy *runfile.FedBy, err error) {
	var v *ojson.Value
	if _, missing := os.Stat(from); missing != nil && from != "-" && filepath.Ext(from) == "" || strings.Contains(from, ":/") {
		if v, fedBy, err = valueOf(s, "--each", from); err != nil {
			return nil, nil, err
		}
	} else if v, err = valueOfFile(s, from); err != nil {
		return nil, nil, err
	}
	if v.Is(ojson.Object) {
		v = ojson.NewArray(v)
	}
	switch n := v.Len(); {
	case !v.Is(ojson.Array) || n == 0:
		return nil, nil, command.Usagef("--each: there are no rows in %s; %s", safe.Text(from).Line(60), whatIsThere(v))
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

// fill fills in the form with each row. All problems are told before anything is sent.
func (f *eachFlags) fill(s *command.Streams, like *run.Plan, rows []*ojson.Value, with *formFlags) (*each.Batch, error) {
	batch, err := each.New(like, rows, each.Options{
		IsText: like.FedBy == nil && !isJSONFile(f.rows), NotSecret: notSecretOf(s, like.Agent),
		Fill: func(form *formgen.Form) error { return with.apply(s, form) },
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
		return nil, command.Usagef("%d of %s not fit the form, so nothing was sent:\n  %s", wrong, english.Plural(len(rows), "row does", "rows do"), strings.Join(problems, "\n  "))
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

// run sends the messages, so many at once, and tells of each that came to its end. Each has the same answers. After a ctrl+c no other one is sent.
func (f *eachFlags) run(ctx context.Context, s *command.Streams, batch *each.Batch, answers []answer, options run.Options) {
	count := 0
	batch.Send(ctx, each.Sending{
		Jobs: f.jobs, Run: options,
		Wait: func(ctx context.Context, r *run.Run) error {
			one := waiting{answers: slices.Clone(answers)}
			return one.wait(ctx, r)
		},
		Done: func(i int, r each.Result) {
			count++
			s.Warn(fmt.Sprintf("%d of %d  row %d  %s", count, len(batch.Rows), i+1, r.Text()))
		},
	})
}

// printEach prints the table: a row as it was read, how its run ended, and the answer beside it.
func printEach(ctx context.Context, s *command.Streams, batch *each.Batch, output *command.OutputFlag) error {
	if output.JSON() {
		return command.PrintRaw(s, batch.Table())
	}
	document := batch.Document()
	if output.IsText() {
		return command.PrintDocument(s, document)
	}
	format, _ := output.Format()
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
		return command.CheckFailed(fmt.Sprintf("%d of %s", failed, english.Plural(len(batch.Rows), "message failed", "messages failed")), nil)
	}
	return nil
}
