package ui_test

import (
	"bytes"
	"strings"
	"testing"

	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// A task that ends or waits while another window has the focus is a notification, in the
// sequence of the terminal, and the title of the window. Nothing of what the agent says is
// in it, and control characters in the name of its skill are harmless.
func TestNotificationWhileAway(t *testing.T) {
	t.Parallel()
	const away, back = "\x1b[O", "\x1b[I"
	for sequence, want := range map[kit.Notify]string{
		kit.NotifyOSC9:   "\x1b]9;a2aform: Fight",
		kit.NotifyOSC99:  "\x1b]99;;a2aform: Fight",
		kit.NotifyOSC777: "\x1b]777;notify;a2aform;Fight",
	} {
		app := ui.New(t.Context(), kit.Options{Ref: apptest.DemoAgent(t, apptest.Quick).URL, Store: apptest.Home(t), Notify: sequence})
		d := uitest.Start(t, app, 80, 24).WaitFor("Fight Comparison")
		d.Press("enter").WaitFor("0 of 2 required").Type("Lion").Press("tab").Type("Tiger").WaitFor("2 of 2 required").Press("ctrl+s").WaitFor("› Review")
		d.Send(away).Press("enter").WaitFor("✓ completed")
		d.WaitOutside(want, func() bool { return bytes.Contains(d.Output(), []byte(want+" Comparison has ended")) })
		d.WaitOutside("the title", func() bool {
			return strings.Contains(string(d.Output()), "\x1b]2;Fight Comparison has ended · a2aform")
		})
		before := len(d.Output())
		d.Send(back).WaitOutside("the title as it was", func() bool {
			return strings.Contains(string(d.Output()[before:]), "\x1b]2;a2aform\a")
		})
	}
}

// Nothing is said to somebody who is there, and the focus is not asked for where nothing is
// wanted.
func TestNoNotificationToSomebodyThere(t *testing.T) {
	t.Parallel()
	for _, notify := range []kit.Notify{kit.NotifyNone, kit.NotifyOSC9} {
		d := apptest.Attentive(t, kit.Options{Notify: notify})
		if bytes.Contains(d.Output(), []byte("\x1b]9;")) {
			t.Errorf("%d: notified", notify)
		}
		if asked := bytes.Contains(d.Output(), []byte("\x1b[?1004h")); asked != (notify != kit.NotifyNone) {
			t.Errorf("%d: the focus was asked for: %t", notify, asked)
		}
	}
}

// The header counts the tasks that wait for the user, on every screen.
func TestHeaderCountsWaitingTasks(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Expense, apptest.Quick, 80, 24)
	d.WaitFor("Title").Press("f3").WaitFor("Blank form").Press("1").WaitFor("Example 1 loaded")
	d.Press("ctrl+s").WaitFor("Send  enter").Press("enter").WaitFor("Approve a total").WaitGone("waits for you")
	d.Press("esc").WaitFor("required", "? 1 waits for you").Press("esc").WaitFor("Skills", "? 1 waits for you")
}
