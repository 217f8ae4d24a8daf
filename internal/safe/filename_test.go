package safe_test

import (
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"a2aform/internal/safe"
)

func TestFileName(t *testing.T) {
	tests := []struct{ text, extension, want string }{
		{"Trip to Rome", ".csv", "Trip-to-Rome.csv"},
		{"trips.CSV", ".csv", "trips.CSV"},
		{"a/b\\c:d", ".md", "a-b-c-d.md"},
		{"東京", ".md", "東京.md"},
		{"...", ".md", "result.md"},
		{"NUL.tar", ".md", "result.md"},
		{"com1", "", "result"},
		{"a\u3164b", "", "a-U-3164-b"},
	}
	for _, tt := range tests {
		if got := safe.FileName(safe.Text(tt.text), "result", tt.extension); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestAFileNameIsOneElement(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		got := safe.FileName(safe.Text(rapid.String().Draw(t, "text")), "x", ".md")
		bad := strings.ContainsFunc(got, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) })
		if bad || got != filepath.Base(got) || strings.ContainsAny(got[:1], ".-") || len(got) > 70 || strings.ContainsAny(got, `/\:*?"<>|`) {
			t.Fatalf("%q", got)
		}
	})
}
