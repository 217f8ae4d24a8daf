package a2aclient

import (
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/demo"
	"a2aform/internal/safe"
)

// TestPollingEndsWithTheTask sends 200 messages at once by polling, in both
// versions: none may end before its task does.
func TestPollingEndsWithTheTask(t *testing.T) {
	t.Parallel()
	for _, version := range []string{"1.0", "0.3"} {
		server := httptest.NewServer(demo.New(demo.Options{Pace: time.Millisecond}))
		t.Cleanup(server.Close)
		card, err := Fetch(t.Context(), server.URL)
		if err != nil {
			t.Fatal(err)
		}
		only := *card
		only.Interfaces = nil
		for _, i := range card.Interfaces {
			if minorVersion(i.Version.Exact()) == version {
				only.Interfaces = append(only.Interfaces, i)
			}
		}
		a, err := only.Dial()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(a.Close)
		var all sync.WaitGroup
		for range 100 { // the demo agent remembers 200 tasks
			all.Go(func() { pollFight(t, a, version) })
		}
		all.Wait()
	}
}

func pollFight(t *testing.T, a *Agent, version string) {
	var last a2a.State
	r := &Request{Data: []byte(`{"a":"Lion","b":"Tiger"}`), Tag: safe.Text("application/json;schema=fightComparison"), Mode: ModePoll}
	for e, err := range a.Run(t.Context(), r) {
		if err != nil {
			t.Errorf("%s: %v", version, err)
			return
		}
		if e.Task != nil {
			last = e.Task.Status.State
		}
	}
	if last != a2a.StateCompleted {
		t.Errorf("%s: the run ended in %q without an error", version, last)
	}
}
