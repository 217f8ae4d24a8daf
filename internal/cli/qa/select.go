package qa

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/safe"
)

// selection says which cases are meant.
type selection struct {
	match         string
	tags, notTags []string
	rows          rowsFlag
}

func (o *selection) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.match, "match", "", "only cases whose name holds all of these `WORDS`")
	f.StringArrayVar(&o.tags, "tag", nil, "only cases with this tag `T`; may be repeated, one of them is enough")
	f.Var(&o.rows, "rows", "of cases with a table only these `ROWS`, such as 1-20,40; others are not affected")
	f.StringArrayVar(&o.notTags, "not-tag", nil, "no cases with this tag `T`; may be repeated")
}

// read are the cases of paths, or of the repository, that the flags select. All that is wrong with any file is told.
func (o *selection) read(s *command.Streams, paths []string) ([]*casefile.Case, error) {
	cases, err := readAll(s, paths)
	if err != nil {
		return nil, err
	}
	all := len(cases)
	if cases = slices.DeleteFunc(cases, func(c *casefile.Case) bool { return !o.has(c) }); len(cases) == 0 {
		return nil, command.Usagef("none of the %d cases is selected by --match, --tag, --not-tag and --rows", all)
	}
	return cases, nil
}

// readAll are the cases of paths, at least one.
func readAll(s *command.Streams, paths []string) ([]*casefile.Case, error) {
	if len(paths) == 0 {
		dir := casefile.FindDir(command.WorkingDir())
		if dir == "" {
			return nil, command.Usagef("there is no %s here or above: name the files or directories of the cases", casefile.DefaultDir)
		}
		paths = []string{dir}
	}
	files, problems := casefile.Find(paths)
	cases, wrong := casefile.ReadAll(files)
	if problems = append(problems, wrong...); len(problems) > 0 {
		for _, p := range problems {
			s.Warn(p.Error())
		}
		return nil, command.Usagef("%s, so nothing was sent", countedProblems(len(problems)))
	}
	if len(cases) == 0 {
		return nil, command.Usagef("there are no case files (*.toml) in %s", strings.Join(paths, ", "))
	}
	return cases, nil
}

func countedProblems(n int) string {
	if n == 1 {
		return "a case file has a problem"
	}
	return "the case files have problems"
}

// has reports whether the flags select a case.
func (o *selection) has(c *casefile.Case) bool {
	name := strings.ToLower(c.Name)
	for word := range strings.FieldsSeq(strings.ToLower(o.match)) {
		if !strings.Contains(name, word) {
			return false
		}
	}
	if !o.rows.has(c.Row) {
		return false
	}
	tagged := func(tag string) bool { return slices.Contains(c.Tags, tag) }
	return (len(o.tags) == 0 || slices.ContainsFunc(o.tags, tagged)) && !slices.ContainsFunc(o.notTags, tagged)
}

// rowsFlag are ranges of rows; none are all.
type rowsFlag [][2]int

func (f *rowsFlag) Set(text string) error {
	for part := range strings.SplitSeq(text, ",") {
		first, last, isRange := strings.Cut(part, "-")
		if !isRange {
			last = first
		}
		from, err := strconv.Atoi(first)
		to, err2 := strconv.Atoi(last)
		if err != nil || err2 != nil || from < 1 || to < from {
			return command.Usagef("--rows %s: use numbers and ranges, such as 1-20,40", safe.Text(text).Line(60))
		}
		*f = append(*f, [2]int{from, to})
	}
	return nil
}

func (*rowsFlag) String() string { return "" }

func (*rowsFlag) Type() string { return "ranges" }

func (f *rowsFlag) has(row int) bool {
	return row == 0 || len(*f) == 0 || slices.ContainsFunc(*f, func(r [2]int) bool { return row >= r[0] && row <= r[1] })
}

var errNoFormat = errors.New("write FORMAT=FILE, with junit, json or jsonl as FORMAT")
