package ui_test

import (
	"flag"
	"testing"

	"go.uber.org/goleak"
)

// No test leaves a goroutine behind, but for the clock of regexp2, which ends by
// itself a moment after the last pattern, and two of Bubble Tea: its reader, which
// waits for ever with a key that came as the program ended, and its ticks, which
// a program that ends leaves behind until their time is up.
func TestMain(m *testing.M) {
	_ = flag.Set("test.parallel", "8") // most of the time is waiting; -parallel overrides it
	goleak.VerifyTestMain(m,
		goleak.IgnoreAnyFunction("github.com/dlclark/regexp2.runClock"),
		goleak.IgnoreTopFunction("charm.land/bubbletea/v2.Tick.func1"),
		goleak.IgnoreAnyFunction("github.com/charmbracelet/ultraviolet.(*TerminalReader).sendEvents"))
}
