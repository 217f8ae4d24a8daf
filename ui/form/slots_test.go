package form_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"a2aform/ui/apptest"

	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// slots is an agent whose skills take texts of a common shape. What it is sent goes to bodies.
func slots(t *testing.T, bodies chan<- string, width, height int) *uitest.Driver {
	t.Helper()
	c := apptest.Card{Name: "Slots", Description: "Takes texts", Skills: `{"id":"convert","name":"Convert money","description":"Converts","tags":[],"examples":["Convert 100 USD to EUR","Convert 5.50 GBP to JPY"]},
		{"id":"weather","name":"Weather","description":"Tells the weather.\n\nArgs:\n  city (str): Such as Rome.\n  days (int, optional): How many.","tags":[]}`}
	url := apptest.Agent(t, c, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		bodies <- string(body)
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		apptest.Says(`"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"thanks"}]}}`)(w, r)
	})
	return uitest.Start(t, ui.New(t.Context(), kit.Options{Store: apptest.Home(t), Ref: url}), width, height)
}

// What the examples of a text skill have in common is a sentence to fill in. Filled in with an example, it sends the example; esc
// goes on with a plain text.
func TestExamplesAreASentenceToFillIn(t *testing.T) {
	t.Parallel()
	bodies := make(chan string, 1)
	d := slots(t, bodies, 100, 30)
	d.WaitFor("Convert money", "3 fields", "guessed from the examples", "1  Convert 100 USD to EUR").Press("enter")
	d.WaitFor("→ Convert [number] [code] to [to]", "▌ ○ Number *", "Esc goes on with a plain text").Type("25").Press("enter").Type("CHF").WaitFor("→ Convert 25 CHF to [to]")
	d.Press("ctrl+t").WaitFor("Start from…", "2  Convert 5.50 GBP to JPY").Press("2").WaitFor("→ Convert 5.50 GBP to JPY")
	d.Press("ctrl+s").WaitFor("› Review", "v Values", "Convert 5.50 GBP to JPY").Press("enter").WaitFor("thanks").WaitGone("The agent said nothing.")
	if got := <-bodies; !strings.Contains(got, `"parts":[{"text":"Convert 5.50 GBP to JPY"}]`) {
		t.Errorf("sent: %s", got)
	}
	d.Press("esc").WaitFor("→ Convert 5.50 GBP to JPY").Press("esc").WaitFor("A text message to", "Convert 5.50 GBP to JPY").Press("esc").WaitFor("▌ Convert money")

	// What was changed in the form goes along; what was written by hand stays.
	d.Press("enter").WaitFor("→ Convert 5.50 GBP to JPY", "The form is as you left it").Type("7").WaitFor("→ Convert 7 GBP to JPY")
	d.Press("esc").WaitFor("A text message to", "Convert 7 GBP to JPY").Type(", please").Press("esc").WaitFor("▌ Convert money")
	d.Press("enter").WaitFor("→ Convert 7 GBP to JPY").Press("esc").WaitFor("Convert 7 GBP to JPY, please")
}

// The parameters that a description lists are fields; the text has a line for each that is filled in.
func TestParametersOfADescriptionAreFields(t *testing.T) {
	t.Parallel()
	bodies := make(chan string, 1)
	d := slots(t, bodies, 80, 24)
	d.WaitFor("Convert money").Press("down").WaitFor("Tells the weather.").WaitGone("Args:").Press("enter").WaitFor("▌ ○ City *", "guessed from the description", "Tells the weather.").WaitGone("Args:")
	d.Type("Rome").Press("ctrl+s").WaitFor("› Review", "city: Rome").Press("enter").WaitFor("thanks")
	if got := <-bodies; !strings.Contains(got, `"parts":[{"text":"city: Rome"}]`) {
		t.Errorf("sent: %s", got)
	}
}
