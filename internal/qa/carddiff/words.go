package carddiff

import (
	"slices"
	"strings"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// wordKeywords are the keywords that only describe.
var wordKeywords = []string{"title", "description", "examples", "example", "$comment", "default", "deprecated"}

// namedSchemas are the keywords whose members are schemas under names of their own, which may be those of keywords.
var namedSchemas = []string{"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"}

// withoutWords is a schema without the keywords that only describe.
func withoutWords(v *ojson.Value) *ojson.Value {
	switch v.Kind() {
	case ojson.Object:
		var members []ojson.Member
		for _, m := range v.Members() {
			switch {
			case slices.Contains(wordKeywords, m.Name):
				continue
			case m.Name == "const" || m.Name == "enum":
			case slices.Contains(namedSchemas, m.Name) && m.Value.Is(ojson.Object):
				var named []ojson.Member
				for _, n := range m.Value.Members() {
					named = append(named, ojson.Member{Name: n.Name, Value: withoutWords(n.Value)})
				}
				m.Value = ojson.NewObject(named...)
			default:
				m.Value = withoutWords(m.Value)
			}
			members = append(members, m)
		}
		return ojson.NewObject(members...)
	case ojson.Array:
		items := slices.Clone(v.Items())
		for i := range items {
			items[i] = withoutWords(items[i])
		}
		return ojson.NewArray(items...)
	}
	return v
}

// asForm is the value at a place as the form of a schema shows it: the labels on the way, and the value.
func asForm(doc *schema.Document, v *ojson.Value, pointer string) (label, shown safe.Raw) {
	form := formgen.New(doc)
	form.Load(v)
	var labels []string
	at := ""
	for _, token := range ojson.Tokens(pointer) {
		at = ojson.Pointer(at, token)
		name := token
		if field := form.At(at); field != nil {
			name = field.Label()
		}
		labels = append(labels, name)
	}
	text := "not sent"
	if there := v.At(pointer); there.Exists() {
		text = formgen.Summary(there)
	}
	return safe.Text(strings.Join(labels, " › ")), safe.Text(text)
}
