package ui_test

import (
	"testing"

	"a2aform/internal/store"
	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// The rows of a result fill in a list of another form, by their names and types; the review says where they come from.
func TestRowsAreUsedInAForm(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Expense, apptest.Quick, 120, 40)
	d.WaitFor("Title *").Press("f3").WaitFor("Start from…").Press("1").WaitFor("Example 1 loaded").Press("ctrl+s").WaitFor("Send  enter").Press("enter")
	d.WaitFor("Approve a total").Type("yes").Press("enter").WaitFor("✓ completed", "3 rows", "s Sort").Press("space", "space").WaitFor("2 marked")
	d.Press("u").WaitFor("Use 2 marked rows in", "Expense Report  Date, What, Category, Amount, Billable to the customer").Press("enter")
	d.WaitFor("› Expense Report", "2/20 items", "Train, Milan to Turin", "▌ ○ Title", "● Currency *", "Taken from 2 marked rows: Date, What,").Type("Again")
	d.Press("ctrl+s").WaitFor("Not sent").Press("esc").WaitFor("2 marked")
	d.Press("u").WaitFor("Use 2 marked rows in").Press("enter").WaitFor("Again") // as it was left
}

func TestRowsThatSuitNoFormAreSaid(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Trip, apptest.Quick, 120, 40)
	d.Press("f3").WaitFor("Start from…").Press("1").WaitFor("Example 1 loaded").Press("ctrl+s").WaitFor("Send  enter").Press("enter")
	d.WaitFor("✓ Done", "12 rows", "s Sort").Press("u").WaitFor("Use this row in", "Expense Report  Date").Press("esc").WaitGone("Use this row in")
	d.Press("space", "u").WaitFor("Use 1 marked row in") // the cursor is on the next one
	apptest.ShowFile(t, "things.json", apptest.Things(3), apptest.ThingSchema, 80, 24).WaitFor("3 rows").Press("u").WaitFor("No agent is open whose form could take this row")
}

// A value of the JSON view goes into the field that has its name, and a result into the fields that have the names of its members.
func TestValuesAreUsedInAForm(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Parcel, apptest.Quick, 120, 40)
	d.Press("f3").WaitFor("Start from…").Press("1").WaitFor("Example 1 loaded").Press("ctrl+s").WaitFor("Send  enter").Press("enter")
	d.WaitFor("✓ Done").Press("u").WaitFor("Use this result in", "Send a Parcel  Receiver › Name, Handling").Press("esc").WaitGone("Use this result in")
	d.Press("v").WaitFor("Path  .").Press("down", "down", "down", "down", "down").WaitFor("Path  .handling")
	d.Press("u").WaitFor("Use this value in", "Send a Parcel  Handling").Press("enter").WaitFor("● Handling", "This side up, Fragile")
	d.Press("esc").WaitFor("Path  .handling").Press("up", "u").WaitFor("No form has fields with the names and types of this value")
}

// The forms of a saved agent that was opened for one are offered with those of the open agents from then on.
func TestAgentThatWasTakenStaysOpen(t *testing.T) {
	t.Parallel()
	keep := apptest.Home(t)
	apptest.Save(t, keep, store.Saved{Name: "books", URL: apptest.DemoAgent(t, apptest.Quick).URL}, store.Saved{Name: "gone", URL: "http://127.0.0.1:1"})
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Show: apptest.OpenedFile(t, "lines.json", `[{"date": "2026-03-02", "what": "Train", "category": "travel", "amount": 24.9}]`, ""), Store: keep}), 100, 30)
	d.WaitFor("1 row").Press("u").WaitFor("Saved agents…  reads 2 cards").Press("enter").WaitFor("Expense Report of books").Press("enter")
	d.WaitFor("› Expense Report", "Taken from this row").Press("esc").WaitFor("1 row").Press("u").WaitFor("Expense Report of books", "Saved agents…  reads 1 card")
}

// The forms of saved agents are offered once the user asks for their cards.
func TestResultIsUsedInAFormOfASavedAgent(t *testing.T) {
	t.Parallel()
	keep := apptest.Home(t)
	other := apptest.DemoAgent(t, apptest.Quick)
	apptest.Save(t, keep, store.Saved{Name: "books", URL: other.URL}, store.Saved{Name: "gone", URL: "http://127.0.0.1:1"})
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Show: apptest.OpenedFile(t, "lines.json", `[{"date": "2026-03-02", "what": "Train", "category": "travel", "amount": 24.9}]`, ""), Store: keep}), 100, 30)
	d.WaitFor("1 row").Press("u").WaitFor("Use this row in", "Saved agents…  reads 2 cards").Press("enter")
	d.WaitFor("Expense Report of books  Date, What, Category, Amount", "1 form of saved agents; 1 saved agent did not answer").Press("enter")
	d.WaitFor("› Expense Report", "1/20 items", "Train", "Taken from this row: Date, What")
}

// Once the cards of the saved agents are read, the cursor is at the first of their forms.
func TestFormsOfSavedAgentsAreUnderTheCursor(t *testing.T) {
	t.Parallel()
	keep := apptest.Home(t)
	other := apptest.DemoAgent(t, apptest.Quick)
	apptest.Save(t, keep, store.Saved{Name: "books", URL: other.URL})
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: apptest.DemoAgent(t, apptest.Quick).URL, Store: keep}), 100, 30)
	d.WaitFor("Fight Comparison").Press("down", "down").WaitFor("▌ Expense Report").Press("enter").WaitFor("Title *").Press("f3").WaitFor("Start from…").Press("1").WaitFor("Example 1 loaded").Press("ctrl+s").WaitFor("Send  enter").Press("enter")
	d.WaitFor("Approve a total").Type("yes").Press("enter").WaitFor("✓ Done", "3 rows", "s Sort").Press("u").WaitFor("▌ Expense Report  Date", "Saved agents…  reads 1 card").Press("end", "enter")
	d.WaitFor("▌ Expense Report of books  Date", "1 form of saved agents")
}

// A stored run's agent is opened for a form of its, where it is not open.
func TestResultOfAStoredRunIsUsedInAForm(t *testing.T) {
	t.Parallel()
	keep, agent := apptest.Home(t), apptest.DemoAgent(t, apptest.Quick)
	d := apptest.StartWith(t, kit.Options{Ref: agent.URL, Store: keep}, 100, 30).WaitFor("Fight Comparison").Press("down", "1").WaitFor("Example 1 loaded")
	d.Press("ctrl+s").WaitFor("Send  enter").Press("enter").WaitFor("✓ Done", "12 rows")

	d = apptest.StartWith(t, kit.Options{Store: keep}, 100, 30).WaitFor("Open an agent").Press("alt+h").WaitFor("1 run").Press("enter").WaitFor(", recorded", "12 rows")
	d.Press("u").WaitFor("Use this row in", "Expense Report of Demo Agent  Date").Press("enter").WaitFor("› Expense Report", "Taken from this row").Press("esc").WaitFor(", recorded", "12 rows")
	_ = agent.Close()
	d.Press("u").WaitFor("Use this row in", "Expense Report of Demo Agent").Press("esc").WaitGone("Use this row in") // it is open now

	d = apptest.StartWith(t, kit.Options{Store: keep}, 100, 30).WaitFor("Open an agent").Press("alt+h").WaitFor("1 run").Press("enter").WaitFor(", recorded", "12 rows")
	d.Press("u").WaitFor("Demo Agent cannot be opened: connection: nothing is listening at")
}
