package cli

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/qa/doctor"
)

// reports is the flag --report.
type reports struct{ values []string }

// add adds the flag.
func (r *reports) add(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&r.values, "report", nil, "write a report as `FORMAT=FILE`, with junit or sarif as FORMAT; several with commas, or the flag again")
}

// check checks the values of the flag and the directories of the files, before anything is sent.
func (r *reports) check() error {
	_, err := command.ParseReportFiles(r.values, doctor.Formats)
	return err
}

// write writes the reports.
func (r *reports) write(d *doctor.Document) error {
	files, err := command.ParseReportFiles(r.values, doctor.Formats)
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

// annotateFindings shows errors and warnings at the card file, in a workflow of GitHub.
func annotateFindings(s *command.Streams, r *doctor.Report) {
	file := ""
	if info, err := os.Stat(r.Target); err == nil && info.Mode().IsRegular() {
		file = r.Target
	}
	for _, f := range r.Findings {
		if f.Level != doctor.Note {
			s.Annotate(string(f.Level), file, f.Line, f.Rule, f.What+"\nwhy: "+f.Why+"\nfix: "+f.Fix)
		}
	}
}
