package runner

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"a2aform/internal/limit"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
)

const (
	programTime   = 30 * time.Second
	maxProgramOut = 2 << 10 // bytes of what a program says that are shown
)

// runProgram lets the program of a case check an attempt: it reads the verdict document, and 0 as its exit code is a pass.
func (r *runner) runProgram(ctx context.Context, a *Attempt, c *casefile.Case, isPrivate bool) {
	path := c.Expect.Run
	if path == "" {
		return
	}
	l := check.Line{Check: "run", Expected: "exit code 0 of " + filepath.Base(path), Outcome: check.NotReached}
	switch {
	case isPrivate:
		l.Seen = "the form holds a secret, which no program reads"
	case a.Golden == nil && a.Verdict != check.Pass:
		l.Seen = "no output"
	case !r.Programs:
		l.Seen = "a program of a case runs with a2aform test alone"
	default:
		runOn(ctx, path, a.Document.Compact(), &l)
	}
	a.Add(l)
}

// runOn runs a program of the user's repository, which the user agreed to.
func runOn(ctx context.Context, path string, document []byte, l *check.Line) {
	ctx, cancel := context.WithTimeout(ctx, programTime)
	defer cancel()
	out := &limit.Buffer{Left: maxProgramOut}
	cmd := exec.CommandContext(ctx, path)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = filepath.Dir(path), bytes.NewReader(document), out, out, time.Second
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		l.Seen = fmt.Sprintf("it took more than %s", programTime)
	case err == nil:
		l.Outcome, l.Seen = check.OK, "exit code 0"
	case errors.As(err, &exit) && exit.ExitCode() >= 0:
		l.Outcome, l.Seen = check.Failed, fmt.Sprintf("exit code %d", exit.ExitCode())
	default:
		l.Seen = err.Error()
	}
	if said := strings.TrimSpace(out.String()); said != "" && l.Outcome != check.OK {
		l.Seen += ": " + said
	}
}
