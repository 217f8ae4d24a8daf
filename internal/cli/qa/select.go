package qa

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
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
	f.StringArrayVar(&o.tags, "tag", nil, "only cases with the tag `T`, or with '!T' those without it; may be repeated: cases have one of the tags, and none of those after !")
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

// caseFlags are the flags of a case without a file.
type caseFlags struct {
	skill, schema, data, text string
	sets                      []string
	table                     string
}

// Add adds the flags.
func (o *caseFlags) Add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.skill, "skill", "", "test the skill of this `ID` or name without a case file, with --set, --data or --text")
	f.StringVar(&o.schema, "schema", "", "the `NAME` of the schema of --skill, if there are several")
	f.StringVar(&o.data, "data", "", "the whole value of --skill as `JSON`, a file of it (FILE or @FILE), or - for standard input")
	f.StringVar(&o.text, "text", "", "the `TEXT` of a message without a form")
	f.StringArrayVar(&o.sets, "set", nil, "a field of --skill, as `NAME=VALUE`; may be repeated")
	f.StringVar(&o.table, "table", "", "one case for each row of this `FILE` (CSV, JSON Lines or JSON); ${row.NAME} is a cell; without --set and --data the columns of CSV are fields")
}

// isFromFlags reports whether the flags make a case.
func (o *caseFlags) isFromFlags() bool {
	return o.skill+o.schema+o.data+o.text+o.table != "" || len(o.sets) > 0
}

// input returns the input that the flags describe.
func (o *caseFlags) input(s *command.Streams) (in casefile.Input, err error) {
	in.Text = o.text
	if o.data != "" {
		if in.Data, err = command.ReadData(s, "--data", o.data); err != nil {
			return in, err
		}
	}
	for _, set := range o.sets {
		path, value, ok := strings.Cut(set, "=")
		if !ok {
			return in, command.Usagef("--set %s: write NAME=VALUE", safe.Text(set).Line(60))
		}
		s.WarnVariable(path, value, func(string) string { return "a case contains no secrets" })
		in.Set = append(in.Set, casefile.Setting{Path: path, Value: value})
	}
	return in, nil
}

// file returns a case file with the case, or with one case for each row of the table.
func (o *caseFlags) file(s *command.Streams, options casefile.Options) (*casefile.File, error) {
	in, err := o.input(s)
	if err != nil {
		return nil, err
	}
	c := &casefile.Case{Name: o.skill, Skill: o.skill, Schema: o.schema, Input: in}
	if c.Name == "" {
		c.Name = "command line"
	}
	text := ""
	if o.table != "" {
		if c.Input, err = o.withColumns(in); err != nil {
			return nil, err
		}
		path, err := filepath.Abs(o.table)
		if err != nil {
			return nil, command.Usagef("--table: %s", command.FileFault(err))
		}
		text = "[table]\nfile = " + string(ojson.NewString(path).Append(nil)) + "\n"
	}
	if (c.Input.Data != nil || len(c.Input.Set) > 0) == (c.Input.Text != "") {
		return nil, command.Usagef("a case sends either a form (--set, --data) or a --text")
	}
	options.AnyFiles = true
	file, problems := casefile.Parse("the flags", append(casefile.Format(c), text...), options)
	for _, p := range problems {
		s.Warn(p.Text)
	}
	if len(problems) > 0 {
		return nil, command.Usagef("the flags do not make a valid case, so nothing was sent")
	}
	return file, nil
}

// withColumns returns the input, with the columns of the table as fields if the flags set none.
func (o *caseFlags) withColumns(in casefile.Input) (casefile.Input, error) {
	if len(in.Set) > 0 || in.Data != nil || in.Text != "" {
		return in, nil
	}
	fields, err := columnFields(o.table)
	if in.Set = fields; fields == nil { // every column has a meaning of its own
		in.Data = []byte("{}")
	}
	return in, err
}

// columnFields sets the field of each column of a CSV file that has no meaning of its own.
func columnFields(path string) (list []casefile.Setting, err error) {
	f, err := runfile.OpenFile(path, os.O_RDONLY)
	if err != nil {
		return nil, command.Usagef("--table %s: %s", safe.Text(path).Line(200), command.FileFault(err))
	}
	defer func() { _ = f.Close() }()
	if filepath.Ext(path) != ".csv" {
		return nil, command.Usagef("--table %s: use --set or --data to place its values; only columns of CSV become fields by themselves", safe.Text(path).Line(200))
	}
	names, err := csv.NewReader(ojson.NewTextReader(f)).Read()
	if err != nil {
		if errors.Is(err, io.EOF) {
			err = errors.New("the table has no rows")
		}
		return nil, command.Usagef("--table %s: %s", safe.Text(path).Line(200), err)
	}
	for _, name := range names {
		if casefile.IsField(name) {
			list = append(list, casefile.Setting{Path: name, Value: "${row." + name + "}"})
		}
	}
	return list, nil
}
