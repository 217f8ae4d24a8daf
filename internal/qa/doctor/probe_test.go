package doctor

import (
	"net/http/httptest"
	"testing"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/demo/mock"
)

// A task that goes on when the time is up was taken all the same.
func TestTaskThatLastsTooLongWasTaken(t *testing.T) {
	t.Parallel()
	const text = `{"name":"Slow","description":"d","version":"1","url":"https://example.com","protocolVersion":"0.3.0","capabilities":{"streaming":true},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],
"schemas":{"in":{"type":"object","properties":{}}},"skills":[{"id":"s","name":"S","description":"d","tags":["t"],"inputModes":["application/json;schema=in"]}]}`
	stalls, _, err := mock.New([]byte(text), mock.Options{Faults: []mock.Fault{{Name: "stall"}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = stalls.Close() })
	server := httptest.NewServer(stalls)
	t.Cleanup(server.Close)
	card, err := a2aclient.Fetch(t.Context(), server.URL)
	if err != nil {
		t.Fatal(err)
	}
	agent, err := card.Dial()
	if err != nil {
		t.Fatal(err)
	}
	defer agent.Close()
	e := newEngine(t.Context(), agent, MessageOptions{Timeout: 3 * time.Second, See: func(string) {}})
	if r := e.forms()[0].baseline(); !r.isTaken() || !r.timedOut {
		t.Errorf("the message was not taken: %s", r)
	}
}
