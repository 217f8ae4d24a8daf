package ui

import (
	"context"
	"testing"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/ui/form"
	"a2aform/ui/kit"
)

// What is filled in again is kept by the skill and by what it came from: one does not take the place of another.
func TestFormsOfDifferentSkillsAreKeptApart(t *testing.T) {
	a := New(t.Context(), kit.Options{})
	defer a.Close()
	card, err := a2aclient.Parse([]byte(`{"name":"P","skills":[],"supportedInterfaces":[{"url":"http://127.0.0.1:1/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`), "card.json")
	if err != nil {
		t.Fatal(err)
	}
	agent, err := card.Dial()
	if err != nil {
		t.Fatal(err)
	}
	defer agent.Close()
	for _, skill := range []*a2aclient.Skill{{ID: safe.Text("one")}, {ID: safe.Text("two")}, nil} {
		if act := a.nav.FillIn(&run.Plan{Agent: agent, Skill: skill, Text: "hello"}, "run 1", ""); act.Push == nil {
			t.Fatal(act.Status.Text)
		}
	}
	for _, id := range []string{"one", "two", ""} {
		if a.desk.forms[kit.FormID{Ref: "run 1", Skill: safe.Text(id), Input: kit.PlainText}] == nil {
			t.Errorf("%q is not kept: %v", id, a.desk.forms)
		}
	}
}

// formWith is the program with the form of a schema that holds a value.
func formWith(tb testing.TB, text, value string) *App {
	tb.Helper()
	doc, err := schema.Load([]byte(text))
	if err != nil {
		tb.Fatal(err)
	}
	v, err := ojson.Parse([]byte(value), ojson.DataLimits)
	if err != nil {
		tb.Fatal(err)
	}
	app := New(context.Background(), kit.Options{})
	tb.Cleanup(app.Close)
	screen := form.New(app.Host, nil, nil, &a2aclient.Input{Name: safe.Text("bench"), Schema: []byte(text)})
	app.screens.open = append(app.screens.open, screen)
	f := formgen.New(doc)
	f.Load(v)
	screen.Take(form.ReadyMsg{Form: f})
	app.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	app.View()
	return app
}
