package demo

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"image"
	"image/color"
	"image/draw"
	"image/png"
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

// planet is what Small Talk knows of a planet.
type planet struct {
	Name     string `json:"name"`
	Moons    int    `json:"moons"`
	Diameter int    `json:"diameter"` // km
	Rings    bool   `json:"rings"`
}

var planets = []planet{
	{"Mercury", 0, 4_879, false},
	{"Venus", 0, 12_104, false},
	{"Earth", 1, 12_756, false},
	{"Mars", 2, 6_792, false},
	{"Jupiter", 97, 142_984, true},
	{"Saturn", 274, 120_536, true},
	{"Uranus", 28, 51_118, true},
	{"Neptune", 16, 49_528, true},
}

// planetTable is the planets with those of the asked columns that are known, or with all where
// the schema names none.
func planetTable(schema json.RawMessage) any {
	var asked struct {
		Items struct {
			Properties map[string]json.RawMessage `json:"properties"`
		} `json:"items"`
	}
	_ = json.Unmarshal(schema, &asked) // a schema of another shape names no columns
	if len(asked.Items.Properties) == 0 {
		return planets
	}
	var rows []map[string]any
	for _, p := range planets {
		known := map[string]any{"name": p.Name, "moons": p.Moons, "diameter": p.Diameter, "rings": p.Rings}
		row := map[string]any{}
		for name := range asked.Items.Properties {
			if value, ok := known[strings.ToLower(name)]; ok {
				row[name] = value
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// The colors of a label, by their place in its palette.
const (
	labelPaper = iota
	labelInk
	labelStripe
	labelText
	labelStamp
)

var labelColors = color.Palette{
	labelPaper:  color.RGBA{0xff, 0xfb, 0xf0, 0xff},
	labelInk:    color.RGBA{0x20, 0x20, 0x2c, 0xff},
	labelStripe: color.RGBA{0xf2, 0x9f, 0x05, 0xff},
	labelText:   color.RGBA{0x9a, 0x98, 0xa0, 0xff},
	labelStamp:  color.RGBA{0x4b, 0x5b, 0xd4, 0xff},
}

// label is a picture to stick on the parcel, as PNG. The same parcel has the same one.
func (p parcel) label() []byte {
	m := image.NewPaletted(image.Rect(0, 0, 152, 96), labelColors)
	fill := func(x, y, w, h int, color uint8) {
		draw.Draw(m, image.Rect(x, y, x+w, y+h), image.NewUniform(labelColors[color]), image.Point{}, draw.Src)
	}
	fill(0, 0, 152, 96, labelInk)
	fill(2, 2, 148, 92, labelPaper)
	fill(2, 2, 148, 12, labelStripe)
	for i, line := range []string{p.To.Name, p.To.City, p.To.Country} {
		fill(10, 24+10*i, min(10+5*len([]rune(line)), 84), 5, labelText)
	}
	fill(110, 20, 32, 32, labelStamp)
	fill(114, 24, 24, 24, labelPaper)
	fill(120, 30, 12, 12, labelStamp)
	code := chance(p.To.Name, p.To.City, p.Delivery.Kind)
	for x, bit := 10, 0; x < 140; bit++ {
		width := 1 + code>>(bit%24)&1*2
		fill(x, 62, width, 26, labelInk)
		x += width + 1 + code>>((bit+7)%24)&1
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		panic("demo: " + err.Error()) // it is written to memory, so a failure is a bug
	}
	return b.Bytes()
}

// slip is the receipt to read.
func (r parcelReceipt) slip() string {
	var sb strings.Builder
	fmt.Fprintf(&sb, "Receipt for %s\n\nTo       %s\nArrives  %s\nPrice    %s EUR\n\n", r.Tracking, r.To, r.Arrives, r.Price)
	for _, stop := range r.Route {
		fmt.Fprintf(&sb, "%s  %s, %s\n", stop.Day, stop.Place, stop.What)
	}
	return sb.String()
}

// filePart is a part that brings a file.
func filePart(name, mediaType string, data []byte) server.Part {
	return server.Part{File: &server.File{Name: name, MediaType: mediaType, Bytes: base64.StdEncoding.EncodeToString(data)}}
}

// contest is the seed's fightComparison.
type contest struct {
	A string `json:"a"`
	B string `json:"b"`
}

// verdict is the seed's fightResponse.
type verdict struct {
	Winner      string      `json:"winner"`
	Probability jsonDecimal `json:"probability"`
	Explanation string      `json:"explanation"`
}

func (c contest) question() string {
	return fmt.Sprintf("Who would win in a fight between %s and %s?", c.A, c.B)
}

// famous are the fights that everybody asks about; the names are in lower case, the winner first.
var famous = []struct {
	winner, loser string
	percent       int64
	why           string
}{
	{"tiger", "lion", 65, "Tigers are generally larger and heavier than lions, with stronger muscle mass and more powerful forelimbs. In a one-on-one encounter, a tiger's solitary hunting habits also give it an advantage in terms of stealth and strength."},
	{"batman", "superman", 51, "Superman can move planets; Batman had a week to prepare, a grudge, and a green stone in a lead box."},
	{"godzilla", "king kong", 72, "Kong has thumbs. Godzilla has atomic breath. Thumbs have never been tested against atomic breath for long."},
	{"1 horse sized duck", "100 duck sized horses", 58, "A hundred tiny horses cannot agree on a leader. One enormous duck does not need to."},
	{"rust", "c++", 50, "Both contestants claim to have won, and neither has finished compiling."},
	{"vim", "emacs", 53, "Emacs had the better plan, but Vim was already in the building and nobody could get it to leave."},
}

var reasons = []string{
	"%s has longer reach, shorter patience and nothing to lose; %s had dinner plans.",
	"%s read the rules. %s did not know there were any.",
	"The crowd loves an underdog, but %s brought snacks for the whole jury, and %s brought none.",
	"%s trains every morning. %s has been meaning to.",
	"On paper they are equal. On grass, %s keeps its footing and %s does not.",
}

// decide finds the winner. The same two contestants, in either order and any case, always fight the same way.
func (c contest) decide() verdict {
	a, b := strings.ToLower(strings.TrimSpace(c.A)), strings.ToLower(strings.TrimSpace(c.B))
	if a == b {
		return verdict{c.A, decimal(50, 100), fmt.Sprintf("%s against itself: a fair fight, and a long one.", c.A)}
	}
	for _, f := range famous {
		switch {
		case f.winner == a && f.loser == b:
			return verdict{c.A, decimal(f.percent, 100), f.why}
		case f.winner == b && f.loser == a:
			return verdict{c.B, decimal(f.percent, 100), f.why}
		}
	}
	h := chance(min(a, b), max(a, b))
	winner, loser := c.A, c.B
	if (h%2 == 0) == (a < b) {
		winner, loser = c.B, c.A
	}
	return verdict{
		winner, decimal(int64(51+h/2%47), 100),
		fmt.Sprintf(reasons[h/97%len(reasons)], winner, loser),
	}
}

// fight runs the comparison: as data when it was asked in data, in words when it was asked in words.
func (r *run) fight(c contest, inWords bool) {
	r.Say(fmt.Sprintf("Weighing %s against %s…", c.A, c.B))
	r.Say("Asking the referee…")
	v := c.decide()
	result := server.TaggedPart(schemaFightResponse, v)
	if inWords {
		result = server.TextPart(fmt.Sprintf("%s wins with a probability of %s. %s", v.Winner, v.Probability, v.Explanation))
	}
	r.Add(server.Event{Artifact: &server.Artifact{ID: "fight-result", Name: "Fight result", Parts: []server.Part{result}}, LastChunk: true})
	r.Complete("")
}

// contestIn finds "A vs B" in a text.
func contestIn(text string) (contest, bool) {
	for _, versus := range []string{" vs. ", " vs ", " versus ", " against "} {
		i := strings.Index(strings.ToLower(text), versus)
		if i <= 0 || i+len(versus) > len(text) {
			continue
		}
		c := contest{trimName(text[:i]), trimName(text[i+len(versus):])}
		return c, c.A != "" && c.B != "" && len(text) <= 200
	}
	return contest{}, false
}

func trimName(s string) string { return strings.Trim(s, " \t\r\n.?!\"'") }

// chance is the dice of the agent: one number, not negative, for the same words, always.
func chance(words ...string) int {
	h := fnv.New32a()
	for _, w := range words {
		_, _ = h.Write([]byte(w + "\x00")) // a hash never fails
	}
	return int(h.Sum32() >> 1)
}
