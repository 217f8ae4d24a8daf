package task_test

import (
	"fmt"
	"testing"

	"a2aform/ui/apptest"

	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// A run of the history is played in the same screen.
func TestRunIsReplayed(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Fight, apptest.Quick, 80, 24)
	d.Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("✓ completed", "r Send again")
	d.Press("alt+h").WaitFor("▌ ✓").Press("p").WaitFor(", replayed", "Form", "Review", "nothing is sent")
	d.Press("space").WaitFor("paused at 1× speed, n goes on").Press("n").WaitFor("Lion", "Tiger").Press("n").WaitFor("Reviewed. It was sent to Demo Agent").Press("space")
	d.WaitFor(", replayed", "the end", "✓ completed", "Winner")
	d.Press("esc").WaitFor("› History", "▌ ✓")
}

// A replay goes on live where the user wants that: from its form, and from its task. Nothing is sent before the user says so.
func TestReplayIsTakenOver(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Fight, apptest.Quick, 100, 24)
	d.Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("✓ completed", "r Send again")
	d.Press("alt+h").WaitFor("▌ ✓").Press("p").WaitFor("Form", "nothing is sent").Press("l")
	d.WaitFor("● Live from here", "2 of 2 required", "Lion").Press("esc").WaitFor("paused at 1× speed", "nothing is sent")
	d.Press("n").WaitFor("Tiger").Press("n").WaitFor("Reviewed").Press("n").WaitFor("Sending", "paused at 1×")
	d.Press("l").WaitFor("› Review", "● Live from here", "Send  enter").Press("enter").WaitFor("✓ completed").WaitGone("nothing is sent")
	d.Press("alt+h").WaitFor("2 runs")
}

// A recording waits for a key before each event where that is wanted; time goes on
// by the space bar, at the speed that was chosen.
func TestReplayStepByStep(t *testing.T) {
	t.Parallel()
	s := apptest.Home(t)
	status := func(state string) runfile.Line {
		return runfile.Line{Kind: runfile.Event, Raw: fmt.Appendf(nil, `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_%s"}}}`, state)}
	}
	apptest.Kept(t, s, 0, runfile.Line{Agent: safe.Text("Demo"), Skill: safe.Text("fight")}, runfile.Line{Kind: runfile.Request, Method: safe.Text("POST"), URL: safe.Text("http://there.example/")},
		status("SUBMITTED"), status("WORKING"), status("COMPLETED"), apptest.Ended("completed"))
	info, err := s.FindRun("last")
	if err != nil {
		t.Fatal(err)
	}
	rec, err := run.OpenRecording(info.Path)
	if err != nil {
		t.Fatal(err)
	}
	d := apptest.StartWith(t, kit.Options{Store: s, Replay: &kit.Playback{Recording: rec}}, 80, 24)
	d.WaitFor("Sending", "replayed", "0 of 5 · paused at 1× speed", "space Go on").Press("n").WaitFor("Accepted", "2 of 5").Press("right").WaitFor("Working ┄", "3 of 5")
	d.Press("+").WaitFor("paused at 2×").Press("=").WaitFor("paused at 4×").Press("-").WaitFor("paused at 2×")
	d.Press("end").WaitFor("⇣ follow").Press("w").WaitFor("› Traffic", "→ ", "POST http://there.example/").Press("esc").WaitGone("› Traffic")
	d.Press("ctrl+o").WaitFor("Go on", "Next event").Press("esc").WaitGone("enter Choose").WaitFor("3 of 5")
	d.Press("0").WaitFor("0 of 5 · paused at 2×", "Sending").Press("space").WaitFor("✓ completed", "5 of 5 · the end")
	d.Press("ctrl+o").Type("faster").WaitFor("– all was played; 0 begins again").Press("esc").WaitFor("the end").Press("esc").WaitFor("Ctrl+C quits")
	d.Press("alt+h").WaitFor("› History", "▌ ✓ fight").Press("h").WaitGone("› History")
}

// A stored run is edited and sent again from its screen as from the list: with its table, and without one.
func TestStoredRunIsSentAgain(t *testing.T) {
	t.Parallel()
	for name, run := range map[string]func(d *uitest.Driver) *uitest.Driver{
		"fields": func(d *uitest.Driver) *uitest.Driver {
			apptest.OpenForm(d).WaitFor("A *").Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("Send  enter")
			return d.Press("enter").WaitFor("✓ completed", "Send again")
		},
		"table": func(d *uitest.Driver) *uitest.Driver {
			d.Press("down", "1").WaitFor("Example 1 loaded").Press("ctrl+s").WaitFor("Send  enter")
			return d.Press("enter").WaitFor("✓ Done", "12 rows")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := apptest.StartWith(t, kit.Options{Ref: apptest.DemoAgent(t, apptest.Quick).URL, Store: apptest.Home(t), Demo: apptest.NoDemo}, 100, 30).WaitFor("Fight Comparison")
			run(d).Press("alt+h").WaitFor("› History", "▌ ✓").Press("enter").WaitFor(", recorded")
			d.Command("Export").WaitFor("what was asked and came back").Press("esc").WaitGone("what was asked and came back")
			d.Press("r").WaitFor("The same as in the run of", "Send  enter").Press("esc").WaitFor(", recorded").WaitGone("› Review")
			d.Press("o").WaitFor("Filled in as in the run of", "Review & send").Press("esc").WaitFor(", recorded")
			// What was sent again from there is edited too, although its form is not below it.
			d.Press("r").WaitFor("Send  enter").Press("enter").WaitFor("› Run: ", "✓ Done").Press("o").WaitFor("Filled in as before", "Review & send")
		})
	}
}

// A run that goes on is in the list, and opens as what it is.
func TestUnfinishedRunOpensLive(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Fight, apptest.Stuck, 80, 24)
	d.Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("Weighing Lion")
	d.Press("esc").WaitFor("2 of 2 required").Press("esc").WaitFor("Skills").Press("h").WaitFor("› History", "● Fight Comparison", "running")
	d.Press("x").WaitFor("It still goes on")
	d.Press("p").WaitFor("It still goes on").Press("ctrl+o").WaitFor("Commands", "enter Choose").Type("del").WaitFor("Delete", "– it still goes on").Press("esc").WaitGone("enter Choose")
	d.Press("enter").WaitFor("Weighing Lion", "● 1 running").WaitGone(", recorded")
	d.Press("x").WaitFor("■ canceled", "r Send again").Press("esc").WaitFor("■ Fight Comparison", "canceled", "› History")
	d.Press("x").WaitFor("Delete the run of").Press("down", "enter").WaitFor("The run is deleted", "No run is kept")
}
