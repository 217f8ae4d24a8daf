package safe_test

import (
	"testing"

	"a2aform/internal/safe"
)

func TestEscapeLosesNothing(t *testing.T) {
	for text, want := range map[string]string{
		"plain 東京 👨‍👩‍👧": "plain 東京 👨‍👩‍👧", "a\x1b[31mb": `a\u001b[31mb`, "12\u202e3": `12\u202e3`, "x\x00": `x\u0000`, "a\tb\n": "a\tb\n", "\ufffd": `\ufffd`,
	} {
		if got := safe.Escape(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}
