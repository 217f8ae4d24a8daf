package draw

import (
	"slices"
	"testing"

	"a2aform/internal/safe"
	"a2aform/render"
	"a2aform/render/rendertest/documents"
)

const factsSchema = `{"type":"object","properties":{"title":{"type":"string"},"count":{"type":"integer"},"rows":{"type":"array","items":{"type":"object"}}},"required":["title"]}`

func TestFactsSideBySide(t *testing.T) {
	const rows = `"rows":[{"a":1},{"a":2}]`
	for _, tt := range []struct {
		name, data string
		width      int
		lines      []string // on lines of their own
		short      []string
	}{
		{"the list is not named above itself", `{"title":"Sales","count":2,` + rows + `}`, 40, []string{"Title  Sales", "Count  2"}, []string{"Title Sales   Count 2"}},
		{"as many lines as they take", `{"title":"Sales","count":2,` + rows + `}`, 16, nil, []string{"Title Sales", "Count 2"}},
		{"an object has lines of its own", `{"title":"Sales","by":{"name":"Ada"},` + rows + `}`, 40, nil, nil},
		{"a problem has a line of its own", `{"count":2,` + rows + `}`, 40, nil, nil},
		{"a long text has lines of its own", `{"title":"Sales of the year and of the year before","count":2,` + rows + `}`, 30, nil, nil},
	} {
		d := render.New([]render.Artifact{{Name: safe.Text("A"), Parts: []render.Part{{Kind: render.DataPart, Data: []byte(tt.data)}}}}, documents.Resolver(t, factsSchema))
		blocks := d.Sections[0].Blocks
		facts := blocks[:len(blocks)-1]
		if tt.lines != nil {
			if got := Facts(facts, tt.width, Plain).Lines; !slices.Equal(got, tt.lines) {
				t.Errorf("%s: %q, want %q", tt.name, got, tt.lines)
			}
		}
		if got := ShortFacts(facts, tt.width, Plain); !slices.Equal(got, tt.short) {
			t.Errorf("%s: side by side %q, want %q", tt.name, got, tt.short)
		}
	}
}
