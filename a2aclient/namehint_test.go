package a2aclient

import (
	"strings"
	"testing"
)

func TestMisspelledCardKeyIsNamed(t *testing.T) {
	for card, want := range map[string]string{
		`{"name":"x","supported_interfaces":[{"url":"https://a.example"}]}`:             "its member supported_interfaces is probably meant as supportedInterfaces",
		`{"Name":"x","URL":"https://a.example","skill":[]}`:                             "its member Name is probably meant as name, its member URL is probably meant as url, its member skill is probably meant as skills",
		`{"name":"x","skills":[],"supported-interfaces":[{"url":"https://a.example"}]}`: "its member supported-interfaces is probably meant as supportedInterfaces",
	} {
		c, err := Parse([]byte(card), "card.json")
		said := ""
		if err != nil {
			said = err.Error()
		} else {
			said = strings.Join(c.Warnings, "\n")
		}
		if !strings.Contains(said, want) {
			t.Errorf("%s:\n%s\nwithout %q", card, said, want)
		}
	}
	c := mustCard(t, `{"name":"x","skills":[],"url":"https://a.example","URL":"https://b.example"}`, "card.json")
	if said := strings.Join(c.Warnings, "\n"); strings.Contains(said, "probably") {
		t.Error(said)
	}
}
