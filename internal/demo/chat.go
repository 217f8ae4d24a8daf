package demo

import (
	"fmt"
	"strings"
)

// answerMessage answers a message without structured input, which the extension leaves to the agent (seed 000 §3): a fight asked
// for in words becomes a task, everything else gets a direct message.
func (a *Agent) answerMessage(m message, objectsOnly bool) receipt {
	text := textIn(m)
	if c, ok := contestIn(text); ok {
		return a.begin(m, objectsOnly, c.question(), func(r *run) { r.fight(c, true) })
	}
	reply := a.say(m.ContextID, a.chat(text))
	if text == "" {
		reply = a.say(m.ContextID, a.aboutUntagged(m))
	}
	return receipt{message: &reply}
}

func textIn(m message) string {
	var texts []string
	for _, p := range m.Parts {
		if p.Text != nil {
			texts = append(texts, *p.Text)
		}
	}
	return strings.TrimSpace(strings.Join(texts, "\n"))
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

func (a *Agent) chat(text string) string {
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
func (a *Agent) aboutUntagged(m message) string {
	for _, p := range m.Parts {
		if p.Data == nil {
			continue
		}
		for _, name := range []string{schemaFight, schemaTrip, schemaExpense, schemaFeedback} {
			if len(theValidator().problems(name, p.Data)) == 0 {
				return fmt.Sprintf("I received data without a schema. It fits %q: set the part's metadata.mimeType to %q to begin its task.",
					name, tagOf(name))
			}
		}
		return "I received data without a schema, and it fits none of my forms. Set the part's metadata.mimeType to " +
			tagOf("NAME") + " to use one."
	}
	return "I received a file, and I have no use for files yet."
}

// thank completes a feedback with words and with data that has no schema, so that both kinds of result can be seen.
func (r *run) thank(f feedback) {
	r.say("Reading every word…")
	stars := strings.Repeat("★", int(f.Rating)) + strings.Repeat("☆", max(0, 5-int(f.Rating)))
	r.add(event{Artifact: &artifact{
		ID: "thanks", Name: "Thank you",
		Parts: []part{
			textPart(fmt.Sprintf("Thank you! %s", stars)),
			dataPart(map[string]any{"rating": f.Rating, "recommend": f.Recommend, "characters": len([]rune(f.Comment))}),
		},
	}, LastChunk: true})
	r.complete("")
}
