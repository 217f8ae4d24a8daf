package demo

import (
	"encoding/json"
	"fmt"
)

// ownSkills are the card's skills after the seed's fight comparison.
func ownSkills() []cardSkill {
	return []cardSkill{
		{
			ID: "trip-planner", Name: "Trip Planner",
			Description: "Plans a few days in any city, hour by hour, and sends the itinerary as it grows.",
			InputModes:  []string{"text/plain", tagOf(schemaTrip)},
			OutputModes: []string{"text/plain", tagOf(schemaItinerary), tagOf(schemaItineraryPage)},
			Examples: []string{
				`{"destination": "Lisbon", "start": "2026-05-14", "nights": 3, "pace": "balanced", "style": "food", "traveller": {"name": "Ada Lovelace", "vegetarian": true}, "companions": [{"name": "Charles", "age": 44}]}`,
				`{"destination": "Kyoto", "start": "2026-11-02", "nights": 5, "pace": "packed", "style": "culture", "budget": 4200, "traveller": {"name": "Grace Hopper", "email": "grace@example.org"}, "wishes": ["A tea ceremony", "One early morning at a shrine"]}`,
				`{"destination": "Bergen", "start": "2026-07-01", "nights": 1, "pace": "relaxed", "traveller": {"name": "Linus"}}`,
			},
			Tags: []string{"travel", "planning", "streaming"},
		},
		{
			ID: "expense-report", Name: "Expense Report",
			Description: "Adds up expenses, asks once for approval, and says what will be paid out.",
			InputModes:  []string{"text/plain", tagOf(schemaExpense)},
			OutputModes: []string{"text/plain", tagOf(schemaSummary)},
			Examples: []string{
				`{"title": "Customer visit in Turin", "currency": "EUR", "items": [{"date": "2026-03-02", "what": "Train, Milan to Turin", "category": "travel", "amount": 24.90, "billable": true}, {"date": "2026-03-02", "what": "Hotel", "category": "lodging", "amount": 131.00, "billable": true}, {"date": "2026-03-03", "what": "Breakfast", "category": "meals", "amount": 9.50}], "perDiem": 28.5, "days": 2, "note": null, "confirmed": true}`,
				`{"title": "Team dinner", "currency": "USD", "items": [{"date": "2026-06-19", "what": "Dinner for six", "category": "meals", "amount": 412.37}], "note": "The whole team was there, and the dessert was worth it.", "confirmed": true}`,
			},
			Tags: []string{"finance", "approval", "input-required"},
		},
		{
			ID: "send-parcel", Name: "Send a Parcel",
			Description: "Takes a parcel from here to anywhere. Its form has every shape a schema can ask for.",
			InputModes:  []string{"text/plain", tagOf(schemaParcel)},
			OutputModes: []string{"text/plain", tagOf(schemaReceipt), "image/png"},
			Examples: []string{
				`{"to": {"name": "Ada Lovelace", "city": "London", "country": "GB"}, "delivery": {"kind": "courier", "date": "2026-06-12", "slot": "evening"}, "size": [40, 30, 12.5], "weight": 2.4, "handling": ["upright", "fragile"], "insured": 250, "labels": {"order": "4711", "shelf": "B-12"}, "email": "ada@example.org"}`,
				`{"to": {"name": "Grace Hopper", "city": "New York", "country": "US", "state": "NY"}, "delivery": {"kind": "locker", "locker": 118}, "weight": 0.35, "insured": "full value", "phone": "+1 212 555 0100", "note": "**Do not** shake it."}`,
			},
			Tags: []string{"unions", "maps", "conditions", "files"},
		},
		{
			ID: "small-talk", Name: "Small Talk",
			Description: "Says something friendly. Text in, text out.",
			InputModes:  []string{"text/plain"},
			OutputModes: []string{"text/plain"},
			Examples:    []string{"Hello there!", "Tell me a joke", "What can you do?"},
			Tags:        []string{"text"},
		},
	}
}

// workFor finds what a structured input sets off, and a title for its task. The schema's name alone decides (seed 000:
// a schema mandates a specific task).
func (a *Agent) workFor(in structured) (title string, work func(*run)) {
	switch in.Schema {
	case schemaFight:
		var f contest
		read(in.Data, &f)
		return f.question(), func(r *run) { r.fight(f, false) }
	case schemaTrip:
		var t tripRequest
		read(in.Data, &t)
		return fmt.Sprintf("%d nights in %s", t.Nights, t.Destination), func(r *run) { r.plan(t) }
	case schemaExpense:
		var e expenseReport
		read(in.Data, &e)
		return e.Title, func(r *run) { r.report(e) }
	case schemaParcel:
		var p parcel
		read(in.Data, &p)
		return "A parcel to " + p.To.City, func(r *run) { r.ship(p) }
	case schemaFeedback:
		var f feedback
		read(in.Data, &f)
		return "Feedback", func(r *run) { r.thank(f) }
	default:
		return "", func(r *run) {
			r.reject(fmt.Sprintf("The schema %q describes results of this agent, and nothing it does begins with one.", in.Schema))
		}
	}
}

// read decodes data that its schema has found valid. What a Go type still cannot hold (1.0 for an integer is valid JSON
// Schema) is left at zero.
func read(data json.RawMessage, to any) { _ = json.Unmarshal(data, to) }
