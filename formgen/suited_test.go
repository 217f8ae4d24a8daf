package formgen_test

import (
	"strings"
	"testing"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

func TestSuitedTakesMembersByNameAndType(t *testing.T) {
	t.Parallel()
	const report = `{"type":"object","properties":{
		"due_date":{"type":"string","format":"date"},"total":{"type":"number","title":"Amount"},"kind":{"enum":["a","b"]},"n":{"type":"integer"},
		"who":{"type":"object","title":"Person","properties":{"name":{"type":"string","title":"Name"}}},
		"tags":{"type":"array","items":{"type":"string"}},
		"lines":{"type":"array","maxItems":9,"items":{"type":"object","properties":{"what":{"type":"string","title":"What"},"amount":{"type":"number"}}}}}}`
	for name, tt := range map[string]struct{ value, want, labels string }{
		"other spelling":  {`{"dueDate":"2026-05-01","x":1}`, `{"due_date":"2026-05-01"}`, "Due date"},
		"by title":        {`{"amount":1.50}`, `{"total":1.50}`, "Amount"},
		"other type":      {`{"n":"three","kind":"c","total":null}`, "", ""},
		"a choice":        {`{"kind":"b","n":3}`, `{"kind":"b","n":3}`, "Kind N"},
		"inside":          {`{"who":{"name":"Ada","age":3},"tags":["x","y"]}`, `{"who":{"name":"Ada"},"tags":["x","y"]}`, "Name Tags"},
		"a row of a list": {`{"what":"Taxi","paid":true}`, `{"lines":[{"what":"Taxi"}]}`, "What"},
		"rows":            {`[{"what":"Taxi","amount":1},{"what":"Bus","amount":2}]`, `{"lines":[{"what":"Taxi","amount":1},{"what":"Bus","amount":2}]}`, "What Amount"},
		"one row differs": {`[{"what":"Taxi"},{"other":1}]`, "", ""},
		"nothing":         {`{"zzz":1}`, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			doc, err := schema.Load([]byte(report))
			if err != nil {
				t.Fatal(err)
			}
			v, err := ojson.Parse([]byte(tt.value), ojson.DataLimits)
			if err != nil {
				t.Fatal(err)
			}
			got, ok := formgen.SuitedFrom(doc, v)
			if ok != (tt.want != "") {
				t.Fatalf("%v: %s", ok, got.Value.Compact())
			}
			if labels := strings.Join(got.Labels, " "); ok && (string(got.Value.Compact()) != tt.want || labels != tt.labels) {
				t.Errorf("%s %q, want %s %q", got.Value.Compact(), labels, tt.want, tt.labels)
			}
		})
	}
}
