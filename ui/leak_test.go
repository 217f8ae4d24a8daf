package ui_test

import (
	"testing"

	"go.uber.org/goleak"
)

// No test leaves a goroutine behind, but for the clock of regexp2, which ends by
// itself a moment after the last pattern, and the reader of Bubble Tea, which
// waits for ever with a key that came as the program ended.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m,
		goleak.IgnoreAnyFunction("github.com/dlclark/regexp2.runClock"),
		goleak.IgnoreAnyFunction("github.com/charmbracelet/ultraviolet.(*TerminalReader).sendEvents"))
}
