package apptest

import (
	"flag"
	"testing"

	"go.uber.org/goleak"
)

// Main runs the tests of a package. No test leaves a goroutine behind, but for some that end by themselves a moment later,
// the clock of regexp2, the blinking cursor and the ticks of Bubble Tea, and for its reader, which waits forever with a key that
// came as the program ended.
func Main(m *testing.M) {
	_ = flag.Set("test.parallel", "8") // most of the time is waiting; -parallel overrides it
	goleak.VerifyTestMain(m,
		goleak.IgnoreAnyFunction("github.com/dlclark/regexp2/v2.runClock"),
		goleak.IgnoreTopFunction("charm.land/bubbletea/v2.Tick.func1"),
		// A batch that waits for such a tick. Any other command that it waits for is found by itself.
		goleak.IgnoreAnyFunction("charm.land/bubbletea/v2.(*Program).execBatchMsg"),
		goleak.IgnoreAnyFunction("charm.land/bubbles/v2/cursor.(*Model).Blink.func1"),
		goleak.IgnoreAnyFunction("github.com/charmbracelet/ultraviolet.(*TerminalReader).sendEvents"))
}
