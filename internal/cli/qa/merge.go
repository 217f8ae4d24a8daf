package qa

import (
	"cmp"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/cli/environment"
	"a2aform/internal/qa/report"
	"a2aform/internal/safe"
)

// newMerge is the command test merge.
func newMerge(s *command.Streams) *cobra.Command {
	o := testOptions{Agents: environment.New(s)}
	cmd := &cobra.Command{
		Use:   "merge REPORT.json...",
		Short: "Join the JSON reports of the shards of a suite",
		Long: "Joins the JSON reports that test --shard I/N --report json=FILE wrote on several machines, in the order of the suite, and ends like a\n" +
			"test of all cases. It fails if a shard is missing, is there twice, or is of another suite. Nothing is sent.",
		Example: "  a2aform test merge shard-1.json --report junit=all.xml",
		Args:    command.UsageArgs(cobra.MinimumNArgs(1)),
		RunE:    func(_ *cobra.Command, args []string) error { return o.merge(s, args) },
	}
	f := cmd.Flags()
	f.StringVarP(&o.output, "output", "o", "text", "print as `FORMAT`: text, json or jsonl")
	f.StringSliceVar(&o.failOn, "fail-on", []string{"fail", "error"}, "exit with a failure on the verdicts of this `LIST`: fail, error, flaky, skip, or violation for a rule of a2aform conform")
	f.StringArrayVar(&o.reports, "report", nil, "write a report as `FORMAT=FILE`: junit, json, jsonl, csv, md or html; may be repeated")
	f.BoolVar(&o.quiet, "quiet", false, "leave out the lines of cases that pass; with -o json or jsonl all lines")
	o.jobs, o.record = 1, "none"
	return cmd
}

func (o *testOptions) merge(s *command.Streams, paths []string) error {
	if err := o.check(); err != nil {
		return err
	}
	reports, err := parseReports(o.reports)
	if err != nil {
		return err
	}
	var list []*report.Reader
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			return command.Usagef("%s", command.FileFault(err))
		}
		defer func() { _ = f.Close() }()
		r, err := report.NewReader(f)
		if err != nil {
			return command.Usagef("%s cannot be used: %s", safe.Text(path).Line(200), err)
		}
		list = append(list, r)
	}
	if err := report.CheckShards(list); err != nil {
		return command.Usagef("%s", err)
	}
	ran, err := o.begin(s, reports, list[0].Shard.Cases)
	if err != nil {
		return err
	}
	for result, err := range report.Merge(list) {
		if err != nil {
			ran.discard()
			return command.Usagef("a report cannot be used: %s", err)
		}
		ran.done(result)
		ran.report(result)
	}
	if n := list[0].Shard.Cases; ran.summary.Cases != n {
		ran.discard()
		return command.Usagef("the reports have %d of %d cases: a shard was stopped before its end", ran.summary.Cases, n)
	}
	ran.started = time.Now().Add(-longest(list))
	if err := ran.end(); err != nil {
		return err
	}
	return o.verdict(ran)
}

// longest is how long the slowest shard took.
func longest(list []*report.Reader) time.Duration {
	return slices.MaxFunc(list, func(a, b *report.Reader) int { return cmp.Compare(a.Took, b.Took) }).Took
}
