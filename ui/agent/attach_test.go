package agent_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"a2aform/internal/store"
	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

const orderAPI = `{"openapi":"3.1.0","components":{"schemas":{"Order":{"type":"object","required":["item"],"properties":{"item":{"type":"string","title":"Item"},"count":{"type":"integer"}}},"Name":{"type":"object","properties":{"first":{"type":"string"}}}}}}`

// attachAgent has a skill that takes JSON, and a file of schemas beside.
func attachAgent(t *testing.T) (url, file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "api.json")
	if err := os.WriteFile(file, []byte(orderAPI), 0o600); err != nil {
		t.Fatal(err)
	}
	return apptest.Agent(t, apptest.Card{Name: "Example Agent", Description: "Takes anything", Skills: `{"id":"order","name":"Order","description":"Orders","tags":[],"inputModes":["application/json"]}`},
		apptest.Says(`"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"thanks"}]}}`)), file
}

// S attaches a schema of a file to a skill: one of several is chosen, the card and the review
// name it, and it is kept with the saved agent. An empty line removes it.
func TestAttachSchemaOnCard(t *testing.T) {
	t.Parallel()
	url, file := attachAgent(t)
	keep := apptest.Home(t)
	if err := keep.SaveAgent(store.Saved{Name: "shop", URL: url}); err != nil {
		t.Fatal(err)
	}
	schemas := func() int {
		list, _ := keep.Saved(t.TempDir())
		return len(list[0].Schemas)
	}
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: keep, Ref: "shop"}), 100, 30).WaitFor("Takes anything", "or JSON")
	d.Command("attach").WaitFor("Schema of order from a file").Type("none.json").Press("enter").WaitFor("none.json cannot be read")
	d.Press("ctrl+u").Type(file).Press("enter").WaitFor("Which schema of api.json?", "Order", "Name")
	d.Press("enter").WaitFor("The form is made from api.json#Order, also the next time you open shop.", "attached from", "Item*", "2 fields")
	if schemas() != 1 {
		t.Error("the schema is not kept")
	}
	d.Press("enter").WaitFor("attached from", "0 of 1 required", "Item *").Type("Lamp").Press("ctrl+s").WaitFor("› Review").Press("v").WaitFor("attached from", `"item": "Lamp"`)
	d.Press("esc").WaitFor("1 of 1 required").Press("esc").WaitFor("Skills")
	d.Command("attach").WaitFor("Schema of order from a file").Press("enter").WaitFor("The skill takes what its card declares again.", "or JSON")
	if schemas() != 0 {
		t.Error("the schema is still kept")
	}
}

// An agent that is not saved takes the schema until the program ends; saving it keeps both.
func TestAttachedSchemaIsSavedWithTheAgent(t *testing.T) {
	t.Parallel()
	url, file := attachAgent(t)
	keep := apptest.Home(t)
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: keep, Ref: url}), 100, 30).WaitFor("Takes anything")
	d.Command("attach").WaitFor("Schema of order").Type(file+"#Order").Press("enter").WaitFor("until you quit. Save the agent to keep it.", "Item*")
	d.Command("save as…").WaitFor("Save http").Type("shop").Press("enter").WaitFor("Saved as shop")
	for range 200 {
		if list, _ := keep.Saved(t.TempDir()); len(list) == 1 && len(list[0].Schemas) == 1 {
			return
		}
		d.Settled()
	}
	t.Error("the schema was not saved with the agent")
}

func TestGoldenAttachSchema(t *testing.T) {
	apptest.EachSize(t, func(t *testing.T, w, h int, golden func(*uitest.Driver, string)) {
		url, file := attachAgent(t)
		d := apptest.Start(t, url, w, h).WaitFor("Order").Command("attach").WaitFor("Schema of order").Type("/none/a.json").Press("enter").WaitFor("cannot be")
		golden(d, "attach")
		d.Press("ctrl+u").Type(file).Press("enter").WaitFor("Which schema")
		golden(d, "attach-choose")
	})
}

// pricedAgent has a card with all that there is to say of an agent.
func pricedAgent(t *testing.T) string {
	t.Helper()
	mux := http.NewServeMux()
	url := apptest.ServeMux(t, mux)
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"name":"Priced Agent","description":"Counts","version":"1","supportedInterfaces":[{"url":%q,"protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
			"provider":{"organization":"Example Ltd","url":"https://example.com/agents"},"contact":{"name":"Ada","email":"ada@example.com"},
			"pricing":{"model":"per call","amount":0.02,"currency":"EUR"},"documentationUrl":"https://example.com/manual",
			"capabilities":{"streaming":true,"pushNotifications":true,"extensions":[{"uri":"https://example.com/ext/v1","description":"Tells what it costs","params":{"unit":"token"}}]},
			"defaultInputModes":["application/json"],"skills":[{"id":"count","name":"Count","description":"Counts","tags":[],"inputSchema":%s}]}`, url+"/rpc", apptest.WordSchema)
	})
	return url
}

func TestGoldenCardFacts(t *testing.T) {
	apptest.EachSize(t, func(t *testing.T, w, h int, golden func(*uitest.Driver, string)) {
		d := apptest.Start(t, pricedAgent(t), w, h).WaitFor("Count").Press("tab").WaitFor("Protocol")
		golden(d, "card-facts")
	})
}

// The pane about an agent has what its card says of the people behind it, its price, its
// extensions and what it supports; the review names the price.
func TestCardFactsOfPeoplePriceAndExtensions(t *testing.T) {
	t.Parallel()
	d := apptest.Start(t, pricedAgent(t), 100, 40).WaitFor("Count").Press("tab")
	d.WaitFor("streaming, push notifications", "Tells what it costs", "token", "per call, 0.02, EUR", "https://example.com/agents", "Ada, ada@example.com", "https://example.com/manual")
	d.Press("tab").WaitFor("Skills").Press("enter").WaitFor("Word").Type("a").Press("ctrl+s").WaitFor("› Review", "! the card names a price: per call, 0.02, EUR")
}
