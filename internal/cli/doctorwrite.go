package cli

import (
	"fmt"
	"io"

	"a2aform/internal/cli/command"
	"a2aform/internal/qa/doctor"
)

// print prints what was found.
func (o *doctorOptions) print(s *command.Streams, d *doctor.Document) error {
	if o.format == "text" {
		return d.WriteText(command.NewLines(s))
	}
	return d.Write(command.JSONWriter(s), o.format)
}

func failure(n int, level doctor.Level) string {
	words := fmt.Sprintf("%d findings fail", n)
	if n == 1 {
		words = "1 finding fails"
	}
	return fmt.Sprintf("%s (--fail-on %s)", words, level)
}

// copyLimited copies at most one byte more than the limit.
func copyLimited(w io.Writer, r io.Reader, most int) (int, error) {
	n, err := io.Copy(w, io.LimitReader(r, int64(most)+1))
	return int(n), err
}
