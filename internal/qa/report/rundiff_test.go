package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/diff"
	"a2aform/internal/qa/runner"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render"
)

func side(t *testing.T, name, output, document string) *DiffSide {
	t.Helper()
	if strings.HasPrefix(output, "[") { // artifacts alone
		output = `{"artifacts":` + output + `}`
	}
	s := &DiffSide{Name: name, Output: parse(t, output)}
	if document != "" {
		s.document = parse(t, document)
	}
	return s
}

func parse(t *testing.T, text string) *ojson.Value {
	t.Helper()
	v, err := ojson.Parse([]byte(text), ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestText(t *testing.T) {
	t.Parallel()
	document := func(state, problems, settled string) string {
		return `{"state":"` + state + `","input":{},"agent":{"name":"Demo","version":"1","card":"a"},"ms":{"settled":` + settled + `},"artifacts":[{"parts":[{"problems":[` + problems + `]}]}]}`
	}
	rules := &diff.Rules{Ignore: []string{"/**/date"}, By: map[string]string{"/**/lines": "what"}}
	a := side(t, "run aaaa", `[{"name":"Sum","parts":[{"tag":null,"data":{"total":100,"date":1,"lines":[{"what":"Hotel","cost":2},{"what":"Taxi"}],"note":"a note that is long enough for words"}}]}]`, document("completed", "", "1210"))
	b := side(t, "run bbbb", `[{"name":"Sum","parts":[{"tag":null,"data":{"total":90.5,"date":2,"lines":[{"what":"Taxi"},{"what":"Hotel","cost":"2"}],"note":"a note that is short enough for words","new":true}}]}]`, document("failed", "{}", "1190"))
	r := CompareRuns(a, b, rules)
	want := `lines: 1 of 2 rows changed. Outside the table: 4 values changed, 1 only now. 1 more does not count.
Before  run aaaa
Now     run bbbb

~ total                      100 → 90.5                      -9.5 %
~ lines · what Hotel · cost  2 → 2                           number → string
~ note                       
    a note that is[- long-]{+ short+} enough for words
+ new                        true

~ state completed → failed
~ output valid → 1 problem
`
	var got strings.Builder
	if err := r.WriteText(&got, false); err != nil || got.String() != want {
		t.Errorf("%v:\n%s\nwant\n%s", err, got.String(), want)
	}
	if r.different() != 6 {
		t.Errorf("%d differences", r.different())
	}
	got.Reset()
	if err := r.WriteText(&got, true); err != nil || !strings.Contains(got.String(), "· date                       1 → 2                           ignored\n") {
		t.Errorf("all: %v\n%s", err, got.String())
	}
}

// A place says as much as is needed to find it.
func TestLabel(t *testing.T) {
	t.Parallel()
	part := `{"tag":null,"data":{"a":1}}`
	other := `{"tag":null,"data":{"a":2}}`
	for _, test := range []struct{ a, b, want string }{
		{`{"data":{"a":[{"b":1}]},"artifacts":[]}`, `{"data":{"a":[{"b":2}]},"artifacts":[]}`, "a · Row 1 · b"},
		{`{"artifacts":[]}`, `{"data":1,"artifacts":[]}`, "data"},
		{`[{"name":"X","parts":[` + part + `]}]`, `[{"name":"X","parts":[` + other + `]}]`, "a"},
		{`[{"name":"X","parts":[` + part + `,` + part + `]}]`, `[{"name":"X","parts":[` + part + `,` + other + `]}]`, "part 2 › a"},
		{`[{"name":null,"parts":[` + part + `]},{"name":"Y","parts":[` + part + `]}]`, `[{"name":null,"parts":[` + other + `]},{"name":"Y","parts":[` + part + `]}]`, "artifact 1 › a"},
		{`[]`, `[{"name":"X","parts":[]}]`, "X"},
		{`[{"name":"X","parts":[]}]`, `[{"name":"X","parts":[` + part + `]}]`, "X › part 1"},
		{`[{"name":"X","parts":[{"tag":null,"text":"a"}]}]`, `[{"name":"X","parts":[{"tag":null,"text":"b"}]}]`, "text"},
		{`[{"name":"X","parts":[{"tag":"x","text":"a"}]}]`, `[{"name":"X","parts":[{"tag":"y","text":"a"}]}]`, "tag"},
	} {
		r := CompareRuns(side(t, "a", test.a, ""), side(t, "b", test.b, ""), &diff.Rules{})
		if len(r.Changes) != 1 || r.Label(r.Changes[0]) != test.want {
			t.Errorf("%s, %s: %v, %q", test.a, test.b, r.Changes, r.Label(r.Changes[0]))
		}
	}
}

// Rows are called by what tells them apart, in whichever order they are, and one that is only in one of the runs has the titles of its columns.
func TestRowsAreCalledByTheirNames(t *testing.T) {
	t.Parallel()
	document := func(skill string) *DiffSide {
		return &DiffSide{Skill: skill, skill: safe.Text(skill), document: parse(t, `{"state":"completed","agent":{"name":"Shop"}}`)}
	}
	a, b := document("Orders"), document("Sales")
	a.Name, a.Output = "run aaaa", parse(t, `{"data":[{"order":"PO-1","status":"open","total":9.5},{"order":"PO-2","status":"open","total":3},{"order":"PO-3","status":"late","total":1}],"artifacts":[]}`)
	b.Name, b.Output = "run bbbb", parse(t, `{"data":[{"order":"PO-4","status":"open","total":7},{"order":"PO-1","status":"shipped","total":9.5},{"order":"PO-3","status":"late","total":1}],"artifacts":[]}`)
	want := `These runs are of different skills, Orders and Sales. 2 rows in both (1 changed), 1 only now, 1 only before.
Before  run aaaa
Now     run bbbb

~ order PO-1 · status  open → shipped
- order PO-2           status: open · total: 3
+ order PO-4           status: open · total: 7
`
	var got strings.Builder
	r := CompareRuns(a, b, &diff.Rules{})
	if err := r.WriteText(&got, true); err != nil || got.String() != want {
		t.Errorf("%v:\n%s\nwant\n%s", err, got.String(), want)
	}
	got.Reset()
	want = "These runs are of different skills, Orders and Sales, so they are not compared.\nBefore  run aaaa\nNow     run bbbb\n"
	if err := r.WriteText(&got, false); err != nil || got.String() != want || r.Summary() != r.NotCompared() || !r.Differs() {
		t.Errorf("%v:\n%s\nwant\n%s", err, got.String(), want)
	}
	b.skill = a.skill // it has another name now
	if got := CompareRuns(a, b, &diff.Rules{}); got.NotCompared() != "" || !strings.HasPrefix(got.Summary(), "2 rows in both") {
		t.Error(got.Summary())
	}
	b.document = parse(t, `{"state":"completed","agent":{"name":"Store"}}`)
	if got := CompareRuns(a, b, &diff.Rules{}).Summary(); !strings.HasPrefix(got, "Different agents: Shop and Store. ") {
		t.Error(got)
	}
}

// An answer in words is not compared with data. One that is a file, or that ended otherwise, is.
func TestWordsAreNotComparedWithData(t *testing.T) {
	t.Parallel()
	const table, object, words, file = `{"data":[{"a":1}],"artifacts":[{"parts":[{}]}]}`, `{"data":{"a":1},"artifacts":[{"parts":[{}]}]}`, `{"artifacts":[{"parts":[{"tag":null,"text":"No"}]}]}`, `{"artifacts":[{"parts":[{"file":{}}]}]}`
	for _, tt := range []struct{ before, now, state, want string }{
		{table, words, "completed", "These runs gave a table before and a text now, so they are not compared."},
		{words, object, "completed", "These runs gave a text before and data now, so they are not compared."},
		{table, object, "completed", ""},
		{words, words, "completed", ""},
		{words, file, "completed", ""},
		{table, words, "failed", ""},
		{table, `{"artifacts":[]}`, "completed", ""},
	} {
		r := CompareRuns(side(t, "A", tt.before, `{"state":"completed"}`), side(t, "B", tt.now, `{"state":"`+tt.state+`"}`), &diff.Rules{})
		if got := r.NotCompared(); got != tt.want {
			t.Errorf("%s and %s: %q, want %q", tt.before, tt.now, got, tt.want)
		}
	}
	if r := CompareRuns(side(t, "golden", table, ""), side(t, "B", words, `{"state":"completed"}`), &diff.Rules{}); r.NotCompared() != "" {
		t.Error(r.NotCompared())
	}
}

// Runs that were asked otherwise say what only one of them was asked for.
func TestInputsThatDiffer(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ a, b, want string }{
		{`{"status":"paid","at":{"city":"Rome"},"n":1}`, `{"status":"open","at":{"city":"Rome"},"n":2}`, "status: open, was paid; n: 2, was 1"},
		{`{"n":1}`, `{"n":1,"tags":["a"]}`, `tags: 1 item: a, was (left out)`},
		{`["a"]`, `"b"`, `Input: b, was 1 item: a`},
		{`{"to":{"name":"Acme","city":"Rome"},"items":[{"part":"A","n":2},{"part":"B","n":7}]}`, `{"to":{"name":"Acme"},"items":[{"part":"A","n":2},{"part":"B","n":9},{"part":"C"}]}`, `to city: (left out), was Rome; items 2 n: 9, was 7; items 3: C, was (left out)`},
		{`{"note":"` + strings.Repeat("long ", 20) + `one"}`, `{"note":"` + strings.Repeat("long ", 20) + `two"}`, "note: …long long long long two, was …long long long long one"},
	} {
		r := CompareRuns(side(t, "A", "[]", `{"input":`+tt.a+`}`), side(t, "B", "[]", `{"input":`+tt.b+`}`), &diff.Rules{})
		if got := asked(r); got != tt.want {
			t.Errorf("%s and %s: %q, want %q", tt.a, tt.b, got, tt.want)
		}
	}
	same := CompareRuns(side(t, "A", "[]", `{"input":{"n":1}}`), side(t, "B", "[]", `{"input":{"n":1.0}}`), &diff.Rules{})
	if len(same.Asked) > 0 {
		t.Errorf("equal inputs differ: %v", same.Asked)
	}
}

func asked(r *RunDiff) string {
	var list []string
	for _, f := range r.Asked {
		list = append(list, f.Name+": "+f.B+", was "+f.A)
	}
	return strings.Join(list, "; ")
}

// What was sent is called as the form calls it; times are said where they tell something.
func TestFactsThatTellSomething(t *testing.T) {
	t.Parallel()
	doc, err := schema.Load([]byte(`{"type":"object","properties":{"limit":{"type":"integer","title":"At most"},"by":{"type":"object","title":"Sorted by","properties":{"name":{"type":"string","title":"Column"}}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	of := func(input, settled string) *DiffSide {
		s := side(t, "run", "[]", `{"input":`+input+`,"ms":{"settled":`+settled+`}}`)
		s.form = formgen.New(doc)
		s.form.Load(parse(t, input))
		return s
	}
	for _, tt := range []struct {
		a, b *DiffSide
		want []string
	}{
		{of(`{"limit":16,"by":{"name":"total"}}`, "100"), of(`{"limit":10,"other":1,"by":{"name":"id"}}`, "90"), nil},
		{of(`{}`, "400"), of(`{}`, "900"), nil}, // more than twice, but not by more than half a second
		{of(`{}`, "1900"), of(`{}`, "400"), []string{"settled 1.90 s → 0.40 s"}},
	} {
		r := CompareRuns(tt.a, tt.b, &diff.Rules{})
		var got []string
		for _, f := range r.Facts {
			if f.A != f.B {
				got = append(got, strings.TrimPrefix(f.String(), "· "))
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
	r := CompareRuns(of(`{"limit":16,"by":{"name":"total"}}`, "100"), of(`{"limit":10,"other":1,"by":{"name":"id"}}`, "90"), &diff.Rules{})
	if got, want := asked(r), "At most: 10, was 16; Sorted by Column: id, was total; other: 1, was (left out)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// What was sent is in the words of the form: those of its review.
func TestInputsThatDifferAreInTheWordsOfTheForm(t *testing.T) {
	t.Parallel()
	doc, err := schema.Load([]byte(`{"type":"object","properties":{"express":{"type":"boolean","title":"Express"},"note":{"type":"string","title":"Note"},
		"by":{"title":"Sent by","oneOf":[{"const":"p","title":"Post"},{"const":"c","title":"Courier"}]},
		"care":{"type":"array","title":"Handling","uniqueItems":true,"items":{"oneOf":[{"const":"dry","title":"Keep dry"},{"const":"up","title":"This side up"}]}},
		"pin":{"type":"string","title":"PIN","format":"password"},
		"items":{"type":"array","title":"Items","items":{"type":"object","properties":{"part":{"type":"string"},"quantity":{"type":"integer"},"gift":{"type":"boolean"}}}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	of := func(input string) *DiffSide {
		s := side(t, "run", "[]", `{"input":`+input+`}`)
		s.form = formgen.New(doc)
		s.form.Load(parse(t, input))
		return s
	}
	before := of(`{"note":"","by":"p","care":["dry"],"pin":"1234","items":[{"part":"Nut M6","quantity":5}]}`)
	now := of(`{"express":true,"note":"now","by":"c","care":["up","dry"],"pin":"5678","items":[{"part":"Nut M6","quantity":5},{"part":"Bolt M6","quantity":10,"gift":true}]}`)
	want := "Note: now, was empty text; Sent by: Courier, was Post; Handling: This side up, Keep dry, was Keep dry; PIN: ••••, was ••••; " +
		"Items 2: Bolt M6, 10, Gift yes, was (left out); Express: yes, was (left out)"
	if got := asked(CompareRuns(before, now, &diff.Rules{})); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// The first line says what was asked differently, and how many rows are in both and in one alone. After another question rows of one alone are
// not listed; all of them are listed when asked for.
func TestRowsOfOtherQuestionsAreCounted(t *testing.T) {
	t.Parallel()
	rows := func(country string, from, to int, status string) *DiffSide {
		var list []string
		for i := from; i < to; i++ {
			list = append(list, fmt.Sprintf(`{"order":"PO-%02d","status":"%s"}`, i, status))
		}
		s := side(t, "run", `{"data":[`+strings.Join(list, ",")+`],"artifacts":[]}`, `{"state":"completed","input":{"country":"`+country+`"},"agent":{"name":"Shop"}}`)
		s.Asked, s.When = country, time.Date(2026, 3, 2, 10, 0, 0, 0, time.Local)
		return s
	}
	a, b := rows("Norway", 0, 12, "open"), rows("Brazil", 10, 14, "paid")
	want := `Asked differently: country Norway → Brazil. 2 rows in both (2 changed), 2 only now, 10 only before.
Before  2026-03-02 10:00:00  Norway
Now     2026-03-02 10:00:00  Brazil

~ order PO-10 · status  open → paid
~ order PO-11 · status  open → paid
`
	var got strings.Builder
	if err := CompareRuns(a, b, &diff.Rules{}).WriteText(&got, false); err != nil || got.String() != want {
		t.Errorf("%v:\n%s\nwant\n%s", err, got.String(), want)
	}
	got.Reset()
	if err := CompareRuns(a, b, &diff.Rules{}).WriteText(&got, true); err != nil || strings.Count(got.String(), "\n- order PO-0") != 10 || strings.Count(got.String(), "\n+ order PO-1") != 2 {
		t.Errorf("all: %v\n%s", err, got.String())
	}
	got.Reset()
	if err := CompareRuns(a, rows("Norway", 10, 14, "open"), &diff.Rules{}).WriteText(&got, false); err != nil || strings.Count(got.String(), "\n- order PO-0") != 10 {
		t.Errorf("the same question: %v\n%s", err, got.String())
	}
}

// The summary is true by itself: what was asked, what came, and what does not count.
func TestSummary(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		inputs, outputs [2]string
		ignore, want    string
	}{
		{[2]string{`{"c":"Norway"}`, `{"c":"Brazil"}`}, [2]string{`{"data":{"a":1}}`, `{"data":{"a":1}}`}, "", "Asked differently: c Norway → Brazil. The answer is the same."},
		{[2]string{`{"c":"Norway"}`, `{}`}, [2]string{`{"data":{"a":1}}`, `{"data":{"a":2,"b":3}}`}, "", "Asked differently: c Norway → (left out). 1 value changed, 1 only now."},
		{[2]string{`{"c":"Norway"}`, `{"c":""}`}, [2]string{`{"data":{"a":1}}`, `{"data":{"a":1}}`}, "", `Asked differently: c Norway → empty text. The answer is the same.`},
		{[2]string{`{"a":1,"b":1,"c":1}`, `{"a":2,"b":2,"c":2}`}, [2]string{`{"data":[{"id":1}]}`, `{"data":[{"id":2}]}`}, "", "Asked differently in 3 places. No row in both, 1 only now, 1 only before."},
		{[2]string{`{}`, `{}`}, [2]string{`{"data":1}`, `{"data":1}`}, "", "No difference."},
		{[2]string{`{}`, `{}`}, [2]string{`{"data":{"a":1}}`, `{"data":{"a":2}}`}, "/data/a", "1 difference that does not count."},
		{[2]string{`{}`, `{}`}, [2]string{`{"data":{"a":1,"b":1}}`, `{"data":{"b":2}}`}, "/data/b", "1 value only before. 1 more does not count."},
		{[2]string{`{}`, `{}`}, [2]string{`{"data":[{"id":1,"n":1},{"id":2,"n":1}]}`, `{"data":[{"id":1,"n":2},{"id":2,"n":1}]}`}, "", "1 of 2 rows changed."},
		{[2]string{`{}`, `{}`}, [2]string{`{"data":{"x":[{"id":1}],"y":[{"id":1}]}}`, `{"data":{"x":[{"id":1},{"id":2}],"y":[]}}`}, "", "x: 1 row in both, 1 only now. y: no row in both, 1 only before."},
	} {
		var sides [2]*DiffSide
		for i, name := range []string{"A", "B"} {
			sides[i] = side(t, name, strings.TrimSuffix(tt.outputs[i], "}")+`,"artifacts":[]}`, `{"state":"completed","input":`+tt.inputs[i]+`}`)
		}
		rules := &diff.Rules{}
		if tt.ignore != "" {
			rules.Ignore = []string{tt.ignore}
		}
		if got := CompareRuns(sides[0], sides[1], rules).Summary(); got != tt.want {
			t.Errorf("%q of %q: %q, want %q", tt.inputs, tt.outputs, got, tt.want)
		}
	}
	golden := CompareRuns(side(t, "golden a", `{"data":{"a":1}}`, ""), side(t, "B", `{"data":{"b":1}}`, `{"state":"completed"}`), &diff.Rules{})
	if got := golden.Summary(); got != "1 value only now, 1 only expected." {
		t.Error(got)
	}
	failed := CompareRuns(side(t, "A", `{"data":1}`, `{"state":"completed","agent":{"card":"a"}}`), side(t, "B", `{"data":1}`, `{"state":"failed","agent":{}}`), &diff.Rules{})
	var text strings.Builder
	if err := failed.WriteText(&text, false); err != nil || text.String() != "1 value changed.\nBefore  A\nNow     B\n\n~ state completed → failed\n· card one → another one\n" {
		t.Errorf("%v: %q", err, text.String())
	}
}

// Differences from a golden file are told by rows, and those of a column on one line.
func TestExpectationsAreFolded(t *testing.T) {
	t.Parallel()
	list := func(row func(i int) string, n int) *ojson.Value {
		var rows []string
		for i := range n {
			rows = append(rows, row(i))
		}
		return parse(t, `{"data":[`+strings.Join(rows, ",")+`],"artifacts":[]}`)
	}
	columns := func(i int, tail string) string {
		text := fmt.Sprintf(`{"order":"PO-%02d","status":"open","total":%d`, i, i)
		for c := range 12 {
			text += fmt.Sprintf(`,"c%d":"%s"`, c, tail)
		}
		return text + "}"
	}
	open := func(i int) string { return columns(i, "") }
	for name, test := range map[string]struct {
		want, got *ojson.Value
		told      []string
	}{
		"one column": {list(open, 24), list(func(i int) string { return strings.Replace(open(i), "open", "paid", 1) }, 24), []string{
			`same status: 24 of 24 rows differ, first order PO-00  expected "open"; seen: "paid"`,
		}},
		"one row more at the top": {list(func(i int) string { return open(i + 1) }, 9), list(open, 10), []string{
			`same order PO-00  expected nothing; seen: status: open · total: 0`,
		}},
		"rows that are gone": {list(open, 9), list(open, 2), []string{
			`same 7 rows are missing, first order PO-02  expected status: open · total: 2; seen: nothing`,
		}},
		"many columns": {list(open, 3), list(func(i int) string { return columns(i, "x") }, 3), append(func() (lines []string) {
			for c := range 9 {
				lines = append(lines, fmt.Sprintf(`same c%d: 3 of 3 rows differ, first order PO-00  expected ""; seen: "x"`, c))
			}
			return lines
		}(), "same and 9 more differences")},
		"not by rows": {parse(t, `{"data":{"a":1},"artifacts":[]}`), parse(t, `{"data":{"a":2},"artifacts":[]}`), []string{"same /data/a  expected 1; seen: 2"}},
	} {
		same := &casefile.Same{}
		a := runner.Attempt{Result: &check.Result{Want: test.want, Golden: test.got, Lines: []check.Line{{Check: "state", Outcome: check.OK}}}}
		for _, d := range check.CompareGolden(test.want, test.got, same) {
			a.Lines = append(a.Lines, check.Line{Check: "same", At: d.At, Outcome: check.Failed})
		}
		a.Lines = append(a.Lines, check.Line{Check: "that", Outcome: check.OK})
		lines := Expectations(&runner.Result{Case: &casefile.Case{Expect: casefile.Expect{Same: same}}}, &a)
		var told []string
		for _, l := range lines[1 : len(lines)-1] {
			told = append(told, Line(l))
			if l.At != "" && test.got.At(l.At) == nil {
				t.Errorf("%s: the output has no %s", name, l.At)
			}
		}
		if !slices.Equal(told, test.told) || lines[0].Check != "state" || lines[len(lines)-1].Check != "that" {
			t.Errorf("%s:\n%s\nwant\n%s", name, strings.Join(told, "\n"), strings.Join(test.told, "\n"))
		}
	}
}

// Members are called by the titles of the schema, also those of objects and of lists in rows, and those of a side that knows no schema.
func TestMembersAreCalledByTheirTitles(t *testing.T) {
	t.Parallel()
	doc, err := schema.Load([]byte(`{"type":"object","properties":{"sum":{"type":"number","title":"Total"},"ship":{"type":"object","title":"Delivery","properties":{"by":{"type":"string","title":"Carrier"}}},
		"rows":{"type":"array","title":"Invoices","items":{"type":"object","properties":{"InvoiceId":{"type":"string","title":"Invoice"},"DueDate":{"type":"string","title":"Due"},
		"Lines":{"type":"array","title":"Positions","items":{"type":"object","properties":{"id":{"type":"string","title":"Part"},"unitPrice":{"type":"number"}}}}}}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	run := func(data string) *DiffSide {
		s := side(t, "run", `{"data":`+data+`,"artifacts":[]}`, `{"state":"completed"}`)
		s.shown = render.Open([]byte(data), render.Schema{Document: doc})
		return s
	}
	a := `{"sum":3,"ship":{"by":"UPS"},"rows":[{"InvoiceId":"i1","DueDate":"2022-04-12","Lines":[{"id":"p1","unitPrice":1},{"id":"p2","unitPrice":2}]},{"InvoiceId":"i2","DueDate":"2022-04-13"}]}`
	b := `{"sum":4,"ship":{"by":"DHL"},"rows":[{"InvoiceId":"i1","DueDate":"2022-05-12","Lines":[{"id":"p1","unitPrice":1.5}]},{"InvoiceId":"i3","DueDate":"2022-04-13"}]}`
	want := []string{
		"Total: 3, 4", "Delivery · Carrier: UPS, DHL", "Invoices · Invoice i1 · Due: 2022-04-12, 2022-05-12", "Invoices · Invoice i1 · Positions · Part p1 · Unit price: 1, 1.5",
		"Invoices · Invoice i1 · Positions · Part p2: Unit price: 2, –", "Invoices · Invoice i2: Due: 2022-04-13, –", "Invoices · Invoice i3: –, Due: 2022-04-13",
	}
	for name, before := range map[string]*DiffSide{"a run": run(a), "a golden file": side(t, "golden", `{"data":`+a+`,"artifacts":[]}`, "")} {
		r := CompareRuns(before, run(b), &diff.Rules{})
		var got []string
		for _, c := range r.Changes {
			was, now := r.Values(c, 80)
			got = append(got, r.Label(c)+": "+was+", "+now)
		}
		slices.Sort(got)
		if slices.Sort(want); !slices.Equal(got, want) {
			t.Errorf("%s:\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// Rows that only one side has are a table with the titles of the schema. Where both have some, its first column says which.
func TestRowsOfOneSideAreATable(t *testing.T) {
	t.Parallel()
	doc, err := schema.Load([]byte(`{"type":"array","items":{"type":"object","properties":{"InvoiceId":{"type":"string","title":"Invoice"},"DueDate":{"type":"string","title":"Due"}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	run := func(from, to int) *DiffSide {
		var rows []string
		for i := from; i < to; i++ {
			rows = append(rows, fmt.Sprintf(`{"InvoiceId":"i%d","DueDate":"2022-04-12"}`, i))
		}
		data := "[" + strings.Join(rows, ",") + "]"
		s := side(t, "run", `{"data":`+data+`,"artifacts":[]}`, fmt.Sprintf(`{"state":"completed","input":{"from":%d}}`, from))
		s.shown = render.Open([]byte(data), render.Schema{Document: doc})
		return s
	}
	for want, sides := range map[string][2]*DiffSide{
		"Only before: Invoice, Due": {run(0, 9), run(8, 9)}, "Only now: Invoice, Due": {run(0, 9), run(0, 10)}, "Not in both: Only, Invoice, Due": {run(0, 9), run(8, 17)},
	} {
		r := CompareRuns(sides[0], sides[1], &diff.Rules{})
		var titles []string
		title, rows := r.OneSidedTable(r.OneSided)
		for _, c := range rows.Columns() {
			titles = append(titles, c.Title.String())
		}
		if got := title + ": " + strings.Join(titles, ", "); got != want {
			t.Errorf("the table is %s, want %s", got, want)
		}
	}
}
