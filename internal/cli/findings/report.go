package findings

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/qa/finding"
	"a2aform/internal/safe"
)

// Reports is the flag --report.
type Reports struct{ values []string }

// Add adds the flag.
func (r *Reports) Add(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&r.values, "report", nil, "write a report as `FORMAT=FILE`, with junit, sarif, html, json, jsonl, csv or md as FORMAT (repeatable)")
}

// IsEmpty reports whether no report was asked for.
func (r *Reports) IsEmpty() bool { return len(r.values) == 0 }

// Check checks the values of the flag and the directories of the files, before anything is sent.
func (r *Reports) Check() error {
	for _, value := range r.values {
		format, path, ok := strings.Cut(value, "=")
		if !ok || path == "" || !slices.Contains(finding.Formats, format) {
			return command.Usagef("--report %s: write FORMAT=FILE, with %s as FORMAT", safe.Text(value).Line(80), strings.Join(finding.Formats, ", "))
		}
		if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
			return command.Usagef("--report %s: there is no directory %s", safe.Text(value).Line(80), safe.Text(filepath.Dir(path)).Line(200))
		}
	}
	return nil
}

// Write writes the reports.
func (r *Reports) Write(d *finding.Document) error {
	for _, value := range r.values {
		format, path, _ := strings.Cut(value, "=")
		var text bytes.Buffer
		err := d.Write(&text, format)
		if err == nil {
			err = WriteFile(path, text.Bytes())
		}
		if err != nil {
			return fmt.Errorf("the report %s could not be written: %s", safe.Text(path).Line(200), command.FileFault(err))
		}
	}
	return nil
}

// WriteFile writes a file next to the old one and gives it its name, so that a reader finds either of them complete.
func WriteFile(path string, data []byte) error {
	file, err := os.CreateTemp(filepath.Dir(path), ".a2aform-*.tmp")
	if err != nil {
		return err //nolint:wrapcheck // the caller names the file
	}
	_, err = file.Write(data)
	if err == nil {
		err = file.Chmod(0o644) // for the CI that collects it, as with any file of a build
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		_ = os.Remove(file.Name())
	}
	return err //nolint:wrapcheck // likewise
}
