package ui_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// The tutorial works as it is written: each of its parts is followed by the keys that it names.
func TestTutorial(t *testing.T) {
	t.Parallel()
	server := apptest.DemoAgent(t, apptest.Quick)
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: apptest.Home(t), Ref: server.URL}), 100, 30)
	page, err := os.ReadFile("../docs/tutorial.md")
	if err != nil {
		t.Fatal(err)
	}
	parts := regexp.MustCompile(`(?m)^## (\d+\. )?`).Split(string(page), -1)[1:]
	next := 0
	// part goes on to a part of the page. What it returns presses keys that the page names there.
	part := func(title string) func(keys ...string) *uitest.Driver {
		if next >= len(parts) || !strings.HasPrefix(parts[next], title+"\n") {
			t.Fatalf("part %d is not %q", next+1, title)
		}
		text := parts[next]
		next++
		return func(keys ...string) *uitest.Driver {
			for _, key := range keys {
				named := strings.NewReplacer("down", "↓", "right", "→", "left", "←").Replace(key)
				if !strings.Contains(text, "`"+named+"`") {
					t.Errorf("%q does not name %s", title, named)
				}
				d.Press(key)
			}
			return d
		}
	}

	part("Open the demo agent")
	d.WaitFor("▌ Fight Comparison", "Asks for", "Small Talk")
	press := part("Open a form")
	press("down").WaitFor("▌ Trip Planner")
	press("enter").WaitFor("▌ ○ Destination *")
	press = part("Fill it in from an example")
	press("ctrl+t").WaitFor("Start from…")
	press("2").WaitFor("Example 2 loaded")
	press = part("Make a mistake")
	press("tab").Press("tab").WaitFor("▌ ● Nights *").Press("backspace").Type("99").WaitFor("✗ At most 14")
	press("f6").WaitFor("▌ ● Nights *").Press("backspace", "backspace").Type("5").WaitGone("✗ At most 14")
	press = part("Review and send")
	press("ctrl+s").WaitFor("› Review", "Left out")
	press("v").WaitFor(`"destination"`)
	press("enter").WaitFor("› Run")
	press = part("Follow the task")
	d.WaitFor("✓ Done")
	press("esc").WaitFor("● Destination *")
	press("alt+h").WaitFor("› History").Press("enter").WaitFor("› Run", "30 rows")
	press = part("Read the result")
	d.WaitFor("All of it costs")
	press("z").WaitFor("✓ completed")
	press("z").WaitGone("✓ completed")
	press("s").WaitFor("Sort by").Type("cost").Press("enter").WaitFor("▼Cost")
	press("s", "enter").WaitFor("▲Cost")
	press("/").WaitFor("filter:").Type("booked=true cost>7").Press("enter").WaitFor("8 of 30 rows · booked=true cost>7").Press("esc").WaitFor("All rows again")
	press("v").WaitFor("Path  ").Press("esc").WaitFor("Total Cost")
	press(":").WaitFor("› Query").Type(".[0]").WaitFor("chanceOfRain").Press("esc").WaitFor("Total Cost")
	press = part("Answer a question")
	press("esc").WaitFor("› History").Press("esc").WaitFor("● Destination *")
	press("esc").WaitFor("▌ Trip Planner")
	d.Press("down").WaitFor("▌ Expense Report")
	press("1").WaitFor("Example 1 loaded")
	press("ctrl+s").WaitFor("› Review")
	press("enter").WaitFor("Approve a total").Type("yes").Press("enter").WaitFor("✓ completed", "3 rows")
	press = part("See every shape of a schema")
	d.Press("esc").WaitFor("16 of 16 required").Press("esc").WaitFor("▌ Expense Report")
	d.Press("down").WaitFor("▌ Send a Parcel").Press("enter").WaitFor("Delivery *").Press("tab", "tab", "tab").WaitFor("▌ ○ Delivery *")
	press("right").WaitFor("(●) Courier")
	part("Chat")
	d.Press("esc").WaitFor("▌ Send a Parcel", "enter Fill in")
	d.Press("down").WaitFor("▌ Small Talk").Press("enter").WaitFor("A text message")
	press = part("Open an old run")
	press("alt+h").WaitFor("2 runs")
	press("enter").WaitFor(", recorded").Press("esc").WaitFor("2 runs")
	press("p").WaitFor("replayed").Press("esc").WaitFor("2 runs")
	press("o").WaitFor("› Expense Report", "16 of 16 required")
	part("Keep a folder") // its commands are those of testdata/script/init.txtar
	press = part("Next")
	press("ctrl+o").WaitFor("type to filter")
	if next != len(parts) {
		t.Errorf("the parts from %q on are not tried", strings.SplitN(parts[next], "\n", 2)[0])
	}
}
