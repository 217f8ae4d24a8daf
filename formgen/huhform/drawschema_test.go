package huhform

import (
	"encoding/json"

	"pgregory.net/rapid"
)

var memberNames = []string{"alpha", "beta", "gamma", "delta"}

var shownWords = []string{"m", "km", "ft", "mi"}

// drawSchema draws the schema of an object whose members depend on each other.
func drawSchema(t *rapid.T) []byte {
	properties, required := map[string]any{}, []string{}
	for _, name := range memberNames {
		properties[name] = drawMember(t, true)
		if rapid.Bool().Draw(t, "required") {
			required = append(required, name)
		}
	}
	s := map[string]any{"type": "object", "properties": properties, "required": required}
	var all []any
	for range rapid.IntRange(0, 3).Draw(t, "conditions") {
		asked := rapid.SampledFrom(memberNames).Draw(t, "asked")
		condition := map[string]any{"properties": map[string]any{asked: map[string]any{"enum": rapid.SliceOfN(rapid.SampledFrom([]any{"m", "km", "ft", 3, true, nil}), 1, 3).Draw(t, "of")}}}
		if rapid.Bool().Draw(t, "present") {
			condition["required"] = []string{asked}
		}
		all = append(all, map[string]any{"if": condition, "then": drawConsequence(t), "else": drawConsequence(t)})
	}
	if all != nil {
		s["allOf"] = all
	}
	if rapid.Bool().Draw(t, "dependent") {
		s["dependentSchemas"] = map[string]any{rapid.SampledFrom(memberNames).Draw(t, "on"): drawConsequence(t)}
	}
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func drawConsequence(t *rapid.T) map[string]any {
	s := map[string]any{}
	if rapid.Bool().Draw(t, "some") {
		name := rapid.SampledFrom(append([]string{"epsilon"}, memberNames...)).Draw(t, "of")
		s["properties"] = map[string]any{name: drawMember(t, false)}
		if rapid.Bool().Draw(t, "due") {
			s["required"] = []string{name}
		}
	}
	return s
}

func drawMember(t *rapid.T, deep bool) map[string]any {
	s := map[string]any{}
	const kinds = 9
	n := kinds
	if !deep {
		n = 6
	}
	switch rapid.IntRange(0, n-1).Draw(t, "kind") {
	case 0:
		s["enum"] = rapid.SliceOfNDistinct(rapid.SampledFrom(shownWords), 1, 4, rapid.ID).Draw(t, "words")
	case 1:
		s["type"] = "boolean"
	case 2:
		s["type"] = rapid.SampledFrom([]any{"integer", []string{"integer", "null"}}).Draw(t, "type")
	case 3:
		s["type"] = rapid.SampledFrom([]any{"string", []string{"string", "null"}, []string{"string", "integer"}}).Draw(t, "type")
	case 4:
		s["const"] = rapid.SampledFrom([]any{"km", 3, true}).Draw(t, "const")
	case 5:
		s["enum"] = []any{"a", "b", "c", "d", "e", "f", "m", "km", nil, 3}
	case 6:
		s["oneOf"] = []any{
			map[string]any{"title": "Cat", "type": "object", "properties": map[string]any{"kind": map[string]any{"const": "cat"}, "lives": map[string]any{"type": "integer"}}, "required": []string{"kind"}},
			map[string]any{"title": "Dog", "type": "object", "properties": map[string]any{"kind": map[string]any{"const": "dog"}, "bark": map[string]any{"enum": shownWords}}, "required": []string{"kind", "bark"}},
		}
	case 7:
		s["type"], s["items"] = "array", drawMember(t, false)
		s["uniqueItems"] = rapid.Bool().Draw(t, "unique")
	case 8:
		s["type"], s["properties"] = "object", map[string]any{"inner": drawMember(t, false), "other": drawMember(t, false)}
		s["if"] = map[string]any{"required": []string{"inner"}}
		s["then"] = map[string]any{"properties": map[string]any{"other": drawMember(t, false)}}
	}
	if rapid.IntRange(0, 3).Draw(t, "has default") == 0 {
		s["default"] = rapid.SampledFrom([]any{"km", "ft", 3, true, nil, ""}).Draw(t, "default")
	}
	return s
}

func drawValue(t *rapid.T) []byte {
	v := map[string]any{}
	for _, name := range memberNames {
		if rapid.Bool().Draw(t, "sent") {
			v[name] = rapid.SampledFrom([]any{"m", "km", "", 3, true, false, nil, []any{"m", 3}, map[string]any{"kind": "dog", "bark": "ft"}, map[string]any{"inner": "km"}}).Draw(t, "value")
		}
	}
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
