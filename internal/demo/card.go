package demo

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"reflect"
	"sync"

	"github.com/invopop/jsonschema"

	"a2aform/internal/demo/server"
)

// seedCard is the example card of seed 000, verbatim: the extension, the two fight schemas and the skill.
//
//go:embed seed/card.json
var seedCard []byte

type seedDocument struct {
	Capabilities struct {
		Extensions []json.RawMessage `json:"extensions"`
	} `json:"capabilities"`
	Schemas struct {
		Comparison json.RawMessage `json:"fightComparison"`
		Response   json.RawMessage `json:"fightResponse"`
	} `json:"schemas"`
	Skills []json.RawMessage `json:"skills"`
}

// theSeed is parsed once; the file is ours, so that it parses is a matter of a test.
var theSeed = sync.OnceValue(func() seedDocument {
	var d seedDocument
	if err := json.Unmarshal(seedCard, &d); err != nil {
		panic("demo: seed/card.json: " + err.Error())
	}
	return d
})

// card serves clients of 1.0 (supportedInterfaces) and of 0.3 (url, protocolVersion, preferredTransport) alike.
type card struct {
	Name                string            `json:"name"`
	Description         string            `json:"description"`
	Version             string            `json:"version"`
	Provider            cardProvider      `json:"provider"`
	SupportedInterfaces []cardInterface   `json:"supportedInterfaces"`
	ProtocolVersion     string            `json:"protocolVersion"`
	URL                 string            `json:"url"`
	PreferredTransport  string            `json:"preferredTransport"`
	Additional          []cardTransport   `json:"additionalInterfaces"`
	Capabilities        cardCapabilities  `json:"capabilities"`
	DefaultInputModes   []string          `json:"defaultInputModes"`
	DefaultOutputModes  []string          `json:"defaultOutputModes"`
	Schemas             orderedSchemas    `json:"schemas"`
	Skills              []json.RawMessage `json:"skills"`
}

type cardProvider struct {
	Organization string `json:"organization"`
	URL          string `json:"url"`
}

type cardInterface struct {
	URL             string `json:"url"`
	ProtocolBinding string `json:"protocolBinding"`
	ProtocolVersion string `json:"protocolVersion"`
}

type cardTransport struct {
	URL       string `json:"url"`
	Transport string `json:"transport"`
}

type cardCapabilities struct {
	Streaming         bool              `json:"streaming"`
	PushNotifications bool              `json:"pushNotifications"`
	Extensions        []json.RawMessage `json:"extensions"`
}

type cardSkill struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Description string   `json:"description"`
	InputModes  []string `json:"inputModes"`
	OutputModes []string `json:"outputModes"`
	Examples    []string `json:"examples"`
	Tags        []string `json:"tags"`
}

// namedSchema is one entry of the card's root `schemas`.
type namedSchema struct {
	Name   string
	Schema json.RawMessage
}

// orderedSchemas is written as an object in the order of the slice.
type orderedSchemas []namedSchema

// MarshalJSON writes the object.
func (o orderedSchemas) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, s := range o {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(b, server.Encode(s.Name)...), ':')
		b = append(b, s.Schema...)
	}
	return append(b, '}'), nil
}

func schemaNames() (names []string) {
	for _, s := range allSchemas() {
		names = append(names, s.Name)
	}
	return names
}

func newCard(base string) card {
	skills := []json.RawMessage{theSeed().Skills[0]}
	for _, s := range ownSkills() {
		skills = append(skills, server.Encode(s))
	}
	return card{
		Name: "Demo Agent",
		Description: "The agent inside a2aform: skills to try every kind of form and table with. " +
			"Its answers are made up, and the same every time.",
		Version:  "1.0.0",
		Provider: cardProvider{Organization: "a2aform", URL: base},
		SupportedInterfaces: []cardInterface{
			{URL: base + server.PathV10, ProtocolBinding: "JSONRPC", ProtocolVersion: "1.0"},
			{URL: base + server.PathV03, ProtocolBinding: "JSONRPC", ProtocolVersion: "0.3"},
		},
		ProtocolVersion: "0.3.0", URL: base + server.PathV03, PreferredTransport: "JSONRPC",
		Additional:         []cardTransport{{URL: base + server.PathV03, Transport: "JSONRPC"}},
		Capabilities:       cardCapabilities{Streaming: true, Extensions: theSeed().Capabilities.Extensions},
		DefaultInputModes:  []string{"text/plain", server.TagOf(schemaFeedback)},
		DefaultOutputModes: []string{"text/plain", "application/json"},
		Schemas:            allSchemas(),
		Skills:             skills,
	}
}

// document is the card for a host.
func document(base string) []byte {
	var b bytes.Buffer
	_ = json.Indent(&b, server.Encode(newCard(base)), "", "  ") // it is JSON
	return b.Bytes()
}

// The names of the card's schemas.
const (
	schemaFight         = "fightComparison"
	schemaFightResponse = "fightResponse"
	schemaTrip          = "tripRequest"
	schemaItinerary     = "itinerary"
	schemaItineraryPage = "itineraryPage"
	schemaExpense       = "expenseReport"
	schemaSummary       = "expenseSummary"
	schemaFeedback      = "feedback"
	schemaParcel        = "parcel"
	schemaReceipt       = "parcelReceipt"
)

// allSchemas are the card's schemas: the seed's and the parcel's as they are, the others reflected from Go structs.
var allSchemas = sync.OnceValue(func() orderedSchemas {
	return orderedSchemas{
		{schemaFight, theSeed().Schemas.Comparison},
		{schemaFightResponse, theSeed().Schemas.Response},
		reflected(schemaTrip, "Trip", "Where to, when, and with whom", tripRequest{}),
		reflected(schemaItinerary, "Itinerary", "What happens when", itinerary{}),
		reflected(schemaItineraryPage, "Itinerary", "What happens when, a page of it", itineraryPage{}),
		reflected(schemaExpense, "Expense report", "What was spent, to be paid back", expenseReport{}),
		reflected(schemaSummary, "Expense summary", "What will be paid out", expenseSummary{}),
		{schemaParcel, parcelSchema},
		reflected(schemaReceipt, "Parcel receipt", "Where the parcel is when", parcelReceipt{}),
		reflected(schemaFeedback, "Feedback", "How did the demo go?", feedback{}),
	}
})

// reflected writes v's schema in the 2020-12 dialect, the root in place and inner structs under $defs, without an $id: a
// name in the card is what identifies it.
func reflected(name, title, description string, v any) namedSchema {
	r := jsonschema.Reflector{Anonymous: true, ExpandedStruct: true, Mapper: decimals}
	s := r.Reflect(v)
	s.Title, s.Description = title, description
	hoistTitles(s)
	for _, inner := range s.Definitions {
		hoistTitles(inner)
	}
	return namedSchema{Name: name, Schema: server.Encode(s)}
}

func decimals(t reflect.Type) *jsonschema.Schema {
	if t == reflect.TypeFor[jsonDecimal]() {
		return &jsonschema.Schema{Type: "number"}
	}
	return nil
}

// hoistTitles moves the title and description of a nullable property from the branch that is not null, where the reflector
// leaves them, to the property, so that a null has a label too.
func hoistTitles(s *jsonschema.Schema) {
	if s.Properties == nil {
		return
	}
	for p := s.Properties.Oldest(); p != nil; p = p.Next() {
		if outer := p.Value; len(outer.OneOf) == 2 && outer.OneOf[1].Type == "null" {
			inner := outer.OneOf[0]
			outer.Title, outer.Description = inner.Title, inner.Description
			inner.Title, inner.Description = "", ""
		}
	}
}
