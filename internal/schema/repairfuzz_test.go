package schema

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/schema/message"
	"a2aform/internal/schema/normalize"
)

// FuzzRepair compares normalized schemas with the validator itself: a schema that it accepts
// as it was written, and about which there is no notice, means what it meant. Schemas
// with patterns may differ, as the validator reads patterns as Go does.
func FuzzRepair(f *testing.F) {
	for _, s := range []string{
		`{"$ref":"#/$defs/a","$defs":{"a":{"type":["string","null"]}},"properties":{"b":{"$ref":"#/x/y"}},"x":{"y":{"enum":[1]}}}`,
		`{"$id":"http://x/y","items":{"$ref":"z#q"},"$defs":{"z":{"$id":"z","$anchor":"q","not":{"const":null}}}}`,
		`{"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"a":{"$id":"#b","type":"object"}},"additionalProperties":{"$ref":"#b"}}`,
		`{"$schema":"http://json-schema.org/draft-04/schema","id":"q","minimum":1,"exclusiveMinimum":true,"dependencies":{"a":["b"]}}`,
		`{"prefixItems":[true],"items":false,"contains":{"minimum":1},"unevaluatedItems":false,"if":{"required":["a"]},"then":{"oneOf":[{},{}]}}`,
		`{"items":[{}],"additionalItems":false,"nullable":true,"type":"dict"}`,
	} {
		f.Add([]byte(s), []byte(`{"a":[1,"x",null,{"b":true}]}`))
	}
	f.Fuzz(func(t *testing.T, text, instance []byte) {
		raw, err := ojson.Parse(text, ojson.SchemaLimits)
		v, err2 := ojson.Parse(instance, ojson.DataLimits)
		if err != nil || err2 != nil || len(text) > 2048 || bytes.Contains(text, []byte("attern")) || bytes.Contains(text, []byte(`\u`)) {
			return
		}
		d, err := Load(text)
		if err != nil || d.Compile() != nil || len(d.Notices()) > 0 {
			return
		}
		plain, ok := plainVerdict(raw, v)
		if !ok {
			return
		}
		problems := d.Validate(v)
		if len(problems) > 0 && problems[0].IsUnchecked() {
			return
		}
		if (len(problems) == 0) != plain {
			t.Errorf("%s of %s: valid is %v to the judge, but %v", instance, text, plain, problems)
		}
	})
}

// plainVerdict is the validator's own verdict by a schema that was not normalized,
// false where it has none.
func plainVerdict(raw, v *ojson.Value) (valid, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	c := normalize.NewCompiler(normalize.Loader{message.BaseURL: raw.Any()})
	compiled, err := c.Compile(message.BaseURL)
	if err != nil {
		return false, false
	}
	return compiled.Validate(v.Any()) == nil, true
}

// slips makes schemas of keywords with values of any kind.
type slips struct{ *rand.Rand }

func (r slips) pick(list ...string) string { return list[r.IntN(len(list))] }

func (r slips) value(depth int) string {
	switch r.IntN(10) {
	case 0:
		return r.pick("null", "true", "false", "0", "-1", "1.5", "1e500", "1e20", "3")
	case 1:
		return r.pick(`""`, `"string"`, `"int"`, `"a"`, `"#"`, `"#/$defs/a"`, `"#/properties/a/items"`, `"gone.json"`, `"#q"`, `"["`, `"%zz"`, `"http://[x"`, `"#/x/y"`)
	case 2:
		return `[` + r.join(depth, r.value) + `]`
	case 3, 4:
		return `{` + r.join(depth, func(depth int) string { return r.pick(`"a"`, `"b"`, `"["`, `"x/y"`) + ":" + r.schema(depth) }) + `}`
	}
	return r.schema(depth)
}

func (r slips) join(depth int, f func(int) string) string {
	var parts []string
	for range r.IntN(4) {
		if depth > 0 {
			parts = append(parts, f(depth-1))
		}
	}
	return strings.Join(parts, ",")
}

func (r slips) schema(depth int) string {
	names := normalize.KeywordNames()
	names = append(names, "nullable", "divisibleBy", "x", "discriminator", "$vocabulary")
	dialect := r.pick("", "", "", `"$schema":"http://json-schema.org/draft-07/schema#"`, `"$schema":"http://json-schema.org/draft-04/schema#"`, `"$schema":"mine"`,
		`"$schema":"https://json-schema.org/draft/2019-09/schema"`)
	members := r.join(depth, func(depth int) string { return `"` + r.pick(names...) + `":` + r.value(depth) })
	if dialect != "" && members != "" {
		dialect += ","
	}
	return `{` + dialect + members + `}`
}

// One bad keyword, or many, never make a schema unusable, and what the validator
// takes by the schema as it was written is valid.
func TestMistakesNeverMakeSchemaUnusable(t *testing.T) {
	var values []*ojson.Value
	for _, text := range []string{`{"a":[1,"x",{"b":null}],"b":"y"}`, `[[],{},"a",3]`, `null`, `"string"`, `0`, `true`, `{}`} {
		v, err := ojson.Parse([]byte(text), ojson.DataLimits)
		if err != nil {
			t.Fatal(err)
		}
		values = append(values, v)
	}
	for seed := range uint64(2000) {
		text := slips{rand.New(rand.NewPCG(seed, 7))}.schema(6)
		d, err := Load([]byte(text))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if err := d.Compile(); err != nil {
			t.Fatalf("seed %d: %s: %v", seed, text, err)
		}
		for _, v := range values {
			problems := d.Validate(v)
			if len(problems) == 0 {
				continue
			}
			if problems[0].IsUnchecked() {
				t.Fatalf("seed %d: %s: %v", seed, text, problems)
			}
			if valid, ok := plainVerdict(d.raw, v); ok && valid && !strings.Contains(text, "divisibleBy") && !strings.Contains(text, "1e") {
				t.Fatalf("seed %d: %s: %s was valid: %v", seed, text, v.Compact(), problems)
			}
		}
	}
}
