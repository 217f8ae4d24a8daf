package cli

import (
	"bufio"
	"io"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"a2aform/internal/safe"
	"a2aform/render/export"
)

// outputFlag chooses between text for people and the protocol's own JSON, and of
// results their export in other formats.
type outputFlag struct {
	value    string
	exports  bool
	artifact artifactFlag
	protocol bool // json is the protocol's own, which is not divided
}

func (f *outputFlag) add(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&f.value, "output", "o", "text", "print as `FORMAT`: text; or json: the protocol's own types, unmodified")
}

// addExports is add for commands that print a result.
func (f *outputFlag) addExports(cmd *cobra.Command) {
	f.exports, f.protocol = true, true
	f.artifact.add(cmd)
	cmd.Flags().StringVarP(&f.value, "output", "o", "text",
		"print as `FORMAT`: text; json: the protocol's own types, unmodified; or the result as jsonl, csv, tsv, md, html")
}

func (f *outputFlag) check() error {
	if f.protocol && f.json() && f.artifact.name != "" {
		return usagef("--artifact does not go with -o json, which prints the protocol's own types whole")
	}
	if f.value == "text" || f.value == "json" {
		return nil
	}
	if !f.exports {
		return usagef("-o %s is not known: use text or json", safe.Text(f.value).Line(40))
	}
	if _, ok := f.format(); !ok {
		return usagef("-o %s is not known: use text, json, jsonl, csv, tsv, md or html", safe.Text(f.value).Line(40))
	}
	return nil
}

// format is the one that a result is exported in; not ok for text and json.
func (f *outputFlag) format() (format export.Format, ok bool) {
	if f.value == "text" || f.value == "json" {
		return format, false
	}
	format, err := export.ParseFormat(f.value)
	return format, err == nil && f.exports && f.value == format.String()
}

func (f *outputFlag) json() bool { return f.value == "json" }

// printRaw writes JSON as it was received, and a newline.
func printRaw(s *Streams, raw []byte) error {
	_, err := s.Out.Write(append(raw[:len(raw):len(raw)], '\n'))
	return err
}

// line returns untrusted text on one line.
func line(r safe.Raw) string { return r.Line(0).String() }

// rows are aligned columns of text; rows whose second cell is empty are left
// out.
type rows struct{ cells [][]string }

func (r *rows) add(cells ...string) {
	if len(cells) > 1 && cells[1] == "" {
		return
	}
	r.cells = append(r.cells, cells)
}

func (r *rows) print(w io.Writer) error {
	var widths []int
	for _, row := range r.cells {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], ansi.StringWidth(cell))
		}
	}
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
