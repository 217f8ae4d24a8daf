package a2aclient

import (
	_ "embed"
	"fmt"
	"sync"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

var (
	//go:embed cardschema-v1.json
	v1 []byte
	//go:embed cardschema-v03.json
	cardSchemaV03 []byte
	//go:embed cardschema-v02.json
	v02 []byte
	//go:embed cardschema-workshop.json
	cardSchemaWorkshop []byte // of seed 001
	//go:embed cardschema-sessions.json
	cardSchemaSessions []byte // of seed 003
)

// CardProblem is a way in which a card breaks the schema of its version.
type CardProblem struct {
	Pointer safe.Raw // where, as a JSON Pointer; empty for the card itself
	Keyword string   // of the schema, such as "type"
	Message string   // our words
}

// ValidateCard lists what is wrong with a card of a version: 1.0, 0.3, 0.2, or one of the older dialects. The error says that
// there is no schema for the version, or that the card is not JSON.
func ValidateCard(card []byte, version string) ([]CardProblem, error) {
	doc, err := loadCardSchema(version)
	if err != nil {
		return nil, err
	}
	v, err := ojson.Parse(card, ojson.CardLimits)
	if err != nil {
		return nil, fmt.Errorf("the card cannot be read: %w", err)
	}
	return cardProblems(doc, v), nil
}

// ValidateCardValue is [ValidateCard] of a card that was read.
func ValidateCardValue(card *ojson.Value, version string) ([]CardProblem, error) {
	doc, err := loadCardSchema(version)
	if err != nil {
		return nil, err
	}
	return cardProblems(doc, card), nil
}

// CardMembers returns the names of the members that a version gives an object of the card: that
// whose schema is at the pointer of the schema of cards, such as "" or "/$defs/skill".
func CardMembers(version, pointer string) (names []string) {
	doc, err := loadCardSchema(version)
	if err != nil {
		return nil
	}
	for _, m := range doc.Raw().At(pointer).Get("properties").Members() {
		names = append(names, m.Name)
	}
	return names
}

func loadCardSchema(version string) (*schema.Document, error) {
	if known, ok := cardSchemas.Load(version); ok {
		return known.(*schema.Document), nil
	}
	doc, err := readCardSchema(version)
	if err != nil {
		return nil, err
	}
	known, _ := cardSchemas.LoadOrStore(version, doc)
	return known.(*schema.Document), nil
}

// cardSchemas are the schemas by version, each compiled once.
var cardSchemas sync.Map

func readCardSchema(version string) (*schema.Document, error) {
	raw, ok := map[string][]byte{
		"1.0": v1, "0.3": cardSchemaV03, "0.2": v02, string(DialectWorkshop): cardSchemaWorkshop, string(DialectSessions): cardSchemaSessions,
	}[version]
	if !ok {
		return nil, fmt.Errorf("there is no schema for cards of %s, only for A2A 1.0, 0.3 and 0.2, workshop and sessions", version)
	}
	doc, err := schema.Load(raw)
	if err != nil {
		return nil, fmt.Errorf("read our schema: %w", err)
	}
	return doc, nil
}

func cardProblems(doc *schema.Document, card *ojson.Value) (list []CardProblem) {
	for _, p := range doc.Validate(card) {
		list = append(list, CardProblem{safe.Text(p.Pointer), p.Keyword, p.Message()})
	}
	return list
}
