package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Files that another user placed above the working directory are used by no command, which says whose they are.
func TestFilesOfAnotherUserAreNotUsed(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root gives files away")
	}
	shared := t.TempDir()
	theirs, work := filepath.Join(shared, ".a2aform"), filepath.Join(shared, "work")
	for path, text := range map[string]string{
		".a2aform/suite.toml":   "version = 1\n",
		".a2aform/cases/a.toml": "version = 1\nagent = \"http://127.0.0.1:1\"\n[input]\ntext = \"x\"\n",
		".a2aform/agents.toml":  "[agents.theirs]\nurl = \"http://127.0.0.1:1\"\n",
		".a2aform/config.toml":  "theme = \"dark\"\n",
		".git/config":           "",
		"work/x":                "",
	} {
		path = filepath.Join(shared, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chown(theirs, 12345, 12345); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args string
		code int
	}{{"test", 2}, {"cases list", 2}, {"agents list", 0}, {"config show", 0}, {"card theirs", 3}, {"doctor theirs", 3}} {
		cmd := exec.CommandContext(t.Context(), binary, strings.Fields(tt.args)...)
		cmd.Dir, cmd.Env = work, append(os.Environ(), "A2AFORM_HOME="+t.TempDir())
		out, _ := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != tt.code || !strings.Contains(string(out), theirs+" belongs to another user (12345)") {
			t.Errorf("%s: exit code %d\n%s", tt.args, code, out)
		}
	}
}
