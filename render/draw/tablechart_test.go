package draw_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"a2aform/render"
	"a2aform/render/draw"
	"a2aform/render/table"
)

// A chart has a bar for each of 200 names, and one for all others.
func TestManyNamesAreOneBarOfAChart(t *testing.T) {
	for names, want := range map[int]int{3: 3, 200: 200, 201: 201, 230: 201} {
		var rows []map[string]any
		for i := range names {
			rows = append(rows, map[string]any{"name": fmt.Sprintf("place %03d", i), "cost": 1.5})
		}
		data, err := json.Marshal(rows)
		if err != nil {
			t.Fatal(err)
		}
		g := render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.DataPart, Data: data}}}}, nil).Blocks()[0].(*table.Table)
		by, numbers := 0, 1
		if g.Columns()[0].Numeric {
			by, numbers = 1, 0
		}
		if got := (draw.TableChart{Numbers: numbers, By: by}).Read(t.Context(), g.View()).Bars(); got != want {
			t.Errorf("%d bars of %d names, want %d", got, names, want)
		}
	}
}
