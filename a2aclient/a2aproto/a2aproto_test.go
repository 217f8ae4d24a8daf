package a2aproto

import "testing"

func TestDescription(t *testing.T) {
	m := Method("SendStreamingMessage")
	if m == nil || !m.IsStreamingServer() || m.Input() != Message("SendMessageRequest") || string(m.Parent().FullName()) != Service {
		t.Errorf("SendStreamingMessage is %v", m)
	}
	if Method("Send") != nil || Message("Card") != nil {
		t.Error("a name that is not in the description is found")
	}
	card := Message("AgentCard").Fields()
	for name, want := range map[string]bool{"name": true, "skills": true, "iconUrl": false, "securitySchemes": false} {
		if got := IsRequired(card.ByJSONName(name)); got != want {
			t.Errorf("%s is required: %v", name, got)
		}
	}
}
