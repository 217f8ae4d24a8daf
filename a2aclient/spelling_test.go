package a2aclient_test

import (
	"strings"
	"testing"

	"a2aform/a2aclient"
	"a2aform/internal/ojson"
)

// Every member of the schemas of cards is found in another spelling.
func TestAllMembersAreKnownInOtherSpellings(t *testing.T) {
	object := func(name string, v *ojson.Value) *ojson.Value {
		return ojson.NewObject(ojson.Member{Name: name, Value: v})
	}
	list := func(v *ojson.Value) *ojson.Value { return ojson.NewArray(v) }
	same := func(v *ojson.Value) *ojson.Value { return v }
	in := func(name string) func(*ojson.Value) *ojson.Value {
		return func(v *ojson.Value) *ojson.Value { return object(name, v) }
	}
	inList := func(name string) func(*ojson.Value) *ojson.Value {
		return func(v *ojson.Value) *ojson.Value { return object(name, list(v)) }
	}
	for pointer, wrap := range map[string]func(*ojson.Value) *ojson.Value{
		"":                                       same,
		"/properties/provider":                   in("provider"),
		"/$defs/capabilities":                    in("capabilities"),
		"/$defs/skill":                           inList("skills"),
		"/properties/supportedInterfaces/items":  inList("supportedInterfaces"),
		"/properties/additionalInterfaces/items": inList("additionalInterfaces"),
		"/$defs/capabilities/properties/extensions/items": func(v *ojson.Value) *ojson.Value {
			return object("capabilities", object("extensions", list(v)))
		},
	} {
		for _, version := range []string{"1.0", "0.3", "0.2"} {
			for _, name := range a2aclient.CardMembers(version, pointer) {
				other := strings.ToUpper(name[:1]) + name[1:]
				_, found := a2aclient.CorrectNames(wrap(object(other, ojson.NewString("x"))))
				if len(found) != 1 || found[0].Meant != name {
					t.Errorf("%s at %q of %s is read as %v", other, pointer, version, found)
				}
			}
		}
	}
}
