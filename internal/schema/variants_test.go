package schema_test

import (
	"slices"
	"strings"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

func names(p schema.Location) string {
	var list []string
	for _, member := range p.Properties() {
		name := member.Name
		if member.Required {
			name += "*"
		}
		list = append(list, name)
	}
	return strings.Join(list, " ")
}

func TestBranchLabels(t *testing.T) {
	tests := []struct{ name, schema, want string }{
		{"titles", `{"oneOf":[{"title":"By card","type":"object"},{"title":"By bank","type":"object"}]}`, "By card|By bank"},
		{"title of what is referred to", `{"$defs":{"A":{"title":"Alpha","type":"object"},"B":{"type":"object"}},"oneOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/B"}]}`, "Alpha|B"},
		{"tags", `{"oneOf":[{"properties":{"kind":{"const":"cat"},"n":{}}},{"properties":{"kind":{"enum":["dog"]}}}]}`, "cat|dog"},
		{"types", `{"anyOf":[{"type":"string"},{"type":"integer"},{"type":"array","items":{"type":"number"}},{"type":"boolean"}]}`, "text|whole number|list of number|yes or no"},
		{"several types of one schema", `{"type":["object","boolean","null"]}`, "object|yes or no"},
		{"requirements", `{"anyOf":[{"properties":{"a":{}},"required":["a"]},{"properties":{"b":{}},"required":["b"]}]}`, "with a|with b"},
		{"alike, told apart by bounds", `{"anyOf":[{"type":"string","maxLength":3},{"type":"string","minLength":9}]}`, "text (at most 3 characters)|text (at least 9 characters)"},
		{"alike in all", `{"anyOf":[{"type":"string"},{"type":"string"}]}`, "text (1)|text (2)"},
		{"choices", `{"anyOf":[{"enum":["a","b"]},{"type":"integer"}]}`, "a, b|whole number"},
		{"optional members", `{"anyOf":[{"properties":{"a":{},"b":{}}},{"properties":{"b":{},"c":{},"d":{}}},{"properties":{"b":{}}}]}`, "with a|with c, d|object (3)"},
		{"nothing to say", `{"anyOf":[{},{"minProperties":2}]}`, "option 1|object"},
		{"null is no branch", `{"anyOf":[{"type":"string"},{"type":"null"},{"type":"integer"}]}`, "text|whole number"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := load(t, tt.schema).Root()
			if len(p.Unions()) != 1 || p.Kind() != schema.Union && p.Kind() != schema.Object {
				t.Fatalf("%d unions, kind %v", len(p.Unions()), p.Kind())
			}
			if got := strings.Join(p.Unions()[0].Labels(), "|"); got != tt.want {
				t.Errorf("labels %q, want %q", got, tt.want)
			}
		})
	}
}

const payment = `{"type":"object","properties":{"id":{"type":"string"}},"required":["id"],"oneOf":[
	{"properties":{"kind":{"const":"card"},"number":{"type":"string"}},"required":["kind","number"]},
	{"properties":{"kind":{"const":"bank"},"iban":{"type":"string"}},"required":["kind"]}]}`

func TestResolveAddsTheBranch(t *testing.T) {
	p := load(t, payment).Root()
	u := p.Unions()[0]
	if got := names(p); got != "id*" {
		t.Errorf("before: %s", got)
	}
	p = p.Resolve(schema.Picks{u.Key: 1}, nil)
	if got := names(p); got != "id* kind* iban" || p.Kind() != schema.Object || p.Unions()[0].Picked != 1 {
		t.Errorf("after: %s, %v", got, p.Kind())
	}
	if !p.Unions()[0].IsTag("kind") || p.Unions()[0].IsTag("iban") {
		t.Error("the tag is not told from other members")
	}
}

func TestForTakesClosestBranch(t *testing.T) {
	p := load(t, payment).Root()
	for value_, want := range map[string]string{
		`{"id":"1","kind":"bank"}`:                 "id* kind* iban",
		`{"id":"1","kind":"card","number":"4"}`:    "id* kind* number*",
		`{"id":"1","kind":"card","iban":"broken"}`: "id* kind* number*",
	} {
		if got := names(p.For(value(t, value_))); got != want {
			t.Errorf("%s: %s, want %s", value_, got, want)
		}
	}
}

// A union of types alone takes the branch of the value's type; one of a type that none has takes the first.
func TestForTakesTheTypeOfTheValue(t *testing.T) {
	l := load(t, `{"type":["string","integer","boolean","array","object"]}`).Root()
	for text, want := range map[string]schema.Kind{`"x"`: schema.String, `7`: schema.Integer, `7.0`: schema.Integer, `true`: schema.Boolean, `[1]`: schema.Array, `{"a":1}`: schema.Object, `7.5`: l.Kind(), `null`: l.Kind()} {
		if got := l.For(value(t, text)).Kind(); got != want {
			t.Errorf("%s is a %v, want %v", text, got, want)
		}
	}
}

func TestNestedUnionsBelongToTheirBranch(t *testing.T) {
	p := load(t, `{"anyOf":[{"title":"A","oneOf":[{"title":"x","type":"string"},{"title":"y","type":"number"}]},{"title":"B","type":"boolean"}]}`).Root()
	outer := p.Unions()[0]
	p = p.Resolve(schema.Picks{outer.Key: 0}, nil)
	if len(p.Unions()) != 2 || p.Kind() != schema.Union {
		t.Fatalf("%d unions, kind %v", len(p.Unions()), p.Kind())
	}
	p = p.Resolve(schema.Picks{outer.Key: 0, p.Unions()[1].Key: 1}, nil)
	if p.Kind() != schema.Number {
		t.Errorf("kind %v", p.Kind())
	}
}

func TestConditionsFollowTheValue(t *testing.T) {
	p := load(t, `{"type":"object","properties":{"country":{"type":"string"},"gift":{"type":"boolean"},"card":{}},
		"if":{"properties":{"country":{"const":"US"}},"required":["country"]},"then":{"properties":{"zip":{"type":"string"}},"required":["zip"]},"else":{"properties":{"plz":{}}},
		"dependentRequired":{"gift":["card"]},"dependentSchemas":{"card":{"properties":{"colour":{}}}}}`).Root()
	for text, want := range map[string]string{
		`{}`:               "country gift card plz",
		`{"country":"US"}`: "country gift card zip*",
		`{"gift":true}`:    "country gift card* plz",
		`{"card":1}`:       "country gift card plz colour",
	} {
		if got := names(p.Resolve(nil, value(t, text))); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestKeys(t *testing.T) {
	tests := []struct {
		name, schema     string
		isMap, takesKeys bool
		good, bad        []string
	}{
		{"free", `{"type":"object"}`, true, true, []string{"a", ""}, nil},
		{"map", `{"type":"object","additionalProperties":{"type":"string"}}`, true, true, []string{"a"}, nil},
		{"declared and open", `{"type":"object","properties":{"a":{}}}`, false, true, []string{"b"}, nil},
		{"closed", `{"type":"object","properties":{"a":{}},"additionalProperties":false}`, false, false, nil, []string{"b"}},
		{"patterns", `{"type":"object","patternProperties":{"^x-":{"type":"string"}},"additionalProperties":false}`, true, true, []string{"x-1"}, []string{"y"}},
		{"names", `{"type":"object","propertyNames":{"pattern":"^[a-z]+$"}}`, true, true, []string{"abc"}, []string{"A1"}},
		{"closed by unevaluated", `{"allOf":[{"properties":{"a":{}}}],"unevaluatedProperties":false}`, false, false, nil, []string{"b"}},
		{"opened again by patterns", `{"allOf":[{"patternProperties":{"^x":{}}}],"unevaluatedProperties":false}`, true, true, []string{"x"}, []string{"b"}},
		{"closed in one of allOf", `{"allOf":[{"properties":{"a":{}},"additionalProperties":false},{"type":"object"}]}`, false, false, nil, []string{"b"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := load(t, tt.schema).Root()
			if p.IsMap() != tt.isMap || p.TakesKeys() != tt.takesKeys {
				t.Errorf("map %v, takes keys %v", p.IsMap(), p.TakesKeys())
			}
			for _, name := range tt.good {
				if reason := p.CheckKey(name); reason != "" {
					t.Errorf("%q is refused: %s", name, reason)
				}
			}
			for _, name := range tt.bad {
				if p.CheckKey(name) == "" {
					t.Errorf("%q is taken", name)
				}
			}
		})
	}
}

func TestKeyChoices(t *testing.T) {
	p := load(t, `{"type":"object","propertyNames":{"enum":["red","blue"]},"additionalProperties":{"type":"integer"}}`).Root()
	if got := p.KeyChoices(); !slices.Equal(got, []string{"red", "blue"}) {
		t.Errorf("names %v", got)
	}
}

func TestTupleLocations(t *testing.T) {
	p := load(t, `{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":{"type":"boolean"}}`).Root()
	if p.Prefix() != 2 || p.Item(0).Kind() != schema.String || p.Item(1).Kind() != schema.Integer || p.Item(2).Kind() != schema.Boolean {
		t.Errorf("prefix %d, kinds %v %v %v", p.Prefix(), p.Item(0).Kind(), p.Item(1).Kind(), p.Item(2).Kind())
	}
}

func TestDynamicReferenceLeadsToOutermostResource(t *testing.T) {
	p := load(t, `{"$id":"https://example.com/strings","$ref":"list","$defs":{
		"strings":{"$dynamicAnchor":"item","type":"string","title":"A text"},
		"list":{"$id":"list","type":"array","items":{"$dynamicRef":"#item"},"$defs":{"any":{"$dynamicAnchor":"item"}}}}}`).Root()
	if item := p.Item(0); item.Kind() != schema.String || item.Title().Exact() != "A text" {
		t.Errorf("item kind %v (%s), title %q", item.Kind(), item.Reason(), item.Title().Exact())
	}
}

func TestChoicesAreIntersectionOfEnums(t *testing.T) {
	p := load(t, `{"allOf":[{"enum":["a","b",1.0,null]},{"enum":["b","c",1]}]}`).Root()
	var got []string
	for _, c := range p.Choices() {
		got = append(got, string(c.Value.Compact()))
	}
	if strings.Join(got, " ") != `"b" 1.0` {
		t.Errorf("choices %v", got)
	}
	if p.ChoiceOf(value(t, `1`)) != 1 || p.ChoiceOf(value(t, `"a"`)) != -1 {
		t.Error("choices are not found by value")
	}
}

// What an agent sends is read by the discriminator too.
func TestDiscriminatorDecidesBetweenValidBranches(t *testing.T) {
	doc := load(t, `{"type":"array","items":{"oneOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/B"}],"discriminator":{"propertyName":"t","mapping":{"a":"#/$defs/A","b":"#/$defs/B"}}},
		"$defs":{"A":{"type":"object","properties":{"t":{"type":"string"}}},"B":{"type":"object","properties":{"t":{"type":"string"},"n":{"type":"integer"}}}}}`)
	v := value(t, `[{"t":"a"},{"t":"b"},{"t":"c"},{}]`)
	if got := said(doc.Validate(v)); got != "/2/t must be a or b; /3/t is required: it tells a and b apart" {
		t.Error(got)
	}
	if got := doc.ValidateAs(v, nil); len(got) != 4 || !got[0].IsAmbiguous() || !got[1].IsAmbiguous() {
		t.Errorf("%v", got)
	}
	if item := doc.Root().Item(0); len(item.Validate(v.Index(1))) > 0 {
		t.Error(said(item.Validate(v.Index(1))))
	}
}

// An object has the members that do not depend on a choice between its shapes before one is chosen: its own, and those that all shapes declare
// alike. Whether one must be chosen depends on what the shapes demand.
func TestMembersBeforeAChoice(t *testing.T) {
	for name, tt := range map[string]struct {
		schema, want string
		isUnion      bool
		needsChoice  bool
	}{
		"own members": {
			schema: `{"type":"object","properties":{"name":{"type":"string"},"a":{}},"required":["name"],"anyOf":[{"properties":{"a":{"type":"string"}},"required":["a"]},{"properties":{"b":{}}}]}`,
			want:   "name*",
		},
		"members of an allOf beside": {
			schema: `{"allOf":[{"anyOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/b"}]},{"properties":{"c":{}}}],"$defs":{"a":{"properties":{"a":{}}},"b":{"properties":{"b":{}}}}}`,
			want:   "c",
		},
		"shared by all": {
			schema: `{"oneOf":[{"type":"object","properties":{"id":{"type":"string"},"n":{"type":"integer"},"a":{}},"required":["id","a"]},{"type":"object","properties":{"n":{"type":"string"},"id":{"type":"string"}},"required":["id","n"]}]}`,
			want:   "id*", needsChoice: true,
		},
		"each demands something": {
			schema: `{"type":"object","properties":{"c":{}},"anyOf":[{"properties":{"a":{}},"required":["a"]},{"properties":{"b":{}},"required":["b"]}]}`,
			want:   "c", needsChoice: true,
		},
		"a tag":            {schema: `{"type":"object","properties":{"kind":{"type":"string"}},"oneOf":[{"properties":{"kind":{"const":"a"}}},{"properties":{"kind":{"const":"b"}}}]}`, isUnion: true, needsChoice: true},
		"nothing shared":   {schema: `{"type":"object","anyOf":[{"properties":{"a":{}}},{"properties":{"b":{}}}]}`, isUnion: true, needsChoice: true},
		"a text or more":   {schema: `{"properties":{"c":{}},"anyOf":[{"type":"string"},{"properties":{"b":{}}}]}`, isUnion: true, needsChoice: true},
		"a loop of shapes": {schema: `{"type":"object","properties":{"c":{}},"anyOf":[{"$ref":"#"},{"properties":{"b":{}}}]}`, isUnion: true, needsChoice: true},
	} {
		t.Run(name, func(t *testing.T) {
			l := load(t, tt.schema).Root()
			isUnion := l.Kind() == schema.Union
			got := ""
			if !isUnion {
				got = names(l)
			}
			if isUnion != tt.isUnion || got != tt.want || l.NeedsChoice() != tt.needsChoice {
				t.Errorf("kind %v, members %s, needs a choice: %v", l.Kind(), got, l.NeedsChoice())
			}
			if l.For(ojson.NewObject()).NeedsChoice() {
				t.Error("a choice is still needed once it is made")
			}
		})
	}
}
