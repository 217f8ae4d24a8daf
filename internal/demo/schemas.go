package demo

import (
	"reflect"
	"sync"

	"github.com/invopop/jsonschema"

	"a2aform/internal/demo/server"
)

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
