package mock

import (
	"strings"
	"testing"
)

// A mock speaks the versions that its card is written in.
func TestVersionsOfCards(t *testing.T) {
	t.Parallel()
	const skill = `"skills":[{"id":"a","inputSchema":{"type":"object"}}]`
	for card, want := range map[string]string{
		`{"name":"n",` + skill + `}`:                                                                             "workshop",
		`{"name":"n","skills":[{"id":"a","outputSchema":{"type":"object"}}]}`:                                    "workshop",
		`{"name":"n","skills":[{"id":"a"}]}`:                                                                     "0.3",
		`{"name":"n","protocolVersion":"0.2.5",` + skill + `}`:                                                   "0.2",
		`{"name":"n","defaultInputModes":["text/plain"],` + skill + `}`:                                          "0.3",
		`{"name":"n","supportedInterfaces":[],` + skill + `}`:                                                    "1.0",
		`{"name":"n","supportedInterfaces":[{"protocolVersion":"1.0"},{"protocolVersion":"0.3"}],` + skill + `}`: "1.0 0.3",
	} {
		c, _, err := readCard([]byte(card))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(c.versions(), " "); got != want {
			t.Errorf("%s: %s, want %s", card, got, want)
		}
	}
}
