package draw

import (
	"strings"
	"testing"

	"a2aform/internal/safe"
	"a2aform/render"
	"a2aform/render/rendertest/documents"
)

const planSchema = `{"type":"array","items":{"type":"object","required":["time"],"properties":{
	"time":{"type":"string"},"activity":{"type":"string"},"place":{"type":"string"},
	"rain":{"type":"number","title":"Chance of rain","minimum":0,"maximum":1},"cost":{"type":"number"},"note":{"type":"string"}}}}`

// In a frame a table first loses what is next to its texts, then texts are cut, then columns are left out: below the rows is which.
func TestFrameCutsTextsThenLeavesOutColumns(t *testing.T) {
	const data = `[{"time":"09:30","activity":"Baking bread","place":"A bakery in Lisbon","rain":0.02,"cost":70},
		{"time":"14:00","activity":"Vineyard visit","place":"Hills above Lisbon","rain":0.5,"cost":84},
		{"time":"19:30","activity":"Dinner at a long table","place":"Lisbon harbour","rain":1,"cost":104,"note":"Vegetarian menu ordered"}]`
	d := render.New([]render.Artifact{{Name: safe.Text("Plan"), Parts: []render.Part{{Kind: render.DataPart, Data: []byte(data)}}}}, documents.Resolver(t, planSchema))
	for width, want := range map[int]string{
		110: `
Time   Activity                Place               Chance of rain       Cost  Note
─────────────────────────────────────────────────────────────────────────────────────────────────────
09:30  Baking bread            A bakery in Lisbon            0.02 ────    70  –
14:00  Vineyard visit          Hills above Lisbon            0.5  ━━──    84  –
19:30  Dinner at a long table  Lisbon harbour                1    ━━━━   104  Vegetarian menu ordered`,
		74: `
                                                Chance
Time   Activity                Place           of rain  Cost  Note
──────────────────────────────────────────────────────────────────────────
09:30  Baking bread            A bakery in L…     0.02    70  –
14:00  Vineyard visit          Hills above L…     0.5     84  –
19:30  Dinner at a long table  Lisbon harbour     1      104  Vegetarian …`,
		50: `
                                Chance
Time   Activity                of rain       Cost
─────────────────────────────────────────────────
09:30  Baking bread               0.02 ────    70
14:00  Vineyard visit             0.5  ━━──    84
19:30  Dinner at a long table     1    ━━━━   104
2 columns hidden: Place, Note`,
	} {
		f := Frame(d, width, Plain)
		if got := "\n" + strings.Join(f.Lines, "\n"); got != want {
			t.Errorf("%d cells:%s\nwant%s", width, got, want)
		}
		if f.Title != "Plan" || strings.Join(f.Facts, "|") != "3 rows" || f.Verdict != "" || f.Bad {
			t.Errorf("%+v", f)
		}
	}
}
