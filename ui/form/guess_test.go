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

// A skill whose card has examples and no schema has a form, which says what it is guessed
// from, starts from an example by a digit, and refuses nothing.
func TestFormGuessedFromExamples(t *testing.T) {
	t.Parallel()
	bodies := make(chan string, 1)
	c := apptest.Card{Name: "Example Agent", Description: "Shows examples", Skills: `{"id":"plan","name":"Plan a trip","description":"Plans","tags":[],
		"inputModes":["application/json"],"examples":["{\"city\":\"Rome\",\"nights\":3}","Plan this: {\"city\":\"Kyoto\",\"nights\":5,\"budget\":12.5}"]}`}
	url := apptest.Agent(t, c, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		bodies <- string(body)
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		apptest.Says(`"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"thanks"}]}}`)(w, r)
	})
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: apptest.Home(t), Ref: url}), 100, 30)
	d.WaitFor("Plan a trip", "guessed from 2 JSON examples", "3 fields", "Asks for", "City*  Nights*", "2  Kyoto, 5, 12.5")
	d.Press("2").WaitFor("guessed from 2 JSON examples, other values can be sent too", "● City *", "Kyoto", "2 of 2 required")
	d.Press("ctrl+z").WaitFor("0 of 2 required")
	d.Type("Oslo").WaitFor("1 of 2 required").Press("ctrl+s").WaitFor("› Review").Press("v").WaitFor("! Nights is empty, but every example has it", `"city": "Oslo"`)
	d.Press("f6").WaitFor("Nights is not as in the examples", "▌ ○ Nights *").Press("ctrl+s").WaitFor("› Review", "f6 Fix")
	d.Press("enter").WaitFor("thanks")
	if got := <-bodies; !strings.Contains(got, `"data":{"city":"Oslo"}`) || !strings.Contains(got, `"skillId":"plan"`) {
		t.Errorf("sent: %s", got)
	}
}

// A field that the agent says is missing becomes a row of a guessed form, with what the agent said.
func TestGuessedFormLearnsFromARefusal(t *testing.T) {
	t.Parallel()
	c := apptest.Card{Name: "Picky", Description: "d", Skills: `{"id":"plan","name":"Plan a trip","description":"Plans","tags":[],"inputModes":["application/json"],
		"examples":["{\"city\":\"Rome\",\"nights\":3}","{\"city\":\"Kyoto\",\"nights\":5}"]}`}
	url := apptest.Agent(t, c, apptest.Says(`"error":{"code":-32602,"message":"invalid","data":[{"loc":["body","currency"],"msg":"Field required","type":"missing"},{"loc":["body","nights"],"msg":"too many"}]}`))
	d := apptest.Start(t, url, 100, 30).WaitFor("Plan a trip").Press("2").WaitFor("● City *", "Kyoto").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("Refused (-32602)").Press("esc")
	d.WaitFor("▌ ○ currency", "! The agent says: Field required", "! The agent says: too many").Type(`"EUR"`).Press("ctrl+s").WaitFor("› Review", `EUR`)
}
