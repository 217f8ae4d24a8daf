package a2aclient

import (
	"strings"
	"testing"
)

// The last one of two members of one name counts; doctor says that there are two.
func TestLastOfTwoCardMembersCounts(t *testing.T) {
	c := mustCard(t, `{"name":"x","version":"1","skills":[],"supportedInterfaces":[{"url":"https://a.example","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
		"supportedInterfaces":[{"url":"https://b.example","url":"https://c.example","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`, "card.json")
	if got := c.Interfaces[0].URL.Exact(); got != "https://c.example" {
		t.Errorf("the address is %s", got)
	}
}

func TestMisspelledCardKeyIsNamed(t *testing.T) {
	for card, want := range map[string]string{
		`{"name":"x","supported_interfaces":[{"url":"https://a.example"}]}`: "its member supported_interfaces is probably meant as supportedInterfaces",
		`{"Name":"x","URL":"https://a.example","skill":[]}`:                 "its member Name is probably meant as name, its member URL is probably meant as url, its member skill is probably meant as skills",
	} {
		if _, err := Parse([]byte(card), "card.json"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s:\n%v\nwithout %q", card, err, want)
		}
	}
}
