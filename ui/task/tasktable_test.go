package task_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"a2aform/ui/apptest"

	"a2aform/ui/uitest"
)

// settling streams rows, then ends when it may.
func settling(t *testing.T, w, h int) (d *uitest.Driver, more chan<- string) {
	t.Helper()
	events := make(chan string)
	url := apptest.Agent(t, apptest.StreamingForm(), func(w http.ResponseWriter, r *http.Request) {
		var call struct{ ID json.RawMessage }
		_ = json.NewDecoder(r.Body).Decode(&call)
		w.Header().Set("Content-Type", "text/event-stream")
		for {
			select {
			case event := <-events:
				fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\n\n", call.ID, event)
				w.(http.Flusher).Flush()
			case <-r.Context().Done():
				return
			}
		}
	})
	d = apptest.Start(t, url, w, h).WaitFor("The skill").Press("enter").WaitFor("Word *").Type("x").Press("ctrl+s").WaitFor("Send  enter").Press("enter")
	events <- `{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING","message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"counting"}]}}}}`
	events <- apptest.Chunk(false, 30, 10, 20)
	return d, events
}

const settled = `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}`

// While a task runs, keys go to the messages of the agent; once its table is complete, to
// the table next to them. z gives the table the screen, and brings the panes back.
func TestTaskHasItsTableInPane(t *testing.T) {
	t.Parallel()
	d, more := settling(t, 120, 30)
	d.WaitFor("▌Scripted", "╭ a ─", "3 rows", "counting", " 3 rows").Press("s").WaitGone("▲")
	more <- settled
	d.WaitFor("▌a ─", "╭ Scripted", "✓ Done", "▌   30").Press("down").WaitFor("▌   10").Press("s", "enter", "s", "enter").WaitFor("▲n")
	d.Press("f").WaitFor("filter:").Type("n>15").Press("enter").WaitFor("2 of 3 rows").WaitGone(" 10 ")
	d.Press("z").WaitFor("› a", "2 of 3 rows", "✓ Done").WaitGone("Scripted ─")
	d.Press("esc").WaitFor("All rows again", "› a").Press("z").WaitFor("╭ Scripted", "▌a ─").WaitGone("› a")
	d.Press("tab").WaitFor("▌Scripted", "╭ a ─").Press("enter").WaitFor("› a").WaitGone("Scripted ─").Press("tab").WaitFor("The messages are hidden; z shows them").Press("z").WaitFor("▌Scripted").Press("tab").WaitFor("▌a ─")
	d.Press("v").WaitFor("› JSON", `"n": 30`).Press("esc").WaitFor("▌a ─").Press("z").WaitFor("› a", "▲").Press("z").WaitFor("▌a ─", "╭ Scripted")
	d.Press("enter").WaitFor("╭ Row 3 · 2 of 3 rows").WaitGone("╭ Scripted") // the row takes the columns of the messages
	d.Press("tab").WaitFor("▌Scripted").Press("tab").WaitFor("▌a ─", "╭ Row 3 · 2").Press("esc").WaitFor("╭ Scripted", "▌a ─").Press("esc").WaitFor("Word *")
}

// On a narrow terminal the table fills the screen once it is complete, below the rail.
func TestSettledTableFillsNarrowScreen(t *testing.T) {
	t.Parallel()
	d, more := settling(t, 80, 24)
	d.WaitFor("╭ a ─", "3 rows", "counting").Press("tab").WaitFor("▌a ─").Press("tab").WaitFor("▌Scripted").Press("tab").WaitFor("▌a ─")
	more <- settled
	d.WaitFor("✓ Done").Press("esc").WaitFor("Word *") // the user had chosen the pane

	d, more = settling(t, 80, 24)
	d.WaitFor("╭ a ─", "3 rows", "counting")
	more <- settled
	d.WaitFor("› a", "✓ Done", " 3 rows").Press("z").WaitFor("counting", "▌a ─").Press("tab").WaitFor("▌Scripted").Press("enter").WaitFor("› a")
	d.Press("esc").WaitFor("Word *") // one key leads from the result to its form
}

// The result of a task that failed is not what its user must see first.
func TestFailedTaskKeepsMessagesInFocus(t *testing.T) {
	t.Parallel()
	d, more := settling(t, 80, 24)
	d.WaitFor("╭ a ─", "3 rows")
	more <- strings.Replace(settled, "COMPLETED", "FAILED", 1)
	d.WaitFor("✗ Failed", "╭ a ─", "counting")
}

// A click goes to a pane, then to a cell of the table there.
func TestTableInPaneTakesClicks(t *testing.T) {
	t.Parallel()
	d := apptest.WithMouse(t, apptest.Trip, 139, 30).WaitFor("Destination").Press("ctrl+t").WaitFor("Blank form").Press("1").WaitFor("of 6 required")
	d.Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("✓ Done", "▌Itinerary")
	apptest.ClickAt(t, d, "Cooking class", 1).WaitFor("Activity  Cooking class") // below the last words of the agent
	d.Press("z").WaitFor("╭ Demo Agent")
	apptest.ClickAt(t, d, "Looking at a map", 1).WaitFor("▌Demo Agent").WaitGone("Activity  Cooking")
	apptest.ClickAt(t, d, "of rain    Cost", 13).WaitFor("▌Itinerary")
	apptest.ClickAt(t, d, "of rain    Cost", 13).WaitFor("▼Cost")
	d.Press("z").WaitFor("› Itinerary").WaitGone("╭ Demo Agent")
	apptest.ClickAt(t, d, "Activity", 1).WaitFor("▲Activity")
}

// Messages that would hide columns are folded into the line of the states, until z brings them back. Esc leaves the run at once, as beside them.
func TestMessagesFoldBeforeColumnsHide(t *testing.T) {
	t.Parallel()
	open := func() *uitest.Driver {
		d := apptest.OpenSkill(t, apptest.Trip, apptest.Quick, 100, 30)
		d.Press("f3").WaitFor("Start from…").Press("1").WaitFor("Example 1 loaded").Press("ctrl+s").WaitFor("Send  enter").Press("enter")
		return d.WaitFor("✓ Done: All of it costs", "1 more column →", "Booked", "Place").WaitGone("╭ Demo Agent")
	}
	open().Press("z").WaitFor("╭ Demo Agent", "3 more columns →").Press("z").WaitFor("1 more column →", "✓ Done: All of it costs")
	open().Press("esc").WaitFor("Destination")
}

// What the agent said at the end is in the line of the states where it fits there whole; then the table begins right below it.
func TestShortLastWordsHaveNoLineOfTheirOwn(t *testing.T) {
	t.Parallel()
	row := strings.TrimSuffix(strings.Repeat(`"a long enough name %d":"a long enough value",`, 6), ",")
	row = fmt.Sprintf("{"+row+"}", 1, 2, 3, 4, 5, 6)
	said := func(state, text string) string {
		return `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"` + state + `","message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"` + text + `"}]}}}}`
	}
	url := apptest.Agent(t, apptest.StreamingForm(), apptest.Streams(
		`{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`, said("TASK_STATE_WORKING", "Looking"),
		`{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"a","name":"Found","parts":[{"data":[`+row+`,`+row+`]}]}}}`,
		said("TASK_STATE_COMPLETED", "2 rows found"),
	))
	d := apptest.Start(t, url, 100, 30).WaitFor("The skill").Press("enter").WaitFor("Word *").Type("x").Press("ctrl+s").WaitFor("Send  enter").Press("enter")
	d.WaitFor("✓ Done: 2 rows found").WaitGone("Looking").WaitUntil("the table below the states", func(screen string) bool {
		_, below, _ := strings.Cut(screen, "✓ Done: 2 rows found")
		_, below, _ = strings.Cut(below, "\n")
		return strings.HasPrefix(below, " ╭▌Found")
	})
}

// A result without rows says what was asked for, the way back to the form comes first, and what needs rows says that there are none.
func TestTableWithoutRowsOffersItsForm(t *testing.T) {
	t.Parallel()
	d, more := settling(t, 80, 24)
	more <- `{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"a","parts":[{"data":[]}]}}}`
	d.WaitFor("No rows yet.")
	more <- settled
	d.WaitFor("✓ Done", "No rows came for x.", "o Edit & resend").WaitGone("f Filter", "/ Search", "e Export", "c Columns").Press("f").WaitFor("There are no rows to look through")
	d.Press("o").WaitFor("Word *")
}
