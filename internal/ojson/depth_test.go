package ojson_test

import (
	"strings"
	"testing"

	"a2aform/internal/ojson"
)

func TestWithoutDepth(t *testing.T) {
	deep := strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000)
	for _, tt := range []struct{ in, want string }{
		{`{"a":[1,{"b":"]"}],"c":[[2]]}`, `{"a":[1,"{\"b\":\"]\"}"],"c":["[2]"]}`},
		{`{"a":[1]}`, `{"a":[1]}`},
		{`["[[[{{{"]`, `["[[[{{{"]`},
		{`[[[[`, `[[[[`},
		{`[[[1]]`, `[[[1]]`},
		{`{"a":` + deep + `,"b":1}`, `{"a":["` + deep[1:len(deep)-1] + `"],"b":1}`},
	} {
		got, isCut := ojson.WithoutDepth([]byte(tt.in), 2)
		if string(got) != tt.want || isCut != (tt.in != tt.want) {
			t.Errorf("%.40s is %.60s, %t", tt.in, got, isCut)
		}
		if isCut && !ojson.IsValid(got) {
			t.Errorf("%.40s is not JSON", got)
		}
	}
}
