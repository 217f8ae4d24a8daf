package agent_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/ui/apptest"

	"a2aform/internal/store"
	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

const tripCard = `{"name":"Trips","description":"Plans","version":"1","url":"http://127.0.0.1:9/rpc","protocolVersion":"0.3.0","preferredTransport":"JSONRPC","capabilities":{},
	"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],
	"schemas":{"trip":{"type":"object","properties":{"nights":{"type":"integer","title":"Nights","maximum":14}},"required":["nights"]}},
	"skills":[{"id":"trip","name":"Trip","description":"d","tags":[],"inputModes":["application/json;schema=trip"]}]}`

// What changed in the card of an agent since it was saved is a row of the palette where something did: with a value that was valid, as JSON and as the
// form shows it. It is gone once the card of now is stored.
func TestWhatChangedSinceAgentWasSaved(t *testing.T) {
	t.Parallel()
	keep, path := apptest.Home(t), filepath.Join(t.TempDir(), "card.json")
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(tripCard)
	open := func(ref string) *uitest.Driver {
		return uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: ref, Store: keep, Dir: t.TempDir(), Demo: apptest.NoDemo}), 80, 24).WaitFor("▌ Trip")
	}
	open(path).Press("ctrl+o").WaitFor("type to filter").Type("what changed").WaitFor("nothing matches").
		Press("esc").WaitGone("type to filter").Command("save the agent").WaitFor("Save ", " as").Type("trips").Press("enter").WaitFor("Saved as trips").Stop()
	open("trips").Press("ctrl+o").WaitFor("type to filter").Type("what changed").WaitFor("nothing matches").Stop()

	write(strings.Replace(tripCard, `"maximum":14`, `"maximum":12`, 1))
	d := open("trips").Press("ctrl+o").WaitFor("type to filter").Type("what changed").WaitFor("▌ What changed since I saved it").Press("enter").WaitFor("when this card was stored for trips", "✗ input narrowed (trip): /nights must be at most 12", `{"nights":13}`, "Nights: 13", "1 breaking")
	d.Press("y").WaitFor("The next comparison starts from this card").Press("esc").WaitFor("▌ Trip").
		Press("ctrl+o").WaitFor("type to filter").Type("what changed").WaitFor("nothing matches").Stop()
	open("trips").Press("ctrl+o").WaitFor("type to filter").Type("what changed").WaitFor("nothing matches").Stop()

	list, _ := keep.Saved(t.TempDir())
	var agent store.Saved
	for _, a := range list {
		agent = a
	}
	if stored, err := keep.SavedCard(agent); err != nil || stored == nil || !strings.Contains(string(stored.Card), `"maximum":12`) {
		t.Errorf("the stored card is %v, %v", stored, err)
	}
}
