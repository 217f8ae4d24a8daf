package ui_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// A skill whose card has examples and no schema has a form, which says what it is guessed
// from, starts from an example by a digit, and refuses nothing.
func TestFormGuessedFromExamples(t *testing.T) {
	t.Parallel()
	bodies := make(chan string, 1)
	c := card{name: "Example Agent", description: "Shows examples", skills: `{"id":"plan","name":"Plan a trip","description":"Plans","tags":[],
		"inputModes":["application/json"],"examples":["{\"city\":\"Rome\",\"nights\":3}","Plan this: {\"city\":\"Kyoto\",\"nights\":5,\"budget\":12.5}"]}`}
	url := agent(t, c, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		bodies <- string(body)
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		says(`"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"thanks"}]}}`)(w, r)
	})
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: home(t), Ref: url}), 100, 30)
	d.WaitFor("Plan a trip", "3 fields", "You give", "City*  Nights*", "2 Kyoto, 5, 12.5")
	d.Press("2").WaitFor("guessed from 2 JSON examples, other values can be sent too", "● City *", "Kyoto", "2 of 2 required")
	d.Press("ctrl+z").WaitFor("0 of 2 required")
	d.Type("Oslo").WaitFor("1 of 2 required").Press("ctrl+s").WaitFor("› Review", "! Nights is empty, but every example has it", `"city": "Oslo"`)
	d.Press("enter").WaitFor("thanks")
	if got := <-bodies; !strings.Contains(got, `"data":{"city":"Oslo"}`) || !strings.Contains(got, `"skillId":"plan"`) {
		t.Errorf("sent: %s", got)
	}
}
