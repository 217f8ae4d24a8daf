package task_test

import (
	"net/http/httptest"
	"testing"
	"time"

	"a2aform/ui/apptest"

	"a2aform/internal/demo"
)

// An agent that vanishes in the middle of a task is reported, and the results received so
// far stay.
func TestVanishedAgentKeepsReceivedResults(t *testing.T) {
	t.Parallel()
	agent := demo.New(demo.Options{Pace: 700 * time.Millisecond})
	t.Cleanup(func() { _ = agent.Close() })
	server := httptest.NewServer(agent)
	d := apptest.Start(t, server.URL, 80, 24).WaitFor("Fight Comparison").Press("down", "enter").WaitFor("Destination *")
	d.Press("f3").WaitFor("Blank form").Press("2").WaitGone("Blank form").WaitFor("Kyoto")
	d.Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("╭ Itinerary", " rows ")
	_ = server.Listener.Close()
	server.CloseClientConnections()
	d.WaitFor("Connection lost. Reconnecting (", "╭ Itinerary", " rows ")
}
