package ui_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"

	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

const invoiceSchema = `{"type":"object","required":["status"],"properties":{"status":{"type":"string","title":"Status"},"tax":{"type":"number","title":"Tax"}}}`

// invoiceAgent answers a form with the invoices of a state, with a tax on them.
func invoiceAgent(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile("../render/table/testdata/tables/invoices.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []map[string]any
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	return apptest.Agent(t, apptest.OneForm(invoiceSchema), func(w http.ResponseWriter, r *http.Request) {
		var call struct {
			ID     json.RawMessage
			Params struct {
				Message struct {
					Parts []struct {
						Data struct {
							Status string
							Tax    float64
						}
					}
				}
			}
		}
		_ = json.NewDecoder(r.Body).Decode(&call)
		asked := call.Params.Message.Parts[0].Data
		rows := []map[string]any{}
		for _, row := range all {
			if row["Status"] == asked.Status && len(rows) < 5 {
				row = map[string]any{"Invoice": row["InvoiceNumber"], "Customer": row["CustomerName"], "Total": row["Total"].(float64) + asked.Tax}
				rows = append(rows, row)
			}
		}
		var out bytes.Buffer
		_ = json.NewEncoder(&out).Encode(map[string]any{"jsonrpc": "2.0", "id": call.ID, "result": map[string]any{"task": map[string]any{
			"id": "t-" + asked.Status, "contextId": "c", "status": map[string]any{"state": "TASK_STATE_COMPLETED"},
			"artifacts": []any{map[string]any{"artifactId": "a", "parts": []any{map[string]any{"data": rows}}}},
		}}})
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.Copy(w, &out)
	})
}

// From 140 columns on a run is beside its form: it is asked again from there, and what changed is marked and counted.
func TestRunIsBesideItsForm(t *testing.T) {
	t.Parallel()
	app := ui.New(t.Context(), kit.Options{Ref: invoiceAgent(t), Store: apptest.Home(t), Demo: apptest.NoDemo, Mouse: true})
	d := uitest.Start(t, app, 150, 30).WaitFor("The skill").Press("enter").WaitFor("Status *").Type("paid")
	d.Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("╭ The skill", "╭▌a", "5 rows", "Björn Aas", "tab To the form").WaitGone("Asked")
	d.Press("tab").WaitFor("╭▌The skill", "╭ a").Press("alt+w").WaitFor("╭▌a").Press("esc").WaitFor("╭▌The skill", "╭ a", "alt+w To the result").Press("tab").WaitFor("▌ ○ Tax").Type("3")
	d.Press("ctrl+s").WaitFor("› Review", "tax").Press("A").WaitFor("╭▌The skill", "5 rows · 5 values changed", "Ctrl+S in this form sends at once now", "Send again  ctrl+s")
	d.Press("up").WaitFor("▌ ● Status").Press("ctrl+u").Type("overdue").Press("ctrl+s").WaitFor("Aldous Brine", "╭▌The skill").WaitGone("changed", "Björn Aas")
	d.Press("esc").WaitFor("Last result").WaitGone("╭ a").Press("enter").WaitFor("The form is as you left it", "Status", "overdue") // the run came after the form
	d.Press("ctrl+s").WaitFor("╭▌a", "╭ The skill").Press("Z").WaitFor("╭▌a").WaitGone("╭ The skill").Press("Z").WaitFor("╭ The skill")
	apptest.ClickAt(t, d, "● Tax", 3).WaitFor("╭▌The skill", "▌ ● Tax")
	apptest.ClickAt(t, d, "Rosa Amundsen", 0).WaitFor("╭▌a", "Customer  Rosa Amundsen")
	apptest.ClickAt(t, d, "The skill › Run", 0).WaitFor("╭▌The skill")
	d.Resize(100, 30).WaitGone("Amara Diallo").WaitFor("● Tax").Press("esc").WaitFor("Amara Diallo")
}

// Sending the same message again compares the two results, also on a narrow screen.
func TestResultIsComparedWithTheOneBefore(t *testing.T) {
	t.Parallel()
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: invoiceAgent(t), Store: apptest.Home(t), Demo: apptest.NoDemo}), 80, 24)
	d.WaitFor("The skill").Press("enter").WaitFor("Status *").Type("paid").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("✓ Done", "5 rows").WaitGone("as before")
	d.Press("r").WaitFor("The same message as before").Press("enter").WaitFor("✓ Done", "5 rows · as before")
}

// What is sent again is another message: by the id of one that it knows, an agent may take it for a retry.
func TestSendAgainIsAnotherMessage(t *testing.T) {
	t.Parallel()
	ids, answer := make(chan string, 2), apptest.Says(`"result":{"kind":"message","role":"agent","messageId":"m","parts":[{"kind":"data","data":[{"n":1}]}]}`)
	url := apptest.Agent(t, apptest.OneForm(apptest.WordSchema), func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		var call struct {
			Params struct{ Message struct{ MessageID string } }
		}
		_ = json.Unmarshal(body, &call)
		ids <- call.Params.Message.MessageID
		answer(w, r)
	})
	d := apptest.Start(t, url, 80, 24).WaitFor("The skill").Press("enter").WaitFor("Word *").Type("x").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("1 row")
	d.Press("r").WaitFor("The same message as before").Press("enter").WaitFor("1 row · as before")
	if first, again := <-ids, <-ids; again == first || again == "" {
		t.Errorf("the ids are %q and %q", first, again)
	}
}

// A run is compared with the last one of its skill, also in another session and for a run that is opened from its file. Where there is none,
// the palette says so.
func TestDifferenceToTheRunBefore(t *testing.T) {
	t.Parallel()
	agent, keep := invoiceAgent(t), apptest.Home(t)
	ask := func(tax string) *uitest.Driver {
		d := uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: agent, Store: keep, Demo: apptest.NoDemo}), 100, 30)
		d.WaitFor("The skill").Press("enter").WaitFor("Status *").Type("paid").Press("tab").WaitFor("▌ ○ Tax").Type(tax).Press("ctrl+s").WaitFor("› Review").Press("enter")
		return d.WaitFor("✓ Done", "5 rows")
	}
	find := func(d *uitest.Driver, note string) {
		t.Helper()
		for range 100 { // it is offered once the file of the run is complete, a moment after its end
			d.Press("ctrl+o").WaitFor("type to filter").Type("differences").WaitFor("/ differences")
			if strings.Contains(d.Screen(), note) && !strings.Contains(d.Screen(), "the run goes on") {
				return
			}
			d.Press("esc").WaitGone("/ differences")
		}
		t.Fatalf("%q is not on the screen:\n%s", note, d.Screen())
	}
	d := ask("")
	find(d, "– no earlier run of The skill")
	d.Press("enter").WaitFor("Diff: no earlier run of The skill")

	d = ask("3")
	find(d, "▌ Diff")
	d.Press("enter").WaitFor("› Diff", "Asked differently: Tax (left out) → 3. 5 of 5 rows changed.", "▌ ~ Invoice INV-2022-00101 · Total")

	d = uitest.Start(t, ui.New(t.Context(), kit.Options{Store: keep, Demo: apptest.NoDemo}), 100, 30)
	d.WaitFor("Open an agent").Press("alt+h").WaitFor("2 runs").Press("enter").WaitFor("› Run", "5 rows")
	find(d, "▌ Diff")
	d.Press("enter").WaitFor("› Diff", "Asked differently: Tax (left out) → 3. 5 of 5 rows changed.")
}

// A run that was made from another one is compared with that: from its form, sent again as it was, or from the form that its result led back to.
func TestDifferenceToTheRunThatWasEdited(t *testing.T) {
	t.Parallel()
	agent, keep := invoiceAgent(t), apptest.Home(t)
	opts := kit.Options{Ref: agent, Store: keep, Demo: apptest.NoDemo}
	for i, tax := range []string{"1", "2"} {
		d := uitest.Start(t, ui.New(t.Context(), opts), 100, 30).WaitFor("The skill").Press("enter").WaitFor("Status *").Type("paid").Press("tab").WaitFor("▌ ○ Tax").Type(tax)
		d.Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("✓ Done", "5 rows").WaitGone("d Diff")
		d.WaitOutside("the file of the run", func() bool {
			list, err := keep.Runs()
			return err == nil && len(list.Runs) == i+1 && list.Runs[0].HasResult()
		})
	}
	first := func() *uitest.Driver {
		d := uitest.Start(t, ui.New(t.Context(), opts), 100, 30).WaitFor("The skill").Press("alt+h").WaitFor("› History", "paid, 1").Press("end", "enter")
		return d.WaitFor("› Run", "paid, 1", "5 rows")
	}
	d := first().Press("o").WaitFor("● Tax").Press("down").WaitFor("▌ ● Tax").Press("ctrl+u").Type("3").Press("ctrl+s").WaitFor("› Review").Press("enter")
	d.WaitFor("✓ Done", "d Diff").Press("d").WaitFor("› Diff", "Asked differently: Tax 1 → 3. 5 of 5 rows changed.")
	d.Press("esc").WaitFor("✓ Done").Press("esc").WaitFor("● Tax").Press("down").WaitFor("▌ ● Tax").Press("ctrl+u").Type("4").Press("ctrl+s").WaitFor("› Review").Press("enter")
	d.WaitFor("✓ Done", "5 values changed", "d Diff").Press("d").WaitFor("› Diff", "Asked differently: Tax 3 → 4.")

	d = first().Press("r").WaitFor("› Review").Press("enter")
	d.WaitFor("✓ Done", "d Diff").Press("d").WaitFor("› Diff", "✓ No difference.")
	d.Press("esc").WaitFor("✓ Done").Press("r").WaitFor("› Review").Press("enter").WaitFor("✓ Done", "d Diff").Press("o").WaitFor("● Tax").Press("down").WaitFor("▌ ● Tax").Press("ctrl+u").Type("5").Press("ctrl+s").WaitFor("› Review").Press("enter")
	d.WaitFor("✓ Done", "d Diff").Press("d").WaitFor("› Diff", "Asked differently: Tax 1 → 5.")
}

// An open row takes the place of the form, which comes back when it is closed; what is opened above the two leaves their sizes alone.
func TestOpenRowTakesThePlaceOfTheForm(t *testing.T) {
	t.Parallel()
	d := apptest.Start(t, invoiceAgent(t), 150, 30).WaitFor("The skill").Press("enter").WaitFor("Status *").Type("paid")
	d.Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("╭ The skill", "╭▌a", "5 rows", "tab To the form")
	d.Press("enter").WaitFor("Row 1 of 5", "Björn Aas", "esc Close row").WaitGone("╭ The skill")
	d.Press("esc").WaitFor("╭ The skill", "╭▌a", "tab To the form").WaitGone("Row 1 of 5")
	d.Press("c").WaitFor("▌Columns").Press("esc").WaitFor("╭ The skill", "╭▌a")
}

// So does a chart, which would be in the place of the table else.
func TestChartTakesThePlaceOfTheForm(t *testing.T) {
	t.Parallel()
	d := apptest.Start(t, invoiceAgent(t), 150, 30).WaitFor("The skill").Press("enter").WaitFor("Status *").Type("paid")
	d.Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("╭ The skill", "╭▌a", "5 rows")
	d.Press("b").WaitFor("Total by", "5 rows", "Björn Aas").WaitGone("╭ The skill")
	d.Press("esc").WaitFor("╭ The skill", "╭▌a", "tab To the form").WaitGone("Total by")
}

// In the place of the table, a chart leaves the keys of the run alone.
func TestRunIsEditedFromAChart(t *testing.T) {
	t.Parallel()
	d := apptest.Start(t, invoiceAgent(t), 80, 24).WaitFor("The skill").Press("enter").WaitFor("Status *").Type("paid")
	d.Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("5 rows").Press("b").WaitFor("▌Total by", "Close chart").WaitGone("5 rows")
	d.Press("o").WaitFor("Status *", "paid").WaitGone("Total by")
}

// The palette of a form finds what can be done with the result beside it, and does it there.
func TestPaletteOfAFormFindsTheResult(t *testing.T) {
	t.Parallel()
	d := apptest.Start(t, invoiceAgent(t), 150, 30).WaitFor("The skill").Press("enter").WaitFor("Status *").Type("paid")
	d.Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("╭ The skill", "╭▌a", "5 rows").Press("alt+w").WaitFor("╭▌The skill")
	d.Press("ctrl+o").WaitFor("type to filter").WaitGone("in the result").Type("chart").WaitFor("▌ Chart", "in the result").Press("enter").WaitFor("Total by", "╭▌a")
}

// A table that would hide columns beside its form has the whole width. It hides the columns that the list of columns says it hides.
func TestWideTableIsNotBesideItsForm(t *testing.T) {
	t.Parallel()
	wide := map[string]any{}
	for i := range 14 {
		wide[fmt.Sprintf("Column %02d", i)] = fmt.Sprintf("value number %02d", i)
	}
	data, err := json.Marshal([]any{wide, wide})
	if err != nil {
		t.Fatal(err)
	}
	url := apptest.Agent(t, apptest.OneForm(invoiceSchema), apptest.Says(`"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[{"data":`+string(data)+`}]}]}}`))
	d := apptest.Start(t, url, 160, 40).WaitFor("The skill").Press("enter").WaitFor("Status *").Type("paid")
	d.Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("more columns →", "✓ Done").WaitGone("The skill ─")
	_, after, _ := strings.Cut(d.Screen(), "2 rows · ")
	further, _, _ := strings.Cut(after, " more columns")
	n, err := strconv.Atoi(further)
	if err != nil {
		t.Fatal(err)
	}
	d.Press("c").WaitFor(fmt.Sprintf("%d of 14 in sight", 14-n))
}

// A form that is sent again shows the new result as the user had the one before: order, filter, columns and marks.
func TestSendAgainKeepsTheView(t *testing.T) {
	t.Parallel()
	for _, width := range []int{150, 80} {
		d := apptest.Start(t, invoiceAgent(t), width, 30).WaitFor("The skill").Press("enter").WaitFor("Status *").Type("paid")
		d.Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("5 rows", "Björn Aas").WaitGone("Asked")
		d.Press("end", "s", "enter").WaitFor("▼Total").Press("f").Type("total<5").Press("enter").WaitFor("3 of 5 rows", "total<5")
		d.Press("home", "c").WaitFor("▌ ● Customer").Press("space").WaitFor("▌ ○ Customer", "hidden").Press("esc").WaitGone("Noor Rahman")
		d.Press("G", "space").WaitFor("1 marked")
		toForm(d, width).Press("tab").WaitFor("▌ ○ Tax").Type("0.01").Press("ctrl+s").WaitFor("› Review").Press("enter")
		d.WaitFor("▼Total", "of 5 rows · 5 values changed", "total<5", "1 marked", `Still filtered by "total<5": Esc shows all rows`).WaitGone("Customer")
		if width < 140 { // in the form and in the filter d is a letter
			d.WaitFor("d Diff").Press("f").WaitFor("filter: ").WaitGone("d Diff").Press("esc").WaitGone("filter: ")
		}
		d.WaitFor("Invoice  INV-2022-00107")
		if toForm(d, width); width < 140 { // it begins with the first field
			d.WaitFor("▌ ● Status").Press("tab")
		}
		d.WaitFor("▌ ● Tax").Press("ctrl+u").Type("100").Press("ctrl+s").WaitFor("› Review").Press("enter")
		d.WaitFor(" 5 rows", `No row of this result matches "total<5": all are shown`).WaitGone("of 5 rows")
	}
}

// toForm goes back to the form of a run.
func toForm(d *uitest.Driver, width int) *uitest.Driver {
	if width < 140 {
		return d.Press("o").WaitFor("● Status")
	}
	if strings.Contains(d.Screen(), "╭▌The skill") {
		return d
	}
	return d.Press("alt+w").WaitFor("╭▌The skill")
}

// A view whose column is not in the next result is given up, with a word, where that result is complete.
func TestSendAgainWithoutTheColumn(t *testing.T) {
	t.Parallel()
	url := answersInTurn(t, `[{"id":"a","n":1},{"id":"b","n":2}]`, `[{"id":"a"},{"id":"b"}]`)
	d := apptest.Start(t, url, 100, 30).WaitFor("The skill").Press("enter").WaitFor("Word *").Type("x").Press("ctrl+s").WaitFor("› Review").Press("enter")
	d.WaitFor("2 rows", "▌a ─").Press("end", "s", "enter", "s", "enter").WaitFor("▲n").Press("f").Type("n>1").Press("enter").WaitFor("1 of 2 rows")
	d.Press("o").WaitFor("● Word").Press("ctrl+s").WaitFor("› Review").Press("enter")
	d.WaitFor("2 rows · as before", `the filter "n>1" and the order by n no longer apply`)
}

// A filter that no row of the new result matches is given up, and the first rows are in sight.
func TestSendAgainGivesUpAFilterWithoutRows(t *testing.T) {
	t.Parallel()
	url := answersInTurn(t, `[{"id":"a","city":"Oslo"},{"id":"b","city":"Bern"}]`, `[{"id":"c","city":"Rome"},{"id":"d","city":"Bern"},{"id":"b","city":"Linz"}]`)
	d := apptest.Start(t, url, 100, 30).WaitFor("The skill").Press("enter").WaitFor("Word *").Type("x").Press("ctrl+s").WaitFor("› Review").Press("enter")
	d.WaitFor("2 rows", "▌a ─").Press("/").Type("city:oslo,paris").Press("enter").WaitFor("1 of 2 rows")
	d.Press("o").WaitFor("● Word").Press("ctrl+s").WaitFor("› Review").Press("enter")
	d.WaitFor("3 rows", `No row of this result matches "city:oslo,paris": all are shown`, "Rome", "Linz").WaitGone("of 3 rows")
}

// A form from which a result was left leads back to it, until it is sent again.
func TestFormLeadsBackToItsResult(t *testing.T) {
	t.Parallel()
	d := apptest.Start(t, invoiceAgent(t), 80, 24).WaitFor("The skill").Press("enter").WaitFor("Status *").WaitGone("To the result").Type("paid")
	d.Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("5 rows", "Björn Aas").Press("s", "enter").WaitFor("▲").Press("esc").WaitFor("● Status", "alt+w To the result")
	d.Press("alt+w").WaitFor("5 rows", "▲").WaitGone("changed", "To the result").Press("esc").WaitFor("● Status")
	d.Press("tab").WaitFor("▌ ○ Tax").Type("0.01").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("5 rows · 5 values changed")
	d.Press("esc").WaitFor("To the result").Press("esc").WaitFor("Skills").Press("enter").WaitFor("● Status", "The form is as you left it")
}

// A run that is left while it works, and opened again, is not compared with itself.
func TestRunIsNotComparedWithItself(t *testing.T) {
	t.Parallel()
	for _, back := range []string{"alt+w", "f5"} {
		end := make(chan struct{})
		ref := apptest.Agent(t, apptest.StreamingForm(), func(w http.ResponseWriter, r *http.Request) {
			call, _ := io.ReadAll(r.Body)
			r.Body = io.NopCloser(bytes.NewReader(call))
			apptest.Streams(`{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`, apptest.Chunk(false, 1, 2))(w, r)
			_ = http.NewResponseController(w).Flush()
			<-end
			r.Body = io.NopCloser(bytes.NewReader(call))
			apptest.Streams(`{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}`)(w, r)
		})
		d := apptest.Start(t, ref, 80, 24).WaitFor("The skill").Press("enter").WaitFor("▌ ○ W").Type("a").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("2 rows")
		d.Press("esc").WaitFor("▌ ● W").Press(back)
		if back == "f5" {
			d.WaitFor("› History", "▌ ● The skill").Press("enter")
		}
		d.WaitFor("2 rows")
		close(end)
		d.WaitFor("✓ Done", "2 rows").WaitGone("as before")
	}
}

// answersInTurn is an agent whose skill takes a word, and answers with each of some data in turn.
func answersInTurn(t *testing.T, results ...string) (url string) {
	next := make(chan string, len(results))
	for _, result := range results {
		next <- result
	}
	return apptest.Agent(t, apptest.OneForm(apptest.WordSchema), func(w http.ResponseWriter, r *http.Request) {
		var call struct{ ID json.RawMessage }
		_ = json.NewDecoder(r.Body).Decode(&call)
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"},
			"artifacts":[{"artifactId":"a","parts":[{"data":%s}]}]}}}`, call.ID, <-next)
	})
}
