package agent_test

import (
	"testing"

	"a2aform/ui/apptest"
)

// A skill that declares JSON without a schema opens as a chat; JSON is the second choice.
func TestJSONModesWithoutASchemaAreAChatFirst(t *testing.T) {
	t.Parallel()
	c := apptest.Card{Name: "Fasta", Skills: `{"id":"flights","name":"Flights","description":"Finds flights","tags":[],"inputModes":["application/json"]}`}
	url := apptest.Agent(t, c, apptest.Says(`"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"I heard you"}]}}`))
	d := apptest.Start(t, url, 120, 30).WaitFor("Flights", "chat · JSON", "enter Open chat")
	d.Press("enter").WaitFor("A text message").Type("to JFK").Press("enter").WaitFor("I heard you")
	d.Press("esc").WaitFor("Skills").Command("send as json").WaitFor("the card declares no schema")
}
