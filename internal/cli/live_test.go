package cli

import (
	"bytes"
	"strings"
	"testing"

	"a2aform/internal/cli/command"
)

// A terminal tells which check runs, and the line is gone once the report is printed; a pipe never gets it.
func TestProgressIsShownOnATerminalOnly(t *testing.T) {
	t.Parallel()
	for _, isTerminal := range []bool{true, false} {
		var out bytes.Buffer
		s := &command.Streams{Out: &out, OutTTY: isTerminal, Getenv: func(string) string { return "xterm" }}
		show, end := (&doctorOptions{format: "text"}).progress(s)
		show("OS3.4")
		if shown := strings.Contains(out.String(), "Checking OS3.4: "); shown != isTerminal {
			t.Errorf("terminal %v: %q", isTerminal, out.String())
		}
		if end(); strings.HasSuffix(out.String(), clearLine) != isTerminal {
			t.Errorf("terminal %v: %q", isTerminal, out.String())
		}
	}
}
