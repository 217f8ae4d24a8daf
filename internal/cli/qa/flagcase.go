package qa

import (
	"encoding/csv"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
)

// caseFlags are the flags of a case without a file.
type caseFlags struct {
	skill, schema, data, text string
	sets                      []string
	table                     string
}

// Add adds the flags.
func (o *caseFlags) Add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.skill, "skill", "", "test the skill of this `ID` without a case file, with --set, --data or --text")
	f.StringVar(&o.schema, "schema", "", "the `NAME` of the schema of --skill, if there are several")
	f.StringVar(&o.data, "data", "", "the whole value of --skill as `JSON`, a file of it (FILE or @FILE), or - for standard input")
	f.StringVar(&o.text, "text", "", "the `TEXT` of a message without a form")
	f.StringArrayVar(&o.sets, "set", nil, "a field of --skill, as `NAME=VALUE`; may be repeated")
	f.StringVar(&o.table, "table", "", "one case for each row of this `FILE` (CSV, JSON Lines or JSON); ${row.NAME} is a cell; without --set and --data the columns of CSV are fields")
}

// IsFromFlags reports whether the flags make a case.
func (o *caseFlags) IsFromFlags() bool {
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

// File returns a case file with the case, or with one case for each row of the table.
func (o *caseFlags) File(s *command.Streams, options casefile.Options) (*casefile.File, error) {
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
