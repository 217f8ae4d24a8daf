package diff_test

import (
	"fmt"
	"strings"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/diff"
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
func variationText(places []diff.VaryingPlace) string {
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
	for name, tt := range map[string]struct {
		documents []string
		want      string
	}{
		"nothing":        {nil, ""},
		"one":            {[]string{`1`}, ""},
		"equal":          {[]string{`1.0`, `1`}, ""},
		"several":        {[]string{`{"winner":"Tiger"}`, `{"winner":"Lion"}`, `{"winner":"Tiger"}`}, "/winner \"Tiger\"[0 2] \"Lion\"[1]\n"},
		"not finished":   {[]string{"", `{"a":1}`, "", `{"a":2}`}, "/a 1[1] 2[3]\n"},
		"missing":        {[]string{`{"a":1}`, `{}`}, "/a 1[0] missing[1]\n"},
		"null":           {[]string{`{"a":null}`, `{}`}, "/a null[0] missing[1]\n"},
		"other kinds":    {[]string{`{"a":{}}`, `{"a":[]}`}, "/a {}[0] [][1]\n"},
		"arrays":         {[]string{`[1,2]`, `[1,3,4]`}, "/1 2[0] 3[1]\n/2 missing[0] 4[1]\n"},
		"names to quote": {[]string{`{"a/b":1}`, `{"a/b":2}`}, "/a~1b 1[0] 2[1]\n"},
	} {
		if got := variationText(diff.Varying(testDocuments(t, tt.documents...))); got != tt.want {
			t.Errorf("%s:\n%swant\n%s", name, got, tt.want)
		}
	}
}

func TestUniquePlaces(t *testing.T) {
	t.Parallel()
	places := diff.Varying(testDocuments(t, `{"state":"x","text":"a"}`, `{"state":"x","text":"b"}`, `{"state":"y","text":"c"}`))
	if len(places) != 2 || places[0].IsUnique() || !places[1].IsUnique() {
		t.Errorf("%s", variationText(places))
	}
}
