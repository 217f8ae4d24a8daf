package cli

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"testing"

	"a2aform/internal/cli/command"
	"a2aform/internal/store"
)

func TestHeapIsSmallAfterTheFirstCollection(t *testing.T) {
	t.Setenv("GOGC", "")
	before := debug.SetGCPercent(100)
	t.Cleanup(func() { debug.SetGCPercent(before) })
	percent := func() uint64 {
		sample := []metrics.Sample{{Name: "/gc/gogc:percent"}}
		metrics.Read(sample)
		return sample[0].Value.Uint64()
	}
	startWithoutCollection()
	for percent() != 100 {
		runtime.GC()
	}
}

// No agent can have the name of a command.
func TestAgentCannotHaveCommandName(t *testing.T) {
	t.Parallel()
	root := newRoot(&command.Streams{})
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd("completion")
	for _, cmd := range root.Commands() {
		if !slices.Contains(store.Commands, cmd.Name()) {
			t.Errorf("%s is none of %v", cmd.Name(), store.Commands)
		}
	}
	if got := len(root.Commands()); got != len(store.Commands) {
		t.Errorf("%d commands, and %d of them are no names", got, len(store.Commands))
	}
}
