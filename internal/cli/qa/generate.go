package qa

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/dustin/go-humanize/english"
	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/internal/cli/command"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/gen"
	"a2aform/internal/qa/report"
	"a2aform/internal/qa/runner"
	"a2aform/internal/safe"
)

// maxUnasked is how many messages are sent without a question.
const maxUnasked = 50

type generateOptions struct {
	testOptions
	make   gen.PackOptions
	to     string
	format string // of standard output
	run    bool
	quick  bool
}

func newGenerate(s *command.Streams) *cobra.Command {
	o := generateOptions{testOptions: testOptions{Agents: command.NewAgents(s), output: "text"}}
	o.make.Max = gen.DefaultMax
	cmd := &cobra.Command{
		Use:   "generate AGENT",
		Short: "Generate values at the edges of a skill's schema",
		Long: "Make values of the schema of a skill, each with one change from a base value: at the bounds of each keyword, and beyond. Each\n" +
			"value is validated before it is used. The base value is the first example of the card that is valid, else the smallest valid value.\n\n" +
			"Without other flags the command lists the values. With --to it writes case files that a2aform test runs. With --run it sends\n" +
			"the values and prints how the agent took each: the valid ones, with --invalid the invalid ones, with --valid\n" +
			"--invalid both.\n\n" +
			"A disputed value is one that validators disagree on, such as 1.0 as a whole number. It never fails, unless the agent crashes.\n" +
			"The exit code is 10 if the agent rejects a valid value, accepts an invalid one or crashes, and 2 if nothing was generated.",
		Example: "  a2aform cases generate demo --skill trip-planner\n  a2aform cases generate demo --skill fight-comparison --run \\\n    --valid --invalid --quick\n" +
			"  a2aform cases generate demo --skill trip-planner --to generated",
		Args: command.UsageArgs(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error { return runGenerate(cmd.Context(), s, &o, args) },
	}
	o.AddAgentFlags(cmd)
	o.AddEnvironmentFlags(cmd)
	f := cmd.Flags()
	f.StringVar(&o.make.Skill, "skill", "", "the skill's `ID` or name")
	f.StringVar(&o.make.Schema, "schema", "", "the `NAME` of the schema, if there are several")
	f.StringVar(&o.data, "data", "", "change this valid value, as `JSON` or a file of it (FILE or @FILE) (default an example of the card)")
	f.BoolVar(&o.make.Valid, "valid", false, "values that the schema accepts")
	f.BoolVar(&o.make.Invalid, "invalid", false, "values that the schema rejects; --run sends them only with this flag")
	f.BoolVar(&o.make.Hazards, "hazards", false, "also valid texts that programs trip over: long, right to left, with NUL, quotes, HTML or SQL")
	f.Uint64Var(&o.make.Seed, "seed", 1, "the `NUMBER` that random values follow; the same number gives the same values")
	f.StringVar(&o.to, "to", "", "write case files to the directory `DIR`")
	f.BoolVar(&o.run, "run", false, "send the values, and print how the agent took each")
	f.BoolVar(&o.quick, "quick", false, "with --run, cancel the task of a valid value once the agent works on it")
	f.BoolVar(&o.yes, "yes", false, fmt.Sprintf("send more than %d messages, more than the budget of the suite, or to a protected environment, without asking", maxUnasked))
	f.IntVarP(&o.jobs, "jobs", "j", 1, "send `N` values at the same time, at most 64")
	f.DurationVar(&o.timeout, "timeout", 0, "stop the whole command after `TIME`, such as 10m; 0 sets no limit")
	f.StringSliceVar(&o.failOn, "fail-on", []string{"fail", "error"}, "exit with 10 on the verdicts of this `LIST`: fail, error")
	f.StringSliceVar(&o.reports, "report", nil, "write a report as `FORMAT=FILE`: junit, csv, md or html; several with commas, or the flag again")
	f.StringVar(&o.record, "record", string(runner.RecordFailed), "save the runs of these `ATTEMPTS` to the history: failed, all or none")
	f.StringVarP(&o.format, "output", "o", "text", "print as `FORMAT`: text or json")
	command.MoveFlags(cmd, command.AllFlags, "schema", "data", "seed")
	return cmd
}

func (o *generateOptions) checkFlags() error {
	if err := o.check(); err != nil {
		return err
	}
	switch {
	case !slices.Contains([]string{"text", "json"}, o.format):
		return command.Usagef("-o %s is not known: use text or json", line(o.format))
	case !o.run && (o.quick || len(o.reports) > 0):
		return command.Usagef("--quick and --report need --run")
	}
	return nil
}

func runGenerate(ctx context.Context, s *command.Streams, o *generateOptions, args []string) error {
	if err := o.checkFlags(); err != nil {
		return err
	}
	reports, err := parseReports(s, o.reports, o.format)
	if err != nil {
		return err
	}
	defer o.Close()
	pack, err := o.pack(ctx, s, args)
	if err != nil {
		return err
	}
	if o.to != "" {
		if err := o.write(s, pack); err != nil {
			return err
		}
	}
	switch {
	case o.run:
		return o.send(ctx, s, pack, reports)
	case o.to != "":
		return nil
	}
	return o.print(s, pack, rowsOf(pack))
}

// write writes the case files.
func (o *generateOptions) write(s *command.Streams, pack *gen.Pack) error {
	for _, f := range pack.Files(o.to) {
		if err := f.Write(); err != nil {
			return command.Usagef("--to: %s", command.FileFault(err))
		}
		s.Warn("written: " + line(f.Path) + ", " + english.Plural(f.Cases, "case", "cases"))
	}
	return nil
}

// pack makes the cases of the skill.
func (o *generateOptions) pack(ctx context.Context, s *command.Streams, args []string) (*gen.Pack, error) {
	options, err := o.Options(false)
	if err != nil {
		return nil, err
	}
	if o.data != "" {
		if o.make.Base, err = command.ReadData(s, "--data", o.data); err != nil {
			return nil, err
		}
	}
	o.make.Defaults = options.Defaults
	if o.run && !o.make.Invalid {
		o.make.Valid = true
	}
	named, err := o.Named(args)
	if err != nil {
		return nil, err
	}
	agent, err := o.Open(ctx, &casefile.Case{Agent: named})
	if err != nil {
		return nil, command.Unwrap(err)
	}
	return o.packOf(agent, named)
}

func (o *generateOptions) packOf(agent *a2aclient.Agent, named string) (*gen.Pack, error) {
	if o.make.Skill == "" {
		skill, _, err := agent.Card().OnlyForm()
		switch {
		case err != nil:
			return nil, command.Usagef("%s; choose one with --skill", err)
		case skill == nil:
			return nil, command.Usagef("name the skill with --skill")
		}
		o.make.Skill = skill.ID.Exact() //nolint:forbidigo // looked up
	}
	pack, err := gen.NewPack(agent.Card(), o.make)
	if err != nil {
		return nil, command.Usagef("%s", err)
	}
	if len(pack.Items) == 0 {
		return nil, command.Usagef("nothing was generated: the schema says nothing that a value could break")
	}
	for _, c := range append(pack.Cases(), pack.Base.Test) {
		c.Agent = named
	}
	return pack, nil
}

// rowsOf are the rows of values that were not sent.
func rowsOf(pack *gen.Pack) []gen.Row {
	rows := []gen.Row{{Item: pack.Base}}
	for _, item := range pack.Items {
		rows = append(rows, gen.Row{Item: item})
	}
	return rows
}

// send sends the values, the base value first: where the agent does not accept that one, the others say nothing.
func (o *generateOptions) send(ctx context.Context, s *command.Streams, pack *gen.Pack, reports []*reportFile) error {
	cases := &selected{selection: &o.selection, made: append([]*casefile.Case{pack.Base.Test}, pack.Cases()...)}
	cases.count = len(cases.made)
	v, err := o.look(cases)
	if err == nil {
		err = o.guard(v)
	}
	if err == nil {
		err = o.askMany(v)
	}
	if err != nil {
		return err
	}
	if o.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.timeout)
		defer cancel()
	}
	o.checkStore(s)
	ran, err := o.begin(s, reports, cases.count)
	if err != nil {
		return err
	}
	ran.lines = nil
	rows, isAccepted := pack.Run(ctx, runner.Options{
		Agent: o.Open, Store: s.Store(), Unrecorded: o.unrecorded, Jobs: o.jobs, Record: runner.Record(o.record), Quick: o.quick, Pace: o.Pace, See: o.Connect.PrintFrame(s), Done: ran.done,
		Report: ran.report,
	})
	err = errors.Join(ran.end(), o.print(s, pack, rows))
	o.limitRuns(s)
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return errors.Join(&timeoutError{ctx.Err()}, err)
	case err != nil, ctx.Err() != nil:
		return errors.Join(ctx.Err(), err)
	case gen.RefusesNothing(rows) && slices.Contains(o.failOn, string(check.Fail)):
		return command.CheckFailed("the agent rejects nothing: it accepted all invalid values", nil)
	}
	if err = o.verdict(ran); err != nil && !isAccepted && len(pack.Items) > 0 {
		s.Warn(fmt.Sprintf("note: the agent did not accept the base value, so the other %d values were not sent", len(pack.Items)))
	}
	return err
}

// askMany asks before many messages are sent, where no budget of a suite allows them.
func (o *generateOptions) askMany(v *survey) error {
	if v.messages <= maxUnasked || o.yes || o.Suite != nil && o.Suite.Budget > 0 {
		return nil
	}
	return o.confirm("this sends " + strconv.Itoa(v.messages) + " messages")
}

// generatedValue is a value in JSON, and how the agent took it where it was sent.
type generatedValue struct {
	Name       string            `json:"name"`
	Pointer    string            `json:"pointer"`
	Keyword    string            `json:"keyword,omitempty"`
	Kind       gen.Kind          `json:"kind"`
	Value      json.RawMessage   `json:"value,omitempty"` // at the pointer; none where it is left out
	JSON       json.RawMessage   `json:"json"`            // the whole value
	Also       []string          `json:"also,omitempty"`  // what it breaks besides
	Expected   string            `json:"expected"`
	Answered   check.Answer      `json:"answered,omitempty"`
	Verdict    check.Verdict     `json:"verdict,omitempty"`
	Seen       string            `json:"seen,omitempty"`
	MS         int64             `json:"ms,omitempty"`
	Run        string            `json:"run,omitempty"`
	Violations []check.Violation `json:"violations,omitempty"`
	Repairs    []string          `json:"repairs,omitempty"`
}

func generatedValueOf(row *gen.Row) generatedValue {
	v := generatedValue{
		Name: row.Name, Pointer: row.Pointer, Keyword: row.Keyword, Kind: row.Kind, JSON: row.JSON(), Also: row.Also, Expected: row.Expected(),
		Answered: row.Answer, Verdict: row.Verdict, Seen: row.Seen, MS: row.Took.Milliseconds(), Run: row.Run, Violations: row.Violations, Repairs: row.Repairs,
	}
	if row.Value != nil {
		v.Value = row.Value.Compact()
	}
	return v
}

// print prints the values, and how the agent took them where they were sent.
func (o *generateOptions) print(s *command.Streams, pack *gen.Pack, rows []gen.Row) error {
	list := make([]generatedValue, 0, len(rows))
	for i := range rows {
		list = append(list, generatedValueOf(&rows[i]))
	}
	if o.format == "json" {
		return command.PrintJSON(s, struct {
			Skill          string           `json:"skill"`
			Schema         string           `json:"schema,omitempty"`
			Seed           uint64           `json:"seed"`
			RefusesNothing bool             `json:"refusesNothing,omitempty"`
			Values         []generatedValue `json:"values"`
		}{pack.Skill, pack.Schema, o.make.Seed, gen.RefusesNothing(rows), list})
	}
	if err := o.printTable(s, rows); err != nil {
		return err
	}
	_, err := fmt.Fprintln(command.NewLines(s), o.summary(rows))
	return err
}

const (
	maxPointer = 60 // bytes of a pointer in the table
	maxChange  = 60
	maxShown   = 16 // of a value
	maxSeen    = 200
)

func (o *generateOptions) printTable(s *command.Streams, rows []gen.Row) error {
	var table command.Rows
	head := []string{"pointer", "change", "value", "expected"}
	if o.run {
		head = append([]string{" "}, append(head, "answered", "ms")...)
	}
	table.Add(head...)
	refuses, invalid := gen.RefusesNothing(rows), 0
	for i := range rows {
		row := &rows[i]
		if refuses && row.Kind == gen.Invalid {
			invalid++
			continue
		}
		table.Add(o.cells(row)...)
		if text := seen(row); o.run && row.Verdict != check.Pass && text != "" {
			table.Add("    " + text)
		}
		for _, v := range row.Violations {
			table.Add("    note  " + safe.Text(v.What).Line(maxSeen).String() + " (" + v.ID + ")")
		}
		for _, text := range row.Repairs {
			table.Add("    repaired  " + safe.Text(text).Line(maxSeen).String())
		}
	}
	if refuses {
		table.Add(report.Mark(check.Fail), "(whole)", "rejects nothing", strconv.Itoa(invalid)+" invalid values", "rejected", "all accepted", "")
	}
	if s.OutTTY {
		table.Fit(s.Width())
	}
	return table.Print(command.NewLines(s))
}

func (o *generateOptions) cells(row *gen.Row) []string {
	pointer, change, value := row.Pointer, row.Change, "left out"
	if pointer == "" {
		pointer = "(whole)"
	}
	if row.Keyword == "" {
		change = row.Name
	}
	if row.Value != nil {
		value = string(row.Value.Compact())
	}
	cells := []string{safe.Text(pointer).Line(maxPointer).String(), safe.Text(change).Line(maxChange).String(), safe.Text(value).Line(maxShown).String(), row.Expected()}
	if !o.run {
		return cells
	}
	return append(append([]string{report.Mark(row.Verdict)}, cells...), string(row.Answer), strconv.FormatInt(row.Took.Milliseconds(), 10))
}

// seen is what the agent said to a value that it did not take as expected.
func seen(row *gen.Row) string {
	text := safe.Text(row.Seen).Line(maxSeen).String()
	if row.Run != "" {
		text += "  run " + line(row.Run)
	}
	return text
}

// summary counts the values in one line.
func (o *generateOptions) summary(rows []gen.Row) string {
	kinds, verdicts := map[gen.Kind]int{}, map[check.Verdict]int{}
	for i := range rows {
		kinds[rows[i].Kind]++
		verdicts[rows[i].Verdict]++
	}
	text := fmt.Sprintf("%s · %d valid · %d invalid · %d disputed", english.Plural(len(rows), "value", "values"), kinds[gen.Valid], kinds[gen.Invalid], kinds[gen.Disputed])
	if !o.run {
		return text + " · nothing was sent: --run sends them, --to writes cases"
	}
	return text + fmt.Sprintf(" · %d as expected · %d not · %d unknown", verdicts[check.Pass], verdicts[check.Fail], verdicts[check.Error])
}
