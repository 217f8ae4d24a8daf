package huhform_test

import (
	"strings"
	"testing"
)

// A choice that is longer than its line is cut, and said to be; it does not push
// the others away.
func TestLongChoiceIsTruncated(t *testing.T) {
	t.Parallel()
	h := start(t, `{"type":"object","properties":{"a":{"enum":["one","`+strings.Repeat("x", 1<<20)+`","two"]}}}`)
	h.press("right", "down", "enter")
	for _, line := range strings.Split(h.view(), "\n")[:3] {
		if strings.Contains(line, "xxx") && !strings.HasSuffix(strings.TrimSpace(line), "x…") {
			t.Errorf("not cut: %q", line)
		}
	}
	h.see("● A xxx", "one", "two")
}

// The down arrow leads into a list of which no choice is taken, and on from its end; the arrows pass one of which a choice is, until →
// leads into it.
func TestArrowsPassAnOpenList(t *testing.T) {
	t.Parallel()
	h := start(t, `{"type":"object","properties":{"a":{"enum":["Copenhagen","Amsterdam","Reykjavik","Helsinki","Stockholm"]},"b":{"type":"string"}}}`)
	for _, step := range []struct {
		keys string
		see  []string
	}{
		{"down down down down down down x", []string{"● B x"}},
		{"up down down enter", []string{"● A Amsterdam"}},
		{"up right up down down down down down end y", []string{"● B xy"}},
		{"up down end z", []string{"● A Amsterdam", "● B xyz"}},
	} {
		h.press(strings.Fields(step.keys)...)
		h.see(step.see...)
	}
}
