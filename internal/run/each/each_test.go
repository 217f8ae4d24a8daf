package each_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/run/each"
	"a2aform/internal/safe"
)

// desk is an agent that answers by the item of the message, and remembers what it was sent.
type desk struct {
	mu   sync.Mutex
	sent []string
}

func (d *desk) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	if req.Method == http.MethodGet {
		fmt.Fprintf(w, `{"name":"desk","version":"1","capabilities":{},"skills":[{"id":"s","name":"s"}],
			"supportedInterfaces":[{"url":"http://%s/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`, req.Host)
		return
	}
	body, _ := io.ReadAll(req.Body)
	d.mu.Lock()
	d.sent = append(d.sent, string(body))
	d.mu.Unlock()
	task := `{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_%s","message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"%s"}]}}}}`
	result := `{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"data":{"price":7,"item":"as sent"}}]}}`
	switch text := string(body); {
	case strings.Contains(text, "broken"):
		result = fmt.Sprintf(task, "FAILED", "no such part")
	case strings.Contains(text, "unclear"):
		result = fmt.Sprintf(task, "INPUT_REQUIRED", "which one?")
	case strings.Contains(text, "words"):
		result = `{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"it is"},{"text":"in stock"}]}}`
	case strings.Contains(text, "list"):
		result = `{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"data":[1,2]}]}}`
	}
	fmt.Fprintf(w, `{"jsonrpc":"2.0","id":1,"result":%s}`, result)
}

func plan(t *testing.T, d *desk, schema string) *run.Plan {
	t.Helper()
	server := httptest.NewServer(d)
	t.Cleanup(server.Close)
	card, err := a2aclient.Fetch(t.Context(), server.URL)
	if err != nil {
		t.Fatal(err)
	}
	agent, err := card.Dial()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(agent.Close)
	return &run.Plan{Agent: agent, Input: &a2aclient.Input{Name: safe.Text("order"), Schema: []byte(schema)}}
}

func rows(t *testing.T, texts ...string) (list []*ojson.Value) {
	t.Helper()
	for _, text := range texts {
		v, err := ojson.Parse([]byte(text), ojson.DataLimits)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, v)
	}
	return list
}

const order = `{"type":"object","required":["item"],"properties":{"item":{"type":"string","minLength":2},"count":{"type":"integer"},
	"when":{"type":"string"},"password":{"type":"string","format":"password"}}}`

func TestRowsFillInForms(t *testing.T) {
	for _, tt := range []struct {
		name, row string
		isText    bool
		data      string // "" where the row does not fit
		problem   string
	}{
		{"as JSON", `{"item":"nut","count":2}`, false, `{"item":"nut","count":2}`, ""},
		{"as texts", `{"item":"nut","count":"2"}`, true, `{"item":"nut","count":2}`, ""},
		{"by the words of a name", `{"Item":"nut"}`, true, `{"item":"nut"}`, ""},
		{"an empty cell is no value", `{"item":"nut","count":""}`, true, `{"item":"nut"}`, ""},
		{"null is no value", `{"item":"nut","count":null}`, false, `{"item":"nut"}`, ""},
		{"a text that is no number", `{"item":"nut","count":"two"}`, true, "", "Count: not a number"},
		{"a value that is too short", `{"item":"n"}`, false, "", "at least 2 characters"},
		{"a member that is required", `{"count":1}`, false, "", "required"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			batch, err := each.New(plan(t, &desk{}, order), rows(t, tt.row), each.Options{IsText: tt.isText})
			if err != nil {
				t.Fatal(err)
			}
			r := batch.Rows[0]
			if tt.data == "" {
				if r.Plan != nil || batch.Unfit() != 1 || !strings.Contains(strings.Join(r.Problems, "\n"), tt.problem) {
					t.Errorf("%q, %d do not fit", r.Problems, batch.Unfit())
				}
				return
			}
			if r.Plan == nil || string(r.Plan.Data) != tt.data || batch.Unfit() != 0 {
				t.Errorf("%q, %d do not fit", r.Problems, batch.Unfit())
			}
		})
	}
}

func TestColumnsWithoutAField(t *testing.T) {
	batch, err := each.New(plan(t, &desk{}, order), rows(t, `{"item":"nut","shelf":"A","count":1}`, `{"item":"bolt","shelf":"B"}`), each.Options{Numbers: []int{4}})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(batch.Unused, []string{"shelf"}) || batch.Used != 3 || !slices.Equal(batch.Fields(), []string{"item", "count", "when", "password"}) {
		t.Errorf("unused %q, used %d, fields %q", batch.Unused, batch.Used, batch.Fields())
	}
	if batch.Rows[0].Number != 4 || batch.Rows[1].Number != 2 || batch.Rows[0].Summary() != "nut · A · 1" {
		t.Errorf("%d, %d, %q", batch.Rows[0].Number, batch.Rows[1].Number, batch.Rows[0].Summary())
	}
}

func TestFillFillsInTheRest(t *testing.T) {
	like := plan(t, &desk{}, order)
	batch, err := each.New(like, rows(t, `{"item":"nut"}`), each.Options{Fill: func(f *formgen.Form) error { return formgen.SetText(f, "/when", "soon") }})
	if err != nil || string(batch.Rows[0].Plan.Data) != `{"item":"nut","when":"soon"}` {
		t.Errorf("%v: %s", err, batch.Rows[0].Plan.Data)
	}
	fault := errors.New("no such field")
	if _, err := each.New(like, rows(t, `{"item":"nut"}`), each.Options{Fill: func(*formgen.Form) error { return fault }}); !errors.Is(err, fault) {
		t.Error(err)
	}
	batch, err = each.New(like, rows(t, `{}`), each.Options{Problems: func(error) []string { return []string{"in other words"} }})
	if err != nil || !slices.Equal(batch.Rows[0].Problems, []string{"in other words"}) {
		t.Errorf("%v: %q", err, batch.Rows[0].Problems)
	}
	like.Input.Schema = []byte(`{`)
	if _, err := each.New(like, nil, each.Options{}); err == nil || !strings.Contains(err.Error(), "the schema order cannot be used") {
		t.Error(err)
	}
}

func TestSecretsOfRowsAreNotShown(t *testing.T) {
	batch, err := each.New(plan(t, &desk{}, order), rows(t, `{"item":"nut","password":"hunter22"}`), each.Options{})
	if err != nil {
		t.Fatal(err)
	}
	masked, err := batch.Masked(0)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"summary": batch.Rows[0].Summary(), "table": string(batch.Table()), "masked": string(masked.Compact())} {
		if strings.Contains(text, "hunter22") || !strings.Contains(text, "nut") {
			t.Errorf("%s: %s", name, text)
		}
	}
	if !batch.Rows[0].Plan.Private || !strings.Contains(string(batch.Rows[0].Plan.Data), "hunter22") {
		t.Error("the secret is not sent, or the run is not private")
	}
}

// Every answer comes beside its row, whatever the order in which they come.
func TestAnswersBesideTheRows(t *testing.T) {
	d := &desk{}
	batch, err := each.New(plan(t, d, order), rows(t, `{"item":"nut"}`, `{"item":"broken"}`, `{"item":"unclear"}`, `{"item":"words"}`, `{"item":"list"}`), each.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := string(batch.Table()); strings.Count(got, `"outcome":"not sent"`) != 5 {
		t.Error(got)
	}
	var done []int
	batch.Send(t.Context(), each.Sending{Jobs: 3, Done: func(i int, _ each.Result) { done = append(done, i) }})
	slices.Sort(done)
	if !slices.Equal(done, []int{0, 1, 2, 3, 4}) || len(d.sent) != 5 {
		t.Errorf("done %v, %d were sent", done, len(d.sent))
	}
	for i, want := range []string{
		`{"item":"nut","outcome":"answered","price":7,"answer.item":"as sent"}`,
		`{"item":"broken","outcome":"failed","error":"no such part"}`,
		`{"item":"unclear","outcome":"input-required","error":"the agent asks: which one?"}`,
		`{"item":"words","outcome":"answered","answer":"it is\nin stock"}`,
		`{"item":"list","outcome":"answered","answer":[1,2]}`,
	} {
		r := batch.Results()[i]
		if row := rowOf(t, batch, i); row != want {
			t.Errorf("row %d is %s, want %s", i, row, want)
		}
		if fails := i == 1 || i == 2; r.HasFailed != fails || r.IsRunning {
			t.Errorf("row %d: %+v", i, r)
		}
	}
	if got := batch.Results()[1].Text(); got != "failed: no such part" {
		t.Error(got)
	}
}

func rowOf(t *testing.T, b *each.Batch, i int) string {
	t.Helper()
	v, err := ojson.Parse(b.Table(), ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	return string(v.Items()[i].Compact())
}

func TestStopSendsNoOther(t *testing.T) {
	d := &desk{}
	batch, err := each.New(plan(t, d, order), rows(t, `{"item":"nut"}`, `{"item":"bolt"}`, `{"item":"gear"}`), each.Options{})
	if err != nil {
		t.Fatal(err)
	}
	batch.Send(t.Context(), each.Sending{Jobs: 1, Run: run.Options{}, Done: func(int, each.Result) { batch.Stop() }})
	// The next row may have begun before Done was called.
	if n := len(d.sent); n == 0 || n == 3 || !strings.Contains(rowOf(t, batch, 2), "not sent") {
		t.Errorf("%d were sent: %s", n, batch.Table())
	}
}

func TestResultText(t *testing.T) {
	for want, r := range map[string]each.Result{
		"completed":          {Outcome: "completed"},
		"failed: no paper":   {Outcome: "failed", Why: "no paper"},
		"lost: no answer":    {Outcome: "lost", Why: "lost: no answer"},
		"rejected: too many": {Outcome: "rejected", Why: "too many"},
	} {
		if got := r.Text(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
