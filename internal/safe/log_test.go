package safe_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"a2aform/internal/safe"
)

func TestLogTextIsNoCommand(t *testing.T) {
	for text, want := range map[string]string{
		"::add-mask::a":                   ":·:add-mask::a",
		"x\n  ::set-output name=a::b":     "x\n  :·:set-output name=a::b",
		"x\r::stop-commands::t":           "x\r:·:stop-commands::t",
		"a ##vso[task.prependpath]/tmp":   "a ##vso·[task.prependpath]/tmp",
		"##[command]rm ##teamcity[x]":     "##·[command]rm ##teamcity·[x]",
		"###[error]":                      "###·[error]",
		"##v#vso[":                        "##v#vso[",
		"std::string, a::b, ## Heading [": "std::string, a::b, ## Heading [",
		": x\n":                           ": x\n",
	} {
		if got := safe.LogText(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A command is broken however the text is cut into pieces, and nothing but marks is added.
func TestLogWriterInPieces(t *testing.T) {
	command := regexp.MustCompile(`##[a-zA-Z]*\[|(?m)^[ \t]*::`)
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune(":#[]vso \n\ré"))).Draw(t, "text")
		var sb bytes.Buffer
		w := safe.NewLogWriter(&sb)
		for rest := []byte(text); len(rest) > 0; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "piece")
			if written, err := w.Write(rest[:n]); written != n || err != nil {
				t.Fatal(written, err)
			}
			rest = rest[n:]
		}
		if strings.ReplaceAll(sb.String(), safe.LogMark, "") != text {
			t.Fatalf("%q became %q", text, sb.String())
		}
		if found := command.FindString(strings.ReplaceAll(sb.String(), "\r", "\n")); found != "" {
			t.Fatalf("%q in %q", found, sb.String())
		}
	})
}
