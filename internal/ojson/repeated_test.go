package ojson

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestRepeatedNamesAreFoundInSmallAndLargeObjects(t *testing.T) {
	members := make([]string, fewMembers+1)
	for i := range members {
		members[i] = `"name` + strconv.Itoa(i) + `":0`
	}
	large := strings.Join(members, ",")
	for text, want := range map[string][]string{
		`{"a":1,"b":{"a":1}}`:                 nil,
		`[{"a":1},{"a":{"b":1,"c":2,"b":3}}]`: {"1.a.b"},
		`{` + large + `}`:                     nil,
		`{"in":{` + large + `,"name3":1}}`:    {"in.name3"},
		`{` + large + `,"z":{"a":1,"a":2}}`:   {"z.a"},
	} {
		v, err := Parse([]byte(text), DataLimits)
		if err != nil {
			t.Fatal(err)
		}
		if got := v.Repeated(); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
