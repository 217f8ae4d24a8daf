package command

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
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
		"print as `FORMAT`: text; json: the protocol's own types, unmodified; or the result as jsonl, csv, tsv, md, html")
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
