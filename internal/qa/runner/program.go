package runner

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"a2aform/internal/limit"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/store/runfile"
)

// maxProgramOut is how many bytes of what a program says are shown.
const maxProgramOut = 2 << 10

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
	case r.MayRun == nil:
		l.Seen = "a program of a case runs with a2aform test alone"
	default:
		l.Seen = r.mayNotRun(path)
	}
	if l.Seen == "" {
		runOn(ctx, path, c.Timeout, a.Document.Compact(), &l)
	}
	a.Add(l)
}

// mayNotRun says why a program does not run; "" where it may. It looks before each start, because a program or an agent may have
// changed the file since the first.
func (r *runner) mayNotRun(path string) string {
	content, err := os.ReadFile(path)
	switch {
	case err != nil:
		return "it cannot be read: " + runfile.Fault(err).Error()
	case !r.MayRun(path, content):
		return "it changed since you agreed to it; read it, then allow it again with a2aform agents trust"
	}
	return ""
}

// runOn runs a program of the user's repository, which the user agreed to. Python loads no module from the directory of its script, so
// that a file with the name of one does not run. It may take as long as the case.
func runOn(ctx context.Context, path string, timeout time.Duration, document []byte, l *check.Line) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	out := &limit.Buffer{Left: maxProgramOut}
	cmd := exec.CommandContext(ctx, path)
	cmd.Env = append(os.Environ(), "PYTHONSAFEPATH=1")
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = filepath.Dir(path), bytes.NewReader(document), out, out, time.Second
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		l.Seen = fmt.Sprintf("it took more than %s, the timeout of the case", timeout)
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
