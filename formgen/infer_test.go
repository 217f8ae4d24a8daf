package formgen_test

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// Every example satisfies the schema, and a form of the schema takes an object back
// unchanged.
func TestInferredFormTakesExamplesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var examples []*ojson.Value
		for _, text := range rapid.SliceOfN(objects(3), 1, 5).Draw(t, "examples") {
			v, err := ojson.Parse([]byte(text), ojson.DataLimits)
			if err != nil {
				t.Fatal(err)
			}
			examples = append(examples, v)
		}
		guess := schema.Infer(examples)
		doc, err := schema.Load(guess)
		if err != nil {
			t.Fatalf("%s: %v", guess, err)
		}
		for _, v := range examples {
			if problems := doc.Validate(v); len(problems) > 0 {
				t.Fatalf("%s does not satisfy %s: %v", v.Compact(), guess, problems)
			}
			form := formgen.New(doc)
			form.Load(v)
			data, err := form.Submit()
			if err != nil {
				t.Fatalf("%s in %s: %v", v.Compact(), guess, err)
			}
			if sent, err := ojson.Parse(data, ojson.DataLimits); err != nil || !ojson.Equal(sent, v) {
				t.Fatalf("%s came back as %s from %s", v.Compact(), data, guess)
			}
		}
	})
}

// objects are texts of JSON objects whose members are few, so that examples share them.
func objects(depth int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		var b bytes.Buffer
		b.WriteByte('{')
		names := rapid.SliceOfDistinct(rapid.SampledFrom([]string{"a", "b", "c", "d"}), rapid.ID[string]).Draw(t, "names")
		for i, name := range names {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(`"` + name + `":` + anything(depth).Draw(t, name))
		}
		b.WriteByte('}')
		return b.String()
	})
}

func anything(depth int) *rapid.Generator[string] {
	simple := rapid.SampledFrom([]string{
		`null`, `true`, `false`, `0`, `-3`, `2.50`, `1e3`, `12345678901234567890`, `""`, `"x"`, `"two words"`, `"2026-05-14"`,
		`"2026-05-14T09:30:00Z"`, `"ada@example.com"`, `"https://example.com"`, `"a\nb"`, `"\u0000\u202e"`, `[]`, `{}`,
	})
	if depth == 0 {
		return simple
	}
	list := rapid.Custom(func(t *rapid.T) string {
		items := rapid.SliceOfN(anything(depth-1), 0, 4).Draw(t, "items")
		return "[" + string(bytes.Join(asBytes(items), []byte(","))) + "]"
	})
	return rapid.OneOf(simple, simple, list, objects(depth-1))
}

func asBytes(texts []string) (list [][]byte) {
	for _, text := range texts {
		list = append(list, []byte(text))
	}
	return list
}
