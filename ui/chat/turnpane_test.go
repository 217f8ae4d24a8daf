package chat

import (
	"slices"
	"testing"

	"a2aform/ui/kit"
)

// The last lines are in sight until the user scrolls, and the turn at the cursor where the turns have the focus.
func TestWindowOnTurnsFollowsTheCursor(t *testing.T) {
	t.Parallel()
	var p turnPane
	lines := []string{"0", "1", "2", "3", "4", "5", "6", "7"}
	show := func() string { return p.show(lines, []int{0, 3, 6}, 4)[0] }
	expect := func(what, want string) {
		t.Helper()
		if got := show(); got != want {
			t.Errorf("%s: the first line is %s, want %s", what, got, want)
		}
	}
	expect("at first", "4")
	p.press(kit.KeyPress("pgup"), 3)
	expect("after a page up", "1")
	p.isScrolled = false
	p.focus(3)
	p.press(kit.KeyPress("up"), 3)
	p.press(kit.KeyPress("up"), 3)
	expect("at the first turn", "0")
	if !p.press(kit.KeyPress("x"), 3) {
		t.Error("a letter goes to the message while the turns have the focus")
	}
	p.leave()
	if p.press(kit.KeyPress("x"), 3) {
		t.Error("a letter does not go to the message")
	}
	if p.press(kit.KeyPress("pgup"), 0) {
		t.Error("a page key does not go to the message where there are no turns")
	}
}

// A click goes to the turn at the line; a second one there is told from the first. Below the window is the message.
func TestClickOnATurn(t *testing.T) {
	t.Parallel()
	var p turnPane
	p.show([]string{"0", "1", "2", "3", "4", "5", "6", "7"}, []int{0, 3, 6}, 4) // the lines 4 to 7 are in sight
	var got []int
	for _, line := range []int{0, 1, 2, 3} {
		p.point(line, 3)
		got = append(got, p.cursor)
	}
	if want := []int{1, 1, 2, 2}; !slices.Equal(got, want) {
		t.Errorf("the clicks go to the turns %v, want %v", got, want)
	}
	if !p.point(3, 3) {
		t.Error("a second click is not told from the first")
	}
	if p.point(4, 3); p.hasFocus {
		t.Error("a click below the turns leaves them the focus")
	}
}
