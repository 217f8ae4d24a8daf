package ui

import (
	"context"
	"testing"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/ui/agent"
	"a2aform/ui/form"
	"a2aform/ui/kit"
)

// What is typed while the form opens is in it, in its order, before any later key.
func TestKeysTypedWhileAFormOpensKeepTheirOrder(t *testing.T) {
	const text = `{"type":"object","properties":{"a":{"type":"string"}}}`
	doc, err := schema.Load([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	app := New(context.Background(), kit.Options{})
	t.Cleanup(app.Close)
	screen := form.New(app.Host, nil, nil, &a2aclient.Input{Name: safe.Text("in"), Schema: []byte(text)})
	app.screens.open = append(app.screens.open, screen)
	app.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	press := func(letters string) {
		for _, r := range letters {
			app.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
	}
	press("Wo")
	app.Update(kit.ScreenMsg{To: screen, Msg: form.ReadyMsg{Form: formgen.New(doc)}})
	press("lf") // no command of the form has run
	if got, _ := screen.Form.Value(); string(got.Compact()) != `{"a":"Wolf"}` {
		t.Errorf("the form holds %s", got.Compact())
	}
}

// What is typed while the card is in sight of a skill that was named on the command line is in its form: the card shows the names of its
// fields, and is there for a frame only.
func TestKeysTypedBeforeANamedSkillOpensAreInItsForm(t *testing.T) {
	card, err := a2aclient.Parse([]byte(`{"name":"Agent","description":"d","version":"1","capabilities":{},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],
		"schemas":{"in":{"type":"object","properties":{"a":{"type":"string"}}}},"skills":[{"id":"go","name":"Go","description":"d","tags":["t"],"inputModes":["application/json;schema=in"]}],
		"supportedInterfaces":[{"url":"http://127.0.0.1:1","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`), "agent.json")
	if err != nil {
		t.Fatal(err)
	}
	app := New(t.Context(), kit.Options{Skill: "go"})
	t.Cleanup(app.Close)
	app.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	opens := app.Perform(kit.Action{Push: agent.NewCard(app.Host, agent.CardMsg{Card: card, Ref: "agent.json", Dialed: app.Dial(t.Context(), card, nil, kit.DialOptions{})})})
	for _, r := range "av" { // which the card would take: its credentials, its JSON
		app.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	app.run(opens)
	screen, ok := app.Top().(*form.Screen)
	if !ok || screen.Form == nil {
		t.Fatalf("%T is open", app.Top())
	}
	if got, _ := screen.Form.Value(); string(got.Compact()) != `{"a":"av"}` {
		t.Errorf("the form holds %s", got.Compact())
	}
}
