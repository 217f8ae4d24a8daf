package qa_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/ui/apptest"

	"github.com/charmbracelet/colorprofile"

	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// openCases opens the test cases of a fresh demo agent, as a repository has them.
func openCases(t *testing.T, files map[string]string, w, h int) (d *uitest.Driver, dir string) {
	t.Helper()
	dir = apptest.CaseFiles(t, files)
	d = apptest.StartWith(t, kit.Options{Ref: apptest.DemoAgent(t, apptest.Quick).URL, Store: apptest.Home(t), Demo: apptest.NoDemo, Dir: dir}, w, h).WaitFor("Fight Comparison")
	return d.Press("alt+c").WaitFor("Test cases").WaitGone("Reading the cases", "Chat"), dir
}

// From a directory below the one with the cases, a saved case and those of the list are shown by where they are, not relative to the other directory.
func TestCasesOfTheDirectoryAbove(t *testing.T) {
	dir := apptest.CaseFiles(t, map[string]string{"fight.toml": apptest.FightCase})
	t.Setenv("HOME", dir)
	t.Setenv("USERPROFILE", dir)
	sub := filepath.Join(dir, "sub")
	if err := os.Mkdir(sub, 0o750); err != nil {
		t.Fatal(err)
	}
	d := apptest.StartWith(t, kit.Options{Ref: apptest.DemoAgent(t, apptest.Quick).URL, Store: apptest.Home(t), Demo: apptest.NoDemo, Dir: sub}, 120, 30).WaitFor("Fight Comparison")
	shown := func(name string) string { return filepath.Join("~", ".a2aform", "cases", name) }
	d.Press("alt+c").WaitFor("fight: Lion", shown("fight.toml")).Press("esc").WaitFor("Fight Comparison")
	apptest.OpenForm(d).WaitFor("A *").Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("✓ completed", "r Send again")
	d.Press("S").WaitFor("Fight Comparison: Lion, Tiger").Press("ctrl+u").Type("lion").Press("ctrl+s").WaitFor("Saved as " + shown("lion.toml"))
}

// From a result to a case, a run, a failure beside its expectation, the accepted output, and a run that passes.
func TestSavedCaseFailsIsAcceptedAndPasses(t *testing.T) {
	t.Parallel()
	dir := apptest.CaseFiles(t, nil)
	d := apptest.StartWith(t, kit.Options{Ref: apptest.DemoAgent(t, apptest.Quick).URL, Store: apptest.Home(t), Demo: apptest.NoDemo, Dir: dir}, 80, 24).WaitFor("Fight Comparison")
	d.Press("alt+c").WaitFor("No test case yet", "on its result: save it as a test case").Press("esc").WaitFor("Fight Comparison")
	apptest.OpenForm(d).WaitFor("A *").Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("› Review")
	d.Press("S").WaitFor("The message was not sent yet").Press("esc").WaitFor("Send  enter").Press("enter").WaitFor("✓ completed", "Winner", "r Send again") // which is offered once the run has ended
	d.Press("S").WaitFor("Fight Comparison: Lion, Tiger", "[✓] Outcome  completed", "[✓] Output   the same as now", "▸ More").WaitGone("lion.toml")
	d.Press("ctrl+u").Type("lion").Press("down", "tab", "tab", "space").WaitFor("lion.toml", "▾ More", "[✓] Schema       valid (fightResponse)").Press("tab", "tab", "tab", "space").WaitFor("[✓] winner")
	d.Press("ctrl+s").WaitFor("Saved as .a2aform/cases/lion.toml", "run it now")
	d.Press("enter").WaitFor("› Run", "✓ lion", "1/1", "1 case passed").Press("enter")
	d.WaitFor("✓ Outcome", "✓ Output", "as saved in", "the same", "✓ Schema", "valid (fightResponse)", "✓ Value winner").Press("esc").WaitFor("1/1")

	if saved, err := os.ReadFile(filepath.Join(dir, ".a2aform", "cases", "lion.toml")); err != nil || !strings.Contains(string(saved), `is = "Tiger"`) {
		t.Errorf("%s (%v)", saved, err)
	}
	path := filepath.Join(dir, ".a2aform", "cases", "golden", "lion.json")
	golden, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(golden), "Tiger", "Lynx", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	d.Press("r").WaitFor("✗ lion", "1 of 1 case did not pass")
	d.Press("enter").WaitFor("✗ Output", `"Lynx"`, "✓ Outcome", `"winner": "Tiger",  expected "Lynx"`).Press("enter").WaitFor(", recorded", "Winner")
	d.Press("esc").WaitFor("✗ Output", `{"a":"Lion","b":"Tiger"}`).Press("v").WaitFor(`"a": "Lion"`, "╭ Input").Press("v").WaitFor("╭ Output")
	d.Press("o").WaitFor("2 of 2 required", "Lion").Press("esc").WaitFor("✗ Output")
	page := filepath.Join(t.TempDir(), "run.html")
	d.Press("e").WaitFor("Export the run ─", "Ticket").Press("enter").WaitFor("Export the run: HTML", "lion.html").Press("ctrl+u").Type(page).Press("enter").WaitFor("Saved as ")
	if data, err := os.ReadFile(page); err != nil || !strings.Contains(string(data), "Tiger") {
		t.Errorf("the page: %v", err)
	}
	d.Press("A").WaitFor("Replace .a2aform/cases/golden/lion.json?").Press("down", "enter").WaitFor("Accepted: ")
	if again, err := os.ReadFile(path); err != nil || string(again) != string(golden) {
		t.Errorf("the accepted output is not that of before: %v\n%s", err, again)
	}
	d.Press("r").WaitFor("✓ lion", "1 case passed")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	d.Press("r").WaitFor("✗ lion", "1 of 1 case did not pass")
	d.Press("enter").WaitFor("✗ Output", "no saved output").Press("A").WaitFor("Accepted: ").Press("r").WaitFor("✓ lion", "1 case passed")
	page = filepath.Join(t.TempDir(), "cases.html")
	d.Press("e").WaitFor("Export the report: HTML").Press("ctrl+u").Type(page).Press("enter").WaitFor("Saved as ")
	if data, err := os.ReadFile(page); err != nil || !strings.Contains(string(data), "lion") {
		t.Errorf("the page: %v", err)
	}
	path = filepath.Join(dir, ".a2aform", "cases", "lion.toml") // a case runs again as its file has it now
	for _, edit := range []struct{ from, to, want string }{
		{`is = "Tiger"`, `is = "Lynx"`, `/data/winner: "Tiger"`},
		{"version = 1", "version = 2", "not sent"},
		{"version = 2", "version = 1", "completed"},
		{`name = "lion"`, `name = "other"`, "no case of this name"},
		{`name = "other"`, `name = "lion"`, "completed"},
		{`is = "Lynx"`, `is = "Tiger"`, "1 case passed"},
	} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(strings.Replace(string(text), edit.from, edit.to, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		d.Press("r").WaitFor(edit.want, "r Run again") // which is offered once the run has ended
	}
	d.Press("esc").WaitFor("passed", "100 %")
}

// Marked cases run alone; a file with a problem is shown with its place and hides no other; the cases of other agents are not shown.
func TestCasesOfAgentAreMarkedAndRun(t *testing.T) {
	t.Parallel()
	d, _ := openCases(t, map[string]string{"a.toml": apptest.FightCase, "b.toml": apptest.RowsCase, "c.toml": apptest.BrokenCase, "d.toml": apptest.GoneCase}, 100, 30)
	d.WaitFor("fight: Lion against Tiger", "small talk ×2", ".a2aform/cases/c.toml:2:1  unknown key skil", "3 cases · 1 problem").WaitGone("of another agent")
	d.WaitFor("T-12: the stronger one won")
	d.Press("down", "space").WaitFor("● · small talk ×2", "1 marked").Press("R", "enter").WaitFor("› Run", "✓ small talk [hello]", "✓ small talk [good evening]", "2/2", "2 cases passed")
	d.Press("esc").WaitFor("passed", "100 %", "not run").Press("/").Type("fight").WaitGone("small talk ×2").Press("enter", "enter").WaitFor("✗ fight: Lion against Tiger", `/data/winner: "Tiger"`)
	d.WaitFor("1 of 1 case did not pass").Press("f").WaitFor("failures only").Press("esc").WaitFor("✗ fight", "failed").Press("esc").WaitFor("small talk ×2")
	d.Press("o").WaitFor("2 of 2 required", "Filled in as in the case fight")
}

// The messages of cases are not sent before the user agrees to it, once for an agent.
func TestFirstCasesOfAgentAreAskedAbout(t *testing.T) {
	t.Parallel()
	d, _ := openCases(t, map[string]string{"a.toml": apptest.FightCase, "b.toml": apptest.RowsCase}, 80, 24)
	d.WaitFor("fight: Lion").Press("enter").WaitFor("Send 1 message to Demo Agent?", "nothing is sent").Press("down", "enter").WaitGone("Send 1").WaitFor("Test cases")
	d.Press("R").WaitFor("Send 3 messages to Demo Agent?").Press("esc").WaitGone("Send 3").WaitFor("fight: Lion", "not run")
	d.Press("R", "enter").WaitFor("3/3", "r Run again").Press("esc").WaitFor("▌Test cases").WaitGone("not run")
	d.Press("enter").WaitFor("1/1", "r Run again").Press("esc", "esc").WaitFor("Fight Comparison").Press("alt+c").WaitFor("▌Test cases").Press("R").WaitFor("› Run", "3/3")
}

// Runs of test cases are in the history like other runs, unless nothing is recorded.
func TestRunsOfCasesAreInTheHistory(t *testing.T) {
	t.Parallel()
	for _, isOff := range []bool{false, true} {
		dir := apptest.CaseFiles(t, map[string]string{"b.toml": apptest.RowsCase})
		d := apptest.StartWith(t, kit.Options{Ref: apptest.DemoAgent(t, apptest.Quick).URL, Store: apptest.Home(t), Demo: apptest.NoDemo, NoRecord: isOff, Dir: dir}, 100, 30).WaitFor("Fight Comparison")
		d.Press("alt+c").WaitFor("small talk").Press("R", "enter").WaitFor("2 cases passed").Press("alt+h").WaitFor("› History")
		if isOff {
			d.WaitGone("test small talk")
			continue
		}
		d.WaitFor("test small talk [hel", "test small talk [good evening]").Press("enter").WaitFor(", recorded")
	}
}

// A run that goes on is kept while another screen is shown, and can be stopped.
func TestRunOfCasesGoesOnAndStops(t *testing.T) {
	t.Parallel()
	dir := apptest.CaseFiles(t, map[string]string{"a.toml": apptest.FightCase, "b.toml": apptest.RowsCase})
	d := apptest.StartWith(t, kit.Options{Ref: apptest.DemoAgent(t, apptest.Stuck).URL, Store: apptest.Home(t), Demo: apptest.NoDemo, Dir: dir}, 80, 24).WaitFor("Fight Comparison")
	d.Press("alt+c").WaitFor("fight: Lion").Press("R", "enter").WaitFor("› Run", "running", "0/3").Press("esc").WaitFor("Cases are running", "let it run").Press("enter")
	d.WaitFor("fight: Lion", "not run", "running 0/3 · 3 cases").Press("R").WaitFor("Cases are running already").Press("ctrl+c").WaitFor("Test cases are running; they stop when you quit")
	d.Press("v").WaitFor("running", "0/3").Press("x").WaitFor("Stopped: 3 cases did not run", "! fight")
	d.Press("esc").WaitFor("not run") // the case has no verdict
}

// The list shows how far a run is that goes on, and how its cases ended.
func TestListFollowsRunInBackground(t *testing.T) {
	t.Parallel()
	answers := make(chan struct{})
	url := apptest.Agent(t, apptest.Card{Name: "Slow Agent", Description: "Takes its time", Skills: `{"id":"talk","name":"Talk","description":"Talks","tags":[]}`}, func(w http.ResponseWriter, r *http.Request) {
		<-answers
		apptest.Says(`"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"thanks"}]}}`)(w, r)
	})
	dir := apptest.CaseFiles(t, map[string]string{"a.toml": "version = 1\nname = \"slow\"\nskill = \"talk\"\n[input]\ntext = \"hello\"\n"})
	d := apptest.StartWith(t, kit.Options{Ref: url, Store: apptest.Home(t), Demo: apptest.NoDemo, Dir: dir}, 80, 24).WaitFor("Takes its time")
	d.Press("alt+c").WaitFor("slow").Press("enter", "enter").WaitFor("running", "0/1").Press("esc").WaitFor("Cases are running").Press("enter").WaitFor("running 0/1 · 1 case")
	close(answers)
	d.WaitGone("running").WaitFor("✓ slow", "passed")
}

// An agent that is down makes errors, not failures, and each says why.
func TestCasesOfAgentThatIsDown(t *testing.T) {
	t.Parallel()
	server := apptest.DemoAgent(t, apptest.Quick)
	dir := apptest.CaseFiles(t, map[string]string{"a.toml": apptest.FightCase})
	d := apptest.StartWith(t, kit.Options{Ref: server.URL, Store: apptest.Home(t), Demo: apptest.NoDemo, Dir: dir}, 100, 30).WaitFor("Fight Comparison").Press("alt+c").WaitFor("fight: Lion")
	_ = server.Close()
	d.Press("enter", "enter").WaitFor("! fight: Lion", "1 of 1 case did not pass").Press("enter").WaitFor("! error", "Not reached", "interrupted")
}

// What contains a secret or goes on is not saved, and an existing file is never overwritten.
func TestSaveCaseSaysWhyNot(t *testing.T) {
	t.Parallel()
	dir := apptest.CaseFiles(t, map[string]string{"a.toml": apptest.FightCase})
	d := apptest.StartWith(t, kit.Options{Ref: apptest.DemoAgent(t, apptest.Stuck).URL, Store: apptest.Home(t), Demo: apptest.NoDemo, Dir: dir}, 100, 30).WaitFor("Fight Comparison")
	apptest.OpenForm(d).WaitFor("A *").Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("› Review").Press("S").WaitFor("› Save as test case", "Name   Fight")
	d.Press("ctrl+u").Type("fight: Lion against Tiger").Press("enter").WaitFor("there is a case of this name in a.toml")
	d.Press("ctrl+u").Type("other").Press("tab", "enter", "tab").WaitFor("other.toml").Press("ctrl+u").Type(".a2aform/cases/a.toml").Press("enter").WaitFor("the file exists; choose another name")
	d.Press("esc").WaitFor("Send  enter").Press("enter").WaitFor("Weighing Lion").Press("S").WaitFor("The task goes on: save it once it has ended")
	if data, err := os.ReadFile(filepath.Join(dir, ".a2aform", "cases", "a.toml")); err != nil || string(data) != apptest.FightCase {
		t.Errorf("the file has changed: %v", err)
	}
}

// Five hundred cases scroll, and many messages are asked about before any is sent.
func TestManyCases(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for i := range 500 {
		files[fmt.Sprintf("%03d.toml", i)] = strings.Replace(apptest.WideCase, "日本語で", fmt.Sprintf("%03d 日本語で", i), 1)
	}
	d, _ := openCases(t, files, 80, 24)
	d.WaitFor("000 日本語", "500 cases").Press("G").WaitFor("499 日本語").Press("R").WaitFor("Send 500 messages to Demo Agent?", "one after the other; x stops", "nothing is sent")
	d.Press("down", "enter").WaitGone("Send 500").WaitFor("499 日本語")
}

func TestGoldenCases(t *testing.T) {
	apptest.EachSize(t, func(t *testing.T, w, h int, golden func(*uitest.Driver, string)) {
		d, _ := openCases(t, nil, w, h)
		golden(d.WaitFor("No test case yet"), "cases-none")
		d, _ = openCases(t, map[string]string{"a.toml": apptest.FightCase, "b.toml": apptest.RowsCase, "c.toml": apptest.BrokenCase, "w.toml": apptest.WideCase}, w, h)
		golden(d.WaitFor("fight"), "cases")
		d.Press("R", "enter").WaitFor("1 of 4 cases did not pass")
		golden(d, "cases-run")
		d.Press("enter").WaitFor("Expected", "Seen")
		golden(d, "cases-failed")
	})
}

func TestGoldenSaveCase(t *testing.T) {
	apptest.EachSize(t, func(t *testing.T, w, h int, golden func(*uitest.Driver, string)) {
		dir := apptest.CaseFiles(t, nil)
		d := apptest.StartWith(t, kit.Options{Ref: apptest.DemoAgent(t, apptest.Quick).URL, Store: apptest.Home(t), Demo: apptest.NoDemo, Dir: dir}, w, h).WaitFor("Fight Comparison")
		apptest.OpenForm(d).WaitFor("A *").Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("Send  enter").Press("enter").WaitFor("✓ completed", "Send again")
		golden(d.Press("S").WaitFor("[✓] Output"), "save-case")
		golden(d.Press("tab", "tab", "tab", "enter").WaitFor("winner"), "save-case-more")
		golden(d.Press("ctrl+s").WaitFor("run it now"), "saved-case")
	})
}

// The screens are whole without colors, and a run of the history is saved with an answer as its turn.
func TestCasesWithoutColors(t *testing.T) {
	t.Parallel()
	dir := apptest.CaseFiles(t, nil)
	app := ui.New(t.Context(), kit.Options{Ref: apptest.DemoAgent(t, apptest.Quick).URL, Store: apptest.Home(t), Demo: apptest.NoDemo, Dir: dir})
	d := uitest.StartOn(t, app, 80, 24, uitest.Look{Few: colorprofile.ASCII}).WaitFor("Fight Comparison")
	d.Press("down", "down")
	apptest.OpenForm(d).WaitFor("Title").Press("f3").WaitFor("Start from…").Press("1").WaitFor("Example 1 loaded").Press("ctrl+s").WaitFor("Send  enter").Press("enter")
	d.WaitFor("Approve a total").Type("yes").Press("enter").WaitFor("✓ Done")
	page := filepath.Join(t.TempDir(), "run.html")
	d.Press("e").WaitFor("╭▌Export the ", "HTML").Type("whole run").WaitFor("▌ Whole run").Press("enter").WaitFor("Export the run: HTML").Press("ctrl+u").Type(page).Press("enter").WaitFor("Saved as ")
	d.Press("alt+h").WaitFor("› History", "done").Press("e").WaitFor("▌ HTML").Press("enter").WaitFor("Export the run: HTML").Press("ctrl+u").Type(page).Press("enter").WaitFor("there is a file of this name already")
	d.Press("esc").WaitFor("▌ HTML").Press("esc").WaitGone("Export the run").Press("S").WaitFor("[✓] Output").Press("tab", "tab", "tab", "enter").WaitFor("▾ More").Press("ctrl+s").WaitFor("run it now").Press("enter")
	d.WaitFor("› Run", "✓ Expense Report", "1 case passed").Press("enter").WaitFor("✓ Turns", "✓ pass").Press("enter").WaitFor(", recorded").Press("esc").WaitFor("✓ pass")
	d.Press("esc").WaitGone("✓ pass").Press("f").WaitFor("No case has failed").Press("f").WaitFor("✓ Expense")
	if data, err := os.ReadFile(page); err != nil || !strings.Contains(string(data), "Customer visit") {
		t.Errorf("the page: %v", err)
	}
}
