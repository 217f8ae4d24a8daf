package safe

import (
	"slices"
	"strings"
	"testing"
)

func TestWords(t *testing.T) {
	for name, want := range map[string]string{
		"": "", "token": "token", "accessToken": "access token", "ACCESS_TOKEN": "access token", "access-token": "access token",
		"APIKey": "api key", "apiKEY": "api key", "gpt4Tokens": "gpt4 tokens", "costUSD": "cost usd", "__a  b": "a b", "größeX": "größe x",
	} {
		if got := Words(name); !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
