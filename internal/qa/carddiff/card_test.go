package carddiff

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"a2aform/a2aclient"
	"a2aform/internal/qa/casefile"
)

const oldCard = `{"name":"Trips","description":"Plans","version":"1","url":"https://t.example/rpc","protocolVersion":"0.3.0","preferredTransport":"JSONRPC",
	"capabilities":{"streaming":true,"extensions":[{"uri":"urn:limits","params":{"limits":{"requests":100}}},{"uri":"urn:gone"}]},
	"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],
	"securitySchemes":{"key":{"type":"apiKey","in":"header","name":"X-Key"}},"security":[],
	"schemas":{"trip":{"type":"object","properties":{"nights":{"type":"integer","title":"Nights","maximum":14}},"required":["nights"]},
		"plan":{"type":"object","properties":{"total":{"type":"number","minimum":0}},"required":["total"]}},
	"skills":[{"id":"trip","name":"Trip","description":"d","tags":[],"inputModes":["application/json;schema=trip","text/plain"],"outputModes":["application/json;schema=plan"]},
		{"id":"gone","name":"Gone","description":"d","tags":[]}]}`

const newCard = `{"name":"Trips","description":"Plans trips","version":"2","url":"https://t.example/rpc","protocolVersion":"0.3.0","preferredTransport":"HTTP+JSON",
	"capabilities":{"streaming":false,"extensions":[{"uri":"urn:limits","required":true,"params":{"limits":{"requests":10}}}]},
	"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],
	"securitySchemes":{"key":{"type":"apiKey","in":"header","name":"X-Key"}},"security":[{"key":[]}],
	"schemas":{"trip":{"type":"object","properties":{"nights":{"type":"integer","title":"Nights","maximum":12}},"required":["nights"]},
		"plan":{"type":"object","properties":{"total":{"type":"number"}},"required":["total"]}},
	"skills":[{"id":"trip","name":"Trip","description":"d","tags":[],"inputModes":["application/json;schema=trip"],"outputModes":["application/json;schema=plan"]},
		{"id":"new","name":"New","description":"d","tags":[]}]}`

func parse(t *testing.T, text string) *a2aclient.Card {
	t.Helper()
	card, err := a2aclient.Parse([]byte(text), "card.json")
	if err != nil {
		t.Fatal(err)
	}
	return card
}

// Every part of a card that callers depend on is compared, and what breaks them is told apart.
func TestEachPartOfCardsIsCompared(t *testing.T) {
	t.Parallel()
	r := Compare(parse(t, oldCard), parse(t, newCard))
	want := []string{
		"  ✗ protocol JSONRPC 0.3.0 removed",
		"  + protocol HTTP+JSON 0.3.0 added",
		"  ✗ capability streaming removed",
		"  ✗ sign-in added: required now: key (API key)",
		"  ✗ extension urn:limits changed: required now",
		"  ✗ extension urn:gone removed",
		"  ~ description changed: \"Plans\" → \"Plans trips\"",
		"  ~ version changed: \"1\" → \"2\"",
		"  ~ extension urn:limits params limits requests changed: 100 → 10",
		"",
		"trip",
		"  ✗ input mode text/plain removed",
		"  ✗ input narrowed (trip): /nights must be at most 12",
		`    was valid    {"nights":13}`,
		"    in the form  Nights: 13",
		"  ✗ output widened (plan): /total must be at least 0",
		`    valid now    {"total":-1}`,
		"    in the form  Total: -1",
		"",
		"gone",
		"  ✗ skill removed",
		"",
		"new",
		"  + skill added",
		"",
		"9 breaking · 5 other changes",
	}
	if got := r.Lines(); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if r := Compare(parse(t, newCard), parse(t, newCard)); len(r.Changes) > 0 || r.summary() != "nothing changed" {
		t.Errorf("a card differs from itself: %v", r.Lines())
	}
}

// The other way round, an input that accepts more and an output that may be less break nobody.
func TestWiderInputBreaksNobody(t *testing.T) {
	t.Parallel()
	for _, c := range Compare(parse(t, newCard), parse(t, oldCard)).Changes {
		if c.Witness != nil && c.Breaking {
			t.Errorf("%s breaks callers", c.words())
		}
	}
}

// A schema that is written in another way has no witness, which is no proof.
func TestSchemaWithoutWitnessIsUnproven(t *testing.T) {
	t.Parallel()
	r := Compare(parse(t, oldCard), parse(t, strings.Replace(oldCard, `"maximum":14`, `"exclusiveMaximum":15`, 1)))
	if len(r.Changes) != 1 || r.Unproven() != 1 || r.Breaking() != 0 || !strings.Contains(r.Changes[0].words(), "input schema changed (trip): no counterexample in ") {
		t.Errorf("%q", r.Lines())
	}
}

// A schema of another name is compared with the one it stands for.
func TestSchemaOfNewNameIsCompared(t *testing.T) {
	t.Parallel()
	renamed := strings.ReplaceAll(strings.ReplaceAll(oldCard, "schema=trip", "schema=journey"), `"trip":{`, `"journey":{`)
	r := Compare(parse(t, oldCard), parse(t, strings.Replace(renamed, `"maximum":14`, `"maximum":3`, 1)))
	text := strings.Join(r.Lines(), "\n")
	for _, want := range []string{"✗ input mode application/json;schema=trip removed", "✗ input changed: the schema trip is journey now", "✗ input narrowed (journey): /nights must be at most 3"} {
		if !strings.Contains(text, want) {
			t.Errorf("no line %q:\n%s", want, text)
		}
	}
}

// Words of a card cannot draw on the terminal.
func TestWordsOfCardsAreCleaned(t *testing.T) {
	t.Parallel()
	evil := strings.NewReplacer("urn:limits", `urn:\u001b[31m`, `"id":"new"`, `"id":"\u001b[2J"`, `"title":"Nights"`, `"title":"\u001b[1mN"`, "Plans trips", `\u001b]0;x`)
	for _, pair := range [][2]string{{oldCard, evil.Replace(newCard)}, {evil.Replace(newCard), oldCard}} {
		text := strings.Join(Compare(parse(t, pair[0]), parse(t, pair[1])).Lines(), "\n")
		if strings.Contains(text, "\x1b") {
			t.Errorf("%q", text)
		}
	}
}

// Witnesses of inputs become cases: one whose value the new card rejects is invalid on purpose, and expected to be taken all the same.
func TestWitnessesBecomeCases(t *testing.T) {
	t.Parallel()
	there, back := Compare(parse(t, oldCard), parse(t, newCard)).Cases("trips"), Compare(parse(t, newCard), parse(t, oldCard)).Cases("")
	if len(there) != 1 || len(back) != 1 {
		t.Fatalf("%d and %d cases, want one each: outputs have none", len(there), len(back))
	}
	for i, c := range []*casefile.Case{there[0], back[0]} {
		text := casefile.Format(c)
		file, problems := casefile.Parse("case.toml", text, casefile.Options{})
		if len(problems) > 0 {
			t.Fatalf("%v\n%s", problems, text)
		}
		for read := range casefile.All([]*casefile.File{file}) {
			if string(read.Input.Data) != `{"nights":13}` || read.Input.Invalid != (i == 0) || !slices.Equal(read.Expect.States, []string{casefile.AcceptedState}) || read.Skill != "trip" {
				t.Errorf("the case is read as %+v:\n%s", read, text)
			}
		}
	}
}

// Where more changed than is listed, the last line of the skill says so.
func TestLongListOfChangesSaysThatItIsCut(t *testing.T) {
	t.Parallel()
	card := func(maximum string) string {
		var members []string
		for i := range maxWitnesses + 1 {
			members = append(members, fmt.Sprintf(`"m%d":{"type":"integer","maximum":%s}`, i, maximum))
		}
		return strings.Replace(oldCard, `"nights":{"type":"integer","title":"Nights","maximum":14}},"required":["nights"]`, strings.Join(members, ",")+"}", 1)
	}
	r := Compare(parse(t, card("9")), parse(t, card("8")))
	if last := r.Changes[len(r.Changes)-1]; r.Breaking() != maxWitnesses || last.words() != "input changed (trip): more than is listed" {
		t.Errorf("%d breaking, the last is %s", r.Breaking(), last.words())
	}
}
