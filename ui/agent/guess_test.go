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
	d.Press("ctrl+s").WaitFor("› Review").Press("v").WaitFor(`"item": "pen"`).Press("enter").WaitFor("thanks")
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
	d.Press("enter").WaitFor("attached from word.json", "0 of 1 required").Press("ctrl+s").WaitFor("▌ ○ Word *", "✗ Required")
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
