package auth

import (
	"encoding/base64"
	"strings"
	"testing"
)

func TestMaskJSON(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":12345678,"b":123456789,"c":"12345678"}`: `{"a":"••••••","b":123456789,"c":"••••••"}`,
		`"a\\" 12345678 "x`:                           `"a\\" "••••••" "x`,
		`"no end 12345678`:                            `"no end ••••••`,
		`"\\\\nnnnnnnnn"`:                             `"\\\\nnnnnnnnn"`,
		`"\"back\\slash\" back"`:                      `"\"••••••\" back"`,
		`12345678`:                                    `"••••••"`,
		`[-12345678, true, "\"12345678"]`:             `[-12345678, true, "\"••••••"]`,
	} {
		if got := string(maskJSON([]byte(text), []string{"12345678", `\nnnnnnn`, `back\slash`, `back\\slash`})); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// A token endpoint may quote the header in which a client names itself (RFC 6749 §2.3.1).
func TestSecretOfClientIsMaskedAsItsHeaderHasIt(t *testing.T) {
	header := base64.StdEncoding.EncodeToString([]byte("my+client:s%2Fecret"))
	got := tokenSecrets(Client{ID: "my client", Secret: "s/ecret"}).quote("no access: Basic "+header+", s/ecret", 0).String()
	if strings.Contains(got, header) || strings.Contains(got, "s/ecret") || !strings.HasPrefix(got, "no access: Basic ") {
		t.Error(got)
	}
}
