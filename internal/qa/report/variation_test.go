package report_test

import (
	"fmt"
	"strings"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/report"
)

func testDocuments(t *testing.T, texts ...string) (list []*ojson.Value) {
	t.Helper()
	for _, text := range texts {
		if text == "" {
			list = append(list, nil)
			continue
		}
		v, err := ojson.Parse([]byte(text), ojson.DataLimits)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, v)
	}
	return list
}

// variationText is a line for each place.
func variationText(places []report.VaryingPlace) string {
	var sb strings.Builder
	for _, p := range places {
		sb.WriteString(p.At)
		for _, v := range p.Values {
			value := "missing"
			if v.JSON != nil {
				value = string(v.JSON.Compact())
			}
			fmt.Fprintf(&sb, " %s%v", value, v.In)
		}
		sb.WriteString("\n")
	}
	return sb.String()
}

func TestPlacesThatVary(t *testing.T) {
	t.Parallel()
	output := func(data, second string) string {
		part := `{"kind":"data","schema":"s","data":` + data + `}`
		return `{"state":"completed","ms":{"settled":7},"data":` + data + `,"artifacts":[{"name":"n","parts":[{"kind":"data","schema":null,"data":1},` + part + second + `]}]}`
	}
	for name, tt := range map[string]struct {
		documents []string
		want      string
	}{
		"nothing":        {nil, ""},
		"one":            {[]string{output("1", "")}, ""},
		"equal":          {[]string{output("1.0", ""), output("1", "")}, ""},
		"times":          {[]string{`{"ms":{"settled":1}}`, `{"ms":{"settled":2}}`}, ""},
		"listed once":    {[]string{output(`{"winner":"Tiger"}`, ""), output(`{"winner":"Lion"}`, ""), output(`{"winner":"Tiger"}`, "")}, "/data/winner \"Tiger\"[0 2] \"Lion\"[1]\n"},
		"not finished":   {[]string{"", output("1", ""), "", output("2", "")}, "/data 1[1] 2[3]\n"},
		"missing":        {[]string{output(`{"a":1}`, ""), output(`{}`, "")}, "/data/a 1[0] missing[1]\n"},
		"null":           {[]string{output(`{"a":null}`, ""), output(`{}`, "")}, "/data/a null[0] missing[1]\n"},
		"other kinds":    {[]string{output(`{"a":{}}`, ""), output(`{"a":[]}`, "")}, "/data/a {}[0] [][1]\n"},
		"arrays":         {[]string{output(`[1,2]`, ""), output(`[1,3,4]`, "")}, "/data/1 2[0] 3[1]\n/data/2 missing[0] 4[1]\n"},
		"other parts":    {[]string{output(`1`, `,{"kind":"text","text":"a"}`), output(`1`, `,{"kind":"text","text":"b"}`)}, "/artifacts/0/parts/2/text \"a\"[0] \"b\"[1]\n"},
		"other data":     {[]string{output(`1`, `,{"kind":"data","schema":"t","data":5}`), output(`1`, `,{"kind":"data","schema":"t","data":6}`)}, "/artifacts/0/parts/2/data 5[0] 6[1]\n"},
		"states":         {[]string{`{"state":"completed"}`, `{"state":"failed"}`}, "/state \"completed\"[0] \"failed\"[1]\n"},
		"names to quote": {[]string{output(`{"a/b":1}`, ""), output(`{"a/b":2}`, "")}, "/data/a~1b 1[0] 2[1]\n"},
	} {
		if got := variationText(report.VaryingPlaces(testDocuments(t, tt.documents...))); got != tt.want {
			t.Errorf("%s:\n%swant\n%s", name, got, tt.want)
		}
	}
}

func TestUniquePlaces(t *testing.T) {
	t.Parallel()
	places := report.VaryingPlaces(testDocuments(t, `{"text":"a","state":"x"}`, `{"text":"b","state":"x"}`, `{"text":"c","state":"y"}`))
	if len(places) != 2 || places[0].IsUnique() || !places[1].IsUnique() {
		t.Errorf("%s", variationText(places))
	}
}
