//go:build unix

package cli_test

import (
	"bytes"
	"testing"

	"a2aform/internal/demo"
	"a2aform/ui/uitest"
)

// Where standard output and standard error are one screen, it says once how a task ended.
func TestTerminalSaysOnceHowTaskEnded(t *testing.T) {
	t.Parallel()
	server, err := demo.Start(t.Context(), "", demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	d := uitest.Run(t, call(t, "send", server.URL, "--skill", "fight-comparison", "--set", "a=Lion", "--set", "b=Tiger"), 80, 40).WaitFor("State:", "forelimbs")
	if err := d.WaitExit(); err != nil {
		t.Error(err)
	}
	if out := d.Output(); bytes.Count(out, []byte("completed")) != 1 || bytes.Contains(out, []byte("outcome")) {
		t.Errorf("%s", out)
	}
}
