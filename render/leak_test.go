package render

import (
	"testing"

	"go.uber.org/goleak"
)

// No test leaves a goroutine behind, but for the clock of regexp2, which ends by
// itself a moment after the last pattern.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/dlclark/regexp2/v2.runClock"))
}
