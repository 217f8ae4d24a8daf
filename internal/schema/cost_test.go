package schema_test

import (
	"fmt"
	"strings"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// unionBomb nests two-way unions: 2^depth schemas are tried for one text.
func unionBomb(depth int) string {
	var sb strings.Builder
	sb.WriteString(`{"type":"object","properties":{"a":{"$ref":"#/$defs/d0"}},"$defs":{`)
	for i := range depth {
		fmt.Fprintf(&sb, `"d%d":{"anyOf":[{"$ref":"#/$defs/d%[2]d"},{"$ref":"#/$defs/d%[2]d"}]},`, i, i+1)
	}
	fmt.Fprintf(&sb, `"d%d":{"type":"string","minLength":3}}}`, depth)
	return sb.String()
}

func TestUnionBombIsRejected(t *testing.T) {
	doc, err := schema.Load([]byte(unionBomb(40)))
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Compile(); err == nil || !strings.Contains(err.Error(), "too many alternatives") {
		t.Fatalf("compile: %v", err)
	}
	if n := doc.Notices(); len(n) != 1 {
		t.Errorf("notices %v", n)
	}
}

// Each level of unions once doubled the work of wording what is wrong, too.
func TestNestedUnionsAreDescribedOnce(t *testing.T) {
	doc, err := schema.Load([]byte(unionBomb(11)))
	if err != nil {
		t.Fatal(err)
	}
	v := ojson.NewObject(ojson.Member{Name: "a", Value: ojson.NewString("x")})
	allocs := testing.AllocsPerRun(1, func() { doc.Validate(v) })
	if allocs > 1<<20 {
		t.Errorf("%.0f allocations for 2^11 alternatives", allocs)
	}
}
