package each_test

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"a2aform/internal/store"
	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// cities answers "list" with rows, and any other word with a number; it knows no Rome. Words wait for hold, if there is one.
type cities struct {
	hold chan struct{}
	mu   sync.Mutex
	sent map[string]int
}

func (c *cities) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	var call struct {
		ID     json.RawMessage
		Params struct {
			Message struct {
				Parts []struct {
					Data struct{ Word string }
				}
			}
		}
	}
	_ = json.Unmarshal(body, &call)
	word := call.Params.Message.Parts[0].Data.Word
	c.mu.Lock()
	c.sent[word]++
	c.mu.Unlock()
	data := fmt.Sprintf(`{"letters":%d}`, len(word))
	if word == "list" {
		data = `[{"word":"Oslo","country":"Norway"},{"word":"Rome","country":"Italy"},{"word":"Bern","country":"Switzerland"},{"word":"Paris","country":"France"},{"word":"Vienna","country":"Austria"},{"word":"Madrid","country":"Spain"}]`
	} else if c.hold != nil {
		<-c.hold
	}
	w.Header().Set("Content-Type", "application/json")
	if word == "Rome" {
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32602,"message":"no such city"}}`, call.ID)
		return
	}
	fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"data":%s}]}}}`, call.ID, data)
}

// eachCity opens the list of the cities and asks to use marked rows.
func eachCity(t *testing.T, c *cities, keep *store.Store, width, height int, marks int) *uitest.Driver {
	t.Helper()
	c.sent = map[string]int{}
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: apptest.Agent(t, apptest.OneForm(apptest.WordSchema), c.ServeHTTP), Store: keep}), width, height).WaitFor("The skill")
	apptest.OpenForm(d).Type("list").Press("ctrl+s").WaitFor("Send  enter").Press("enter").WaitFor("Norway")
	d.Press("z").WaitFor("6 rows", "Madrid")
	for range marks {
		d.Press("space")
	}
	return d.WaitFor(fmt.Sprintf("%d marked", marks)).Press("u").WaitFor(fmt.Sprintf("The skill for each of the %d rows  Word", marks)).Press("enter").WaitFor("The first one", "Oslo", "Only in the table: country")
}

// Marked rows are sent in a form each: the review says what is sent, each row is sent once, and the table at the end has the rows with
// the answers beside them.
func TestEachRowIsSentFromATable(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {100, 30}, {160, 45}} {
		name := fmt.Sprintf("%dx%d", size[0], size[1])
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, keep := &cities{}, apptest.Home(t)
			d := eachCity(t, c, keep, size[0], size[1], 3)
			d.WaitFor("3 messages, one for each of the 3 marked rows", "Send 3 messages").Golden("each-" + name)
			d.Press("enter").WaitFor("3 rows", "Answers to 3 marked rows", "letters", "refused", "1 message failed").Golden("each-table-" + name)
			c.mu.Lock()
			sent := maps.Clone(c.sent)
			c.mu.Unlock()
			if len(sent) != 4 || sent["Oslo"] != 1 || sent["Rome"] != 1 || sent["Bern"] != 1 {
				t.Errorf("sent: %v", sent)
			}
			list, err := keep.Runs()
			runs := list.Runs
			if err != nil || len(runs) != 4 {
				t.Fatalf("%v: %d runs", err, len(runs))
			}
			var rows []int
			for _, r := range runs {
				if r.FedBy != nil && r.FedBy.Run == runs[3].ID {
					rows = append(rows, r.FedBy.Rows...)
				}
			}
			if slices.Sort(rows); !slices.Equal(rows, []int{1, 2, 3}) {
				t.Errorf("the runs are fed by rows %v", rows)
			}
			d.Press("u").WaitFor("Use this row in").Press("enter").WaitFor("Taken from this row").Press("ctrl+s").WaitFor("Send  enter").Press("enter").WaitFor("letters").WaitGone("──▸")
		})
	}
}

// After a stop no other row is sent; the answers to those that were come into the table.
func TestEachRowCanBeStopped(t *testing.T) {
	t.Parallel()
	c := &cities{hold: make(chan struct{})}
	d := eachCity(t, c, apptest.Home(t), 80, 24, 6).Press("enter").WaitFor("0/6", "running", "waits", "[ Stop  x ]")
	d.WaitUntil("four are sent", func(string) bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return len(c.sent) == 5
	})
	d.Press("x").WaitFor("Nothing more is sent. 4 runs to wait for")
	close(c.hold)
	d.WaitFor("6 rows", "not sent", "3 answers came. 1 message failed: the table says why. 2 rows were not sent.")
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.sent["Vienna"]+c.sent["Madrid"] != 0 || len(c.sent) != 5 {
		t.Errorf("sent: %v", c.sent)
	}
}

// Where a row does not fit the form, nothing is sent, and the row is named.
func TestRowsThatDoNotFitAreNotSent(t *testing.T) {
	t.Parallel()
	c := &cities{sent: map[string]int{}}
	keep := apptest.Home(t)
	form := apptest.OneForm(strings.Replace(apptest.WordSchema, `"title":"Word"`, `"title":"Word","maxLength":4`, 1))
	apptest.Save(t, keep, store.Saved{Name: "books", URL: apptest.Agent(t, form, c.ServeHTTP)})
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Show: apptest.OpenedFile(t, "words.json", `[{"word":"Oslo"},{"word":"Bergen"},{"word":"Rome"}]`, ""), Store: keep}), 100, 30)
	d.WaitFor("3 rows").Press("space", "space", "space").WaitFor("3 marked").Press("u").WaitFor("Saved agents…").Press("enter")
	d.WaitFor("The skill of books for each of the 3 rows").Press("enter").WaitFor("1 of 3 rows do not fit the form, so nothing is sent", "row 2", "Word")
	d.Press("enter").WaitFor("1 of 3 rows do not fit the form").Press("esc").WaitFor("3 marked")
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.sent) > 0 {
		t.Errorf("sent: %v", c.sent)
	}
}
