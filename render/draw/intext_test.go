package draw

import (
	"strings"
	"testing"

	"a2aform/internal/safe"
	"a2aform/render"
	"a2aform/render/rendertest/documents"
)

// textOf is what a document looks like, without colors.
func textOf(d *render.Document, width int) string {
	var sb strings.Builder
	for _, l := range Document(d, width, Style{}).Lines {
		sb.WriteString(strings.TrimRight(l, " ") + "\n")
	}
	return sb.String()
}

// A table in a text has its heading, its rows, and numbers on the right; long cells take several lines.
func TestTableInText(t *testing.T) {
	t.Parallel()
	text := "The cities:\n\n| City | Temp | Note |\n|---|---|---|\n| Oslo | 4.5 | cold and windy for all of the day |\n| Rome | 21 | |\n"
	d := render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.TextPart, Text: safe.Text(text)}}}}, nil)
	got := textOf(d, 36)
	for _, want := range []string{"The cities:", "City", "Temp", "Note", "Oslo", " 4.5", "cold and", "Rome", "  21"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	if strings.Contains(got, "rows") {
		t.Errorf("it has a head:\n%s", got)
	}
}

// Labels that look alike once they are cut give way to the names of their members; those of different objects may look alike.
func TestLabelsThatLookAlike(t *testing.T) {
	t.Parallel()
	const schema = `{"type":"object","properties":{
		"eur":{"type":"integer","title":"The price of the whole booking in euros"},"usd":{"type":"integer","title":"The price of the whole booking in dollars"},
		"n":{"type":"integer","title":"The number of nights that are booked"},
		"deposit":{"type":"object","title":"Deposit","properties":{"paid":{"type":"integer","title":"The number of nights that are paid"}}}}}`
	d := render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.DataPart, Data: []byte(`{"eur":1,"usd":2,"n":3,"deposit":{"paid":4}}`)}}}}, documents.Resolver(t, schema))
	narrow, wide := textOf(d, 46), textOf(d, 120)
	for _, want := range []string{"eur ", "usd ", "The number of"} {
		if !strings.Contains(narrow, want) {
			t.Errorf("%q is not in\n%s", want, narrow)
		}
	}
	for _, want := range []string{"booking in euros", "booking in dollars"} {
		if !strings.Contains(wide, want) || strings.Contains(narrow, want) {
			t.Errorf("%q: narrow\n%s\nwide\n%s", want, narrow, wide)
		}
	}
}
