package formgen_test

import (
	"strings"
	"testing"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
	"a2aform/render/table"
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
		"inside":          {`{"who":{"name":"Ada","age":3},"tags":["x","y"]}`, `{"who":{"name":"Ada"},"tags":["x","y"]}`, "Person › Name Tags"},
		"a row of a list": {`{"what":"Taxi","paid":true}`, `{"lines":[{"what":"Taxi"}]}`, "What"},
		"rows":            {`[{"what":"Taxi","amount":1},{"what":"Bus","amount":2}]`, `{"lines":[{"what":"Taxi","amount":1},{"what":"Bus","amount":2}]}`, "What Amount"},
		"one row differs": {`[{"what":"Taxi"},{"other":1}]`, "", ""},
		"digits":          {`{"due_date":20260501,"kind":1,"n":"3","total":"1.50","who":{"name":1042}}`, `{"total":1.50,"n":3,"who":{"name":"1042"}}`, "Amount N Person › Name"},
		"flat":            {`{"WhoName":"Ada","n":3}`, `{"n":3,"who":{"name":"Ada"}}`, "N Person › Name"},
		"flat, by title":  {`{"Person name":"Ada"}`, `{"who":{"name":"Ada"}}`, "Person › Name"},
		"the parent":      {`{"person":"Ada"}`, `{"who":{"name":"Ada"}}`, "Person › Name"},
		"both":            {`{"person":"Ada","who_name":"Bob"}`, `{"who":{"name":"Bob"}}`, "Person › Name"},
		"inside and flat": {`{"who":{"name":"Ada"},"who_name":"Bob"}`, `{"who":{"name":"Ada"}}`, "Person › Name"},
		"the last word":   {`{"name":"Ada"}`, "", ""},
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
			got, ok := formgen.SuitedFrom(doc, v, nil)
			if ok != (tt.want != "") {
				t.Fatalf("%v: %s", ok, got.Value.Compact())
			}
			if labels := strings.Join(got.Labels, " "); ok && (string(got.Value.Compact()) != tt.want || labels != tt.labels) {
				t.Errorf("%s %q, want %s %q", got.Value.Compact(), labels, tt.want, tt.labels)
			}
		})
	}
}

// A column that a field has the name of is for that field alone, and objects in objects take no columns.
func TestSuitedGathersOneLevel(t *testing.T) {
	t.Parallel()
	doc, err := schema.Load([]byte(`{"type":"object","properties":{
		"customer_name":{"type":"string"},"customer":{"type":"object","properties":{"name":{"type":"string"},"id":{"type":"integer"},"address":{"type":"object","properties":{"city":{"type":"string"}}}}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for value, want := range map[string]string{
		`{"CustomerName":"Ada"}`:                `{"customer_name":"Ada"}`,
		`{"CustomerName":"Ada","CustomerId":7}`: `{"customer_name":"Ada","customer":{"id":7}}`,
		`{"CustomerId":"c-7"}`:                  "null",
		`{"CustomerAddressCity":"Rome"}`:        "null",
		`{"customer":null}`:                     "null",
	} {
		v, err := ojson.Parse([]byte(value), ojson.DataLimits)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := formgen.SuitedFrom(doc, v, nil); string(got.Value.Compact()) != want {
			t.Errorf("%s: %s, want %s", value, got.Value.Compact(), want)
		}
	}
}

// A field without a column of its name takes the column that ends in the same noun and has the same role, if there is one alone.
func TestSuitedTakesColumnsOfTheSameRole(t *testing.T) {
	t.Parallel()
	doc, err := schema.Load([]byte(`{"type":"object","properties":{
		"sku":{"type":"string","title":"SKU"},"quantity":{"type":"integer"},"price":{"type":"number","title":"Unit price"},"date":{"type":"string","format":"date"},
		"name":{"type":"string"},"size":{"type":"number"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	isAlike := func(p schema.Property, m ojson.Member) bool {
		return table.IsAlike(m.Value, m.Name, p.Name, p.Location)
	}
	for name, tt := range map[string]struct{ value, want, labels string }{
		"other words in front":   {`{"product_sku":"A-1","Order quantity":3,"list_price":9.5,"date_of_order":"2026-05-01"}`, `{"sku":"A-1","quantity":3,"price":9.5,"date":"2026-05-01"}`, "SKU (product_sku), Quantity (Order quantity), Unit price (list_price), Date (date_of_order)"},
		"two that could be it":   {`{"order_date":"2026-05-01","due_date":"2026-06-01","sku":"A"}`, `{"sku":"A"}`, "SKU"},
		"the name comes first":   {`{"order_date":"2026-05-01","date":"2026-06-01"}`, `{"date":"2026-06-01"}`, "Date"},
		"what another one names": {`{"customer":"Ada","customer_id":"c-1"}`, "null", ""},
		"another type":           {`{"order_quantity":1.5,"file_size":"large"}`, "null", ""},
	} {
		v, err := ojson.Parse([]byte(tt.value), ojson.DataLimits)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := formgen.SuitedFrom(doc, v, isAlike)
		if labels := strings.Join(got.Labels, ", "); string(got.Value.Compact()) != tt.want || labels != tt.labels {
			t.Errorf("%s: %s %q, want %s %q", name, got.Value.Compact(), labels, tt.want, tt.labels)
		}
	}
}

// The labels are also given without the other names, and the fields that the form requires are counted: those in an object that may be left out
// are not required.
func TestSuitedCountsRequiredFields(t *testing.T) {
	t.Parallel()
	doc, err := schema.Load([]byte(`{"type":"object","required":["price","buyer","lines"],"properties":{
		"price":{"type":"number"},"note":{"type":"string"},
		"buyer":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"city":{"type":"string"}}},
		"payer":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}},
		"lines":{"type":"array","items":{"type":"object","required":["sku"],"properties":{"sku":{"type":"string"}}}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	isAlike := func(p schema.Property, m ojson.Member) bool {
		return table.IsAlike(m.Value, m.Name, p.Name, p.Location)
	}
	for value, want := range map[string]struct {
		fields   string
		required int
	}{
		`{"list_price":9.5,"note":"a"}`:                                   {"Price, Note", 1},
		`{"buyer":{"name":"Ada","city":"Rome"},"payer":{"name":"Grace"}}`: {"Buyer › Name, Buyer › City, Payer › Name", 1},
		`[{"sku":"A"},{"sku":"B"}]`:                                       {"Sku", 1},
	} {
		v, err := ojson.Parse([]byte(value), ojson.DataLimits)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := formgen.SuitedFrom(doc, v, isAlike)
		if fields := strings.Join(got.Fields, ", "); fields != want.fields || got.Required != want.required {
			t.Errorf("%s: %q, %d required, want %q, %d", value, fields, got.Required, want.fields, want.required)
		}
	}
}
