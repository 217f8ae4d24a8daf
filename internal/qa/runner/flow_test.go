package runner

import (
	"strings"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
)

// A case captures those values of its output that the next one sent under the same name; others stay as they were sent.
func TestFlowCapturesWhatFilledInTheNextForm(t *testing.T) {
	t.Parallel()
	const output = `{"order":{"id":17,"due-date":"2026-05-01","note":null},"lines":[{"what":"Taxi","amount":1},{"what":"Bus","amount":2.50}]}`
	for name, tt := range map[string]struct {
		pointer              string
		rows                 []int
		sent, want, captures string
	}{
		"an object":      {"/order", nil, `{"id":17,"dueDate":"2026-05-01","note":null,"by":"me"}`, `{"id":"${capture.id}","dueDate":"${capture.duedate}","note":null,"by":"me"}`, `id=.data.order.id duedate=.data.order["due-date"]`},
		"a row":          {"/lines", []int{2}, `{"what":"Bus","amount":3}`, `{"what":"${capture.what}","amount":3}`, `what=.data.lines[1].what`},
		"an item":        {"/lines", []int{2}, `{"title":"x","items":[{"what":"Bus"}]}`, `{"title":"x","items":[{"what":"${capture.what}"}]}`, `what=.data.lines[1].what`},
		"several rows":   {"/lines", []int{1, 2}, `{"items":[{"amount":1},{"amount":2.50}]}`, `{"items":[{"amount":"${capture.amount}"},{"amount":"${capture.amount_2}"}]}`, `amount=.data.lines[0].amount amount_2=.data.lines[1].amount`},
		"a single value": {"/order/id", nil, `{"id":17}`, `{"id":"${capture.id}"}`, `id=.data.order.id`},
		"twice":          {"/lines", []int{1}, `{"what":"Taxi","items":[{"what":"Taxi"}]}`, `{"what":"${capture.what}","items":[{"what":"${capture.what}"}]}`, `what=.data.lines[0].what`},
		"what was typed": {"/order", nil, `{"id": 18}`, `{"id": 18}`, ``},
		"nothing there":  {"/other", nil, `{"id": 17}`, `{"id": 17}`, ``},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v, err := ojson.Parse([]byte(output), ojson.DataLimits)
			if err != nil {
				t.Fatal(err)
			}
			from, to := &casefile.Case{}, &casefile.Case{Input: casefile.Input{Data: []byte(tt.sent)}}
			connect(from, to, v, &runfile.FedBy{Pointer: safe.Text(tt.pointer), Rows: tt.rows})
			var captures []string
			for _, c := range from.Captures {
				captures = append(captures, c.Name+"="+c.JQ)
			}
			if got := strings.Join(captures, " "); string(to.Input.Data) != tt.want || got != tt.captures {
				t.Errorf("%s with %s, want %s with %s", to.Input.Data, got, tt.want, tt.captures)
			}
		})
	}
}

// A form that an output filled in takes what another output has at the same places. What came from elsewhere stays.
func TestRefillTakesWhatAnotherOutputHas(t *testing.T) {
	t.Parallel()
	const (
		was = `{"order":{"id":17,"due-date":"2026-05-01","to":null},"lines":[{"what":"Taxi","amount":1},{"what":"Bus","amount":2.50}]}`
		is  = `{"order":{"id":18,"due-date":"2026-06-01","to":null},"lines":[{"what":"Tram","amount":3},{"what":"Boat","amount":null}]}`
	)
	for name, tt := range map[string]struct {
		pointer          string
		rows             []int
		sent, with, want string
	}{
		"an object":       {"/order", nil, `{"id":17,"dueDate":"2026-05-01","to":null,"by":"me"}`, is, `{"id":18,"dueDate":"2026-06-01","to":null,"by":"me"}`},
		"a row":           {"/lines", []int{1}, `{"what":"Taxi","amount":5}`, is, `{"what":"Tram","amount":5}`},
		"no value now":    {"/lines", []int{2}, `{"what":"Bus","amount":2.50}`, is, `{"what":"Boat","amount":2.50}`},
		"several rows":    {"/lines", []int{1, 2}, `{"items":[{"what":"Taxi"},{"what":"Bus"}]}`, is, `{"items":[{"what":"Tram"},{"what":"Boat"}]}`},
		"a single value":  {"/order/id", nil, `{"id":17}`, is, `{"id":18}`},
		"fewer rows now":  {"/lines", []int{1, 2}, `{"items":[{"what":"Taxi"},{"what":"Bus"}]}`, `{"lines":[{"what":"Tram"}]}`, `{"items":[{"what":"Tram"},{"what":"Bus"}]}`},
		"nothing there":   {"/order", nil, `{"id":17}`, `[]`, `{"id":17}`},
		"not JSON at all": {"/order", nil, `{`, is, `{`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			parse := func(text string) *ojson.Value {
				v, err := ojson.Parse([]byte(text), ojson.DataLimits)
				if err != nil {
					t.Fatal(err)
				}
				return v
			}
			got := Refill([]byte(tt.sent), &runfile.FedBy{Pointer: safe.Text(tt.pointer), Rows: tt.rows}, parse(was), parse(tt.with))
			if string(got) != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}
