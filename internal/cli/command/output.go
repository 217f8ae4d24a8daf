package command

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/render"
	"a2aform/render/draw"
	"a2aform/render/export"
)

// OutputFlag chooses between text for people and the protocol's own JSON, and of
// results their export in other formats.
type OutputFlag struct {
	Value    string
	Exports  bool
	Artifact ArtifactFlag
	protocol bool // json is the protocol's own, which is not divided
}

// Add adds the flag for commands that print text or JSON.
func (f *OutputFlag) Add(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&f.Value, "output", "o", "text", "print as `FORMAT`: text; or json: the protocol's own types, unmodified")
}

// AddExports is add for commands that print a result.
func (f *OutputFlag) AddExports(cmd *cobra.Command) {
	f.Exports, f.protocol = true, true
	f.Artifact.Add(cmd)
	cmd.Flags().StringVarP(&f.Value, "output", "o", "text",
		"print as `FORMAT`: text, json (the protocol's own types), or the result as md, html, or with the names of its data jsonl, csv or tsv")
}

// Check refuses a format that is not known.
func (f *OutputFlag) Check() error {
	if f.protocol && f.JSON() && f.Artifact.Name != "" {
		return Usagef("--artifact does not go with -o json, which prints the protocol's own types whole")
	}
	if f.IsText() || f.JSON() {
		return nil
	}
	if !f.Exports {
		return Usagef("-o %s is not known: use text or json", safe.Text(f.Value).Line(40))
	}
	if _, ok := f.Format(); !ok {
		return Usagef("-o %s is not known: use text, json, jsonl, csv, tsv, md or html", safe.Text(f.Value).Line(40))
	}
	return nil
}

// Format is the one that a result is exported in; not ok for text and json.
func (f *OutputFlag) Format() (format export.Format, ok bool) {
	if f.IsText() || f.JSON() {
		return format, false
	}
	format, err := export.ParseFormat(f.Value)
	return format, err == nil && f.Exports && f.Value == format.String()
}

// IsText reports whether text for people is to be printed.
func (f *OutputFlag) IsText() bool { return f.Value == "text" }

// JSON reports whether JSON is to be printed.
func (f *OutputFlag) JSON() bool { return f.Value == "json" }

// PrintRaw writes JSON as it was received, and a newline.
func PrintRaw(s *Streams, raw []byte) error {
	s.hasPrinted = true
	raw = ojson.AsSent(raw)
	_, err := s.Out.Write(append(raw[:len(raw):len(raw)], '\n'))
	return err
}

// JSONWriter is standard output for a JSON document that is written piece by piece.
func JSONWriter(s *Streams) io.Writer {
	s.hasPrinted = true
	return s.Out
}

// Line returns untrusted text on one line.
func Line(r safe.Raw) string { return r.Line(0).String() }

// ShellWord is untrusted text as one word of a shell.
func ShellWord(r safe.Raw) string { return safe.Text(run.ShellWord(r.Exact())).Line(0).String() } //nolint:forbidigo // what cannot be drawn is escaped

// Rows are aligned columns of text; rows whose second cell is empty are left
// out.
type Rows struct{ cells [][]string }

// Add adds a row of cells. A label without a fact is left out.
func (r *Rows) Add(cells ...string) {
	if len(cells) == 2 && cells[1] == "" {
		return
	}
	r.cells = append(r.cells, cells)
}

// minColumn is how wide a column is at least that is cut.
const minColumn = 8

// Fit cuts the cells of the widest columns, so that rows are no wider than a terminal. A JSON Pointer loses its start.
func (r *Rows) Fit(width int) {
	widths := r.widths()
	total := 2 * (len(widths) - 1)
	for _, w := range widths {
		total += w
	}
	for ; total > width; total-- {
		widest := slices.Index(widths, slices.Max(widths))
		if widths[widest] <= minColumn {
			break
		}
		widths[widest]--
	}
	for _, row := range r.columns() {
		for i, cell := range row {
			over := ansi.StringWidth(cell) - widths[i]
			switch {
			case over > 0 && strings.HasPrefix(cell, "/"):
				row[i] = ansi.TruncateLeft(cell, over+1, "…")
			case over > 0:
				row[i] = ansi.Truncate(cell, widths[i], "…")
			}
		}
	}
}

// columns are the rows with more than one cell. One cell alone spans the columns.
func (r *Rows) columns() [][]string {
	return slices.DeleteFunc(slices.Clone(r.cells), func(row []string) bool { return len(row) < 2 })
}

// widths are those of the columns.
func (r *Rows) widths() (widths []int) {
	for _, row := range r.columns() {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], ansi.StringWidth(cell))
		}
	}
	return widths
}

// Print writes the rows with aligned columns.
func (r *Rows) Print(w io.Writer) error {
	widths := r.widths()
	out := bufio.NewWriter(w)
	for _, row := range r.cells {
		for i, cell := range row {
			_, _ = out.WriteString(cell) // Flush returns the error
			if i < len(row)-1 {
				_, _ = out.WriteString(strings.Repeat(" ", widths[i]-ansi.StringWidth(cell)+2))
			}
		}
		_ = out.WriteByte('\n')
	}
	return out.Flush()
}

// PrintJSON writes a value of ours as indented JSON.
func PrintJSON(s *Streams, v any) error {
	raw, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	return PrintRaw(s, raw)
}

// plainWidth is the width of text output that does not go to a terminal: tables are rarely cut,
// and paragraphs can still be read.
const plainWidth = 160

// PrintResult writes a result as it was asked for: as text, or exported.
func (f *OutputFlag) PrintResult(ctx context.Context, s *Streams, document *render.Document, title string) error {
	format, ok := f.Format()
	if ok {
		return s.ExportDocument(ctx, s.Out, document, f.Artifact, format, title)
	}
	document, err := f.Artifact.Pick(document)
	if err != nil {
		return err
	}
	return PrintBlock(s, "Result", document)
}

// asText is how results are drawn as text.
var asText = draw.Style{Hidden: " (-o csv has all)"}

// warnMetadata prints what the agent said of a result on standard error, so that standard output has the result alone.
func warnMetadata(s *Streams, document *render.Document) {
	for _, b := range document.Blocks() {
		if aside, ok := b.(*render.Aside); ok && aside.IsMetadata && len(aside.Facts()) > 0 {
			s.Warn("metadata: " + strings.Join(aside.Facts(), "\n  "))
		}
	}
}

// PrintBlock prints a document as a block of text: a line with its label, its lines, and an
// empty line that ends it (a2a-cli specification v0.2, §11.2). Empty lines of the document
// contain a space, so that none of them ends the block. A document without lines is not printed.
func PrintBlock(s *Streams, label string, document *render.Document) error {
	lines, notes := linesOf(s, document)
	defer s.warnAll(notes)
	if len(lines) == 0 {
		return nil
	}
	out := bufio.NewWriter(s.Text())
	_, _ = fmt.Fprintln(out, label+":") // Flush returns the error
	for _, l := range lines {
		_, _ = fmt.Fprintln(out, cmp.Or(fmt.Sprint(l), " "))
	}
	_, _ = fmt.Fprintln(out)
	return out.Flush()
}

// PrintDocument draws a result as plain text, without any control sequence.
func PrintDocument(s *Streams, document *render.Document) error {
	lines, notes := linesOf(s, document)
	defer s.warnAll(notes)
	out := s.Text()
	for _, l := range lines {
		if _, err := fmt.Fprintln(out, l); err != nil {
			return err
		}
	}
	return nil
}

// linesOf are the lines of a result as text, and what is worth knowing about how it was read, which belongs below it.
func linesOf(s *Streams, document *render.Document) (lines, notes []string) {
	warnMetadata(s, document)
	answer := document.Answer()
	for i := range answer.Sections {
		section := &answer.Sections[i]
		section.Blocks = slices.DeleteFunc(section.Blocks, func(b render.Block) bool { // of the copy that Answer makes
			notice, ok := b.(*render.Notice)
			if ok = ok && !notice.Bad; ok && !slices.Contains(notes, "note: "+notice.Text) {
				notes = append(notes, "note: "+notice.Text)
			}
			return ok
		})
	}
	return draw.Lines(answer, s.Width(), asText), notes
}

func (s *Streams) warnAll(lines []string) {
	for _, line := range lines {
		s.Warn(line)
	}
}

// ArtifactFlag names the one artifact of a result that is printed, "" for all.
type ArtifactFlag struct{ Name string }

// Add adds the flag.
func (f *ArtifactFlag) Add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.Name, "artifact", "", "print only the artifact with this `NAME`, id or number from 1")
}

// ArtifactError says that --artifact has to name an artifact, or another one.
type ArtifactError struct{ text string }

func (e *ArtifactError) Error() string { return e.text }

// Pick returns the document of the artifact that the flag names, or d without the flag.
func (f *ArtifactFlag) Pick(d *render.Document) (*render.Document, error) {
	if f.Name == "" {
		return d, nil
	}
	name := Line(safe.Text(f.Name))
	var found []int
	for i, s := range d.Sections {
		if Line(s.Name) == name || Line(s.ID) == name {
			found = append(found, i)
		}
	}
	if n, err := strconv.Atoi(name); len(found) == 0 && err == nil && n >= 1 && n <= len(d.Sections) {
		found = []int{n - 1}
	}
	names := artifactNames(d)
	switch len(found) {
	case 0:
		if len(names) == 0 {
			return nil, &ArtifactError{fmt.Sprintf("the result has no artifact %s; it has no artifacts", safe.Text(name).Line(60))}
		}
		return nil, &ArtifactError{fmt.Sprintf("the result has no artifact %s; it has %s", safe.Text(name).Line(60), strings.Join(names, ", "))}
	case 1:
		return &render.Document{Sections: d.Sections[found[0] : found[0]+1]}, nil
	}
	var same []string
	for _, i := range found {
		same = append(same, names[i])
	}
	return nil, &ArtifactError{fmt.Sprintf("the result has several artifacts %s: set --artifact to one of %s", safe.Text(name).Line(60), strings.Join(same, ", "))}
}

// artifactNames are what --artifact takes for each artifact: its name where no other has
// it, else its id, else its number.
func artifactNames(d *render.Document) []string {
	count := map[string]int{}
	for _, s := range d.Sections {
		count[Line(s.Name)]++
		if Line(s.ID) != Line(s.Name) {
			count[Line(s.ID)]++
		}
	}
	names := make([]string, len(d.Sections))
	for i, s := range d.Sections {
		names[i] = strconv.Itoa(i + 1)
		for _, name := range []string{Line(s.ID), Line(s.Name)} {
			if name != "" && count[name] == 1 {
				names[i] = name
			}
		}
	}
	return names
}

// ExportDocument writes a document, or the artifact of it that --artifact names, and
// says on standard error what is not in the output but is no failure.
func (s *Streams) ExportDocument(ctx context.Context, w io.Writer, d *render.Document, artifact ArtifactFlag, format export.Format, title string) error {
	picked, err := artifact.Pick(d)
	if err != nil {
		return err
	}
	picked.Load(ctx)
	err = export.Document(w, picked, format, export.Options{Title: title})
	s.hasPrinted = s.hasPrinted || err == nil
	var several *export.TablesError
	var repeated *export.DuplicateKeysError
	switch {
	case errors.As(err, &several) && len(several.Artifacts) > 1:
		names, with := artifactNames(d), make([]string, len(several.Artifacts))
		for i, section := range several.Artifacts {
			with[i] = names[section]
		}
		return &ArtifactError{fmt.Sprintf("the result has %d tables, but %s can hold only one: choose an artifact with --artifact NAME (%s), or use jsonl, md or html",
			several.Count, format, strings.Join(with, ", "))}
	case errors.As(err, &repeated):
		s.Warn("note: " + repeated.Error())
		return nil
	case errors.Is(err, export.ErrNoData) && format == export.JSONL:
		s.Warn("note: " + export.ErrNoData.Error() + ", so there are no rows")
		return nil
	}
	return err
}

// SaveFlag names a directory to save the files of a result in.
type SaveFlag struct{ Dir string }

// Add adds the flag.
func (f *SaveFlag) Add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.Dir, "save", "", "save the result's files in the directory `DIR`, without overwriting any")
}

// Check refuses a directory in which nothing can be saved, while nothing is lost
// by it. One that is not there yet is only made for files.
func (f *SaveFlag) Check() error {
	if f.Dir == "" {
		return nil
	}
	dir := filepath.Clean(f.Dir)
	for {
		_, err := os.Lstat(dir)
		if !errors.Is(err, fs.ErrNotExist) || filepath.Dir(dir) == dir {
			break
		}
		dir = filepath.Dir(dir)
	}
	probe, err := os.CreateTemp(dir, ".a2aform-")
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) {
			err = path.Err
		}
		return Usagef("--save %s: nothing can be saved there: %s", safe.Text(f.Dir).Line(80), err)
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// Files saves what came as files, each by a name of its own, and says on standard
// error which. Where one cannot be saved, the others are, and the error says how
// many were not.
func (f *SaveFlag) Files(s *Streams, document *render.Document) error {
	if f.Dir == "" {
		return nil
	}
	files := document.Files()
	if len(files) == 0 {
		s.Warn("no file came with the result")
		return nil
	}
	if err := os.MkdirAll(f.Dir, 0o700); err != nil {
		return fmt.Errorf("--save: %s", FileFault(err))
	}
	failed := 0
	for _, file := range files {
		told, err := f.file(file)
		if err != nil {
			failed++
			told = "not saved: " + err.Error()
		}
		s.Warn(told)
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d files could not be saved", failed, len(files))
	}
	return nil
}

// file saves one file and says where.
func (f *SaveFlag) file(file render.File) (told string, err error) {
	if !file.HasBytes() {
		return "not saved: the agent sent only the file's address, and a2aform does not download it: " + file.URL.Line(0).String(), nil
	}
	data, err := file.Bytes()
	if err != nil {
		return "", fmt.Errorf("%s: %w", file.Name.Line(80), err)
	}
	path, err := store.WriteUnused(filepath.Join(f.Dir, file.SafeName(safe.Raw{})), func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("%s", FileFault(err))
	}
	return "saved: " + safe.Text(path).Line(0).String() + " (" + strconv.Itoa(len(data)) + " bytes)", nil
}

// FileFault says what is wrong with a file, without the name of a system call.
func FileFault(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		return fmt.Sprintf("%s: %s", safe.Text(path.Path).Line(80), path.Err)
	}
	return safe.Text(err.Error()).Line(0).String()
}
