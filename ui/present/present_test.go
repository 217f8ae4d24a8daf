package present_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/demo"
	"a2aform/internal/present"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
	stage "a2aform/ui/present"
	"a2aform/ui/uitest"
)

// open is a show of the script in testdata, with the demo agent, and what ends that.
func open(t *testing.T) (*present.Show, func()) { return openScript(t, "testdata/script.toml", 0) }

// dialDemo starts the demo agent, and returns it with what ends it.
func dialDemo(t *testing.T, pace time.Duration) (*a2aclient.Agent, func()) {
	t.Helper()
	server, err := demo.Start(t.Context(), "", demo.Options{Pace: pace})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	card, err := a2aclient.Fetch(t.Context(), server.URL)
	if err != nil {
		t.Fatal(err)
	}
	agent, err := card.Dial()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(agent.Close)
	return agent, func() { _ = server.Close() }
}

func openScript(t *testing.T, file string, pace time.Duration) (*present.Show, func()) {
	t.Helper()
	agent, end := dialDemo(t, pace)
	script, problems := present.Read(file)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	show, problems, err := present.Open(script, func(string) (*a2aclient.Agent, error) { return agent, nil })
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	return show, end
}

// cues keeps what the notes were told.
type cues struct {
	mu   sync.Mutex
	list []present.Cue
}

func (c *cues) tell(cue present.Cue) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list = append(c.list, cue)
}

func (c *cues) last() present.Cue {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.list[len(c.list)-1]
}

// Each step fits the terminal at every size: the driver checks the width of what is drawn.
func TestStepsAtAllSizes(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{36, 10}, {80, 24}, {100, 30}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			t.Parallel()
			var told cues
			isWide := size[0] > 60
			show, _ := open(t)
			d := uitest.Start(t, stage.New(t.Context(), stage.Options{Show: show, Tell: told.tell}), size[0], size[1])
			golden := func(name string) { t.Helper(); d.Golden(fmt.Sprintf("%s-%dx%d", name, size[0], size[1])) }
			d.WaitFor("● ○ ○ ○ ○ ○ ○ ○ ○", "An agent with ␛[31mred", "→ next")
			if size[0] == 80 {
				d.WaitFor("Also: Fight Comparison · Expense Report")
			}
			golden("agent")
			d.Press("right").WaitFor("Lisbon").WaitGone("→ next").Press("right").WaitFor("Charles · 44").Press("left", "right").WaitFor("Charles · 44")
			golden("form")
			d.Press("right").WaitFor("● ● ● ○ ○ ○ ○ ○ ○", "Have a good trip")
			golden("task")
			d.Press("right").WaitFor("Bergen").Press("right").WaitFor("Linus").Press("right").WaitFor("● ● ● ● ● ○ ○ ○ ○", "Date")
			golden("table")
			if isWide {
				d.WaitFor("Activity", "A bench with a view").WaitGone("hidden")
			}
			d.Press("right").WaitFor("● ● ● ● ● ● ○ ○ ○", "Before", "Lisbon")
			golden("compare")
			if isWide {
				d.WaitFor("Lisbon, 2026-05-14, 3 → Bergen, 2026-07-01, 1", "Traveller › Name", "Came back", "Row 1 › Activity")
			}
			d.Press("down", "down", "up")
			golden("compare-down")
			d.Press("pgdown").WaitFor("Message").Press("space").WaitFor("Tell me a joke")
			golden("text")
			d.Press("enter").WaitFor("A form walks into a bar")
			golden("answer")
			d.Press("right").WaitFor("● ● ● ● ● ● ● ● ○")
			// The key ends the script once the task is over, which this size does not show.
			d.WaitOutside("the end", func() bool { return strings.Contains(d.Press("right").Screen(), "The end") })
			d.WaitFor("Two trips", "The end").WaitGone("A form walks")
			golden("end")
			if c := told.last(); c.Step != 9 || c.Of != 9 || c.Caption != "The end" {
				t.Errorf("the notes were told %+v", c)
			}
			d.Press("left").WaitFor("A form walks")
			if c := told.last(); c.Step != 8 || c.Source != "live" || c.Script != "Two trips" {
				t.Errorf("the notes were told %+v", c)
			}
		})
	}
}

// The review on stage says what the review of the form says.
func TestReviewOnStageNamesDoubts(t *testing.T) {
	t.Parallel()
	show, _ := openScript(t, "testdata/doubt.toml", 0)
	d := uitest.Start(t, stage.New(t.Context(), stage.Options{Show: show, Tell: func(present.Cue) {}}), 80, 24)
	d.WaitFor("A trip").Press("right", "right").WaitFor("Destination", "Rome", "someone", "Ready to send", "!  Traveller › E-mail: not an e-mail address; the agent").WaitGone("all of it fits")
}

// A slide with a table says what its rows come to, and what of it is not in sight. The one before says only how the task ended.
func TestTableOnStageHasItsBrief(t *testing.T) {
	t.Parallel()
	show, _ := openScript(t, "testdata/table.toml", 0)
	d := uitest.Start(t, stage.New(t.Context(), stage.Options{Show: show, Tell: func(present.Cue) {}}), 80, 24)
	d.WaitFor("Lisbon").Press("right", "right").WaitFor("✓  All of it costs", "Day 2 of 4", "12 rows in ").WaitGone("Baking bread").Press("right").WaitFor("12 rows from Demo Agent", "Baking bread", "Total Cost 1,004.00", "4 more rows")
}

// A table that the column in the middle does not hold takes more of a wide screen.
func TestTableOnStageIsWiderThanTexts(t *testing.T) {
	t.Parallel()
	show, _ := openScript(t, "testdata/table.toml", 0)
	d := uitest.Start(t, stage.New(t.Context(), stage.Options{Show: show, Tell: func(present.Cue) {}}), 120, 40)
	d.WaitFor("Lisbon").Press("?").WaitFor("→ next   ← back", "q leave").Press("right").WaitGone("q leave").Press("right").WaitFor("✓  All of it costs").Press("right").WaitFor("Baking bread", "Booked", "Note").WaitGone("hidden")
}

// On each slide the title is at the same line, and what is below it in the middle of what remains.
func TestSlidesArePlacedByOneRule(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {100, 30}, {120, 40}, {160, 45}} {
		show, _ := openScript(t, "testdata/middle.toml", 0)
		d := uitest.Start(t, stage.New(t.Context(), stage.Options{Show: show, Tell: func(present.Cue) {}}), size[0], size[1])
		for _, slide := range []string{"What Demo Agent can do", "We ask Demo Agent: Lion", "What is sent to Demo Agent", "Demo Agent works on Fight", "The answer of Demo Agent"} {
			if d.WaitFor(slide); strings.HasPrefix(slide, "We ask") {
				d.Press("right")
			}
			if strings.HasPrefix(slide, "Demo Agent works") {
				d.WaitFor("✓  ", "   in ")
			}
			lines := strings.Split(d.Screen(), "\n")
			if !strings.Contains(lines[3], slide) || !strings.Contains(lines[4], "──") {
				t.Errorf("%v: the title is elsewhere:\n%s", size, d.Screen())
			}
			isEmpty := func(text string) bool { return strings.TrimSpace(text) == "" }
			body := lines[6 : size[1]-1]
			above, below := 0, 0
			for above < len(body) && isEmpty(body[above]) {
				above++
			}
			for below < len(body) && isEmpty(body[len(body)-1-below]) {
				below++
			}
			if below--; above-below > 1 || below-above > 1 { // one line is above the dots
				t.Errorf("%v: %q has %d lines above and %d below:\n%s", size, slide, above, below, d.Screen())
			}
			d.Press("right")
		}
	}
}

// A table at 80 columns says how many of its columns it does not show, and cuts no short cell.
func TestTableOnStageSaysWhatIsHidden(t *testing.T) {
	t.Parallel()
	show, _ := openScript(t, "testdata/table.toml", 0)
	d := uitest.Start(t, stage.New(t.Context(), stage.Options{Show: show, Tell: func(present.Cue) {}}), 80, 24)
	d.WaitFor("Lisbon").Press("right", "right").WaitFor("All of it costs").Press("right").WaitFor("4 more rows · 2 more columns").WaitGone("hidden")
}

// A chart of the numbers of a table is on a slide; where the table has none, the slide has the table.
func TestChartOnStage(t *testing.T) {
	t.Parallel()
	show, _ := openScript(t, "testdata/chart.toml", 0)
	d := uitest.Start(t, stage.New(t.Context(), stage.Options{Show: show, Tell: func(present.Cue) {}}), 80, 24)
	d.WaitFor("Lisbon").Press("right", "right").WaitFor("All of it costs").Press("right").WaitFor("Cost over Date", "▇", "● ● ○").WaitGone("rows from")
	d.Golden("chart-80x24")
	d.Press("right").WaitFor("The end")
}

// The end does not come before the last answer.
func TestLastAnswerIsWaitedFor(t *testing.T) {
	t.Parallel()
	show, _ := openScript(t, "testdata/last.toml", 200*time.Millisecond)
	d := uitest.Start(t, stage.New(t.Context(), stage.Options{Show: show, Tell: func(present.Cue) {}}), 80, 24)
	d.WaitFor("Lisbon").Press("right", "right", "right", "right").WaitFor("✓  All of it costs").Press("right").WaitFor("One trip", "The end").WaitGone("All of it costs")
}

// A script without recorded runs goes on to its end where the agent dies, and only the notes say why.
func TestDeadAgentWithoutRecordedRun(t *testing.T) {
	t.Parallel()
	var told cues
	show, kill := open(t)
	d := uitest.Start(t, stage.New(t.Context(), stage.Options{Show: show, Tell: told.tell}), 80, 24)
	d.WaitFor("● ○ ○ ○ ○ ○ ○ ○ ○").Press("right").WaitFor("● ● ○ ○ ○ ○ ○ ○ ○")
	kill()
	d.Press("right", "right").WaitFor("● ● ● ○ ○ ○ ○ ○ ○", "did not finish this time").Press("right", "right", "right").WaitFor("● ● ● ● ● ○ ○ ○ ○", "did not finish")
	d.Press("right").WaitFor("● ● ● ● ● ● ○ ○ ○", "Lisbon, 2026", "did not finish").Press("right", "right", "right").WaitFor("● ● ● ● ● ● ● ● ○", "did not finish")
	if c := told.last(); c.Source != "failed" || c.Why == "" {
		t.Errorf("the notes were told %+v", c)
	}
}

// A story goes over two agents: the form of the second one takes what the first one answers today, not what it answered when both runs
// were recorded. With the second agent away, its recorded run is shown.
func TestStoryGoesOnWithTodaysAnswer(t *testing.T) {
	t.Parallel()
	here, _ := dialDemo(t, 0)
	other, _ := dialDemo(t, 0)
	home, dir := t.TempDir(), t.TempDir()
	keep, err := store.Open(func(string) string { return home })
	if err != nil {
		t.Fatal(err)
	}
	const form = `{"title":%q,"currency":"EUR","items":[{"date":"2026-03-02","what":%q,"category":"travel","amount":24.90}],"note":null,"confirmed":true}`
	send := func(agent *a2aclient.Agent, title string, fed *runfile.FedBy) safe.Raw {
		skill := agent.Card().Skill("expense-report")
		plan := &run.Plan{Agent: agent, Skill: skill, Input: &skill.Inputs[0], Data: fmt.Appendf(nil, form, title, "Train"), FedBy: fed}
		r := run.Start(t.Context(), plan, run.Options{Store: keep, Record: true})
		r.Wait(t.Context())
		if err := r.Answer("yes", nil); err != nil {
			t.Fatal(err)
		}
		r.Wait(t.Context())
		r.Close()
		return r.Snapshot().ID
	}
	first := send(here, "Monday", nil)
	last := send(other, "Tuesday", &runfile.FedBy{Run: first, Pointer: safe.Text("/lines"), Rows: []int{1}})
	list, err := keep.Runs()
	if err != nil {
		t.Fatal(err)
	}
	thread, _ := store.Thread(list.Runs, last)
	path := filepath.Join(dir, "story.toml")
	written, err := present.Write(path, thread, func([]byte) bool { return false })
	if err != nil || len(written) != 3 {
		t.Fatal(written, err)
	}
	if again, err := present.Write(path, thread, demo.IsDemo); !errors.Is(err, fs.ErrExist) || len(again) > 0 {
		t.Errorf("written over: %q, %v", again, err)
	}
	// When they were recorded, the first agent answered with a tram, and that went into the second form.
	for _, file := range written[1:] {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := bytes.SplitAfter(text, []byte("\n"))
		for i, line := range lines {
			if file == written[2] || !bytes.Contains(line, []byte(`"kind":"input"`)) {
				lines[i] = bytes.ReplaceAll(line, []byte("Train"), []byte("Tram"))
			}
		}
		if err := os.WriteFile(file, bytes.Join(lines, nil), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, isAway := range map[string]bool{"live": false, "away": true} {
		t.Run(name, func(t *testing.T) {
			script, problems := present.Read(path)
			if len(problems) > 0 {
				t.Fatal(problems)
			}
			show, problems, err := present.Open(script, func(ref string) (*a2aclient.Agent, error) {
				switch {
				case ref == "":
					return here, nil
				case isAway:
					return nil, errors.New("no route")
				}
				return other, nil
			})
			if err != nil || len(problems) > 0 {
				t.Fatal(err, problems)
			}
			d := uitest.Start(t, stage.New(t.Context(), stage.Options{Show: show, Tell: func(present.Cue) {}}), 80, 24)
			at := func(step int) string { return strings.Repeat("● ", step) + "○ ○" }
			d.WaitFor("What Demo Agent can do", at(1)).Press("right").WaitFor("We ask Demo Agent: Monday", at(2)).WaitGone("from the result")
			d.Press("right", "right").WaitFor("What is sent to Demo Agent", "Monday", "Ready to send", at(3)).Press("right").WaitFor("Demo Agent works on Expense Report", "Approve a total", at(4))
			d.Press("right").WaitFor("Demo Agent asks, and we answer: yes", at(5)).Press("right", "right").WaitFor("Demo Agent goes on with Expense Report", at(6)).Press("right").WaitFor("The answer of Demo Agent", "24.90", at(7))
			// What stands still is drawn at its place again and again.
			place := func() int {
				before, _, _ := strings.Cut(d.WaitFor("24.90", "Currency").Screen(), "Currency")
				return len(before) - strings.LastIndex(before, "\n")
			}
			before := place()
			if d.Press(".").WaitGone("24.90").Press("."); place() != before {
				t.Errorf("the table went from column %d to %d", before, place())
			}
			d.Press("right").WaitFor("We ask Demo Agent: Tuesday", "▸ from the result of Expense Report: row 1", at(8)).Press("right").WaitFor("Train").WaitGone("Tram")
			if d.Press("right"); isAway {
				d.WaitFor("the agent is away. The next step shows a").Press("right").WaitFor("recorded")
				return
			}
			d.WaitFor("Ready to send to Demo Agent").Press("right").WaitFor("Approve a total").WaitGone("recorded")
			if fed, first := show.Scenes[1].Plan.FedBy, show.Scenes[0].Recording.Run().Snapshot().ID; fed == nil || fed.Run.IsEmpty() || fed.Run == first {
				t.Errorf("the run on stage is fed by %v, want the run on stage before it", fed)
			}
		})
	}
}

// The notes show what they are told, and wait for a presentation.
func TestNotesFollow(t *testing.T) {
	t.Parallel()
	told := make(chan present.Cue)
	d := uitest.Start(t, stage.NewNotes(told, "", nil, false), 60, 20)
	d.WaitFor("Waiting for a2aform present")
	told <- present.Cue{Step: 1, Of: 2, Script: "Trips", Shows: "task", Caption: "Look.", Notes: "Say\x1b[2J it.", Next: "The end.", Source: "recorded", Why: "the agent is away", State: "running", Blank: true}
	d.WaitFor("Trips", "step 1 of 2 · task · the screen is blank", "! recorded · the agent is away", "“Look.”", "Say␛[2J it.", "Next: The end.")
	told <- present.Cue{Step: 2, Of: 2, Script: "Trips", Shows: "table", Source: "live", State: "answered"}
	d.WaitFor("● live · answered", "the last step")
	told <- present.Cue{Step: 2, Of: 2, Script: "Trips", Shows: "table", Source: "failed", Why: "no route"}
	d.WaitFor("! failed, and there is no recorded run: go on with →", "no route")
	told <- present.Cue{}
	d.WaitFor("Waiting for a2aform present")
}
