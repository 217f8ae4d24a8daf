package ui

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// However much comes, in no second is more drawn than may be; a key is drawn at
// once, and the last of what came is drawn in the end.
func TestPace(t *testing.T) {
	t.Parallel()
	var p pace
	now := time.Unix(1000, 0)
	var drawn []time.Time
	due, owed := time.Time{}, false
	take := func(msg tea.Msg) {
		if cmd := p.take(msg, now); cmd != nil {
			due = now.Add(time.Second/paceRate + time.Millisecond)
		}
		if owed = p.held; !owed {
			drawn = append(drawn, now)
		}
	}
	for range 3000 { // three seconds
		now = now.Add(time.Millisecond)
		if !due.IsZero() && now.After(due) {
			due = time.Time{}
			take(dueFrame{})
		}
		take(addressed{})
	}
	for i, from := range drawn {
		n := 0
		for _, at := range drawn[i:] {
			if at.Sub(from) < time.Second {
				n++
			}
		}
		if n > paceRate+paceBurst {
			t.Fatalf("%d frames in a second", n)
		}
	}
	if len(drawn) < 3*paceRate-paceBurst {
		t.Errorf("%d frames in three seconds", len(drawn))
	}
	for owed && now.Before(due.Add(time.Second)) {
		if now = now.Add(time.Millisecond); now.After(due) {
			take(dueFrame{})
		}
	}
	if owed {
		t.Error("the last thing that came was never drawn")
	}
	for range 100 {
		if p.take(tea.KeyPressMsg{}, now); p.held {
			t.Fatal("a key was not drawn at once")
		}
	}
}
