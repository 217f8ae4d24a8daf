package cli_test

import (
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"a2aform/internal/demo"
)

// The scripts call a2aform as a shell would. $AGENT is a demo agent, $NOBODY an
// address that refuses connections; "exits N COMMAND" wants an exit code.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		Setup:               setup,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "taskid": taskID, "agent": startAgent},
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

// taskID sets TASK to the task that the last command named for an answer.
func taskID(ts *testscript.TestScript, neg bool, args []string) {
	found := regexp.MustCompile(`task answer \S+ (\S+)`).FindStringSubmatch(ts.ReadFile("stderr"))
	if neg || len(args) > 0 || found == nil {
		ts.Fatalf("no task was named")
	}
	ts.Setenv("TASK", found[1])
}

func setup(env *testscript.Env) error {
	server, err := demo.Start(context.Background(), "", demo.Options{Pace: time.Millisecond})
	if err != nil {
		return err
	}
	env.Defer(func() { _ = server.Close() })
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	// The near end of a connection that stays open: no program can listen there.
	conn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		return errors.Join(err, l.Close())
	}
	env.Defer(func() { _, _ = conn.Close(), l.Close() })
	env.Setenv("PATH", filepath.Dir(binary)+string(os.PathListSeparator)+env.Getenv("PATH"))
	env.Setenv("AGENT", server.URL)
	env.Setenv("NOBODY", "http://"+conn.LocalAddr().String())
	env.Setenv("A2AFORM_HOME", filepath.Join(env.WorkDir, "home"))
	return nil
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	switch {
	case err == nil && want == 0:
	case errors.As(err, &exit) && exit.ExitCode() == want:
	default:
		ts.Fatalf("ended with %v, want exit code %d", err, want)
	}
}
