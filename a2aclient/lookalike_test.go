package a2aclient_test

import (
	"strings"
	"testing"

	"a2aform/a2aclient"
)

func TestLookAlikeHostIsShownInPunycode(t *testing.T) {
	for text, want := range map[string]string{
		"Sign in at https://login.example/a?b=1#c, please.": "",
		"no address: a://b pаypal.com":                      "",
		"Sign in at https://pаypal.com/login.":              "The host “pаypal.com” is really xn--pypal-4ve.com. It mixes Latin and Cyrillic letters to look like another host.",
		"(see https://pаypal.com).":                         "The host “pаypal.com” is really xn--pypal-4ve.com. It mixes",
		"HTTPS://EXΑMPLE.com:8443/x":                        "The host “EXΑMPLE.com” is really xn--exmple-qxe.com. It mixes Latin and Greek letters",
		"<https://аррӏе.com/>":                              "The host “аррӏе.com” is really xn--80ak6aa92e.com. It has letters beyond a to z",
		"http://東京.jp and http://東京.jp/2":                   "The host “東京.jp” is really xn--1lqs71d.jp.",
		"https://bücher.example/":                           "The host “bücher.example” is really xn--bcher-kva.example.",
		"http://ｅxample.com/":                               "The host “ｅxample.com” has characters that browsers replace by others",
		"http://𝐩aypal.com/":                                "The host “𝐩aypal.com” has characters that browsers replace by others",
		"http://a。example/":                                 "The host “a。example” has characters that browsers replace by others",
		"http://cafe\u0301.example/":                        "The host “cafe\u0301.example” has characters that browsers replace by others",
		"http://हिन्दी.example/":                            "The host “हिन्दी.example” is really xn--j2bd4cyah0f.example.",
		"https://xn--pypal-4ve.com/":                        "The host xn--pypal-4ve.com has letters beyond a to z",
		"https://bank.example@evil.example/":                "The part before the @ is a user's name. The address leads to evil.example.",
		"https://a\u202eb.example/":                         "The host “a⟨U+202E⟩b.example” has characters that browsers replace",
	} {
		got := a2aclient.TextWarnings(text)
		if (want == "") != (len(got) == 0) || len(got) > 1 || !strings.HasPrefix(strings.Join(got, ""), want) {
			t.Errorf("%q:\n%q, want\n%q", text, got, want)
		}
	}
}
