package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/diff"
	"a2aform/internal/qa/report"
	"a2aform/internal/safe"
)

// diffOptions are the flags of runs diff that say how outputs are compared.
type diffOptions struct {
	ignore, within, by []string
	all                bool
}

func (o *diffOptions) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVar(&o.ignore, "ignore", nil, "the value at `PLACE` does not count, such as '/**/date'; a place is a JSON Pointer such as /data/total or /artifacts/0/parts/1/text,\nin which * is one step and ** any number; may be repeated")
	f.StringArrayVar(&o.within, "within", nil, "as `PLACE=N`: numbers at PLACE may differ by N, or by N% of the first, such as '/**/price=0.01'; may be repeated")
	f.StringArrayVar(&o.by, "by", nil, "as `PLACE=MEMBER`: the order of the array at PLACE does not count, and items with the same MEMBER belong together, such as '/**/lines=what'; may be repeated")
	f.BoolVar(&o.all, "all", false, "print every difference, also those that do not count and rows that are only counted, and compare runs of different skills")
}

// rules reads the rules of the flags.
func (o *diffOptions) rules() (*diff.Rules, error) {
	rules := &diff.Rules{Ignore: o.ignore, By: map[string]string{}}
	for _, place := range o.ignore {
		if err := checkPlace("ignore", place); err != nil {
			return nil, err
		}
	}
	for _, flag := range o.within {
		place, number := cutLast(flag)
		share, isShare := strings.CutSuffix(number, "%")
		within := ojson.Rat(share)
		if within == nil || within.Sign() < 0 {
			return nil, command.Usagef("--within %s: it is PLACE=N, where N is a number such as 0.01 or 1%%", safe.Text(flag).Line(80))
		}
		if isShare {
			within.Quo(within, ojson.Rat("100"))
		}
		rules.Within = append(rules.Within, diff.Tolerance{At: place, Within: within, IsShare: isShare})
		if err := checkPlace("within", place); err != nil {
			return nil, err
		}
	}
	for _, flag := range o.by {
		place, member := cutLast(flag)
		if err := checkPlace("by", place); err != nil {
			return nil, err
		}
		rules.By[place] = member
	}
	return rules, nil
}

// cutLast cuts a flag at its last =, because a place may have one.
func cutLast(flag string) (place, value string) {
	if i := strings.LastIndexByte(flag, '='); i >= 0 {
		return flag[:i], flag[i+1:]
	}
	return flag, ""
}

func checkPlace(flag, place string) error {
	if strings.HasPrefix(place, "/") {
		return nil
	}
	return command.Usagef("--%s %s: a place is a JSON Pointer and begins with /, such as /data/total or /**/total", flag, safe.Text(place).Line(80))
}

// differ is what --fail-on takes for runs that differ.
const differ = "differ"

// newRunsDiff is the command runs diff.
func newRunsDiff(s *command.Streams, complete cobra.CompletionFunc) *cobra.Command {
	var o diffOptions
	var failOn []string
	cmd := &cobra.Command{
		Use:   "diff A B",
		Short: "Compare the results of two runs",
		Long: "Compare the outputs of two runs place by place: what was added, removed, changed and moved. A and B are runs, last, last~1 for the\n" +
			"one before, or golden:FILE for a golden file of a test case. Numbers are compared as decimals, members in any order.",
		Example: "  a2aform runs diff last~1 last\n" +
			"  a2aform runs diff golden:golden.json last --ignore '/**/date'",
		Args:              command.UsageArgs(cobra.ExactArgs(2)),
		ValidArgsFunction: complete,
		RunE: func(_ *cobra.Command, args []string) error {
			for _, outcome := range failOn {
				if outcome != differ {
					return command.Usagef("--fail-on %s is not known: use %s", safe.Text(outcome).Line(40), differ)
				}
			}
			rules, err := o.rules()
			if err != nil {
				return err
			}
			var sides [2]*report.DiffSide
			for i, name := range args {
				if sides[i], err = openDiffSide(s, name); err != nil {
					return err
				}
			}
			report := report.CompareRuns(sides[0], sides[1], rules)
			if err := report.WriteText(command.NewLines(s), o.all); err != nil {
				return err
			}
			switch {
			case o.all:
			case report.NotCompared() != "":
				s.Warn("--all compares them all the same")
			case len(report.Tables) > 0:
				s.Warn("--all lists the rows that are only counted")
			}
			if slices.Contains(failOn, differ) && report.Differs() {
				return command.CheckFailed("the runs differ (--fail-on)", nil)
			}
			return nil
		},
	}
	o.add(cmd)
	cmd.Flags().StringSliceVar(&failOn, "fail-on", nil, "exit with 10 on the outcomes of this `LIST`: differ")
	return cmd
}

// openDiffSide opens what an argument names.
func openDiffSide(s *command.Streams, name string) (*report.DiffSide, error) {
	if path, ok := strings.CutPrefix(name, "golden:"); ok {
		side, err := report.OpenGolden(path)
		if err != nil {
			return nil, command.Usagef("%s: %s", safe.Text(path).Line(200), command.FileFault(err))
		}
		return side, nil
	}
	keep := s.Store()
	if keep == nil {
		return nil, errors.New("there is no home directory for runs: set HOME or A2AFORM_HOME")
	}
	info, err := keep.FindRun(name)
	if err != nil {
		return nil, command.Usagef("%s", err)
	}
	side, err := report.OpenRun(info.Path)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be compared: %w", safe.Text(name).Line(80), err)
	}
	return side, nil
}
