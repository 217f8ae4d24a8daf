package signature

import (
	"os"
	"testing"

	"a2aform/internal/ojson"
)

// Whoever adds a member to the schema of cards adds it here: a form of the card leaves out what is not known, and the
// signature of a card with it would not be valid.
func TestMembersAreThoseOfTheSchema(t *testing.T) {
	data, err := os.ReadFile("../cardschema-v1.json")
	if err != nil {
		t.Fatal(err)
	}
	schema, err := ojson.Parse(data, ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	for pointer, of := range map[string]string{
		"":                                      "Card",
		"/properties/provider":                  "Provider",
		"/properties/supportedInterfaces/items": "Interface",
		"/$defs/capabilities":                   "Capabilities",
		"/$defs/capabilities/properties/extensions/items": "Extension",
		"/$defs/skill": "Skill",
	} {
		members := schema.At(pointer).Get("properties").Members()
		if len(members) == 0 {
			t.Errorf("the schema has nothing at %q", pointer)
		}
		for _, m := range members {
			if _, ok := messages()[of][m.Name]; !ok && m.Name != "signatures" { // they do not sign themselves
				t.Errorf("%s has no member %s", of, m.Name)
			}
		}
	}
}
