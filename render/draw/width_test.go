package draw

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"a2aform/internal/safe"
)

func TestWrap(t *testing.T) {
	tests := []struct {
		text  string
		width int
		want  string
	}{
		{"one two three", 7, "one two|three"},
		{"one two three", 3, "one|two|thr|ee"},
		{"onetwothree", 4, "onet|woth|ree"},
		{"漢字かな交じり文", 5, "漢字|かな|交じ|り文"},
		{"a 漢字", 4, "a 漢|字"},
		{"", 5, ""},
		{"exact", 5, "exact"},
		{"ends with space ", 8, "ends|with|space "},
		{"é̂é̂", 1, "é̂|é̂"},
		{"https://example.com/orders/2026?page=12&size=50", 24, "https://example.com/|orders/2026?page=12&|size=50"},
		{"see https://example.com/orders/2026 there", 31, "see|https://example.com/orders/2026|there"},
		{"https://example.com/averylongsegment", 12, "https://|example.com/|averylongseg|ment"},
		{"either/or", 8, "either/o|r"},
	}
	for _, tt := range tests {
		if got := strings.Join(wrap(tt.text, tt.width), "|"); got != tt.want {
			t.Errorf("wrap(%q, %d) = %q, want %q", tt.text, tt.width, got, tt.want)
		}
	}
}

func TestWrapLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := safe.Text(rapid.String().Draw(t, "text")).Line(0).String()
		width := rapid.IntRange(2, 30).Draw(t, "width")
		lines := wrap(text, width)
		if got := strings.ReplaceAll(strings.Join(lines, ""), " ", ""); got != strings.ReplaceAll(text, " ", "") {
			t.Fatalf("wrap(%q, %d) = %q", text, width, lines)
		}
		for _, l := range lines {
			if cells(l) > width {
				t.Fatalf("wrap(%q, %d) = %q", text, width, lines)
			}
		}
	})
}
