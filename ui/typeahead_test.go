package ui

import (
	"context"
	"testing"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
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
	app.stack = append(app.stack, screen)
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
