package safe_test

import (
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"a2aform/internal/safe"
)

func TestEscapedLinesAreVisible(t *testing.T) {
	tests := []struct{ text, want string }{
		{"plain", "plain"},
		{`C:\users\u202f`, `C:\users\u005cu202f`},
		{"C:\\x\x1b", `C:\x\u001b`},
		{"a\u202eb\u2066", `a\u202eb\u2066`},
		{"tab\tand\nbreak", `tab\u0009and\u000abreak`},
		{"\xff\ufffd", `\udcff\ufffd`},
		{"\U000e0061", `\udb40\udc61`},
		{"Zürich　東京\u00a0👩\u200d💻 ❤\ufe0f 1\ufe0f\u20e3", "Zürich　東京\u00a0👩\u200d💻 ❤\ufe0f 1\ufe0f\u20e3"},
		{"a\u200db", `a\u200db`},
		{"e" + strings.Repeat("\u0301", 5), "e" + strings.Repeat("\u0301", 4) + `\u0301`},
	}
	for _, tt := range tests {
		got := safe.EscapeLine(tt.text, "")
		if got != tt.want {
			t.Errorf("%q: %q, not %q", tt.text, got, tt.want)
		}
		if back := safe.UnescapeLine(got); back != tt.text {
			t.Errorf("%q comes back as %q", tt.text, back)
		}
	}
}

func TestEscapedLinesAreUnescaped(t *testing.T) {
	parts := rapid.SampledFrom([]string{
		`\`, `\u`, "u202e", `\u202e`, `\ud83d`, `\udc80`, "\x80", "\xff", "\x1b", "\u202e", "\U000e0061", "\ufffd", "\n", "\t", "👩", "\u200d", "\ufe0f", "\u0301", "a", "0", "dc80",
	})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(parts, 0, 12).Draw(t, "parts"), "") + rapid.String().Draw(t, "text")
		for _, keep := range []string{"", "\n\t"} {
			line := safe.EscapeLine(text, keep)
			if back := safe.UnescapeLine(line); back != text {
				t.Fatalf("%q comes back as %q by way of %q", text, back, line)
			}
			if safe.HasUnseen(line, keep) || strings.ContainsFunc(line, func(r rune) bool {
				return !strings.ContainsRune(keep, r) && (unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control))
			}) {
				t.Fatalf("%q of %q is not seen", line, text)
			}
		}
	})
}
