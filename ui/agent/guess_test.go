package agent_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"a2aform/ui/apptest"

	"a2aform/a2aclient"
	"a2aform/internal/store"
	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// A skill whose card has examples and no schema has a form, which says what it is guessed
// from, starts from an example by a digit, and refuses nothing.
func TestFormGuessedFromExamples(t *testing.T) {
	t.Parallel()
	bodies := make(chan string, 1)
	c := apptest.Card{Name: "Example Agent", Description: "Shows examples", Skills: `{"id":"plan","name":"Plan a trip","description":"Plans","tags":[],
		"inputModes":["application/json"],"examples":["{\"city\":\"Rome\",\"nights\":3}","Plan this: {\"city\":\"Kyoto\",\"nights\":5,\"budget\":12.5}"]}`}
	url := apptest.Agent(t, c, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		bodies <- string(body)
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		apptest.Says(`"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"thanks"}]}}`)(w, r)
	})
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: apptest.Home(t), Ref: url}), 100, 30)
	d.WaitFor("Plan a trip", "guessed from 2 JSON examples", "3 fields", "Asks for", "City*  Nights*", "2  Kyoto, 5, 12.5")
	d.Press("2").WaitFor("guessed from 2 JSON examples, other values can be sent too", "● City *", "Kyoto", "2 of 2 required")
	d.Press("ctrl+z").WaitFor("0 of 2 required")
	d.Type("Oslo").WaitFor("1 of 2 required").Press("ctrl+s").WaitFor("› Review").Press("2").WaitFor("! Nights is empty, but every example has it", `"city": "Oslo"`)
	d.Press("f6").WaitFor("Nights is not as in the examples", "▌ ○ Nights *").Press("ctrl+s").WaitFor("› Review", "f6 Fix")
	d.Press("enter").WaitFor("thanks")
	if got := <-bodies; !strings.Contains(got, `"data":{"city":"Oslo"}`) || !strings.Contains(got, `"skillId":"plan"`) {
		t.Errorf("sent: %s", got)
	}
}

// JSON can be sent to any skill, also to one that opens as a chat; it is sent again from the
// history.
func TestJSONIsSentToASkillWithoutSchema(t *testing.T) {
	t.Parallel()
	bodies := make(chan string, 1)
	c := apptest.Card{Name: "Mixer", Description: "Mixes", Skills: `{"id":"mix","name":"Mix","description":"Mixes","tags":[],"inputModes":["application/json","text/plain"],"examples":["or just ask"]}`}
	url := apptest.Agent(t, c, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		bodies <- string(body)
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		apptest.Says(`"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"thanks"}]}}`)(w, r)
	})
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: apptest.Home(t), Ref: url}), 100, 30).WaitFor("▌ Mix", "chat")
	d.Command("send json").WaitFor("any JSON: the card declares no schema for it").Type(`{"item": "pen"}`).WaitFor(`"item": "pen"`)
	d.Press("ctrl+s").WaitFor("› Review").Press("2").WaitFor(`"item": "pen"`).Press("enter").WaitFor("thanks")
	if got := <-bodies; !strings.Contains(got, `"data":{"item":"pen"}`) {
		t.Errorf("sent: %s", got)
	}
	d.Press("alt+h").WaitFor("1 run").Press("o").WaitFor("any JSON", `"item": "pen"`).Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("thanks")
	if got := <-bodies; !strings.Contains(got, `"data":{"item":"pen"}`) {
		t.Errorf("sent again: %s", got)
	}
}

// A schema that the user attaches to a skill makes its form; the card and the review name
// its file.
func TestFormOfAttachedSchema(t *testing.T) {
	t.Parallel()
	url := apptest.Agent(t, apptest.Card{Name: "Example Agent", Description: "Takes anything", Skills: `{"id":"order","name":"Order","description":"Orders","tags":[],"inputModes":["application/json"]}`},
		apptest.Says(`"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"thanks"}]}}`))
	attached := a2aclient.WithInputSchema("order", []byte(apptest.WordSchema), "attached from word.json")
	o := kit.Options{Store: apptest.Home(t), Ref: url}
	o.Dial = func(_ context.Context, card *a2aclient.Card, _ *store.Store, _ kit.DialOptions) (*a2aclient.Agent, []string, error) {
		a, err := card.Dial(attached)
		return a, nil, err
	}
	d := uitest.Start(t, ui.New(t.Context(), o), 100, 30).WaitFor("Asks for", "Word*", "attached from word.json", "1 field")
	d.Press("enter").WaitFor("attached from word.json", "0 of 1 required").Press("ctrl+s").WaitFor("The required field Word is empty.")
	d.Type("hello").WaitFor("1 of 1 required").Press("ctrl+s").WaitFor("› Review", "attached from word.json").Press("enter").WaitFor("thanks")
}

// A schema that the user attaches to what a skill answers with is named on the card and at the
// result, which takes its labels from it.
func TestResultByAttachedSchema(t *testing.T) {
	t.Parallel()
	url := apptest.Agent(t, apptest.Card{Name: "Example Agent", Description: "Quotes", Skills: `{"id":"quote","name":"Quote","description":"Quotes","tags":[],"inputModes":["text/plain"]}`},
		apptest.Says(`"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"data":[{"p":12.5,"v":"Acme"},{"p":"much","v":"Best"}]}]}}`))
	attached := a2aclient.WithOutputSchema("quote", []byte(`{"type":"array","title":"Quotes","items":{"type":"object","properties":{"v":{"type":"string","title":"Vendor"},"p":{"type":"number","title":"Net price"}}}}`), "attached from quote.json")
	o := kit.Options{Store: apptest.Home(t), Ref: url}
	o.Dial = func(_ context.Context, card *a2aclient.Card, _ *store.Store, _ kit.DialOptions) (*a2aclient.Agent, []string, error) {
		a, err := card.Dial(attached)
		return a, nil, err
	}
	d := uitest.Start(t, ui.New(t.Context(), o), 100, 30).WaitFor("Gives", "Quotes, a table", "attached from quote.json")
	d.Press("c").WaitGone("Skills").Type("go").Press("enter").WaitFor("✓").Press("tab").WaitFor("▸ you").Press("down", "enter").WaitFor("Vendor", "Net price", "✗")
}

// A field that the agent says is missing becomes a row of a guessed form, with what the agent said.
func TestGuessedFormLearnsFromARefusal(t *testing.T) {
	t.Parallel()
	c := apptest.Card{Name: "Picky", Description: "d", Skills: `{"id":"plan","name":"Plan a trip","description":"Plans","tags":[],"inputModes":["application/json"],
		"examples":["{\"city\":\"Rome\",\"nights\":3}","{\"city\":\"Kyoto\",\"nights\":5}"]}`}
	url := apptest.Agent(t, c, apptest.Says(`"error":{"code":-32602,"message":"invalid","data":[{"loc":["body","currency"],"msg":"Field required","type":"missing"},{"loc":["body","nights"],"msg":"too many"}]}`))
	d := apptest.Start(t, url, 100, 30).WaitFor("Plan a trip").Press("2").WaitFor("● City *", "Kyoto").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("Refused (-32602)").Press("esc")
	d.WaitFor("▌ ○ currency", "! The agent says: Field required", "! The agent says: too many").Type(`"EUR"`).Press("ctrl+s").WaitFor("› Review", `EUR`)
}
