package huhform_test

import "testing"

// On a union without a chosen shape, typing takes the shape that fits and goes into it.
func TestTypingOnAnUnchosenUnionTakesTheBranchThatFits(t *testing.T) {
	for _, tt := range []struct {
		schema string
		keys   []string
		want   string
	}{
		{`{"oneOf":[{"title":"Address","type":"object","required":["city"],"properties":{"city":{"type":"string"}}},{"title":"Anywhere","type":"string"}]}`, []string{"Lisbon"}, `{"x":"Lisbon"}`},
		{`{"oneOf":[{"title":"Address","type":"object","required":["city"],"properties":{"city":{"type":"string"}}},{"title":"Anywhere","type":"string"}]}`, []string{"Attic"}, `{"x":"Attic"}`},
		{`{"type":["integer","string"]}`, []string{"12"}, `{"x":12}`},
		{`{"type":["integer","string"]}`, []string{"-12"}, `{"x":-12}`},
		{`{"type":["integer","string"]}`, []string{"a12"}, `{"x":"a12"}`},
		{`{"anyOf":[{"type":"integer"},{"type":"string"}]}`, []string{"25%"}, `{"x":"25%"}`},
		{`{"type":["integer","string"]}`, []string{"25%", "backspace", "6"}, `{"x":256}`},
		{`{"type":["integer","string"]}`, []string{"1.5"}, `{"x":"1.5"}`},
		{`{"type":["number","string"]}`, []string{"1.5"}, `{"x":1.5}`},
		{`{"type":["number","string"]}`, []string{"1.5.2"}, `{"x":"1.5.2"}`},
		{`{"type":["boolean","string"]}`, []string{"12"}, `{"x":"12"}`},
		{`{"oneOf":[{"title":"Kilometres","type":"integer"},{"title":"Miles","type":"integer"}]}`, []string{"m", "tab", "7"}, `{"x":7}`},
		{`{"oneOf":[{"title":"One","type":"object","required":["a"],"properties":{"a":{"type":"string"}}},{"title":"Two","type":"array","items":{"type":"string"}}]}`, []string{"o", "tab", "z"}, `{"x":{"a":"z"}}`},
	} {
		h := start(t, `{"type":"object","properties":{"x":`+tt.schema+`}}`)
		h.press(tt.keys...)
		if got := h.value(); got != tt.want {
			t.Errorf("%s: %q send %s; want %s\n%s", tt.schema, tt.keys, got, tt.want, h.view())
		}
	}
}

func TestTypingOnAChosenUnionKeepsItsShape(t *testing.T) {
	h := start(t, `{"type":"object","properties":{"x":{"oneOf":[{"title":"Number","type":"integer"},{"title":"Text","type":"string"}]}}}`)
	h.press("right", "t")
	if got := h.page.Focused().Unions()[0].Chosen; got != 1 {
		t.Errorf("shape %d is chosen", got)
	}
	if got := h.value(); got != `{"x":""}` {
		t.Errorf("%s is sent", got)
	}
}
