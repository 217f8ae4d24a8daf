package huhform_test

import "testing"

// A letter on a row that adds to a list or a map adds to it and is typed into what is new, if that takes text.
func TestALetterOnAnAddRowIsTypedIntoWhatItAdds(t *testing.T) {
	const lists = `{"type":"object","properties":{"tags":{"type":"array","title":"Tags","items":{"type":"string"}},
		"ns":{"type":"array","title":"Numbers","items":{"type":"number"}},
		"lines":{"type":"array","title":"Lines","items":{"type":"object","properties":{"part":{"type":"string"},"n":{"type":"integer"}}}},
		"ways":{"type":"array","title":"Ways","items":{"type":"object","properties":{"by":{"enum":["x","y"]},"note":{"type":"string"}}}},
		"flags":{"type":"array","title":"Flags","items":{"type":"boolean"}},
		"must":{"type":"array","title":"Must","items":{"type":"array","items":{"type":"string"}}},
		"full":{"type":"array","title":"Full","maxItems":1,"items":{"type":"string"}},
		"labels":{"type":"object","title":"Labels","additionalProperties":{"type":"string"}}}}`
	for _, c := range []struct {
		name, at string
		keys     []string
		want     string
		says     string // of the first of the keys
	}{
		{"texts", "/tags", []string{"a", "b", "tab", "c"}, `{"tags":["ab","c"]}`, ""},
		{"an item that is blank", "/tags", []string{"enter", "tab", "a"}, `{"tags":["a"]}`, ""},
		{"numbers", "/ns", []string{"-", "5", "tab", "7"}, `{"ns":[-5,7]}`, ""},
		{"objects", "/lines", []string{"a", "b", "tab", "3"}, `{"lines":[{"part":"ab","n":3}]}`, ""},
		{"objects that begin with a choice", "/ways", []string{"x", "z"}, `{}`, "press Enter, then type"},
		{"choices", "/flags", []string{"y"}, `{}`, "press Enter, then type"},
		{"lists in a list", "/must", []string{"a"}, `{}`, "press Enter, then type"},
		{"a list that is full", "/full", []string{"a", "tab", "b"}, `{"full":["a"]}`, ""},
		{"a map", "/labels", []string{"a", "=", "b", "enter", "c"}, `{"labels":{"a":"c"}}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := start(t, lists).goTo(c.at)
			at := h.page.Focused().Pointer()
			if !h.page.TakesLetters() {
				t.Error("letters are keys of the program")
			}
			if event := h.press(c.keys[0]); event.Say != c.says {
				t.Errorf("it says %q\n%s", event.Say, h.view())
			}
			if now := h.page.Focused().Pointer(); c.says != "" && now != at {
				t.Errorf("the focus goes to %q", now)
			}
			h.press(c.keys[1:]...)
			h.want(c.want)
		})
	}
}
