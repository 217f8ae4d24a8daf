package ojson_test

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"a2aform/internal/ojson"
)

// A text is read to its end if and only if it is JSON, whether values are entered or taken whole.
func TestReaderChecksTheGrammar(t *testing.T) {
	pieces := rapid.StringMatching(`(\{"a":|\[1,|\[|"k\\u0041":|[][{},: ]|-?1|"x"|true|null){0,12}`)
	rapid.Check(t, func(rt *rapid.T) {
		text := []byte(pieces.Draw(rt, "text") + rapid.SampledFrom([]string{"", "]", "}", "]}", "1}", "}]"}).Draw(rt, "end"))
		made := ojson.NewReader(text)
		r := &made
		var walk func()
		walk = func() {
			switch r.Peek() {
			case '{':
				for entered := r.Enter('{'); entered && r.Member(); {
					walk()
				}
			case '[':
				for entered := r.Enter('['); entered && r.Item(); {
					walk()
				}
			default:
				r.Value()
			}
		}
		walk()
		if r.Ended() != json.Valid(text) {
			rt.Fatalf("%q is read to its end: %v", text, r.Ended())
		}
	})
}

func TestTextIsThatOfEncodingJSON(t *testing.T) {
	for raw, want := range map[string]string{
		`"plain"`: "plain", `"a\"b\u00e9\ud83d\ude00"`: "a\"bé😀", `"\ud83d"`: "\uFFFD", "\"\xff\"": "\uFFFD",
		`12.50`: "12.50", `true`: "true", `null`: "", `{}`: "", `[1]`: "", ``: "",
	} {
		if got := ojson.TextOf([]byte(raw)); got != want {
			t.Errorf("Text(%s) is %q, want %q", raw, got, want)
		}
	}
}

func TestFind(t *testing.T) {
	for text, want := range map[string]string{
		` {"b":1, "\u0061" : [2] }`: "[2]", `{"a":1,"a":2}`: "2", `{"b":{"a":1}}`: "", `{"a":1`: "1",
		"": "", "1 2": "", `[1] {"a":2}`: "", `["a",1]`: "", `"a"`: "",
	} {
		if got := ojson.Find([]byte(text), "a"); string(got) != want {
			t.Errorf("a of %s is %s, want %s", text, got, want)
		}
	}
}
