package a2aclient

import (
	"fmt"
	"testing"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
)

// An error that leaves a task unsettled has one piece of advice: how to find out about the task.
func TestUnsettledErrorHasOneAdvice(t *testing.T) {
	t.Parallel()
	wire := &TransportError{Method: "GetTask", Layer: "connection", What: "nothing is listening at localhost:1", Next: "start the agent, or check the port"}
	e := &UnsettledError{TaskID: safe.Text("t1"), Last: a2a.StateWorking, What: "the status of the task is no longer available", Err: fmt.Errorf("asked: %w", wire)}
	const what = "the status of the task is no longer available (asked: GetTask: connection: nothing is listening at localhost:1); the task t1 was last seen working and may continue on the agent: check it with "
	if got := e.Error(); got != what+"a2aform task get AGENT t1" {
		t.Error(got)
	}
	if e.Check = "a2aform task get shop t1"; e.Error() != what+e.Check {
		t.Error(e.Error())
	}
}
