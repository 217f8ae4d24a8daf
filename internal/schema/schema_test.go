package schema_test

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
	"a2aform/internal/schema/schematest"
)

// What these tests use of package schematest, under short names.
var (
	load  = schematest.Load
	value = schematest.Value
	said  = schematest.Said
	texts = schematest.Texts
)

func TestKindAndReason(t *testing.T) {
	tests := []struct {
		name, schema string
		kind         schema.Kind
		nullable     bool
	}{
		{"string", `{"type":"string"}`, schema.String, false},
		{"number", `{"type":"number"}`, schema.Number, false},
		{"integer", `{"type":"integer"}`, schema.Integer, false},
		{"boolean", `{"type":"boolean"}`, schema.Boolean, false},
		{"null", `{"type":"null"}`, schema.Null, true},
		{"nullable by list", `{"type":["string","null"]}`, schema.String, true},
		{"nullable by pydantic", `{"anyOf":[{"type":"integer"},{"type":"null"}],"default":null}`, schema.Integer, true},
		{"nullable by invopop", `{"oneOf":[{"type":"string"},{"type":"null"}]}`, schema.String, true},
		{"nullable reference", `{"anyOf":[{"$ref":"#/$defs/A"},{"type":"null"}],"$defs":{"A":{"type":"object","properties":{"x":{}}}}}`, schema.Object, true},
		{"enum", `{"enum":["a","b"]}`, schema.Enum, false},
		{"enum with null", `{"enum":["a",null]}`, schema.Enum, true},
		{"titled enum", `{"oneOf":[{"const":1,"title":"One"},{"const":2}]}`, schema.Enum, false},
		{"enum of null alone", `{"enum":[null]}`, schema.Null, true},
		{"const", `{"const":{"a":1}}`, schema.Const, false},
		{"object", `{"type":"object","properties":{"a":{}}}`, schema.Object, false},
		{"type-less object takes null too", `{"properties":{"a":{}}}`, schema.Object, true},
		{"array", `{"type":"array","items":{"type":"string"}}`, schema.Array, false},
		{"reference", `{"$ref":"#/$defs/A","$defs":{"A":{"type":"string"}}}`, schema.String, false},
		{"allOf narrows", `{"allOf":[{"type":["string","integer"]},{"type":"number"}]}`, schema.Integer, false},
		{"required-only union", `{"type":"object","properties":{"a":{},"b":{}},"anyOf":[{"required":["a"]},{"required":["b"]}]}`, schema.Object, false},
		{"union", `{"anyOf":[{"type":"string"},{"type":"integer"}]}`, schema.Union, false},
		{"several types", `{"type":["string","integer"]}`, schema.Union, false},
		{"free object", `{"type":"object"}`, schema.Object, false},
		{"map", `{"type":"object","additionalProperties":{"type":"string"}}`, schema.Object, false},
		{"tuple", `{"type":"array","prefixItems":[{"type":"string"}]}`, schema.Array, false},
		{"conditional", `{"type":"object","properties":{"a":{}},"if":{},"then":{"required":["a"]}}`, schema.Object, false},
		{"choices", `{"type":"array","items":{"enum":["a","b"]},"uniqueItems":true}`, schema.MultiEnum, false},
		{"anything", `{}`, schema.JSON, true},
		{"nothing", `false`, schema.JSON, false},
		{"recursion", `{"type":"object","properties":{"next":{"$ref":"#"}}}`, schema.Object, false},
		{"self reference", `{"$ref":"#"}`, schema.JSON, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := load(t, tt.schema).Root()
			if p.Kind() != tt.kind || p.AllowsNull() != tt.nullable {
				t.Errorf("kind %v (%s), nullable %v; want %v, %v", p.Kind(), p.Reason(), p.AllowsNull(), tt.kind, tt.nullable)
			}
			if (p.Reason() != "") != (tt.kind == schema.JSON) {
				t.Errorf("reason %q of kind %v", p.Reason(), p.Kind())
			}
		})
	}
}

func TestPropertiesKeepDocumentOrder(t *testing.T) {
	d := load(t, `{"allOf":[{"$ref":"#/$defs/Base"}],"properties":{"z":{"title":"Zed"},"a":{},"m/~ %25é":{"title":"odd"}},
		"required":["a","ghost"],"$defs":{"Base":{"properties":{"id":{},"a":{"title":"from base"}},"required":["id"]}}}`)
	var got []string
	for _, p := range d.Root().Properties() {
		name := p.Name
		if p.Required {
			name += "*"
		}
		if title := p.Location.Title(); !title.IsEmpty() {
			name += "=" + title.Line(0).String()
		}
		got = append(got, name)
	}
	want := []string{"z=Zed", "a*=from base", "m/~ %25é=odd", "id*", "ghost*"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("properties %q, want %q", got, want)
	}
}

func TestAnnotationsNextToReference(t *testing.T) {
	for _, dialect := range []string{"http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema"} {
		d := load(t, `{"$schema":"`+dialect+`","properties":{"p":{"$ref":"#/definitions/A","title":"Here","default":1.10}},
			"definitions":{"A":{"type":"number","title":"There","description":"About","examples":[1,2.50]}}}`)
		p := d.Root().Property("p")
		if p.Title().Exact() != "Here" || p.Description().Exact() != "About" || p.Default().Text() != "1.10" || p.Examples()[1].Text() != "2.50" {
			t.Errorf("%s: title %v, description %v, default %v", dialect, p.Title(), p.Description(), p.Default().Text())
		}
	}
}

func TestChoices(t *testing.T) {
	tests := []struct{ schema, want string }{
		{`{"enum":["a",1.0,null,{"b":2}],"enumNames":["A"]}`, `"a"=A 1.0= {"b":2}=`},
		{`{"anyOf":[{"const":"x","title":"Ex"},{"const":3}]}`, `"x"=Ex 3=`},
	}
	for _, tt := range tests {
		var got []string
		for _, c := range load(t, tt.schema).Root().Choices() {
			got = append(got, string(c.Value.Compact())+"="+c.Title.Exact())
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("choices of %s: %s", tt.schema, got)
		}
	}
}

func TestChoiceOf(t *testing.T) {
	for text, want := range map[string]map[string]int{
		`{"enum":["a","b",3]}`:                      {`"a"`: 0, `"b"`: 1, `3.0`: 2, `"c"`: -1, `null`: -1},
		`{"enum":["only"]}`:                         {`"only"`: 0, `"other"`: -1},
		`{"enum":[7,null]}`:                         {`7`: 0, `null`: -1},
		`{"type":"string"}`:                         {`"a"`: -1},
		`{"anyOf":[{"const":{"a":1}},{"const":2}]}`: {`{"a":1}`: 0, `{"a":2}`: -1},
	} {
		for value, index := range want {
			v, err := ojson.Parse([]byte(value), ojson.DataLimits)
			if err != nil {
				t.Fatal(err)
			}
			if got := load(t, text).Root().ChoiceOf(v); got != index {
				t.Errorf("%s of %s: %d, want %d", value, text, got, index)
			}
		}
	}
}

func TestProblemsHaveLocationAndMessage(t *testing.T) {
	const person = `{"type":"object","additionalProperties":false,"required":["name"],"properties":{
		"name":{"type":"string","minLength":2,"maxLength":5,"pattern":"^[A-Z]"},
		"age":{"type":"integer","minimum":0,"exclusiveMaximum":150},
		"price":{"type":"number","multipleOf":0.1},
		"mode":{"enum":["duel","team"]},
		"maybe":{"anyOf":[{"type":"integer","minimum":3},{"type":"null"}]},
		"tags":{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":2,"uniqueItems":true}}}`
	tests := []struct{ value, want string }{
		{`{"name":"Ada"}`, ``},
		{`{}`, `/name is required`},
		{`{"name":"A"}`, `/name must have at least 2 characters`},
		{`{"name":"Adalberta"}`, `/name must have at most 5 characters, has 9`},
		{`{"name":"ada"}`, `/name must match the pattern ^[A-Z]`},
		{`{"name":"Ada","age":-1}`, `/age must be at least 0`},
		{`{"name":"Ada","age":150}`, `/age must be less than 150`},
		{`{"name":"Ada","age":1.5}`, `/age must be a whole number`},
		{`{"name":"Ada","price":0.3}`, ``},
		{`{"name":"Ada","price":0.35}`, `/price must be a multiple of 0.1`},
		{`{"name":"Ada","mode":"solo"}`, `/mode must be one of duel, team`},
		{`{"name":"Ada","maybe":null}`, ``},
		{`{"name":"Ada","maybe":1}`, `/maybe must be at least 3`},
		{`{"name":"Ada","maybe":"x"}`, `/maybe must be a whole number`},
		{`{"name":"Ada","tags":["a","a"]}`, `/tags items 1 and 2 are equal`},
		{`{"name":"Ada","tags":["a",2]}`, `/tags/1 must be text`},
		{`{"name":"Ada","x/y":1}`, `/x~1y is not a field of this object`},
		{`[]`, ` must be an object`},
	}
	if p := load(t, `{"oneOf":[{"const":"EUR","title":"Euro"},{"const":"CHF"}]}`).Validate(value(t, `"DKK"`)); len(p) != 1 || p[0].Message() != "must be EUR or CHF" {
		t.Errorf("titled choices: %v", p)
	}
	d := load(t, person)
	for _, tt := range tests {
		var got []string
		for _, p := range d.Validate(value(t, tt.value)) {
			got = append(got, p.Pointer+" "+p.Message())
		}
		if strings.Join(got, "; ") != tt.want {
			t.Errorf("%s: %q, want %q", tt.value, got, tt.want)
		}
	}
}

func TestHints(t *testing.T) {
	tests := []struct{ schema, want string }{
		{`{"type":"integer","minimum":1,"maximum":12}`, "1–12"},
		{`{"type":"number","exclusiveMinimum":0,"multipleOf":0.01}`, "more than 0, at most 2 decimals"},
		{`{"type":"string","minLength":1,"maxLength":80}`, "1–80 characters"},
		{`{"type":"array","items":{},"minItems":1,"uniqueItems":true}`, "at least 1 item, no two alike"},
		{`{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991}`, ""},
		{`{"type":"string","pattern":"^a\u001b$"}`, "like ^a␛$"},
		{`{"type":"string"}`, ""},
	}
	for _, tt := range tests {
		if got := load(t, tt.schema).Root().Bounds().Hint(); got != tt.want {
			t.Errorf("hint of %s: %q, want %q", tt.schema, got, tt.want)
		}
	}
}

func TestFormatsWarn(t *testing.T) {
	p := load(t, `{"type":"string","format":"date"}`).Root()
	if bad := value(t, `"2026-13-40"`); len(p.Validate(bad)) != 0 || len(p.Warn(bad)) != 1 {
		t.Errorf("a format is a warning in 2020-12: %v %v", p.Validate(bad), p.Warn(bad))
	}
	if good := value(t, `"2026-03-14"`); len(p.Warn(good)) != 0 {
		t.Errorf("warned of a good date: %v", p.Warn(good))
	}
}

func TestForChoosesValidBranch(t *testing.T) {
	d := load(t, `{"oneOf":[{"properties":{"kind":{"const":"a"},"x":{"title":"X of A"}},"required":["kind"]},
		{"properties":{"kind":{"const":"b"},"x":{"title":"X of B"}},"required":["kind"]}]}`)
	if got := d.Root().For(value(t, `{"kind":"b","x":1}`)).Property("x").Title().Exact(); got != "X of B" {
		t.Errorf("title %q", got)
	}
}

func TestInvalidSchemaIsRejected(t *testing.T) {
	for _, text := range []string{``, `[]`, `"x"`, `{`} {
		if _, err := schema.Load([]byte(text)); err == nil {
			t.Errorf("Load(%q) succeeded", text)
		}
	}
}

func TestPatternsOfGenerators(t *testing.T) {
	d := load(t, `{"type":"string","pattern":"^(?!^[-+.]*$)[+-]?0*\\d*\\.?\\d*$"}`)
	if err := d.Compile(); err != nil {
		t.Fatal(err)
	}
	if len(d.Validate(value(t, `"-"`))) != 1 || len(d.Validate(value(t, `"1.5"`))) != 0 {
		t.Error("pydantic's decimal pattern is not judged")
	}
	if d := load(t, `{"pattern":"["}`); d.Compile() == nil && len(d.Notices()) != 1 {
		t.Errorf("an unusable pattern is a notice, got %v", d.Notices())
	}
}

func FuzzLoad(f *testing.F) {
	for _, s := range []string{
		`{"type":"object","properties":{"a":{"$ref":"#"}},"required":["b"]}`, `{"anyOf":[{"type":"null"},{"enum":[1]}]}`,
		`{"items":[{}],"$schema":"http://json-schema.org/draft-07/schema#"}`, `true`, `{"pattern":"\\p{Letter}"}`,
	} {
		f.Add([]byte(s), []byte(`{"a":{"b":null}}`))
	}
	f.Add([]byte(doubling(24)), []byte(`{"a":"b"}`))
	f.Fuzz(func(t *testing.T, text, instance []byte) {
		if len(text) > 4096 || len(instance) > 4096 {
			return
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		d, err := schema.Load(text)
		if err != nil {
			return
		}
		root := d.Root()
		walk(root, 3)
		if v, err := ojson.Parse(instance, ojson.DataLimits); err == nil {
			root.For(v)
			d.Validate(v)
		}
		runtime.ReadMemStats(&after)
		if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 128 {
			t.Errorf("%d MiB for %s of %s", took, instance, text)
		}
	})
}

// doubling is a schema that is validated twice as often at each level.
func doubling(levels int) string {
	var sb strings.Builder
	for i := range levels {
		_, _ = fmt.Fprintf(&sb, `"d%d":{"allOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]},`, i, i+1, i+1)
	}
	return fmt.Sprintf(`{"properties":{"a":{"$ref":"#/$defs/d0"}},"$defs":{%s"d%d":{"minLength":1}}}`, sb.String(), levels)
}

func walk(p schema.Location, depth int) {
	if depth == 0 {
		return
	}
	p.Kind()
	p.Bounds().Hint()
	for _, property := range p.Properties() {
		walk(property.Location, depth-1)
	}
	if p.Kind() == schema.Array {
		walk(p.Item(0), depth-1)
	}
}
