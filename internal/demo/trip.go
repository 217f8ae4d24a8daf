package demo

import (
	"fmt"
	"strings"
	"time"

	"a2aform/internal/demo/server"
)

// plan streams the itinerary, a day or a few at a time, so that even the longest trip takes a few seconds.
func (r *run) plan(t tripRequest) {
	first, err := time.Parse(time.DateOnly, t.Start)
	if err != nil {
		r.Reject("The first day is not a date of the calendar.")
		return
	}
	r.Say(fmt.Sprintf("Looking at a map of %s…", t.Destination))
	r.Say(fmt.Sprintf("Asking what is on from %s to %s…", t.Start, first.AddDate(0, 0, int(t.Nights)).Format(time.DateOnly)))
	days := int(t.Nights) + 1
	atOnce := (days + maxChunks - 1) / maxChunks
	cost := jsonDecimal{}
	for day := 0; day < days; day += atOnce {
		until := min(day+atOnce, days)
		var rows itinerary
		for d := day; d < until; d++ {
			rows = append(rows, t.day(first, d)...)
		}
		cost = cost.plus(rows.cost())
		r.Add(server.Event{Artifact: r.itinerary(t, rows), Append: day > 0, LastChunk: until == days})
		if until < days {
			r.Say(fmt.Sprintf("Day %d of %d is planned", until, days))
		}
	}
	r.Step()
	r.Complete(t.farewell(cost))
}

// maxChunks is how many pieces the itinerary comes in at most.
const maxChunks = 5

// itinerary makes one chunk. Array data is legal in A2A 1.0 only (v1.0.1 §4.1.6), so 0.3 gets the rows in an object.
func (r *run) itinerary(t tripRequest, rows itinerary) *server.Artifact {
	p := server.TaggedPart(schemaItinerary, rows)
	if r.ObjectsOnly {
		p = server.TaggedPart(schemaItineraryPage, itineraryPage{Rows: rows})
	}
	return &server.Artifact{ID: "itinerary", Name: "Itinerary", Description: "Your days in " + t.Destination, Parts: []server.Part{p}}
}

func (rows itinerary) cost() (sum jsonDecimal) {
	for _, row := range rows {
		sum = sum.plus(row.Cost)
	}
	return sum
}

func (t tripRequest) farewell(cost jsonDecimal) string {
	party := t.Traveller.Name
	for _, c := range t.Companions {
		party += ", " + c.Name
	}
	text := fmt.Sprintf("All of it costs %s EUR. Have a good trip, %s!", cost, party)
	if t.Budget != nil && cost.value().Cmp(t.Budget.value()) > 0 {
		return fmt.Sprintf("That is more than the %s EUR you have. %s", t.Budget, text)
	}
	return text
}

// day plans one day. Every choice is by hash of the trip, so the same trip always looks the same.
func (t tripRequest) day(first time.Time, d int) (rows itinerary) {
	people := int64(1 + len(t.Companions))
	rain := decimal(int64(chance(t.Destination, "rain", fmt.Sprint(d))%96), 100)
	slots := paces[t.Pace]
	next := chance(t.Destination, t.Style) + 2*d // of three choices each, so no two days running are alike
	for i, s := range slots {
		choices := outings[t.Style][s.third]
		o := choices[(next+i)%len(choices)]
		row := itineraryRow{
			Date: first.AddDate(0, 0, d).Format(time.DateOnly), Time: s.clock,
			Activity: o.what, Place: fmt.Sprintf(o.where, t.Destination),
			Rain: rain, Cost: decimal(o.euros*people, 1), Booked: o.euros >= 20,
		}
		if o.outdoors && rain.value().Cmp(decimal(60, 100).value()) > 0 {
			row.Note = "Take an umbrella"
		}
		rows = append(rows, row)
	}
	t.remark(rows, d)
	return rows
}

// remark fits the wishes and the diet in, one a day.
func (t tripRequest) remark(rows itinerary, d int) {
	if len(rows) == 0 {
		return
	}
	last := &rows[len(rows)-1]
	if d < len(t.Wishes) {
		last.Activity, last.Place, last.Note = t.Wishes[d], t.Destination, "As you wished"
		return
	}
	if t.Traveller.Vegetarian && strings.Contains(strings.ToLower(last.Activity), "dinner") {
		last.Note = "Vegetarian menu ordered"
	}
}
