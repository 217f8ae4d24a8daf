package kit_test

import (
	"fmt"
	"strings"
	"testing"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/ui/kit"
)

const tripSchema = `{"type":"object","properties":{"city":{"type":"string"},"vip":{"type":"boolean"},"note":{"type":["string","null"]},"days":{"type":"array","items":{"type":"string"}},
	"who":{"type":"object","properties":{"name":{"type":"string"},"ill":{"type":"boolean"},"tall":{"type":"boolean"}}},
	"legs":{"type":"array","items":{"type":"object","properties":{"to":{"type":"string"},"fast":{"type":"boolean"}}}},"taxi":{"type":"string"},"id":{"type":"string","readOnly":true}}}`

const trip = `{"city":"Oslo","vip":true,"note":null,"days":["Mon","Tue"],"who":{"name":"Ada","ill":false,"tall":true},"legs":[{"to":"Bergen","fast":true},{"to":"Oslo","fast":false}]}`

func planOf(schema, data string) *run.Plan {
	return &run.Plan{Input: &a2aclient.Input{Schema: []byte(schema)}, Data: []byte(data)}
}

// What a message sends is a row a field, with lists and objects as people say them.
func TestFilledRows(t *testing.T) {
	t.Parallel()
	rows := kit.FilledRows(planOf(tripSchema, trip))
	var all []string
	for _, r := range rows {
		all = append(all, fmt.Sprintf("%s%s=%s", strings.Repeat(">", r.Depth), r.Label, r.Value))
	}
	if got, want := strings.Join(all, "|"), "City=Oslo|Vip=yes|Note=no value|Days=2 items: Mon · Tue|Who=|>Name=Ada|>Ill=no|>Tall=yes|Legs=|>1=Bergen · Fast|>2=Oslo"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if got := kit.LeftOut(planOf(tripSchema, trip)); fmt.Sprint(got) != "[Taxi]" {
		t.Errorf("left out: %v", got)
	}
	for _, p := range []*run.Plan{{Text: "hello\x1b"}, {Data: []byte(`{"a":1}`)}} {
		if rows := kit.FilledRows(p); len(rows) != 1 || rows[0].Label != "Message" || rows[0].Value != p.Text+string(p.Data) && rows[0].Value != "hello␛" || kit.LeftOut(p) != nil || p.Form() != nil {
			t.Errorf("%v", rows)
		}
	}
	if rows := kit.FilledRows(planOf(`{`, `{}`)); rows != nil {
		t.Errorf("of a damaged schema: %v", rows)
	}
	if rows := kit.FilledRows(planOf(`{"type":"string","title":"Word"}`, `"hi"`)); len(rows) != 1 || rows[0].Label != "Word" || rows[0].Value != "hi" {
		t.Errorf("of a text: %v", rows)
	}
	if got := kit.FilledDoubts(planOf(`{"$schema":"https://json-schema.org/draft/2020-12/schema","properties":{"mail":{"type":"string","format":"email"},"ok":{"type":"string"}}}`, `{"mail":"nobody","ok":"x"}`)); len(got) != 1 || !strings.Contains(got[0], "Mail") {
		t.Errorf("doubts: %q", got)
	}
}

// A form is typed field by field: the row that is typed has the cursor, those behind it have no value yet.
func TestFilledRowsAreTyped(t *testing.T) {
	t.Parallel()
	st := kit.NewStyles(kit.Auto, nil, kit.TermColors{Dark: true})
	rows := kit.FilledRows(planOf(tripSchema, `{"city":"Oslo","days":["Mon","Tue"]}`))
	if n := kit.CountFilled(rows); n != 4+18+2*4 {
		t.Errorf("%d characters", n)
	}
	for typed, want := range map[int]string{
		0: "0|City|Days", 4: "0|City   O|Days", 6: "0|City   Osl|Days", 8: "1|City   Oslo|Days", 12: "1|City   Oslo|Days   2", 19: "1|City   Oslo|Days   2 items:", 29: "1|City   Oslo|Days   2 items: Mon · Tue", 30: "1|City   Oslo|Days   2 items: Mon · Tue",
	} {
		lines, at := kit.DrawFilled(rows, typed, 40, st)
		if got := fmt.Sprint(at, "|", strings.ReplaceAll(inLines(lines), "\n", "|")); got != want {
			t.Errorf("%d typed: %q, want %q", typed, got, want)
		}
	}
	lines, _ := kit.DrawFilled(kit.FilledRows(planOf(tripSchema, trip)), 1000, 24, st)
	if got := inLines(lines); !strings.Contains(got, "  1    Bergen · Fast") || !strings.Contains(got, "  Name   Ada") {
		t.Errorf("%s", got)
	}
	lines, _ = kit.DrawFilled(kit.FilledRows(planOf(tripSchema, `{"legs":[{"to":"Bergen by the sea","fast":true}]}`)), 1000, 30, st)
	if got := inLines(lines); !strings.HasSuffix(got, "1    Bergen by the sea …") { // cut behind a member
		t.Errorf("%s", got)
	}
}
