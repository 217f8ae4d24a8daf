package ui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/a2aclient"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/store/runfile"
	"a2aform/ui/agent"
	"a2aform/ui/kit"
)

// rowAndForms is a program with the card of an agent on top, some of whose skills a row suits.
func rowAndForms(t *testing.T) (app *App, card *a2aclient.Card, row *ojson.Value) {
	t.Helper()
	const skill = `{"id":"ID","name":"ID","description":"d","tags":["t"],"inputModes":["application/json;schema=ID"]}`
	skills := []string{strings.ReplaceAll(skill, "ID", "list"), strings.ReplaceAll(skill, "ID", "note"), strings.ReplaceAll(skill, "ID", "order"), strings.ReplaceAll(skill, "ID", "other")}
	card, err := a2aclient.Parse([]byte(`{"name":"Agent","description":"d","version":"1","capabilities":{},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"schemas":{
		"list":{"type":"object","required":["city"],"properties":{"city":{"type":"string"},"total":{"type":"number"}}},
		"note":{"type":"object","properties":{"city":{"type":"string"},"total":{"type":"number"},"the street and the number of the house":{"type":"string"},"the postal code of the house":{"type":"string"}}},
		"order":{"type":"object","required":["customer"],"properties":{"customer":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}}}},
		"other":{"type":"object","properties":{"unknown":{"type":"string"}}}},
		"skills":[`+strings.Join(skills, ",")+`],"supportedInterfaces":[{"url":"http://127.0.0.1:1","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`), "agent.json")
	if err != nil {
		t.Fatal(err)
	}
	row, err = ojson.Parse([]byte(`{"city":"Rome","total":5,"customer":"Ada","the street and the number of the house":"Via 1","the postal code of the house":"00100"}`), ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	app = New(t.Context(), kit.Options{})
	t.Cleanup(app.Close)
	app.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	app.Perform(kit.Action{Push: agent.NewCard(app.Host, agent.CardMsg{Card: card, Ref: "agent.json", Dialed: app.Dial(t.Context(), card, nil, kit.DialOptions{})})})
	return app, card, row
}

// Keys that are pressed while the list of forms is made are for the list, and for what it leads to. The list names as many fields as fit.
func TestKeysPressedBeforeTheListOfFormsAreForIt(t *testing.T) {
	app, _, row := rowAndForms(t)
	made := app.nav.UseIn("this row", runfile.FedBy{}, func() (*ojson.Value, error) { return row, nil })
	app.Update(kit.KeyPress("down"))
	app.Update(kit.KeyPress("down"))
	app.Update(made())
	if app.Overlay == nil || app.Overlay.Picker.Hovered() != 2 {
		t.Fatalf("the keys did not move the cursor of the list:\n%s", app.View().Content)
	}
	app.Update(kit.KeyPress("up")) // no key is ignored now
	screen := ansi.Strip(app.View().Content)
	if app.Overlay.Picker.Hovered() != 1 || !strings.Contains(screen, "note  City, Total, The street and the number of the house +1 │") {
		t.Errorf("the list is\n%s", screen)
	}

	app.Update(kit.KeyPress("esc"))
	made = app.nav.UseIn("this row", runfile.FedBy{}, func() (*ojson.Value, error) { return row, nil })
	app.Update(kit.KeyPress("enter"))
	app.Update(made())
	if app.Overlay != nil || !strings.HasPrefix(app.Top().Title(), "list") {
		t.Errorf("the form that was chosen ahead is not open, but %s", app.Top().Title())
	}
}

// The form of which most required fields are filled in comes first, and that of the skill the row is from last.
func TestOrderOfTheFormsThatARowSuits(t *testing.T) {
	app, card, row := rowAndForms(t)
	cards := app.screens.OpenCards()
	for own, want := range map[string]string{"": "list order note", "list": "order note list", "other": "list order note"} {
		var plan *run.Plan
		if own != "" {
			plan = &run.Plan{Agent: cards[0].Agent, Skill: card.SkillNamed(own)}
		}
		var names []string
		for _, f := range suitedForms(cards, row, plan) {
			names = append(names, kit.Line(f.skill.Name))
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("from %q: %s, want %s", own, got, want)
		}
	}
}
