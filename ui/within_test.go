package ui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// Where a terminal draws emoji and their tones one by one, a line is cut with a mark,
// and nothing beside it is moved.
func TestEmojiWithTonesAreTruncatedCleanly(t *testing.T) {
	a, width := &fittedLines{}, 40
	line := strings.Repeat("👍🏽", 15) + " TAIL"
	got := a.within(line, width)
	if ansi.StringWidth(line) > 40 || ansi.StringWidthWc(line) <= 40 {
		t.Fatal("the line does not tell the two widths apart")
	}
	if ansi.StringWidthWc(got) > 40 || !strings.HasSuffix(got, "…") {
		t.Errorf("%d columns: %q", ansi.StringWidthWc(got), got)
	}
	for _, text := range []string{"👍🏽", "क्षि नमस्ते", "বাংলা লেখা", "ភាសាខ្មែរ", "ｶﾞｷﾞ", "👩‍👩‍👧", "é"} {
		row := func(text string) string {
			return "│ " + text + strings.Repeat(" ", 20-ansi.StringWidth(text)) + "ab  │"
		}
		got, plain := a.within(row(text), width), row("x")
		for _, mark := range []string{"ab", "  │"} {
			at, want := ansi.StringWidthWc(got[:strings.LastIndex(got, mark)]), ansi.StringWidthWc(plain[:strings.LastIndex(plain, mark)])
			if at != want {
				t.Errorf("%s: %q is at %d, not at %d: %q", text, mark, at, want, got)
			}
		}
	}
	if joined := (&fittedLines{isByGrapheme: true}); joined.within(line, 40) != line {
		t.Error("a terminal that joins characters has a line changed")
	}
	for _, line := range []string{"", "short", "漢字 é ─── ✓", strings.Repeat("─", 40)} {
		if a.within(line, width) != line {
			t.Errorf("%q became %q", line, a.within(line, width))
		}
	}
}
