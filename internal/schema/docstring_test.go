package schema_test

import (
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// The parameters that docstrings list are fields; the text has a line for each that is filled in.
func TestTemplateOfParameters(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, description, schema, value, text string }{
		{
			"Google style", "Books a table.\n\nArgs:\n    city (str): The city,\n        such as Rome.\n    seats (int, optional): How many.\n    outside (bool): Defaults to False.\n\nReturns:\n    dict: The booking.\n",
			`{"type":"object","properties":{"city":{"type":"string","description":"The city, such as Rome."},"seats":{"type":"integer","description":"How many."},"outside":{"type":"boolean","description":"Defaults to False."}},"required":["city"],"additionalProperties":false}`,
			`{"city":"Rome","seats":4}`, "city: Rome\nseats: 4",
		},
		{
			"NumPy style", "Books.\n\nParameters\n----------\ncity : str\n    The city.\ntags : list[str]\n    Words.\nReturns\n-------\nx\n",
			`{"type":"object","properties":{"city":{"type":"string","description":"The city."},"tags":{"type":"array","items":{"type":"string"},"description":"Words."}},"required":["city","tags"],"additionalProperties":false}`,
			`{"tags":["a","b"]}`, "tags: a, b",
		},
		{
			"Markdown", "Books.\n\n**Parameters:**\n- `city` (string): The city\n- `class` (Literal['first', 'second']): Of the train\n\nThen it waits.",
			`{"type":"object","properties":{"city":{"type":"string","description":"The city"},"class":{"enum":["first","second"],"description":"Of the train"}},"required":["city","class"],"additionalProperties":false}`,
			`{"city":"Rome","class":"first"}`, "city: Rome\nclass: first",
		},
		{"without types", "Args:\n  a: one\n  b: two\n  a: again", `{"type":"object","properties":{"a":{"type":"string","description":"one"},"b":{"type":"string","description":"two"}},"required":["a","b"],"additionalProperties":false}`, `{"a":"x"}`, "a: x"},
		{"no list", "Note: it takes a city.\nArgs: none", "", "", ""},
		{"no colon", "Parameters\nare described elsewhere: here", "", "", ""},
		{"nothing in it", "Args:\n\nReturns:\n  x: y", "", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			tmpl, raw, ok := schema.TemplateOfParameters(test.description)
			if ok != (test.schema != "") || string(raw) != test.schema {
				t.Fatalf("the schema is %s, want %s", raw, test.schema)
			}
			if !ok {
				return
			}
			v, err := ojson.Parse([]byte(test.value), ojson.DataLimits)
			if err != nil {
				t.Fatal(err)
			}
			if got := tmpl.Text(v); got != test.text {
				t.Errorf("the text is %q, want %q", got, test.text)
			}
		})
	}
}
