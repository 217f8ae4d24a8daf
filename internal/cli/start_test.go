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
	room, judge := bytes.Index(trace, []byte("init a2aform/internal/headroom")), bytes.Index(trace, []byte("init github.com/santhosh-tekuri/jsonschema"))
	if room < 0 || judge < room {
		t.Errorf("the room is made at %d, the judge is initialised at %d of\n%s", room, judge, trace)
	}
	if bytes.Contains(trace, []byte("\ngc 1 ")) {
		t.Errorf("a collection at the start:\n%s", trace)
	}
}
