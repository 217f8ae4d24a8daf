package normalize_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
	"a2aform/internal/schema/schematest"
)

func nest(open string, levels int, inner, closing string) string {
	return strings.Repeat(open, levels) + inner + strings.Repeat(closing, levels)
}

func TestSchemasBeyondALimitAreNotChecked(t *testing.T) {
	tests := []struct{ name, schema, want string }{
		{"schemas in schemas", nest(`{"not":`, 70, `true`, `}`), "nests more than 64 schemas"},
		{"JSON in JSON", nest(`{"properties":{"a":`, 5000, `{}`, `}}`), "the nesting is beyond the limit of 128 levels"},
		{"subschemas", schematest.ManyProperties(20_001), "more than 20,000 subschemas"},
		{"bytes", `{"title":"` + strings.Repeat("x", 8<<20) + `"}`, "beyond the limit of 8 MiB"},
		{"identifiers", `{"$defs":{` + list(1001, `"d%[1]d":{"$id":"r%[1]d"}`) + `}}`, "more than 1,000 subschemas with an identifier"},
		{"values", `{"default":[` + list(400_001, `%d`) + `]}`, "more than 400,000 values"},
		{"where only a reference looks", `{"items":{"$ref":"#/x"},"x":` + nest(`{"not":`, 70, `true`, `}`) + `}`, "nests more than 64 schemas"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := schematest.Load(t, tt.schema)
			err := d.Compile()
			if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "only by the agent") {
				t.Fatalf("%v, want %q and what next", err, tt.want)
			}
			if n := d.Notices(); len(n) != 1 || n[0].Text != err.Error() {
				t.Errorf("notices %v", n)
			}
			if d.Root().Kind() != schema.JSON || len(d.Validate(schematest.Value(t, `1`))) != 0 || !d.Raw().Exists() {
				t.Error("it is not a JSON editor that takes everything")
			}
		})
	}
	for _, text := range []string{
		nest(`{"not":`, 60, `true`, `}`),
		`{"$defs":{` + list(900, `"d%[1]d":{"$id":"r%[1]d"}`) + `}}`,
		`{"description":"` + strings.Repeat(`,[{\"`, 400_000) + `"}`,
	} {
		if err := schematest.Load(t, text).Compile(); err != nil {
			t.Errorf("%.30s…: %v", text, err)
		}
	}
}

// list is n times the format, with the number of each, separated by commas.
func list(n int, format string) string {
	var sb strings.Builder
	for i := range n {
		if i > 0 {
			sb.WriteByte(',')
		}
		fmt.Fprintf(&sb, format, i)
	}
	return sb.String()
}

// What the validator does for each schema must not grow with the number of them.
// Time is not tested, but this much memory took seconds.
func TestManyEqualSchemasStayCheap(t *testing.T) {
	tests := []struct {
		name, schema string
		maximum      uint64 // MB
	}{
		{"places where only references look", `{"properties":{` + list(3000, `"d%[1]d":{"$ref":"#/components/x%[1]d"}`) + `},"components":{` + list(3000, `"x%d":{"type":"string"}`) + `}}`, 120},
		{"references that lead nowhere", `{"oneOf":[` + list(3000, `{"$ref":"x%d.json"}`) + `]}`, 70},
		{"metaschemas that are not there", `{"properties":{` + list(3000, `"d%[1]d":{"$ref":"http://json-schema.org/draft-07/schema#/x%[1]d"}`) + `}}`, 100},
	}
	for _, tt := range tests {
		d := schematest.Load(t, tt.schema)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if err := d.Compile(); err != nil {
			t.Error(tt.name, err)
		}
		runtime.ReadMemStats(&after)
		if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > tt.maximum {
			t.Errorf("%s: %d MB", tt.name, mb)
		}
	}
}

func TestLongPatternIsNotChecked(t *testing.T) {
	d := schematest.Load(t, `{"properties":{"a":{"pattern":"`+strings.Repeat("x", 64<<10+1)+`"},"b":{"type":"string"}}}`)
	if d.Compile() != nil || len(d.Notices()) != 1 || !strings.Contains(d.Notices()[0].Text, "longer than 64 KiB") {
		t.Fatal(d.Compile(), d.Notices())
	}
	if len(d.Validate(schematest.Value(t, `{"a":"y"}`))) != 0 || len(d.Validate(schematest.Value(t, `{"b":1}`))) != 1 {
		t.Error("the rest is not checked")
	}
	longest := schematest.Load(t, `{"pattern":"`+strings.Repeat("x", 64<<10)+`"}`)
	if longest.Compile() != nil || len(longest.Notices()) > 0 || len(longest.Validate(schematest.Value(t, `"y"`))) != 1 {
		t.Error("the longest pattern is not checked", longest.Notices())
	}
}

func TestTooManyRequiredNamesAreNotChecked(t *testing.T) {
	d := schematest.Load(t, `{"type":"object","required":[`+list(20_001, `"p%d"`)+`]}`)
	if d.Compile() != nil || len(d.Notices()) != 1 || len(d.Validate(schematest.Value(t, `{}`))) != 0 || len(d.Validate(schematest.Value(t, `[]`))) != 1 {
		t.Error(d.Compile(), d.Notices())
	}
}

// A number that is too large for the validator is no reason to fail, wherever it is.
func TestHugeNumbersAreUnchecked(t *testing.T) {
	huge := func(n int) *ojson.Value {
		v, err := ojson.Parse([]byte(`[`+strings.TrimSuffix(strings.Repeat(`1e9999999,`, n), ",")+`]`), ojson.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, text := range []string{`{"items":{"minimum":0}}`, `{"uniqueItems":true}`, `{"items":{"type":"integer"}}`, `{"items":{"enum":[1]}}`, `{"items":{"multipleOf":3}}`} {
		got := schematest.Load(t, text).Validate(huge(30))
		if len(got) != 1 || !got[0].IsUnchecked() || got[0].Pointer != "/0" || !strings.Contains(got[0].Message(), "too many digits") {
			t.Errorf("%s: %v", text, got)
		}
	}
}
