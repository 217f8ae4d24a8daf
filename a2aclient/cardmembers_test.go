package a2aclient

import (
	"strings"
	"testing"
)

func TestDuplicateCardMembersAreWarnings(t *testing.T) {
	card := `{"name":"x","version":"1","skills":[],"supportedInterfaces":[{"url":"https://a.example","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
		"supportedInterfaces":[{"url":"https://b.example","url":"https://c.example","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`
	c, err := Parse([]byte(card), "card.json")
	if err != nil {
		t.Fatal(err)
	}
	warnings := strings.Join(c.Warnings, "\n")
	for _, want := range []string{
		`the card has supportedInterfaces twice, [{"url":"https://a.example"`,
		`the card has supportedInterfaces.url twice, "https://b.example" and "https://c.example": the last one counts`,
	} {
		if !strings.Contains(warnings, want) {
			t.Errorf("no warning %q in\n%s", want, warnings)
		}
	}
	if got := c.Interfaces[0].URL.Exact(); got != "https://c.example" {
		t.Errorf("the address is %s", got)
	}
	plain := strings.Replace(workshopCard, "URL", "https://a.example", 1)
	if c, err := Parse([]byte(plain), "card.json"); err != nil || strings.Contains(strings.Join(c.Warnings, ""), "twice") {
		t.Errorf("%v, %v", c, err)
	}
}

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
