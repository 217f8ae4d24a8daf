package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"a2aform/ui/form"
	"a2aform/ui/kit"
)

// hand is a user at a keyboard whose time is that of the test.
type hand struct {
	app *App
	now time.Duration
	due []dueMsg
}

type dueMsg struct {
	at  time.Duration
	msg tea.Msg
}

func newHand(t *testing.T) *hand {
	t.Helper()
	h := &hand{}
	h.app = demoAppWith(t, kit.Options{HoldGuard: 400 * time.Millisecond, Timer: func(d time.Duration, msg tea.Msg) tea.Cmd {
		return func() tea.Msg {
			h.due = append(h.due, dueMsg{h.now + d, msg})
			return nil
		}
	}})
	return h
}

// wait lets time pass.
func (h *hand) wait(d time.Duration) {
	end := h.now + d
	for {
		next := -1
		for i, m := range h.due {
			if m.at <= end && (next < 0 || m.at < h.due[next].at) {
				next = i
			}
		}
		if next < 0 {
			break
		}
		m := h.due[next]
		h.due = slices.Delete(h.due, next, next+1)
		h.now = max(h.now, m.at)
		h.update(m.msg)
	}
	h.now = end
}

func (h *hand) update(msg tea.Msg) {
	_, cmd := h.app.Update(msg)
	if len(h.app.desk.tasks) == 0 { // else it waits for the agent
		h.run(cmd, 0)
	}
}

// run does a command and what follows from it, until something is sent.
func (h *hand) run(cmd tea.Cmd, depth int) {
	if cmd == nil || len(h.app.desk.tasks) > 0 {
		return
	}
	if depth > 40 {
		panic(fmt.Sprintf("%T has no end", cmd()))
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			h.run(c, depth+1)
		}
	default:
		_, next := h.app.Update(msg)
		h.run(next, depth+1)
	}
}

// press presses keys, each a while after the one before.
func (h *hand) press(keys ...string) {
	for _, key := range keys {
		h.wait(time.Second)
		h.update(kit.KeyPress(key))
	}
	h.wait(50 * time.Millisecond)
}

// hold holds a key: it comes again after a delay, and then faster.
func (h *hand) hold(key string, delay, interval time.Duration, times int) {
	h.update(kit.KeyPress(key))
	for range times {
		h.wait(delay)
		h.update(kit.KeyPress(key))
		delay = interval
	}
}

// A key that is held in a form that is filled in sends nothing, however long, and wherever the focus is. Pressed once, enter
// and ctrl+s send.
func TestNoHeldKeySends(t *testing.T) {
	t.Parallel()
	keys := []string{"enter", "ctrl+s", "space", "tab", "down"}
	h := newHand(t)
	h.press("enter", "L", "tab", "T")
	rapid.Check(t, func(rt *rapid.T) {
		for _, isForm := h.app.Top().(*form.Screen); !isForm; _, isForm = h.app.Top().(*form.Screen) {
			h.press("esc")
		}
		for range rapid.IntRange(0, 4).Draw(rt, "tabs") {
			h.press("tab")
		}
		ms := func(from, to int, label string) time.Duration {
			return time.Duration(rapid.IntRange(from, to).Draw(rt, label)) * time.Millisecond
		}
		h.wait(time.Second)
		key := rapid.SampledFrom(keys).Draw(rt, "key")
		h.hold(key, ms(200, 1000, "delay"), ms(20, 80, "interval"), rapid.IntRange(2, 60).Draw(rt, "times"))
		if len(h.app.desk.tasks) > 0 {
			rt.Fatalf("%s, held, has sent", key)
		}
	})
}

func TestReviewWaitsUntilEnterIsQuiet(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"enter", "ctrl+s"} {
		h := newHand(t)
		h.press("enter", "L", "tab", "T", "ctrl+s")
		review, ok := h.app.Top().(*form.Review)
		if !ok {
			t.Fatalf("on top is %q", h.app.Top().Title())
		}
		h.wait(100 * time.Millisecond)
		h.update(kit.KeyPress(key))
		h.wait(390 * time.Millisecond)
		h.update(kit.KeyPress(key))
		if h.wait(390 * time.Millisecond); len(h.app.desk.tasks) > 0 {
			t.Fatalf("%s sent before it was quiet", key)
		}
		if want := key + " came right after another key and was ignored: press it again"; !strings.EqualFold(h.app.Status.Text, want) {
			t.Errorf("the status is %q, want %q", h.app.Status.Text, want)
		}
		h.wait(20 * time.Millisecond)
		h.update(kit.KeyPress(key))
		if h.wait(200 * time.Millisecond); len(h.app.desk.tasks) != 1 || h.app.Top() == kit.Screen(review) {
			t.Errorf("%s did not send", key)
		}
	}
}

// A dialog that opens while the user types something else takes none of it.
func TestDialogThatOpensByItselfIgnoresKeysUntilTheyAreQuiet(t *testing.T) {
	t.Parallel()
	h := newHand(t)
	chosen := -1
	opens := kit.NewChooser(h.app.Host, "Which?", []string{"a", "b"}, []string{"", ""}, func(i int) tea.Cmd {
		chosen = i
		return nil
	})
	h.app.Overlay = opens
	h.run(h.app.guardDialog(nil, nil), 0)
	for range 5 {
		h.update(kit.KeyPress("enter"))
		h.wait(300 * time.Millisecond)
	}
	if chosen >= 0 || h.app.Overlay != opens {
		t.Fatalf("a key that was meant for something else chose %d", chosen)
	}
	h.wait(200 * time.Millisecond)
	h.update(kit.KeyPress("enter"))
	if chosen != 0 {
		t.Error("enter does not choose any more")
	}
}
