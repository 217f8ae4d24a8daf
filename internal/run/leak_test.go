package run_test

import (
	"flag"
	"testing"

	"go.uber.org/goleak"
)

// No test leaves a goroutine behind, but for the clock of regexp2, which ends by
// itself a moment after the last pattern.
func TestMain(m *testing.M) {
	_ = flag.Set("test.parallel", "8") // most of the time is waiting; -parallel overrides it
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/dlclark/regexp2/v2.runClock"))
}
