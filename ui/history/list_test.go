package history

import (
	"strings"
	"testing"

	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
)

func TestAgentsOfOneNameAreToldApart(t *testing.T) {
	t.Parallel()
	runOf := func(agent, source string) PastRun {
		return PastOf(runfile.Info{Agent: safe.Text(agent), Source: safe.Text(source)})
	}
	past := []PastRun{
		runOf("Trips", "https://a.example.com/.well-known/agent-card.json"), runOf("Trips", "https://b.example.com:8443/card"), runOf("Other", "https://a.example.com/"),
		runOf("Demo", "http://127.0.0.1:40001/"), runOf("Demo", "http://127.0.0.1:40002/"), runOf("Local", "http://localhost:9999/"), runOf("Local", "card.json"),
		runOf("Desk", "http://localhost:7901/"), runOf("Desk", "http://127.0.0.1:7901"), runOf("Shop", "http://127.0.0.1:7901"), runOf("Shop", "http://localhost:7901"), runOf("Shop", "http://localhost:7902"),
	}
	tellApart(past)
	for i, want := range []string{"Trips (a.example.com)", "Trips (b.example.com:8443)", "Other", "Demo", "Demo", "Local (localhost:9999)", "Local (card.json)", "Desk", "Desk", "Shop (127.0.0.1:7901)", "Shop (127.0.0.1:7901)", "Shop (localhost:7902)"} {
		if past[i].agent != want {
			t.Errorf("%q, want %q", past[i].agent, want)
		}
	}
	if !strings.Contains(past[1].text, "b.example.com") {
		t.Error("the filter does not find the host")
	}
}
