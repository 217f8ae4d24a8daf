package render

import (
	"testing"

	"a2aform/internal/ojson"
)

// Agents put what was asked for into an object, or leave the list around it out.
func TestAskedSchemaFitsWhatCame(t *testing.T) {
	t.Parallel()
	const list = `{"type":"array","items":{"type":"object","properties":{"n":{"$ref":"#/$defs/n"}}},"$defs":{"n":{"type":"integer"}}}`
	const object = `{"type":"object","properties":{"n":{"type":"integer"}}}`
	for _, tt := range []struct{ what, asked, data, want string }{
		{"the list", list, `[{"n":1}]`, list},
		{"nothing", list, `{}`, list},
		{"the list as a member", list, `{"count":1,"result":[{"n":1}]}`, `{"properties":{"result":` + list + `},"$defs":{"n":{"type":"integer"}}}`},
		{"two lists", list, `{"a":[],"b":[]}`, list},
		{"one row", list, `{"n":1}`, `{"type":"object","properties":{"n":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"integer"}}}`},
		{"one row of a list of numbers", `{"type":"array","items":7}`, `{"n":1}`, `{"type":"array","items":7}`},
		{"the object", object, `{"n":1}`, object},
		{"the object as a member", object, `{"result":{"n":1}}`, `{"properties":{"result":` + object + `}}`},
		{"an object in the member that was asked for", object, `{"n":{"x":1}}`, object},
		{"the object beside others", object, `{"result":{"n":1},"ok":true}`, object},
		{"a list where an object was asked for", object, `{"rows":[{"n":1}]}`, object},
	} {
		asked, err := ojson.Parse([]byte(tt.asked), ojson.SchemaLimits)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(fitted(asked, []byte(tt.data)).Compact()); got != tt.want {
			t.Errorf("%s: %s\nwant %s", tt.what, got, tt.want)
		}
	}
}
