package qa

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/safe"
)

// selection is the flags that select cases.
type selection struct {
	match  string
	tags   []string // a tag, or one that is left out after "!"
	rows   rowsFlag
	failed func(c *casefile.Case) bool // cases of --failed; nil for all
}

func (o *selection) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.match, "match", "", "only cases whose name contains all of these `WORDS`")
	f.StringArrayVar(&o.tags, "tag", nil, "only cases with the tag `T`, or without it by '!T'; may be repeated for cases that have any of the tags and none of those after !")
	f.Var(&o.rows, "rows", "only these `ROWS` of tables, such as 1-20,40; cases without a table are not affected")
}

// read returns the cases of paths, or of the repository, that the flags select. It prints the problems of all files.
func (o *selection) read(e *command.Environments, paths []string, options casefile.Options) (*selected, error) {
	files, err := e.ReadCases(paths, options)
	if err != nil {
		return nil, err
	}
	return o.choose(files)
}

// choose returns the cases of files that the flags select, at least one.
func (o *selection) choose(files []*casefile.File) (*selected, error) {
	chosen, all := &selected{files: files, selection: o, needed: o.needed(files)}, 0
	for _, f := range files {
		all += f.Count
	}
	for range chosen.cases() {
		chosen.count++
	}
	switch {
	case chosen.count == 0 && o.failed != nil:
		return nil, command.Usagef("none of the %d cases failed in the last run, or the other flags leave them out", all)
	case chosen.count == 0:
		return nil, command.Usagef("none of the %d cases is selected by --match, --tag and --rows", all)
	}
	return chosen, nil
}

// warnUnused says which columns of tables no case uses: what is expected there would go unchecked without a word.
func warnUnused(s *command.Streams, files []*casefile.File) {
	for _, f := range files {
		if len(f.Unused) > 0 {
			s.Warn("note: " + line(f.Path) + ": no case uses " + columnNames(f.Unused) + " of its table")
		}
	}
}

// columnNames are the names of columns, for a note.
func columnNames(names []string) string {
	const maxNames = 5
	shown := make([]string, min(len(names), maxNames))
	for i := range shown {
		shown[i] = safe.Text(names[i]).Line(40).String()
	}
	text := "the columns " + strings.Join(shown, ", ")
	switch more := len(names) - len(shown); {
	case len(names) == 1:
		return "the column " + shown[0]
	case more > 0:
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// needed are the names of cases that the selected ones need. They come before, so files are looked at from the last.
func (o *selection) needed(files []*casefile.File) map[string]bool {
	names := map[string]bool{}
	for _, f := range slices.Backward(files) {
		for c := range f.Cases() {
			if len(c.Needs) == 0 {
				break // no other case of the file needs one
			}
			if names[c.Name] || o.has(c) {
				for _, name := range c.Needs {
					names[name] = true
				}
			}
		}
	}
	return names
}

// selected are the cases of files that flags select, and those that they need.
type selected struct {
	*selection
	files  []*casefile.File
	made   []*casefile.Case // in place of files
	needed map[string]bool  // the names of cases that others need
	count  int
}

// cases iterates over the cases in order. It makes them one by one.
func (s *selected) cases() iter.Seq[*casefile.Case] {
	if s.made != nil {
		return slices.Values(s.made)
	}
	return func(yield func(*casefile.Case) bool) {
		index := 0
		for c := range casefile.All(s.files) {
			if !s.has(c) && !s.needed[c.Name] {
				continue
			}
			index++
			if c.Index = index; !yield(c) {
				return
			}
		}
	}
}

// has reports whether the flags select a case.
func (o *selection) has(c *casefile.Case) bool {
	name := strings.ToLower(c.Name)
	for word := range strings.FieldsSeq(strings.ToLower(o.match)) {
		if !strings.Contains(name, word) {
			return false
		}
	}
	if !o.rows.has(c.Row) || o.failed != nil && !o.failed(c) {
		return false
	}
	wanted, has := false, false
	for _, tag := range o.tags {
		if name, isNot := strings.CutPrefix(tag, "!"); isNot {
			if slices.Contains(c.Tags, name) {
				return false
			}
			continue
		}
		wanted, has = true, has || slices.Contains(c.Tags, tag)
	}
	return has || !wanted
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
