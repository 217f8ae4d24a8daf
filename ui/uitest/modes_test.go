package uitest

import (
	"slices"
	"testing"
)

func TestModesLeftOn(t *testing.T) {
	for out, want := range map[string][]string{
		"":                              nil,
		"\x1b[?1049h\x1b[?25l":          {"mode 1049 is true", "mode 25 is false"},
		"\x1b[?1049h\x1b[?1049l":        nil,
		"\x1b[?1000;1006h\x1b[?1006l":   {"mode 1000 is true"},
		"\x1b[>1u\x1b[>3u\x1b[<1u":      {"the keyboard of kitty"},
		"\x1b[>1u\x1b[<u\x1b[>4;2m":     {"modifyOtherKeys"},
		"\x1b[>4;2m\x1b[>4m\x1b[2 q":    {"a cursor of shape 2"},
		"\x1b]9;4;3\x07":                {"a bar of progress"},
		"\x1b]9;4;3\x07\x1b]9;4;0\x07a": nil,
	} {
		if got := leftOn(out); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", out, got, want)
		}
	}
}
