package cli

import (
	"slices"
	"testing"

	"a2aform/internal/cli/command"
	"a2aform/internal/store"
)

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
