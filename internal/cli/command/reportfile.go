package command

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"a2aform/internal/safe"
	"a2aform/internal/store/atomicfile"
)

// ReportFile is a report. It gets its name at the end, so that a reader finds either an earlier report or the complete new one. On
// standard output, in a pipe or on a device it is written as it comes.
type ReportFile struct {
	Format, Path string
	out          io.Writer // standard output; nil for a file
	file         *atomicfile.File
}

// ParseReportFiles parses the values of --report, and checks their paths before anything is sent. The path - is standard output,
// which must not have JSON of the command itself.
func ParseReportFiles(s *Streams, values, formats []string, output string) (list []ReportFile, err error) {
	for _, value := range values {
		format, path, ok := strings.Cut(value, "=")
		if !ok || path == "" || !slices.Contains(formats, format) {
			return nil, Usagef("--report %s: write FORMAT=FILE, with %s as FORMAT", safe.Text(value).Line(80), strings.Join(formats, ", "))
		}
		file := ReportFile{Format: format, Path: path}
		if isStandardOutput(s, path) {
			file.out = s.Out
		}
		if text := file.fault(list, output); text != "" {
			return nil, Usagef("--report %s: %s", safe.Text(value).Line(80), text)
		}
		list = append(list, file)
	}
	return list, nil
}

// fault says why a report cannot be written beside others and the output of the command; "" where it can.
func (f *ReportFile) fault(others []ReportFile, output string) string {
	for _, other := range others {
		if atomicfile.IsSame(other.Path, f.Path) || f.IsOutput() && other.IsOutput() {
			return "two reports cannot go to one file"
		}
	}
	if f.IsOutput() {
		if output == "json" {
			return "standard output has the JSON of -o json; name a file"
		}
		return ""
	}
	if info, err := os.Stat(filepath.Dir(f.Path)); err != nil || !info.IsDir() {
		return "there is no directory " + safe.Text(filepath.Dir(f.Path)).Line(200).String()
	}
	if _, err := atomicfile.IsInPlace(f.Path); err != nil {
		return FileFault(err)
	}
	return ""
}

// isStandardOutput reports whether a path is standard output: - or a name of the file that it goes to.
func isStandardOutput(s *Streams, path string) bool {
	if path == "-" {
		return true
	}
	out, ok := s.Out.(interface{ Stat() (os.FileInfo, error) })
	if !ok || path == os.DevNull {
		return false
	}
	to, err := out.Stat()
	if err != nil {
		return false
	}
	info, err := os.Stat(path)
	return err == nil && os.SameFile(to, info)
}

// IsOutput reports whether the report goes to standard output.
func (f *ReportFile) IsOutput() bool { return f.out != nil }

// Create begins the report, next to an earlier one.
func (f *ReportFile) Create() error {
	if f.IsOutput() {
		return nil
	}
	var err error
	if f.file, err = atomicfile.Create(f.Path); err != nil {
		return f.failed(err)
	}
	return nil
}

func (f *ReportFile) Write(text []byte) (int, error) {
	if f.IsOutput() {
		return f.out.Write(text)
	}
	return f.file.Write(text)
}

// Close gives the file its name. Where its content could not be written, err, it discards the file.
func (f *ReportFile) Close(err error) error {
	if !f.IsOutput() {
		err = f.file.Close(0o644, err) // for the CI that collects it, as with any file of a build
	}
	if err != nil {
		return f.failed(err)
	}
	return nil
}

func (f *ReportFile) failed(err error) error {
	return fmt.Errorf("%s could not be written: %s", safe.Text(f.Path).Line(200), FileFault(err))
}
