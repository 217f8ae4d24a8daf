package qa

import (
	"fmt"
	"io"

	"github.com/charmbracelet/x/term"

	"a2aform/internal/cli/command"
	"a2aform/internal/qa/report"
)

// counter is the last line of a terminal while cases run: how many have ended.
type counter struct {
	w   io.Writer
	all int
}

// newCounter is the counter of standard error; nil where that is no terminal on which a line can be replaced.
func newCounter(s *command.Streams, cases int) *counter {
	f, ok := s.Err.(term.File)
	if !ok || !s.IsProcess || s.IsDumb() || !term.IsTerminal(f.Fd()) {
		return nil
	}
	return &counter{s.Err, cases}
}

// clear removes the line.
func (c *counter) clear() {
	if c != nil {
		_, _ = io.WriteString(c.w, "\r\x1b[K")
	}
}

// show writes the line, until all cases have ended.
func (c *counter) show(s *report.Summary) {
	if c != nil && s.Cases < c.all {
		_, _ = fmt.Fprintf(c.w, "\r\x1b[K%d/%d · %d passed", s.Cases, c.all, s.Passed)
	}
}
