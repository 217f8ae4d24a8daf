package demo

import (
	"encoding/json"
	"fmt"
	"strings"

	"a2aform/internal/demo/server"
)

// Answer answers a message without structured input, which the extension leaves to the agent (seed 000 §3): a fight asked
// for in words becomes a task, everything else gets a direct message.
func (skills) Answer(m server.Message) server.Reply {
	text := m.Text()
	if c, ok := contestIn(text); ok {
		return newReply(c.question(), func(r *run) { r.fight(c, true) })
	}
	if text == "" {
		return server.Reply{Text: aboutUntagged(m)}
	}
	schema, isPlanets := m.AnswerSchema(), strings.Contains(strings.ToLower(text), "planets")
	switch question, written, isWritten := strings.Cut(text, "JSON Schema:\n"); {
	case isWritten && isPlanets:
		return server.Reply{Text: string(server.Encode(planetTable(json.RawMessage(written))))}
	case isWritten:
		return server.Reply{Text: string(server.Encode([]map[string]string{{"reply": chat(question)}}))}
	case schema != nil && isPlanets:
		return server.Reply{Text: string(server.Encode(planetTable(schema)))}
	}
	return server.Reply{Text: chat(text)}
}

// topics are looked for in order; the first word found wins.
var topics = []struct {
	words string
	reply string
}{
	{"joke laugh funny", "A form walks into a bar. The bartender asks: name, required?"},
	{"trip travel holiday vacation", "I plan trips: fill in the form of the trip planner and watch the itinerary grow."},
	{"expense receipt money cost", "Expenses go into the form of the expense report. I will ask before I book anything."},
	{"fight win stronger", "Name two contestants, as in “Lion vs Tiger”, and I will tell you who wins."},
	{"weather rain sun", "The weather here is always 127.0.0.1 degrees."},
	{"planets", "Mercury, Venus, Earth, Mars, Jupiter, Saturn, Uranus and Neptune. Ask for the answer as a table, with the columns name, moons, diameter and rings."},
	{"thanks thank great", "You are very welcome."},
	{"bye goodbye ciao", "Goodbye! Your tasks stay here until I am closed."},
	{"who what help can", "I am the demo agent of a2aform. I compare fighters, plan trips, add up expenses and make small talk, always the same way for the same input."},
	{"hello hi hey morning there", "Hello! Nice to meet you. Shall we compare a lion and a tiger, or plan a trip?"},
}

var musings = []string{
	"Interesting. Tell me more, or try one of my forms.",
	"I have no model to think about that with, but I enjoyed reading it.",
	"That is what they all say on loopback.",
}

func chat(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r < 'a' || r > 'z' })
	for _, t := range topics {
		for _, w := range words {
			if strings.Contains(" "+t.words+" ", " "+w+" ") {
				return t.reply
			}
		}
	}
	return musings[chance(text)%len(musings)]
}

// aboutUntagged says what to do with data that names no schema, and names the schema when it fits one.
func aboutUntagged(m server.Message) string {
	for _, p := range m.Parts {
		if p.Data == nil {
			continue
		}
		for _, name := range []string{schemaFight, schemaTrip, schemaExpense, schemaFeedback} {
			if len(theValidator().problems(name, p.Data)) == 0 {
				return fmt.Sprintf("I received data without a schema. It fits %q: set the part's metadata.mimeType to %q to begin its task.",
					name, server.TagOf(name))
			}
		}
		return "I received data without a schema, and it fits none of my forms. Set the part's metadata.mimeType to " +
			server.TagOf("NAME") + " to use one."
	}
	return "I received a file, and I have no use for files yet."
}

// thank completes a feedback with words and with data that has no schema, so that both kinds of result can be seen.
func (r *run) thank(f feedback) {
	r.Say("Reading every word…")
	stars := strings.Repeat("★", int(f.Rating)) + strings.Repeat("☆", max(0, 5-int(f.Rating)))
	r.Add(server.Event{Artifact: &server.Artifact{
		ID: "thanks", Name: "Thank you",
		Parts: []server.Part{
			server.TextPart(fmt.Sprintf("Thank you! %s", stars)),
			server.DataPart(map[string]any{"rating": f.Rating, "recommend": f.Recommend, "characters": len([]rune(f.Comment))}),
		},
	}, LastChunk: true})
	r.Complete("")
}
