package findings

import (
	"fmt"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/reportfile"
	"a2aform/internal/qa/finding"
)

// Reports is the flag --report.
type Reports struct{ values []string }

// Add adds the flag.
func (r *Reports) Add(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&r.values, "report", nil, "write a report as `FORMAT=FILE`, with junit, sarif, html, json, jsonl, csv or md as FORMAT (repeatable)")
}

// Check checks the values of the flag and the directories of the files, before anything is sent.
func (r *Reports) Check() error {
	_, err := reportfile.Parse(r.values, finding.Formats)
	return err
}

// Write writes the reports.
func (r *Reports) Write(d *finding.Document) error {
	files, err := reportfile.Parse(r.values, finding.Formats)
	for _, f := range files {
		if err = f.Create(); err == nil {
			err = f.Close(d.Write(&f, f.Format))
		}
		if err != nil {
			return fmt.Errorf("the report %w", err)
		}
	}
	return err
}
