package ui

import (
	"context"
	"testing"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/ui/form"
	"a2aform/ui/kit"
)

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
