//go:build unix

package cli_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/ui/uitest"
)

// Two windows of one form lose nothing of each other: each keeps its own draft,
// and says so.
func TestTwoWindowsKeepTheirOwnDrafts(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	first, d1 := fightForm(t, home)
	d1.Type("Lion").WaitFor("● A *       Lion")
	second, d2 := fightForm(t, home)
	d2.WaitFor("open in another window too").Type("Tiger").WaitFor("● A *       Tiger")
	d1.Type("s").WaitFor("● A *       Lions")
	for _, cmd := range []*exec.Cmd{second, first} {
		_ = cmd.Process.Signal(os.Interrupt)
	}
	_ = errors.Join(d1.WaitExit(), d2.WaitExit())
	_, d1 = fightForm(t, home)
	d1.WaitFor("Your draft of")
	_, d2 = fightForm(t, home)
	d2.WaitFor("Your draft of")
	both := held(d1.Screen()) + " " + held(d2.Screen())
	if both != "Lions Tiger" && both != "Tiger Lions" {
		t.Errorf("%q came back", both)
	}
}

// If nothing can be written, the form says so and goes on. The message is not sent,
// because nothing would record that it was.
func TestReadOnlyHomeSendsNothing(t *testing.T) {
	t.Parallel()
	for name, start := range map[string]func(*testing.T, *exec.Cmd) string{
		"a file where the home is": func(t *testing.T, _ *exec.Cmd) string {
			t.Helper()
			path := filepath.Join(t.TempDir(), "home")
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			return path
		},
		"no room for files": func(t *testing.T, cmd *exec.Cmd) string {
			t.Helper()
			limited(cmd)
			return t.TempDir()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cmd := call(t, "demo")
			home := start(t, cmd)
			cmd.Env = append(cmd.Env, "A2AFORM_HOME="+home)
			d := uitest.Run(t, cmd, 80, 24).WaitFor("Fight Comparison").Press("enter").WaitFor("2 required")
			d.Type("Lion").WaitFor("only kept here, not on the disk").Press("tab").Type("Tiger").WaitFor("2 of 2 required")
			d.Press("ctrl+s").WaitFor("› Review", "[ Send  enter ]")
			d.WaitOutside("it is sent for", func() bool {
				d.Press("enter")
				return strings.Contains(d.Settled(), "nothing was sent")
			})
			d.Press("ctrl+c").WaitFor("again quits").Press("ctrl+c")
			_ = d.WaitExit()
			inOrder(t, d)
		})
	}
}

// limited lets a command write no files, as on a disk that is full.
func limited(cmd *exec.Cmd) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		return
	}
	cmd.Args = append([]string{sh, "-c", `ulimit -f 0; exec "$0" "$@"`, cmd.Path}, cmd.Args[1:]...)
	cmd.Path = sh
}
