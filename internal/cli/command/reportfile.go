package command

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"a2aform/internal/safe"
)

// ReportFile is a report. It gets its name at the end, so that a reader finds either an earlier report or the complete new one.
type ReportFile struct {
	Format, Path string
	file         *os.File
}

// ParseReportFiles parses the values of --report, and checks their directories before anything is sent.
func ParseReportFiles(values, formats []string) (list []ReportFile, err error) {
	for _, value := range values {
		format, path, ok := strings.Cut(value, "=")
		if !ok || path == "" || !slices.Contains(formats, format) {
			return nil, Usagef("--report %s: write FORMAT=FILE, with %s as FORMAT", safe.Text(value).Line(80), strings.Join(formats, ", "))
		}
		if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
			return nil, Usagef("--report %s: there is no directory %s", safe.Text(value).Line(80), safe.Text(filepath.Dir(path)).Line(200))
		}
		list = append(list, ReportFile{Format: format, Path: path})
	}
	return list, nil
}

// Create creates the file next to an earlier one.
func (f *ReportFile) Create() error {
	var err error
	if f.file, err = os.CreateTemp(filepath.Dir(f.Path), ".a2aform-*.tmp"); err != nil {
		return f.fault(err)
	}
	return nil
}

func (f *ReportFile) Write(text []byte) (int, error) {
	return f.file.Write(text)
}

// Close gives the file its name. Where its content could not be written, err, it discards the file.
func (f *ReportFile) Close(err error) error {
	if err == nil {
		err = f.file.Chmod(0o644) // for the CI that collects it, as with any file of a build
	}
	if err = errors.Join(err, f.file.Close()); err == nil {
		err = os.Rename(f.file.Name(), f.Path)
	}
	if err != nil {
		_ = os.Remove(f.file.Name())
		return f.fault(err)
	}
	return nil
}

func (f *ReportFile) fault(err error) error {
	return fmt.Errorf("%s could not be written: %s", safe.Text(f.Path).Line(200), FileFault(err))
}
