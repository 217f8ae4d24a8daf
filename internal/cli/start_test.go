package cli_test

import (
	"bytes"
	"testing"
)

// The program collects no garbage while it starts: the delay is set before 4 MB are allocated. Which packages are
// initialized before it depends on the path of the module, see gcdelay.
func TestStartCollectsNoGarbage(t *testing.T) {
	t.Parallel()
	cmd := call(t, "version")
	cmd.Env = append(cmd.Env, "GODEBUG=gctrace=1,inittrace=1", "GOGC=")
	trace, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, trace)
	}
	if !bytes.Contains(trace, []byte("/internal/gcdelay @")) {
		t.Errorf("the delay is not set:\n%s", trace)
	}
	if bytes.Contains(trace, []byte("\ngc 1 ")) {
		t.Errorf("a collection at the start:\n%s", trace)
	}
}
