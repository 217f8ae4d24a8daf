package cli

import (
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/qa/doctor"
)

// reports is the flag --report.
type reports struct {
	values []string
	files  []command.ReportFile
}

// add adds the flag.
func (r *reports) add(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&r.values, "report", nil, "write a report as `FORMAT=FILE`, with junit as FORMAT and - as FILE for standard output; several with commas, or the flag again")
}

// check checks the values of the flag and the directories of the files, before anything is sent.
func (r *reports) check(s *command.Streams, output string) (err error) {
	r.files, err = command.ParseReportFiles(s, r.values, doctor.Formats, output)
	return err
}

// beside returns the streams for the text of the command: standard error in place of a standard output that has a report.
func (r *reports) beside(s *command.Streams) *command.Streams {
	if !slices.ContainsFunc(r.files, func(f command.ReportFile) bool { return f.IsOutput() }) {
		return s
	}
	text := *s
	text.Out, text.OutTTY = s.Err, false
	return &text
}

// write writes the reports.
func (r *reports) write(d *doctor.Document) error {
	for _, f := range r.files {
		err := f.Create()
		if err == nil {
			err = f.Close(d.Write(&f, f.Format))
		}
		if err != nil {
			return fmt.Errorf("the report %w", err)
		}
	}
	return nil
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
