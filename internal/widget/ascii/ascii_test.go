package ascii_test

import (
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"a2aform/internal/widget/ascii"
)

func TestText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"plain":                    "plain",
		"▌ ● Name *  ← one →":      "| + Name *  < one >",
		"\x1b[1m✓ done\x1b[0m · …": "\x1b[1m= done\x1b[0m - ~",
		"❯  yes ██░░":              ">  yes ##..",
		"naïve 日本 🇩🇪":              "na?ve ???? ??",
		"a\xffb\x9b":               "a?b?",
	} {
		if got := ascii.Text(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// Whatever the text, it is ASCII, and never wider than before.
func TestAnyTextBecomesASCII(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		got := ascii.Text(text)
		for i := range len(got) {
			if got[i] >= utf8.RuneSelf {
				t.Fatalf("%q is %q", text, got)
			}
		}
		if before, after := ansi.StringWidth(text), ansi.StringWidth(got); after > before {
			t.Fatalf("%q is %d wide, %q %d", text, before, got, after)
		}
	})
}

func TestASCIIByLocale(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		all, ctype, lang string
		want             bool
	}{
		{"", "", "", false},
		{"", "", "C", true},
		{"", "", "de_DE", true},
		{"", "", "en_US.UTF-8", false},
		{"", "", "C.utf8", false},
		{"POSIX", "", "en_US.UTF-8", true},
		{"", "C.UTF-8", "C", false},
		{"en_GB.ISO-8859-1", "C.UTF-8", "", true},
	} {
		env := map[string]string{"LC_ALL": tt.all, "LC_CTYPE": tt.ctype, "LANG": tt.lang}
		if got := ascii.Wanted(func(name string) string { return env[name] }); got != tt.want {
			t.Errorf("%+v: %t", tt, got)
		}
	}
}
