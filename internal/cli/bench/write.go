package bench

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"

	"a2aform/internal/cli/command"
	"a2aform/internal/cli/lines"
	"a2aform/internal/qa/bench"
)

var formats = []string{"json", "text", "csv", "jsonl"}

// reportFile is a report that is written at the end.
type reportFile struct{ format, path string }

// parseReports parses the values of --report, and checks their directories before anything is sent.
func parseReports(values []string) (list []reportFile, err error) {
	for _, value := range values {
		format, path, ok := strings.Cut(value, "=")
		if !ok || path == "" || !slices.Contains(formats, format) {
			return nil, command.Usagef("--report %s: use FORMAT=FILE, with %s as FORMAT", line(value), strings.Join(formats, ", "))
		}
		if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
			return nil, command.Usagef("--report %s: there is no directory %s; use one that exists", line(value), line(filepath.Dir(path)))
		}
		list = append(list, reportFile{format, path})
	}
	return list, nil
}

// write writes the report next to the old one and gives it its name, so that a reader finds either of them whole.
func (r reportFile) write(o *options, report *bench.Report, samples []bench.Sample, data string) error {
	file, err := os.CreateTemp(filepath.Dir(r.path), ".a2aform-*.tmp")
	if err == nil {
		masked := o.Secrets.NewWriter(file)
		switch r.format {
		case "text":
			err = report.WriteText(masked, data)
		case "json":
			err = command.PrintJSON(&command.Streams{Out: masked}, report)
		default:
			err = bench.WriteSamples(masked, r.format, samples)
		}
		if err = errors.Join(err, masked.Flush()); err == nil {
			err = file.Chmod(0o644) // for the CI that collects it, as with any file of a build
		}
		if err = errors.Join(err, file.Close()); err == nil {
			err = os.Rename(file.Name(), r.path)
		}
		if err != nil {
			_ = os.Remove(file.Name())
		}
	}
	if err != nil {
		return fmt.Errorf("the report %s could not be written: %s", line(r.path), command.FileFault(err))
	}
	return nil
}

func (o *options) print(s *command.Streams, r *bench.Report, data string) error {
	if o.output == "json" {
		return command.PrintJSON(s, r)
	}
	return r.WriteText(lines.New(s), data)
}

// readBaseline reads the file of --baseline.
func (o *options) readBaseline() error {
	if o.baseline == "" {
		return nil
	}
	file, err := os.Open(o.baseline)
	if err != nil {
		return command.Usagef("--baseline %s: %s", line(o.baseline), command.FileFault(err))
	}
	defer func() { _ = file.Close() }()
	data, err := io.ReadAll(io.LimitReader(file, maxBaseline))
	if err == nil {
		o.before, err = bench.ReadBaseline(data)
	}
	if err != nil {
		return command.Usagef("--baseline %s: %s; use a file of a2aform bench -o json", line(o.baseline), err)
	}
	return nil
}

// progress returns a function that shows the number of samples on a terminal, twice a second; nil elsewhere.
func (o *options) progress(s *command.Streams) func(int) {
	f, ok := s.Err.(term.File)
	if !ok || !s.IsProcess || s.IsDumb() || !term.IsTerminal(f.Fd()) {
		return nil
	}
	shown := time.Now()
	return func(n int) {
		switch {
		case n == o.count:
			_, _ = io.WriteString(s.Err, "\r\x1b[K")
		case time.Since(shown) > time.Second/2:
			shown = time.Now()
			_, _ = fmt.Fprintf(s.Err, "\r\x1b[K%d of %d messages", n, o.messages())
		}
	}
}
