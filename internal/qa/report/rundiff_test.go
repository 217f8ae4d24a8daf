package report

import (
	"slices"
	"strings"
	"testing"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/diff"
	"a2aform/internal/schema"
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
	want := `A  run aaaa  Demo 1
B  run bbbb  Demo 1

~ total                      100 → 90.5                      -9.5 %
~ lines · what Hotel · cost  2 → 2                           number → string
~ note                       
    a note that is[- long-]{+ short+} enough for words
+ new                        true

4 differences · 1 difference allowed
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
		return &DiffSide{Skill: skill, document: parse(t, `{"state":"completed","agent":{"name":"Shop"}}`)}
	}
	a, b := document("Orders"), document("Sales")
	a.Name, a.Output = "run aaaa", parse(t, `{"data":[{"order":"PO-1","status":"open","total":9.5},{"order":"PO-2","status":"open","total":3},{"order":"PO-3","status":"late","total":1}],"artifacts":[]}`)
	b.Name, b.Output = "run bbbb", parse(t, `{"data":[{"order":"PO-4","status":"open","total":7},{"order":"PO-1","status":"shipped","total":9.5},{"order":"PO-3","status":"late","total":1}],"artifacts":[]}`)
	want := `A  run aaaa  Shop
B  run bbbb  Shop
!  These runs are of different skills: Orders and Sales.

~ order PO-1 · status  open → shipped
- order PO-2           status: open · total: 3
+ order PO-4           status: open · total: 7

3 differences
· state completed in both
· output valid in both
`
	var got strings.Builder
	if err := CompareRuns(a, b, &diff.Rules{}).WriteText(&got, false); err != nil || got.String() != want {
		t.Errorf("%v:\n%s\nwant\n%s", err, got.String(), want)
	}
	b.document = parse(t, `{"state":"completed","agent":{"name":"Store"}}`)
	if got := CompareRuns(a, b, &diff.Rules{}).Notice(); got != "These runs are of different agents: Shop and Store." {
		t.Error(got)
	}
}

// Runs that were asked otherwise say what only one of them was asked for.
func TestInputsThatDiffer(t *testing.T) {
	for _, tt := range []struct{ a, b, wantA, wantB string }{
		{`{"status":"paid","at":{"city":"Rome"},"n":1}`, `{"status":"open","at":{"city":"Rome"},"n":2}`, "status: paid, n: 1", "status: open, n: 2"},
		{`{"n":1}`, `{"n":1,"tags":["a"]}`, "–", `tags: ["a"]`},
		{`["a"]`, `"b"`, `["a"]`, "b"},
		{`{"to":{"name":"Acme","city":"Rome"},"items":[{"part":"A","n":2},{"part":"B","n":7}]}`, `{"to":{"name":"Acme"},"items":[{"part":"A","n":2},{"part":"B","n":9},{"part":"C"}]}`, "to city: Rome, items 2 n: 7", `items 2 n: 9, items 3: {"part":"C"}`},
		{`{"note":"` + strings.Repeat("long ", 20) + `one"}`, `{"note":"` + strings.Repeat("long ", 20) + `two"}`, "note: …long long long long one", "note: …long long long long two"},
	} {
		r := CompareRuns(side(t, "A", "[]", `{"input":`+tt.a+`}`), side(t, "B", "[]", `{"input":`+tt.b+`}`), &diff.Rules{})
		asked, others := SplitFacts(r.Facts)
		if len(asked) != 1 || asked[0] != (DiffFact{"input", tt.wantA, tt.wantB, false}) || len(others) != len(r.Facts)-1 {
			t.Errorf("%s and %s: %v, and %v", tt.a, tt.b, asked, others)
		}
	}
	same := CompareRuns(side(t, "A", "[]", `{"input":{"n":1}}`), side(t, "B", "[]", `{"input":{"n":1.0}}`), &diff.Rules{})
	if asked, _ := SplitFacts(same.Facts); len(asked) > 0 {
		t.Errorf("equal inputs differ: %v", asked)
	}
}

// What was sent is called as the form calls it; times are said where they tell something, and other numbers of rows first.
func TestFactsThatTellSomething(t *testing.T) {
	t.Parallel()
	doc, err := schema.Load([]byte(`{"type":"object","properties":{"limit":{"type":"integer","title":"At most"},"by":{"type":"object","title":"Sorted by","properties":{"name":{"type":"string","title":"Column"}}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	of := func(input, settled string, rows int) *DiffSide {
		s := side(t, "run", "[]", `{"input":`+input+`,"ms":{"settled":`+settled+`}}`)
		s.form, s.rows = formgen.New(doc), rows
		s.form.Load(parse(t, input))
		return s
	}
	for _, tt := range []struct {
		a, b *DiffSide
		want []string
		rows string
	}{
		{of(`{"limit":16,"by":{"name":"total"}}`, "100", 16), of(`{"limit":10,"other":1,"by":{"name":"id"}}`, "90", 10), []string{"input At most: 16, Sorted by Column: total → At most: 10, other: 1, Sorted by Column: id"}, "10 rows instead of 16"},
		{of(`{}`, "400", 16), of(`{}`, "900", 16), nil, ""}, // more than twice, but not by more than half a second
		{of(`{}`, "1000", 0), of(`{}`, "1900", 16), nil, ""},
		{of(`{}`, "1900", 1), of(`{}`, "400", 1200), []string{"settled 1.90 s → 0.40 s"}, "1,200 rows instead of 1"},
	} {
		r := CompareRuns(tt.a, tt.b, &diff.Rules{})
		var got []string
		for _, f := range r.Facts {
			if f.A != f.B {
				got = append(got, strings.TrimPrefix(f.String(), "· "))
			}
		}
		if !slices.Equal(got, tt.want) || r.Rows() != tt.rows {
			t.Errorf("%q, %q, want %q, %q", got, r.Rows(), tt.want, tt.rows)
		}
	}
}
