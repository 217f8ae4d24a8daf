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

// The demo's own inputs and outputs. Field order is form and column order; the tags say everything a form or a table needs.

type tripRequest struct {
	Destination string       `json:"destination" jsonschema:"title=Destination,description=A city anywhere,minLength=2,maxLength=60,example=Lisbon,example=Kyoto"`
	Start       string       `json:"start" jsonschema:"title=First day,format=date,example=2026-05-14"`
	Nights      whole        `json:"nights" jsonschema:"title=Nights,minimum=1,maximum=14,default=3"`
	Pace        string       `json:"pace" jsonschema:"title=Pace,description=How much happens in a day,enum=relaxed,enum=balanced,enum=packed,default=balanced"`
	Style       string       `json:"style,omitempty" jsonschema:"title=Style,description=What the trip is about,enum=culture,enum=food,enum=nature,enum=nightlife"`
	Budget      *jsonDecimal `json:"budget,omitempty" jsonschema:"title=Budget,description=For the whole trip in EUR,minimum=0,maximum=100000"`
	Traveller   traveller    `json:"traveller" jsonschema:"title=Traveller"`
	Companions  []companion  `json:"companions,omitempty" jsonschema:"title=Companions,description=Who else comes along,maxItems=6"`
	Wishes      []string     `json:"wishes,omitempty" jsonschema:"title=Wishes,description=Things that must happen,maxItems=5,minLength=2,maxLength=80"`
}

type traveller struct {
	Name       string `json:"name" jsonschema:"title=Name,minLength=1,maxLength=80,example=Ada Lovelace"`
	Email      string `json:"email,omitempty" jsonschema:"title=E-mail,format=email"`
	Vegetarian bool   `json:"vegetarian,omitempty" jsonschema:"title=Vegetarian,default=false"`
}

type companion struct {
	Name string `json:"name" jsonschema:"title=Name,minLength=1,maxLength=80"`
	Age  whole  `json:"age,omitempty" jsonschema:"title=Age,minimum=0,maximum=120"`
}

// itinerary is an array at the root: streamed part by part, it shows as one growing grid.
type itinerary []itineraryRow

// itineraryPage carries the same rows in an object, for A2A 0.3, where a data part contains an object.
type itineraryPage struct {
	Rows []itineraryRow `json:"rows" jsonschema:"title=Itinerary"`
}

type itineraryRow struct {
	Date     string      `json:"date" jsonschema:"title=Date,format=date"`
	Time     string      `json:"time" jsonschema:"title=Time,description=Local time,pattern=^[0-2][0-9]:[0-5][0-9]$"`
	Activity string      `json:"activity" jsonschema:"title=Activity"`
	Place    string      `json:"place" jsonschema:"title=Place"`
	Rain     jsonDecimal `json:"chanceOfRain" jsonschema:"title=Chance of rain,type=number,minimum=0,maximum=1"`
	Cost     jsonDecimal `json:"cost" jsonschema:"title=Cost,description=For everybody in EUR,minimum=0"`
	Booked   bool        `json:"booked" jsonschema:"title=Booked"`
	Note     string      `json:"note,omitempty" jsonschema:"title=Note"`
}

type expenseReport struct {
	Title     string        `json:"title" jsonschema:"title=Title,minLength=3,maxLength=80,example=Customer visit in Turin"`
	Currency  string        `json:"currency" jsonschema:"title=Currency,enum=EUR,enum=USD,enum=GBP,enum=CHF,enum=JPY,default=EUR"`
	Items     []expenseItem `json:"items" jsonschema:"title=Items,minItems=1,maxItems=20"`
	PerDiem   jsonDecimal   `json:"perDiem,omitzero" jsonschema:"title=Per diem,description=A day's allowance,minimum=0,exclusiveMaximum=200,multipleOf=0.5"`
	Days      whole         `json:"days,omitempty" jsonschema:"title=Days,minimum=0,maximum=60"`
	Note      *string       `json:"note" jsonschema:"title=Note,description=Null when there is nothing to say,maxLength=400,nullable"`
	Confirmed bool          `json:"confirmed" jsonschema:"title=Receipts are attached" jsonschema_extras:"const=true"`
}

type expenseItem struct {
	Date     string      `json:"date" jsonschema:"title=Date,format=date"`
	What     string      `json:"what" jsonschema:"title=What,minLength=2,maxLength=120"`
	Category string      `json:"category" jsonschema:"title=Category,enum=travel,enum=lodging,enum=meals,enum=other"`
	Amount   jsonDecimal `json:"amount" jsonschema:"title=Amount,exclusiveMinimum=0,maximum=10000,multipleOf=0.01"`
	Billable bool        `json:"billable,omitempty" jsonschema:"title=Billable to the customer,default=false"`
}

type expenseSummary struct {
	Report     string        `json:"report" jsonschema:"title=Report"`
	Currency   string        `json:"currency" jsonschema:"title=Currency"`
	Total      jsonDecimal   `json:"total" jsonschema:"title=Total"`
	Billable   jsonDecimal   `json:"billableShare" jsonschema:"title=Billable share,minimum=0,maximum=1"`
	CostCentre string        `json:"costCentre" jsonschema:"title=Cost centre"`
	Payout     string        `json:"payout" jsonschema:"title=Paid out on,format=date"`
	Note       *string       `json:"note" jsonschema:"title=Note,nullable"`
	Lines      []expenseLine `json:"lines" jsonschema:"title=Lines"`
}

type expenseLine struct {
	Date     string      `json:"date" jsonschema:"title=Date,format=date"`
	What     string      `json:"what" jsonschema:"title=What"`
	Category string      `json:"category" jsonschema:"title=Category"`
	Amount   jsonDecimal `json:"amount" jsonschema:"title=Amount"`
	Billable bool        `json:"billable" jsonschema:"title=Billable"`
}

type feedback struct {
	Rating    whole  `json:"rating" jsonschema:"title=Rating,description=From 1 (poor) to 5 (great),minimum=1,maximum=5"`
	Recommend bool   `json:"recommend" jsonschema:"title=Would you recommend it?"`
	Comment   string `json:"comment,omitempty" jsonschema:"title=Comment,maxLength=1000"`
}
