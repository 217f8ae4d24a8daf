package demo

// an outing is something to do; its place is filled with the destination's name.
type outing struct {
	what, where string
	euros       int64 // for one person
	outdoors    bool
}

// outings are what a style offers in the morning, in the afternoon and in the evening. The empty style is for those who
// have none.
var outings = map[string][3][]outing{
	"culture": {
		{
			{"Old town walk", "%s old town", 0, true},
			{"Museum of local history", "%s City Museum", 12, false},
			{"Castle and gardens", "%s Castle", 15, true},
		},
		{
			{"Gallery of modern art", "%s Gallery", 16, false},
			{"A workshop visit", "The printers' quarter of %s", 9, false},
			{"Architecture tour", "%s centre", 24, true},
		},
		{
			{"Concert", "%s Opera", 48, false},
			{"A play, with subtitles", "%s Theatre", 36, false},
			{"Reading by candle light", "The old library of %s", 8, false},
		},
	},
	"food": {
		{
			{"Market breakfast", "%s market hall", 14, false},
			{"Baking bread", "A bakery in %s", 35, false},
			{"Coffee tasting", "The oldest café of %s", 9, false},
		},
		{
			{"Cooking class", "A kitchen in %s", 75, false},
			{"Street food walk", "Back streets of %s", 28, true},
			{"Vineyard visit", "Hills above %s", 42, true},
		},
		{
			{"Dinner at a long table", "%s harbour", 52, true},
			{"Tasting menu dinner", "A cellar in %s", 88, false},
			{"Dinner with a family", "A flat in %s", 30, false},
		},
	},
	"nature": {
		{
			{"Sunrise hike", "Hills above %s", 0, true},
			{"Bicycle tour", "%s riverside", 22, true},
			{"Bird watching", "The wetlands near %s", 12, true},
		},
		{
			{"Boat trip", "%s waterfront", 35, true},
			{"Botanical garden", "%s Botanical Garden", 8, true},
			{"Picnic and a swim", "A lake near %s", 6, true},
		},
		{
			{"Stars, explained", "%s Observatory", 10, false},
			{"Sunset walk", "%s waterfront", 0, true},
			{"Campfire dinner", "A farm near %s", 27, true},
		},
	},
	"nightlife": {
		{
			{"Sleeping in", "Your room in %s", 0, false},
			{"Very late breakfast", "A café in %s", 13, false},
			{"Sauna", "%s baths", 19, false},
		},
		{
			{"Record shops", "The north end of %s", 0, false},
			{"Pinball", "An arcade in %s", 10, false},
			{"Dance class", "A studio in %s", 22, false},
		},
		{
			{"Jazz cellar", "%s, below the station", 20, false},
			{"Rooftop drinks", "Above %s", 32, true},
			{"Night market", "%s night market", 16, true},
		},
	},
	"": {
		{
			{"Walk without a plan", "Anywhere in %s", 0, true},
			{"The view everybody talks about", "%s tower", 18, true},
			{"A slow breakfast", "A square in %s", 11, true},
		},
		{
			{"Long lunch", "A square in %s", 27, true},
			{"A nap", "Your room in %s", 0, false},
			{"Window shopping", "%s arcades", 0, false},
		},
		{
			{"Dinner where the menu is on a wall", "A side street of %s", 31, false},
			{"An old film", "%s Cinema", 9, false},
			{"A bench with a view", "%s waterfront", 0, true},
		},
	},
}

// slot is a time of day: what clocks say, and which third of the day it is.
type slot struct {
	clock string
	third int
}

var paces = map[string][]slot{
	"relaxed":  {{"11:00", 0}, {"19:00", 2}},
	"balanced": {{"09:30", 0}, {"14:00", 1}, {"19:30", 2}},
	"packed":   {{"07:30", 0}, {"10:30", 0}, {"13:30", 1}, {"16:30", 1}, {"20:30", 2}},
}
