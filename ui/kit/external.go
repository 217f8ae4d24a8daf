package kit

import (
	"io"
	"os/exec"
	"time"
)

// external is a program that has the terminal until it ends.
type external struct{ *exec.Cmd }

// settling is how long a program has the terminal at least. Bubble Tea says that it
// has stopped drawing a moment before it has, and would then stop what is begun anew.
const settling = 200 * time.Millisecond

// Run runs the program.
func (e external) Run() error {
	began := time.Now()
	err := e.Cmd.Run()
	time.Sleep(settling - time.Since(began))
	return err
}

// SetStdin gives it what it reads, unless it has that.
func (e external) SetStdin(r io.Reader) {
	if e.Stdin == nil {
		e.Stdin = r
	}
}

// SetStdout gives it where it writes.
func (e external) SetStdout(w io.Writer) { e.Stdout = w }

// SetStderr gives it where it complains.
func (e external) SetStderr(w io.Writer) { e.Stderr = w }
