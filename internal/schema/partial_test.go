package schema_test

import (
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// An object has the members that do not depend on a choice between its shapes before one is chosen: its own, and those that all shapes declare
// alike. Whether one must be chosen depends on what the shapes demand.
func TestMembersBeforeAChoice(t *testing.T) {
	for name, tt := range map[string]struct {
		schema, want string
		isUnion      bool
		needsChoice  bool
	}{
		"own members": {
			schema: `{"type":"object","properties":{"name":{"type":"string"},"a":{}},"required":["name"],"anyOf":[{"properties":{"a":{"type":"string"}},"required":["a"]},{"properties":{"b":{}}}]}`,
			want:   "name*",
		},
		"members of an allOf beside": {
			schema: `{"allOf":[{"anyOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/b"}]},{"properties":{"c":{}}}],"$defs":{"a":{"properties":{"a":{}}},"b":{"properties":{"b":{}}}}}`,
			want:   "c",
		},
		"shared by all": {
			schema: `{"oneOf":[{"type":"object","properties":{"id":{"type":"string"},"n":{"type":"integer"},"a":{}},"required":["id","a"]},{"type":"object","properties":{"n":{"type":"string"},"id":{"type":"string"}},"required":["id","n"]}]}`,
			want:   "id*", needsChoice: true,
		},
		"each demands something": {
			schema: `{"type":"object","properties":{"c":{}},"anyOf":[{"properties":{"a":{}},"required":["a"]},{"properties":{"b":{}},"required":["b"]}]}`,
			want:   "c", needsChoice: true,
		},
		"a tag":            {schema: `{"type":"object","properties":{"kind":{"type":"string"}},"oneOf":[{"properties":{"kind":{"const":"a"}}},{"properties":{"kind":{"const":"b"}}}]}`, isUnion: true, needsChoice: true},
		"nothing shared":   {schema: `{"type":"object","anyOf":[{"properties":{"a":{}}},{"properties":{"b":{}}}]}`, isUnion: true, needsChoice: true},
		"a text or more":   {schema: `{"properties":{"c":{}},"anyOf":[{"type":"string"},{"properties":{"b":{}}}]}`, isUnion: true, needsChoice: true},
		"a loop of shapes": {schema: `{"type":"object","properties":{"c":{}},"anyOf":[{"$ref":"#"},{"properties":{"b":{}}}]}`, isUnion: true, needsChoice: true},
	} {
		t.Run(name, func(t *testing.T) {
			l := load(t, tt.schema).Root()
			isUnion := l.Kind() == schema.Union
			got := ""
			if !isUnion {
				got = names(l)
			}
			if isUnion != tt.isUnion || got != tt.want || l.NeedsChoice() != tt.needsChoice {
				t.Errorf("kind %v, members %s, needs a choice: %v", l.Kind(), got, l.NeedsChoice())
			}
			if l.For(ojson.NewObject()).NeedsChoice() {
				t.Error("a choice is still needed once it is made")
			}
		})
	}
}
