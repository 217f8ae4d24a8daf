package cli

import (
	"strings"
	"testing"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
)

// The id of a task is an agent's word: the error has 60 bytes of it.
func TestErrorHasTheBeginningOfALongTaskID(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]string{
		"t-1":                   "task t-1 is completed, so it takes no answer",
		strings.Repeat("x", 60): "task " + strings.Repeat("x", 60) + " is completed, so it takes no answer",
		strings.Repeat("x", 61): "task " + strings.Repeat("x", 60) + "… is completed, so it takes no answer",
	} {
		if got := overError(safe.Text(id), a2a.StateCompleted).Error(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
