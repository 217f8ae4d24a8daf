package table

import (
	"testing"

	"a2aform/internal/schema"
)

func TestDurationsAreOrderedByLength(t *testing.T) {
	d, err := schema.Load([]byte(`{"type":"array","items":{"type":"object","properties":{"d":{"type":"string","format":"duration"}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	g, _ := grids(t, `[{"d":"PT90M"},{"d":"P1D"},{"d":"PT2H"},{"d":"soon"},{"d":"P1M"},{"d":"-PT1H"},{"d":"P5W"},{"d":"PT1,5H"}]`, d)
	v := g.View()
	order := func(v *View) (texts string) {
		for i := range v.Rows() {
			texts += " " + v.grid.Cell(v.Row(i), 0).Value.Text()
		}
		return texts
	}
	sorted, err := v.Sorted(t.Context(), 0, false)
	if err != nil || order(sorted) != " -PT1H PT90M PT1,5H PT2H P1D P1M P5W soon" {
		t.Errorf("%s, %v", order(sorted), err)
	}
	for filter, want := range map[string]string{
		"d>PT2H": " P1D P1M P5W", "d<=pt120m": " PT90M PT2H -PT1H PT1,5H", "d=PT90M": " PT90M PT1,5H", "d=soon": " soon", "d:PT": " PT90M PT2H -PT1H PT1,5H",
	} {
		f, err := v.grid.ParseFilter(filter)
		if err != nil {
			t.Fatal(err)
		}
		if found, err := v.Filtered(t.Context(), f); err != nil || order(found) != want {
			t.Errorf("%s: %s, %v", filter, order(found), err)
		}
	}
}
