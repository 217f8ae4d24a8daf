package formgen_test

import (
	"fmt"
	"strings"
	"testing"

	"a2aform/formgen"
)

// count is how many fields there are at and below x.
func count(x *formgen.Field) int {
	n := 1
	for _, c := range x.Children() {
		n += count(c)
	}
	return n
}

// A schema may require itself for ever; opening its form must have an end.
func TestSchemaThatRequiresItselfOpens(t *testing.T) {
	twice := `{"$ref":"#/$defs/d0","$defs":{`
	for i := range 40 {
		next := fmt.Sprintf(`{"$ref":"#/$defs/d%d"}`, i+1)
		twice += fmt.Sprintf(`"d%d":{"type":"object","required":["a","b"],"properties":{"a":%s,"b":%s}},`, i, next, next)
	}
	for name, text := range map[string]string{
		"itself":        `{"type":"object","required":["self"],"properties":{"self":{"$ref":"#"}}}`,
		"linked list":   `{"type":"object","required":["next"],"properties":{"next":{"anyOf":[{"$ref":"#"},{"type":"null"}]}}}`,
		"by a default":  `{"type":"object","required":["l"],"properties":{"l":{"type":"array","default":[{}],"items":{"$ref":"#"}}}}`,
		"two each time": twice + `"d40":{"type":"string"}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			f := open(t, text)
			if n := count(f.Root()); n > 10000 {
				t.Errorf("%d fields came by themselves", n)
			}
		})
	}
}

func TestFiniteRequiredMembersAreAdded(t *testing.T) {
	f := open(t, `{"type":"object","required":["next"],"properties":{"name":{"type":"string"},"next":{"anyOf":[{"$ref":"#"},{"type":"null"}]}}}`)
	field(t, f, "/next").SetPresence(formgen.Set)
	field(t, f, "/next/next").SetPresence(formgen.Set)
	field(t, f, "/next/next/name").SetText("deep")
	field(t, f, "/next/next/next").SetPresence(formgen.Null)
	data, err := f.Submit()
	if err != nil || !strings.Contains(string(data), `"deep"`) {
		t.Errorf("%s, %v", data, err)
	}
}

// BenchmarkManyAtEachOfMany opens a field of 2,000 objects of 2,000 fields.
func BenchmarkManyAtEachOfMany(b *testing.B) {
	fields := make([]string, 2000)
	for i := range fields {
		fields[i] = fmt.Sprintf(`"f%d":{"$ref":"#/$defs/n"}`, i)
	}
	text := `{"$ref":"#/$defs/n","$defs":{"n":{"type":"object","properties":{` + strings.Join(fields, ",") + `}}}}`
	for b.Loop() {
		f := open(b, text)
		f.At("/f5").SetPresence(formgen.Set)
	}
}
