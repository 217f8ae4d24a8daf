package formgen_test

import (
	"testing"

	"a2aform/formgen"
	"a2aform/internal/schema"
)

// A number in a spelling of people is no JSON number; its field says how to write it.
func TestNumbersOfPeopleHaveAHint(t *testing.T) {
	t.Parallel()
	doc, err := schema.Load([]byte(`{"type":"number"}`))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		".5": "is not a number; write 0.5", "-.5": "is not a number; write -0.5", "+7": "is not a number; write 7", "5.": "is not a number; write 5", "007": "is not a number; write 7",
		"1 000": "is not a number; write 1000", "1\u00a0000": "is not a number; write 1000", "12'345": "is not a number; write 12345", "1_000_000": "is not a number; write 1000000",
		"3,14": "is not a number; write 3.14 with a point", "1,000": "is not a number; write 1000, or 1.000 with a point", "1,000,000": "is not a number; write 1000000", "0,500": "is not a number; write 0.500 with a point",
		"two": "is not a number", "1.000,5": "is not a number", ".": "is not a number", "+-1": "is not a number", "0.50": "",
	} {
		form := formgen.New(doc)
		form.Root().SetText(text)
		said := ""
		if list := form.Root().OwnProblems(); len(list) > 0 {
			said = list[0].Message()
		}
		if said != want {
			t.Errorf("%q: %q, want %q", text, said, want)
		}
	}
}
