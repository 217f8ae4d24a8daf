//go:build unix

package cli_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"a2aform/internal/cli"
	"a2aform/internal/cli/command"
	"a2aform/ui/uitest"
)

// startHere runs the program in this process, on a terminal of its own.
func startHere(t *testing.T, home string, args ...string) *uitest.Driver {
	t.Helper()
	env := map[string]string{"A2AFORM_HOME": home, "A2AFORM_HINTS": "off", "TERM": "xterm-256color"}
	return uitest.RunFunc(t, 80, 24, func(ctx context.Context, terminal *os.File) error {
		return cli.Run(ctx, &command.Streams{
			In: terminal, Out: terminal, Err: terminal, InTTY: true, OutTTY: true, Args: args,
			Getenv: func(name string) string { return env[name] },
		})
	})
}

// What one program is allowed is not allowed to the other.
func TestTwoProgramsHaveTheirOwnFlags(t *testing.T) {
	before := os.Stderr
	const address = "http://agent.invalid"
	first, second := startHere(t, t.TempDir(), address, "--insecure-http"), startHere(t, t.TempDir(), address)
	second.WaitFor("plain HTTP")
	if screen := first.WaitFor("→ ").Screen(); strings.Contains(screen, "plain HTTP") {
		t.Errorf("the first program is not allowed what its flag says\n%s", screen)
	}
	if os.Stderr != before {
		t.Error("standard error is redirected for the whole process")
	}
}

// What is typed into one program is neither shown nor kept by the other, and one goes on
// when the other ends.
func TestTwoProgramsHaveTheirOwnDrafts(t *testing.T) {
	homes := []string{t.TempDir(), t.TempDir()}
	names := []string{"Lion", "Tiger"}
	var programs []*uitest.Driver
	for _, home := range homes {
		programs = append(programs, startHere(t, home, "demo").WaitFor("Fight Comparison").Press("enter").WaitFor("2 required"))
	}
	for i, d := range programs {
		d.Type(names[i]).WaitFor(names[i])
	}
	for i, d := range programs {
		if held(d.Screen()) != names[i] {
			t.Errorf("program %d has %q", i, held(d.Screen()))
		}
		d.Press("ctrl+c").WaitFor("Ctrl+C again quits").Press("ctrl+c")
		if err := d.WaitExit(); err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("program %d ends with %v", i, err)
		}
	}
	for i, home := range homes {
		again := startHere(t, home, "demo").WaitFor("Fight Comparison").Press("enter").WaitFor("2 required")
		if held(again.Screen()) != names[i] {
			t.Errorf("the draft of program %d is %q", i, held(again.Screen()))
		}
	}
}
