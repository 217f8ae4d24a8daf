package schema_test

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// Examples of one shape are a template; others are not.
func TestTemplateOf(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		texts []string
		want  string // "" for no template
		value string // of the first example
	}{
		{"numbers and codes", []string{"Convert 100 USD to EUR", "Convert 5.50 GBP to JPY"}, "Convert [100] [USD] to [EUR]", `{"number":"100","code":"USD","to":"EUR"}`},
		{"one example", []string{"What is the exchange rate between USD and GBP?"}, "What is the exchange rate between [USD] and [GBP]?", `{"between":"USD","and":"GBP"}`},
		{"one example with a number, too", []string{"Convert 100 USD to EUR"}, "Convert [100] [USD] to [EUR]", `{"number":"100","code":"USD","to":"EUR"}`},
		{"names of several words", []string{"Find flights from Paris to New York", "Find flights from San Francisco to Rome"}, "Find flights from [Paris] to [New York]", `{"from":"Paris","to":"New York"}`},
		{"names with small words", []string{"Tell me about France", "Tell me about the United States"}, "Tell me about [France]", `{"about":"France"}`},
		{"a word beside a name", []string{"What is the weather in Paris?", "What is the forecast in London?"}, "What is the [weather] in [Paris]?", `{"text":"weather","in":"Paris"}`},
		{"quoted words", []string{`Translate "good morning" into French`, `Translate "see you" into German`}, `Translate "[good morning]" into [French]`, `{"text":"good morning","into":"French"}`},
		{"dates", []string{"Book a table on 2026-12-01 for 4", "Book a table on 2026-12-24 for 2"}, "Book a table on [2026-12-01] for [4]", `{"on":"2026-12-01","for":"4"}`},
		{"days", []string{"What happened on 12 May", "What happened on 3 June"}, "What happened on [12 May]", `{"on":"12 May"}`},
		{"numbers that begin with 0", []string{"Weather for 02134", "Weather for 90210"}, "Weather for [02134]", `{"for":"02134"}`},
		{"addresses and prices", []string{"Send $50.00 to ada@example.com", "Send $1,200 to bob@example.com"}, "Send [$50.00] to [ada@example.com]", `{"text":"$50.00","to":"ada@example.com"}`},
		{"the same word before two", []string{"Go to Rome to see Ada", "Go to Oslo to see Bob"}, "Go to [Rome] to see [Ada]", `{"to":"Rome","name":"Ada"}`},
		{"again the same name", []string{"add 1 and 2 and 3", "add 4 and 5 and 6"}, "add [1] and [2] and [3]", `{"number":"1","and":"2","and 2":"3"}`},

		{"no example", nil, "", ""},
		{"one example without slots", []string{"Tell me a joke"}, "", ""},
		{"one example with numbers", []string{"What happened on July 20, 1969?"}, "", ""},
		{"one example with a code", []string{"Merge PR #42"}, "", ""},
		{"one example with one number", []string{"Tell me 3 jokes"}, "", ""},
		{"ordinary words only", []string{"Summarize this article", "Summarize this paper"}, "", ""},
		{"marks only", []string{"Tell me a joke!", "Tell me a joke?"}, "", ""},
		{"nothing in common", []string{"Convert 100 USD to EUR", "What is the rate of GBP?"}, "", ""},
		{"nothing in a slot", []string{"Plan a trip to Rome", "Plan a trip to"}, "", ""},
		{"other spaces", []string{"Send 5 to Ada", "Send  7 to Bob"}, "", ""},
		{"several lines", []string{"Convert 100 USD\nto EUR", "Convert 100 GBP\nto JPY"}, "", ""},
		{"the same twice", []string{"Tell me a joke", "Tell me a joke"}, "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			tmpl, raw, ok := schema.TemplateOf(test.texts)
			if !ok {
				if test.want != "" {
					t.Fatal("there is no template")
				}
				return
			}
			var marked []ojson.Member
			for _, m := range tmpl.Examples()[0].Members() {
				marked = append(marked, ojson.Member{Name: m.Name, Value: ojson.NewString("[" + m.Value.Text() + "]")})
			}
			if got := tmpl.Text(ojson.NewObject(marked...)); got != test.want {
				t.Fatalf("the template is %q, want %q", got, test.want)
			}
			if got := string(tmpl.Examples()[0].Compact()); got != test.value {
				t.Errorf("the first example is %s, want %s", got, test.value)
			}
			doc, err := schema.Load(raw)
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range tmpl.Examples() {
				if got := tmpl.Text(v); got != test.texts[i] {
					t.Errorf("example %d is written as %q, want %q", i, got, test.texts[i])
				}
				if problems := doc.Validate(v); len(problems) > 0 {
					t.Errorf("example %d breaks the schema: %v", i, problems)
				}
			}
		})
	}
}

// A text may name its slots itself.
func TestTemplateOfPlaceholders(t *testing.T) {
	t.Parallel()
	tmpl, raw, ok := schema.TemplateOf([]string{"Weather in {city} for <days> days, in {city}", "Weather in {town} for <days> days, in {town}"})
	if want := `{"type":"object","properties":{"city":{"type":"string"},"days":{"type":"string"}},"required":["city","days"],"additionalProperties":false}`; !ok || string(raw) != want {
		t.Fatalf("the schema is %s, want %s", raw, want)
	}
	v, _ := ojson.Parse([]byte(`{"city":"Rome","days":"3"}`), ojson.DataLimits)
	if got := tmpl.Text(v); got != "Weather in Rome for 3 days, in Rome" || len(tmpl.Examples()) > 0 {
		t.Errorf("the text is %q, with %d examples", got, len(tmpl.Examples()))
	}
}

// Whatever the texts, each is what the template makes of its example.
func TestTemplateGivesItsExamplesBack(t *testing.T) {
	t.Parallel()
	words := rapid.SampledFrom([]string{"Send", "to", "100", "-5", "USD", "EUR", "Rome", "New", "York", `"a b"`, "“x”", "2026-12-01", "?", ",", "  ", "{city}", "é", "\t", "a.b", `"`})
	rapid.Check(t, func(t *rapid.T) {
		var texts []string
		for range rapid.IntRange(1, 3).Draw(t, "texts") {
			text := ""
			for _, w := range rapid.SliceOfN(words, 1, 8).Draw(t, "words") {
				text += w + rapid.SampledFrom([]string{" ", " ", " ", ""}).Draw(t, "space")
			}
			texts = append(texts, text)
		}
		tmpl, _, ok := schema.TemplateOf(texts)
		if !ok || len(tmpl.Examples()) == 0 {
			return
		}
		written := map[string]bool{}
		for _, v := range tmpl.Examples() {
			written[tmpl.Text(v)] = true
		}
		for _, text := range texts {
			if !written[text] {
				t.Fatalf("%q is not among %v", text, written)
			}
		}
	})
}

// What is left out leaves nothing behind, and what is no text is written as people write it.
func TestTemplateText(t *testing.T) {
	t.Parallel()
	tmpl, _, _ := schema.TemplateOf([]string{"Convert 100 USD to EUR", "Convert 5 GBP to JPY"})
	v, _ := ojson.Parse([]byte(`{"number":1.50,"to":["A","B"]}`), ojson.DataLimits)
	if got := tmpl.Text(v); got != "Convert 1.50  to A, B" {
		t.Errorf("the text is %q", got)
	}
}

// Whatever a card says, what is made of it can be loaded, and takes its own examples.
func FuzzTemplate(f *testing.F) {
	f.Add("Convert 100 USD to EUR\nConvert 5 GBP to JPY")
	f.Add("Books.\n\nArgs:\n  city (Literal['a', 'b'], optional): Such as Rome.\n  city: again")
	f.Add("Parameters\n----------\na.b-c : list[str]\n    x")
	f.Fuzz(func(t *testing.T, text string) {
		for _, of := range []func() (*schema.Template, json.RawMessage, bool){
			func() (*schema.Template, json.RawMessage, bool) {
				return schema.TemplateOf(strings.Split(text, "\n"))
			},
			func() (*schema.Template, json.RawMessage, bool) { return schema.TemplateOfParameters(text) },
		} {
			tmpl, raw, ok := of()
			if !ok {
				continue
			}
			doc, err := schema.Load(raw)
			if err != nil {
				t.Fatalf("%s: %v", raw, err)
			}
			for _, v := range tmpl.Examples() {
				if problems := doc.Validate(v); len(problems) > 0 {
					t.Errorf("%s breaks %s: %v", v.Compact(), raw, problems)
				}
			}
		}
	})
}

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
