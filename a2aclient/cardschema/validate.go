package cardschema

import (
	_ "embed"
	"fmt"
	"sync"

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
	Keyword string   // of the schema, such as "type"
	Message string   // our words
}

// Validate lists what is wrong with a card of a version: 1.0, 0.3 or 0.2. The error says that
// there is no schema for the version, or that the card is not JSON.
func Validate(card []byte, version string) ([]Problem, error) {
	doc, err := load(version)
	if err != nil {
		return nil, err
	}
	v, err := ojson.Parse(card, ojson.CardLimits)
	if err != nil {
		return nil, fmt.Errorf("the card cannot be read: %w", err)
	}
	return problems(doc, v), nil
}

// ValidateValue is [Validate] of a card that was read.
func ValidateValue(card *ojson.Value, version string) ([]Problem, error) {
	doc, err := load(version)
	if err != nil {
		return nil, err
	}
	return problems(doc, card), nil
}

// Members returns the names of the members that a version gives an object of the card: that
// whose schema is at the pointer of the schema of cards, such as "" or "/$defs/skill".
func Members(version, pointer string) (names []string) {
	doc, err := load(version)
	if err != nil {
		return nil
	}
	for _, m := range doc.Raw().At(pointer).Get("properties").Members() {
		names = append(names, m.Name)
	}
	return names
}

func load(version string) (*schema.Document, error) {
	if known, ok := documents.Load(version); ok {
		return known.(*schema.Document), nil
	}
	doc, err := read(version)
	if err != nil {
		return nil, err
	}
	known, _ := documents.LoadOrStore(version, doc)
	return known.(*schema.Document), nil
}

// documents are the schemas by version, each compiled once.
var documents sync.Map

func read(version string) (*schema.Document, error) {
	raw, ok := map[string][]byte{"1.0": v1, "0.3": v03, "0.2": v02}[version]
	if !ok {
		return nil, fmt.Errorf("there is no schema for cards of %s, only for A2A 1.0, 0.3 and 0.2", version)
	}
	doc, err := schema.Load(raw)
	if err != nil {
		return nil, fmt.Errorf("read our schema: %w", err)
	}
	return doc, nil
}

func problems(doc *schema.Document, card *ojson.Value) (list []Problem) {
	for _, p := range doc.Validate(card) {
		list = append(list, Problem{safe.Text(p.Pointer), p.Keyword, p.Message})
	}
	return list
}
