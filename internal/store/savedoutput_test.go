package store_test

import (
	"slices"
	"testing"

	"a2aform/internal/store"
)

// Schemas of what a skill answers with are kept beside those of what it takes.
func TestOutputSchemasAreKeptBesideInputs(t *testing.T) {
	s := open(t)
	write(t, agentsFile(s), "[agents.shop]\nurl = 'http://shop.example'\n")
	steps := []struct {
		attach store.SavedSchema
		want   []store.SavedSchema
	}{
		{store.SavedSchema{Skill: "order", Ref: "/out.json", IsOutput: true}, []store.SavedSchema{{"order", "/out.json", true}}},
		{store.SavedSchema{Skill: "order", Ref: "/in.json"}, []store.SavedSchema{{"order", "/in.json", false}, {"order", "/out.json", true}}},
		{store.SavedSchema{Skill: "a", Ref: "/a.json", IsOutput: true}, []store.SavedSchema{{"order", "/in.json", false}, {"a", "/a.json", true}, {"order", "/out.json", true}}},
		{store.SavedSchema{Skill: "order"}, []store.SavedSchema{{"a", "/a.json", true}, {"order", "/out.json", true}}},
		{store.SavedSchema{Skill: "order", IsOutput: true}, []store.SavedSchema{{"a", "/a.json", true}}},
		{store.SavedSchema{Skill: "a", IsOutput: true}, nil},
	}
	for _, step := range steps {
		if err := s.AttachSchema("shop", step.attach); err != nil {
			t.Fatal(step.attach, err)
		}
		list, problems := s.Saved(t.TempDir())
		if len(problems) > 0 || len(list) != 1 || !slices.Equal(list[0].Schemas, step.want) {
			t.Errorf("%v: got %v, %v", step.attach, list, problems)
		}
	}
}
