package qa

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"

	"a2aform/internal/cli/command"
	"a2aform/internal/qa/report"
)

// hasTerminal reports whether standard error is a terminal on which a line can be replaced.
func hasTerminal(s *command.Streams) bool {
	f, ok := s.Err.(term.File)
	return ok && s.IsProcess && !s.IsDumb() && term.IsTerminal(f.Fd())
}

// counter is the last line of a terminal while cases run: the number of cases that have ended, by verdict, and the time left.
type counter struct {
	w       io.Writer
	all     int
	width   int // of the terminal, less the cell of the cursor
	started time.Time
	now     func() time.Time
	shown   bool
}

func newCounter(s *command.Streams, cases int) *counter {
	c := &counter{w: s.Err, all: cases, width: 79, started: time.Now(), now: time.Now}
	if f, ok := s.Err.(term.File); ok {
		if w, _, err := term.GetSize(f.Fd()); err == nil && w > 1 {
			c.width = w - 1
		}
	}
	return c
}

// clear removes the line.
func (c *counter) clear() {
	if c != nil && c.shown {
		c.shown = false
		_, _ = io.WriteString(c.w, "\r\x1b[K")
	}
}

// show writes the line.
func (c *counter) show(s *report.Summary) {
	if c == nil || s.Cases >= c.all {
		return
	}
	c.shown = true
	_, _ = io.WriteString(c.w, c.text(s))
}

// text returns the line, such as: 151/203 · 148 passed · 1 failed · 1 flaky · 1 error · about 22 s left.
func (c *counter) text(s *report.Summary) string {
	parts := []string{fmt.Sprintf("%d/%d", s.Cases, c.all), fmt.Sprintf("%d passed", s.Passed)}
	for _, n := range []struct {
		count     int
		one, many string
	}{{s.Failed, "failed", "failed"}, {s.Flaky, "flaky", "flaky"}, {s.Errors, "error", "errors"}, {s.Skipped, "skipped", "skipped"}} {
		if n.count > 0 {
			parts = append(parts, report.Counted(n.count, n.one, n.many))
		}
	}
	if ran := s.Cases - s.Skipped; ran > 0 {
		left := c.now().Sub(c.started) / time.Duration(ran) * time.Duration(c.all-s.Cases)
		parts = append(parts, "about "+leftText(left)+" left")
	}
	line := []rune(strings.Join(parts, " · ")) // each rune is one cell wide
	return string(line[:min(len(line), c.width)])
}

func leftText(d time.Duration) string {
	if d < time.Minute {
		return fmt.Sprintf("%d s", int(d.Round(time.Second).Seconds()))
	}
	return report.Seconds(d)
}
