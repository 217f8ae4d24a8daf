package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render"
	"a2aform/render/export"
	"a2aform/render/table"
	"a2aform/ui/kit"
)

type showOptions struct {
	schema      string
	output      string
	failOn      string
	preferences preferenceFlags
}

func newShow(s *command.Streams) *cobra.Command {
	var o showOptions
	cmd := &cobra.Command{
		Use:   "show FILE",
		Short: "Open a file of JSON, JSON Lines, CSV or text as a result",
		Long: "Open a file as if an agent had sent it: an array, values on lines of their own, CSV, or a table within a text\n" +
			"can be sorted, filtered and searched. A file of JSON may have up to 1 GiB, another one up to 8 MiB. Without a\n" +
			"terminal it is printed as text.\n\n" +
			"FILE is a path, or - for standard input.",
		Example: "  a2aform show result.json --schema output-schema.json\n  a2aform show sales.csv -o json\n  a2aform send localhost:9999 --text hello -o json | a2aform show -",
		Args:    command.UsageArgs(cobra.ExactArgs(1)),
		RunE:    func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), s, args[0]) },
	}
	o.preferences.addPlain(cmd)
	cmd.Flags().StringVarP(&o.output, "output", "o", "", "print it in this `FORMAT` instead of opening it: "+strings.Join(export.Formats(), ", "))
	cmd.Flags().StringVar(&o.schema, "schema", "", "the `FILE` of the JSON Schema that the value, or each line, should follow")
	cmd.Flags().StringVar(&o.failOn, "fail-on", "", "with `"+invalidOutput+"`, exit with 10 if the value breaks --schema")
	return cmd
}

func (o *showOptions) run(ctx context.Context, s *command.Streams, path string) error {
	var format export.Format
	if o.output != "" {
		known, err := export.ParseFormat(o.output)
		if err != nil {
			return command.Usagef("-o: %s", err)
		}
		format = known
	}
	switch {
	case o.failOn != "" && o.failOn != invalidOutput:
		return command.Usagef("--fail-on %s is not known: use %s", safe.Text(o.failOn).Line(40), invalidOutput)
	case o.failOn != "" && o.schema == "":
		return command.Usagef("--fail-on needs the schema that the value should follow: use --schema FILE")
	}
	by, err := o.load()
	if err != nil {
		return err
	}
	isPlain, err := o.preferences.isPlain(s)
	if err != nil {
		return err
	}
	data, err := readShown(s, path)
	if err != nil {
		return err
	}
	document, err := render.OpenFile(path, data, by)
	if err != nil {
		return command.Usagef("%s cannot be opened: %s", safe.Text(filepath.Base(path)).Line(60), err)
	}
	isScreen := o.output == "" && s.NoTerminal() == "" && !isPlain
	if !isScreen || o.failOn != "" {
		document = document.Validated() // a screen shows it before
	}
	var invalid error
	if o.failOn != "" {
		invalid = checkWhole(ctx, document, "the value")
	}
	switch {
	case o.output != "":
		if err = s.ExportDocument(ctx, s.Out, document, command.ArtifactFlag{}, format, safe.Text(filepath.Base(path)).Line(0).String()); err == nil {
			err = unreadError(s, document)
		}
	case !isScreen:
		err = errors.Join(command.PrintDocument(s, document), unreadError(s, document))
	default:
		err = runTUI(ctx, s, &o.preferences, kit.Options{Show: &kit.NamedDocument{Name: safe.Text(filepath.Base(path)), Document: document}})
	}
	return cmp.Or(err, invalid)
}

// checkWhole fails if a value breaks its schema, and if it cannot be checked, each row of a
// large table included; what says what the value is.
func checkWhole(ctx context.Context, document *render.Document, what string) error {
	document.Load(ctx)
	problems := document.Problems()
	unchecked := document.Unchecked()
	if err := document.Err(); err != nil {
		unchecked = append(unchecked, err.Error())
	}
	for _, b := range document.Blocks() {
		g, isTable := b.(*table.Table)
		switch {
		case isTable:
			if err := g.Check(ctx); err != nil {
				return err
			}
			problems += g.Verdict().Wrong
		case b.Head().Unvalidated:
			unchecked = append(unchecked, "it is too large")
		}
	}
	switch {
	case problems > 0:
		return command.CheckFailed(what+" does not match its schema (--fail-on)", nil)
	case len(unchecked) > 0:
		return command.CheckFailed(what+" was not checked: "+unchecked[0]+" (--fail-on)", nil)
	}
	return nil
}

// unreadError makes a failure of data that cannot be read; the rest was printed. A number
// that is too large to be checked is printed as it came, which is no failure.
func unreadError(s *command.Streams, document *render.Document) error {
	err := document.Err()
	var over *ojson.LimitError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &over) && over.IsNumber():
		s.Warn("note: " + err.Error() + ": the data is written as it came, and was not checked")
		return nil
	}
	return fmt.Errorf("the file cannot be read: %w", err)
}

// load reads the schema that the flag names.
func (o *showOptions) load() (render.Schema, error) {
	if o.schema == "" {
		return render.Schema{}, nil
	}
	raw, err := readSchema(o.schema)
	if err != nil {
		return render.Schema{}, command.Usagef("--schema: %s", command.FileFault(err))
	}
	document, err := schema.Load(ojson.Text(raw))
	if err != nil {
		return render.Schema{}, command.Usagef("--schema %s: %s", safe.Text(o.schema).Line(60), err)
	}
	return render.Schema{Name: safe.Text(filepath.Base(o.schema)), Document: document}, nil
}

// readSchema reads no more of a file, or of what is none and may not end, than it
// takes to see that it is too large for a schema.
func readSchema(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return io.ReadAll(io.LimitReader(file, int64(2*limit.SchemaBytes.Int()+2)))
}

// readShown is the text of a file. What is not a file, such as a pipe, is read to its end.
func readShown(s *command.Streams, path string) ([]byte, error) {
	from := s.In
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return nil, command.Usagef("%s", command.FileFault(err))
		}
		defer func() { _ = file.Close() }()
		from = file
	}
	data, err := limit.ReadAll(from, limit.ShownBytes.Int())
	switch {
	case err != nil:
		return nil, command.Usagef("%s", command.FileFault(err))
	case len(data) > limit.ShownBytes.Int():
		return nil, command.Usagef("the file has more than %s, which a2aform does not open; jq and duckdb read files of any size", limit.ShownBytes)
	}
	data = ojson.Text(data)
	if begins := bytes.TrimLeft(data, " \t\r\n"); len(begins) > 0 && (begins[0] == '{' || begins[0] == '[') {
		repaired, found := ojson.WithNonNumbers(data)
		if data = repaired; found != nil {
			s.Warn("note: the file has " + strings.Join(found, " and ") + " in place of a number, which JSON does not have; it is read anyway")
		}
	}
	return data, nil
}
