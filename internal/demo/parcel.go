package demo

import (
	_ "embed"
	"fmt"
	"strings"
	"time"

	"a2aform/internal/demo/server"
)

// parcelSchema is not generated: it uses what Go structs cannot say (unions with a tag, conditions, tuples, maps).
//
//go:embed schema/parcel.json
var parcelSchema []byte

type parcel struct {
	To       parcelAddress     `json:"to"`
	Delivery parcelDelivery    `json:"delivery"`
	Weight   jsonDecimal       `json:"weight"`
	Handling []string          `json:"handling"`
	Labels   map[string]string `json:"labels"`
}

type parcelAddress struct {
	Name    string `json:"name"`
	City    string `json:"city"`
	Country string `json:"country"`
}

type parcelDelivery struct {
	Kind   string `json:"kind"`
	Date   string `json:"date"`
	Locker whole  `json:"locker"`
	Shop   string `json:"shop"`
}

type parcelReceipt struct {
	Tracking string            `json:"tracking" jsonschema:"title=Tracking number"`
	To       string            `json:"to" jsonschema:"title=To"`
	Arrives  string            `json:"arrives" jsonschema:"title=Arrives,format=date"`
	Price    jsonDecimal       `json:"price" jsonschema:"title=Price in euros"`
	Handling []string          `json:"handling,omitempty" jsonschema:"title=Handling"`
	Labels   map[string]string `json:"labels,omitempty" jsonschema:"title=Labels"`
	Route    []parcelStop      `json:"route" jsonschema:"title=Route"`
}

type parcelStop struct {
	Day    string      `json:"day" jsonschema:"title=Day,format=date"`
	Place  string      `json:"place" jsonschema:"title=Place"`
	What   string      `json:"what" jsonschema:"title=What happens"`
	Metres *whole      `json:"metres,omitempty" jsonschema:"title=Metres above the sea"`
	Share  jsonDecimal `json:"share" jsonschema:"title=Share of the price"`
}

// ship weighs the parcel, finds a route and returns a receipt.
func (r *run) ship(p parcel) {
	r.Say(fmt.Sprintf("Weighing %s kg…", p.Weight))
	r.Say("Looking for a way to " + p.To.City + "…")
	receipt := p.receipt()
	r.Add(server.Event{Artifact: &server.Artifact{
		ID: "parcel-receipt", Name: "Receipt", Description: "Where the parcel is when",
		Parts: []server.Part{server.TaggedPart(schemaReceipt, receipt)},
	}, LastChunk: true})
	r.Add(server.Event{Artifact: &server.Artifact{
		ID: "parcel-label", Name: "To print", Description: "The label for the parcel, and the receipt",
		Parts: []server.Part{filePart("label.png", "image/png", p.label()), filePart("receipt.txt", "text/plain", []byte(receipt.slip()))},
	}, LastChunk: true})
	r.Complete("On its way.")
}

// firstDay is when parcels without a day of their own set out, so that the same parcel always looks the same.
const firstDay = "2026-06-01"

func (p parcel) receipt() parcelReceipt {
	day, err := time.Parse(time.DateOnly, firstDay)
	if last, bad := time.Parse(time.DateOnly, p.Delivery.Date); bad == nil && err == nil {
		day = last.AddDate(0, 0, -2)
	}
	date := func(days int) string { return day.AddDate(0, 0, days).Format(time.DateOnly) }
	code := chance(p.To.Name, p.To.City, p.Delivery.Kind)
	return parcelReceipt{
		Tracking: fmt.Sprintf("%s %04d %04d", p.To.Country, code%10000, code/10000%10000),
		To:       p.To.Name + ", " + p.To.City, Arrives: date(2), Price: p.price(), Handling: p.Handling, Labels: p.Labels,
		Route: []parcelStop{
			{date(0), "Bonn", "Handed in", metres("Bonn"), decimal(15, 100)},
			{date(1), "Köln", "Sorted", metres("Köln"), decimal(25, 100)},
			{date(2), p.To.City, p.Delivery.lastStep(), metres(p.To.City), decimal(60, 100)},
		},
	}
}

// heights are how far above the sea cities lie, in metres; their names are in lower case.
var heights = map[string]whole{
	"amsterdam": -2, "berlin": 34, "bern": 540, "bonn": 60, "brussels": 28, "copenhagen": 5, "dover": 10, "dublin": 8, "helsinki": 10, "köln": 53,
	"lisbon": 12, "london": 11, "luxembourg": 300, "madrid": 657, "munich": 519, "new york": 10, "oslo": 23, "paris": 35, "prague": 200,
	"rome": 21, "san francisco": 16, "stockholm": 28, "tokyo": 40, "vienna": 171, "warsaw": 106, "zürich": 408,
}

// metres is how far above the sea a city lies; nil for one that the agent does not know.
func metres(city string) *whole {
	if height, ok := heights[strings.ToLower(strings.TrimSpace(city))]; ok {
		return &height
	}
	return nil
}

func (p parcel) price() jsonDecimal {
	return decimal(390, 100).plus(jsonDecimal{p.Weight.value()}.times(1)).plus(decimal(int64(len(p.Handling)), 1))
}

func (d parcelDelivery) lastStep() string {
	switch d.Kind {
	case "courier":
		return "Brought to the door"
	case "locker":
		return fmt.Sprintf("Put into locker %d", d.Locker)
	}
	return "Waits at " + d.Shop
}
