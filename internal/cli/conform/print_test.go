package conform

import (
	"bytes"
	"strings"
	"testing"

	"a2aform/internal/cli/command"
	"a2aform/internal/qa/conform"
)

// A terminal tells which check runs, and the line is gone once the results are printed; a pipe never gets it.
func TestProgressIsShownOnATerminalOnly(t *testing.T) {
	t.Parallel()
	r := &conform.Result{Check: conform.Find("OS3.4"), Outcome: conform.Pass, What: "it was taken"}
	for _, isTerminal := range []bool{true, false} {
		var out bytes.Buffer
		p := &printer{format: "text", streams: &command.Streams{Out: &out, OutTTY: isTerminal, Getenv: func(string) string { return "xterm" }}}
		p.see(r)
		if shown := strings.Contains(out.String(), "Checking OS3.4: "); shown != isTerminal {
			t.Errorf("terminal %v: %q", isTerminal, out.String())
		}
		if err := p.print(&conform.Report{Results: []*conform.Result{r}}, nil); err != nil {
			t.Fatal(err)
		}
		if cleared := strings.Contains(out.String(), clearLine+"OS3.4  "); cleared != isTerminal {
			t.Errorf("terminal %v: %q", isTerminal, out.String())
		}
	}
}
