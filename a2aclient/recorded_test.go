package a2aclient

import (
	"reflect"
	"testing"
	"time"

	"a2aform/a2aclient/a2a"
)

// readAgain wants an event that is read from what was kept of it to be the event
// that came. All tests that follow a run call it, so that it holds in every
// dialect.
func readAgain(t *testing.T, a *Agent, e a2a.Event) {
	t.Helper()
	if e.Notice != nil {
		return
	}
	again, ok := a.ReadEvent(e.Raw)
	if !ok {
		t.Errorf("what was kept is no event any more: %s", e.Raw)
		return
	}
	if e.At = (time.Time{}); a.protocol.sessions { // an address says which session it is, not the event
		if again.ContextID = e.ContextID; again.Message != nil {
			again.Message.ContextID = e.Message.ContextID
		}
	}
	if !reflect.DeepEqual(e, again) {
		t.Errorf("read again %s\nis  %+v\nwas %+v", e.Raw, again, e)
	}
}

func TestNonEventsAreSkipped(t *testing.T) {
	sessions := newSessions(t, sessionReply, "active").agent(t)
	tasks := agentOf(t, "http://localhost", "1.0", true, "")
	for _, raw := range []string{"", "null", "[]", "{}", `{"a":1}`, `{"status":`, `"text"`} {
		for _, a := range []*Agent{sessions, tasks} {
			if e, ok := a.ReadEvent([]byte(raw)); ok {
				t.Errorf("%s is read as %+v", raw, e)
			}
		}
	}
}
