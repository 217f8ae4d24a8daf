package ui

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/ui/agent"
	"a2aform/ui/form"
	"a2aform/ui/kit"
	"a2aform/ui/task"
)

// However much an agent sends, no second has more frames than allowed, and the
// last of what it sent is drawn in the end.
func TestStreamFramesAreLimited(t *testing.T) {
	t.Parallel()
	var p frameLimiter
	now := time.Unix(1000, 0)
	var drawn []time.Time
	due, owed := time.Time{}, false
	take := func(msg tea.Msg) {
		if cmd := p.take(msg, now); cmd != nil {
			due = now.Add(time.Second/frameRate + time.Millisecond)
		}
		if owed = p.dropped; !owed {
			drawn = append(drawn, now)
		}
	}
	for range 3000 { // three seconds
		now = now.Add(time.Millisecond)
		if !due.IsZero() && now.After(due) {
			due = time.Time{}
			take(frameMsg{})
		}
		take(kit.ScreenMsg{Msg: task.WakeMsg{}})
	}
	for i, from := range drawn {
		n := 0
		for _, at := range drawn[i:] {
			if at.Sub(from) < time.Second {
				n++
			}
		}
		if n > frameRate+frameBurst {
			t.Fatalf("%d frames in a second", n)
		}
	}
	if len(drawn) < 3*frameRate-frameBurst {
		t.Errorf("%d frames in three seconds", len(drawn))
	}
	for owed && now.Before(due.Add(time.Second)) {
		if now = now.Add(time.Millisecond); now.After(due) {
			take(frameMsg{})
		}
	}
	if owed {
		t.Error("the last event was never drawn")
	}
}

// What the user, the terminal and our own commands cause is drawn at once, and
// takes no frame away from a stream.
func TestOnlyStreamFramesAreLimited(t *testing.T) {
	t.Parallel()
	var p frameLimiter
	now := time.Unix(1000, 0)
	for range 100 {
		for _, msg := range []tea.Msg{
			tea.KeyPressMsg{},
			tea.WindowSizeMsg{},
			tea.BackgroundColorMsg{},
			tea.ColorProfileMsg{},
			tea.EnvMsg{},
			kit.ScreenMsg{Msg: agent.CardMsg{}},
			kit.ScreenMsg{Msg: form.ReadyMsg{}},
		} {
			if p.take(msg, now); p.dropped {
				t.Fatalf("a frame because of %T was held", msg)
			}
		}
	}
	for i := range frameBurst {
		if p.take(kit.ScreenMsg{Msg: task.WakeMsg{}}, now); p.dropped {
			t.Fatalf("frame %d of a stream was held: others have used up its burst", i+1)
		}
	}
}
