package qa_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"a2aform/ui/apptest"

	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

func openHistory(t *testing.T, s *store.Store, w, h int) *uitest.Driver {
	t.Helper()
	return apptest.StartWith(t, kit.Options{Store: s}, w, h).WaitFor("Open an agent").Press("alt+h").WaitFor("booking")
}

// A run is compared with the one before it; locations are ignored and numbers may be apart, which the copied command repeats.
func TestRunsAreCompared(t *testing.T) {
	t.Parallel()
	d := openHistory(t, apptest.ThreeRuns(t), 100, 30)
	d.Press("d").WaitFor("› Diff", "Before    2026-03-14 09:31", "Now       2026-03-14 09:32", "~ price", "+3 %", "~ note", "+ guests[1]", "+ taxi", "2 values changed, 2 only now.")
	d.Press("n").WaitFor("[- lift.-]{+ bar.+}").Press("up", "i").WaitFor("· price", "ignored", "1 value changed, 2 only now. 1 more does not count.").Press("i").WaitFor("~ price", "2 values changed, 2 only now.")
	d.Press("t").WaitFor("How much may price differ? It does by +3 %").Press("down", "enter").WaitFor("· price", "within the tolerance", "1 more does not count")
	d.Press("down", "i").WaitFor("· note", "ignored").Press("f").WaitGone("· note", "price").WaitFor("+ taxi").Press("f").WaitFor("· note")
	d.Press("y").WaitFor("as text").Press("down", "enter").WaitFor("if your terminal allows")
	want := `a2aform runs diff 00000001 00000002 --ignore /data/note --within '/data/price=5.0000%'`
	d.WaitOutside(want, func() bool { return apptest.Copied(d) == want })
	d.Press("y").WaitFor("as text").Press("enter").WaitOutside("the text", func() bool { return strings.Contains(apptest.Copied(d), "+ guests[1]") })
	d.Press("A").WaitFor("No saved output is compared")
	d.Press("end", "enter").WaitFor("Location  /data/taxi", `"at": "09:00"`).Press("esc").WaitFor("· note").Press("esc").WaitFor("3 runs")
}

// Two marked runs are compared, the older one first. A third mark replaces the first.
func TestMarkedRunsAreCompared(t *testing.T) {
	t.Parallel()
	d := openHistory(t, apptest.ThreeRuns(t), 80, 24)
	d.Press("space").WaitFor("●✓ booking", "mark another run").Press("end", "space").WaitFor("press d to see what differs", "d Diff")
	d.Press("d").WaitFor("Before    2026-03-14 09:30", "Now       2026-03-14 09:32", "price", "90", "103").Press("esc").WaitFor("3 runs")
	d.Press("up", "space", "d").WaitFor("Before    2026-03-14 09:30", "Now       2026-03-14 09:31").Press("esc").WaitFor("3 runs")
	d.Press("home", "space").WaitFor("▌●✓ booking").WaitUntil("two marks", func(screen string) bool { return strings.Count(screen, "●✓") == 2 })
	d.Press("esc").WaitFor("No run is marked any more", "3 runs").WaitGone("●✓") // one step, as in a table
}

// keptOrders are two runs that answer with orders, the later one from a number on, each row with the country that was asked for.
func keptOrders(t *testing.T, countries [2]string, from int) *store.Store {
	t.Helper()
	keep := apptest.Home(t)
	for i, country := range countries {
		var rows []string
		for n := range 7 {
			rows = append(rows, fmt.Sprintf(`{"order":"PO-%d","country":%q}`, n+from*i, country))
		}
		event := `{"kind":"task","id":"t","contextId":"c","status":{"state":"completed"},"artifacts":[{"artifactId":"a","parts":[{"kind":"data","data":[` + strings.Join(rows, ",") + `]}]}]}`
		apptest.Kept(t, keep, i, runfile.Line{Agent: safe.Text("Hotel"), Skill: safe.Text("booking"), Asked: safe.Text(country)}, runfile.Line{Kind: runfile.Input, Raw: json.RawMessage(`{"country":"` + country + `"}`)},
			runfile.Line{Kind: runfile.Event, Raw: json.RawMessage(event)}, apptest.Ended("completed"))
	}
	return keep
}

// The first line says at once that the question was another one, and how many rows are in both. Rows of one run alone are a table below what
// changed, where they are opened, sorted and filtered.
func TestRunsThatAskedDifferentlyAreCompared(t *testing.T) {
	t.Parallel()
	d := openHistory(t, keptOrders(t, [2]string{"Norway", "Brazil"}, 6), 80, 24).Press("d").WaitFor("› Diff", "Asked differently: country Norway → Brazil. 1 row in both (1 changed), 6 only", "Before    2026-03-14 09:30:00 · Norway", "Now       2026-03-14 09:31:00 · Brazil")
	d.WaitFor("Not in both", "12 rows", "Only    order  country", "now     PO-7   Brazil", "enter Both values  tab To the rows").WaitUntil("the change", func(screen string) bool {
		return regexp.MustCompile(`▌ ~ order PO-6 · country +Norway +Brazil`).MatchString(screen)
	})
	d.Press("tab").WaitFor("enter Open row  tab To the list").Press("s", "enter").WaitFor("▲Only", "▌  7  before  PO-0").Press("enter").WaitFor("Row 7 · 1 of 12 rows", "PO-0").Press("esc").WaitGone("1 of 12 rows")
	d.Press("/").Type("PO-5").Press("enter").WaitFor("1 of 12 rows").WaitGone("PO-4").Press("esc").WaitFor("PO-4").Press("tab").WaitFor("▌ ~ order PO-6").Press("esc").WaitFor("2 runs")
}

// Where the only difference is rows of one run alone, the table has all keys. It is there for a single row, too, whatever was asked.
func TestRowsOfOneRunAloneAreShownAtOnce(t *testing.T) {
	t.Parallel()
	d := openHistory(t, keptOrders(t, [2]string{"Norway", "Norway"}, 1), 80, 24).Press("d").WaitFor("› Diff", "6 rows in both, 1 only now, 1 only before.", "▌  now     PO-7   Norway", "before  PO-0   Norway", "enter Open row  s Sort")
	if screen := d.Screen(); strings.Contains(screen, "Location") {
		t.Errorf("there is a list without a row:\n%s", screen)
	}
	d.Press("ctrl+o").Type("copy the diff").Press("enter").WaitFor("as text").Press("enter").WaitOutside("the text", func() bool { return strings.Contains(apptest.Copied(d), "+ order PO-7") })
	d.Press("enter").WaitFor("Row 1 of 2", "PO-7").Press("esc", "esc").WaitFor("2 runs")
}

// A small screen has a line that opens the rows.
func TestRowsOfOneRunOnASmallScreen(t *testing.T) {
	t.Parallel()
	d := openHistory(t, keptOrders(t, [2]string{"Norway", "Brazil"}, 7), 60, 16).Press("d").WaitFor("› Diff", "both, 7 only now, 7 only before.", "▌ ~ Rows", "enter List rows")
	d.Press("enter").WaitFor("Not in both", "now     PO-7   Brazil")
}

// Runs of different skills are not compared: the screen says so in words.
func TestRunsOfDifferentSkillsAreNotCompared(t *testing.T) {
	t.Parallel()
	keep := apptest.Home(t)
	event := `{"kind":"task","id":"t","contextId":"c","status":{"state":"completed"},"artifacts":[{"artifactId":"a","parts":[%s]}]}`
	for i, of := range [][2]string{{"List invoices", `{"kind":"data","data":[{"id":1}]}`}, {"Ask the desk", `{"kind":"text","text":"Monday"}`}} {
		apptest.Kept(t, keep, i, runfile.Line{Agent: safe.Text("Parts Desk"), Skill: safe.Text(fmt.Sprintf("skill-%d", i)), SkillName: safe.Text(of[0])}, runfile.Line{Kind: runfile.Event, Raw: json.RawMessage(fmt.Sprintf(event, of[1]))}, apptest.Ended("completed"))
	}
	d := apptest.StartWith(t, kit.Options{Store: keep}, 80, 24).WaitFor("Open an agent").Press("alt+h").WaitFor("Ask the desk").Press("space", "down", "d")
	d.WaitFor("› Diff", "These runs are of different skills, List invoices and Ask the desk, so", "they are not compared.", "Before    2026-03-14", "Esc goes back.")
	if screen := d.Screen(); strings.Contains(screen, "Location") || strings.Contains(screen, "Ignore") {
		t.Errorf("it compares:\n%s", screen)
	}
	d.Press("n", "i", "y", "enter", "f").WaitFor("Esc goes back.").Press("esc").WaitFor("2 runs")
}

// Help explains what is on the screen: the signs there, and what the row at the cursor can be used for.
func TestHelpOfDifferences(t *testing.T) {
	t.Parallel()
	d := openHistory(t, apptest.ThreeRuns(t), 100, 30).Press("d").WaitFor("~ price").Press("?").WaitFor("~  changed", "+  only now", "until you leave this screen", "i      Ignore")
	if screen := d.Screen(); strings.Contains(screen, "only before") || strings.Contains(screen, "moved") || strings.Contains(screen, "does not count") || strings.Contains(screen, "Accept") {
		t.Errorf("help explains what is not there:\n%s", screen)
	}
	d.Press("esc", "i").WaitFor("· price").Press("?").WaitFor("·  does not count")
	d = openHistory(t, keptOrders(t, [2]string{"Norway", "Brazil"}, 7), 60, 16).Press("d").WaitFor("~ Rows").Press("?").WaitFor("~  changed").WaitGone("Ignore", "until you leave", "only now")
	d.Press("esc").WaitFor("~ Rows")
}

// The oldest run of a skill has none before it.
func TestFirstRunHasNothingToCompare(t *testing.T) {
	t.Parallel()
	d := openHistory(t, apptest.ThreeRuns(t), 100, 30)
	d.Press("end", "d").WaitFor("There is no earlier run of booking: space marks the runs to compare")
}

// What differs from a golden file is listed by the rules of its case, and accepted.
func TestGoldenFileIsComparedAndAccepted(t *testing.T) {
	t.Parallel()
	const golden = `{"data":{"by":"us","winner":"Lynx"},"artifacts":[{"parts":[{}]}]}`
	d, dir := openCases(t, map[string]string{
		"fight.toml":  strings.Replace(apptest.FightCase, "[[expect.value]]\nat = \"/data/winner\"\nis = \"Lion\"\n", "[expect.same]\nfile = \"golden.json\"\nignore = [\"/**/explanation\"]\n", 1),
		"golden.json": golden,
	}, 100, 30)
	d.WaitFor("fight: Lion").Press("enter", "enter").WaitFor("1 of 1 case did not pass").Press("enter").WaitFor("✗ Output").Press("d").WaitFor("› Diff", "Expected  saved golden.json", "Now       20", "~ Winner", "Lynx", "Tiger", "· Explanation", "ignored")
	if screen := d.WaitFor("- By", "1 value changed, 3 only now, 1 only expected.").Screen(); strings.Index(screen, "~ Winner") > strings.Index(screen, "- By") {
		t.Errorf("what changed is not above what was removed:\n%s", screen)
	}
	d.Press("A").WaitFor("Replace saved golden.json with the output of run").Press("down", "enter").WaitFor("Accepted: this output is expected", "✓ No difference.")
	path := filepath.Join(dir, ".a2aform", "cases", "golden.json")
	if data, err := os.ReadFile(path); err != nil || !strings.Contains(string(data), "Tiger") {
		t.Errorf("the golden file: %v\n%s", err, data)
	}
}

func TestGoldenDifferences(t *testing.T) {
	apptest.EachSize(t, func(t *testing.T, w, h int, golden func(*uitest.Driver, string)) {
		d := openHistory(t, apptest.ThreeRuns(t), w, h)
		d.Press("d").WaitFor("Before    2026-03-14 09:31", "price")
		golden(d, "diff")
	})
}

func TestGoldenRowsOfOneRun(t *testing.T) {
	apptest.EachSize(t, func(t *testing.T, w, h int, golden func(*uitest.Driver, string)) {
		golden(openHistory(t, keptOrders(t, [2]string{"Norway", "Brazil"}, 6), w, h).Press("d").WaitFor("~ order PO-6").Press("tab").WaitFor("tab To the list"), "diff-rows")
	})
}
