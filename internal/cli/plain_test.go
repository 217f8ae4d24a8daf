package cli_test

import (
	"bytes"
	"testing"

	"a2aform/ui/uitest"
)

// On a real terminal that can show nothing else, it is lines that are asked and
// answered: nothing moves the cursor, nothing is colored, and what is secret is
// not shown.
func TestPlainModeOnDumbTerminal(t *testing.T) {
	t.Parallel()
	cmd := call(t, "demo")
	cmd.Env = append(cmd.Env, "TERM=dumb")
	d := uitest.Run(t, cmd, 80, 50).WaitFor("Skill, 1 to 6:")
	d.Type("1").Press("enter").WaitFor("A (text, required):").Type("Lion").Press("enter")
	d.WaitFor("B (text, required):").Type("Tiger").Press("enter").WaitFor("Send? [Y/n")
	d.Press("enter").WaitFor("outcome: completed").Press("enter")
	if err := d.WaitExit(); err != nil {
		t.Error(err)
	}
	out := bytes.ReplaceAll(d.Output(), []byte("\r\n"), []byte("\n")) // the terminal's driver does that
	for _, c := range out {
		if c < ' ' && c != '\n' || c == 0x7f {
			t.Fatalf("the output holds %q: %q", c, out)
		}
	}
}

func TestPlainModeInterrupt(t *testing.T) {
	t.Parallel()
	cmd := call(t, "demo", "--plain")
	d := uitest.Run(t, cmd, 80, 50).WaitFor("Skill, 1 to 6:").Press("ctrl+c")
	if !bytes.Contains(d.Output(), []byte("\x1b]133;A")) {
		t.Error("a terminal has no marks of prompts")
	}
	if err := d.WaitExit(); cmd.ProcessState.ExitCode() != 130 {
		t.Errorf("ended with %v, want 130", err)
	}
}
