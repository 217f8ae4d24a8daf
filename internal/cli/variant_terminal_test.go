package cli_test

import (
	"bytes"
	"fmt"
	"testing"

	"a2aform/ui/uitest"
)

// on starts the demo on a terminal with these variables besides.
func on(t *testing.T, env []string, args ...string) *uitest.Driver {
	t.Helper()
	cmd := call(t, append([]string{"demo"}, args...)...)
	cmd.Env = append(append(cmd.Env, "LC_ALL=", "LC_CTYPE=", "LANG="), env...)
	return uitest.Run(t, cmd, 80, 24)
}

// Where the locale has no UTF-8, all that is written is ASCII, and as wide.
func TestLocaleWithoutUTF8IsASCII(t *testing.T) {
	t.Parallel()
	for _, env := range []string{"LC_ALL=C", "LC_CTYPE=POSIX", "LANG=de_DE.ISO-8859-1"} {
		t.Run(env, func(t *testing.T) {
			t.Parallel()
			d := on(t, []string{env}).WaitFor("Demo Agent", "| Fight Comparison ").Press("enter")
			d.WaitFor("a2aform  Demo Agent > Fight Comparison", "| - A *").Type("Lion").WaitFor("| + A *       Lion").Press("tab").Type("Zoë")
			d.WaitFor("| + B *       Zo?").Press("ctrl+s").WaitFor("> Review", "[ Send  enter ]").Press("enter").WaitFor("= completed")
			d.Press("ctrl+c")
			if err := d.WaitExit(); err != nil {
				t.Error(err)
			}
			leavesOrder(t, d)
			isASCII(t, d)
		})
	}
	t.Run("plain", func(t *testing.T) {
		t.Parallel()
		d := on(t, []string{"LANG=C"}, "--plain")
		d.WaitFor("Fight Comparison - Determines", "Skill, 1 to 6:").Type("1\r").WaitFor("The name of the first contestant")
		isASCII(t, d)
	})
}

func isASCII(t *testing.T, d *uitest.Driver) {
	t.Helper()
	for i, b := range d.Output() {
		if b >= 0x80 {
			t.Fatalf("not ASCII: %q", d.Output()[max(i-20, 0):i+1])
		}
	}
}

// A locale of UTF-8, or none at all, has marks and lines.
func TestLocaleWithUTF8HasGlyphs(t *testing.T) {
	t.Parallel()
	for _, env := range []string{"LANG=C.UTF-8", "LC_ALL=en_US.utf8", ""} {
		t.Run(env, func(t *testing.T) {
			t.Parallel()
			on(t, []string{env}).WaitFor("────", "▌ Fight Comparison")
		})
	}
}

// A terminal of unknown type gets lines and no sequences; a command that needs screens
// says what to do instead.
func TestTerminalWithoutNameIsPlain(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", "dumb"} {
		t.Run(fmt.Sprintf("%q", name), func(t *testing.T) {
			t.Parallel()
			d := on(t, []string{"TERM=" + name}).WaitFor("Skill, 1 to 6:").Type("1\r").WaitFor("The name of the first contestant")
			refused := on(t, []string{"TERM=" + name}, "--plain=false").WaitFor("so the screens ca", "a2aform demo --plain")
			for _, out := range [][]byte{d.Output(), refused.Output()} {
				if bytes.Contains(out, []byte("\x1b")) {
					t.Errorf("sequences on such a terminal: %q", out)
				}
			}
		})
	}
}

// NO_COLOR leaves no colour at all, and all that is said.
func TestNoColor(t *testing.T) {
	t.Parallel()
	d := on(t, []string{"NO_COLOR=1", "COLORTERM=truecolor"}).WaitFor("Fight Comparison").Press("enter").WaitFor("0 of 2 required").Type("Lion").Press("ctrl+s").WaitFor("✗ Required")
	for y, line := range d.Cells() {
		for x, c := range line {
			if c.Foreground != nil || c.Background != nil {
				t.Fatalf("%q at %d,%d has a colour", c.Text, x, y)
			}
		}
	}
}
