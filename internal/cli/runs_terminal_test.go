package cli_test

import (
	"testing"

	"a2aform/internal/demo"
	"a2aform/ui/uitest"
)

// A run is played again on a real terminal, with the agent gone.
func TestReplayOnATerminal(t *testing.T) {
	t.Parallel()
	server, err := demo.Start(t.Context(), "", demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	send := call(t, "send", server.URL, "--skill", "fight-comparison", "--set", "a=Lion", "--set", "b=Tiger", "--record")
	if out, err := send.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	_ = server.Close()
	list := call(t, "runs", "list")
	list.Env = send.Env
	uitest.Run(t, list, 100, 24).WaitFor("RUN       BEGAN", "OUTCOME    TOOK", "completed")
	replay := call(t, "runs", "replay", "last", "--step")
	replay.Env = send.Env
	d := uitest.Run(t, replay, 80, 24).WaitFor("replayed", "nothing is sent · 0 of ", "Form").Press("n").WaitFor("Lion", "Tiger").Press("n").WaitFor("Reviewed").Press("n").WaitFor("Sending")
	d.Press("n").WaitFor("Accepted").Press("n", "n").WaitFor("Asking the referee").Press("space").WaitFor("✓ completed", "Winner       Tiger", "the end")
	d.Press("ctrl+c")
	if err := d.WaitExit(); err != nil {
		t.Errorf("ended with %v", err)
	}
	leavesOrder(t, d)
}
