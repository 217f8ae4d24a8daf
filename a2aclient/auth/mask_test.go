package auth

import "testing"

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
