package cli_test

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"a2aform/internal/demo"
)

// Cases run again when one of their files changes, also after one that cannot be read, until the user ends the command.
func TestChangedCasesRunAgain(t *testing.T) {
	t.Parallel()
	server, err := demo.Start(t.Context(), "", demo.Options{Pace: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	dir := t.TempDir()
	write := func(text string) {
		if err := os.WriteFile(filepath.Join(dir, "c.toml"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const one = "version = 1\nskill = 'fight-comparison'\n[input]\nset = { a = 'Lion', b = 'Tiger' }\n"
	write(one)
	cmd := exec.CommandContext(t.Context(), binary, "test", "-a", server.URL, "--watch", "--report", "junit="+filepath.Join(dir, "r.xml"), dir)
	cmd.Env = append(os.Environ(), "A2AFORM_HOME="+t.TempDir())
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = cmd.Stdout
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	waitFor := func(want string) {
		t.Helper()
		var seen []string
		for lines.Scan() {
			if seen = append(seen, lines.Text()); strings.Contains(lines.Text(), want) {
				return
			}
		}
		t.Fatalf("no %q in %q", want, seen)
	}
	waitFor("1 passed")
	waitFor("watching")
	write(one + "[expect]\nstate = 'failed'\n")
	waitFor("1 failed")
	waitFor("watching")
	write("version = 2\n")
	waitFor("nothing was sent")
	waitFor("watching")
	write(one)
	waitFor("1 passed")
	waitFor("watching")
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 130 {
		t.Errorf("exit code %d", code)
	}
}
