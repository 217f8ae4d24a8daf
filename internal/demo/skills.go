package demo

import (
	"encoding/json"
	"fmt"
	"strings"

	"a2aform/internal/demo/server"
)

// ownSkills are the card's skills after the seed's fight comparison.
func ownSkills() []cardSkill {
	return []cardSkill{
		{
			ID: "trip-planner", Name: "Trip Planner",
			Description: "Plans a few days in any city, hour by hour, and sends the itinerary as it grows.",
			InputModes:  []string{"text/plain", server.TagOf(schemaTrip)},
			OutputModes: []string{"text/plain", server.TagOf(schemaItinerary), server.TagOf(schemaItineraryPage)},
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
			InputModes:  []string{"text/plain", server.TagOf(schemaExpense)},
			OutputModes: []string{"text/plain", server.TagOf(schemaSummary)},
			Examples: []string{
				`{"title": "Customer visit in Turin", "currency": "EUR", "items": [{"date": "2026-03-02", "what": "Train, Milan to Turin", "category": "travel", "amount": 24.90, "billable": true}, {"date": "2026-03-02", "what": "Hotel", "category": "lodging", "amount": 131.00, "billable": true}, {"date": "2026-03-03", "what": "Breakfast", "category": "meals", "amount": 9.50}], "perDiem": 28.5, "days": 2, "note": null, "confirmed": true}`,
				`{"title": "Team dinner", "currency": "USD", "items": [{"date": "2026-06-19", "what": "Dinner for six", "category": "meals", "amount": 412.37}], "note": "The whole team was there, and the dessert was worth it.", "confirmed": true}`,
			},
			Tags: []string{"finance", "approval", "input-required"},
		},
		{
			ID: "send-parcel", Name: "Send a Parcel",
			Description: "Takes a parcel from here to anywhere. Its form has every shape a schema can ask for.",
			InputModes:  []string{"text/plain", server.TagOf(schemaParcel)},
			OutputModes: []string{"text/plain", server.TagOf(schemaReceipt), "image/png"},
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
			Examples:    []string{"Hello there!", "Tell me a joke", "List the planets"},
			Tags:        []string{"text"},
		},
	}
}

// skills are what the demo agent can do.
type skills struct{}

// run is a task that a skill works on.
type run struct{ *server.Run }

func newReply(title string, work func(*run)) server.Reply {
	return server.Reply{Title: title, Work: func(r *server.Run) { work(&run{r}) }}
}

// ask asks a question, and goes on with the answer.
func (r *run) ask(question string, then func(*run, server.Message)) {
	r.Ask(question, func(r *server.Run, m server.Message) { then(&run{r}, m) })
}

// Problems returns what data breaks in a schema.
func (skills) Problems(name string, data json.RawMessage) (problems []string, undeclared string) {
	if !theValidator().declared(name) {
		return nil, fmt.Sprintf("The schema %q is not declared in the agent card. Declared are: %s.", name, strings.Join(schemaNames(), ", "))
	}
	return theValidator().problems(name, data), ""
}

// Work returns what a structured input starts, and a title for its task. The schema's name alone decides (seed 000:
// a schema mandates a specific task).
func (skills) Work(in server.Structured) server.Reply {
	switch in.Schema {
	case schemaFight:
		var f contest
		read(in.Data, &f)
		return newReply(f.question(), func(r *run) { r.fight(f, false) })
	case schemaTrip:
		var t tripRequest
		read(in.Data, &t)
		return newReply(fmt.Sprintf("%d nights in %s", t.Nights, t.Destination), func(r *run) { r.plan(t) })
	case schemaExpense:
		var e expenseReport
		read(in.Data, &e)
		return newReply(e.Title, func(r *run) { r.report(e) })
	case schemaParcel:
		var p parcel
		read(in.Data, &p)
		return newReply("A parcel to "+p.To.City, func(r *run) { r.ship(p) })
	case schemaFeedback:
		var f feedback
		read(in.Data, &f)
		return newReply("Feedback", func(r *run) { r.thank(f) })
	default:
		return newReply("", func(r *run) {
			r.Reject(fmt.Sprintf("The schema %q describes results of this agent, and nothing it does begins with one.", in.Schema))
		})
	}
}

// read decodes data that its schema has found valid. What a Go type still cannot represent (1.0 for an integer is valid JSON
// Schema) is left at zero.
func read(data json.RawMessage, to any) { _ = json.Unmarshal(data, to) }
