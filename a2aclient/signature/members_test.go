package signature

import (
	"os"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"

	"a2aform/a2aclient/a2aproto"
	"a2aform/internal/ojson"
)

// A form of the card leaves out what the description of A2A does not have: the signature of a card with a member that only the
// schema of cards has would not be valid.
func TestMembersAreThoseOfTheSchema(t *testing.T) {
	data, err := os.ReadFile("../cardschema-v1.json")
	if err != nil {
		t.Fatal(err)
	}
	schema, err := ojson.Parse(data, ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	for pointer, of := range map[string]protoreflect.Name{
		"":                                      "AgentCard",
		"/properties/provider":                  "AgentProvider",
		"/properties/supportedInterfaces/items": "AgentInterface",
		"/$defs/capabilities":                   "AgentCapabilities",
		"/$defs/capabilities/properties/extensions/items": "AgentExtension",
		"/$defs/skill": "AgentSkill",
	} {
		members := schema.At(pointer).Get("properties").Members()
		if len(members) == 0 {
			t.Errorf("the schema has nothing at %q", pointer)
		}
		for _, m := range members {
			if a2aproto.Message(of).Fields().ByJSONName(m.Name) == nil {
				t.Errorf("%s has no member %s", of, m.Name)
			}
		}
	}
}
