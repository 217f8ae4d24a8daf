package qa

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"a2aform/internal/cli/command"
	"a2aform/internal/qa/mask"
	"a2aform/internal/qa/page"
	"a2aform/internal/qa/plan"
	"a2aform/internal/qa/report"
	"a2aform/internal/safe"
)

// reportFile is a report that is written while cases end. It gets its name at the end, so that a reader finds either the report
// of an earlier run or the complete new one.
type reportFile struct {
	format, path string
	shard        *report.Shard // of a part of the cases
	file         *os.File
	masked       *mask.Writer // to the file
	writer       report.Writer
	err          error
}

// parseReports parses the values of --report, and checks their directories before anything is sent.
func parseReports(values []string) (list []*reportFile, err error) {
	for _, value := range values {
		format, path, ok := strings.Cut(value, "=")
		if !ok || path == "" || newReport(format, nil) == nil {
			return nil, command.Usagef("--report %s: write FORMAT=FILE, with %s as FORMAT", safe.Text(value).Line(80), reportFormats())
		}
		if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
			return nil, command.Usagef("--report %s: there is no directory %s", safe.Text(value).Line(80), safe.Text(filepath.Dir(path)).Line(200))
		}
		list = append(list, &reportFile{format: format, path: path})
	}
	return list, nil
}

// newReport returns the writer of a format; nil for an unknown format.
func newReport(format string, w io.Writer) report.Writer {
	if format == "html" {
		return page.NewTest(w)
	}
	return report.New(format, w)
}

func reportFormats() string { return strings.Join(report.Formats, ", ") + " or html" }

func (r *reportFile) begin(started time.Time, cases int, secrets *mask.Secrets) error {
	var err error
	if r.file, err = os.CreateTemp(filepath.Dir(r.path), ".a2aform-*.tmp"); err != nil {
		return r.fault(err)
	}
	r.masked = secrets.NewWriter(r.file)
	r.writer = newReport(r.format, r.masked)
	if r.shard != nil && r.format == "json" {
		r.writer = report.NewShard(r.masked, *r.shard)
	}
	if err := r.writer.Begin(started, cases); err != nil {
		r.discard()
		return r.fault(err)
	}
	return nil
}

func (r *reportFile) fault(err error) error {
	return fmt.Errorf("the report %s could not be written: %s", safe.Text(r.path).Line(200), command.FileFault(err))
}

// add writes the next case. [reportFile.end] returns its failure.
func (r *reportFile) add(result *plan.Result) {
	if err := r.writer.Case(result); r.err == nil {
		r.err = err
	}
}

// end completes the report, and gives it its name.
func (r *reportFile) end(s *report.Summary, took time.Duration) error {
	err := errors.Join(r.err, r.writer.End(s, took), r.masked.Flush())
	if err == nil {
		err = r.file.Chmod(0o644) // for the CI that collects it, as with any file of a build
	}
	if err = errors.Join(err, r.file.Close()); err == nil {
		err = os.Rename(r.file.Name(), r.path)
	}
	if err != nil {
		_ = os.Remove(r.file.Name())
		return r.fault(err)
	}
	return nil
}

// discard removes what was written of a report.
func (r *reportFile) discard() {
	_ = r.writer.End(&report.Summary{}, 0) // which removes its temporary file
	_ = r.file.Close()
	_ = os.Remove(r.file.Name())
}
