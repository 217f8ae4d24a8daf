package demo

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"a2aform/internal/demo/server"
)

// rowsOf joins the rows of an itinerary's parts, and checks that each part keeps the schema that its tag names.
func rowsOf(t *testing.T, parts []server.WirePart, old bool) (rows []itineraryRow) {
	t.Helper()
	for _, p := range parts {
		name, ok := server.Flagged(server.Part{Data: p.Data, Metadata: p.Metadata})
		if !ok {
			t.Fatalf("untagged part %+v", p)
		}
		if found := theValidator().problems(name, p.Data); len(found) > 0 {
			t.Fatalf("%s breaks %s: %v", p.Data, name, found)
		}
		var page itineraryPage
		to := any(&page.Rows)
		if old {
			to = &page
		}
		if err := json.Unmarshal(p.Data, to); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, page.Rows...)
	}
	return rows
}

func TestTripStreamsRowsInChunks(t *testing.T) {
	bothDialects(t, Options{}, func(t *testing.T, p *peer) {
		for _, example := range ownSkills()[0].Examples {
			form := []server.Part{tagged(schemaTrip, example)}
			var streamed []server.WirePart
			chunks, said, last := 0, 0, outcome{}
			for _, o := range p.stream("SendStreamingMessage", p.say(form, nil)) {
				if o.Kind == "artifact-update" {
					if o.Append != (chunks > 0) || last.LastChunk {
						t.Errorf("chunk %d: append %v, after the last: %v", chunks, o.Append, last.LastChunk)
					}
					chunks++
					last = o
					streamed = append(streamed, o.Artifact.Parts...)
				} else if words(o.Status.Message) != "" {
					said++
				}
			}
			if chunks < 2 || said < 3 || !last.LastChunk {
				t.Errorf("%d chunks, %d messages, last %v", chunks, said, last.LastChunk)
			}
			sent := p.send(p.say(form, nil))
			p.wantState(sent.Status.State, server.StateCompleted)
			whole, live := rowsOf(t, sent.Artifacts[0].Parts, p.codec.Old), rowsOf(t, streamed, p.codec.Old)
			if a, b := string(server.Encode(whole)), string(server.Encode(live)); a != b || len(whole) < 4 {
				t.Errorf("streamed %s, whole %s", b, a)
			}
		}
	})
}

func TestAnyTripIsValid(t *testing.T) {
	for style := range outings {
		for pace := range paces {
			for _, nights := range []whole{1, 3, 14} {
				trip := tripRequest{Destination: "X", Nights: nights, Pace: pace, Style: style, Wishes: []string{"A swim"}}
				for d := range int(nights) + 1 {
					rows := trip.day(time.Date(2026, 2, 27, 0, 0, 0, 0, time.UTC), d)
					if found := theValidator().problems(schemaItinerary, server.Encode(rows)); len(found) > 0 || len(rows) == 0 {
						t.Errorf("%s %s: %v", style, pace, found)
					}
				}
			}
		}
	}
}

func TestIntegersMayHaveDecimalPoint(t *testing.T) {
	p := serve(t, server.V10, Options{})
	o := p.send(p.say([]server.Part{tagged(schemaTrip, `{"destination":"Rome","start":"2026-02-28","nights":2.0,"pace":"relaxed","traveller":{"name":"A"},"budget":1e0}`)}, nil))
	rows := rowsOf(t, o.Artifacts[0].Parts, false)
	if len(rows) != 6 || rows[5].Date != "2026-03-02" {
		t.Errorf("rows %+v", rows)
	}
	if !strings.Contains(words(o.Status.Message), "more than the 1.00 EUR") {
		t.Errorf("says %q", words(o.Status.Message))
	}
}

func TestExpenseIsAnsweredOnSameTask(t *testing.T) {
	data := func(s string) server.Part { return server.Part{Data: json.RawMessage(s)} }
	for name, c := range map[string]struct {
		answer server.Part
		state  server.State
		centre string
	}{
		"yes":         {server.TextPart(" Yes. "), server.StateCompleted, "General"},
		"centre":      {server.TextPart("Sales 42"), server.StateCompleted, "Sales 42"},
		"data":        {data(`{"approved":true,"costCentre":"R&D"}`), server.StateCompleted, "R&D"},
		"data yes":    {data(`{"approved":true}`), server.StateCompleted, "General"},
		"no":          {server.TextPart("no"), server.StateRejected, ""},
		"data no":     {data(`{"approved":false,"costCentre":"x"}`), server.StateRejected, ""},
		"no answer":   {data(`[1]`), server.StateAsking, ""},
		"empty words": {server.TextPart("  "), server.StateAsking, ""},
	} {
		t.Run(name, func(t *testing.T) {
			bothDialects(t, Options{}, func(t *testing.T, p *peer) {
				all := p.stream("SendStreamingMessage", p.say([]server.Part{tagged(schemaExpense, ownSkills()[1].Examples[0])}, nil))
				last := all[len(all)-1]
				p.wantState(last.Status.State, server.StateAsking)
				if !strings.Contains(words(last.Status.Message), "222.40 EUR") || p.codec.Old != (last.Final != nil && *last.Final) {
					t.Errorf("asks %q, final %v", words(last.Status.Message), last.Final)
				}
				answer := p.say([]server.Part{c.answer}, map[string]any{"taskId": last.TaskID})
				rest := p.stream("SendStreamingMessage", answer)
				if rest[0].Kind != "task" || rest[0].ID != last.TaskID {
					t.Fatalf("first event %+v", rest[0])
				}
				p.wantState(rest[0].Status.State, server.StateWorking)
				p.wantState(rest[len(rest)-1].Status.State, c.state)
				if c.centre != "" {
					checkSummary(t, p, last.TaskID, c.centre)
				}
			})
		})
	}
}

func checkSummary(t *testing.T, p *peer, id, centre string) {
	t.Helper()
	var task server.WireTask
	if err := json.Unmarshal(p.call("GetTask", map[string]any{"id": id}).Result, &task); err != nil {
		t.Fatal(err)
	}
	got := task.Artifacts[0].Parts[0]
	if found := theValidator().problems(schemaSummary, got.Data); len(found) > 0 {
		t.Errorf("%s: %v", got.Data, found)
	}
	want := `"total":222.40,"billableShare":0.70,"costCentre":` + string(server.Encode(centre)) + `,"payout":"2026-03-17","note":null,"lines":[`
	if !strings.Contains(string(got.Data), want) {
		t.Errorf("got %s, want %s", got.Data, want)
	}
	var said []string
	for _, m := range task.History {
		said = append(said, m.Role)
	}
	roles := p.codec.Role
	want = strings.Join([]string{roles(server.RoleUser), roles(server.RoleAgent), roles(server.RoleAgent), roles(server.RoleUser)}, " ")
	if got := strings.Join(said, " "); !strings.HasPrefix(got, want) {
		t.Errorf("history %s, want %s …", got, want)
	}
}

func TestSingularItemLabel(t *testing.T) {
	p := serve(t, server.V10, Options{})
	one := `{"title": "T", "currency": "EUR", "items": [{"date": "2026-03-02", "what": "Train", "category": "travel", "amount": 24.90}], "note": null, "confirmed": true}`
	for _, e := range p.stream("SendStreamingMessage", p.say([]server.Part{tagged(schemaExpense, one)}, nil)) {
		if said := words(e.Status.Message); strings.Contains(said, "Adding up") && said != "Adding up 1 item…" {
			t.Errorf("says %q", said)
		}
	}
}

func TestParcelsArriveAtCityAltitude(t *testing.T) {
	for city, want := range map[string]whole{"London": 11, " new york": 10, "Köln": 53} {
		if got := metres(city); got == nil || *got != want {
			t.Errorf("%s: %v, want %d", city, got, want)
		}
	}
	p := serve(t, server.V10, Options{})
	parcel := `{"to": {"name": "Ada", "city": "Nowhere", "country": "GB"}, "delivery": {"kind": "locker", "locker": 118}, "weight": 1, "insured": "full value", "phone": "+1 212 555 0100"}`
	got := p.send(p.say([]server.Part{tagged(schemaParcel, parcel)}, nil)).Artifacts[0].Parts[0]
	if found := theValidator().problems(schemaReceipt, got.Data); len(found) > 0 || strings.Count(string(got.Data), `"metres"`) != 2 {
		t.Errorf("an unknown city: %s: %v", got.Data, found)
	}
}

func TestFeedbackReturnsTextAndUntaggedData(t *testing.T) {
	bothDialects(t, Options{}, func(t *testing.T, p *peer) {
		o := p.send(p.say([]server.Part{tagged(schemaFeedback, `{"rating":4,"recommend":true}`)}, nil))
		parts := o.Artifacts[0].Parts
		if len(parts) != 2 || !strings.Contains(*parts[0].Text, "★★★★☆") || parts[1].Metadata != nil {
			t.Errorf("got %+v", parts)
		}
		if string(parts[1].Data) != `{"characters":0,"rating":4,"recommend":true}` {
			t.Errorf("got %s", parts[1].Data)
		}
	})
}

func TestFightsAreFair(t *testing.T) {
	for _, c := range []contest{{"Ant", "Bee"}, {"lion", "TIGER"}, {"x", "x"}, {"", "y"}, {"%s", "%d"}} {
		v, w := c.decide(), contest{c.B, c.A}.decide()
		if v.Winner != w.Winner && !strings.EqualFold(c.A, c.B) || string(server.Encode(v)) != string(server.Encode(c.decide())) {
			t.Errorf("%v: %v and %v", c, v, w)
		}
		if found := theValidator().problems(schemaFightResponse, server.Encode(v)); len(found) > 0 {
			t.Errorf("%v: %v", v, found)
		}
		if v.Winner != c.A && v.Winner != c.B {
			t.Errorf("%s won a fight of %v", v.Winner, c)
		}
	}
}
