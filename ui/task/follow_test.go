package task_test

import (
	"bytes"
	"regexp"
	"testing"

	"a2aform/ui"
	"a2aform/ui/apptest"

	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// A task in a small window follows the newest line until the user scrolls back, says how
// many lines are new, and follows again.
func TestTaskFollowsNewestLine(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Trip, apptest.Stuck, 60, 14)
	d.Press("f3", "1").WaitFor("6 of 6 required").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("working", "⇣ follow")
	d.Press("up").WaitGone("⇣ follow").Press("end").WaitFor("⇣ follow").Press("up").WaitGone("⇣ follow")
	d.Press("G").WaitFor("⇣ follow")
}

// rings reports a bell, which is not the end of another sequence.
func rings(d *uitest.Driver) bool {
	return bytes.Contains(regexp.MustCompile("\x1b\\][^\a]*\a").ReplaceAll(d.Output(), nil), []byte("\a"))
}

// The bell and the terminal's own progress are for those who asked for them.
func TestBellAndProgressAreOptIn(t *testing.T) {
	t.Parallel()
	const begins, ends = "\x1b]9;4;3", "\x1b]9;4;0"
	t.Run("asked for", func(t *testing.T) {
		t.Parallel()
		begun := make(chan struct{})
		url, _ := apptest.Chat(t, apptest.ChatCard(), func(int, string) string {
			<-begun
			return apptest.Reply("done", "c1")
		})
		d := uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: url, Store: apptest.Home(t), Bell: true, Progress: true}), 80, 24)
		d.WaitFor("Chat  ").Press("enter").WaitFor("A text message").Type("hello").Press("enter")
		d.WaitOutside("the beginning of the progress", func() bool { return bytes.Contains(d.Output(), []byte(begins)) })
		close(begun)
		d.WaitOutside("a bell and an end of the progress", func() bool {
			return rings(d) && bytes.Contains(d.Output(), []byte(ends))
		})
	})
	t.Run("not asked for", func(t *testing.T) {
		t.Parallel()
		d := apptest.Attentive(t, kit.Options{})
		if bytes.Contains(d.Output(), []byte("\x1b]9;4")) || rings(d) {
			t.Errorf("%q", d.Output())
		}
	})
}
