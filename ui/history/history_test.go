package history_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"a2aform/ui/apptest"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/demo"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// oddRuns are runs of every outcome, with names of every kind of script.
func oddRuns(t *testing.T) *store.Store {
	t.Helper()
	s := apptest.Home(t)
	apptest.Kept(t, s, 0, runfile.Line{Agent: safe.Text("Demo Agent"), Skill: safe.Text("fight-comparison")}, apptest.Ended("completed"))
	apptest.Kept(t, s, 1, runfile.Line{Agent: safe.Text("旅行エージェント ✈️"), Skill: safe.Text("旅行の予約フォーム")}, apptest.Ended("failed"))
	apptest.Kept(t, s, 2, runfile.Line{Agent: safe.Text("\x1b[31mred\x1b]0;title\a\u202eevil"), Skill: safe.Text("one\ntwo\tthree")}, apptest.Ended("rejected"))
	apptest.Kept(t, s, 3, runfile.Line{Agent: safe.Text("👨‍👩‍👧‍👦 family 🇨🇭"), Skill: safe.Text(strings.Repeat("a-very-long-skill-", 9))}, apptest.Ended("canceled"))
	apptest.Kept(t, s, 4, runfile.Line{Agent: safe.Text("سفر"), Skill: safe.Raw{}}, apptest.Ended("answered"))
	apptest.Kept(t, s, 5, runfile.Line{Agent: safe.Text("Demo Agent"), Skill: safe.Text("expense-report")}, runfile.Line{Kind: runfile.Pause, Outcome: safe.Text("input-required")})
	apptest.Kept(t, s, 6, runfile.Line{Agent: safe.Text("Demo Agent"), Skill: safe.Text("trip"), Private: true}, apptest.Ended("completed"))
	apptest.Kept(t, s, 7, runfile.Line{Agent: safe.Text("Demo Agent"), Skill: safe.Text("trip")}, runfile.Line{Kind: runfile.End, Outcome: safe.Text("broken"), Error: safe.Text("connect: nothing is listening at localhost"), Unsettled: true})
	apptest.Kept(t, s, 8, runfile.Line{Agent: safe.Text("Demo Agent"), Skill: safe.Text("killed")})
	stray := filepath.Join(s.RunsDir(), "notes.txt")
	if err := os.WriteFile(stray, []byte("hello\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestGoldenHistory(t *testing.T) {
	apptest.EachSize(t, func(t *testing.T, w, h int, golden func(*uitest.Driver, string)) {
		d := apptest.StartWith(t, kit.Options{Store: oddRuns(t)}, w, h).WaitFor("Open an agent")
		d.Press("alt+h").WaitFor("killed", "notes.txt is not a run file")
		golden(d, "history")
		d.Press("/").Type("trip").WaitFor("2 of 9 runs")
		golden(d, "history-filter")
		d.Press("enter", "enter").WaitFor(", recorded", "nothing is listening")
		golden(d, "history-broken")
	})
}

// Runs stand below the heading of their day, also where the window begins further down. The new ones are ahead of the clock, so that no
// midnight comes between.
func TestRunsAreListedByDay(t *testing.T) {
	t.Parallel()
	s := apptest.Home(t)
	for i := range 30 {
		apptest.Kept(t, s, i, runfile.Line{Agent: safe.Text("Desk"), Skill: safe.Text(fmt.Sprintf("old-%02d", i))}, apptest.Ended("completed"))
	}
	for i := range 3 {
		f, err := s.CreateRun(runfile.Line{Agent: safe.Text("Desk"), Skill: safe.Text(fmt.Sprintf("new-%02d", i)), Time: time.Now().Add(time.Hour), ID: safe.Text(fmt.Sprintf("ffffff%02d", i))})
		if err == nil {
			err = f.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	d := apptest.StartWith(t, kit.Options{Store: s}, 80, 24).WaitFor("Open an agent").Press("alt+h").WaitFor("33 runs")
	lines := strings.Split(d.WaitFor("Today", "Earlier", "new-02", "new-00", "old-29").Screen(), "\n")
	at := func(text string) int {
		return slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, text) })
	}
	if order := []int{at("Today"), at("new-02"), at("new-00"), at("Earlier"), at("old-29"), at("old-28")}; !slices.IsSorted(order) || order[3] != order[2]+1 || order[4] != order[3]+1 {
		t.Errorf("the lines of the days are %v:\n%s", order, d.Screen())
	}
	d.Press("end").WaitFor("old-00", "old-05").WaitGone("Today", "Earlier").Press("home").WaitFor("Today", "Earlier")
}

// What was sent is in the history; it opens with the agent gone.
func TestRunOpensFromFile(t *testing.T) {
	t.Parallel()
	server := apptest.DemoAgent(t, apptest.Quick)
	d := apptest.Start(t, server.URL, 80, 24).WaitFor("Fight Comparison").Press("enter").WaitFor("A *")
	d.Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("✓ completed", "Winner", "r Send again")
	_ = server.Close()
	d.Press("alt+h").WaitFor("› History", "▌ ✓ ", "Fight Comparison", "Lion, Tiger", "done", "1 run · 1 agent", "Demo Agent › Fight Comparison")
	d.Press("enter").WaitFor(", recorded", "✓ completed", "Asking the referee", "Winner       Tiger", "Done")
	d.Press("v").WaitFor("› JSON", `"winner": "Tiger"`).Press("esc").WaitGone("› JSON")
	d.Press("w").WaitFor("› Traffic", "→ ", `"a": "Lion"`).Press("esc").WaitGone("› Traffic")
	d.Press("x", "a").WaitFor(", recorded") // nothing there cancels
	d.Press("r").WaitFor("The agent cannot be opened", "try again", ", recorded").Press("esc").WaitGone("try again")
	d.Press("esc").WaitFor("1 run · 1 agent").Press("h").WaitFor("› Run").WaitGone("› History")
}

// The same is filled in again, and sent again only after a review. Esc goes back to the list of runs.
func TestHistoryEditAndRerun(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Fight, apptest.Quick, 80, 24)
	d.Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("✓ completed", "r Send again")
	d.Press("alt+h").WaitFor("1 run").Press("o").WaitFor("History › Fight Comparison", "2 of 2 required", "Lion", "Tiger", "Filled in as in the run of")
	d.Press("end").Type(" 2").WaitFor("Lion 2").Press("esc").WaitGone("Lion 2").WaitFor("1 run")
	d.Press("o").WaitFor("History › Fight Comparison", "Lion 2") // as it was left
	d.Press("esc").WaitFor("1 run").Press("r").WaitFor("› Review", "A  Lion", "The same as in the run of")
	d.Press("o").WaitFor("Lion 2").WaitGone("› Review").Press("esc").WaitFor("1 run").Press("r").WaitFor("› Review", "A  Lion")
	d.Press("enter").WaitFor("✓ completed", "Winner").WaitGone("1 run").Press("esc").WaitFor("2 runs")
}

// A run of an agent that is not open brings its card, in place of another one. What is typed elsewhere is as it was left.
func TestRunOfAnotherAgentOpensItsCard(t *testing.T) {
	t.Parallel()
	keep := apptest.Home(t)
	first := apptest.DemoAgent(t, apptest.Quick)
	d := apptest.StartWith(t, kit.Options{Ref: first.URL, Store: keep}, 80, 24).WaitFor("Fight Comparison").Press("enter").WaitFor("A *")
	d.Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("✓ completed")

	other := apptest.DemoAgent(t, apptest.Quick)
	d = apptest.StartWith(t, kit.Options{Ref: other.URL, Store: keep}, 80, 24).WaitFor("Fight Comparison").Press("enter").WaitFor("A *").Type("Bear").WaitFor("Bear")
	d.Press("alt+h").WaitFor("1 run").Press("enter").WaitFor(", recorded", "Winner").Press("o").WaitFor("a2aform  Demo Agent › Fight Comparison", "Lion", "Filled in as in").WaitGone("History", "Bear")
	d.Press("esc").WaitFor("▌ Fight Comparison").WaitGone("›").Press("tab").WaitFor(strings.TrimPrefix(first.URL, "http://")).Press("tab", "esc").WaitFor("Open an agent")
	d.Type(other.URL).Press("enter").WaitFor("▌ Fight Comparison").Press("enter").WaitFor("Bear", "as you left it")
}

func TestHistoryTextIsEditedAndResent(t *testing.T) {
	t.Parallel()
	d := apptest.OpenDemo(t, apptest.Quick, 80, 24).Press("c").WaitFor("A text message").Type("hello there").Press("ctrl+s").WaitFor("✓ ").Press("tab", "enter").WaitFor("✓ Answered")
	d.WaitFor("ctrl+o").Press("alt+h").WaitFor("1 run", "ctrl+o").Press("o").WaitFor("hello there", "A text message")
	d.Press("esc").WaitFor("1 run").WaitGone("A text message").Press("r").WaitFor("› Review", "The same as in the run of")
}

// An agent that is gone is said to be, and can be tried again; one of the same
// name that is open may take its place.
func TestHistoryRetriesMissingAgent(t *testing.T) {
	t.Parallel()
	s := apptest.Home(t)
	gone := apptest.DemoAgent(t, apptest.Quick)
	d := apptest.StartWith(t, kit.Options{Ref: gone.URL, Store: s}, 80, 24).WaitFor("Fight Comparison").Press("enter").WaitFor("A *")
	d.Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("✓ completed")
	_ = gone.Close()

	d = apptest.StartWith(t, kit.Options{Store: s}, 80, 24).WaitFor("Open an agent").Press("alt+h").WaitFor("1 run")
	d.Press("o").WaitFor("The agent cannot be opened: connection: nothing is listening at", "try again", "leave it").WaitGone("use the one")
	d.Press("end", "enter").WaitGone("cannot be opened").Press("o").WaitFor("The agent cannot be opened")
	back, err := demo.Start(t.Context(), strings.TrimPrefix(gone.URL, "http://"), demo.Options{Pace: apptest.Quick})
	if err != nil {
		t.Fatal(err)
	}
	d.Press("enter").WaitFor("2 of 2 required", "Lion", "Tiger")
	_ = back.Close()

	another := apptest.DemoAgent(t, apptest.Quick)
	start := func() (string, error) { return another.URL, nil }
	d = apptest.StartWith(t, kit.Options{Store: s, Demo: start}, 80, 24).WaitFor("Open an agent").Press("alt+h").WaitFor("1 run")
	d.Press("r").WaitFor("The agent cannot be opened", "try again", "use the demo agent").Press("down", "enter").WaitFor("› Review", "A  Lion")

	d = apptest.StartWith(t, kit.Options{Ref: apptest.DemoAgent(t, apptest.Quick).URL, Store: s}, 80, 24).WaitFor("Fight Comparison").Press("h").WaitFor("1 run")
	d.Press("r").WaitFor("use the one that is open", "Demo Agent at").Press("down", "enter").WaitFor("› Review", "A  Lion")
}

// A form whose schema is another now is looked over before anything is sent.
func TestRerunWithChangedSchemaOpensForm(t *testing.T) {
	t.Parallel()
	s := apptest.Home(t)
	url := apptest.Agent(t, apptest.OneForm(apptest.WordSchema), apptest.Says(`"result":{}`))
	source := url + "/.well-known/agent-card.json"
	input := runfile.Line{Kind: runfile.Input, Raw: json.RawMessage(`{"word":"hello"}`)}
	apptest.Kept(t, s, 0, runfile.Line{Source: safe.Text(source), Agent: safe.Text("Scripted"), Skill: safe.Text("one"), Schema: safe.Text("in"), Input: "another"}, input, apptest.Ended("completed"))
	apptest.Kept(t, s, 1, runfile.Line{Source: safe.Text(source), Agent: safe.Text("Scripted"), Skill: safe.Text("gone"), Schema: safe.Text("in")}, input, apptest.Ended("completed"))
	apptest.Kept(t, s, 2, runfile.Line{Source: safe.Text(source), Agent: safe.Text("Scripted"), Skill: safe.Text("one"), Schema: safe.Text("gone")}, input, apptest.Ended("completed"))
	apptest.Kept(t, s, 3, runfile.Line{Source: safe.Text(source), Agent: safe.Text("Scripted"), Skill: safe.Text("one")}, apptest.Ended("completed"))
	d := apptest.StartWith(t, kit.Options{Store: s}, 80, 24).Press("alt+h").WaitFor("4 runs")
	d.Press("r").WaitFor("does not say what was filled in").Press("down", "r").WaitFor("no form gone any more")
	d.Press("down", "r").WaitFor("no skill gone any more").Press("down", "r").WaitFor("Word", "hello", "The schema has changed since")
}

func TestRunsAreDeletedAndFiltered(t *testing.T) {
	t.Parallel()
	s := oddRuns(t)
	d := apptest.StartWith(t, kit.Options{Store: s}, 120, 40).Press("alt+h").WaitFor("9 runs")
	d.Press("x").WaitFor("Delete the run of 2026-03-14 09:38, killed?").Press("enter").WaitGone("Delete the run").WaitFor("9 runs")
	d.Press("delete", "down", "enter").WaitFor("The run is deleted", "8 runs").WaitGone("killed")
	d.Press("/").Type("DEMO com").WaitFor("2 of 8 runs", "trip", "fight-comparison").Press("down").WaitFor("Demo Agent › fight-comparison ·", "/ DEMO com")
	d.Press("esc").WaitFor("8 runs").WaitGone("/ DEMO")
	d.Press("/").Type("nothing has this").WaitFor("No matching runs", "0 of 8").Press("enter").WaitFor("/ Filter  esc All runs").Press("esc").WaitFor("8 runs", "trip")
	d.Press("end").WaitFor("Demo Agent › fight-comparison ·").Press("home").WaitFor("Demo Agent › trip ·").Press("pgdown", "pgup", "j", "k").WaitFor("Demo Agent › trip ·")
	d.Press("down", "o").WaitFor("It held a secret").Press("enter").WaitFor("only the outcome of this run was saved", ", recorded")
	d.Press("esc").WaitFor("8 runs", "enter Open")
}

func TestHistoryTurnedOff(t *testing.T) {
	t.Parallel()
	d := apptest.StartWith(t, kit.Options{Store: apptest.Home(t)}, 80, 24).Press("alt+h").WaitFor("No run is kept yet")
	d.Press("o", "enter", "x", "p").Press("esc").WaitFor("Open an agent")
	apptest.StartWith(t, kit.Options{}, 80, 24).Press("alt+h").WaitFor("Without a home directory nothing is kept")

	s := apptest.Home(t)
	d = apptest.StartWith(t, kit.Options{Ref: apptest.DemoAgent(t, apptest.Quick).URL, Store: s, NoRecord: true}, 80, 24).WaitFor("Fight Comparison")
	d.Press("alt+h").WaitFor("persist = false").Press("esc").WaitFor("Skills").Press("enter").WaitFor("A *")
	d.Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("✓ completed").Press("esc").WaitFor("▌ ● A *").Press("esc").WaitFor("Skills")
	d.Press("alt+h").WaitFor("1 run ", "Lion, Tiger").Press("o").WaitFor("This run has no file").Press("enter").WaitFor("✓ completed").WaitGone(", recorded") // as long as the session lasts
	if files, _ := filepath.Glob(filepath.Join(s.RunsDir(), "*")); len(files) > 0 {
		t.Errorf("kept all the same: %v", files)
	}
}

// What was last sent fills in a form of the same skill and schema, after the
// examples.
func TestLastRunIsPreset(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Fight, apptest.Quick, 80, 24)
	d.Press("f3").WaitFor("Blank form", "Load from file").WaitGone("Last run").Press("esc").WaitGone("Blank form").WaitFor("A *")
	d.Type("Bear").Press("tab").Type("Wolf").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("✓ completed").Press("esc").WaitGone("✓ completed").WaitFor("Bear")
	d.Type("Cat").Press("tab").Type("Dog").WaitGone("Bear", "Wolf")
	d.Press("f3").WaitFor("Last run, ", "Bear").Type("last run").WaitFor("1 of ").Press("enter")
	d.WaitFor("Bear", "Wolf", "Last run loaded.").Press("ctrl+z").WaitFor("Cat", "Dog")
}

// Runs that are older than they are wanted to be kept are gone when the program
// is started.
func TestOldRunsArePruned(t *testing.T) {
	t.Parallel()
	s := oddRuns(t)
	app := ui.New(t.Context(), kit.Options{Store: s, KeepRuns: time.Hour})
	t.Cleanup(app.Close)
	begin, ok := app.Init()().(tea.BatchMsg)
	if !ok {
		t.Fatal("the program begins with one command")
	}
	for _, cmd := range begin {
		if cmd != nil {
			cmd()
		}
	}
	if list, err := s.Runs(); err != nil || len(list.Runs) != 1 || list.Runs[0].Outcome.Exact() != runfile.Unfinished {
		t.Errorf("left: %+v, %v", list.Runs, err)
	}
}

// The history says what was asked and what came of it, finds runs by their inputs, and shows
// the first rows of the run at the cursor.
func TestHistoryShowsInputsAndPreviewsResults(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Trip, apptest.Quick, 120, 40).WaitFor("Destination").Press("f3").WaitFor("1  Lisbon").Press("1").WaitFor("Ada Lovelace")
	d.Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("✓ Done").Press("alt+h")
	d.WaitFor("1 run · 1 agent", "Today", "▌ ✓ Trip Planner  Lisbon, 2026-05-14, 3", "12 rows", "▌Runs", "Your days in Lisbon", "Baking bread")
	d.Press("/").Type("kyoto").WaitFor("No matching runs. Esc clears the search.", "0 of 1 run").Press("esc").WaitFor("Lisbon, 2026")
	d.Press("/").Type("lovelace lisbon").Press("enter").WaitFor("/ lovelace lisbon", "▌ ✓ Trip Planner", "Baking bread")
	d.Press("l").WaitFor("Its task has ended")
}

// Words of the filter find the agent and the outcome, and esc shows all runs again.
func TestHistoryIsFilteredByAgentAndOutcome(t *testing.T) {
	t.Parallel()
	d := apptest.StartWith(t, kit.Options{Store: oddRuns(t)}, 80, 24).WaitFor("Open an agent")
	d.Press("alt+h").WaitFor("killed", "fight-comparison")
	d.Press("/").Type("demo").WaitFor("5 of 9 runs").WaitGone("旅行の予約フォーム")
	d.Type(" completed").WaitFor("2 of 9 runs", "fight-comparison").WaitGone("killed")
	d.Press("esc").WaitFor("killed", "旅行の予約フォーム")
}

// A run is listed by the name of its skill and found by its id, too; a file of an older
// program has the id alone.
func TestHistoryNamesSkills(t *testing.T) {
	t.Parallel()
	s := apptest.Home(t)
	apptest.Kept(t, s, 0, runfile.Line{Agent: safe.Text("A"), Skill: safe.Text("old-id")}, apptest.Ended("completed"))
	apptest.Kept(t, s, 1, runfile.Line{Agent: safe.Text("A"), Skill: safe.Text("new-id"), SkillName: safe.Text("A Good Name")}, apptest.Ended("completed"))
	for range 2 { // then from the index
		d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: s}), 100, 24).WaitFor("Open an agent").Press("alt+h").WaitFor("▌ ✓ A Good Name", "✓ old-id").WaitGone("new-id")
		d.Press("/").Type("new-id").WaitFor("1 of 2 runs", "A Good Name").Press("enter", "esc").WaitFor("2 runs").Stop()
	}
}

// Enter that comes before the list is read opens the newest run.
func TestEnterBeforeTheListIsRead(t *testing.T) {
	t.Parallel()
	app := ui.New(t.Context(), kit.Options{Store: apptest.ThreeRuns(t)})
	d := uitest.Start(t, app, 80, 24).WaitFor("Open an agent")
	d.Press("alt+h", "enter").WaitFor(", recorded").Press("esc").WaitFor("a2aform  History", "3 runs")
}
