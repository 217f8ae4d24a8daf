package ui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"a2aform/ui/kit"
)

// Where a terminal draws emoji and their tones one by one, a line is cut with a mark,
// and nothing beside it is moved.
func TestEmojiWithTonesAreTruncatedCleanly(t *testing.T) {
	a := &App{Host: &kit.Host{Width: 40}}
	line := strings.Repeat("👍🏽", 15) + " TAIL"
	got := a.within(line, a.Width)
	if ansi.StringWidth(line) > 40 || ansi.StringWidthWc(line) <= 40 {
		t.Fatal("the line does not tell the two widths apart")
	}
	if ansi.StringWidthWc(got) > 40 || !strings.HasSuffix(got, "…") {
		t.Errorf("%d columns: %q", ansi.StringWidthWc(got), got)
	}
	for _, line := range []string{"", "short", "漢字 é ─── ✓", strings.Repeat("─", 40)} {
		if a.within(line, a.Width) != line {
			t.Errorf("%q became %q", line, a.within(line, a.Width))
		}
	}
}
