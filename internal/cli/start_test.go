package cli_test

import (
	"bytes"
	"testing"
)

// The program collects no garbage while it starts: the delay is set before the packages
// that allocate most are initialized.
func TestStartCollectsNoGarbage(t *testing.T) {
	t.Parallel()
	cmd := call(t, "version")
	cmd.Env = append(cmd.Env, "GODEBUG=gctrace=1,inittrace=1", "GOGC=")
	trace, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, trace)
	}
	delay, validator := bytes.Index(trace, []byte("init a2aform/internal/gcdelay")), bytes.Index(trace, []byte("init github.com/santhosh-tekuri/jsonschema"))
	if delay < 0 || validator < delay {
		t.Errorf("the delay is set at %d, the validator is initialized at %d of\n%s", delay, validator, trace)
	}
	if bytes.Contains(trace, []byte("\ngc 1 ")) {
		t.Errorf("a collection at the start:\n%s", trace)
	}
}
