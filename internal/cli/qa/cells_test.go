package qa

import (
	"strings"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/gen"
)

// A row of generated values is as wide as 60 characters of its pointer and of its change, and 16 of its value.
func TestGeneratedValuesAreCut(t *testing.T) {
	t.Parallel()
	long, cut := strings.Repeat("x", 61), strings.Repeat("x", 60)+"…"
	row := gen.Row{Item: gen.Item{Case: gen.Case{Pointer: long, Keyword: "maxLength", Change: long, Kind: gen.Invalid, Value: ojson.NewString(long)}}}
	o := &generateOptions{}
	if got := strings.Join(o.cells(&row)[:3], "|"); got != cut+"|"+cut+`|"xxxxxxxxxxxxxxx…` {
		t.Errorf("%s", got)
	}
	row = gen.Row{Item: gen.Item{Case: gen.Case{Name: "the base value", Kind: gen.Valid}}}
	if got := strings.Join(o.cells(&row)[:3], "|"); got != "(whole)|the base value|left out" {
		t.Errorf("%s", got)
	}
	if o.run = true; len(o.cells(&row)) != 7 {
		t.Errorf("%q", o.cells(&row))
	}
}
