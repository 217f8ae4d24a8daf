package formgen_test

import (
	"slices"
	"testing"
	"time"

	"a2aform/formgen"
	"a2aform/formgen/formtest"
	"a2aform/internal/schema"
)

const order = `{"type":"object","properties":{"customer":{"type":"string","title":"Customer name"},"due_date":{"type":"string","format":"date"},"count":{"type":"integer","maximum":99},"express":{"type":"boolean"},
	"status":{"enum":["new","late"],"x":1},"note":{"type":"string"},"address":{"type":"object","properties":{"city":{"type":"string"},"zip":{"type":"string"}}},"tags":{"type":"array","items":{"type":"string"}},"id":{"type":"string","readOnly":true}}}`

func TestPastedTextFillsInFields(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"object":            {`{"customer":"Acme","count":3,"unknown":1,"id":"x"}`, `{"customer":"Acme","count":3}`},
		"nested, by titles": {`{"Customer name":"Acme","dueDate":"2026-03-14","address":{"city":"Berlin"},"tags":["a","b"]}`, `{"customer":"Acme","due_date":"2026-03-14","address":{"city":"Berlin"},"tags":["a","b"]}`},
		"request":           {`{"jsonrpc":"2.0","params":{"message":{"parts":[{"data":{"customer":"Acme","count":3}}]}}}`, `{"customer":"Acme","count":3}`},
		"curl":              {"curl -X POST https://x.example/a -H 'Content-Type: application/json' \\\n  --data '{\"customer\":\"O'\\''Brien\",\"count\":3}'", `{"customer":"O'Brien","count":3}`},
		"set":               {"a2aform send x --set customer='Acme Ltd' \\\n --set address.city=Berlin --set=express=true", `{"customer":"Acme Ltd","express":true,"address":{"city":"Berlin"}}`},
		"lines":             {"Customer name: Acme Ltd\nDue date: 2026-03-14\n\nexpress = Yes\nSTATUS: Late\nHello there", `{"customer":"Acme Ltd","due_date":"2026-03-14","express":true,"status":"late"}`},
		"headers":           {"Customer: Acme\r\nAddress-City: Berlin\r\nX-Other: 1\r\nZip: 01234\r\n", `{"customer":"Acme","address":{"city":"Berlin","zip":"01234"}}`},
		"terminal":          {"Customer: Acme\rCount: 3", `{"customer":"Acme","count":3}`},
		"row":               {"Status\tCustomer\tOther\tCount\nnew\tAcme\tx\t7\nlate\tBeta\ty\t8", `{"customer":"Acme","count":7,"status":"new"}`},
		"wrong values":      {"Customer: Acme\nCount: many\nNote: n\nStatus: odd", `{"customer":"Acme","status":"odd","note":"n"}`},
	} {
		f := open(t, order)
		p, ok := f.ReadPasted(c.text)
		if !ok {
			t.Errorf("%s: nothing fits", name)
			continue
		}
		if got := valueOf(f); got != `{}` {
			t.Errorf("%s: reading it made %s", name, got)
		}
		if f.FillInPasted(p); valueOf(f) != c.want {
			t.Errorf("%s: %s, want %s", name, valueOf(f), c.want)
		}
		if f.Undo(); valueOf(f) != `{}` {
			t.Errorf("%s: after undo %s", name, valueOf(f))
		}
	}
}

// What has the name or the path of a field is filled in, valid or not, and what has not is named.
func TestWrongPastedValuesAreKeptAndOthersNamed(t *testing.T) {
	const lines = `{"type":"object","properties":{"number":{"type":"string","pattern":"^PO-[0-9]{6}$"},"day":{"type":"string","format":"date"},"pay":{"enum":["invoice","card"]},"id":{"type":"string","readOnly":true},
		"labels":{"type":"object","additionalProperties":{"type":"string","maxLength":4}},"lines":{"type":"array","items":{"type":"object","properties":{"item":{"type":"string"},"quantity":{"type":"integer"}}}},
		"parts":{"type":"array","items":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"integer"}}}},
		"customer":{"type":"object","properties":{"name":{"type":"string"},"vat":{"type":"string"}}},"address":{"type":"object","properties":{"street":{"type":"string"},"city":{"type":"string"}}}}}`
	for name, c := range map[string]struct {
		text, want string
		unused     []string
		problems   int
	}{
		"JSON": {
			`{"number":"47","day":"31.12.2027","pay":"cash","fax":"1","id":"x","labels":{"color":"blue","size":"much too long"},"lines":[{"item":"Bolt","quantity":"three","colour":1},{"item":"Nut","quantity":2}],"foo":{"a":1}}`,
			`{"number":"47","day":"2027-12-31","pay":"cash","labels":{"color":"blue","size":"much too long"},"lines":[{"item":"Bolt"},{"item":"Nut","quantity":2}]}`,
			[]string{"fax", "id", "lines.0.colour", "foo"},
			4,
		},
		"lines": {
			"Number: 47\nDay: 31.12.2027\nItem: Bolt\nQuantity: three\nColor: red\nlabels.color: blue\nfoo.bar: 7",
			`{"number":"47","day":"2027-12-31","labels":{"color":"blue"},"lines":[{"item":"Bolt"}]}`,
			[]string{"Color", "foo.bar"},
			2,
		},
		"groups on one line": {
			"Number: 47\nLabels: color=red, size=xl\nLines: Bolt M8 12, 8 x Nut\nCustomer: Acme Ltd\nId: 7\nNumber: 48",
			`{"number":"47","labels":{"color":"red","size":"xl"},"lines":[{"item":"Bolt M8","quantity":12},{"item":"Nut","quantity":8}],"customer":{"name":"Acme Ltd"}}`,
			[]string{"Id", "Number"},
			1,
		},
		"groups that cannot be read": {
			"Number: 47\nDay: 2027-12-31\nLabels: red\nLines: 12 Bolt 8, Nut 3\nParts: Bolt 3\nAddress: Berlin",
			`{"number":"47","day":"2027-12-31"}`,
			[]string{"Labels", "Lines", "Parts", "Address"},
			1,
		},
		"groups as JSON": {
			"Number: 47\nLABELS: {\"color\":\"red\"}\nLines: [{\"item\":\"Bolt\"}]",
			`{"number":"47","labels":{"color":"red"},"lines":[{"item":"Bolt"}]}`, nil, 1,
		},
		"items": {
			"Number: 47\nItem: Bolt\nQuantity: 12\nItem: Nut\nItem: Ring\nQuantity: 3",
			`{"number":"47","lines":[{"item":"Bolt","quantity":12},{"item":"Nut"},{"item":"Ring","quantity":3}]}`, nil, 1,
		},
		"rows": {
			"number\tday\n47\t2027-12-31\n48\t2027-12-31\n49\t2027-12-31",
			`{"number":"47","day":"2027-12-31"}`,
			[]string{"row 2", "row 3"},
			1,
		},
		"paths": {
			"lines.0.item = Bolt\n/lines/1/item = Nut\nlines.1.quantity = 2\nday: next fri",
			`{"day":"2026-05-22","lines":[{"item":"Bolt"},{"item":"Nut","quantity":2}]}`, nil, 0,
		},
	} {
		f := open(t, lines)
		f.SetClock(func() time.Time { return time.Date(2026, time.May, 14, 13, 4, 5, 0, time.UTC) })
		p, ok := f.ReadPasted(c.text)
		if !ok {
			t.Errorf("%s: nothing fits", name)
			continue
		}
		if f.FillInPasted(p); valueOf(f) != c.want {
			t.Errorf("%s: %s, want %s", name, valueOf(f), c.want)
		}
		f.Accept(f.Validate()())
		if got := slices.Sorted(slices.Values(p.Unused())); !slices.Equal(got, slices.Sorted(slices.Values(c.unused))) {
			t.Errorf("%s: unused %q, want %q", name, p.Unused(), c.unused)
		}
		if n := f.Counts(); n.Problems+n.Warnings != c.problems {
			t.Errorf("%s: %d problems and %d warnings shown, want %d", name, n.Problems, n.Warnings, c.problems)
		}
		if f.Undo(); valueOf(f) != `{}` {
			t.Errorf("%s: after undo %s", name, valueOf(f))
		}
	}
}

func TestOtherTextIsPastedAsItIs(t *testing.T) {
	f := open(t, order)
	for _, text := range []string{
		"", "Acme Ltd", "https://example.com/a:b", "Customer: Acme", `{"customer":"Acme"}`, `{"a":1,"b":2}`, "[1,2]", "a\tb", "Note: see below\nand so on",
		"12:30 Lunch\n13:30 Talk", "{broken: 1, customer: 2}",
	} {
		if p, ok := f.ReadPasted(text); ok {
			t.Errorf("%q fills in %d fields", text, p.Fields())
		}
	}
}

// FuzzPasted reads any text for any form: what it fills in is valid, and one undo takes it back.
func FuzzPasted(f *testing.F) {
	f.Add(order, "Customer: Acme\nCount: 3")
	f.Add(trip, `curl --json '{"city":"Rome","nights":3,"who":{"name":"x"}}'`)
	f.Add(conditional, "kind\tother\na\tx")
	f.Fuzz(func(t *testing.T, text, pasted string) {
		if len(text) > 2048 || len(pasted) > 2048 {
			return
		}
		doc, err := schema.Load([]byte(text))
		if err != nil {
			return
		}
		form := formgen.New(doc)
		before := valueOf(form)
		p, ok := form.ReadPasted(pasted)
		if got := valueOf(form); got != before {
			t.Fatalf("reading %q made %s of %s", pasted, got, before)
		}
		if !ok {
			return
		}
		form.FillInPasted(p)
		if err := formtest.CheckSound(form, doc); err != nil {
			t.Fatal(err)
		}
		if form.Undo(); valueOf(form) != before {
			t.Fatalf("undo of %q leaves %s", pasted, valueOf(form))
		}
	})
}
