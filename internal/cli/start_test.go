package cli_test

import (
	"bytes"
	"testing"
)

// Nothing is collected until the program has started: the room for that is made
// before the packages that need it are initialised.
func TestNothingIsCollectedAtTheStart(t *testing.T) {
	t.Parallel()
	cmd := command(t, "version")
	cmd.Env = append(cmd.Env, "GODEBUG=gctrace=1,inittrace=1", "GOGC=")
	trace, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, trace)
	}
	room, validator := bytes.Index(trace, []byte("init a2aform/internal/headroom")), bytes.Index(trace, []byte("init github.com/santhosh-tekuri/jsonschema"))
	if room < 0 || validator < room {
		t.Errorf("the room is made at %d, the validator is initialised at %d of\n%s", room, validator, trace)
	}
	if bytes.Contains(trace, []byte("\ngc 1 ")) {
		t.Errorf("a collection at the start:\n%s", trace)
	}
}
