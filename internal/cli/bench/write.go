package bench

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/charmbracelet/x/term"

	"a2aform/internal/cli/command"
	"a2aform/internal/cli/lines"
	"a2aform/internal/cli/reportfile"
	"a2aform/internal/qa/bench"
)

var formats = []string{"json", "text", "csv", "jsonl"}

// write writes a report.
func (o *options) write(f *reportfile.File, report *bench.Report, samples []bench.Sample, data string) error {
	err := f.Create()
	if err == nil {
		masked := o.Secrets.NewWriter(f)
		switch f.Format {
		case "text":
			err = report.WriteText(masked, data)
		case "json":
			err = command.PrintJSON(&command.Streams{Out: masked}, report)
		default:
			err = bench.WriteSamples(masked, f.Format, samples)
		}
		err = f.Close(errors.Join(err, masked.Flush()))
	}
	if err != nil {
		return fmt.Errorf("the report %w", err)
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
