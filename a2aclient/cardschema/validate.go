package cardschema

import (
	_ "embed"
	"fmt"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

var (
	//go:embed v1.json
	v1 []byte
	//go:embed v03.json
	v03 []byte
	//go:embed v02.json
	v02 []byte
)

// Problem is a way in which a card breaks the schema of its version.
type Problem struct {
	Pointer safe.Raw // where, as a JSON Pointer; empty for the card itself
	Message string   // our words
}

// Validate lists what is wrong with a card of a version: 1.0, 0.3 or 0.2. The error says that
// there is no schema for the version, or that the card is not JSON.
func Validate(card []byte, version string) ([]Problem, error) {
	raw, ok := map[string][]byte{"1.0": v1, "0.3": v03, "0.2": v02}[version]
	if !ok {
		return nil, fmt.Errorf("there is no schema for cards of %s, only for A2A 1.0, 0.3 and 0.2", version)
	}
	doc, err := schema.Load(raw)
	if err != nil {
		return nil, fmt.Errorf("read our schema: %w", err)
	}
	if err := doc.Compile(); err != nil {
		return nil, fmt.Errorf("compile our schema: %w", err)
	}
	v, err := ojson.Parse(card, ojson.CardLimits)
	if err != nil {
		return nil, fmt.Errorf("the card cannot be read: %w", err)
	}
	var list []Problem
	for _, p := range doc.Validate(v) {
		list = append(list, Problem{safe.Text(p.Pointer), p.Message})
	}
	return list, nil
}
