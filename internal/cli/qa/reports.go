package qa

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"a2aform/internal/cli/command"
	"a2aform/internal/qa/report"
	"a2aform/internal/safe"
)

// reportFile is a report that is to be written.
type reportFile struct {
	path  string
	write func(*report.Run, io.Writer) error
}

// parseReports reads the values of --report, and finds out whether their directories are there while nothing is
// lost by it.
func parseReports(values []string) (list []reportFile, err error) {
	formats := map[string]func(*report.Run, io.Writer) error{"junit": (*report.Run).JUnit, "json": (*report.Run).JSON, "jsonl": (*report.Run).JSONLines}
	for _, value := range values {
		format, path, ok := strings.Cut(value, "=")
		write := formats[format]
		if !ok || write == nil || path == "" {
			return nil, command.Usagef("--report %s: %s", safe.Text(value).Line(80), errNoFormat)
		}
		if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
			return nil, command.Usagef("--report %s: there is no directory %s", safe.Text(value).Line(80), safe.Text(filepath.Dir(path)).Line(200))
		}
		list = append(list, reportFile{path, write})
	}
	return list, nil
}

// writeReports writes all reports, also where one of them cannot be written.
func writeReports(list []reportFile, ran *report.Run) (err error) {
	for _, file := range list {
		if failed := file.save(ran); failed != nil {
			err = errors.Join(err, fmt.Errorf("the report %s could not be written: %s", safe.Text(file.path).Line(200), command.FileFault(failed)))
		}
	}
	return err
}

// save writes a report whole, then gives it its name: a reader finds the report before or this one.
func (r *reportFile) save(ran *report.Run) error {
	f, err := os.CreateTemp(filepath.Dir(r.path), ".a2aform-*.tmp")
	if err != nil {
		return err
	}
	err = r.write(ran, f)
	if err == nil {
		err = f.Chmod(0o644) // for the CI that collects it, as with any file of a build
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), r.path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}
