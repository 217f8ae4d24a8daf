//go:build unix

package cli_test

import (
	"strings"
	"testing"

	"a2aform/ui/uitest"
)

// What is pasted fills in, whatever keys it imitates: nothing of it is sent, and
// nothing is opened.
func TestPastedKeysPressNothing(t *testing.T) {
	t.Parallel()
	const begin, end = "\x1b[200~", "\x1b[201~"
	for name, pasted := range map[string]string{
		"an end within":          begin + "Lion" + end + "\tTiger\x13\r\r" + end,
		"an end within, and esc": begin + "Lion" + end + "\x1b\x1b\x03\x03Tiger" + end,
		"no marks":               strings.Repeat("Lion Tiger ", 8) + "\t" + strings.Repeat("x\x13\r", 20),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, d := fightForm(t, t.TempDir())
			d.Send(pasted).WaitFor("1 of 2 required")
			if screen := d.Settled(); strings.Contains(screen, "› Review") || !strings.Contains(screen, "Review & send") {
				t.Errorf("keys were pressed:\n%s", screen)
			}
		})
	}
}

// A paste whose end never comes holds the keys up for a moment, not for ever.
func TestUnterminatedPasteDoesNotBlockKeys(t *testing.T) {
	t.Parallel()
	_, d := fightForm(t, t.TempDir())
	d.Send("\x1b[200~Lion")
	leave(d)
	if err := d.WaitExit(); err != nil {
		t.Error(err)
	}
	inOrder(t, d)
}

// leave presses ctrl+c until the program has ended.
func leave(d *uitest.Driver) {
	d.WaitOutside("it takes ctrl+c", func() bool {
		d.Settled() // a user who waits in vain presses keys no more often
		d.Send("\x03")
		return d.Ended()
	})
}
