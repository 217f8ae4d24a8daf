package peers

import (
	"encoding/json"
	"errors"
	"testing"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
)

// A2A 0.3 over HTTP+JSON carries the data, but no tag: the client says so, and
// the agent sees what was sent.
func TestAcceptance05REST03CarriesDataWithoutTag(t *testing.T) {
	base := start(t, "v03.mjs rest")
	card, err := a2aclient.Fetch(t.Context(), base)
	if err != nil {
		t.Fatal(err)
	}
	agent, err := card.Dial()
	if err != nil || agent.Notice() == "" {
		t.Fatalf("%v, notice %q", err, agent.Notice())
	}
	input := fightForm(t, card)
	for _, mode := range []a2aclient.Mode{a2aclient.ModeAuto, a2aclient.ModePoll} {
		parts := submit(t, card, a2aclient.Request{Data: json.RawMessage(payload), Tag: input.Tag, Mode: mode})
		if len(parts) != 1 || parts[0].Kind != a2a.PartData || !parts[0].MediaType.IsEmpty() {
			t.Errorf("parts %+v", parts)
		}
	}
	messages := received(t, base).Messages
	if len(messages) != 2 || messages[0].Tag != "" || len(messages[0].Data) == 0 {
		t.Errorf("the agent saw %+v", messages)
	}
}

// Over HTTP+JSON errors come as status codes with bodies: code, reason and
// words survive.
func TestAcceptance10RESTErrorsOfSDK(t *testing.T) {
	for _, name := range []string{"v1.mjs rest", "v03.mjs rest"} {
		card, err := a2aclient.Fetch(t.Context(), start(t, name))
		if err != nil {
			t.Fatal(err)
		}
		agent, err := card.Dial()
		if err != nil {
			t.Fatal(err)
		}
		_, err = agent.Get(t.Context(), safe.Text("no-such-task"))
		var refused *a2aclient.Error
		if !errors.As(err, &refused) || refused.HTTPStatus != 404 || refused.Message.IsEmpty() {
			t.Errorf("%s: %v", name, err)
		}
		for _, failed := range agent.Subscribe(t.Context(), safe.Text("no-such-task")) {
			err = failed
		}
		if err == nil {
			t.Errorf("%s: subscribing to nothing is a success", name)
		}
	}
}
