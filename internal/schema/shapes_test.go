package schema_test

import (
	"fmt"
	"strings"
	"testing"

	"a2aform/internal/schema"
)

// shapeOf says in one line what a location takes: its kind, "?" for null, the values to choose from, members with "*" for those that are
// required, and the branches of its unions.
func shapeOf(l schema.Location, depth int) string {
	var sb strings.Builder
	sb.WriteString(l.Kind().String())
	if l.AllowsNull() {
		sb.WriteString("?")
	}
	if title := l.Title().Exact(); title != "" {
		sb.WriteString("'" + title + "'")
	}
	if v := l.Only(); v.Exists() {
		sb.WriteString("=" + string(v.Compact()))
	}
	if choices := l.Choices(); len(choices) > 0 {
		var texts []string
		for _, c := range choices {
			text := string(c.Value.Compact())
			if !c.Title.IsEmpty() {
				text += ":" + c.Title.Exact()
			}
			texts = append(texts, text)
		}
		sb.WriteString("[" + strings.Join(texts, " ") + "]")
	}
	for _, u := range l.Unions() {
		fmt.Fprintf(&sb, "<%s>%d", strings.Join(u.Labels(), "|"), u.Picked)
	}
	if text := l.Contradiction(); text != "" {
		sb.WriteString("!")
	}
	if depth == 0 {
		return sb.String()
	}
	if l.Kind() == schema.Array && l.TakesItem(0) {
		sb.WriteString("(" + shapeOf(l.Item(0), depth-1) + ")")
	}
	if list := l.Properties(); len(list) > 0 {
		var texts []string
		for _, p := range list {
			mark := ""
			if p.Required {
				mark = "*"
			}
			if because := l.RequiredBecauseOf(p.Name); because != nil {
				mark += "/" + strings.Join(because, "+")
			}
			texts = append(texts, p.Name+mark+" "+shapeOf(p.Location, depth-1))
		}
		sb.WriteString("{" + strings.Join(texts, ", ") + "}")
	}
	return sb.String()
}

// What a schema says of a value depends on what it is: conditions on it and on what is inside it, and branches that it picks.
func TestShapesOfValues(t *testing.T) {
	t.Parallel()
	const (
		byKind   = `{"type":"object","properties":{"kind":{"enum":["a","b"]}},"if":{"properties":{"kind":{"const":"a"}},"required":["kind"]},"then":{"properties":{"x":{"type":"integer"}},"required":["x"]},"else":{"properties":{"y":{"type":"string"}},"required":["y"]}}`
		byTwo    = `{"type":"object","properties":{"a":{"type":"boolean"},"b":{"type":"boolean"}},"if":{"properties":{"a":{"const":true},"b":{"const":true}},"required":["a","b"]},"then":{"required":["c"],"properties":{"c":{"type":"string"}}}}`
		byAny    = `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"if":{"anyOf":[{"properties":{"a":{"const":"x"}},"required":["a"]},{"properties":{"b":{"const":"x"}},"required":["b"]}]},"then":{"required":["c"],"properties":{"c":{"type":"string"}}}}`
		byThere  = `{"type":"object","properties":{"card":{"type":"string"}},"if":{"required":["card"]},"then":{"required":["code"],"properties":{"code":{"type":"string"}}}}`
		byInside = `{"type":"object","properties":{"to":{"type":"object","properties":{"country":{"enum":["NO","US"]}}}},"if":{"properties":{"to":{"properties":{"country":{"const":"US"}},"required":["country"]}},"required":["to"]},"then":{"properties":{"to":{"properties":{"state":{"enum":["NY","CA"]}},"required":["state"]}}}}`
		cities   = `{"type":"object","properties":{"country":{"enum":["NO","IT"]},"city":{"type":"string"}},"allOf":[
			{"if":{"properties":{"country":{"const":"NO"}},"required":["country"]},"then":{"properties":{"city":{"enum":["Oslo","Bergen"]}}}},
			{"if":{"properties":{"country":{"const":"IT"}},"required":["country"]},"then":{"properties":{"city":{"enum":["Rome"]}}}}]}`
		branches = `{"oneOf":[{"title":"Circle","type":"object","properties":{"kind":{"const":"circle"},"r":{"type":"number"}},"required":["kind","r"]},{"title":"Square","type":"object","properties":{"kind":{"const":"square"},"side":{"type":"number"}},"required":["kind","side"]}]}`
		tagged   = `{"discriminator":{"propertyName":"pet","mapping":{"meows":"#/$defs/Cat","barks":"#/$defs/Dog"}},"oneOf":[{"$ref":"#/$defs/Cat"},{"$ref":"#/$defs/Dog"}],"$defs":{"Cat":{"type":"object","properties":{"pet":{"type":"string"},"name":{"type":"string"}}},"Dog":{"type":"object","properties":{"pet":{"type":"string"},"name":{"type":"string"}}}}}`
	)
	for _, c := range []struct{ schema, value, want string }{
		{byKind, `{}`, `object{kind choice["a" "b"]} / object{kind choice["a" "b"], y*/kind text}`},
		{byKind, `{"kind":"a"}`, `object{kind choice["a" "b"]} / object{kind choice["a" "b"], x*/kind whole number}`},
		{byKind, `{"kind":"b"}`, `object{kind choice["a" "b"]} / object{kind choice["a" "b"], y*/kind text}`},
		{byTwo, `{"a":true}`, `object{a yes or no, b yes or no} / object{a yes or no, b yes or no}`},
		{byTwo, `{"a":true,"b":true}`, `object{a yes or no, b yes or no} / object{a yes or no, b yes or no, c*/a+b text}`},
		{byAny, `{"a":"y"}`, `object{a text, b text} / object{a text, b text}`},
		{byAny, `{"b":"x"}`, `object{a text, b text} / object{a text, b text, c*/a+b text}`},
		{byThere, `{}`, `object{card text} / object{card text}`},
		{byThere, `{"card":"1"}`, `object{card text} / object{card text, code*/card text}`},
		{byInside, `{"to":{"country":"NO"}}`, `object{to object{country choice["NO" "US"]}} / object{to object{country choice["NO" "US"]}}`},
		{byInside, `{"to":{"country":"US"}}`, `object{to object{country choice["NO" "US"]}} / object{to object{country choice["NO" "US"], state*/country choice["NY" "CA"]}}`},
		{cities, `{}`, `object{country choice["NO" "IT"], city text} / object{country choice["NO" "IT"], city text}`},
		{cities, `{"country":"NO"}`, `object{country choice["NO" "IT"], city text} / object{country choice["NO" "IT"], city choice["Oslo" "Bergen"]}`},
		{cities, `{"country":"IT"}`, `object{country choice["NO" "IT"], city text} / object{country choice["NO" "IT"], city choice="Rome"["Rome"]}`},
		{branches, `{"kind":"square"}`, `one of several<Circle|Square>-1 / object'Square'<Circle|Square>1{kind* constant="square", side* number}`},
		{branches, `{"r":1}`, `one of several<Circle|Square>-1 / object'Circle'<Circle|Square>0{kind* constant="circle", r* number}`},
		{branches, `7`, `one of several<Circle|Square>-1 / one of several<Circle|Square>-1`},
		{tagged, `{"pet":"barks"}`, `object<Cat|Dog>-1{pet text, name text} / object<Cat|Dog>1{pet constant="barks", name text}`},
		{tagged, `{"pet":"meows"}`, `object<Cat|Dog>-1{pet text, name text} / object<Cat|Dog>0{pet constant="meows", name text}`},
		{tagged, `{"pet":"sings"}`, `object<Cat|Dog>-1{pet text, name text} / object<Cat|Dog>0{pet constant="meows", name text}`},
		{`{"type":["string","integer","boolean","object","array","null"]}`, `"x"`, `one of several?<text|whole number|yes or no|object|list>-1 / text?<text|whole number|yes or no|object|list>0`},
		{`{"type":["string","integer","boolean","object","array","null"]}`, `1.0`, `one of several?<text|whole number|yes or no|object|list>-1 / whole number?<text|whole number|yes or no|object|list>1`},
		{`{"type":["string","integer","boolean","object","array","null"]}`, `1.5`, `one of several?<text|whole number|yes or no|object|list>-1 / one of several?<text|whole number|yes or no|object|list>-1`},
		{`{"type":["string","integer","boolean","object","array","null"]}`, `true`, `one of several?<text|whole number|yes or no|object|list>-1 / yes or no?<text|whole number|yes or no|object|list>2`},
		{`{"type":["string","integer","boolean","object","array","null"]}`, `{}`, `one of several?<text|whole number|yes or no|object|list>-1 / object?<text|whole number|yes or no|object|list>3`},
		{`{"type":["string","integer","boolean","object","array","null"]}`, `[]`, `one of several?<text|whole number|yes or no|object|list>-1 / list?<text|whole number|yes or no|object|list>4(JSON)`},
		{`{"type":["string","integer","boolean","object","array","null"]}`, `null`, `one of several?<text|whole number|yes or no|object|list>-1 / one of several?<text|whole number|yes or no|object|list>-1`},
		{`{"type":["string","number"]}`, `1.5`, `one of several<text|number>-1 / number<text|number>1`},
		{`{"anyOf":[{"type":"string","minLength":2},{"type":"null"}]}`, `"x"`, `text? / text?`},
		{`{"anyOf":[{"type":"string"},{"enum":["a","b"]}]}`, `"x"`, `text / text`},
		{`{"anyOf":[{"const":"a","title":"A"},{"const":"b","title":"B"}]}`, `"b"`, `choice["a":A "b":B] / choice["a":A "b":B]`},
		{`{"oneOf":[{"const":1,"title":"One"},{"const":2,"title":"Two"},{"type":"null"}]}`, `2`, `choice?[1:One 2:Two] / choice?[1:One 2:Two]`},
		{`{"anyOf":[{"enum":["a"],"title":"First"},{"enum":["b","c"],"title":"Second"}]}`, `"c"`, `one of several<First|Second>-1 / choice'Second'["b" "c"]<First|Second>1`},
		{`{"anyOf":[{"type":"null"}]}`, `null`, `JSON? / JSON?`},
		{`{"anyOf":[{"type":"object","properties":{"a":{"type":"string"}}},{"type":"null"}]}`, `{"a":"x"}`, `object?{a text} / object?{a text}`},
		{`{"type":"array","items":{"anyOf":[{"type":"string"},{"type":"integer"}]}}`, `["x",1]`, `list(one of several<text|whole number>-1) / list(one of several<text|whole number>-1)`},
		{`{"allOf":[{"type":"string"},{"enum":["a","b"]},{"enum":["b","c"]}]}`, `"b"`, `choice="b"["b"] / choice="b"["b"]`},
		{`{"allOf":[{"const":"a"},{"const":"b"}]}`, `"b"`, `constant="a"! / constant="a"!`},
		{`{"enum":["a",null]}`, `null`, `choice?["a"] / choice?["a"]`},
		{`{"const":{"a":1}}`, `{"a":1}`, `constant={"a":1} / constant={"a":1}`},
		{`{"type":"object","properties":{"a":{"type":"string"}},"dependentRequired":{"a":["b"]},"additionalProperties":{"type":"integer"}}`, `{"a":"x"}`, `object{a text} / object{a text, b*/a whole number}`},
		{`{"type":"object","properties":{"a":{"type":"string"}},"dependentSchemas":{"a":{"properties":{"b":{"type":"integer"}},"required":["b"]}}}`, `{"a":"x"}`, `object{a text} / object{a text, b*/a whole number}`},
		{`{"type":"object","properties":{"a":{"type":"string"}},"dependentSchemas":{"a":{"properties":{"b":{"type":"integer"}},"required":["b"]}}}`, `{}`, `object{a text} / object{a text}`},
		{`{"type":"object","oneOf":[{"required":["a"]},{"required":["b"]}],"properties":{"a":{"type":"string"},"b":{"type":"string"}}}`, `{"b":"x"}`, `object{a text, b text} / object{a text, b text}`},
		{`{"type":"object","anyOf":[{"properties":{"a":{"const":1}},"required":["a"]},{"properties":{"a":{"const":2},"b":{"type":"string"}},"required":["b"]}],"properties":{"a":{"type":"integer"}}}`, `{"a":2}`, `one of several<1|2>-1{a whole number} / object<1|2>1{a constant=2, b* text}`},
		{`{"if":{"type":"string"},"then":{"type":"string","minLength":3},"else":{"type":"integer"}}`, `"x"`, `one of several<text|whole number>-1 / text<text|whole number>0`},
		{`{"if":{"type":"string"},"then":{"type":"string","minLength":3},"else":{"type":"integer"}}`, `1`, `one of several<text|whole number>-1 / whole number<text|whole number>1`},
		{`{"properties":{"n":{"type":"integer"}},"if":{"properties":{"n":{"minimum":10}},"required":["n"]},"then":{"required":["why"]}}`, `{"n":10}`, `object?{n whole number} / object?{n whole number, why*/n JSON}`},
		{`{"properties":{"n":{"type":"integer"}},"if":{"not":{"properties":{"n":{"const":1}},"required":["n"]}},"then":{"required":["why"]}}`, `{"n":2}`, `object?{n whole number} / object?{n whole number, why*/n JSON}`},
		{`{"properties":{"a":{"enum":["x","y"]},"b":{"type":"string"}},"if":{"$ref":"#/$defs/isX"},"then":{"properties":{"b":{"title":"Why","const":"always"}}},"$defs":{"isX":{"properties":{"a":{"const":"x"}},"required":["a"]}}}`, `{"a":"x"}`, `object?{a choice["x" "y"], b text} / object?{a choice["x" "y"], b constant'Why'="always"}`},
		{`{"properties":{"a":{"enum":["x","y"]},"b":{}},"if":{"properties":{"a":{"const":"x"}},"required":["a"]},"then":{"properties":{"b":{"title":"T","enum":[1,null]}}},"else":{"properties":{"b":{"title":"T","enum":[true,"s"]}}}}`, `{"a":"y"}`, `object?{a choice["x" "y"], b JSON?} / object?{a choice["x" "y"], b choice'T'[true "s"]}`},
		{`{"properties":{"a":{"type":"string"},"b":{"type":"string"}},"if":{"allOf":[{"properties":{"a":{"const":"x"}}},{"properties":{"b":{"const":"x"}}}]},"then":{"required":["c"]}}`, `{"a":"x","b":"x"}`, `object?{a text, b text} / object?{a text, b text, c*/a+b JSON}`},
		{`{"properties":{"a":{"type":"string"},"b":{"type":"string"}},"if":{"anyOf":[{"required":["a"]},{"required":["b"]}]},"then":{"required":["c"]}}`, `{"b":"x"}`, `object?{a text, b text} / object?{a text, b text, c*/a+b JSON}`},
		{`{"properties":{"kind":{"type":"string"}},"if":{"properties":{"kind":{"const":"a"}}},"then":{"required":["x"]}}`, `{"kind":"a"}`, `object?{kind text} / object?{kind text, x*/kind JSON}`},
		{`{"properties":{"kind":{"type":"string"}},"allOf":[{"if":{"properties":{"kind":{"const":"a"}}},"then":{"required":["x"]}},{"if":{"properties":{"kind":{"const":"b"}}},"then":{"required":["y"]}}]}`, `{"kind":"b"}`, `object?{kind text} / object?{kind text, y*/kind JSON}`},
		{`{"properties":{"o":{"type":"object"}},"if":{"properties":{"o":{"properties":{"p":{"properties":{"q":{"const":1}}}}}}},"then":{"required":["x"]}}`, `{"o":{"p":{"q":1}}}`, `object?{o object} / object?{o object, x*/o JSON}`},
		{`{"properties":{"o":{"type":"object","properties":{"k":{"type":"string"}}}},"allOf":[{"if":{"properties":{"o":{"properties":{"k":{"const":"a"}},"required":["k"]}},"required":["o"]},"then":{"properties":{"o":{"required":["x"]}}}},{"if":{"properties":{"o":{"properties":{"k":{"const":"b"}},"required":["k"]}},"required":["o"]},"then":{"properties":{"o":{"required":["y"]}}}}]}`, `{"o":{"k":"b"}}`, `object?{o object{k text}} / object?{o object{k text, y*/k JSON}}`},
		{`{"type":"object","properties":{"a":{"type":"integer","minimum":1},"list":{"type":"array","prefixItems":[{"type":"string"}],"items":{"type":"integer"}}},"patternProperties":{"^x":{"type":"boolean"}}}`, `{"xa":true,"list":["a",1]}`, `object{a whole number, list list(text)} / object{a whole number, list list(text)}`},
		{`{"anyOf":[{"type":"string","enum":["a","b"]},{"type":"string","pattern":"^c"}]}`, `"c1"`, `one of several<a, b|text>-1 / text<a, b|text>1`},
		{`{"anyOf":[{"type":"string"},{"type":"string","enum":["a","b"]}],"title":"Open"}`, `"z"`, `text'Open' / text'Open'`},
		{`{"oneOf":[{"type":"object","properties":{"t":{"const":"a"},"v":{"type":"integer"}},"required":["t","v"]},{"type":"object","properties":{"t":{"const":"b"},"v":{"type":"string"}},"required":["t","v"]}]}`, `{"t":"b","v":1}`, `one of several<a|b>-1 / object<a|b>1{t* constant="b", v* text}`},
		{`{"oneOf":[{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]},{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a","b"]}]}`, `{"a":1,"b":2}`, `object<with a|with a, b>-1{a* whole number} / object<with a|with a, b>1{a* whole number, b* whole number}`},
		{`{"oneOf":[{"type":"array","items":{"type":"string"}},{"type":"object"},{}]}`, `[1]`, `one of several?<list of text|object|option 3>-1 / JSON?<list of text|object|option 3>2`},
		{`{"type":"object","if":{"properties":{"kind":{"const":"a"}}},"then":{"required":["x"]}}`, `{"kind":"a"}`, `object / object{x*/kind JSON}`},
		{`{"type":"object","allOf":[{"if":{"properties":{"kind":{"const":"a"}}},"then":{"required":["x"]}},{"if":{"properties":{"kind":{"const":"b"}}},"then":{"required":["y"]}}]}`, `{"kind":"b"}`, `object / object{y*/kind JSON}`},
		{`{"type":"object","if":{"properties":{"kind":{"const":"a"}}},"then":{"required":["x"]},"else":{"properties":{"kind":{"enum":["b","c"]}}}}`, `{"kind":"c"}`, `object{kind choice["a" "b" "c"]} / object{kind choice["a" "b" "c"]}`},
		{`{"type":"object","if":{"properties":{"kind":{"const":"a"}}},"then":{"properties":{"kind":{"const":"a"}}},"else":{"properties":{"kind":{"enum":["b",null]}}}}`, `{"kind":null}`, `object{kind choice?["a" "b"]} / object{kind choice?["a" "b"]}`},
		{`{"type":"object","if":{"properties":{"kind":{"const":"a"}}},"then":{"properties":{"kind":{"const":"a"}}},"else":false}`, `{"kind":"a"}`, `object / object{kind constant="a"}`},
		{`{"type":"object","if":{"properties":{"kind":{"const":"a"}}},"then":{"properties":{"kind":{"const":"a"}}},"else":{"required":["y"]}}`, `{"kind":"b"}`, `object{kind text} / object{kind text, y*/kind JSON}`},
		{`{"type":"object","allOf":[{"if":{"properties":{"kind":{"enum":["a","b"]}}},"then":{"required":["x"]},"else":{"properties":{"kind":{"const":"c"}}}},{"if":{"properties":{"kind":{"const":"b"}}},"then":{"required":["y"]},"else":{"properties":{"kind":{"enum":["a","c","d"]}}}}]}`, `{"kind":"d"}`, `object{kind choice["a" "b" "c"]} / object{kind choice["a" "b" "c"]}`},
		{`{"type":"object","if":{"properties":{"kind":{"const":"a","title":"Kind"}}},"then":{"properties":{"kind":{"const":"a","title":"Kind"}}},"else":{"properties":{"kind":{"const":"b","title":"Kind"}}}}`, `{}`, `object{kind choice'Kind'["a" "b"]} / object{kind choice'Kind'["a" "b"]}`},
		{`{"type":"object","if":{"properties":{"kind":{"const":"a","title":"A"}}},"then":{"properties":{"kind":{"const":"a","title":"A"}}},"else":{"properties":{"kind":{"const":"b","title":"B"}}}}`, `{}`, `object{kind choice["a":A "b":B]} / object{kind choice["a":A "b":B]}`},
		{`{"type":"object","if":{"properties":{"kind":{"const":1}}},"then":{"allOf":[{"properties":{"kind":{"const":1}}}]},"else":{"$ref":"#/$defs/e"},"$defs":{"e":{"properties":{"kind":{"enum":[2.5,true,[1],{"a":1}]}}}}}`, `{}`, `object{kind choice[1 2.5 true [1] {"a":1}]} / object{kind choice[1 2.5 true [1] {"a":1}]}`},
		{`{"type":"object","if":{"properties":{"o":{"properties":{"p":{"const":1}}}}},"then":{"properties":{"o":{"properties":{"p":{"const":1}}}}},"else":{"properties":{"o":{"properties":{"p":{"const":2}}}}}}`, `{"o":{"p":2}}`, `object / object{o object?{p choice[1 2]}}`},
		{`{"type":"object","if":{"properties":{"kind":{"const":"a"}}},"then":{"if":{"properties":{"kind":{"const":"z"}}},"then":{"properties":{"kind":{"const":"z"}}},"else":{"properties":{"kind":{"const":"a"}}}},"else":{"properties":{"kind":{"const":"b"}}}}`, `{}`, `object{kind choice["z" "a" "b"]} / object{kind choice["z" "a" "b"]}`},
	} {
		doc := load(t, c.schema)
		v := value(t, c.value)
		got := shapeOf(doc.Root(), 2) + " / " + shapeOf(doc.Root().For(v), 2)
		if got != c.want {
			t.Errorf("%s of %s: %s, want %s", c.value, c.schema, got, c.want)
		}
	}
}

// The first branches are picked of all unions that are open, and a picked branch is named for the validator.
func TestBranchesArePicked(t *testing.T) {
	t.Parallel()
	const nested = `{"oneOf":[{"title":"A","type":"object","properties":{"k":{"const":"a"}},"required":["k"],"anyOf":[{"title":"X","properties":{"x":{"type":"string"}},"required":["x"]},{"title":"Y","properties":{"y":{"type":"string"}},"required":["y"]}]},{"title":"B","type":"object","properties":{"k":{"const":"b"}}}]}`
	root := load(t, nested).Root()
	picks := schema.Picks{}
	got := root.PickRest(picks, nil)
	if want := `object'A'<A|B>0<X|Y>0{k* constant="a", x* text}`; shapeOf(got, 2) != want || len(picks) != 2 {
		t.Errorf("%s with %v, want %s", shapeOf(got, 2), picks, want)
	}
	for _, u := range got.Unions() {
		at, index, ok := u.At("/p")
		if !ok || at.Pointer != "/p" || at.Union != u.Key || index != 0 {
			t.Errorf("%v: %v, %d, %t", u.Labels(), at, index, ok)
		}
	}
	open := root.Unions()[0]
	if _, _, ok := open.At("/p"); ok || !open.IsTag("k") || open.IsTag("x") {
		t.Error("a branch is named that was not picked, or k does not tell them apart")
	}
	types := load(t, `{"type":["string","integer"]}`).Root().Resolve(schema.Picks{}, nil)
	key := types.Unions()[0].Key
	picked := load(t, `{"type":["string","integer"]}`).Root().Resolve(schema.Picks{key: 1}, nil).Unions()[0]
	if _, _, ok := picked.At(""); ok || picked.Picked != 1 || picked.IsTag("k") {
		t.Error("a type is named as a branch")
	}
	for pick, want := range map[int]int{-1: -1, 0: 0, 1: 1, 2: -1} {
		if got := load(t, nested).Root().Resolve(schema.Picks{open.Key: pick}, nil).Unions()[0].Picked; got != want {
			t.Errorf("branch %d is picked as %d", pick, got)
		}
	}
	const named = `{"discriminator":{"propertyName":"pet"},"oneOf":[{"type":"object","properties":{"pet":{"const":"a"},"x":{"const":1}}},{"type":"object","properties":{"pet":{"const":"b"},"x":{"const":2}}}]}`
	if u := load(t, named).Root().Unions()[0]; !u.IsTag("pet") || u.IsTag("x") {
		t.Error("the discriminator is not what the schema names")
	}
}

// The schema of a location is the first of those that apply, as it was written.
func TestSchemaOfALocation(t *testing.T) {
	t.Parallel()
	root := load(t, `{"title":"T","properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"type":"string","x-own":1}}}`).Root()
	if got := string(root.Schema().Compact()); !strings.HasPrefix(got, `{"title":"T"`) {
		t.Errorf("of the root: %s", got)
	}
	if got := root.Property("a").Schema(); got == nil || got.Get("$ref") == nil && got.Get("x-own") == nil {
		t.Errorf("of a member: %v", got)
	}
	if got := (schema.Location{}).Schema(); got != nil {
		t.Errorf("of no location: %s", got.Compact())
	}
}
